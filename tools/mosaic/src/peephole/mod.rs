//! Optimisation of instructions after register allocation: a table of peephole rules, redundant loads, dead code, jump
//! threading, loops, and the passes that make code small. [`run`] repeats the passes of one routine until nothing
//! changes; [`shrink`] works on all routines together.
pub mod apply;
pub mod block_placement;
pub mod branch_range;
pub mod branches;
pub mod dead_code;
pub mod fallthrough;
pub mod hits;
pub mod interrupt;
pub mod jump_threading;
pub mod known_flags;
pub mod loop_invariants;
pub mod loop_rotation;
pub mod outline;
pub mod pattern;
pub mod redundant;
pub mod rules;
pub mod shrink;
pub mod sizes;
pub mod tail_merge;

use self::hits::Hits;
use self::rules::RULES;
use crate::asm::env::Env;
use crate::asm::inst::{Line, Routine};
use crate::asm::text;

/// Every edit of instructions that can be disabled.
pub fn names() -> impl Iterator<Item = &'static str> {
    let rules = RULES.iter().map(|rule| rule.name);
    rules
        .chain(redundant::NAMES)
        .chain(dead_code::NAMES)
        .chain(sizes::NAMES)
        .chain(branches::NAMES)
        .chain(block_placement::NAMES)
        .chain(loop_invariants::NAMES)
        .chain(jump_threading::NAMES)
        .chain(loop_rotation::NAMES)
        .chain(tail_merge::NAMES)
        .chain(outline::NAMES)
        .chain(fallthrough::NAMES)
        .chain(known_flags::NAMES)
}

/// Improves a routine until nothing changes.
///
/// Needs: every label defined. Leaves: the same meaning; labels nobody uses are gone.
pub fn run(routine: &mut Routine, env: &Env, disabled: &[String]) -> Hits {
    const ROUNDS: usize = 100;
    let mut hits = Hits::new(disabled);
    let mut run = |passes: &[Pass]| {
        let mut any = false;
        for (name, pass) in passes {
            let changed = pass(&mut routine.lines, env, &mut hits);
            if changed {
                env.show
                    .add(name, &routine.name, || text::lines(&routine.lines));
            }
            any |= changed;
        }
        any
    };
    for _ in 0..ROUNDS {
        // Loops are looked at when the code in them has settled.
        if !run(&STRAIGHT) && !run(&LOOPS[..1]) && !run(&LOOPS[1..]) {
            break;
        }
    }
    hits
}

/// A small pass: its name for `--show`, and what it does to the lines; it tells whether it changed any.
type Pass = (&'static str, fn(&mut Vec<Line>, &Env, &mut Hits) -> bool);

const STRAIGHT: [Pass; 6] = [
    ("branches", |lines, _, hits| branches::tidy(lines, hits)),
    ("rules", apply::run),
    ("track", redundant::run),
    ("thread", jump_threading::run),
    ("dead", dead_code::run),
    ("sizes", sizes::run),
];

const LOOPS: [Pass; 2] = [
    ("hoist", loop_invariants::run),
    ("rotate", |lines, env, hits| {
        loop_rotation::run(lines, &env.zero_page, hits)
    }),
];
