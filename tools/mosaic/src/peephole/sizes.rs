//! Carries that follow from how large bytes can be. The sum of two bytes of a table whose largest is 60 leaves the carry clear, so the
//! next sum needs no `clc`; nor does one that follows `and #$70`, or a branch that finds bit 7 clear. A forward data flow of the
//! largest value of each register and each directly named byte.

use super::hits::Hits;
use crate::asm::env::Env;
use crate::asm::flow::{Flow, is_branch};
use crate::asm::inst::{Inst, Line, Mnemonic, Operand, Place};
use crate::asm::named_bytes::{Bytes, Effect};
use crate::cpu::operation::Kind;
use crate::cpu::registers::{REGS, Reg, RegSet};

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 1] = ["carry-by-size"];

/// Visits of a block after which whatever grows counts as unknown.
const PATIENCE: usize = 6;

/// What is known at one place of the code.
#[derive(Clone, PartialEq)]
struct Sizes {
    /// The largest value of A, X and Y.
    registers: [u8; 3],
    /// The largest value of each named byte.
    bytes: Vec<u8>,
    carry: Option<bool>,
    /// The registers that hold what N and Z were set by.
    tested: [bool; 3],
    /// The register and the constant whose comparison set the carry.
    compared: Option<(Reg, u8)>,
}

/// Removes `clc` and `sec` where the carry is so already; tells whether there were any.
pub fn run(lines: &mut Vec<Line>, env: &Env, hits: &mut Hits) -> bool {
    let sets_carry = |line: &Line| matches!(line, Line::Inst(inst) if matches!(inst.op, Mnemonic::Clc | Mnemonic::Sec));
    if !hits.allows(NAMES[0]) || !lines.iter().any(sets_carry) {
        return false;
    }
    let flow = Flow::new(lines);
    let bytes = Bytes::new(lines, env);
    let effects = lines.iter().map(|line| match line {
        Line::Inst(inst) => bytes.effect(inst, env),
        _ => Effect::default(),
    });
    let known = Known {
        lines,
        flow: &flow,
        bytes: &bytes,
        effects: effects.collect(),
        env,
    };
    let mut is_needless = vec![false; lines.len()];
    for (block, entry) in flow.blocks.iter().zip(known.entries()) {
        let Some(mut sizes) = entry else { continue };
        for index in block.lines.clone() {
            if let Line::Inst(inst) = &lines[index] {
                let wanted = match inst.op {
                    Mnemonic::Clc => Some(false),
                    Mnemonic::Sec => Some(true),
                    _ => None,
                };
                is_needless[index] = wanted.is_some() && sizes.carry == wanted;
                known.step(&mut sizes, index, inst);
            }
        }
    }
    let before = lines.len();
    let mut keep = is_needless.into_iter().map(|needless| !needless);
    lines.retain(|_| keep.next().expect("one for each line"));
    (lines.len()..before).for_each(|_| hits.count(NAMES[0]));
    lines.len() < before
}

/// The routine that is looked at.
struct Known<'a> {
    lines: &'a [Line],
    flow: &'a Flow,
    bytes: &'a Bytes,
    effects: Vec<Effect>,
    env: &'a Env,
}

