//! Numbers of a PCG generator.
#![no_std]

use entry::{input, mix_long};

fn run() -> u32 {
    let mut generator = oorandom::Rand32::new(u64::from(input::<1>()[0]));
    (0..12).fold(0, |sum, _| {
        mix_long(sum, generator.rand_u32() ^ generator.rand_range(10..99))
    })
}

entry::entry!();
