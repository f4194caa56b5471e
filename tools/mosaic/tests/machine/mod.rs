//! A 6502 in flat memory for tests: load bytes, set registers, call an address, look at what is left.

pub mod encode;
pub mod random;

use c64::{Flat, Power, Registers};

pub struct Machine {
    flat: Flat,
}

/// What a call left in the registers, and its cycles without the call itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct End {
    pub a: u8,
    pub x: u8,
    pub y: u8,
    pub flags: u8,
    pub cycles: u64,
}

/// More than any test needs.
const LIMIT: u64 = 5_000_000;

impl Default for Machine {
    fn default() -> Machine {
        Machine {
            flat: Flat::new(Power::Fill(0xa5)),
        }
    }
}

impl Machine {
    pub fn load(&mut self, address: u16, bytes: &[u8]) {
        self.flat.load(address, bytes);
    }

    pub fn peek(&self, address: u16) -> u8 {
        self.flat.peek(address)
    }

    /// A little-endian number of `bytes` bytes.
    pub fn number(&self, address: u16, bytes: u16) -> u64 {
        (0..bytes).rev().fold(0, |value, at| {
            value << 8 | u64::from(self.peek(address + at))
        })
    }

    pub fn set_number(&mut self, address: u16, bytes: u16, value: u64) {
        self.load(address, &value.to_le_bytes()[..usize::from(bytes)]);
    }

    pub fn memory(&self) -> &[u8; 0x1_0000] {
        self.flat.memory()
    }

    pub fn registers(&mut self, a: u8, x: u8, y: u8) -> &mut Machine {
        self.flat.set_registers(Registers {
            a,
            x,
            y,
            ..self.flat.registers()
        });
        self
    }

    /// Sets N, V, Z and C to the bits of `flags`.
    pub fn flags(&mut self, flags: u8) -> &mut Machine {
        let registers = self.flat.registers();
        let p = registers.p & !0b1100_1011 | flags & 0b1100_0011;
        self.flat.set_registers(Registers { p, ..registers });
        self
    }

    /// Calls `address` and runs until it returns.
    pub fn call(&mut self, address: u16) -> End {
        match self.flat.call(address, LIMIT) {
            Ok(cycles) => self.end(cycles),
            Err(fault) => panic!("call of ${address:04x}: {fault}"),
        }
    }

    /// Calls `address`; `None` when it has not returned after `limit` cycles.
    pub fn call_within(&mut self, address: u16, limit: u64) -> Option<End> {
        match self.flat.call(address, limit) {
            Ok(cycles) => Some(self.end(cycles)),
            Err(c64::Fault::CycleLimit { .. }) => None,
            Err(fault) => panic!("call of ${address:04x}: {fault}"),
        }
    }

    /// Runs from `start` until the program counter reaches `end`.
    pub fn run(&mut self, start: u16, end: u16) -> End {
        self.flat.set_registers(Registers {
            pc: start,
            s: 0xf0,
            ..self.flat.registers()
        });
        let before = self.flat.cycles();
        while self.flat.registers().pc != end {
            self.flat.step().unwrap();
            assert!(
                self.flat.cycles() - before < LIMIT,
                "${end:04x} is never reached"
            );
        }
        self.end(self.flat.cycles() - before)
    }

    /// Executes the one instruction at `start`.
    pub fn step(&mut self, start: u16) -> End {
        self.flat.set_registers(Registers {
            pc: start,
            s: 0xf0,
            ..self.flat.registers()
        });
        let before = self.flat.cycles();
        self.flat.step().unwrap();
        self.end(self.flat.cycles() - before)
    }

    fn end(&self, cycles: u64) -> End {
        let Registers { a, x, y, p, .. } = self.flat.registers();
        End {
            a,
            x,
            y,
            flags: p,
            cycles,
        }
    }
}
