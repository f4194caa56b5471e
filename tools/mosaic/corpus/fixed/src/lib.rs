//! Products, quotients and roundings of fixed-point numbers.
#![no_std]

use entry::{input, mix_long, mix_word};
use fixed::types::{I8F8, U16F16};

fn run() -> u32 {
    input::<10>().into_iter().fold(0, |sum, byte| {
        let one = I8F8::from_bits(i16::from(byte) * 17);
        let two = U16F16::from_num(byte) / 7;
        let product = one.wrapping_mul(I8F8::from_num(3)) + I8F8::from_bits(5);
        mix_long(
            mix_word(sum, product.to_bits() as u16),
            (two * two.frac() + two.ceil()).to_bits(),
        )
    })
}

entry::entry!();
