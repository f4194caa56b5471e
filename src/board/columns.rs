//! The columns of the game's record, whose far end holds move lists that are put aside.
//!
//! The record (`game/record.rs`) has a byte for each half move in three columns; few games come to the last 256 of them.
//! As long as this one has not, `moves` may keep a page of each of its three fields there while a search runs. Nothing is
//! added to the record then, and nothing behind its last known move is ever read.

use crate::cells::{ByModule, Bytes, Word};

/// Half moves a game has room for: 250 moves a side.
pub const ROOM: i16 = 500;

/// Where a page that is put aside begins.
pub const ASIDE: usize = ROOM as usize - 256;

/// A byte for each half move.
pub type Column = Bytes<{ ROOM as usize }, ByModule>;

// SAFETY: the record ends at `ROOM`, a page that is put aside begins at `ASIDE` and ends there too.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "GameFrom"))]
pub static FROM: Column = unsafe { Column::by_module(0) };
// SAFETY: the record ends at `ROOM`, a page that is put aside begins at `ASIDE` and ends there too.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "GameTo"))]
pub static TO: Column = unsafe { Column::by_module(0) };
// SAFETY: the record ends at `ROOM`, a page that is put aside begins at `ASIDE` and ends there too.
pub static FACTS: Column = unsafe { Column::by_module(0) };

/// Half moves on record, those included that were taken back.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "GameKnown"))]
pub static KNOWN: Word = Word::new(0);

/// Does the record leave the last 256 places of its columns alone?
#[inline(always)]
pub fn has_room_aside() -> bool {
    KNOWN.get() <= ASIDE as i16
}
