//! Sine, cosine, arc tangent and root of fixed-point numbers.
#![no_std]

use entry::{input, mix_long};
use fixed::types::I16F16;

fn run() -> u32 {
    input::<6>().into_iter().fold(0, |sum, byte| {
        let angle: I16F16 = I16F16::from_num(byte) >> 6;
        let (sine, cosine) = cordic::sin_cos(angle);
        let sum = mix_long(
            mix_long(sum, sine.to_bits() as u32),
            cosine.to_bits() as u32,
        );
        mix_long(sum, cordic::sqrt(I16F16::from_num(byte)).to_bits() as u32)
    })
}

entry::entry!();
