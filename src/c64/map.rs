//! The addresses of chips, KERNAL, screen and buffers, in address order. Entries of the KERNAL's jump table stand in `disk`,
//! the transposition table's memory in `search::region`.
//!
//! Where a chip has which register is taken from the structures of `mos-hardware`; what a register is called here says what
//! this program uses it for. The rest is the memory map of the program itself.

use crate::search::region;
use core::mem::offset_of;
use core::ptr::{read_volatile, with_exposed_provenance, write_volatile};
use mos_hardware::c64;
use mos_hardware::cia::{MOSComplexInterfaceAdapter6526 as Cia, TimeOfDay};
use mos_hardware::sid::{MOSSoundInterfaceDevice as Sid, Voice};
use mos_hardware::vic2::MOSVideoInterfaceControllerII as VicII;

/// A byte at a fixed address. The structures of `mos-hardware` could be used as they are, but every write to them is
/// `unsafe`; here it is so in one place.
#[derive(Clone, Copy)]
pub struct Register(*mut u8);

impl Register {
    #[inline(always)]
    pub fn read(self) -> u8 {
        // SAFETY: every address of this file is RAM of the program or a chip, readable at any time.
        unsafe { read_volatile(self.0) }
    }

    #[inline(always)]
    pub fn write(self, value: u8) {
        // SAFETY: as in `read`; nothing that Rust owns lies at these addresses.
        unsafe { write_volatile(self.0, value) }
    }

    /// The byte so many places further.
    #[inline(always)]
    pub const fn at(self, offset: u16) -> Register {
        Register(self.0.wrapping_add(offset as usize))
    }

    /// A byte of our own memory.
    const fn ram(address: u16) -> Register {
        Register(address as usize as *mut u8)
    }

