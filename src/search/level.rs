//! The seven levels of play. Levels 1 and 2 look one move ahead and are over in a moment; the others are the full search
//! with more and more time.

use super::frame::{ALPHA, BETA, RESULT};
use super::iterate::{self, BEST_FROM, BEST_SCORE, Limits, set_best_move};
use super::params::{INFINITE, MATE};
use super::supervisor::Supervisor;
use super::{quiesce, time};
use crate::board::legal::{for_each_legal, has_legal_move};
use crate::board::make::{make, unmake};
use crate::board::moves::{self, NO_MOVE, TOP};
use crate::board::position::{PLY, in_check};
use crate::chance;
use crate::eval::evaluate;
use crate::eval::prepare::prepare;

pub const BEGINNER: u8 = 1;
pub const CASUAL: u8 = 2;
/// The first level that is the full search.
pub const EASY: u8 = 3;
/// The last of the engine's levels has no end.
pub const INFINITE_LEVEL: u8 = 7;

/// Sixtieths of a second by level; 0 has no clock.
pub const JIFFIES: [u16; 8] = [0, 0, 0, 180, 600, 1500, 10_800, 0];
/// Time for a hint, at any level.
pub const HINT_JIFFIES: u16 = 300;
/// A move of a beginner may lose this much to captures and not more.
const HANGING_MARGIN: i16 = 150;

/// What the full search may take at a level; levels 1 and 2 do not ask.
pub fn limits_of(level: u8) -> Limits {
    let jiffies = JIFFIES.get(usize::from(level)).copied().unwrap_or(0);
    Limits::cycles(time::jiffies(jiffies))
}

/// Moves in random order until one neither hangs a piece nor allows mate at once; the last one tried if all do.
pub fn beginner<S: Supervisor>() {
    time::start::<S>(0);
    prepare();
    let mut left = iterate::list_root_moves();
    BEST_FROM.set(NO_MOVE);
    BEST_SCORE.set(evaluate::for_mover());
    let floor = BEST_SCORE.get() - HANGING_MARGIN;
    while left != 0 {
        let index = random_below(left);
        let mv = moves::at(index);
        set_best_move(mv);
        make(mv);
        let blunder = loses_material::<S>(floor) || allows_mate();
        unmake();
        if !blunder {
            break;
        }
        left -= 1;
        moves::put(index, moves::at(left));
    }
    moves::clear();
}

/// A random number below `limit`, by subtraction: the levels must not pull in a division.
fn random_below(limit: u8) -> u8 {
    let mut number = chance::byte();
    while number >= limit {
        number -= limit;
    }
    number
}

/// The opponent to move: does a series of captures bring us below `floor`?
fn loses_material<S: Supervisor>(floor: i16) -> bool {
    let ply = PLY.get();
    ALPHA.set(ply, -INFINITE);
    BETA.set(ply, INFINITE);
    quiesce::DEEP.set(ply, 0);
    quiesce::quiesce::<S>();
    -RESULT.get() < floor
}

/// The opponent to move: is there a mate in one?
fn allows_mate() -> bool {
    let mut mate = false;
    for_each_legal(|mv| {
        if !mate {
            make(mv);
            mate = in_check() && !has_legal_move();
            unmake();
        }
    });
    mate
}

/// The best evaluation after one move; chance decides between equal ones.
pub fn casual<S: Supervisor>() {
    time::start::<S>(0);
    prepare();
    let count = iterate::list_root_moves();
    BEST_FROM.set(NO_MOVE);
    let mut best = -INFINITE;
    let mut index = 0;
    while index != count {
        let mv = moves::at(index);
        TOP.set(count);
        make(mv);
        let score = if has_legal_move() {
            -evaluate::for_mover()
        } else if in_check() {
            MATE - 1
        } else {
            0
        };
        unmake();
        if score > best || score == best && chance::byte() & 1 != 0 {
            best = score;
            set_best_move(mv);
            BEST_SCORE.set(score);
        }
        index += 1;
    }
    moves::clear();
}
