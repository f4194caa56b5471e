//! Prints a line on the C64's screen and lets the border run through its colours.
#![no_std]

mod panic;

/// The cell in the upper left corner of the screen.
const SCREEN: *mut u8 = 0x0400 as *mut u8;
/// The VIC-II's border colour, and the raster line it is drawing.
const BORDER: *mut u8 = 0xd020 as *mut u8;
const RASTER: *mut u8 = 0xd012 as *mut u8;

/// The layout names it as the program's entry.
#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    print(0, b"HELLO FROM RUST");
    loop {
        wait_for_line(250);
        // Volatile: the compiler leaves out no access to a chip and adds none.
        unsafe { BORDER.write_volatile(BORDER.read_volatile().wrapping_add(1)) };
    }
}

/// Writes a text from column 0 of a row on.
fn print(row: u8, text: &[u8]) {
    let mut at = u16::from(row) * 40;
    for &letter in text {
        unsafe { SCREEN.add(usize::from(at)).write_volatile(screen_code(letter)) };
        at += 1;
    }
}

/// The screen's code of a capital letter, digit or sign: the screen counts letters from 1.
fn screen_code(letter: u8) -> u8 {
    letter & 0x3f
}

/// Waits until the beam comes to a line: once a frame, 50 times a second.
fn wait_for_line(line: u8) {
    while unsafe { RASTER.read_volatile() } == line {}
    while unsafe { RASTER.read_volatile() } != line {}
}

/// Functions named `test_...` are run on the emulated 6502 by `cargo mosaic test`.
#[cfg(mosaic_test)]
mod tests {
    use super::screen_code;

    #[unsafe(no_mangle)]
    extern "C" fn test_letters_count_from_one() {
        assert!(screen_code(b'A') == 1);
        assert!(screen_code(b'Z') == 26);
    }

    #[unsafe(no_mangle)]
    extern "C" fn test_digits_are_what_they_are() {
        for digit in b'0'..=b'9' {
            assert!(screen_code(digit) == digit);
        }
    }
}
