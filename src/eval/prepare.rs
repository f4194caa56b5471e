//! Tapered evaluation at the root: piece values and piece-square tables are interpolated between middlegame and endgame once
//! a search, for the position at its root.
//!
//! The phase comes from the pieces other than pawns and kings. What follows from the root's pawns and kings is added to the
//! tables as well: open files for rooks, the kings' distance to passed pawns. So a node pays nothing for any of it: make and
//! unmake look the squares up as ever. A search of a few plies seldom changes so much of this that it would be wrong at its
//! end.
//!
//! Everything here is a function of the root's pawns, kings and number of pieces, and of the style (`INPUTS`). While they stay
//! the same, so do the tables.

use super::endgame::distance;
use super::network;
use super::numbers::{ROOK_ON_HALF_OPEN_FILE, ROOK_ON_OPEN_FILE};
use super::pawns::{self, FILES};
use super::squares::{END, KING_END, KING_MIDDLE, MIDDLE, widest_step};
use super::style::{self, NORMAL, STYLE};
use super::weights::{
    END_VALUE, KING_TO_ENEMY_PASSED, MIDDLE_VALUE, OWN_KING_TO_PASSED, PASSED_END, PASSED_MIDDLE,
};
use crate::board::facts::PAGE_NUMBER;
use crate::board::pages::index;
use crate::board::pawns::PAWN_ROWS;
use crate::board::piece::{
    BLACK, KING, KNIGHT, Kind, PAWN, Piece, QUEEN, ROOK, Side, WHITE, colour, is_white, kind, piece,
};
use crate::board::ply::ROOT;
use crate::board::position::{BOARD, MATERIAL, PAWNS, SIDE, SUM, king_square};
use crate::board::square::{A8, FILE_BIT, NONE, NORTH, SOUTH, Square, file, from_index, row};
use crate::board::values::{self, SQUARES, set_value};
use crate::cells::{ByModule, Byte, Bytes, Cells, TunedTable};

/// Bonus of a passed pawn in this search, by steps to the promotion row.
// SAFETY: the steps to promotion are below eight.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "BEHIND_SCREEN"))]
pub static PASSED: Bytes<8, ByModule> = unsafe { Bytes::by_module(0) };
/// How much of the middlegame is left, in sixteenths.
pub static PHASE: Byte = Byte::new(0);

/// The phase when all pieces are there: 62 units, three for a minor piece, five for a rook and nine for a queen.
pub const ALL_OF_IT: u8 = 16;

/// A piece may cross its whole table in one move, and what it gains must fit a signed byte.
const WIDE_LIMIT: i8 = 63;
/// So much may passed pawns add to what a king's table changes by at a step.
const KING_STEP_LIMIT: u8 = 60;
const _: () = assert!(widest_step(&KING_MIDDLE) + KING_STEP_LIMIT < 128);
const _: () = assert!(widest_step(&KING_END) + KING_STEP_LIMIT < 128);

/// What the values were made from: rows of the pawns, kings, material, style. No king stands on the first value, so the first
/// search prepares whatever it meets.
// SAFETY: places are sixteen rows, two kings, the number of pieces and the style.
static INPUTS: Bytes<20, ByModule> = unsafe { Bytes::by_module(NONE.bits()) };
const KINGS: u8 = 16;
const UNITS: u8 = 18;
const STYLE_PLACE: u8 = 19;

// Piece values by kind: the ending's in two bytes, and how much more they are in the middlegame.
// SAFETY: it is asked for kinds up to the king.
static END_LOW: TunedTable<7, ByModule> =
    unsafe { TunedTable::by_module(value_bytes(&END_VALUE, 0)) };
// SAFETY: it is asked for kinds up to the king.
static END_HIGH: TunedTable<7, ByModule> =
    unsafe { TunedTable::by_module(value_bytes(&END_VALUE, 1)) };
// SAFETY: it is asked for kinds up to the king.
static MORE_IN_MIDDLE: TunedTable<7, ByModule> =
    unsafe { TunedTable::by_module(more_in_middle(&MIDDLE_VALUE, &END_VALUE)) };
