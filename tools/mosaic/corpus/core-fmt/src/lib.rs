//! Integers, padding, hexadecimal, text and derived `Debug` by `core::fmt`.
#![no_std]

use core::fmt::Write;
use entry::{Sum, input};

fn run() -> u32 {
    #[derive(Debug)]
    struct Point {
        x: i16,
        y: Option<u8>,
    }
    let mut out = Sum(0);
    for byte in input::<4>() {
        let point = Point {
            x: i16::from(byte) - 128,
            y: Some(byte),
        };
        let _ = write!(
            out,
            "{} {:>6} {:#06x} {:?} {:<4}|",
            byte,
            u16::from(byte) * 77,
            byte,
            point,
            "ab"
        );
    }
    out.0
}

entry::entry!();
