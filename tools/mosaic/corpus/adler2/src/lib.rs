//! Adler-32 of 500 bytes.
#![no_std]

use entry::input;

fn run() -> u32 {
    let data = input::<500>();
    adler2::adler32_slice(&data)
}

entry::entry!();
