//! The margins, depths and counts of the search. `_MARGIN` is centipawns, `_DEPTH` plies, `_COUNT` moves; `_1` and `_2`
//! are remaining depths. What games can tune is declared with its range (`tunables!`).

use crate::tunable::tunables;

/// Deepest iteration. The ply arrays leave room for quiescence below it.
pub const MAX_DEPTH: u8 = 24;

/// A mate at the root would score this; each ply towards it takes one off.
pub const MATE: i16 = 30_000;
/// Scores beyond this are mates.
pub const MATE_BOUND: i16 = 29_000;
/// Above every score.
pub const INFINITE: i16 = 32_000;

/// An obvious recapture is played after this depth when every other move is worse by the margin.
pub const EASY_DEPTH: u8 = 3;
pub const EASY_MARGIN: i16 = 150;

/// The root's window is drawn around the last score from this iteration on.
pub const WINDOW_DEPTH: u8 = 3;
/// A score from which on the game is decided, and the root's window is open.
pub const DECIDED: i16 = 400;

/// The clock and the keyboard are looked at once in so many nodes. A short press lasts three frames, 59,000 cycles; a node with
/// its captures and the network takes some 7,600.
pub const NODES_BETWEEN_CLOCKS: u8 = 4;

/// Quiescence: plies of captures at most.
pub const QUIET_PLIES: u8 = 6;

/// By remaining depth: the last at which reverse futility, futility and late move pruning apply.
pub const REVERSE_FUTILITY_DEPTH: u8 = 2;
pub const FUTILITY_DEPTH: u8 = 2;
pub const LATE_QUIET_DEPTH: u8 = 2;

/// What a quiet move may lack at depth 1 (`_LEAST` to `_MOST`) to be judged by the value of its square alone.
pub const NEEDED_LEAST: i16 = -100;
pub const NEEDED_MOST: i16 = 127;

/// Null move: from this remaining depth on, searched shallower by the reduction.
pub const NULL_MOVE_DEPTH: u8 = 2;
pub const NULL_MOVE_REDUCTION: u8 = 2;

/// Late-move reduction: from this remaining depth on.
pub const LATE_MOVE_DEPTH: u8 = 3;

tunables! {
    /// How far a root score is expected to be from that of the iteration before, either way.
    WINDOW_MARGIN: i16 = 40, 5..=500, 15.0;

    /// Past so many plies of captures, only recaptures on the square of the last one: not in the first, which may follow a null move.
    FREE_CAPTURE_PLIES: u8 = 3, 1..=6, 0.8;
    /// A check is answered with all evasions up to this ply of quiescence; later the position stands.
    EVASION_PLIES: u8 = 4, 0..=6, 0.8;
    /// A capture must bring the score within this of alpha.
    DELTA_MARGIN: i16 = 200, 50..=500, 40.0;
    /// What structure, kings and the network can add to the incremental sum before the full evaluation is asked.
    LAZY_MARGIN: i16 = 220, 100..=400, 30.0;

    /// Reverse futility: by remaining depth, the lead that needs no proof.
    REVERSE_FUTILITY_MARGIN_1: i16 = 120, 20..=400, 25.0;
    REVERSE_FUTILITY_MARGIN_2: i16 = 500, 50..=900, 80.0;
    /// Futility: by remaining depth, what a quiet move is trusted to gain at most.
    FUTILITY_MARGIN_1: i16 = 150, 20..=400, 30.0;
    FUTILITY_MARGIN_2: i16 = 350, 50..=800, 50.0;
    /// At depth 1 the opponent may stand pat after a quiet move, so it gains its square's value and at most this by
    /// structure and king safety.
    QUIET_GAIN_MARGIN: i16 = 40, 0..=120, 15.0;

    /// Late move pruning: by remaining depth, the number of moves tried after which quiet moves are skipped.
    LATE_QUIET_COUNT_1: u8 = 6, 1..=30, 1.5;
    LATE_QUIET_COUNT_2: u8 = 12, 2..=40, 2.5;

    /// Quiet moves that are selected by their history score; the rest follow in the order of generation, because sorting
    /// late moves costs more than it saves.
    PICKED_QUIETS: u8 = 6, 1..=40, 1.5;

    /// Late-move reduction: from this many moves tried on…
    LATE_MOVE_COUNT: u8 = 4, 2..=20, 0.8;
    /// …and from this many on, one ply more.
    VERY_LATE_MOVE_COUNT: u8 = 8, 3..=60, 2.0;
}
