//! Memory as the processor and the VIC-II see it: 64 KB of RAM, the ROMs over it, and the port that banks them.
//!
//! The ROMs live in a second plane of 64 KB at their own addresses, so reading is one index: the address, with
//! bit 16 set where a ROM is banked in. Writing always reaches RAM. Whether `$D000` shows the chips is decided
//! here; what they answer is left to [`Board`](crate::board::Board).
//!
//! Cells 0 and 1 of RAM hold what the processor reads from its port.

use crate::burst::Cells;
use crate::power::Power;

const ROM_PLANE: usize = 0x1_0000;
const PLANES: usize = 0x2_0000;

/// Port bits 0–2 select the banks; bit 4 is the cassette switch, open. Undriven, these four read as 1.
const PORT_PULLED_UP: u8 = 0b0001_0111;

const LORAM: u8 = 1;
const HIRAM: u8 = 2;
const CHAREN: u8 = 4;

const BASIC_PAGES: u16 = 0b0000_1100_0000_0000;
const CHARACTER_PAGE: u16 = 0b0010_0000_0000_0000;
const KERNAL_PAGES: u16 = 0b1100_0000_0000_0000;

/// An opcode that stops the processor: what an empty ROM socket reads as, so that a stray jump is found.
const EMPTY_SOCKET: u8 = 0x02;

/// RAM, ROMs and the processor port.
#[derive(Clone)]
pub struct Banks {
    cells: Box<[u8; PLANES]>,
    /// Bit n: pages `$n000` read from ROM.
    rom_pages: u16,
    io: bool,
    direction: u8,
    data: u8,
}

impl Banks {
    /// RAM as `power` says, empty ROM sockets, the port as after a reset: all inputs, so every ROM is in.
    pub fn new(power: Power) -> Banks {
        let mut cells: Box<[u8; PLANES]> = vec![EMPTY_SOCKET; PLANES]
            .into_boxed_slice()
            .try_into()
            .expect("the length is the array's");
        power.fill(&mut cells[..ROM_PLANE]);
        let mut banks = Banks {
            cells,
            rom_pages: 0,
            io: false,
            direction: 0,
            data: 0,
        };
        for code in 0..512 {
            banks.cells[ROM_PLANE + 0xD000 + code * 8..][..8].fill(code as u8);
        }
        banks.select();
        banks
    }

    /// Puts the 8 KB BASIC image into its socket.
    pub fn set_basic(&mut self, image: &[u8; 0x2000]) {
        self.cells[ROM_PLANE + 0xA000..ROM_PLANE + 0xC000].copy_from_slice(image);
    }

    /// Puts the 8 KB KERNAL image into its socket.
    pub fn set_kernal(&mut self, image: &[u8; 0x2000]) {
        self.cells[ROM_PLANE + 0xE000..PLANES].copy_from_slice(image);
    }

    /// Puts the 4 KB character image into its socket; without one, each row of a glyph is its screen code.
    pub fn set_characters(&mut self, image: &[u8; 0x1000]) {
        self.cells[ROM_PLANE + 0xD000..ROM_PLANE + 0xE000].copy_from_slice(image);
    }

    /// Whether `$D000–$DFFF` is the chips.
    #[inline(always)]
    pub fn io_visible(&self) -> bool {
        self.io
    }

    /// What the processor reads, where no chip answers.
    #[inline(always)]
    pub fn read(&self, address: u16) -> u8 {
        let rom = usize::from((self.rom_pages >> (address >> 12)) & 1);
        self.cells[usize::from(address) | (rom << 16)]
    }

    /// What the processor writes, where no chip listens.
    #[inline(always)]
    pub fn write(&mut self, address: u16, value: u8) {
        if address < 2 {
            self.write_port(address, value);
        } else {
            self.cells[usize::from(address)] = value;
        }
    }

    /// What the VIC-II reads with its bank at `base`: the characters shadow RAM at `$1000` and `$9000`.
    pub fn video_read(&self, base: u16, address: u16) -> u8 {
        let address = base | (address & 0x3FFF);
        if address & 0x7000 == 0x1000 {
            self.cells[ROM_PLANE + 0xD000 + usize::from(address & 0x0FFF)]
        } else {
            self.cells[usize::from(address)]
        }
    }

    /// The RAM cells, whatever is banked over them.
    pub fn ram(&self) -> &[u8; 0x1_0000] {
        self.cells[..ROM_PLANE]
            .try_into()
            .expect("the length is the array's")
    }

    /// The RAM cells, to be changed. Cells 0 and 1 are the port's: write it through [`Banks::write`].
    pub fn ram_mut(&mut self) -> &mut [u8; 0x1_0000] {
        (&mut self.cells[..ROM_PLANE])
            .try_into()
            .expect("the length is the array's")
    }

    fn write_port(&mut self, address: u16, value: u8) {
        if address == 0 {
            self.direction = value;
        } else {
            self.data = value;
        }
        self.select();
    }