/// By steps to promotion: the bonus of the ending, and how much less it is in the middlegame.
// SAFETY: the steps to promotion are below eight.
static PASSED_IN_END: TunedTable<8, ByModule> = unsafe { TunedTable::by_module(PASSED_END) };
// SAFETY: the steps to promotion are below eight.
static PASSED_LESS: TunedTable<8, ByModule> =
    unsafe { TunedTable::by_module(passed_less(&PASSED_MIDDLE, &PASSED_END)) };
// SAFETY: the steps to promotion are below eight.
static OWN_KING_STEP: TunedTable<8, ByModule> =
    unsafe { TunedTable::by_module(OWN_KING_TO_PASSED) };
// SAFETY: the steps to promotion are below eight.
static ENEMY_KING_STEP: TunedTable<8, ByModule> =
    unsafe { TunedTable::by_module(KING_TO_ENEMY_PASSED) };

const fn value_bytes(values: &[i16; 7], byte: usize) -> [u8; 7] {
    let mut bytes = [0; 7];
    let mut kind = 0;
    while kind < 7 {
        bytes[kind] = values[kind].to_le_bytes()[byte];
        kind += 1;
    }
    bytes
}

const fn more_in_middle(middle: &[i16; 7], end: &[i16; 7]) -> [u8; 7] {
    let mut more = [0; 7];
    let mut kind = 0;
    while kind < 7 {
        let apart = middle[kind] - end[kind];
        assert!(apart > -128 && apart < 128);
        more[kind] = apart as u8;
        kind += 1;
    }
    more
}

const fn passed_less(middle: &[u8; 8], end: &[u8; 8]) -> [u8; 8] {
    let mut less = [0; 8];
    let mut steps = 0;
    while steps < 8 {
        less[steps] = end[steps] - middle[steps];
        steps += 1;
    }
    less
}

/// Takes over what games try in place of the constants (`tuning`). What was made from others is forgotten.
#[cfg(not(target_vendor = "c64"))]
pub fn retune(
    values: [&[i16; 7]; 2],
    passed: [&[u8; 8]; 2],
    own_king_step: [u8; 8],
    enemy_king_step: [u8; 8],
) {
    let [middle, end] = values;
    END_LOW.refill(value_bytes(end, 0));
    END_HIGH.refill(value_bytes(end, 1));
    MORE_IN_MIDDLE.refill(more_in_middle(middle, end));
    let [middle, end] = passed;
    PASSED_IN_END.refill(*end);
    PASSED_LESS.refill(passed_less(middle, end));
    OWN_KING_STEP.refill(own_king_step);
    ENEMY_KING_STEP.refill(enemy_king_step);
    INPUTS.set(KINGS, NONE.bits());
}

/// Makes the values for the position on the board, which is the root of a search, and its sum.
pub fn prepare() {
    network::refresh();
    if !note_inputs() {
        return;
    }
    let pieces = MATERIAL.get() - PAWNS.get(BLACK) - PAWNS.get(WHITE);
    PHASE.set(ALL_OF_IT.min((pieces + 2) >> 2));
    mix_values();
    mix_squares();
    place_rooks();
    place_pieces();
    place_kings();
    pawns::clear();
    SUM.set(ROOT, values::total());
}

/// Has anything changed that the values depend on?
fn note_inputs() -> bool {
    let style = STYLE.get();
    // A style depends on the side to move, which is another in the next search.
    let mut changed = note(UNITS, MATERIAL.get()) | note(STYLE_PLACE, style) | (style != NORMAL);
    let mut row = 0;
    while row < KINGS {
        changed |= note(row, PAWN_ROWS.get(row));
        row += 1;
    }
    changed |= note(KINGS, king_square(BLACK).bits());
    changed | note(KINGS + 1, king_square(WHITE).bits())
}

#[inline(never)]
fn note(place: u8, value: u8) -> bool {
    let changed = INPUTS.get(place) != value;
    INPUTS.set(place, value);
    changed
}

