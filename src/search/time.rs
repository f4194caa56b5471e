//! The budget of a move: when to look at the clock and when to stop.

use super::frame::{CLOCK_COUNTDOWN, NODES, STOPPED};
use super::params::NODES_BETWEEN_CLOCKS;
use super::supervisor::Supervisor;
use crate::cells::{Byte, Long};

/// The processor's frequency on PAL and NTSC machines, in hertz.
pub const PAL_HERTZ: u32 = 985_248;
pub const NTSC_HERTZ: u32 = 1_022_727;

/// Processor cycles in a jiffy, a sixtieth of a second, rounded.
pub const fn jiffy(hertz: u32) -> u32 {
    (hertz + 30) / 60
}

/// Those of this machine: PAL until the start-up code finds NTSC.
pub static JIFFY_CYCLES: Long = Long::new(jiffy(PAL_HERTZ));

/// When the move began, less `LATENESS`.
static STARTED: Long = Long::new(0);
/// Cycles this move may take; 0 is no limit.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "MoveBudget"))]
static BUDGET: Long = Long::new(0);
/// A search that must give some move is not stopped before its first iteration is done.
static MAY_STOP: Byte = Byte::new(0);

/// Cycles that pass between the end of the budget and the look that notices it: a few nodes, the dearest of which list
/// the moves of two queens on an open board. The clock runs ahead by them, so that a short budget is not overrun by a part
/// that counts.
const LATENESS: u32 = 0x1_4000;

/// Starts the clock of a move. A budget of 0 cycles has no end.
pub fn start<S: Supervisor>(budget_cycles: u32) {
    NODES.set(0);
    STARTED.set(S::cycles().wrapping_sub(LATENESS));
    BUDGET.set(budget_cycles);
    MAY_STOP.set(0);
    STOPPED.set(0);
    CLOCK_COUNTDOWN.set(NODES_BETWEEN_CLOCKS);
}

/// Cycles in a number of jiffies.
pub fn jiffies(count: u16) -> u32 {
    JIFFY_CYCLES.get().wrapping_mul(u32::from(count))
}

/// From now on there is a move to play.
pub fn allow_stop() {
    MAY_STOP.set(1);
}

/// Cycles of this move, and those that the search will be late.
fn elapsed<S: Supervisor>() -> u32 {
    S::cycles().wrapping_sub(STARTED.get())
}

/// Counts a node; every few nodes looks at clock and keyboard. The 32-bit count is only touched then.
#[inline(always)]
pub fn count_node<S: Supervisor>() {
    let left = CLOCK_COUNTDOWN.get().wrapping_sub(1);
    CLOCK_COUNTDOWN.set(left);
    if left == 0 {
        look::<S>();
    }
}

#[inline(never)]
fn look<S: Supervisor>() {
    settle_count();
    let budget = BUDGET.get();
    let late = budget != 0 && elapsed::<S>() >= budget;
    if (late || S::wants_move()) && MAY_STOP.get() != 0 {
        STOPPED.set(1);
    }
}

/// Brings `NODES` up to date with the countdown, which starts again: not for every move, or the clock is never looked at.
pub fn settle_count() {
    let counted = NODES_BETWEEN_CLOCKS - CLOCK_COUNTDOWN.get();
    NODES.set(NODES.get().wrapping_add(u32::from(counted)));
    CLOCK_COUNTDOWN.set(NODES_BETWEEN_CLOCKS);
}

/// Is more than `part`/256 of the budget used?
pub fn used_more_than<S: Supervisor>(part: u8) -> bool {
    let budget = BUDGET.get();
    budget != 0 && elapsed::<S>() >= (budget >> 8) * u32::from(part)
}
