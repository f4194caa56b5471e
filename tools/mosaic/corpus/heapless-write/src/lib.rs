//! `write!` into a string of fixed capacity.
#![no_std]

use core::fmt::Write;
use entry::{input, mix_all};
use heapless::String;

fn run() -> u32 {
    let mut text: String<64> = String::new();
    for byte in input::<6>() {
        let _ = write!(text, "{byte:3}/{:x} ", u16::from(byte) * 99);
    }
    mix_all(0, text.as_bytes())
}

entry::entry!();
