//! Finding the move.

pub mod history;
