//! Integers of all widths as decimal text.
#![no_std]

use entry::{input, mix_all};

fn run() -> u32 {
    let mut buffer = itoa::Buffer::new();
    input::<5>().into_iter().fold(0, |sum, byte| {
        let sum = mix_all(sum, buffer.format(byte).as_bytes());
        let sum = mix_all(sum, buffer.format(i16::from(byte) * -121).as_bytes());
        let sum = mix_all(sum, buffer.format(u32::from(byte) * 16_000_001).as_bytes());
        mix_all(
            sum,
            buffer.format(u64::from(byte) << 55 | 12_345).as_bytes(),
        )
    })
}

entry::entry!();
