//! Closures and iterators: maps, filters, windows, zips, scans and sums.
#![no_std]

use entry::{input, mix, mix_word};

fn run() -> u32 {
    let data = input::<64>();
    let add = |n: u8| move |m: u8| m.wrapping_add(n);
    let add_seven = add(7);
    let one: u32 = data
        .iter()
        .copied()
        .map(add_seven)
        .filter(|byte| byte % 3 == 0)
        .map(u32::from)
        .sum();
    let two = data
        .windows(3)
        .filter(|w| w[0] < w[1] && w[1] < w[2])
        .count();
    let three = data
        .iter()
        .zip(data.iter().rev())
        .map(|(a, b)| a ^ b)
        .max()
        .unwrap_or(0);
    let four = data.chunks(5).scan(1u16, |state, part| {
        *state = state.wrapping_mul(31) ^ u16::from(part[0]);
        Some(*state)
    });
    let sum = four.fold(one, mix_word);
    let five = data
        .iter()
        .step_by(3)
        .skip_while(|byte| **byte < 100)
        .take(9)
        .position(|byte| byte & 1 == 0);
    mix(mix(mix(sum, two as u8), three), five.unwrap_or(99) as u8)
}

entry::entry!();