/// The middlegame's part of a number, by the bits of the phase: exact to a few units, and without a multiplication.
#[inline(never)]
fn part(number: u8) -> u8 {
    let mut bits = PHASE.get() << 3;
    let mut sum = 0;
    let mut left = number;
    while bits != 0 {
        if bits & 0x80 != 0 {
            sum += left;
        }
        bits <<= 1;
        left >>= 1;
    }
    sum
}

/// Between ending and middlegame, as signed bytes.
#[inline(never)]
fn mix(middle: i8, end: i8) -> i8 {
    if middle >= end {
        end.wrapping_add(part(middle.wrapping_sub(end) as u8) as i8)
    } else {
        end.wrapping_sub(part(end.wrapping_sub(middle) as u8) as i8)
    }
}

fn mix_values() {
    let mut kind = PAWN;
    while kind <= QUEEN {
        let end = i16::from_le_bytes([END_LOW.get(kind.bits()), END_HIGH.get(kind.bits())]);
        let value = end + i16::from(mix(MORE_IN_MIDDLE.signed(kind.bits()), 0));
        set_value(piece(WHITE, kind), value);
        set_value(piece(BLACK, kind), -value);
        kind = kind.next();
    }
    let mut steps = 0u8;
    while steps < 8 {
        PASSED.set(
            steps,
            PASSED_IN_END.get(steps) - part(PASSED_LESS.get(steps)),
        );
        steps += 1;
    }
}

/// The square tables of every kind and both colours.
fn mix_squares() {
    let mut place = 0u8;
    while place < 192 {
        let kind = (place >> 5) + 1;
        let value = mix(MIDDLE.signed(place), END.signed(place));
        let sq = (place & 0x1c) << 2 | place & 3;
        enter(kind, Square::from_bits(sq), value);
        enter(kind, Square::from_bits(sq ^ 7), value);
        place += 1;
    }
}

/// Enters a value for White on a square, and for Black on its mirror image.
#[inline(never)]
fn enter(kind: u8, sq: Square, value: i8) {
    let black = piece(BLACK, Kind::from_bits(kind));
    let page = PAGE_NUMBER.of(black);
    let place = index(black, sq);
    SQUARES.set_in_page(page, place | WHITE.bit(), value as u8);
    SQUARES.set_in_page(page, place ^ 0x70, value.wrapping_neg() as u8);
}

/// Adds to the value of a piece on a square, within a bound.
#[inline(never)]
fn adjust(piece: Piece, sq: Square, gain: i8, limit: i8) {
    let page = PAGE_NUMBER.of(piece);
    let place = index(piece, sq);
    let gain = if is_white(piece) { gain } else { -gain };
    let value = SQUARES.get_in_page(page, place) as i8;
    let value = value.saturating_add(gain).clamp(-limit, limit);
    SQUARES.set_in_page(page, place, value as u8);
}

/// Rooks want files without pawns.
fn place_rooks() {
    pawns::compute();
    let [middle, end] = ROOK_ON_HALF_OPEN_FILE.get();
    let on_half_open = mix(middle, end);
    let [middle, end] = ROOK_ON_OPEN_FILE.get();
    let on_open = mix(middle, end);
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index);
        let bit = FILE_BIT.get(file(sq));
        let white = FILES.get(WHITE) & bit;
        let black = FILES.get(BLACK) & bit;
        if white | black == 0 {
            adjust(piece(WHITE, ROOK), sq, on_open, WIDE_LIMIT);
            adjust(piece(BLACK, ROOK), sq, on_open, WIDE_LIMIT);
        } else if white == 0 {
            adjust(piece(WHITE, ROOK), sq, on_half_open, WIDE_LIMIT);
        } else if black == 0 {
            adjust(piece(BLACK, ROOK), sq, on_half_open, WIDE_LIMIT);
        }
        index += 1;
    }
}

/// Squares that attract pieces, such as the one before each passed pawn, and what a step nearer to it is worth to Black's king and to White's.
// SAFETY: there are sixteen pawns at most: `board::validity` refuses a position with more.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "BASIC_VECTORS"))]
static GOALS: Cells<Square, 16, ByModule> = unsafe { Cells::by_module(A8) };
// SAFETY: as of `GOALS`, Black's from 0 on and White's from 16.
static STEP_FOR: Bytes<32, ByModule> = unsafe { Bytes::by_module(0) };
const FOR_BLACK: u8 = 0;
const FOR_WHITE: u8 = 16;
static GOAL_COUNT: Byte = Byte::new(0);

