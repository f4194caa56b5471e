//! Every number of the evaluation, in centipawns.

/// By kind: none, pawn, knight, bishop, rook, queen, king.
pub const PIECE_VALUE: [i16; 7] = [0, 100, 320, 330, 500, 900, 0];
/// Both sides' pieces without the kings below this: the kings come out.
pub const ENDGAME_MATERIAL: i16 = 2600;

pub const DOUBLED_PAWN: u8 = 15;
pub const ISOLATED_PAWN: u8 = 20;
/// By row from White's side: row 6 is rank 2, row 1 is rank 7.
pub const PASSED_PAWN: [u8; 8] = [0, 60, 50, 40, 30, 20, 20, 0];

pub const CASTLED_KING: i16 = 30;
pub const SHIELD_PAWN: i16 = 10;
pub const OPEN_FILE_BY_KING: i16 = 25;
pub const CENTRE_KING: i16 = 30;
