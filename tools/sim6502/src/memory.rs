//! The memory maps of the suite language: flat RAM, RAM with the two port latches of the 6510, and
//! a banked C64. Reads have no side effects, and suites see memory exactly as the processor does. No
//! chip exists behind `$D000-$DFFF`, only a store of bytes; but on `c64_timed`, a system of this runner alone, the CIAs do.

use crate::chips::Chips;
use crate::tree::System;
use mos6502::memory::Bus;

const BASIC: u16 = 0xA000;
const CHARACTERS: u16 = 0xD000;
const KERNAL: u16 = 0xE000;
const IO_SIZE: usize = 0x1000;

/// What `$00` and `$01` hold on a C64 that has just started.
const C64_PORT: [u8; 2] = [0x2F, 0x37];

const LORAM: u8 = 1;
const HIRAM: u8 = 2;
const CHAREN: u8 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RomName {
    Basic,
    Kernal,
    Characters,
}

impl RomName {
    pub fn parse(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "basic" => Some(RomName::Basic),
            "kernal" => Some(RomName::Kernal),
            "chargen" | "char" => Some(RomName::Characters),
            _ => None,
        }
    }

    pub fn size(self) -> usize {
        match self {
            RomName::Basic | RomName::Kernal => 0x2000,
            RomName::Characters => 0x1000,
        }
    }
}

pub struct Memory {
    ram: Box<[u8; 0x10000]>,
    map: Map,
}

enum Map {
    Flat,
    Latched([u8; 2]),
    Banked(Box<Banks>),
}

struct Banks {
    chips: Option<Chips>,
    port: [u8; 2],
    io: [u8; IO_SIZE],
    basic: [u8; 0x2000],
    kernal: [u8; 0x2000],
    characters: [u8; 0x1000],
}

/// What the processor sees at an address of the C64.
enum Bank {
    Ram,
    Port,
    Io,
    Basic,
    Kernal,
    Characters,
}

impl Memory {
    pub fn new(system: System) -> Self {
        let map = match system {
            System::Generic6502 | System::Generic65C02 => Map::Flat,
            System::Generic6510 => Map::Latched([0; 2]),
            System::C64 | System::C64Timed => Map::Banked(Box::new(Banks {
                chips: (system == System::C64Timed).then(Chips::new),
                port: C64_PORT,
                io: [0; IO_SIZE],
                basic: [0; 0x2000],
                kernal: [0; 0x2000],
                characters: [0; 0x1000],
            })),
        };
        Self {
            ram: Box::new([0; 0x10000]),
            map,
        }
    }

    #[inline]
    pub fn read(&self, address: u16) -> u8 {
        match &self.map {
            Map::Flat => self.ram[usize::from(address)],
            Map::Latched(port) if address < 2 => port[usize::from(address)],
            Map::Latched(_) => self.ram[usize::from(address)],
            Map::Banked(banks) => match banks.visible(address) {
                Bank::Ram => self.ram[usize::from(address)],
                Bank::Port => banks.port[usize::from(address)],
                Bank::Io => match &banks.chips {
                    Some(chips) if Chips::has(address) => chips.show(address),
                    _ => banks.io[usize::from(address - CHARACTERS)],
                },
                Bank::Basic => banks.basic[usize::from(address - BASIC)],
                Bank::Kernal => banks.kernal[usize::from(address - KERNAL)],
                Bank::Characters => banks.characters[usize::from(address - CHARACTERS)],
            },
        }
    }

    pub fn read_word(&self, address: u16) -> u16 {
        u16::from_le_bytes([self.read(address), self.read(address.wrapping_add(1))])
    }

    #[inline]
    pub fn write(&mut self, address: u16, value: u8) {
        match &mut self.map {
            Map::Flat => {}
            Map::Latched(port) if address < 2 => return port[usize::from(address)] = value,
            Map::Latched(_) => {}
            Map::Banked(banks) => match banks.visible(address) {
                Bank::Port => return banks.port[usize::from(address)] = value,
                Bank::Io => match &mut banks.chips {
                    Some(chips) if Chips::has(address) => return chips.write(address, value),
                    _ => banks.io[usize::from(address - CHARACTERS)] = value,
                },
                _ => {}
            },
        }
        self.ram[usize::from(address)] = value;
    }

    fn chips(&mut self) -> Option<&mut Chips> {
        match &mut self.map {
            Map::Banked(banks) => banks.chips.as_mut(),
            _ => None,
        }
    }

    /// The present test has taken so many cycles.
    #[inline]
    pub fn advance(&mut self, cycles: u64) {
        if let Some(chips) = self.chips() {
            chips.advance(cycles);
        }
    }

    /// Another test counts its cycles from zero; for the chips time goes on.
    pub fn begin_test(&mut self) {
        if let Some(chips) = self.chips() {
            chips.begin_test();
        }
    }

    /// A read by the processor: those of chips have effects.
    #[inline]
    fn fetch(&mut self, address: u16) -> u8 {
        if let Map::Banked(banks) = &mut self.map
            && Chips::has(address)
            && matches!(banks.visible(address), Bank::Io)
            && let Some(chips) = &mut banks.chips
        {
            return chips.read(address);
        }
        self.read(address)
    }

