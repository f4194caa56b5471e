//! The processor: the `mos6502` core, NMOS variant, with what it gets wrong put right.
//!
//! Invariant: after [`step`], `cpu.cycles` has grown by exactly the data sheet's count. The core charges
//! read-modify-write instructions for a page they cross; they always pay for it in their base count, so
//! the charge is taken out here. It takes the flags of decimal arithmetic from the result, as a 65C02 does; here they are
//! the NMOS chip's. Interrupts are left to the machine: the core would serve them in no time.

use crate::decimal::{self, Sum};
use mos6502::cpu::CPU;
use mos6502::instruction::{AddressingMode, Instruction, Nmos6502, OpInput};
use mos6502::memory::Bus;
use mos6502::registers::{StackPointer, Status};
use std::fmt;

/// A processor on the bus `B`.
pub type Cpu<B> = CPU<B, Nmos6502>;

/// An instruction with its operand worked out, not yet executed.
pub type Decoded = (Instruction, AddressingMode, OpInput);

/// Where a routine returns to when the host called it: no program has code on top of the processor port.
pub const RETURN_ADDRESS: u16 = 0x0000;

/// The registers by their names on the data sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Registers {
    /// Accumulator.
    pub a: u8,
    /// Index register X.
    pub x: u8,
    /// Index register Y.
    pub y: u8,
    /// Stack pointer.
    pub s: u8,
    /// Flags.
    pub p: u8,
    /// Program counter.
    pub pc: u16,
}

/// Why a run ended without reaching its goal; `at` is the address of the instruction it was last at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The cycle limit was reached.
    CycleLimit {
        /// The address.
        at: u16,
        /// The limit.
        cycles: u64,
    },
    /// A `BRK` in code that has no handler for it.
    Break {
        /// The address.
        at: u16,
    },
    /// An opcode that stops the processor or that the core does not know.
    Jam {
        /// The address.
        at: u16,
        /// The byte there.
        opcode: u8,
    },
    /// A routine returned to its caller, but not with the stack pointer it was called with.
    Unbalanced {
        /// The stack pointer it returned with.
        stack: u8,
        /// The one it was called with.
        expected: u8,
    },
}

impl Fault {
    /// The address of the instruction the processor was last at.
    pub fn address(self) -> u16 {
        match self {
            Fault::CycleLimit { at, .. } | Fault::Break { at } | Fault::Jam { at, .. } => at,
            Fault::Unbalanced { .. } => RETURN_ADDRESS,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::CycleLimit { at, cycles } => {
                write!(f, "no end within {cycles} cycles, last at ${at:04x}")
            }
            Fault::Break { at } => write!(f, "BRK at ${at:04x}"),
            Fault::Unbalanced { stack, expected } => write!(
                f,
                "the routine returned with the stack at ${stack:02x} instead of ${expected:02x}"
            ),
            Fault::Jam { at, opcode } => {
                write!(
                    f,
                    "opcode ${opcode:02x} at ${at:04x} stops the processor or is unknown"
                )
            }
        }
    }
}

impl std::error::Error for Fault {}

/// Executes one instruction; `false`, and nothing happens, at an opcode that stops it or is unknown.
pub fn step<B: Bus>(cpu: &mut Cpu<B>) -> bool {
    match decode(cpu) {
        Some(decoded) => {
            execute(cpu, decoded);
            true
        }
        None => false,
    }
}

/// Fetches one instruction and moves the program counter past it; stays on one that stops the processor.
///
/// This and [`execute`] are large and not where the time goes, which is in the fast path: one copy of each is enough.
#[inline(never)]
pub fn decode<B: Bus>(cpu: &mut Cpu<B>) -> Option<Decoded> {
    let at = cpu.registers.program_counter;
    let (instruction, mode, operand) = cpu.fetch_next_and_decode()?;
    if instruction == Instruction::JAM {
        cpu.registers.program_counter = at;
        return None;
    }
    let operand = match operand {
        OpInput::UseAddress {
            address,
            page_crossed: true,
        } if modifies_memory(instruction) => OpInput::UseAddress {
            address,
            page_crossed: false,
        },
        other => other,
    };
    Some((instruction, mode, operand))
}

