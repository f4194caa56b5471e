//! Shows the chips' registers by the names of `mos-hardware`: colours of border and background, split by the raster line.
#![no_std]

use console::Text;
use mos_hardware::{c64, vic2};
use ufmt::uwrite;

/// The line at which each stripe of the border begins, and its colour.
const STRIPES: [(u8, u8); 7] = [
    (60, vic2::RED),
    (86, vic2::ORANGE),
    (112, vic2::YELLOW),
    (138, vic2::GREEN),
    (164, vic2::CYAN),
    (190, vic2::PURPLE),
    (216, vic2::BLACK),
];

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    let vic = c64::vic2();
    console::fill(b' ', vic2::WHITE);
    let _ = uwrite!(Text::at(12, 9), "seven colours, one register");
    unsafe { vic.background_color0.write(vic2::BLACK) };
    loop {
        for (line, colour) in STRIPES {
            while vic.raster_counter.read() != line {}
            unsafe { vic.border_color.write(colour) };
        }
    }
}
