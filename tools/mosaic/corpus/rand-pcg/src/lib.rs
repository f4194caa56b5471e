//! Numbers of generators with 64 and 128 bits of state.
#![no_std]

use entry::mix_long;
use rand_core::{RngCore, SeedableRng};

fn run() -> u32 {
    let mut small = rand_pcg::Pcg32::seed_from_u64(7);
    let mut large = rand_pcg::Pcg64Mcg::seed_from_u64(9);
    (0..8).fold(0, |sum, _| {
        mix_long(sum, small.next_u32() ^ large.next_u32())
    })
}

entry::entry!();
