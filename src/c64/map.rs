//! The addresses of chips, KERNAL, screen and buffers, in address order. Entries of the KERNAL's jump table stand in `disk`,
//! the transposition table's memory in `search::region`.
//!
//! The chips' registers stand here and not in `mos-hardware`, which does not compile for this target (see
//! docs/ARCHITECTURE.md). Half of the list is the memory map of the program itself.

use crate::search::region;
use core::ptr::{
    read_volatile, with_exposed_provenance, with_exposed_provenance_mut, write_volatile,
};

/// A byte at a fixed address.
#[derive(Clone, Copy)]
pub struct Register(u16);

impl Register {
    #[inline(always)]
    pub fn read(self) -> u8 {
        // SAFETY: every address of this file is RAM of the program or a chip, readable at any time.
        unsafe { read_volatile(with_exposed_provenance(usize::from(self.0))) }
    }

    #[inline(always)]
    pub fn write(self, value: u8) {
        // SAFETY: as in `read`; nothing that Rust owns lies at these addresses.
        unsafe { write_volatile(with_exposed_provenance_mut(usize::from(self.0)), value) }
    }

    /// The byte so many places further.
    #[inline(always)]
    pub const fn at(self, offset: u16) -> Register {
        Register(self.0 + offset)
    }
}

/// Jumps to a subroutine at a fixed address.
pub fn call(address: u16) {
    // SAFETY: the addresses passed are code: the KERNAL's way in and its reset.
    let routine: extern "C" fn() =
        unsafe { core::mem::transmute(with_exposed_provenance::<u8>(usize::from(address))) };
    routine();
}

/// Banks: `$34` RAM alone, `$35` RAM and chips, `$36` KERNAL too, `$37` BASIC too.
pub const PROCESSOR_PORT: Register = Register(region::PROCESSOR_PORT);
pub const BANKS_RAM: u8 = region::CHIPS_OUT;
pub const BANKS_GAME: u8 = region::CHIPS_IN;
pub const BANKS_KERNAL: u8 = 0x36;
pub const BANKS_BASIC: u8 = 0x37;

/// The way into the KERNAL, see `disk`: in the tape's buffer, which no disk routine uses.
pub const STUB: u16 = 0x0340;
pub const STUB_START: Register = Register(STUB);
// Address to call, entry wanted, registers and status.
pub const STUB_CALL: u16 = STUB + 0x10;
pub const STUB_ENTRY: Register = Register(STUB + 0x21);
pub const STUB_A: Register = Register(STUB + 0x39);
pub const STUB_X: Register = Register(STUB + 0x3a);
pub const STUB_Y: Register = Register(STUB + 0x3b);
pub const STUB_STATUS: Register = Register(STUB + 0x3c);
/// The KERNAL's zero page from `$90` on, where it is kept between calls; its first byte is the status of the serial bus.
pub const STUB_SAVED: u16 = STUB + 0x40;
pub const SERIAL_STATUS: Register = Register(STUB_SAVED);

/// Files are read and written here: the memory of the transposition table, half of it under the chips.
pub const DISK_BUFFER: Register = Register(0xc000);
pub const DISK_ROOM: i16 = 0x2000;

// VIC-II.
pub const RASTER_CONTROL: Register = Register(0xd011);
pub const RASTER: Register = Register(0xd012);
pub const SPRITES_ON: Register = Register(0xd015);
pub const MODE_CONTROL: Register = Register(0xd016);
pub const VIDEO_MEMORY: Register = Register(0xd018);
pub const VIDEO_IRQ: Register = Register(0xd019);
pub const VIDEO_IRQ_MASK: Register = Register(0xd01a);
pub const BORDER_COLOUR: Register = Register(0xd020);
pub const PAPER: Register = Register(0xd021);
pub const LIGHT_SQUARES: Register = Register(0xd022);
pub const DARK_SQUARES: Register = Register(0xd023);

// SID, first voice; its registers follow each other.
pub const SOUND: Register = Register(0xd400);
pub const SOUND_CONTROL: Register = Register(0xd404);
pub const SOUND_VOLUME: Register = Register(0xd418);
/// Noise of the third voice, for chance.
pub const SOUND_RANDOM: Register = Register(0xd41b);

/// Colour of each cell, four bits.
pub const COLOURS: Register = Register(0xd800);

// CIA 1: keyboard, joysticks, time of day.
pub const KEY_COLUMNS: Register = Register(0xdc00);
pub const KEY_ROWS: Register = Register(0xdc01);
pub const KEY_COLUMNS_DIRECTION: Register = Register(0xdc02);
pub const KEY_ROWS_DIRECTION: Register = Register(0xdc03);
pub const DAY_TENTHS: Register = Register(0xdc08);
pub const DAY_SECONDS: Register = Register(0xdc09);
pub const DAY_MINUTES: Register = Register(0xdc0a);
pub const DAY_HOURS: Register = Register(0xdc0b);
pub const CIA1_IRQ: Register = Register(0xdc0d);
pub const CIA1_CONTROL_A: Register = Register(0xdc0e);
pub const CIA1_CONTROL_B: Register = Register(0xdc0f);

// CIA 2: video bank, serial bus, the count of cycles.
pub const VIDEO_BANK: Register = Register(0xdd00);
pub const CYCLES: Register = Register(0xdd04);
pub const CIA2_IRQ: Register = Register(0xdd0d);
pub const CIA2_CONTROL_A: Register = Register(0xdd0e);
pub const CIA2_CONTROL_B: Register = Register(0xdd0f);

/// The screen, in the last video bank.
pub const SCREEN: Register = Register(0xf400);
/// The character set, 2 KB less the handler and the vectors.
pub const CHARACTERS: Register = Register(0xf800);
/// `$D018` for both: screen at `$3400` of the bank, characters at `$3800`.
pub const SCREEN_AND_CHARACTERS: u8 = 0xde;

/// Entry of the KERNAL's reset.
pub const KERNAL_RESET: u16 = 0xfce2;
