//! The execution trace of one test: the last instructions with the registers before each, and how an
//! instruction reads in assembly. Nothing is formatted until it is printed.

use crate::machine::Machine;
use mos6502::instruction::{AddressingMode, Instruction};
use mos6502::registers::{Registers, Status};
use std::collections::VecDeque;

pub struct Trace {
    kept: VecDeque<Moment>,
    keep: usize,
    executed: usize,
}

struct Moment {
    registers: Registers,
    bytes: [u8; 3],
}

impl Trace {
    pub fn new(keep: usize) -> Self {
        Self {
            kept: VecDeque::new(),
            keep,
            executed: 0,
        }
    }

    pub fn record(&mut self, machine: &Machine) {
        self.executed += 1;
        if self.kept.len() >= self.keep {
            self.kept.pop_front();
        }
        if self.keep > 0 {
            self.kept.push_back(moment(machine));
        }
    }

    /// The heading and one line an instruction.
    pub fn lines(&self, machine: &Machine) -> Vec<String> {
        let mut lines = vec![format!("Execution trace ({} instructions):", self.executed)];
        if self.executed > self.kept.len() {
            lines.push(format!("... only the last {} are kept", self.kept.len()));
        }
        lines.extend(self.kept.iter().map(|moment| line(machine, moment)));
        lines
    }
}

/// The instruction about to be executed, as a trace line.
pub fn current_line(machine: &Machine) -> String {
    line(machine, &moment(machine))
}

fn moment(machine: &Machine) -> Moment {
    let at = machine.registers().program_counter;
    Moment {
        registers: *machine.registers(),
        bytes: [0, 1, 2].map(|offset| machine.memory().read(at.wrapping_add(offset))),
    }
}

fn line(machine: &Machine, moment: &Moment) -> String {
    let registers = &moment.registers;
    let (mnemonic, operand) = disassemble(machine, moment);
    format!(
        "${:04X}: {mnemonic} {operand:10} A=${:02X} X=${:02X} Y=${:02X} SP=${:02X} {}",
        registers.program_counter,
        registers.accumulator,
        registers.index_x,
        registers.index_y,
        registers.stack_pointer.0,
        flags(registers.status)
    )
}

/// `NV-bdIZC`, upper case when set; the middle three never change.
fn flags(status: Status) -> String {
    #[rustfmt::skip]
    let letters = [
        ('N', Status::PS_NEGATIVE), ('V', Status::PS_OVERFLOW), ('-', Status::empty()), ('b', Status::empty()),
        ('d', Status::empty()), ('I', Status::PS_DISABLE_INTERRUPTS), ('Z', Status::PS_ZERO), ('C', Status::PS_CARRY),
    ];
    let shown = letters.map(|(letter, bit)| match status.contains(bit) {
        true => letter,
        false => letter.to_ascii_lowercase(),
    });
    shown.iter().collect()
}

fn disassemble(machine: &Machine, moment: &Moment) -> (String, String) {
    let [opcode, low, high] = moment.bytes;
    let Some((instruction, mode)) = machine.decode(opcode) else {
        return ("???".to_string(), String::new());
    };
    let word = u16::from_le_bytes([low, high]);
    let next = moment.registers.program_counter.wrapping_add(2);
    let operand = match mode {
        AddressingMode::Accumulator => "A".to_string(),
        AddressingMode::Immediate => format!("#${low:02X}"),
        AddressingMode::ZeroPage => format!("${low:02X}"),
        AddressingMode::ZeroPageX => format!("${low:02X},X"),
        AddressingMode::ZeroPageY => format!("${low:02X},Y"),
        AddressingMode::Relative => format!("${:04X}", branch_target(next, low)),
        AddressingMode::Absolute => format!("${word:04X}"),
        AddressingMode::AbsoluteX => format!("${word:04X},X"),
        AddressingMode::AbsoluteY => format!("${word:04X},Y"),
        AddressingMode::Indirect | AddressingMode::BuggyIndirect => format!("(${word:04X})"),
        AddressingMode::AbsoluteIndexedIndirect => format!("(${word:04X},X)"),
        AddressingMode::IndexedIndirectX => format!("(${low:02X},X)"),
        AddressingMode::IndirectIndexedY => format!("(${low:02X}),Y"),
        AddressingMode::ZeroPageIndirect => format!("(${low:02X})"),
        AddressingMode::ZeroPageRelative => {
            let target = branch_target(next.wrapping_add(1), high);
            format!("${low:02X},${target:04X}")
        }
        _ => String::new(),
    };
    (mnemonic(instruction), operand)
}

fn branch_target(next: u16, offset: u8) -> u16 {
    next.wrapping_add_signed(i16::from(offset.cast_signed()))
}

/// The core names its variants of one mnemonic apart; a reader knows only the mnemonic.
fn mnemonic(instruction: Instruction) -> String {
    match instruction {
        Instruction::BBR(bit) => format!("BBR{bit}"),
        Instruction::BBS(bit) => format!("BBS{bit}"),
        Instruction::RMB(bit) => format!("RMB{bit}"),
        Instruction::SMB(bit) => format!("SMB{bit}"),
        Instruction::USBC => "SBC".to_string(),
        other => format!("{other:?}").chars().take(3).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::System;

    fn line_of(code: &[u8]) -> String {
        let mut machine = Machine::new(System::Generic6502);
        machine.memory_mut().load(0x1832, code);
        machine.registers_mut().program_counter = 0x1832;
        machine.registers_mut().accumulator = 0xB6;
        machine.registers_mut().status.insert(Status::PS_CARRY);
        current_line(&machine)
    }

    #[test]
    fn a_line_shows_the_registers_before_and_pads_the_operand_to_ten() {
        let expected = "$1832: LDA $2157      A=$B6 X=$00 Y=$00 SP=$FD nv-bdIzC";
        assert_eq!(line_of(&[0xAD, 0x57, 0x21]), expected);
    }

    #[test]
    fn operands_read_as_in_assembly() {
        #[rustfmt::skip]
        let table: [(&[u8], &str); 9] = [
            (&[0x18], "CLC "),               (&[0x0A], "ASL A"),               (&[0xA9, 0x7F], "LDA #$7F"),
            (&[0xB1, 0xFB], "LDA ($FB),Y"),  (&[0xA1, 0xFB], "LDA ($FB,X)"),   (&[0x6C, 0x34, 0x12], "JMP ($1234)"),
            (&[0xD0, 0xFE], "BNE $1832"),    (&[0xB6, 0x10], "LDX $10,Y"),     (&[0x3C, 0x00, 0x20], "NOP $2000,X"),
        ];
        for (code, text) in table {
            let line = line_of(code);
            assert!(line[7..].starts_with(text), "{line} should show {text}");
        }
    }

    #[test]
    fn only_the_last_instructions_are_kept_but_all_are_counted() {
        let mut machine = Machine::new(System::Generic6502);
        let mut trace = Trace::new(2);
        for at in 0x1000..0x1005 {
            machine.registers_mut().program_counter = at;
            trace.record(&machine);
        }
        let lines = trace.lines(&machine);
        assert_eq!(lines[0], "Execution trace (5 instructions):");
        assert_eq!(lines[1], "... only the last 2 are kept");
        assert!(lines[2].starts_with("$1003:") && lines[3].starts_with("$1004:"));
        assert_eq!(lines.len(), 4);
    }
}
