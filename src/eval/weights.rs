//! Every number of the evaluation, in centipawns.

/// By kind: none, pawn, knight, bishop, rook, queen, king.
pub const PIECE_VALUE: [i16; 7] = [0, 86, 328, 350, 514, 951, 0];
/// By kind, in pawns: how much material is left, in one byte for both sides together.
pub const PIECE_UNITS: [u8; 7] = [0, 1, 3, 3, 5, 9, 0];
/// Both sides' pieces without the kings below this many units: the kings come out.
pub const ENDGAME_UNITS: u8 = 26;

pub const DOUBLED_PAWN: u8 = 12;
pub const ISOLATED_PAWN: u8 = 7;
/// By steps to the promotion row: 1 is the seventh rank, 6 the second.
pub const PASSED_PAWN: [u8; 8] = [0, 78, 67, 40, 25, 11, 18, 0];

/// The king stands where castling or a step beyond brings it.
pub const CASTLED_KING: u8 = 5;
/// Each pawn on the three squares before a castled king.
pub const SHIELD_PAWN: u8 = 6;
/// Each file beside the king's without any pawn.
pub const OPEN_FILE_BY_KING: u8 = 16;
/// On the d or e file while queens are on.
pub const CENTRE_KING: u8 = 13;

/// Mating drive against a bare king: each step of it away from the centre…
pub const DRIVE_TO_EDGE: u8 = 20;
/// …with bishop and knight, each step away from the wrong long diagonal…
pub const DRIVE_TO_CORNER: u8 = 60;
/// …and each step the kings come closer.
pub const DRIVE_KING_CLOSER: u8 = 12;
pub const CORNER_KING_CLOSER: u8 = 20;
/// Bishop and knight against the bare king, before the drive: their squares must not compete with it.
pub const BISHOP_AND_KNIGHT: i16 = 800;
/// A side without pawns that is ahead by no more than this does not win.
pub const PAWNLESS_EDGE: i16 = 400;
/// What is left of such an edge: an eighth.
pub const NO_WIN_SHIFT: u8 = 3;
