//! One block of AES-128 there and back.
#![no_std]

use aes::Aes128;
use aes::cipher::{BlockDecrypt, BlockEncrypt, KeyInit};
use entry::{input, mix_all};

fn run() -> u32 {
    let cipher = Aes128::new(&input::<16>().into());
    let mut block = input::<16>().into();
    cipher.encrypt_block(&mut block);
    let sum = mix_all(0, &block);
    cipher.decrypt_block(&mut block);
    mix_all(sum, &block)
}

entry::entry!();
