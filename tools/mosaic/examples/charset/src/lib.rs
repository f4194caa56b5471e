//! Shows an animated character set: one cell's picture is rewritten, and all thousand cells that use it move.
#![no_std]

use mos_hardware::c64;
use mos_hardware::vic2::{self, CharsetBank, ScreenBank};

/// Where the VIC-II finds our pictures of characters: 2 KB behind the program.
const CHARSET: u16 = 0x3000;

/// Eight rows of a brick of water, the leftmost pixel in bit 7.
const WAVE: [u8; 8] = [
    0b0011_0000,
    0b0111_1000,
    0b1100_1100,
    0b1000_0111,
    0b0000_0011,
    0b0001_0000,
    0b0000_0000,
    0b0000_0100,
];
const DROP: [u8; 8] = [0x00, 0x10, 0x10, 0x38, 0x38, 0x38, 0x10, 0x00];

fn picture(code: u8) -> *mut u8 {
    (CHARSET + u16::from(code) * 8) as *mut u8
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    let mut wave = WAVE;
    let mut drop = DROP;
    for cell in 0..1000u16 {
        let below = cell >= 480;
        console::put(cell, u8::from(below));
        console::colour(cell, if below { vic2::CYAN } else { vic2::LIGHT_BLUE });
    }
    let vic = c64::vic2();
    unsafe {
        vic.background_color0.write(vic2::BLUE);
        vic.screen_and_charset_bank
            .write(ScreenBank::from_address(0x0400).bits() | CharsetBank::from(CHARSET).bits());
    }
    loop {
        for row in 0..8usize {
            // The water moves to the left, the rain falls.
            wave[row] = wave[row].rotate_left(1);
            unsafe {
                picture(1).add(row).write_volatile(wave[row]);
                picture(0).add(row).write_volatile(drop[row]);
            }
        }
        drop.rotate_right(1);
        console::wait_frame();
        console::wait_frame();
    }
}
