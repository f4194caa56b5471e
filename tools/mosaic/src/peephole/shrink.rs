//! Passes when all code is there. What is to be small is made smaller: equal ends joined, repeats made routines, routines
//! set one before the other. What is to be fast only has its blocks placed, and its branches made to reach.

use super::block_placement;
use super::branch_range;
use super::fallthrough;
use super::hits::Hits;
use super::known_flags;
use super::outline;
use super::tail_merge;
use crate::asm::effects::ZeroPage;
use crate::asm::inst::Routine;

/// Passes a routine that is to be small does without: they pay bytes for cycles.
const WASTEFUL: [&str; 1] = ["test-at-bottom"];

/// What the peepholes of a routine do without.
pub fn switched_off(disabled: &[String], small: bool) -> Vec<String> {
    let wasteful = WASTEFUL.iter().filter(|_| small);
    let wasteful = wasteful.map(|name| (*name).to_owned());
    disabled.iter().cloned().chain(wasteful).collect()
}

/// What is done to a routine, by its name.
pub struct Choice<'a> {
    /// It is to be small.
    pub small: &'a dyn Fn(&str) -> bool,
    /// No repeats are taken out of it: they would cost a call each time it runs.
    pub whole: &'a dyn Fn(&str) -> bool,
}

/// Makes the routines that are to be small smaller, and every branch of all routines reach.
///
/// Needs: slots placed, peepholes done. Leaves: code ready to be written.
pub fn run(
    routines: Vec<Routine>,
    choice: &Choice,
    zero_page: &ZeroPage,
    disabled: &[String],
) -> Vec<Routine> {
    let small = choice.small;
    let mut hits = Hits::new(disabled);
    let mut routines = routines;
    for routine in routines.iter_mut().filter(|routine| small(&routine.name)) {
        tail_merge::run(&mut routine.lines, zero_page, &mut hits);
    }
    // A routine with a section of its own must stand alone there.
    let own = |routine: &Routine| small(&routine.name) && routine.section.is_none();
    let shared = |routine: &Routine| own(routine) && !(choice.whole)(&routine.name);
    let made = outline::run(&mut routines, &shared, zero_page, &mut hits);
    let first = routines.len();
    routines.extend(made);
    let names: Vec<String> = routines[first..]
        .iter()
        .map(|routine| routine.name.clone())
        .collect();
    for routine in &mut routines {
        let is_small = small(&routine.name) || names.contains(&routine.name);
        block_placement::run(&mut routine.lines, zero_page, is_small, &mut hits);
    }
    let own = |routine: &Routine| own(routine) || names.contains(&routine.name);
    let mut routines = fallthrough::run(routines, &own, zero_page, &mut hits);
    for routine in &mut routines {
        let is_small = small(&routine.name) && !(choice.whole)(&routine.name);
        branch_range::relax(routine, zero_page, is_small);
        if small(&routine.name) {
            known_flags::run(&mut routine.lines, zero_page, &mut hits);
        }
    }
    routines
}
