//! The Standard player by name, for callers outside the program: the console on the emulated C64 and on-target suites.
//!
//! | name | input | result |
//! |---|---|---|
//! | `FindStandardMove` | board, `SearchSide`, `castlerights`, `enpassantsq`, `StandardDepth` | `StandardFrom` (`$ff`: no legal move), `StandardTo`, `StandardScore`, `StandardNodes` |
//!
//! `StandardTo` carries the promotion in its spare bits, as every move does; `StandardScore` is 30000 for mate.
#![allow(non_snake_case, non_upper_case_globals)]

use crate::board::moves::NO_MOVE;
use crate::board::ply::ROOT;
use crate::board::position::{self, PLY};
use crate::board::square::Square;
use crate::cells::{Byte, Cell, Word};
use crate::standard::search::MAX_DEPTH;
use crate::standard::select;
use crate::ui::thinking::Display;

/// 1 to 3; anything else is taken as the nearest of these.
#[unsafe(no_mangle)]
pub static StandardDepth: Byte = Byte::new(1);
#[unsafe(no_mangle)]
pub static StandardFrom: Cell<Square> = Cell::new(NO_MOVE);
#[unsafe(no_mangle)]
pub static StandardTo: Cell<Square> = Cell::new(NO_MOVE);
/// Positive is good for White.
#[unsafe(no_mangle)]
pub static StandardScore: Word = Word::new(0);

#[unsafe(no_mangle)]
pub extern "C" fn FindStandardMove() {
    PLY.set(ROOT);
    position::rebuild();
    let depth = StandardDepth.get().clamp(1, MAX_DEPTH);
    if let Some(choice) = select::<Display>(depth) {
        StandardFrom.set(choice.mv.from);
        StandardTo.set(choice.mv.to);
        StandardScore.set(choice.score);
    } else {
        StandardFrom.set(NO_MOVE);
    }
}
