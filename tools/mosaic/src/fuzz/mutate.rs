//! Allocations broken on purpose: one instruction changed after the register search, or one slot moved onto the byte of
//! another. The checker must refuse every change that shows in the results; one it lets pass must be harmless.

use super::trial::expectations;
use crate::asm::inst::{Inst, Line, Mnemonic, Operand, Place};
use crate::error::Result;
use crate::ir;
use crate::ir::model::Module;
use crate::link::{Layout, link};
use crate::pipeline::{Lowered, Options, Placed};
use fastrand::Rng;

/// What became of the changes.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Changes that the checker found.
    pub refused: u32,
    /// Accepted, and the results are the same.
    pub harmless: u32,
    /// Accepted although the results differ.
    pub missed: Vec<String>,
}

/// Changes the allocation of a program `count` times, each time from the right one.
pub fn mutants(text: &str, seed: u64, count: u32) -> Result<Outcome> {
    let module = ir::parse(text)?;
    ir::verify(&module)?;
    let mut rng = Rng::with_seed(seed);
    let mut outcome = Outcome::default();
    for number in 0..count {
        let change = if number % 4 == 3 {
            move_slot(&module, &mut rng)?
        } else {
            change_line(&module, &mut rng)?
        };
        match change {
            None => outcome.refused += 1,
            Some((what, image)) => {
                let cases = expectations(&module, seed);
                match cases.iter().find_map(|case| case.difference(&image, seed)) {
                    None => outcome.harmless += 1,
                    Some(difference) => outcome.missed.push(format!("{what}: {difference}")),
                }
            }
        }
    }
    Ok(outcome)
}

type Accepted = Option<(String, crate::link::Image)>;

fn change_line(module: &Module, rng: &mut Rng) -> Result<Accepted> {
    let options = Options::default();
    let mut code = Lowered::of(module, &options)?.allocate(&options);
    let frame = rng.usize(0..code.frames.len());
    let lines = &mut code.frames[frame].lines;
    let at = rng.usize(0..lines.len());
    let before = lines[at].clone();
    change(lines, at, rng);
    let what = format!("{before:?} in function {frame} became {:?}", lines.get(at));
    if code.check().is_err() {
        return Ok(None);
    }
    code.polish(&options);
    Ok(Some((what, built(code.place(&options)?)?)))
}

fn move_slot(module: &Module, rng: &mut Rng) -> Result<Accepted> {
    let options = Options::default();
    let mut code = Lowered::of(module, &options)?.allocate(&options);
    code.polish(&options);
    let mut placed = code.place(&options)?;
    let place_of = &mut placed.placement.place_of;
    let mut slots: Vec<u32> = place_of.keys().copied().collect();
    if slots.is_empty() {
        return Ok(None);
    }
    slots.sort_unstable();
    let (moved, onto) = (
        slots[rng.usize(0..slots.len())],
        slots[rng.usize(0..slots.len())],
    );
    let place = place_of[&onto].clone();
    let what = format!("slot {moved} moved to {place}, the byte of slot {onto}");
    place_of.insert(moved, place);
    if placed.check().is_err() {
        return Ok(None);
    }
    Ok(Some((what, built(placed)?)))
}

fn built(placed: Placed) -> Result<crate::link::Image> {
    link(&placed.finish(&Options::default())?, &Layout::bare())
}

/// One of the mistakes a register allocator makes: a move forgotten, the wrong register or slot, two moves exchanged.
fn change(lines: &mut Vec<Line>, at: usize, rng: &mut Rng) {
    let slots: Vec<u32> = lines
        .iter()
        .filter_map(|line| match line {
            Line::Inst(inst) => slot(inst),
            _ => None,
        })
        .collect();
    let Line::Inst(inst) = &mut lines[at] else {
        return;
    };
    if let Some(opposite) = inst.op.inverse() {
        inst.op = opposite;
        return;
    }
    if slot(inst).is_some() && rng.bool() {
        inst.arg = Operand::Memory(Place::Slot(slots[rng.usize(0..slots.len())]));
        return;
    }
    let other = match inst.op {
        Mnemonic::Tax => Some(Mnemonic::Tay),
        Mnemonic::Tay => Some(Mnemonic::Tax),
        Mnemonic::Txa => Some(Mnemonic::Tya),
        Mnemonic::Tya => Some(Mnemonic::Txa),
        Mnemonic::Clc => Some(Mnemonic::Sec),
        Mnemonic::Sec => Some(Mnemonic::Clc),
        Mnemonic::Sta if slot(inst).is_some() => Some(Mnemonic::Stx),
        _ => None,
    };
    if let Some(other) = other.filter(|_| rng.bool()) {
        inst.op = other;
        return;
    }
    let straight = |line: &Line| matches!(line, Line::Inst(inst) if movable(inst));
    if rng.bool() && straight(&lines[at]) && lines.get(at + 1).is_some_and(straight) {
        lines.swap(at, at + 1);
    } else if straight(&lines[at]) {
        lines.remove(at);
    }
}

fn slot(inst: &Inst) -> Option<u32> {
    match inst.arg {
        Operand::Memory(Place::Slot(slot)) => Some(slot),
        _ => None,
    }
}

/// Neither jump nor branch nor end: the code still hangs together without it.
fn movable(inst: &Inst) -> bool {
    !matches!(inst.arg, Operand::Label(_) | Operand::Indirect(..))
        && !matches!(
            inst.op,
            Mnemonic::Rts | Mnemonic::Brk | Mnemonic::Jsr | Mnemonic::Jmp
        )
}
