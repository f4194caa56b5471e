//! A vector that stays within its own room, and one that outgrows it.
#![no_std]

use entry::{input, mix, mix_all, mix_word};

#[cfg(target_vendor = "c64")]
use mosaic_alloc as _;
use smallvec::SmallVec;

fn run() -> u32 {
    let mut inside: SmallVec<[u8; 64]> = SmallVec::new();
    let mut outside: SmallVec<[u16; 4]> = SmallVec::new();
    for byte in input::<40>() {
        inside.push(byte);
        outside.insert(outside.len() / 2, u16::from(byte) * 3);
    }
    inside.retain(|byte| *byte & 1 == 0);
    let sum = outside
        .iter()
        .fold(mix_all(0, &inside), |sum, &number| mix_word(sum, number));
    mix(sum, u8::from(outside.spilled()))
}

entry::entry!();
