//! `write!` into a string in an array.
#![no_std]

use arrayvec::ArrayString;
use core::fmt::Write;
use entry::{input, mix_all};

fn run() -> u32 {
    let mut text: ArrayString<64> = ArrayString::new();
    for byte in input::<6>() {
        let _ = write!(text, "{byte}, ");
    }
    mix_all(0, text.as_bytes())
}

entry::entry!();
