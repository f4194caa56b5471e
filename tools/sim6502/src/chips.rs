//! The two CIAs of the emulated C64 for suites about time: the timers of `$DD00` count the processor's cycles, and the keyboard at
//! `$DC00` has no key pressed. Time stands between instructions: whatever one reads, it reads as of the cycle it began in.

use c64::Model;
use c64::cia::Cia;

const FIRST: u16 = 0xDC00;
const LAST: u16 = 0xDDFF;
const CHIP_SIZE: u16 = 0x100;

pub struct Chips {
    cias: [Cia; 2],
    /// Cycles of all tests of the suite.
    now: u64,
    /// Those of the tests before the present one.
    before: u64,
}

impl Chips {
    pub fn new() -> Self {
        Self {
            cias: [Cia::new(Model::Pal), Cia::new(Model::Pal)],
            now: 0,
            before: 0,
        }
    }

    pub fn has(address: u16) -> bool {
        (FIRST..=LAST).contains(&address)
    }

    /// The present test has taken so many cycles.
    pub fn advance(&mut self, cycles: u64) {
        self.now = self.before + cycles;
    }

    /// Another test counts from zero again.
    pub fn begin_test(&mut self) {
        self.before = self.now;
    }

    /// What a read would show, without its effects.
    pub fn show(&self, address: u16) -> u8 {
        let cia = &self.cias[chip(address)];
        match register(address) {
            port @ (0 | 1) => lines(cia, port),
            register => cia.show(register, self.now),
        }
    }

    pub fn read(&mut self, address: u16) -> u8 {
        let cia = &mut self.cias[chip(address)];
        cia.advance(self.now);
        match register(address) {
            port @ (0 | 1) => lines(cia, port),
            register => cia.read(register, self.now),
        }
    }

    pub fn write(&mut self, address: u16, value: u8) {
        let cia = &mut self.cias[chip(address)];
        cia.advance(self.now);
        cia.write(register(address), value, self.now);
    }
}

/// Nothing outside pulls a line low.
fn lines(cia: &Cia, port: u8) -> u8 {
    !cia.driven_low(usize::from(port))
}

fn chip(address: u16) -> usize {
    usize::from((address - FIRST) / CHIP_SIZE)
}

fn register(address: u16) -> u8 {
    address as u8 & 15
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_timers_of_the_second_chip_count_cycles_over_all_tests_of_a_suite() {
        let mut chips = Chips::new();
        for (address, value) in [
            (0xDD04, 0xFF),
            (0xDD05, 0xFF),
            (0xDD06, 0xFF),
            (0xDD07, 0xFF),
        ] {
            chips.write(address, value);
        }
        chips.write(0xDD0F, 0x51);
        chips.write(0xDD0E, 0x11);
        let mut count = |cycles| {
            chips.advance(cycles);
            let bytes = [0xDD04, 0xDD05, 0xDD06, 0xDD07].map(|address| chips.read(address));
            !u32::from_le_bytes(bytes)
        };
        let begun = count(100);
        assert_eq!(count(70_100) - begun, 70_000);
        chips.begin_test();
        chips.advance(1_000);
        let bytes = [0xDD04, 0xDD05, 0xDD06, 0xDD07].map(|address| chips.read(address));
        assert_eq!(!u32::from_le_bytes(bytes) - begun, 71_000);
    }

    #[test]
    fn no_key_is_pressed_whichever_columns_are_pulled_low() {
        let mut chips = Chips::new();
        chips.write(0xDC02, 0xFF);
        for columns in [0x00, 0x7F, 0xFF] {
            chips.write(0xDC00, columns);
            assert_eq!((chips.read(0xDC00), chips.show(0xDC01)), (columns, 0xFF));
        }
    }
}