/// Executes an instruction that was decoded, and counts its cycles.
#[inline(never)]
pub fn execute<B: Bus>(cpu: &mut Cpu<B>, decoded: Decoded) {
    if sums(decoded.0) && cpu.registers.status.contains(Status::PS_DECIMAL_MODE) {
        execute_decimal(cpu, decoded);
    } else {
        cpu.execute_instruction(decoded);
    }
}

/// Whether an instruction adds or subtracts by the rules of the decimal flag.
pub fn sums(instruction: Instruction) -> bool {
    use Instruction::{ADC, ISC, RRA, SBC};
    matches!(instruction, ADC | SBC | RRA | ISC)
}

/// Has the core calculate in binary, which tells the operand without reading it twice.
fn execute_decimal<B: Bus>(cpu: &mut Cpu<B>, decoded: Decoded) {
    let a = cpu.registers.accumulator;
    let carry = cpu.registers.status.contains(Status::PS_CARRY);
    cpu.registers.status.remove(Status::PS_DECIMAL_MODE);
    cpu.execute_instruction(decoded);
    let binary = cpu.registers.accumulator;
    let sum = match decoded {
        // The carry that was added came out of the rotation: what was written has to be read again.
        (Instruction::RRA, _, OpInput::UseAddress { address, .. }) => {
            let value = cpu.memory.get_byte(address);
            decimal::add(a, value, binary != a.wrapping_add(value))
        }
        (Instruction::ADC, ..) => {
            let value = binary.wrapping_sub(a).wrapping_sub(u8::from(carry));
            decimal::add(a, value, carry)
        }
        _ => {
            let value = a.wrapping_sub(binary).wrapping_sub(u8::from(!carry));
            decimal::subtract(a, value, carry)
        }
    };
    set_sum(cpu, sum);
    cpu.registers.status.insert(Status::PS_DECIMAL_MODE);
}

fn set_sum<B: Bus>(cpu: &mut Cpu<B>, sum: Sum) {
    cpu.registers.accumulator = sum.result;
    let status = &mut cpu.registers.status;
    status.set(Status::PS_CARRY, sum.carry);
    status.set(Status::PS_ZERO, sum.zero);
    status.set(Status::PS_OVERFLOW, sum.overflow);
    status.set(Status::PS_NEGATIVE, sum.negative);
}

/// Read-modify-write: two writes in the last two cycles, and no page-crossing penalty.
pub fn modifies_memory(instruction: Instruction) -> bool {
    use Instruction::{ASL, DCP, DEC, INC, ISC, LSR, RLA, ROL, ROR, RRA, SLO, SRE};
    matches!(
        instruction,
        ASL | LSR | ROL | ROR | INC | DEC | SLO | RLA | SRE | RRA | DCP | ISC
    )
}

/// The registers of `cpu`.
pub fn registers<B: Bus>(cpu: &Cpu<B>) -> Registers {
    let registers = cpu.registers;
    Registers {
        a: registers.accumulator,
        x: registers.index_x,
        y: registers.index_y,
        s: registers.stack_pointer.0,
        p: registers.status.bits(),
        pc: registers.program_counter,
    }
}

/// Sets the registers of `cpu`.
pub fn set_registers<B: Bus>(cpu: &mut Cpu<B>, new: Registers) {
    let registers = &mut cpu.registers;
    registers.accumulator = new.a;
    registers.index_x = new.x;
    registers.index_y = new.y;
    registers.stack_pointer = StackPointer(new.s);
    registers.status = Status::from_bits_retain(new.p);
    registers.program_counter = new.pc;
}

/// Whether a routine that came back to [`RETURN_ADDRESS`] left the stack as it found it.
pub fn check_balance<B: Bus>(cpu: &Cpu<B>, expected: u8) -> Result<(), Fault> {
    let stack = cpu.registers.stack_pointer.0;
    if stack == expected {
        Ok(())
    } else {
        Err(Fault::Unbalanced { stack, expected })
    }
}

/// Makes the processor stand at `address` as if a `JSR` at the host's end had led there.
pub fn enter_routine<B: Bus>(cpu: &mut Cpu<B>, address: u16) {
    let [low, high] = RETURN_ADDRESS.wrapping_sub(1).to_le_bytes();
    for byte in [high, low] {
        let stack = cpu.registers.stack_pointer.to_u16();
        cpu.memory.set_byte(stack, byte);
        cpu.registers.stack_pointer.decrement();
    }
    cpu.registers.program_counter = address;
}
