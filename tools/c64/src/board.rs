//! The main board: memory and chips on the processor's bus, and the interrupt lines between them.
//!
//! Chips are advanced only when they are touched or when `horizon` is reached: the cycle before which no chip
//! can change an interrupt line or steal a cycle. The machine keeps `access` at the cycle in which the current
//! instruction touches `$D000–$DFFF`, so that a chip is read and written in the right cycle.

use crate::banks::Banks;
use crate::cia::{Cia, NEVER};
use crate::keyboard::Keyboard;
use crate::model::Model;
use crate::power::Power;
use crate::sid::Sid;
use crate::vic::Vic;
use mos6502::memory::Bus;

/// The upper half of a colour cell is not connected.
const COLOUR_UNCONNECTED: u8 = 0xF0;
const OPEN_BUS: u8 = 0xFF;

/// Everything but the processor.
#[derive(Clone)]
pub struct Board {
    /// RAM and ROM, as the processor port arranges them.
    pub banks: Banks,
    /// The VIC-II, which makes the picture.
    pub vic: Vic,
    /// The CIA of keyboard, joysticks and the interrupt.
    pub cia1: Cia,
    /// The CIA of the serial bus, the VIC-II's bank and the NMI.
    pub cia2: Cia,
    /// The SID, which makes the sound.
    pub sid: Sid,
    /// Keys and joysticks, as switches.
    pub keyboard: Keyboard,
    /// Colour RAM: the low four bits count.
    pub colours: [u8; 0x400],
    /// The cycle of the current instruction's access to a chip.
    pub(crate) access: u64,
    /// The current instruction reads, writes the old value back and writes the new one.
    pub(crate) modifies: bool,
    read_for_modify: u8,
    pub(crate) horizon: u64,
    /// The cycle from which the IRQ line is low.
    pub(crate) irq_since: u64,
    /// The cycle of an NMI edge not yet served.
    pub(crate) nmi_edge: u64,
    nmi_low: bool,
}

impl Board {
    /// A board just switched on.
    pub fn new(model: Model, power: Power) -> Board {
        let mut colours = [0; 0x400];
        power.fill(&mut colours);
        let mut board = Board {
            banks: Banks::new(power),
            vic: Vic::new(model),
            cia1: Cia::new(model),
            cia2: Cia::new(model),
            sid: Sid::new(),
            keyboard: Keyboard::default(),
            colours: colours.map(|cell| cell & 0x0F),
            access: 0,
            modifies: false,
            read_for_modify: 0,
            horizon: 0,
            irq_since: NEVER,
            nmi_edge: NEVER,
            nmi_low: false,
        };
        board.settle(0);
        board
    }

    /// Lets everything up to and including cycle `now` happen.
    pub fn advance(&mut self, now: u64) {
        self.vic.advance(now);
        self.cia1.advance(now);
        self.cia2.advance(now);
        self.settle(now);
    }

    /// Works out the interrupt lines and the next horizon.
    fn settle(&mut self, now: u64) {
        self.irq_since = self.cia1.line_since().min(self.vic.line_since());
        let low_since = self.cia2.line_since();
        let low = low_since != NEVER;
        if low && !self.nmi_low {
            self.nmi_edge = self.nmi_edge.min(low_since);
        }
        self.nmi_low = low;
        self.horizon = if self.nmi_edge != NEVER {
            0
        } else {
            self.vic
                .next_event(now)
                .min(self.cia1.next_interrupt())
                .min(self.cia2.next_interrupt())
        };
    }

    /// The RESTORE key pulls the NMI line; while CIA 2 holds it down already there is no edge.
    pub fn press_restore(&mut self, now: u64) {
        if !self.nmi_low {
            self.nmi_edge = self.nmi_edge.min(now);
            self.horizon = 0;
        }
    }

    /// The start of the 16 KB the VIC-II sees: the two lowest lines of CIA 2's port A, inverted.
    pub fn video_base(&self) -> u16 {
        let lines = !self.cia2.driven_low(0) & 3;
        u16::from(3 - lines) << 14
    }

