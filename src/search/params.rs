//! The margins, depths and counts of the search. `_MARGIN` is centipawns, `_DEPTH` plies, `_COUNT` moves.

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

/// The clock and the keyboard are looked at once in so many nodes. A short press lasts three frames, 59,000 cycles; a node with
/// its captures and the network takes some 7,600.
pub const NODES_BETWEEN_CLOCKS: u8 = 4;

/// Quiescence: plies of captures at most.
pub const QUIET_PLIES: u8 = 6;
/// Past so many plies of captures, only recaptures on the square of the last one.
pub const FREE_CAPTURE_PLIES: u8 = 2;
/// A check is answered with all evasions up to this ply of quiescence; later the position stands.
pub const EVASION_PLIES: u8 = 4;
/// A capture must bring the score within this of alpha.
pub const DELTA_MARGIN: i16 = 200;
/// What structure, kings and the network can add to the incremental sum before the full evaluation is asked.
pub const LAZY_MARGIN: i16 = 220;

/// Reverse futility: by remaining depth, the lead that needs no proof.
pub const REVERSE_FUTILITY_DEPTH: u8 = 2;
pub const REVERSE_FUTILITY_MARGIN: [i16; 3] = [0, 120, 500];
/// Futility: by remaining depth, what a quiet move is trusted to gain at most.
pub const FUTILITY_DEPTH: u8 = 2;
pub const FUTILITY_MARGIN: [i16; 3] = [0, 150, 350];

/// What a quiet move may lack at depth 1 (`_LEAST` to `_MOST`) to be judged by the value of its square alone.
pub const NEEDED_LEAST: i16 = -100;
pub const NEEDED_MOST: i16 = 127;
/// At depth 1 the opponent may stand pat after a quiet move, so it gains its square's value and at most this by
/// structure and king safety.
pub const QUIET_GAIN_MARGIN: i16 = 40;

/// Late move pruning: by remaining depth, the number of moves tried after which quiet moves are skipped.
pub const LATE_QUIET_DEPTH: u8 = 2;
pub const LATE_QUIET_COUNT: [u8; 3] = [0, 6, 12];

/// Null move: from this remaining depth on, searched shallower by the reduction.
pub const NULL_MOVE_DEPTH: u8 = 2;
pub const NULL_MOVE_REDUCTION: u8 = 2;

/// Quiet moves that are selected by their history score; the rest follow in the order of generation, because sorting late
/// moves costs more than it saves.
pub const PICKED_QUIETS: u8 = 6;

/// Late-move reduction: from this remaining depth and this many moves tried.
pub const LATE_MOVE_DEPTH: u8 = 3;
pub const LATE_MOVE_COUNT: u8 = 4;
/// From this many moves tried on, one ply more.
pub const VERY_LATE_MOVE_COUNT: u8 = 8;
