//! Does a capture lose material? The cheap question: a dearer piece takes a cheaper one that is guarded.

use crate::board::attack::is_attacked;
use crate::board::moves::Move;
use crate::board::piece::{EMPTY, KING, PIECE_UNITS, by_kind, kind};
use crate::board::position::{BOARD, SIDE};
use crate::board::square::Square;
use crate::cells::Table;

/// By kind: pieces of one class trade evenly.
static CLASS: Table<8> = Table::new(by_kind(PIECE_UNITS));

/// For a capture that has not been made. A king's capture never loses: if the victim is guarded it is illegal.
#[inline]
pub fn loses(mv: Move) -> bool {
    let (from, dest) = (mv.from, mv.destination());
    let attacker = BOARD.get(from);
    let victim = BOARD.get(dest);
    kind(attacker) != KING
        && CLASS.get(kind(attacker)) > CLASS.get(kind(victim))
        && is_guarded(from, dest)
}

/// With the attacker lifted off the board, so that a piece behind it counts.
fn is_guarded(from: Square, dest: Square) -> bool {
    let attacker = BOARD.get(from);
    BOARD.set(from, EMPTY);
    let guarded = is_attacked(dest, SIDE.get().other());
    BOARD.set(from, attacker);
    guarded
}
