//! 80 bytes of the stream.
#![no_std]

use entry::{input, mix_all};
use salsa20::Salsa20;
use salsa20::cipher::{KeyIvInit, StreamCipher};

fn run() -> u32 {
    let mut cipher = Salsa20::new(&input::<32>().into(), &input::<8>().into());
    let mut data = input::<80>();
    cipher.apply_keystream(&mut data);
    mix_all(0, &data)
}

entry::entry!();
