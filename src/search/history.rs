//! What earlier nodes learned about quiet moves: counters by piece and square.

use crate::board::pages::Pages;

/// How often a quiet move of this piece to this square was good.
pub static COUNTS: Pages = Pages::new();