    /// Copies a file straight into RAM, under any latch, ROM or I/O; the caller has checked that it fits.
    pub fn load(&mut self, address: u16, bytes: &[u8]) {
        let start = usize::from(address);
        self.ram[start..start + bytes.len()].copy_from_slice(bytes);
    }

    /// Fills the start of a ROM; a machine without ROMs ignores it.
    pub fn fill_rom(&mut self, name: RomName, bytes: &[u8]) {
        let Map::Banked(banks) = &mut self.map else {
            return;
        };
        let area: &mut [u8] = match name {
            RomName::Basic => &mut banks.basic,
            RomName::Kernal => &mut banks.kernal,
            RomName::Characters => &mut banks.characters,
        };
        area[..bytes.len()].copy_from_slice(bytes);
    }
}

impl Banks {
    #[inline]
    fn visible(&self, address: u16) -> Bank {
        let port = self.port[1];
        let (loram, hiram) = (port & LORAM != 0, port & HIRAM != 0);
        match address {
            0..2 => Bank::Port,
            BASIC..0xC000 if loram && hiram => Bank::Basic,
            CHARACTERS..KERNAL if !loram && !hiram => Bank::Ram,
            CHARACTERS..KERNAL if port & CHAREN != 0 => Bank::Io,
            CHARACTERS..KERNAL => Bank::Characters,
            KERNAL.. if hiram => Bank::Kernal,
            _ => Bank::Ram,
        }
    }
}

impl Bus for Memory {
    fn get_byte(&mut self, address: u16) -> u8 {
        self.fetch(address)
    }

    fn set_byte(&mut self, address: u16, value: u8) {
        self.write(address, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A C64 whose every bank holds its own byte at the start.
    fn c64() -> Memory {
        let mut memory = Memory::new(System::C64);
        for address in [BASIC, CHARACTERS, KERNAL] {
            memory.load(address, &[0x11]);
        }
        memory.fill_rom(RomName::Basic, &[0xBA]);
        memory.fill_rom(RomName::Kernal, &[0xCE]);
        memory.fill_rom(RomName::Characters, &[0xC4]);
        memory.write(1, 0x37);
        memory
    }

    #[test]
    fn the_eight_bank_configurations_show_what_the_port_says() {
        #[rustfmt::skip]
        //  $01   $A000 $D000 $E000; the store behind I/O holds $00 here
        let table = [
            (0x30, 0x11, 0x11, 0x11), (0x31, 0x11, 0xC4, 0x11), (0x32, 0x11, 0xC4, 0xCE), (0x33, 0xBA, 0xC4, 0xCE),
            (0x34, 0x11, 0x11, 0x11), (0x35, 0x11, 0x00, 0x11), (0x36, 0x11, 0x00, 0xCE), (0x37, 0xBA, 0x00, 0xCE),
        ];
        for (port, basic, characters, kernal) in table {
            let mut memory = c64();
            memory.write(1, port);
            let seen = [BASIC, CHARACTERS, KERNAL].map(|address| memory.read(address));
            assert_eq!(seen, [basic, characters, kernal], "with ${port:02X}");
        }
    }

    #[test]
    fn writes_go_to_ram_under_roms_and_to_ram_and_store_under_visible_io() {
        let mut memory = c64();
        memory.write(BASIC, 1);
        memory.write(CHARACTERS, 2);
        memory.write(KERNAL, 3);
        assert_eq!(memory.read(BASIC), 0xBA);
        assert_eq!(memory.read(CHARACTERS), 2);
        memory.write(1, 0x34);
        assert_eq!(
            [BASIC, CHARACTERS, KERNAL].map(|at| memory.read(at)),
            [1, 2, 3]
        );
        memory.write(CHARACTERS, 9);
        memory.write(1, 0x35);
        assert_eq!(memory.read(CHARACTERS), 2, "the store was hidden");
    }

    #[test]
    fn with_chips_a_store_to_a_cia_reaches_no_ram_and_other_io_is_a_store_of_bytes() {
        let mut memory = Memory::new(System::C64Timed);
        memory.write(0xDC02, 0x0F);
        memory.write(0xDC00, 0xA5);
        memory.write(0xD020, 0x0E);
        assert_eq!([memory.read(0xDC00), memory.read(0xD020)], [0xF5, 0x0E]);
        memory.write(1, 0x34);
        assert_eq!([memory.read(0xDC00), memory.read(0xD020)], [0x00, 0x0E]);
    }

    #[test]
    fn the_c64_starts_with_its_port_at_2f_and_37() {
        let memory = Memory::new(System::C64);
        assert_eq!((memory.read(0), memory.read(1)), (0x2F, 0x37));
    }

    #[test]
    fn the_latches_of_the_6510_start_at_zero_and_no_load_reaches_them() {
        let mut memory = Memory::new(System::Generic6510);
        memory.load(0, &[1, 2, 3]);
        assert_eq!([0, 1, 2].map(|at| memory.read(at)), [0, 0, 3]);
        memory.write(1, 0x55);
        assert_eq!(memory.read(1), 0x55);
    }

    #[test]
    fn flat_memory_has_no_latches_and_words_wrap_at_its_end() {
        let mut memory = Memory::new(System::Generic6502);
        memory.load(0, &[0x12]);
        memory.write(0xFFFF, 0x34);
        assert_eq!(memory.read_word(0xFFFF), 0x1234);
    }
}