impl Known<'_> {
    /// What is known at the start of each block; nothing for a block that is not reached.
    fn entries(&self) -> Vec<Option<Sizes>> {
        let blocks = &self.flow.blocks;
        let mut entries: Vec<Option<Sizes>> = vec![None; blocks.len()];
        let mut visits = vec![0; blocks.len()];
        let mut open: Vec<usize> = (0..blocks.len())
            .filter(|block| self.flow.is_entry(*block))
            .collect();
        for block in &open {
            entries[*block] = Some(Sizes::unknown(self.bytes.places.len()));
        }
        while let Some(number) = open.pop() {
            let block = &blocks[number];
            let mut sizes = entries[number]
                .clone()
                .expect("only reached blocks are open");
            let mut branch = None;
            for index in block.lines.clone() {
                if let Line::Inst(inst) = &self.lines[index] {
                    self.step(&mut sizes, index, inst);
                    branch = Some(inst.op).filter(|op| is_branch(*op));
                }
            }
            for (edge, next) in block.next.iter().enumerate() {
                let mut sizes = sizes.clone();
                if let Some(op) = branch.filter(|_| block.next.len() == 2) {
                    sizes.learn(op, edge == 1);
                }
                let met = match &entries[*next] {
                    Some(held) => held.join(&sizes, visits[*next] >= PATIENCE),
                    None => sizes,
                };
                if entries[*next].as_ref() != Some(&met) {
                    entries[*next] = Some(met);
                    visits[*next] += 1;
                    open.push(*next);
                }
            }
        }
        entries
    }

    fn step(&self, sizes: &mut Sizes, index: usize, inst: &Inst) {
        let effect = &self.effects[index];
        let outcome = sizes.outcome(inst, self.largest(sizes, inst));
        sizes.store(inst, effect, self.bytes.direct(inst));
        sizes.settle(inst, effect, &outcome);
    }

    /// The largest value of an operand.
    fn largest(&self, sizes: &Sizes, inst: &Inst) -> u8 {
        let constant = |place: &Place| match place {
            Place::Symbol(name, _) => self.env.largest.get(name).copied(),
            _ => None,
        };
        let found = match &inst.arg {
            _ if inst.volatile => None,
            Operand::Immediate(value) => Some(*value),
            Operand::Accumulator => Some(sizes.registers[Reg::A as usize]),
            Operand::MemoryX(place) | Operand::MemoryY(place) => constant(place),
            Operand::Memory(place) => {
                let byte = self.bytes.direct(inst).map(|byte| sizes.bytes[byte]);
                constant(place).into_iter().chain(byte).min()
            }
            _ => None,
        };
        found.unwrap_or(u8::MAX)
    }
}

/// What an instruction makes of what it looks at.
#[derive(Default)]
struct Outcome {
    /// The largest value of the register it writes.
    value: Option<u8>,
    carry: Option<bool>,
    compared: Option<(Reg, u8)>,
}

impl Sizes {
    fn unknown(bytes: usize) -> Sizes {
        Sizes {
            registers: [u8::MAX; 3],
            bytes: vec![u8::MAX; bytes],
            carry: None,
            tested: [false; 3],
            compared: None,
        }
    }

    fn outcome(&self, inst: &Inst, operand: u8) -> Outcome {
        use Mnemonic::*;
        let a = self.registers[Reg::A as usize];
        let value = |value: u8| Outcome {
            value: Some(value),
            ..Outcome::default()
        };
        let shifted = |value: u32, carry: Option<bool>| Outcome {
            value: u8::try_from(value).ok(),
            carry,
            compared: None,
        };
        let is_small = (operand < 0x80).then_some(false);
        match (inst.op, inst.op.kind()) {
            (Lda | Ldx | Ldy, _) => value(operand),
            (_, Kind::Transfer(from, _)) => value(self.registers[from as usize]),
            (And, _) => value(a.min(operand)),
            (Ora | Eor, _) => value(
                u8::MAX
                    .checked_shr((a | operand).leading_zeros())
                    .unwrap_or(0),
            ),
            (Adc, _) => {
                let carry = u32::from(self.carry != Some(false));
                let sum = u32::from(a) + u32::from(operand) + carry;
                shifted(sum, (sum <= 0xff).then_some(false))
            }
            (Asl, _) => shifted(2 * u32::from(operand), is_small),
            (Rol, _) => shifted(2 * u32::from(operand) + 1, is_small),
            (Lsr, _) => shifted(u32::from(operand) / 2, (operand == 0).then_some(false)),
            (Ror, _) if self.carry == Some(false) => shifted(u32::from(operand) / 2, None),
            (Inx | Iny, _) => {
                let reg = if inst.op == Inx { Reg::X } else { Reg::Y };
                shifted(u32::from(self.registers[reg as usize]) + 1, None)
            }
            (Clc | Sec, _) => Outcome {
                carry: Some(inst.op == Sec),
                ..Outcome::default()
            },
            (_, Kind::Compare(reg)) => {
                let Operand::Immediate(constant) = inst.arg else {
                    return Outcome::default();
                };
                let carry = match constant {
                    0 => Some(true),
                    _ => (self.registers[reg as usize] < constant).then_some(false),
                };
                Outcome {
                    value: None,
                    carry,
                    compared: Some((reg, constant)),
                }
            }
            _ => Outcome::default(),
        }
    }

