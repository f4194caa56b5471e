//! Bits and ranges of bits of words, read and set.
#![no_std]

use bit_field::BitField;
use entry::input;

fn run() -> u32 {
    let mut word = 0u32;
    for (place, byte) in input::<20>().into_iter().enumerate() {
        word.set_bit(place, byte & 1 == 1);
        word.set_bits(20..28, u32::from(byte));
        word = word.rotate_left(3) ^ word.get_bits(4..9);
    }
    word
}

entry::entry!();