    /// A register of a chip, so many bytes behind its first.
    const fn of<Chip>(chip: *const Chip, offset: usize) -> Register {
        Register(chip.cast_mut().cast::<u8>().wrapping_add(offset))
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
pub const PROCESSOR_PORT: Register = Register::ram(region::PROCESSOR_PORT);
pub const BANKS_RAM: u8 = region::CHIPS_OUT;
pub const BANKS_GAME: u8 = region::CHIPS_IN;
pub const BANKS_KERNAL: u8 = 0x36;
pub const BANKS_BASIC: u8 = 0x37;

/// The way into the KERNAL, see `disk`: in the tape's buffer, which no disk routine uses.
pub const STUB: u16 = 0x0340;
pub const STUB_START: Register = Register::ram(STUB);
// Address to call, entry wanted, registers and status.
pub const STUB_CALL: u16 = STUB + 0x10;
pub const STUB_ENTRY: Register = Register::ram(STUB + 0x21);
pub const STUB_A: Register = Register::ram(STUB + 0x39);
pub const STUB_X: Register = Register::ram(STUB + 0x3a);
pub const STUB_Y: Register = Register::ram(STUB + 0x3b);
pub const STUB_STATUS: Register = Register::ram(STUB + 0x3c);
/// The KERNAL's zero page from `$90` on, where it is kept between calls; its first byte is the status of the serial bus.
pub const STUB_SAVED: u16 = STUB + 0x40;
pub const SERIAL_STATUS: Register = Register::ram(STUB_SAVED);

/// Files are read and written here: the memory of the transposition table, half of it under the chips.
pub const DISK_BUFFER: Register = Register::ram(0xc000);
pub const DISK_ROOM: i16 = 0x2000;

// VIC-II.
pub const RASTER_CONTROL: Register = Register::of(c64::VIC, offset_of!(VicII, control_y));
pub const RASTER: Register = Register::of(c64::VIC, offset_of!(VicII, raster_counter));
pub const SPRITES_ON: Register = Register::of(c64::VIC, offset_of!(VicII, sprite_enable));
pub const MODE_CONTROL: Register = Register::of(c64::VIC, offset_of!(VicII, control_x));
pub const VIDEO_MEMORY: Register =
    Register::of(c64::VIC, offset_of!(VicII, screen_and_charset_bank));
pub const VIDEO_IRQ: Register = Register::of(c64::VIC, offset_of!(VicII, irq_status));
pub const VIDEO_IRQ_MASK: Register = Register::of(c64::VIC, offset_of!(VicII, irq_enable));
pub const BORDER_COLOUR: Register = Register::of(c64::VIC, offset_of!(VicII, border_color));
pub const PAPER: Register = Register::of(c64::VIC, offset_of!(VicII, background_color0));
pub const LIGHT_SQUARES: Register = Register::of(c64::VIC, offset_of!(VicII, background_color1));
pub const DARK_SQUARES: Register = Register::of(c64::VIC, offset_of!(VicII, background_color2));
// Of the sprites the first one alone is used.
pub const SPRITE_X: Register = Register::of(c64::VIC, offset_of!(VicII, sprite_positions));
pub const SPRITE_Y: Register = SPRITE_X.at(1);
pub const SPRITES_FAR_RIGHT: Register = Register::of(
    c64::VIC,
    offset_of!(VicII, sprite_positions_most_significant_bit_of_x),
);
pub const SPRITES_TALL: Register = Register::of(c64::VIC, offset_of!(VicII, sprite_expand_y));
pub const SPRITES_BEHIND: Register =
    Register::of(c64::VIC, offset_of!(VicII, sprite_background_priority));
pub const SPRITES_MULTICOLOUR: Register =
    Register::of(c64::VIC, offset_of!(VicII, sprite_multicolor_mode));
pub const SPRITES_WIDE: Register = Register::of(c64::VIC, offset_of!(VicII, sprite_expand_x));
pub const SPRITE_OUTLINE: Register = Register::of(c64::VIC, offset_of!(VicII, sprite_multicolor0));
pub const SPRITE_COLOUR: Register = Register::of(c64::VIC, offset_of!(VicII, sprite_colors));

// SID, first voice; its registers follow each other.
pub const SOUND: Register = Register::of(c64::SID, offset_of!(Sid, channel1));
pub const SOUND_CONTROL: Register = SOUND.at(offset_of!(Voice, control) as u16);
pub const SOUND_VOLUME: Register = Register::of(c64::SID, offset_of!(Sid, volume_filter_mode));
/// A mouse in port 1, sideways and upwards: paddles to the sound chip.
pub const POTENTIOMETERS: Register = Register::of(c64::SID, offset_of!(Sid, potentiometer_x));
/// Noise of the third voice, for chance.
pub const SOUND_RANDOM: Register = Register::of(c64::SID, offset_of!(Sid, channel3_oscillator));

/// Colour of each cell, four bits.
pub const COLOURS: Register = Register(c64::COLOR_RAM);

// CIA 1: keyboard, joysticks, time of day.
pub const KEY_COLUMNS: Register = Register::of(c64::CIA1, offset_of!(Cia, port_a));
pub const KEY_ROWS: Register = Register::of(c64::CIA1, offset_of!(Cia, port_b));
pub const KEY_COLUMNS_DIRECTION: Register =
    Register::of(c64::CIA1, offset_of!(Cia, data_direction_port_a));
pub const KEY_ROWS_DIRECTION: Register =
    Register::of(c64::CIA1, offset_of!(Cia, data_direction_port_b));
const DAY: Register = Register::of(c64::CIA1, offset_of!(Cia, time_of_day));
pub const DAY_TENTHS: Register = DAY.at(offset_of!(TimeOfDay, deci_seconds) as u16);
pub const DAY_SECONDS: Register = DAY.at(offset_of!(TimeOfDay, seconds) as u16);
pub const DAY_MINUTES: Register = DAY.at(offset_of!(TimeOfDay, minutes) as u16);
pub const DAY_HOURS: Register = DAY.at(offset_of!(TimeOfDay, hours) as u16);
pub const CIA1_IRQ: Register = Register::of(c64::CIA1, offset_of!(Cia, interrupt));
pub const CIA1_CONTROL_A: Register = Register::of(c64::CIA1, offset_of!(Cia, control_a));
pub const CIA1_CONTROL_B: Register = Register::of(c64::CIA1, offset_of!(Cia, control_b));

// CIA 2: video bank, serial bus, the count of cycles.
pub const VIDEO_BANK: Register = Register::of(c64::CIA2, offset_of!(Cia, port_a));
pub const CYCLES: Register = Register::of(c64::CIA2, offset_of!(Cia, timer_a));
pub const CIA2_IRQ: Register = Register::of(c64::CIA2, offset_of!(Cia, interrupt));
pub const CIA2_CONTROL_A: Register = Register::of(c64::CIA2, offset_of!(Cia, control_a));
pub const CIA2_CONTROL_B: Register = Register::of(c64::CIA2, offset_of!(Cia, control_b));

/// The screen, in the last video bank.
pub const SCREEN: Register = Register::ram(0xf400);
/// Which 64 bytes of the bank are the first sprite: those at `$FF00`.
pub const SPRITE_POINTER: Register = Register::ram(0xf7f8);
pub const SPRITE_NUMBER: u8 = 0xfc;
/// The character set, 2 KB less the handler and the vectors.
pub const CHARACTERS: Register = Register::ram(0xf800);
/// `$D018` for both: screen at `$3400` of the bank, characters at `$3800`.
pub const SCREEN_AND_CHARACTERS: u8 = 0xde;
/// The same for the logo of the title: the second character set of the bank.
pub const SCREEN_AND_LOGO: u8 = 0xd2;

/// Entry of the KERNAL's reset.
pub const KERNAL_RESET: u16 = 0xfce2;
