//! The weights of the evaluation in centipawns; the piece-square tables are in `squares`. They were fitted to Stockfish's opinion of
//! positions (`lab tune`), then tuned by games together with the network's share (docs/strength.md).

use crate::tunable::tunables;

/// By kind: none, pawn, knight, bishop, rook, queen, king. In the middlegame…
pub const MIDDLE_VALUE: [i16; 7] = [0, 83, 352, 396, 505, 984, 0];
/// …and in the endgame; `prepare` interpolates between them by the phase.
pub const END_VALUE: [i16; 7] = [0, 83, 268, 297, 536, 1021, 0];
/// The mean of both: for margins that need not be exact.
pub const PIECE_VALUE: [i16; 7] = {
    let mut values = [0; 7];
    let mut kind = 0;
    while kind < 7 {
        values[kind] = (MIDDLE_VALUE[kind] + END_VALUE[kind]) / 2;
        kind += 1;
    }
    values
};
/// Both sides' pieces without the kings below this many units: the kings come out.
pub const ENDGAME_UNITS: u8 = 26;

/// Tempo: a bonus for the side to move, outside endgames, where having to move can be a burden.
pub const TEMPO: i16 = 21;

tunables! {
    /// More than the network adds but in few positions: with a peak of 192 it added more in 2 % of those near the bench positions.
    NETWORK_MARGIN: i16 = 100, 20..=250, 20.0;
}

pub const DOUBLED_PAWN: u8 = 6;
pub const ISOLATED_PAWN: u8 = 14;
/// By steps to the promotion row: 1 is the seventh rank, 6 the second.
pub const PASSED_MIDDLE: [u8; 8] = [0, 77, 16, 12, 7, 0, 7, 0];
pub const PASSED_END: [u8; 8] = [0, 172, 152, 83, 45, 13, 14, 0];
/// In the ending, each step that a king is nearer to the square before a passed pawn: its own king…
pub const OWN_KING_TO_PASSED: [u8; 8] = [0, 30, 26, 21, 15, 5, 0, 0];
/// …and the king that has to stop it.
pub const KING_TO_ENEMY_PASSED: [u8; 8] = [0, 40, 34, 17, 11, 0, 0, 0];

/// A rook on a file without pawns, and on one with enemy pawns only. Middlegame, ending.
pub const ROOK_ON_OPEN_FILE: [i8; 2] = [44, -2];
pub const ROOK_ON_HALF_OPEN_FILE: [i8; 2] = [16, 24];

/// The king stands where castling or a step beyond brings it.
pub const CASTLED_KING: u8 = 0;
/// Each pawn on the three squares before a castled king.
pub const SHIELD_PAWN: u8 = 9;
// While queens are on:
/// The king's file has no pawns at all, or no own ones.
pub const KING_ON_OPEN_FILE: u8 = 56;
pub const KING_ON_HALF_OPEN_FILE: u8 = 27;
/// The same for each file beside it.
pub const OPEN_FILE_BY_KING: u8 = 27;
pub const HALF_OPEN_FILE_BY_KING: u8 = 23;
/// The king is on the d or e file.
pub const CENTRE_KING: u8 = 39;

/// Mating drive against a bare king: each step of it away from the centre…
pub const DRIVE_TO_EDGE: u8 = 20;
/// …with bishop and knight, each step away from the wrong long diagonal…
pub const DRIVE_TO_CORNER: u8 = 40;
/// …and each step the kings come closer.
pub const DRIVE_KING_CLOSER: u8 = 12;
pub const CORNER_KING_CLOSER: u8 = 8;
/// Bishop and knight against the bare king, before the drive: their squares must not compete with it.
pub const BISHOP_AND_KNIGHT: i16 = 800;
/// A side without pawns that is ahead by no more than this does not win.
pub const PAWNLESS_EDGE: i16 = 400;
/// What is left of such an edge: an eighth.
pub const NO_WIN_SHIFT: u8 = 3;