/// Kings want to be near the squares before passed pawns, the more so the fewer pieces are left.
fn place_kings() {
    find_passed();
    if GOAL_COUNT.get() == 0 {
        return;
    }
    bound_steps(FOR_BLACK);
    bound_steps(FOR_WHITE);
    attract(piece(WHITE, KING), FOR_WHITE, i8::MAX);
    attract(piece(BLACK, KING), FOR_BLACK, i8::MAX);
}

/// A style wants the pieces of the side to move near a king, the enemy's or its own.
fn place_pieces() {
    let style = STYLE.get();
    if style == NORMAL {
        return;
    }
    let side = SIDE.get();
    // The low bit of the style tells the enemy's king from its own.
    let whose = Side::from_bit(side.bit() ^ style << 7);
    GOALS.set(0, king_square(whose));
    STEP_FOR.set(FOR_BLACK, style::STEP);
    GOAL_COUNT.set(1);
    let mut kind = KNIGHT;
    while kind <= QUEEN {
        attract(piece(side, kind), FOR_BLACK, WIDE_LIMIT);
        kind = kind.next();
    }
}

/// Adds to each square of a piece's table what it gains there by its nearness to the goals.
#[inline(never)]
fn attract(piece: Piece, first: u8, limit: i8) {
    let mut index = 0;
    while index < 64 {
        let sq = from_index(index);
        adjust(piece, sq, nearness(first, sq), limit);
        index += 1;
    }
}

/// Notes the passed pawns that matter in this phase.
fn find_passed() {
    GOAL_COUNT.set(0);
    let mut index = 8;
    while index < 56 {
        let sq = from_index(index);
        let man = BOARD.get(sq);
        if kind(man) == PAWN && pawns::is_passed(sq, colour(man)) {
            note_passed(sq, colour(man));
        }
        index += 1;
    }
}

fn note_passed(pawn: Square, side: Side) {
    let (to_go, stop) = if side == WHITE {
        (row(pawn), pawn.plus(NORTH))
    } else {
        (7 - row(pawn), pawn.plus(SOUTH))
    };
    let own = in_ending(OWN_KING_STEP.get(to_go));
    let enemy = in_ending(ENEMY_KING_STEP.get(to_go));
    if own | enemy != 0 {
        let place = GOAL_COUNT.get();
        GOALS.set(place, stop);
        let (white, black) = if side == WHITE {
            (own, enemy)
        } else {
            (enemy, own)
        };
        STEP_FOR.set(FOR_BLACK + place, black);
        STEP_FOR.set(FOR_WHITE + place, white);
        GOAL_COUNT.set(place + 1);
    }
}

/// Halves what each step is worth until all of them together are within bounds.
#[inline(never)]
fn bound_steps(first: u8) {
    while sum_of(first) > KING_STEP_LIMIT {
        let mut left = GOAL_COUNT.get();
        while left != 0 {
            left -= 1;
            STEP_FOR.set(first + left, STEP_FOR.get(first + left) >> 1);
        }
    }
}

fn sum_of(first: u8) -> u8 {
    let mut sum = 0u8;
    let mut left = GOAL_COUNT.get();
    while left != 0 {
        left -= 1;
        sum = sum.saturating_add(STEP_FOR.get(first + left));
    }
    sum
}

fn in_ending(step: u8) -> u8 {
    step - part(step)
}

/// What a piece gains on this square: four steps away from a goal nothing.
fn nearness(first: u8, sq: Square) -> i8 {
    let mut sum = 0i16;
    let mut left = GOAL_COUNT.get();
    while left != 0 {
        left -= 1;
        let each = i16::from(STEP_FOR.get(first + left));
        let mut steps = distance(sq, GOALS.get(left));
        sum += each << 2;
        while steps != 0 {
            sum -= each;
            steps -= 1;
        }
    }
    sum.clamp(-127, 127) as i8
}
