//! Who finds the move for the position on the engine's board.

use squares64::board::moves::Move;

/// What a player found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    pub mv: Move,
    /// From White's side, 30000 for mate: `squares64::standard::values::centipawns` translates it.
    pub score: i16,
    /// Calls of the specification's `minimax`.
    pub nodes: u32,
    /// Milliseconds it took, on the machine that searched.
    pub time: u64,
}

pub trait Player {
    /// The move at this depth, `None` when there is no legal move. An error is about the machine, not the position.
    fn find(&mut self, depth: u8) -> Result<Option<Found>, String>;
}
