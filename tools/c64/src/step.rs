//! One step of the machine: an instruction executed or an interrupt served, every cycle accounted for.
//!
//! Most instructions take the short way: nothing can happen before the board's horizon. The others take the careful
//! way: chips are brought up to date, cycles the VIC-II steals are waited for, interrupts are served as the
//! processor does it, sampled in the last cycle but one of an instruction.

use crate::access::operand;
use crate::burst::{self, Stops};
use crate::cia::NEVER;
use crate::core::{self, Decoded};
use crate::machine::Machine;
use crate::observe::Step;
use mos6502::instruction::{Instruction, OpInput};
use mos6502::registers::Status;

const NMI_VECTOR: u16 = 0xFFFA;
const IRQ_VECTOR: u16 = 0xFFFE;

/// No instruction is longer, not even one more cycle to the next.
const LONGEST_INSTRUCTION: u64 = 8;
const RTI: u8 = 0x40;

/// Cycles of the interrupt sequence, and which of them write.
const INTERRUPT_CYCLES: u64 = 7;
const INTERRUPT_WRITES: u8 = 0b001_1100;

impl Machine {
    /// Executes what the fast path can before cycle `end`, a stop and the horizon; often nothing.
    pub(crate) fn burst(&mut self, end: u64, stops: &Stops) {
        let board = &mut self.cpu.memory;
        if board.irq_since != NEVER || self.observers.any() {
            return;
        }
        // The last instruction may begin so late that it still ends before the horizon.
        let end = end.min(board.horizon.saturating_sub(LONGEST_INSTRUCTION - 1));
        if self.cpu.cycles < end {
            self.cpu.cycles = burst::run(
                &mut self.cpu.registers,
                &mut board.banks,
                self.cpu.cycles,
                end,
                stops,
            );
        }
    }

    pub(crate) fn advance_one(&mut self) -> bool {
        if self.observers.any() {
            return self.observed_step();
        }
        self.unobserved_step()
    }

    fn observed_step(&mut self) -> bool {
        let before = self.registers();
        let start = self.cpu.cycles;
        let interrupt = self.interrupt.is_some();
        let code = [0, 1, 2].map(|offset| self.peek(before.pc.wrapping_add(offset)));
        let wants_operand = self.observers.access.is_some() && !interrupt;
        let operand = wants_operand
            .then(|| operand(code, before, |address| self.peek(address)))
            .flatten();
        let done = self.unobserved_step();
        if done {
            let step = Step {
                before,
                after: self.registers(),
                code,
                operand,
                start,
                end: self.cpu.cycles,
                interrupt,
            };
            self.observers.observe(step);
        }
        done
    }

    fn unobserved_step(&mut self) -> bool {
        let start = self.cpu.cycles;
        if start + LONGEST_INSTRUCTION > self.cpu.memory.horizon
            || (self.cpu.memory.irq_since != NEVER && self.irq_could_be_taken())
        {
            return self.careful_step();
        }
        let Some(decoded) = core::decode(&mut self.cpu) else {
            return false;
        };
        self.note_access(decoded, start);
        core::execute(&mut self.cpu, decoded);
        true
    }

    /// With the IRQ line low: whether the next instruction may end in an interrupt.
    fn irq_could_be_taken(&self) -> bool {
        !self.irq_masked()
            || self
                .cpu
                .memory
                .banks
                .read(self.cpu.registers.program_counter)
                == RTI
    }

    fn irq_masked(&self) -> bool {
        self.cpu
            .registers
            .status
            .contains(Status::PS_DISABLE_INTERRUPTS)
    }

    /// Tells the board in which cycle this instruction, begun at `start`, touches a chip.
    #[inline(always)]
    fn note_access(&mut self, decoded: Decoded, start: u64) {
        if let OpInput::UseAddress { address, .. } = decoded.2
            && address & 0xF000 == 0xD000
        {
            self.cpu.memory.access = start + cycles_of(decoded) - 1;
            self.cpu.memory.modifies = core::modifies_memory(decoded.0);
        }
    }

