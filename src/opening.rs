//! The packed opening book (`game::book` reads it, `tools/book/src/tree.rs` describes it, `make book` writes it). Its bits are nearly as
//! good as random ones, and there is one more use for them: they are the numbers that keys of positions are made of
//! (`board::hash`), which would take a kilobyte of their own otherwise. So another book means other keys and other nodes.

use crate::cells::{ByModule, Table};

const PACKED: &[u8] = include_bytes!("game/opening.bin");
pub const PAIRS: usize = PACKED[0] as usize;
pub const TREE_BYTES: usize = PACKED.len() - 1 - 2 * PAIRS;

/// The moves of the repertoire as White would make them, the most frequent first.
// SAFETY: a move of the book is one of the pairs, so the search for it ends among them.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
pub static PAIR_FROM: Table<PAIRS, ByModule> = unsafe { Table::by_module(part(1)) };
// SAFETY: as of `PAIR_FROM`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
pub static PAIR_TO: Table<PAIRS, ByModule> = unsafe { Table::by_module(part(1 + PAIRS)) };
/// The tree of moves.
// SAFETY: the tree says itself where it ends, and the build fails when the pages that `hash` reads do not lie within it.
pub static TREE: Table<TREE_BYTES, ByModule> = unsafe { Table::by_module(part(1 + 2 * PAIRS)) };

const fn part<const N: usize>(start: usize) -> [u8; N] {
    let mut bytes = [0; N];
    let mut index = 0;
    while index < N {
        bytes[index] = PACKED[start + index];
        index += 1;
    }
    bytes
}
