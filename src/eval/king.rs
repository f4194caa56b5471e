//! King safety in the middlegame: behind its pawns, away from open files and from the centre.

use super::numbers::{CENTRE_KING, KING_ON_HALF_OPEN_FILE, KING_ON_OPEN_FILE};
use super::pawns::{FILES, beside, count};
use super::weights::{self, CASTLED_KING, HALF_OPEN_FILE_BY_KING, OPEN_FILE_BY_KING, SHIELD_PAWN};
use crate::board::pawns::PAWN_ROWS;
use crate::board::piece::{Side, WHITE};
use crate::board::position::{QUEENS, king_square};
use crate::board::square::{FILE_BIT, file};
use crate::cells::{ByModule, TunedTable};

/// Files on which a king at home counts as castled: a, b, c, g, h.
const CASTLED_FILES: u8 = 0b1100_0111;
/// Files d and e.
const CENTRE_FILES: u8 = 0b0001_1000;

/// Safety of one king, positive is good for its side. `pawns::FILES` must hold for the board.
pub fn safety(side: Side) -> i16 {
    let king = king_square(side);
    let own_file = FILE_BIT.get(file(king));
    let beside = beside(own_file);
    // The home row, and the row before it in `PAWN_ROWS`.
    let (home, shield) = if side == WHITE { (0x70, 8 + 6) } else { (0, 1) };
    let mut good = 0;
    if king.bits() & 0x70 == home && own_file & CASTLED_FILES != 0 {
        good = CASTLED.get(count(PAWN_ROWS.get(shield) & (own_file | beside)));
    }
    if QUEENS.get() == 0 {
        return good.into();
    }
    i16::from(good) - i16::from(exposure(side, own_file, beside))
}

/// What the lack of pawns around it costs a king while there are queens.
#[inline]
fn exposure(side: Side, own_file: u8, beside: u8) -> u8 {
    let mut bad = if own_file & CENTRE_FILES != 0 {
        CENTRE_KING.get()
    } else {
        0
    };
    let bare = !FILES.get(side.index()) & (own_file | beside);
    // Most kings have a pawn on each of these files.
    if bare != 0 {
        let half_open = bare & FILES.get(side.index() ^ 1);
        let open = bare ^ half_open;
        bad += OPEN_BESIDE.get(count(open & beside));
        bad += HALF_OPEN_BESIDE.get(count(half_open & beside));
        if open & own_file != 0 {
            bad += KING_ON_OPEN_FILE.get();
        } else if half_open & own_file != 0 {
            bad += KING_ON_HALF_OPEN_FILE.get();
        }
    }
    bad
}

/// By number of such files beside the king.
// SAFETY: a king has two files beside it.
static OPEN_BESIDE: TunedTable<3, ByModule> =
    unsafe { TunedTable::by_module(by_files(OPEN_FILE_BY_KING)) };
// SAFETY: a king has two files beside it.
static HALF_OPEN_BESIDE: TunedTable<3, ByModule> =
    unsafe { TunedTable::by_module(by_files(HALF_OPEN_FILE_BY_KING)) };
/// By number of pawns before a castled king.
// SAFETY: three pawns can stand before a king.
static CASTLED: TunedTable<4, ByModule> =
    unsafe { TunedTable::by_module(by_shield(CASTLED_KING, SHIELD_PAWN)) };

const fn by_files(each: u8) -> [u8; 3] {
    [0, each, 2 * each]
}

const fn by_shield(castled: u8, pawn: u8) -> [u8; 4] {
    [
        castled,
        castled + pawn,
        castled + 2 * pawn,
        castled + 3 * pawn,
    ]
}

/// What games try in place of the constants that make the tables (`tuning`).
#[cfg(not(target_vendor = "c64"))]
pub struct Tried {
    pub open_file_by_king: u8,
    pub half_open_file_by_king: u8,
    pub castled_king: u8,
    pub shield_pawn: u8,
}

#[cfg(not(target_vendor = "c64"))]
pub fn retune(tried: &Tried) {
    OPEN_BESIDE.refill(by_files(tried.open_file_by_king));
    HALF_OPEN_BESIDE.refill(by_files(tried.half_open_file_by_king));
    CASTLED.refill(by_shield(tried.castled_king, tried.shield_pawn));
}

/// The worst case fits in a byte.
const _: () = assert!(
    2 * OPEN_FILE_BY_KING as u16 + weights::KING_ON_OPEN_FILE as u16 + weights::CENTRE_KING as u16
        <= 255
        && HALF_OPEN_FILE_BY_KING <= OPEN_FILE_BY_KING
        && weights::KING_ON_HALF_OPEN_FILE <= weights::KING_ON_OPEN_FILE
);
