//! 30 bytes to hexadecimal and back.
#![no_std]

use entry::{input, mix_all};

fn run() -> u32 {
    let data = input::<30>();
    let mut text = [0; 60];
    let mut back = [0; 30];
    let _ = hex::encode_to_slice(data, &mut text);
    let _ = hex::decode_to_slice(text, &mut back);
    mix_all(mix_all(0, &text), &back)
}

entry::entry!();
