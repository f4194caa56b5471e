//! Trait objects in an array, called through their tables.
#![no_std]

use entry::{input, mix_long};

trait Shape {
    fn area(&self) -> u32;
    fn grow(&mut self, by: u8);
}

struct Square(u16);
struct Strip {
    width: u8,
    height: u16,
}

impl Shape for Square {
    fn area(&self) -> u32 {
        u32::from(self.0) * u32::from(self.0)
    }
    fn grow(&mut self, by: u8) {
        self.0 += u16::from(by);
    }
}

impl Shape for Strip {
    fn area(&self) -> u32 {
        u32::from(self.width) * u32::from(self.height)
    }
    fn grow(&mut self, by: u8) {
        self.width = self.width.wrapping_add(by);
        self.height ^= u16::from(by) << 3;
    }
}

fn run() -> u32 {
    let (mut one, mut two, mut three) = (
        Square(3),
        Strip {
            width: 9,
            height: 500,
        },
        Square(70),
    );
    let shapes: [&mut dyn Shape; 3] = [&mut one, &mut two, &mut three];
    let mut sum = 0;
    for byte in input::<20>() {
        let shape = usize::from(byte % 3);
        shapes[shape].grow(byte >> 2);
        sum = mix_long(sum, shapes[shape].area());
    }
    sum
}

entry::entry!();
