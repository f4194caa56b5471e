//! What a position is worth, in centipawns.

pub mod material;
pub mod weights;
