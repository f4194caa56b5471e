//! Bytes seen as words and back.
#![no_std]

use entry::{input, mix_all};

fn run() -> u32 {
    let mut words = [0u16; 12];
    bytemuck::cast_slice_mut::<u16, u8>(&mut words).copy_from_slice(&input::<24>());
    for word in &mut words {
        *word = word.rotate_left(5);
    }
    mix_all(0, bytemuck::bytes_of(&words))
}

entry::entry!();