    /// Follows the port: which pages are ROM, and whether the chips are in.
    fn select(&mut self) {
        let lines = (self.data & self.direction) | (PORT_PULLED_UP & !self.direction);
        self.cells[0] = self.direction;
        self.cells[1] = lines;
        let (low, high, chips) = (lines & LORAM != 0, lines & HIRAM != 0, lines & CHAREN != 0);
        self.io = chips && (low || high);
        self.rom_pages = 0;
        if low && high {
            self.rom_pages |= BASIC_PAGES;
        }
        if high {
            self.rom_pages |= KERNAL_PAGES;
        }
        if !chips && (low || high) {
            self.rom_pages |= CHARACTER_PAGE;
        }
    }
}

/// Plain is everything but the chips, where they are banked in, and for writing the port.
impl Cells for Banks {
    /// No instruction that begins here reaches into the chips.
    #[inline(always)]
    fn is_plain_code(&self, at: u16) -> bool {
        !self.io || !(0xCFFE..0xE000).contains(&at)
    }

    #[inline(always)]
    fn is_plain_read(&self, at: u16) -> bool {
        !self.io || at & 0xF000 != 0xD000
    }

    #[inline(always)]
    fn is_plain_write(&self, at: u16) -> bool {
        at >= 2 && self.is_plain_read(at)
    }

    #[inline(always)]
    fn read(&self, at: u16) -> u8 {
        Banks::read(self, at)
    }

    #[inline(always)]
    fn write(&mut self, at: u16, value: u8) {
        self.cells[usize::from(at)] = value;
    }

    #[inline(always)]
    fn read_low(&self, at: u16) -> u8 {
        self.cells[usize::from(at)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RAM: u8 = 0x11;
    const BASIC: u8 = 0xBA;
    const CHARACTERS: u8 = 0xC4;
    const KERNAL: u8 = 0xE0;
    const CHIPS: u8 = 0x10;

    fn banks() -> Banks {
        let mut banks = Banks::new(Power::Fill(RAM));
        banks.set_basic(&[BASIC; 0x2000]);
        banks.set_characters(&[CHARACTERS; 0x1000]);
        banks.set_kernal(&[KERNAL; 0x2000]);
        banks.write(1, 0x37);
        banks.write(0, 0x2F);
        banks
    }

    fn seen(banks: &Banks) -> [u8; 3] {
        let middle = if banks.io_visible() {
            CHIPS
        } else {
            banks.read(0xD800)
        };
        [banks.read(0xA000), middle, banks.read(0xFFFF)]
    }

    #[test]
    fn the_port_selects_eight_configurations() {
        #[rustfmt::skip]
        let table = [
        //   port   $A000  $D000       $E000
            (0x30, [RAM,   RAM,        RAM   ]),
            (0x31, [RAM,   CHARACTERS, RAM   ]),
            (0x32, [RAM,   CHARACTERS, KERNAL]),
            (0x33, [BASIC, CHARACTERS, KERNAL]),
            (0x34, [RAM,   RAM,        RAM   ]),
            (0x35, [RAM,   CHIPS,      RAM   ]),
            (0x36, [RAM,   CHIPS,      KERNAL]),
            (0x37, [BASIC, CHIPS,      KERNAL]),
        ];
        let mut banks = banks();
        for (port, expected) in table {
            banks.write(1, port);
            assert_eq!(seen(&banks), expected, "port ${port:02x}");
            assert_eq!(
                [banks.read(0x9FFF), banks.read(0xC000), banks.read(1)],
                [RAM, RAM, port]
            );
        }
    }

    #[test]
    fn writing_reaches_the_ram_under_every_rom() {
        let mut banks = banks();
        banks.write(1, 0x33);
        for address in [0xA000, 0xBFFF, 0xD000, 0xDFFF, 0xE000, 0xFFFF] {
            banks.write(address, 0x5A);
            assert_ne!(banks.read(address), 0x5A);
        }
        banks.write(1, 0x30);
        for address in [0xA000, 0xBFFF, 0xD000, 0xDFFF, 0xE000, 0xFFFF] {
            assert_eq!(banks.read(address), 0x5A);
        }
    }

    #[test]
    fn an_input_line_of_the_port_floats_high() {
        let mut banks = banks();
        banks.write(1, 0x30);
        banks.write(0, 0x28); // the three bank lines become inputs
        assert_eq!(seen(&banks), [BASIC, CHIPS, KERNAL]);
        assert_eq!((banks.read(0), banks.read(1)), (0x28, 0x37));
    }

    #[test]
    fn the_video_chip_sees_characters_in_banks_0_and_2_only() {
        let banks = banks();
        assert_eq!(banks.video_read(0x0000, 0x1000), CHARACTERS);
        assert_eq!(banks.video_read(0x4000, 0x1000), RAM);
        assert_eq!(banks.video_read(0x8000, 0x1FFF), CHARACTERS);
        assert_eq!(banks.video_read(0xC000, 0x1000), RAM);
        assert_eq!(banks.video_read(0x0000, 0x2000), RAM);
    }

    #[test]
    fn an_empty_socket_stops_the_processor() {
        let banks = Banks::new(Power::Pattern);
        assert_eq!((banks.read(0xA000), banks.read(0xFFFC)), (0x02, 0x02));
    }
}
