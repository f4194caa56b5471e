//! Liveness: for every line, the registers, flags and numbered bytes somebody may still look at after it. A backward
//! data flow over the blocks; calls and returns are as the surroundings say.

use super::effects::RegSet;
use super::env::Env;
use super::flow::Flow;
use super::inst::Line;
use super::named_bytes::{Byte, Bytes, Effect};

/// Registers and bytes that are still wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wanted {
    /// Registers and flags that are read later.
    pub registers: RegSet,
    bytes: Vec<u64>,
}

impl Wanted {
    fn new(bytes: &Bytes) -> Wanted {
        Wanted {
            registers: RegSet::EMPTY,
            bytes: vec![0; bytes.places.len().div_ceil(64)],
        }
    }

    /// Whether a byte of memory is read later.
    pub fn byte(&self, byte: Byte) -> bool {
        self.bytes[byte / 64] >> (byte % 64) & 1 != 0
    }

    fn add(&mut self, byte: Byte) {
        self.bytes[byte / 64] |= 1 << (byte % 64);
    }

    fn drop(&mut self, byte: Byte) {
        self.bytes[byte / 64] &= !(1 << (byte % 64));
    }

    fn join(&mut self, other: &Wanted) {
        self.registers |= other.registers;
        self.bytes
            .iter_mut()
            .zip(&other.bytes)
            .for_each(|(mine, theirs)| *mine |= theirs);
    }

    /// From after a line to before it.
    pub fn step_back(&mut self, effect: &Effect) {
        self.registers = (self.registers - effect.writes) | effect.reads;
        if let Some(byte) = effect.sets {
            self.drop(byte);
        }
        effect.may_read.iter().for_each(|byte| self.add(*byte));
    }
}

/// Liveness of registers, flags and named bytes at every line of a routine.
pub struct Live {
    /// Wanted after each line.
    pub after: Vec<Wanted>,
    /// Effect of each line, empty for labels, data and comments.
    pub effects: Vec<Effect>,
}

impl Live {
    /// Solves liveness over the control flow graph, backwards until nothing changes.
    pub fn new(lines: &[Line], flow: &Flow, bytes: &Bytes, env: &Env) -> Live {
        let effect = |line: &Line| match line {
            Line::Inst(inst) => bytes.effect(inst, env),
            _ => Effect::default(),
        };
        let effects: Vec<Effect> = lines.iter().map(effect).collect();
        let nothing = Wanted::new(bytes);
        let mut outside: Vec<Wanted> = vec![nothing.clone(); flow.blocks.len()];
        for (block, wanted) in flow.blocks.iter().zip(&mut outside) {
            let (registers, read) = bytes.after(&block.exit, env);
            wanted.registers = registers;
            read.into_iter().for_each(|byte| wanted.add(byte));
        }
        let mut before = vec![nothing; flow.blocks.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for (number, block) in flow.blocks.iter().enumerate().rev() {
                let mut wanted = outside[number].clone();
                block
                    .next
                    .iter()
                    .for_each(|next| wanted.join(&before[*next]));
                block
                    .lines
                    .clone()
                    .rev()
                    .for_each(|line| wanted.step_back(&effects[line]));
                if wanted != before[number] {
                    before[number] = wanted;
                    changed = true;
                }
            }
        }
        let mut after = vec![Wanted::default(); lines.len()];
        for (number, block) in flow.blocks.iter().enumerate() {
            let mut wanted = outside[number].clone();
            block
                .next
                .iter()
                .for_each(|next| wanted.join(&before[*next]));
            for line in block.lines.clone().rev() {
                after[line] = wanted.clone();
                wanted.step_back(&effects[line]);
            }
        }
        Live { after, effects }
    }
}
