//! Integers and derived structures by the small formatter.
#![no_std]

use entry::{input, mix_all};
use ufmt::{derive::uDebug, uWrite, uwrite};

struct Sum(u32);

impl uWrite for Sum {
    type Error = core::convert::Infallible;
    fn write_str(&mut self, text: &str) -> Result<(), Self::Error> {
        self.0 = mix_all(self.0, text.as_bytes());
        Ok(())
    }
}

#[derive(uDebug)]
struct Point {
    x: i16,
    y: u32,
}

fn run() -> u32 {
    let mut out = Sum(0);
    for byte in input::<5>() {
        let point = Point {
            x: i16::from(byte) - 128,
            y: u32::from(byte) * 100_001,
        };
        let _ = uwrite!(
            out,
            "{} {:?} {:?} {}",
            byte,
            point,
            [byte, 2],
            i64::from(byte) << 40
        );
    }
    out.0
}

entry::entry!();
