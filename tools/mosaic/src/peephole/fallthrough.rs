//! The order of routines: one that ends in a jump to another stands before it and runs into it.

use super::hits::Hits;
use crate::asm::effects::ZeroPage;
use crate::asm::flow::is_end;
use crate::asm::inst::{Line, Mnemonic, Operand, Place, Routine};
use crate::asm::write::totals;
use std::collections::HashMap;

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 1] = ["run-into"];

/// Bytes of a routine in which every branch reaches, in whatever order its parts stand.
const ALL_IN_REACH: u32 = 120;

/// Puts the routines in a new order and takes the jumps out that it makes idle. Only routines for which `small` says so
/// lose their jump or have their parts moved.
pub fn run(
    routines: Vec<Routine>,
    small: &dyn Fn(&Routine) -> bool,
    zero_page: &ZeroPage,
    hits: &mut Hits,
) -> Vec<Routine> {
    if !hits.allows(NAMES[0]) {
        return routines;
    }
    let mut routines = routines;
    let by_name: HashMap<String, usize> = routines
        .iter()
        .enumerate()
        .map(|(number, routine)| (routine.name.clone(), number))
        .collect();
    let mut next: Vec<Option<usize>> = vec![None; routines.len()];
    let mut entered = vec![false; routines.len()];
    for number in 0..routines.len() {
        if !small(&routines[number]) {
            continue;
        }
        let fits = |place: &Place| {
            let Place::Symbol(name, 0) = place else {
                return false;
            };
            by_name.get(name).is_some_and(|to| {
                !entered[*to]
                    && last_of(&next, *to) != number
                    && routines[*to].section == routines[number].section
            })
        };
        let Some(stretch) = leaving(&routines[number], &fits, zero_page) else {
            continue;
        };
        let lines = &mut routines[number].lines;
        let mut moved: Vec<Line> = lines.drain(stretch).collect();
        let Some(Line::Inst(jump)) = moved.pop() else {
            continue;
        };
        lines.extend(moved);
        if let Some(Place::Symbol(name, _)) = jump.place() {
            lines.push(Line::Comment(format!("runs into {name}")));
            next[number] = Some(by_name[name]);
            entered[by_name[name]] = true;
            hits.count(NAMES[0]);
        }
    }
    arrange(routines, &next, &entered)
}

/// The end of the chain a routine stands in.
fn last_of(next: &[Option<usize>], mut at: usize) -> usize {
    while let Some(to) = next[at] {
        at = to;
    }
    at
}

/// The lines that end in a jump to a fitting routine and can stand last: they do already, or nothing falls into them.
fn leaving(
    routine: &Routine,
    fits: &dyn Fn(&Place) -> bool,
    zero_page: &ZeroPage,
) -> Option<std::ops::Range<usize>> {
    let lines = &routine.lines;
    let leaves = |line: &Line| match line {
        Line::Inst(inst) if inst.op == Mnemonic::Jmp => {
            matches!(&inst.arg, Operand::Memory(place) if fits(place))
        }
        _ => false,
    };
    let ends = |line: &Line| matches!(line, Line::Inst(inst) if is_end(inst));
    let count = lines.len();
    let stretch_to = |end: usize| {
        let start = lines[..end].iter().rposition(ends).map_or(0, |at| at + 1);
        start..end + 1
    };
    if lines.last().is_some_and(leaves) {
        return Some(stretch_to(count - 1));
    }
    let has_data = lines.iter().any(|line| matches!(line, Line::Data(_)));
    if has_data || totals(routine, zero_page).0 > ALL_IN_REACH || !lines.last().is_some_and(ends) {
        return None;
    }
    let movable = |end: &usize| leaves(&lines[*end]) && stretch_to(*end).start > 0;
    (0..count).rev().find(movable).map(stretch_to)
}

/// Chains one after another, by where they start.
fn arrange(routines: Vec<Routine>, next: &[Option<usize>], entered: &[bool]) -> Vec<Routine> {
    let mut waiting: Vec<Option<Routine>> = routines.into_iter().map(Some).collect();
    let mut arranged = Vec::with_capacity(waiting.len());
    for start in (0..waiting.len()).filter(|start| !entered[*start]) {
        let mut at = Some(start);
        while let Some(number) = at {
            arranged.extend(waiting[number].take());
            at = next[number];
        }
    }
    arranged
}
