//! The ply: how many moves lie between the root of a search and a node. Arrays by ply hold what a node must not forget.
//!
//! A `Ply` is at most `MAX_PLY`, so it is always a place of such an array. It changes by one step at a time, and only `next`
//! could leave the arrays, `previous` at the root. The host checks both, in every build. On the 6502 they are an increment
//! and a decrement, and no type can promise that they stay within bounds. So the arrays are declared by an `unsafe`
//! constructor, `PerPly::by_limit`, and this is the reason for all of them, the limits of whoever makes moves:
//!
//! - the search has no children from `alphabeta::LAST_PLY` on, and quiescence at most `params::QUIET_PLIES` below that;
//! - the mate solver looks `mate::LONGEST` moves ahead, the Standard player `standard::search::MAX_DEPTH` plies, `perft` no
//!   further than `MAX_PLY`, notation and the levels below the search one or two plies from the root;
//! - every move that is taken back was made.

use crate::cells::{ByLimit, Cells, Place, Words};

/// No walk through the tree may go deeper. The limit is the 6502's stack of 256 bytes: a ply of the search takes six of
/// them for its calls, a ply of quiescence two.
pub const MAX_PLY: u8 = 34;
/// Length of the arrays by ply.
pub const PLIES: usize = MAX_PLY as usize + 1;

/// A variable of each ply.
pub type PerPly<T> = Cells<T, PLIES, ByLimit>;
/// A 16-bit variable of each ply.
pub type WordPerPly = Words<PLIES, ByLimit>;

/// Moves made from the root of the current search.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(transparent)]
pub struct Ply(u8);

/// The position that a search is asked about.
pub const ROOT: Ply = Ply(0);

impl Ply {
    /// The ply after so many moves. A number beyond `MAX_PLY` is refused on every machine.
    pub const fn new(number: u8) -> Self {
        assert!(number <= MAX_PLY);
        Self(number)
    }

    /// 0 at the root.
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The ply of a child: of a node above `MAX_PLY`.
    #[inline(always)]
    #[must_use]
    pub fn next(self) -> Self {
        if cfg!(not(target_vendor = "c64")) {
            assert!(self.0 < MAX_PLY, "a move at the last ply");
        }
        Self(self.0 + 1)
    }

    /// The ply of the parent: of a node that is not the root.
    #[inline(always)]
    #[must_use]
    pub fn previous(self) -> Self {
        if cfg!(not(target_vendor = "c64")) {
            assert!(self.0 != 0, "the root has no parent");
        }
        Self(self.0 - 1)
    }
}

// SAFETY: promised by the `unsafe` constructor of the array.
unsafe impl Place<PLIES, ByLimit> for Ply {
    #[inline(always)]
    fn place(self) -> u8 {
        self.0
    }
}
