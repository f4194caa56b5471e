//! Shows calls of the KERNAL: the disk's directory is opened like a file and read byte by byte.
#![no_std]
#![feature(asm_experimental_arch)]

mod kernal;

use console::Text;
use ufmt::uwrite;

const DIRECTORY: u8 = 1;
const DEVICE: u8 = 8;

/// A line of the directory: its number of blocks, then text up to a zero.
fn line(row: u8) {
    let blocks = u16::from_le_bytes([kernal::chrin(), kernal::chrin()]);
    let mut text = Text::at(row, 0);
    let _ = uwrite!(text, "{} ", blocks);
    loop {
        let letter = kernal::chrin();
        if letter == 0 || kernal::readst() != 0 {
            return;
        }
        // Control characters, as the one that reverses the title, are left out.
        if letter >= b' ' {
            text.put(letter);
        }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    if !kernal::open(DIRECTORY, DEVICE, 0, b"$") || !kernal::chkin(DIRECTORY) {
        let _ = uwrite!(Text::at(0, 0), "no drive");
        loop {}
    }
    // The directory looks like a BASIC program: an address first, and before each line the address of the next.
    let _ = u16::from_le_bytes([kernal::chrin(), kernal::chrin()]);
    let mut row = 0;
    while u16::from_le_bytes([kernal::chrin(), kernal::chrin()]) != 0 && kernal::readst() == 0 {
        line(row);
        row += 1;
    }
    kernal::clrchn();
    kernal::close(DIRECTORY);
    let _ = uwrite!(Text::at(row + 1, 0), "ready");
    loop {}
}
