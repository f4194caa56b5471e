//! Drawings that become characters: letters, digits and pieces, as text that shows what it draws.

pub mod bold_pieces;
pub mod digits;
pub mod font;
pub mod pieces;
