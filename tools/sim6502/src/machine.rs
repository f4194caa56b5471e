//! Processor and memory of one suite: the `mos6502` core with what it lacks or miscounts put right.
//!
//! The core charges a page crossing to indexed read-modify-write instructions, which on silicon always
//! take the longer time, and leaves out six undocumented opcodes. Both are settled here by opcode. The flags of the NMOS
//! chip's decimal arithmetic are those of the emulated machine.

use crate::memory::Memory;
use crate::tree::{Flag, Register, System};
use mos6502::Variant;
use mos6502::cpu::CPU;
use mos6502::instruction::{AddressingMode, Instruction, Nmos6502, W65C02S};
use mos6502::registers::{Registers, StackPointer, Status};

const STACK_AT_START: u8 = 0xFD;
const STATUS_AT_START: u8 = 0x24;

/// The constant that leaks into `LXA` on most chips.
const LXA_MAGIC: u8 = 0xEE;

pub struct Machine {
    core: Core,
}

enum Core {
    Nmos(CPU<Memory, Nmos6502>),
    Cmos(CPU<Memory, W65C02S>),
}

/// Calls the same code on either core.
macro_rules! on_core {
    ($machine:expr, $cpu:ident => $body:expr) => {
        match &$machine.core {
            Core::Nmos($cpu) => $body,
            Core::Cmos($cpu) => $body,
        }
    };
    (mut $machine:expr, $cpu:ident => $body:expr) => {
        match &mut $machine.core {
            Core::Nmos($cpu) => $body,
            Core::Cmos($cpu) => $body,
        }
    };
}

impl Machine {
    /// All zero but the stack pointer and the status; no reset vector is fetched.
    pub fn new(system: System) -> Self {
        let memory = Memory::new(system);
        let core = match system {
            System::Generic65C02 => Core::Cmos(CPU::new(memory, W65C02S::default())),
            _ => Core::Nmos(CPU::new(memory, Nmos6502)),
        };
        let mut machine = Self { core };
        machine.registers_mut().stack_pointer = StackPointer(STACK_AT_START);
        machine.registers_mut().status = Status::from_bits_retain(STATUS_AT_START);
        machine
    }

    pub fn registers(&self) -> &Registers {
        on_core!(self, cpu => &cpu.registers)
    }

    pub fn registers_mut(&mut self) -> &mut Registers {
        on_core!(mut self, cpu => &mut cpu.registers)
    }

    pub fn memory(&self) -> &Memory {
        on_core!(self, cpu => &cpu.memory)
    }

    pub fn memory_mut(&mut self) -> &mut Memory {
        on_core!(mut self, cpu => &mut cpu.memory)
    }

    pub fn cycles(&self) -> u64 {
        on_core!(self, cpu => cpu.cycles)
    }

    pub fn reset_cycles(&mut self) {
        self.memory_mut().begin_test();
        on_core!(mut self, cpu => cpu.cycles = 0);
    }

    pub fn register(&self, register: Register) -> u8 {
        let registers = self.registers();
        match register {
            Register::A => registers.accumulator,
            Register::X => registers.index_x,
            Register::Y => registers.index_y,
        }
    }

    /// Sets a register; no flag changes.
    pub fn set_register(&mut self, register: Register, value: u8) {
        let registers = self.registers_mut();
        match register {
            Register::A => registers.accumulator = value,
            Register::X => registers.index_x = value,
            Register::Y => registers.index_y = value,
        }
    }

    pub fn flag(&self, flag: Flag) -> bool {
        self.registers().status.contains(status_bit(flag))
    }

    pub fn set_flag(&mut self, flag: Flag, set: bool) {
        self.registers_mut().status.set(status_bit(flag), set);
    }

    pub fn opcode(&self) -> u8 {
        self.memory().read(self.registers().program_counter)
    }

    /// Whether this opcode stops the processor for good: JAM, or WAI and STP, as no interrupt ever comes.
    #[inline]
    pub fn halts(&self, opcode: u8) -> bool {
        match &self.core {
            // JAM fills column 2 but for the immediate loads and NOPs in the even rows from 8 on.
            Core::Nmos(_) => opcode & 0x0F == 0x02 && (opcode < 0x80 || opcode & 0x10 != 0),
            Core::Cmos(_) => matches!(opcode, 0xCB | 0xDB),
        }
    }

    pub fn decode(&self, opcode: u8) -> Option<(Instruction, AddressingMode)> {
        match &self.core {
            Core::Nmos(_) => Nmos6502::decode(opcode),
            Core::Cmos(_) => W65C02S::decode(opcode),
        }
    }

    /// Executes the instruction at the program counter; the caller keeps halting opcodes away.
    #[inline]
    pub fn step(&mut self) {
        match &mut self.core {
            Core::Nmos(cpu) => step_nmos(cpu),
            Core::Cmos(cpu) => step_cmos(cpu),
        }
    }
}

fn status_bit(flag: Flag) -> Status {
    match flag {
        Flag::Carry => Status::PS_CARRY,
        Flag::Negative => Status::PS_NEGATIVE,
        Flag::Zero => Status::PS_ZERO,
        Flag::Decimal => Status::PS_DECIMAL_MODE,
        Flag::Overflow => Status::PS_OVERFLOW,
    }
}

