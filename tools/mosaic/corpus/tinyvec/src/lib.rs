//! A vector in an array without unsafe code.
#![no_std]

use entry::{input, mix_word};
use tinyvec::ArrayVec;

fn run() -> u32 {
    let mut numbers: ArrayVec<[u16; 30]> = ArrayVec::new();
    for byte in input::<28>() {
        numbers.push(u16::from(byte) * 5);
    }
    numbers.drain(4..9);
    numbers.insert(2, 777);
    numbers.reverse();
    numbers.iter().fold(0, |sum, &number| mix_word(sum, number))
}

entry::entry!();
