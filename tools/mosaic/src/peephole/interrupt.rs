//! The entry and the end of an interrupt handler: registers, and bytes of the runtime that the interrupted code may be
//! using, are kept on the processor's stack; the end is `rti`.

use crate::asm::flow::next_label;
use crate::asm::inst::{Inst, Label, Line, Mnemonic, Operand, Place};

/// Makes a routine that returns into one that ends an interrupt; `scratch` is kept as well.
pub fn wrap(lines: &mut Vec<Line>, scratch: &[Place]) {
    let end = Label(next_label(lines));
    let mut wrapped = Vec::new();
    let mut add = |op: Mnemonic, arg: Operand| wrapped.push(Line::Inst(Inst::new(op, arg)));
    add(Mnemonic::Pha, Operand::None);
    for copy in [Mnemonic::Txa, Mnemonic::Tya] {
        add(copy, Operand::None);
        add(Mnemonic::Pha, Operand::None);
    }
    for place in scratch {
        add(Mnemonic::Lda, Operand::Memory(place.clone()));
        add(Mnemonic::Pha, Operand::None);
    }
    let last = lines.len().saturating_sub(1);
    for (at, line) in lines.drain(..).enumerate() {
        match line {
            Line::Inst(inst) if inst.op == Mnemonic::Rts => {
                if at < last {
                    wrapped.push(jump(end));
                }
            }
            // A tail call comes back here after all.
            Line::Inst(inst)
                if inst.op == Mnemonic::Jmp && matches!(inst.arg, Operand::Memory(_)) =>
            {
                wrapped.push(Line::Inst(Inst::new(Mnemonic::Jsr, inst.arg)));
                if at < last {
                    wrapped.push(jump(end));
                }
            }
            other => wrapped.push(other),
        }
    }
    if wrapped.contains(&jump(end)) {
        wrapped.push(Line::Label(end));
    }
    let mut add = |op: Mnemonic, arg: Operand| wrapped.push(Line::Inst(Inst::new(op, arg)));
    for place in scratch.iter().rev() {
        add(Mnemonic::Pla, Operand::None);
        add(Mnemonic::Sta, Operand::Memory(place.clone()));
    }
    for copy in [Mnemonic::Tay, Mnemonic::Tax] {
        add(Mnemonic::Pla, Operand::None);
        add(copy, Operand::None);
    }
    add(Mnemonic::Pla, Operand::None);
    add(Mnemonic::Rti, Operand::None);
    *lines = wrapped;
}

fn jump(label: Label) -> Line {
    Line::Inst(Inst::new(Mnemonic::Jmp, Operand::Label(label)))
}