/// What the NMOS core needs for an opcode.
#[derive(Clone, Copy)]
enum Nmos {
    Right,
    /// The time never depends on the page.
    Always(u8),
    Missing,
}

const NMOS: [Nmos; 256] = nmos_table();

const fn nmos_table() -> [Nmos; 256] {
    let mut table = [Nmos::Right; 256];
    let mut row = 0;
    while row < 16 {
        // Odd rows hold the indexed modes; rows 9 and B are stores and loads.
        if row % 2 == 1 && row != 0x9 && row != 0xB {
            let base = row * 16;
            table[base + 0x3] = Nmos::Always(8);
            table[base + 0xB] = Nmos::Always(7);
            table[base + 0xE] = Nmos::Always(7);
            table[base + 0xF] = Nmos::Always(7);
        }
        row += 1;
    }
    let missing = [0x93, 0x9B, 0x9C, 0x9E, 0x9F, 0xAB];
    let mut index = 0;
    while index < missing.len() {
        table[missing[index]] = Nmos::Missing;
        index += 1;
    }
    table
}

#[inline]
fn step_nmos(cpu: &mut CPU<Memory, Nmos6502>) {
    cpu.memory.advance(cpu.cycles);
    let opcode = cpu.memory.read(cpu.registers.program_counter);
    if cpu.registers.status.contains(Status::PS_DECIMAL_MODE)
        && Nmos6502::decode(opcode).is_some_and(|(instruction, _)| c64::core::sums(instruction))
    {
        c64::core::step(cpu);
        return;
    }
    match NMOS[usize::from(opcode)] {
        Nmos::Right => {
            cpu.single_step();
        }
        Nmos::Always(cycles) => {
            let before = cpu.cycles;
            cpu.single_step();
            cpu.cycles = before + u64::from(cycles);
        }
        Nmos::Missing => step_missing(cpu, opcode),
    }
}

/// The unstable opcodes in their usual model.
fn step_missing(cpu: &mut CPU<Memory, Nmos6502>, opcode: u8) {
    match opcode {
        0xAB => step_lxa(cpu),
        _ => step_unstable_store(cpu, opcode),
    }
}

/// A and X become the operand AND (A OR the magic constant).
fn step_lxa(cpu: &mut CPU<Memory, Nmos6502>) {
    let operand = cpu
        .memory
        .read(cpu.registers.program_counter.wrapping_add(1));
    let registers = &mut cpu.registers;
    let value = (registers.accumulator | LXA_MAGIC) & operand;
    registers.accumulator = value;
    registers.index_x = value;
    registers.status.set(Status::PS_ZERO, value == 0);
    registers.status.set(Status::PS_NEGATIVE, value & 0x80 != 0);
    registers.program_counter = registers.program_counter.wrapping_add(2);
    cpu.cycles += 2;
}

/// SHA, SHX, SHY and TAS write registers AND the high byte of the base address plus one; crossing a page
/// puts that value into the address.
fn step_unstable_store(cpu: &mut CPU<Memory, Nmos6502>, opcode: u8) {
    let at = cpu.registers.program_counter;
    let (base, length, cycles) = if opcode == 0x93 {
        let operand = cpu.memory.read(at.wrapping_add(1));
        let pointer = [operand, operand.wrapping_add(1)].map(|zp| cpu.memory.read(zp.into()));
        (u16::from_le_bytes(pointer), 2, 6)
    } else {
        (cpu.memory.read_word(at.wrapping_add(1)), 3, 5)
    };
    let registers = &mut cpu.registers;
    let (stored, index) = match opcode {
        0x9C => (registers.index_y, registers.index_x),
        0x9E => (registers.index_x, registers.index_y),
        _ => (registers.accumulator & registers.index_x, registers.index_y),
    };
    if opcode == 0x9B {
        registers.stack_pointer = StackPointer(stored);
    }
    registers.program_counter = at.wrapping_add(length);
    let value = stored & base.to_be_bytes()[0].wrapping_add(1);
    let mut address = base.wrapping_add(index.into());
    if address & 0xFF00 != base & 0xFF00 {
        address = u16::from_be_bytes([value, address.to_le_bytes()[0]]);
    }
    cpu.memory.write(address, value);
    cpu.cycles += cycles;
}

/// On the 65C02, indexed shifts take 6 cycles and pay for the page they cross, INC and DEC always take 7,
/// and a taken bit branch pays like any other branch.
fn step_cmos(cpu: &mut CPU<Memory, W65C02S>) {
    let at = cpu.registers.program_counter;
    let opcode = cpu.memory.read(at);
    let before = cpu.cycles;
    cpu.single_step();
    match opcode {
        0x1E | 0x3E | 0x5E | 0x7E => cpu.cycles -= 1,
        0xDE | 0xFE => cpu.cycles = before + 7,
        _ if opcode & 0x0F == 0x0F => {
            let next = at.wrapping_add(3);
            let target = cpu.registers.program_counter;
            cpu.cycles += u64::from(target != next) + u64::from((target ^ next) & 0xFF00 != 0);
        }
        _ => {}
    }
}

#[cfg(test)]
#[path = "machine_tests.rs"]
mod tests;
