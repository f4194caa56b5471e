//! The sorts of slices: stable by hand, unstable, by key, selection, binary search.
#![no_std]

use entry::{input, mix, mix_all, mix_word};

fn run() -> u32 {
    let mut bytes = input::<100>();
    bytes.sort_unstable();
    let mut words = [0u16; 100];
    for (word, byte) in words.iter_mut().zip(input::<100>()) {
        *word = u16::from(byte).wrapping_mul(0x6b31);
    }
    words.sort_unstable_by_key(|word| word.rotate_left(3));
    let sum = words
        .iter()
        .fold(mix_all(0, &bytes), |sum, &word| mix_word(sum, word));
    let (_, middle, _) = words.select_nth_unstable(50);
    let sum = mix_word(sum, *middle);
    mix(
        sum,
        bytes.binary_search(&bytes[33]).map_or(0, |at| bytes[at]),
    )
}

entry::entry!();
