//! The history heuristic's counters: what quiet moves are ordered by.
//!
//! Plain data of the board, because the generators score moves with it as they list them. `search::history` keeps it.

use super::pages::Pages;

/// How often a quiet move of this piece to this square was good.
pub static COUNTS: Pages = Pages::new(0);
