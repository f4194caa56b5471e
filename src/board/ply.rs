//! The ply: how many moves lie between the root of a search and a node. Arrays by ply hold what a node must not forget.
//!
//! A `Ply` is at most `MAX_PLY`, so it is always a place of such an array. It changes by one step at a time, and only `next`
//! could leave the arrays, `previous` at the root. The host checks both, in every build. On the 6502 they are an increment
//! and a decrement; that they stay within bounds there follows from the limits of whoever makes moves:
//!
//! - the search has no children from `alphabeta::LAST_PLY` on, and quiescence at most `params::QUIET_PLIES` below that;
//! - the mate solver looks `mate::LONGEST` moves ahead, the Standard player `standard::search::MAX_DEPTH` plies, `perft` no
//!   further than `MAX_PLY`, notation and the levels below the search one or two plies from the root;
//! - every move that is taken back was made.

use crate::cells::{Cells, Place};

/// No walk through the tree may go deeper. The limit is the 6502's stack of 256 bytes: a ply of the search takes six of
/// them for its calls, a ply of quiescence two.
pub const MAX_PLY: u8 = 34;
/// Length of the arrays by ply.
pub const PLIES: usize = MAX_PLY as usize + 1;

/// A variable of each ply.
pub type PerPly<T> = Cells<T, PLIES>;

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

// SAFETY: a ply is made by `new`, which refuses what is too deep, and by steps of those who keep to the limits at the head.
unsafe impl<By> Place<PLIES, By> for Ply {
    #[inline(always)]
    fn place(self) -> u8 {
        self.0
    }
}
