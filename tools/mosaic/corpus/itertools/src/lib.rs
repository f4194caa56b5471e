//! Adaptors beyond core's: products, tuples, runs, minima and maxima.
#![no_std]

use entry::{input, mix};
use itertools::Itertools;

fn run() -> u32 {
    let data = input::<24>();
    let sum = (0..5u8)
        .cartesian_product(data[..5].iter())
        .fold(0, |sum, (a, b)| mix(sum, a ^ b));
    let sum = data
        .iter()
        .tuple_windows()
        .fold(sum, |sum, (a, b, c)| mix(sum, a & b | c));
    let runs = data.iter().map(|byte| byte >> 6).dedup().count();
    let (least, most) = data.iter().minmax().into_option().unwrap_or((&0, &0));
    mix(mix(mix(sum, runs as u8), *least), *most)
}

entry::entry!();