    fn careful_step(&mut self) -> bool {
        let start = self.cpu.cycles;
        self.cpu.memory.advance(start);
        if let Some(vector) = self.interrupt.take() {
            self.serve(vector);
            return true;
        }
        let masked_before = self.irq_masked();
        let Some(decoded) = core::decode(&mut self.cpu) else {
            return false;
        };
        let (instruction, ..) = decoded;
        let cycles = cycles_of(decoded);
        let writes = writes_of(instruction, cycles);
        let mut waited = self.wait_for_bus(start, cycles, writes);
        self.note_access(decoded, start + waited.total);
        self.cpu.cycles += waited.total;
        core::execute(&mut self.cpu, decoded);
        let extra = self.cpu.cycles - (start + waited.total + cycles);
        if extra > 0 {
            // A branch taken: its further cycles read, too.
            let more = self.wait_for_bus(start + waited.total + cycles, extra, 0);
            self.cpu.cycles += more.total;
            waited.in_last_cycle = more.in_last_cycle;
        }
        let end = self.cpu.cycles;
        let sampled = if extra == 1 {
            // A branch taken within its page looks one cycle early, and not while its last cycle waits.
            end - 3 - waited.in_last_cycle
        } else {
            end - 2
        };
        let masked = if instruction == Instruction::RTI {
            self.irq_masked()
        } else {
            masked_before
        };
        self.sample_interrupts(sampled, masked, end);
        true
    }

    /// Looks at the interrupt lines as they are at cycle `sampled` of an instruction that ended at `end`.
    fn sample_interrupts(&mut self, sampled: u64, masked: bool, end: u64) {
        self.cpu.memory.advance(end - 1);
        if self.cpu.memory.nmi_edge <= sampled {
            self.cpu.memory.nmi_edge = NEVER;
            self.interrupt = Some(NMI_VECTOR);
        } else if self.cpu.memory.irq_since <= sampled && !masked {
            self.interrupt = Some(IRQ_VECTOR);
        }
        if self.interrupt.is_some() {
            self.cpu.memory.horizon = 0;
        }
    }

    /// The interrupt sequence: program counter and status to the stack, then through the vector.
    fn serve(&mut self, vector: u16) {
        let start = self.cpu.cycles;
        let waited = self.wait_for_bus(start, INTERRUPT_CYCLES, INTERRUPT_WRITES);
        let [low, high] = self.cpu.registers.program_counter.to_le_bytes();
        let status = (self.cpu.registers.status.bits() | 0x20) & !0x10;
        for byte in [high, low, status] {
            let cell = self.cpu.registers.stack_pointer.to_u16();
            self.cpu.memory.banks.write(cell, byte);
            self.cpu.registers.stack_pointer.decrement();
        }
        self.cpu
            .registers
            .status
            .insert(Status::PS_DISABLE_INTERRUPTS);
        let target = [vector, vector + 1].map(|cell| self.cpu.memory.banks.read(cell));
        self.cpu.registers.program_counter = u16::from_le_bytes(target);
        self.cpu.cycles += waited.total + INTERRUPT_CYCLES;
        self.cpu.memory.advance(self.cpu.cycles - 1);
    }

    /// How long an instruction of so many cycles, begun at `start`, waits for the VIC-II. Bit n of `writes` is
    /// set when its cycle n writes: a write does not wait.
    fn wait_for_bus(&mut self, start: u64, cycles: u64, writes: u8) -> Waited {
        let mut waited = Waited::default();
        for cycle in 0..cycles {
            waited.in_last_cycle = 0;
            if writes & (1 << cycle) != 0 {
                continue;
            }
            loop {
                let now = start + cycle + waited.total;
                let vic = &mut self.cpu.memory.vic;
                vic.advance(now);
                match vic.window_after(now) {
                    Some(window) if window.start <= now => {
                        waited.total += window.end - now;
                        waited.in_last_cycle += window.end - now;
                    }
                    _ => break,
                }
            }
        }
        waited
    }
}

/// Cycles an instruction waited, in all and in its last cycle.
#[derive(Clone, Copy, Default)]
struct Waited {
    total: u64,
    in_last_cycle: u64,
}

/// Cycles of an instruction by the data sheet; of a branch, those it takes when it does not branch.
fn cycles_of((instruction, mode, operand): Decoded) -> u64 {
    use Instruction::{SAX, STA, STX, STY};
    let pays = operand.page_crossed() && !matches!(instruction, STA | STX | STY | SAX);
    u64::from(instruction.base_cycles(mode)) + u64::from(pays)
}

/// Which cycles of an instruction write, as bits.
fn writes_of(instruction: Instruction, cycles: u64) -> u8 {
    use Instruction::{BRK, JSR, PHA, PHP, SAX, STA, STX, STY};
    let last = 1_u8 << (cycles - 1);
    match instruction {
        STA | STX | STY | SAX | PHA | PHP => last,
        JSR => 0b01_1000,
        BRK => INTERRUPT_WRITES,
        _ if core::modifies_memory(instruction) && cycles > 2 => last | last >> 1,
        _ => 0,
    }
}
