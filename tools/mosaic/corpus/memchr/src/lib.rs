//! Bytes and a word found in 150 bytes.
#![no_std]

use entry::{input, mix};

fn run() -> u32 {
    let data = input::<150>();
    let mut sum = memchr::memchr_iter(data[40], &data).fold(0, |sum, at| mix(sum, at as u8));
    for at in memchr::memchr2_iter(data[9], data[80], &data) {
        sum = mix(sum, at as u8);
    }
    let found = memchr::memmem::find(&data, &data[100..104]);
    mix(
        mix(sum, found.unwrap_or(255) as u8),
        memchr::memrchr(data[3], &data).unwrap_or(255) as u8,
    )
}

entry::entry!();
