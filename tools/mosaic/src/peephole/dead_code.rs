//! Instructions nobody would miss: all they set is overwritten before anybody looks. Stores go only when their byte is
//! private; volatile accesses, the stack and the processor modes are never touched.

use super::hits::Hits;
use crate::asm::effects::RegSet;
use crate::asm::env::Env;
use crate::asm::flow::{Flow, is_branch, is_end};
use crate::asm::inst::{Inst, Line, Mnemonic};
use crate::asm::live::{Live, Wanted};
use crate::asm::named_bytes::{Bytes, Effect};
use crate::cpu::opcode::Access;

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 2] = ["dead-store", "dead-code"];

/// Removes what is dead; tells whether anything was. A removal can make others dead: run again.
pub fn run(lines: &mut Vec<Line>, env: &Env, hits: &mut Hits) -> bool {
    let flow = Flow::new(lines);
    let bytes = Bytes::new(lines, env);
    let live = Live::new(lines, &flow, &bytes, env);
    let before = lines.len();
    let mut index = 0;
    lines.retain(|line| {
        let dead = match line {
            Line::Inst(inst) if is_dead(inst, &live.effects[index], &live.after[index], &bytes) => {
                Some(name(inst))
            }
            _ => None,
        };
        index += 1;
        let Some(name) = dead.filter(|name| hits.allows(name)) else {
            return true;
        };
        hits.count(name);
        false
    });
    lines.len() != before
}

fn name(inst: &Inst) -> &'static str {
    if inst.access() == Access::Write {
        "dead-store"
    } else {
        "dead-code"
    }
}

fn is_dead(inst: &Inst, effect: &Effect, after: &Wanted, bytes: &Bytes) -> bool {
    let bound = inst.volatile || is_branch(inst.op) || is_end(inst) || inst.op == Mnemonic::Jsr;
    if bound
        || (effect.writes | effect.reads).meets(RegSet::STACK)
        || effect.writes.meets(RegSet::MODES)
    {
        return false;
    }
    if after.registers.meets(effect.writes) {
        return false;
    }
    match inst.access() {
        Access::Nothing | Access::Read => true,
        Access::Write | Access::Modify => effect
            .sets
            .is_some_and(|byte| bytes.private[byte] && !after.byte(byte)),
    }
}
