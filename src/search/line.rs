//! The best line, collected from the end towards the root.

use crate::board::moves::{Move, NO_MOVE};
use crate::board::ply::{PerPly, Ply, ROOT};
use crate::board::square::Square;
use crate::cells::{ByModule, Cells};

/// Moves of the line that are kept.
pub const LENGTH: u8 = 8;

/// The line from the root: `LENGTH` moves, two bytes each, `NO_MOVE` after the last.
// SAFETY: `LENGTH` moves of two bytes.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "PrincipalVariation"))]
pub static LINE: Cells<Square, 16, ByModule> = unsafe { Cells::by_module(NO_MOVE) };

// The lines of the plies below, eight places a ply.
// SAFETY: eight plies of eight places.
static LINE_FROM: Cells<Square, 64, ByModule> = unsafe { Cells::by_module(NO_MOVE) };
// SAFETY: eight plies of eight places.
static LINE_TO: Cells<Square, 64, ByModule> = unsafe { Cells::by_module(NO_MOVE) };
// SAFETY: plies stay within the limits at the head of `board::ply`.
static COUNT: PerPly<u8> = unsafe { PerPly::by_limit(0) };

/// A node begins: it has no line yet.
#[inline(always)]
pub fn clear(ply: Ply) {
    COUNT.set(ply, 0);
}

/// Moves in the line of this ply.
#[inline(always)]
pub fn length(ply: Ply) -> u8 {
    COUNT.get(ply)
}

/// The move is the best of its ply so far: its line is the move and the line of the ply below.
pub fn extend(ply: Ply, mv: Move) {
    let number = ply.number();
    if number >= LENGTH {
        return;
    }
    let base = number << 3;
    LINE_FROM.set(base, mv.from);
    LINE_TO.set(base, mv.to);
    let mut count = 1;
    if number + 1 < LENGTH {
        let below = base + LENGTH;
        let available = COUNT.get(ply.next());
        while count <= available && count < LENGTH - number {
            LINE_FROM.set(base + count, LINE_FROM.get(below + count - 1));
            LINE_TO.set(base + count, LINE_TO.get(below + count - 1));
            count += 1;
        }
    }
    COUNT.set(ply, count);
}

/// Shows the root's line to the outside.
pub fn publish() {
    let mut index = 0;
    while index < LENGTH {
        let shown = index < COUNT.get(ROOT);
        LINE.set(
            2 * index,
            if shown { LINE_FROM.get(index) } else { NO_MOVE },
        );
        LINE.set(
            2 * index + 1,
            if shown { LINE_TO.get(index) } else { NO_MOVE },
        );
        index += 1;
    }
}
