//! Divisors, multiples, roots and binomials.
#![no_std]

use entry::{input, mix, mix_long, mix_word};
use num_integer::{Integer, Roots, binomial};

fn run() -> u32 {
    input::<8>().into_iter().fold(0, |sum, byte| {
        let (one, two) = (u16::from(byte) * 12 + 18, u16::from(byte) + 30);
        let sum = mix_word(mix_word(sum, one.gcd(&two)), one.sqrt());
        let (quotient, rest) = i16::from(byte).wrapping_sub(99).div_mod_floor(&7);
        mix_long(
            mix_word(mix(sum, rest as u8), quotient as u16),
            binomial(u32::from(byte & 15) + 4, 3),
        )
    })
}

entry::entry!();
