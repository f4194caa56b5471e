//! Shows a plasma: two sums of sines, one a row and one a column, in a character set of sixteen densities.
#![no_std]

use mos_hardware::c64;
use mos_hardware::vic2::{self, CharsetBank, ScreenBank};

const CHARSET: u16 = 0x3000;
/// Two screens: one is shown while the other is drawn.
const SCREENS: [u16; 2] = [0x2800, 0x2c00];

/// A wave of 256 steps from 0 to 127: two parabolas.
const WAVE: [u8; 256] = {
    let mut table = [0; 256];
    let mut step = 0;
    while step < 256 {
        let half = (step % 128) as i32;
        let height = half * (128 - half) * 63 / 4096;
        table[step] = if step < 128 { 64 + height } else { 63 - height } as u8;
        step += 1;
    }
    table
};

/// Thresholds of an ordered dither: a pixel is lit in the cells that are denser.
const DITHER: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// Sixteen pictures, from empty to full.
fn make_charset() {
    for density in 0..16u16 {
        for row in 0..8u16 {
            let mut bits = 0u8;
            for column in 0..8usize {
                let lit = DITHER[usize::from(row) & 3][column & 3] < density as u8;
                bits = bits << 1 | u8::from(lit);
            }
            unsafe { ((CHARSET + density * 8 + row) as *mut u8).write_volatile(bits) };
        }
    }
}

/// Sums of two waves, at steps of their own.
fn sums<const N: usize>(buffer: &mut [u8; N], mut one: u8, mut two: u8, steps: (u8, u8)) {
    for sum in buffer {
        *sum = WAVE[usize::from(one)].wrapping_add(WAVE[usize::from(two)]);
        one = one.wrapping_add(steps.0);
        two = two.wrapping_add(steps.1);
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    make_charset();
    console::fill(b' ', vic2::LIGHT_GREEN);
    unsafe {
        let vic = c64::vic2();
        vic.background_color0.write(vic2::BLACK);
        vic.border_color.write(vic2::BLACK);
    }
    let (mut rows, mut columns) = ([0u8; 25], [0u8; 40]);
    let mut time = 0u8;
    loop {
        sums(
            &mut rows,
            time.wrapping_mul(3),
            time.wrapping_mul(5).wrapping_neg(),
            (4, 9),
        );
        sums(
            &mut columns,
            time.wrapping_mul(2),
            time.wrapping_mul(3).wrapping_neg(),
            (3, 7),
        );
        let screen = SCREENS[usize::from(time & 1)];
        let mut cell = screen as *mut u8;
        for row in rows {
            for column in columns {
                unsafe {
                    cell.write_volatile(row.wrapping_add(column) >> 4);
                    cell = cell.add(1);
                }
            }
        }
        console::wait_frame();
        let shown = ScreenBank::from_address(screen).bits() | CharsetBank::from(CHARSET).bits();
        unsafe { c64::vic2().screen_and_charset_bank.write(shown) };
        time = time.wrapping_add(1);
    }
}
