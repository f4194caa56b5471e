//! The best line, collected from the end towards the root.

use crate::board::moves::{Move, NO_MOVE};
use crate::board::position::PLIES;
use crate::cells::Bytes;

/// Moves of the line that are kept.
pub const LENGTH: u8 = 8;

/// The line from the root: `LENGTH` moves, two bytes each, `NO_MOVE` after the last.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "PrincipalVariation"))]
pub static LINE: Bytes<16> = Bytes::new(NO_MOVE);

// The lines of the plies below, eight places a ply.
static LINE_FROM: Bytes<64> = Bytes::new(NO_MOVE);
static LINE_TO: Bytes<64> = Bytes::new(NO_MOVE);
static COUNT: Bytes<PLIES> = Bytes::new(0);

/// A node begins: it has no line yet.
#[inline(always)]
pub fn clear(ply: u8) {
    COUNT.set(ply, 0);
}

/// Moves in the line of this ply.
#[inline(always)]
pub fn length(ply: u8) -> u8 {
    COUNT.get(ply)
}

/// The move is the best of its ply so far: its line is the move and the line of the ply below.
pub fn extend(ply: u8, mv: Move) {
    if ply >= LENGTH {
        return;
    }
    let base = ply << 3;
    LINE_FROM.set(base, mv.from);
    LINE_TO.set(base, mv.to);
    let mut count = 1;
    if ply + 1 < LENGTH {
        let below = base + LENGTH;
        let available = COUNT.get(ply + 1);
        while count <= available && count < LENGTH - ply {
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
        let shown = index < COUNT.get(0);
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
