//! Approximations of sine, root and arc tangent.
#![no_std]

use entry::{input, mix_long};
use micromath::F32Ext;

fn run() -> u32 {
    input::<4>().into_iter().fold(0, |sum, byte| {
        let number = f32::from(byte) / 50.0;
        let values = [
            number.sin(),
            number.sqrt(),
            number.atan2(1.5),
            number.powf(1.5),
        ];
        values
            .iter()
            .fold(sum, |sum, value| mix_long(sum, value.to_bits()))
    })
}

entry::entry!();
