//! Sine, root, exponential and logarithm in single precision.
#![no_std]

use entry::{input, mix_long};

fn run() -> u32 {
    input::<3>().into_iter().fold(0, |sum, byte| {
        let number = f32::from(byte) / 40.0;
        let values = [
            libm::sinf(number),
            libm::sqrtf(number),
            libm::expf(number),
            libm::logf(number + 1.0),
        ];
        values
            .iter()
            .fold(sum, |sum, value| mix_long(sum, value.to_bits()))
    })
}

entry::entry!();
