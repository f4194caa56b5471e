//! Shows sprites: eight of one shape on a circle, their coordinates read from a table that the compiler computes.
#![no_std]

use mos_hardware::c64::{self, DEFAULT_SPRITE_PTR};
use mos_hardware::vic2::{self, Sprites, to_sprite_pointer};

/// Where the VIC-II finds the shape; a block of 64 bytes that nothing else uses.
const SHAPE_AT: u16 = 0x0340;

/// A ball: 21 rows of three bytes.
const SHAPE: [u8; 63] = {
    let mut shape = [0; 63];
    let mut y = 0;
    while y < 21 {
        let mut x = 0;
        while x < 24 {
            let (dx, dy) = (2 * x as i32 - 23, 2 * y as i32 - 20);
            if dx * dx + dy * dy < 400 {
                shape[y * 3 + x / 8] |= 0x80 >> (x % 8);
            }
            x += 1;
        }
        y += 1;
    }
    shape
};

/// 80 times the sine of 256 steps of a turn, and 100 more: by the parabola that Bhaskara knew.
const SINE: [u8; 256] = {
    let mut table = [0; 256];
    let mut step = 0;
    while step < 256 {
        let half = (step % 128) as i32;
        let product = half * (128 - half);
        let sine = 16 * product * 80 / (5 * 128 * 128 - 4 * product);
        table[step] = if step < 128 { 100 + sine } else { 100 - sine } as u8;
        step += 1;
    }
    table
};

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    console::fill(b' ', vic2::WHITE);
    let vic = c64::vic2();
    unsafe {
        (SHAPE_AT as *mut [u8; 63]).write(SHAPE);
        for sprite in 0..8u8 {
            DEFAULT_SPRITE_PTR[usize::from(sprite)].write_volatile(to_sprite_pointer(SHAPE_AT));
            vic.set_sprite_color(sprite, sprite + vic2::WHITE);
        }
        vic.border_color.write(vic2::BLACK);
        vic.background_color0.write(vic2::BLACK);
        vic.sprite_enable.write(Sprites::all());
    }
    let mut angle = 0u8;
    loop {
        console::wait_frame();
        for sprite in 0..8u8 {
            let step = angle.wrapping_add(sprite << 5);
            let x = SINE[usize::from(step.wrapping_add(64))] + 74;
            let y = SINE[usize::from(step)] + 40;
            vic.set_sprite_pos(sprite, x, y);
        }
        angle = angle.wrapping_add(1);
    }
}
