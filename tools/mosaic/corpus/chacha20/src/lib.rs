//! 100 bytes of the stream.
#![no_std]

use chacha20::ChaCha20;
use chacha20::cipher::{KeyIvInit, StreamCipher};
use entry::{input, mix_all};

fn run() -> u32 {
    let mut cipher = ChaCha20::new(&input::<32>().into(), &input::<12>().into());
    let mut data = input::<100>();
    cipher.apply_keystream(&mut data);
    mix_all(0, &data)
}

entry::entry!();
