//! A vector and a string in arrays: pushed, removed, sorted, sliced.
#![no_std]

use arrayvec::{ArrayString, ArrayVec};
use entry::{input, mix_all, mix_word};

fn run() -> u32 {
    let mut numbers: ArrayVec<u16, 40> = ArrayVec::new();
    let mut text: ArrayString<32> = ArrayString::new();
    for byte in input::<50>() {
        let _ = numbers.try_push(u16::from(byte) * 3);
        let _ = text.try_push(char::from(b'a' + byte % 26));
    }
    numbers.swap_remove(3);
    numbers.retain(|number| *number % 5 != 0);
    numbers.sort_unstable();
    let sum = numbers.iter().fold(0, |sum, &number| mix_word(sum, number));
    mix_all(sum, text.as_bytes())
}

entry::entry!();