    /// What the processor would read at `address`, without the effects of reading.
    pub fn peek(&self, address: u16, now: u64) -> u8 {
        if !is_io(address) || !self.banks.io_visible() {
            return self.banks.read(address);
        }
        match address >> 8 {
            0xD0..=0xD3 => self.vic.show(address as u8, now),
            0xD4..=0xD7 => self.sid.show(address as u8),
            0xD8..=0xDB => self.colours[usize::from(address & 0x3FF)] | COLOUR_UNCONNECTED,
            0xDC => match address as u8 & 15 {
                port @ 0..=1 => self.keyboard_port(usize::from(port)),
                register => self.cia1.show(register, now),
            },
            0xDD => match address as u8 & 15 {
                0 => self.serial_port(),
                1 => !self.cia2.driven_low(1),
                register => self.cia2.show(register, now),
            },
            _ => OPEN_BUS,
        }
    }

    fn read_io(&mut self, address: u16) -> u8 {
        if address & 0xFC00 == 0xD800 {
            return self.colours[usize::from(address & 0x3FF)] | COLOUR_UNCONNECTED;
        }
        let now = self.access - if self.modifies { 2 } else { 0 };
        self.advance(now);
        let value = match address >> 8 {
            0xD4..=0xD7 => self.sid.read(address as u8, now),
            0xDC if address & 15 > 1 => self.cia1.read(address as u8 & 15, now),
            0xDD if address & 15 > 1 => self.cia2.read(address as u8 & 15, now),
            _ => self.peek(address, now),
        };
        self.settle(now);
        self.read_for_modify = value;
        value
    }

    fn write_io(&mut self, address: u16, value: u8) {
        if address & 0xFC00 == 0xD800 {
            self.colours[usize::from(address & 0x3FF)] = value & 0x0F;
            return;
        }
        if self.modifies {
            self.write_chip(address, self.read_for_modify, self.access - 1);
        }
        self.write_chip(address, value, self.access);
    }

    fn write_chip(&mut self, address: u16, value: u8, now: u64) {
        self.advance(now);
        match address >> 8 {
            0xD0..=0xD3 => self.vic.write(address as u8, value, now),
            0xD4..=0xD7 => self.sid.write(address as u8, value, now),
            0xDC => self.cia1.write(address as u8 & 15, value, now),
            0xDD => self.cia2.write(address as u8 & 15, value, now),
            _ => {}
        }
        self.settle(now);
    }

    /// A write by the host, as if the processor had written at cycle `now`.
    pub(crate) fn poke(&mut self, address: u16, value: u8, now: u64) {
        self.access = now;
        self.modifies = false;
        self.set_byte(address, value);
    }

    /// The levels of CIA 1's port A (0) or B (1), with keys and joysticks on them.
    fn keyboard_port(&self, index: usize) -> u8 {
        let (a, b) = self
            .keyboard
            .levels(self.cia1.driven_low(0), self.cia1.driven_low(1));
        [a, b][index]
    }

    /// CIA 2's port A: its serial inputs see the serial outputs inverted, as nothing else is on the bus.
    fn serial_port(&self) -> u8 {
        let levels = !self.cia2.driven_low(0);
        let driven = self.cia2.port[0] & self.cia2.direction[0];
        let inputs = (!driven & 0x30) << 2;
        (levels & 0x3F)
            | (inputs & !self.cia2.direction[0])
            | (levels & self.cia2.direction[0] & 0xC0)
    }
}

#[inline(always)]
fn is_io(address: u16) -> bool {
    address & 0xF000 == 0xD000
}

impl Bus for Board {
    #[inline(always)]
    fn get_byte(&mut self, address: u16) -> u8 {
        if is_io(address) && self.banks.io_visible() {
            self.read_io(address)
        } else {
            self.banks.read(address)
        }
    }

    #[inline(always)]
    fn set_byte(&mut self, address: u16, value: u8) {
        if is_io(address) && self.banks.io_visible() {
            self.write_io(address, value);
        } else {
            self.banks.write(address, value);
        }
    }
}