    /// What memory holds after an instruction; before its registers change.
    fn store(&mut self, inst: &Inst, effect: &Effect, direct: Option<usize>) {
        for byte in &effect.may_write {
            self.bytes[*byte] = u8::MAX;
        }
        if let (Kind::Store(reg), Some(byte), false) = (inst.op.kind(), direct, inst.volatile) {
            self.bytes[byte] = self.registers[reg as usize];
        }
    }

    /// What registers and flags hold after an instruction.
    fn settle(&mut self, inst: &Inst, effect: &Effect, outcome: &Outcome) {
        for reg in REGS {
            if effect.writes.meets(reg.into()) {
                self.registers[reg as usize] = outcome.value.unwrap_or(u8::MAX);
                self.tested[reg as usize] = false;
                self.compared = self.compared.filter(|(compared, _)| *compared != reg);
            }
        }
        if effect.writes.meets(RegSet::C) {
            self.carry = outcome.carry;
            self.compared = outcome.compared;
        }
        if effect.writes.meets(RegSet::NZ) {
            let is_step = inst.op != Mnemonic::Jsr && !matches!(inst.op.kind(), Kind::Compare(_));
            for reg in REGS {
                let source = matches!(inst.op.kind(), Kind::Transfer(from, _) if from == reg);
                self.tested[reg as usize] = is_step && (source || effect.writes.meets(reg.into()));
            }
        }
    }

    /// What a branch tells that is taken, or not.
    fn learn(&mut self, op: Mnemonic, taken: bool) {
        use Mnemonic::*;
        match (op, taken) {
            (Bcc, true) | (Bcs, false) => {
                self.carry = Some(false);
                if let Some((reg, constant @ 1..)) = self.compared {
                    let held = &mut self.registers[reg as usize];
                    *held = (*held).min(constant - 1);
                }
            }
            (Bcs, true) | (Bcc, false) => self.carry = Some(true),
            (Bpl, true) | (Bmi, false) => self.limit_tested(0x7f),
            (Beq, true) | (Bne, false) => self.limit_tested(0),
            _ => {}
        }
    }

    fn limit_tested(&mut self, largest: u8) {
        for (held, tested) in self.registers.iter_mut().zip(self.tested) {
            if tested {
                *held = (*held).min(largest);
            }
        }
    }

    /// What holds on both ways; what grows again and again counts as unknown.
    fn join(&self, other: &Sizes, impatient: bool) -> Sizes {
        let larger = |(held, other): (&u8, &u8)| match other > held {
            true if impatient => u8::MAX,
            true => *other,
            false => *held,
        };
        let mut joined = self.clone();
        for (value, pair) in joined
            .registers
            .iter_mut()
            .zip(self.registers.iter().zip(&other.registers))
        {
            *value = larger(pair);
        }
        joined.bytes = self.bytes.iter().zip(&other.bytes).map(larger).collect();
        joined.carry = self.carry.filter(|_| self.carry == other.carry);
        for (tested, other) in joined.tested.iter_mut().zip(other.tested) {
            *tested &= other;
        }
        joined.compared = self.compared.filter(|_| self.compared == other.compared);
        joined
    }
}
