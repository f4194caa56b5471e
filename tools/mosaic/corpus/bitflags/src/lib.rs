//! Sets of flags: joined, cut, iterated.
#![no_std]

use entry::{input, mix};

bitflags::bitflags! {
    #[derive(Clone, Copy)]
    struct Rights: u8 {
        const READ = 1;
        const WRITE = 2;
        const RUN = 4;
        const ALL = 7;
    }
}

fn run() -> u32 {
    input::<30>().into_iter().fold(0, |sum, byte| {
        let one = Rights::from_bits_truncate(byte);
        let other = Rights::from_bits_retain(byte >> 3);
        let both = (one | other) - Rights::WRITE ^ one.complement();
        mix(
            mix(sum, both.bits()),
            one.iter().count() as u8 + u8::from(one.contains(Rights::RUN)),
        )
    })
}

entry::entry!();
