//! A small assembler for tests: lines with plain addresses to bytes, straight from the opcode table.

use mosaic::asm::effects::ZeroPage;
use mosaic::asm::inst::{Inst, Label, Line, Operand, Place};
use mosaic::cpu::opcode::Mode;
use std::collections::BTreeMap;

/// The bytes of the lines when they stand at `origin`.
pub fn encode(lines: &[Line], origin: u16) -> Vec<u8> {
    let zero_page = ZeroPage::default();
    let mut at = origin;
    let mut labels: BTreeMap<Label, u16> = BTreeMap::new();
    for line in lines {
        match line {
            Line::Label(label) => {
                assert!(labels.insert(*label, at).is_none(), "{label} stands twice")
            }
            Line::Inst(inst) => at += inst.bytes(&zero_page) as u16,
            Line::Data(_) => panic!("no data in these tests"),
            Line::Comment(_) => {}
        }
    }
    let mut bytes = Vec::new();
    for line in lines {
        if let Line::Inst(inst) = line {
            encode_inst(inst, origin + bytes.len() as u16, &labels, &mut bytes);
        }
    }
    bytes
}

fn encode_inst(inst: &Inst, at: u16, labels: &BTreeMap<Label, u16>, bytes: &mut Vec<u8>) {
    let opcode = inst
        .opcode(&ZeroPage::default())
        .unwrap_or_else(|| panic!("no such instruction: {inst}"));
    bytes.push(opcode.code);
    let operand = match &inst.arg {
        Operand::None | Operand::Accumulator => return,
        Operand::Immediate(value) => u16::from(*value),
        Operand::Label(label) if opcode.mode == Mode::Rel => {
            let distance = labels[label].wrapping_sub(at + 2);
            assert!(i8::try_from(distance as i16).is_ok(), "{inst} is too far");
            distance
        }
        Operand::Label(label) => labels[label],
        _ => match inst.place() {
            Some(Place::Address(address)) => *address,
            _ => panic!("not a plain address: {inst}"),
        },
    };
    let length = opcode.mode.length() as usize - 1;
    bytes.extend(&operand.to_le_bytes()[..length]);
}
