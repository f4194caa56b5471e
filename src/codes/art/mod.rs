//! Drawings that become characters: letters and pieces, as text that shows what it draws.

pub mod font;
pub mod pieces;
