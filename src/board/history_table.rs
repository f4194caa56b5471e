//! The history heuristic's counters: what quiet moves are ordered by.
//!
//! Plain data of the board, because the generators score moves with it as they list them. `search::history` keeps it.

use super::pages::Pages;

/// How often a quiet move of this piece to this square was good.
// SAFETY: as of `values::SQUARES`.
pub static COUNTS: Pages = unsafe { Pages::by_module(0) };
