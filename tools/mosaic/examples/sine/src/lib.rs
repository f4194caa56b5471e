//! Shows floating point: a damped sine is computed in `f32` and drawn as a curve of 320 by 200 points.
#![no_std]

use mos_hardware::c64;
use mos_hardware::vic2::{self, ControlYFlags};

/// The bitmap lies behind the program, the colours of its cells on the text screen.
const BITMAP: *mut u8 = 0x2000 as *mut u8;
const MIDDLE: f32 = 100.0;

/// The sine by six terms of its series, after the angle was brought to half a turn around zero. The factors of the nested
/// form are constants: a multiplication each, and no division at run time.
fn sine(mut angle: f32) -> f32 {
    const TURN: f32 = 2.0 * core::f32::consts::PI;
    const FACTORS: [f32; 5] = [
        -1.0 / 110.0,
        -1.0 / 72.0,
        -1.0 / 42.0,
        -1.0 / 20.0,
        -1.0 / 6.0,
    ];
    while angle > core::f32::consts::PI {
        angle -= TURN;
    }
    let square = angle * angle;
    let nested = |inner: f32, factor: f32| 1.0 + square * factor * inner;
    angle * FACTORS.into_iter().fold(1.0, nested)
}

/// Sets a point: the bitmap is stored cell by cell, eight bytes each.
fn plot(x: u16, y: u8) {
    let row = u16::from(y >> 3) * 320 + u16::from(y & 7);
    let at = row + (x & !7);
    // The bitmap has 8,000 bytes, and neither `x` nor `y` leads out of it.
    unsafe {
        let byte = BITMAP.add(usize::from(at));
        byte.write_volatile(byte.read_volatile() | 0x80 >> (x & 7));
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    console::fill(vic2::YELLOW << 4 | vic2::BLUE, 0);
    for at in 0..8000 {
        unsafe { BITMAP.add(at).write_volatile(0) };
    }
    unsafe {
        c64::vic2().screen_and_charset_bank.write(0x18);
        c64::vic2()
            .control_y
            .write(ControlYFlags::from_bits_truncate(0x3b));
    }
    let mut height = 95.0f32;
    for x in 0..320u16 {
        plot(x, 100);
        let y = MIDDLE - height * sine(f32::from(x) * (1.0 / 16.0));
        plot(x, y as u8);
        height *= 0.992;
    }
    unsafe { c64::vic2().border_color.write(vic2::GREEN) };
    loop {}
}
