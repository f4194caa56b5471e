//! What all examples share: the text screen as a writer for `ufmt`, waiting for a frame, and the end of a panic.
#![no_std]

pub const SCREEN: *mut u8 = 0x0400 as *mut u8;
pub const COLOURS: *mut u8 = 0xd800 as *mut u8;
pub const COLUMNS: u16 = 40;
const CELLS: u16 = 1000;
const RASTER: *const u8 = 0xd012 as *const u8;
const BORDER: *mut u8 = 0xd020 as *mut u8;

/// A place on the screen where text goes on; `\n` begins the next row.
pub struct Text {
    row: u16,
    column: u16,
}

impl Text {
    /// Text from a row and column on.
    pub fn at(row: u8, column: u8) -> Text {
        Text {
            row: u16::from(row) * COLUMNS,
            column: u16::from(column),
        }
    }

    /// Writes one letter.
    pub fn put(&mut self, letter: u8) {
        if letter == b'\n' {
            self.row += COLUMNS;
            self.column = 0;
        } else {
            put(self.row + self.column, screen_code(letter));
            self.column += 1;
        }
    }
}

impl ufmt::uWrite for Text {
    type Error = core::convert::Infallible;

    fn write_str(&mut self, text: &str) -> Result<(), Self::Error> {
        text.bytes().for_each(|letter| self.put(letter));
        Ok(())
    }
}

/// Puts a screen code into a cell; cells beyond the screen are left alone.
pub fn put(cell: u16, code: u8) {
    if cell < CELLS {
        unsafe { SCREEN.add(usize::from(cell)).write_volatile(code) };
    }
}

/// Gives a cell its colour.
pub fn colour(cell: u16, colour: u8) {
    if cell < CELLS {
        unsafe { COLOURS.add(usize::from(cell)).write_volatile(colour) };
    }
}

/// Fills the screen with one code in one colour.
pub fn fill(code: u8, ink: u8) {
    for cell in 0..CELLS {
        put(cell, code);
        colour(cell, ink);
    }
}

/// The screen code of a letter, digit or sign in ASCII; small letters are shown as capitals.
pub const fn screen_code(letter: u8) -> u8 {
    match letter {
        b'@'..=b'_' => letter - b'@',
        b'a'..=b'z' => letter - b'a' + 1,
        _ => letter,
    }
}

/// Waits for the next time the beam is below the picture: 50 times a second on a PAL machine.
pub fn wait_frame() {
    const BELOW: u8 = 251;
    while unsafe { RASTER.read_volatile() } == BELOW {}
    while unsafe { RASTER.read_volatile() } != BELOW {}
}

#[cfg(target_vendor = "c64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    const RED: u8 = 2;
    loop {
        unsafe { BORDER.write_volatile(RED) };
    }
}
