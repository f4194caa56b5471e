//! Durations and instants of several units.
#![no_std]

use entry::{input, mix_long};
use fugit::{Duration, ExtU32, Instant};

fn run() -> u32 {
    let mut now = Instant::<u32, 1, 985_248>::from_ticks(1000);
    let mut sum = 0;
    for byte in input::<6>() {
        let wait: Duration<u32, 1, 1000> = u32::from(byte).millis();
        now += wait.convert::<1, 985_248>();
        sum = mix_long(sum, now.ticks());
    }
    sum
}

entry::entry!();
