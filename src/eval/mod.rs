//! What a position is worth, in centipawns.

pub mod endgame;
pub mod evaluate;
pub mod king;
pub mod network;
pub mod neurons;
pub mod numbers;
pub mod pawns;
pub mod prepare;
pub mod squares;
pub mod style;
#[cfg(not(target_vendor = "c64"))]
pub mod terms;
#[cfg(not(target_vendor = "c64"))]
pub mod tuning;
pub mod weights;
