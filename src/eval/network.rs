//! A small neural network that corrects the handcrafted evaluation: what eight neurons see from White's side of the board,
//! less what the same eight see from Black's.
//!
//! Inputs: 256 for each view, one for every piece on every place. Pawns have their squares as places, the other pieces
//! blocks of two by two squares. A neuron is one page of weights and a bias; its accumulator, the sum over the pieces on the
//! board, is one byte. `ACTIVATION` turns an accumulator into centipawns: a squared clipped ReLU times the output weight,
//! which all neurons share. White's sum less Black's is the correction, so it has no bias and no favourite colour.
//!
//! Accumulators are planes by ply. `catch_up` computes those of the position from the last ply that has them, so a move that
//! is made and taken back without an evaluation costs nothing, and taking one back costs nothing at all.
//! No accumulator can wrap: `reach` bounds it for every material that a game can have, and the build fails when a bound does
//! not fit into a byte.
//!
//! The evaluation does not ask it yet: the program has no room for its 4.5 KB, see docs/network.md.
//! `lab train` finds the weights (`neurons`).

use super::neurons::{BIAS, FULL, NEURONS, PEAK, WEIGHTS};
use crate::board::make::{castling_rook, is_castling};
use crate::board::moves::{destination, promotion_kind};
use crate::board::pawns;
use crate::board::piece::{EMPTY, KING, PAWN, ROOK, colour, kind, piece};
use crate::board::position::{
    BOARD, CAPTURED, EN_PASSANT, LIST, MOVE_FROM, MOVE_TO, MOVED, PLIES, PLY, SLOTS,
};
use crate::board::square::NONE;
use crate::cells::{Bytes, Table};

/// By neuron: what each input adds to the accumulator. A page each: an index that crosses one costs the 6502 a cycle.
#[repr(align(256))]
struct Pages([Table<256>; NEURONS]);
static PAGES: Pages = Pages(bytes(&WEIGHTS));

/// By accumulator, as a byte: what the neuron counts, in units of four centipawns, so that four neurons fit into a byte.
static ACTIVATION: Table<256> = Table(activation());

/// Accumulators by ply of White's view and of Black's.
static WHITE_VIEW: [Bytes<PLIES>; NEURONS] = [const { Bytes::new(0) }; NEURONS];
static BLACK_VIEW: [Bytes<PLIES>; NEURONS] = [const { Bytes::new(0) }; NEURONS];

// The 256 inputs of a view. Bit 7: the view's own piece. Of the other bits the upper half is the officers' (kind, block),
// the lower half the pawns' squares; the rows where no pawn stands are the king's blocks.
const OFFICERS: u8 = 0x40;

/// Places of pawns, officers and kings by square: three tables in one, told apart by the bits that no square has.
static PLACE: Table<256> = Table(places());
/// By kind: the bits that choose a table of `PLACE`…
static TABLE_OF: Table<8> = Table([0, 0, 0x08, 0x08, 0x08, 0x08, 0x80, 0]);
/// …what the kind adds to the place…
static START_OF: Table<8> = Table([
    0,
    0,
    OFFICERS,
    OFFICERS + 0x10,
    OFFICERS + 0x20,
    OFFICERS + 0x30,
    0,
    0,
]);
/// …and the bits in which the inputs of one piece differ between the views: colour and rows.
static TURNED: Table<8> = Table([0, 0xb8, 0x8c, 0x8c, 0x8c, 0x8c, 0xbc, 0]);

const fn places() -> [u8; 256] {
    let mut places = [0; 256];
    let mut sq = 0u8;
    while sq < 0x78 {
        if sq & 0x88 == 0 {
            let (row, file) = (sq >> 4, sq & 7);
            let block = (row / 2) * 4 + file / 2;
            places[sq as usize] = row * 8 + file;
            places[(sq | 0x08) as usize] = block;
            places[(sq | 0x80) as usize] = if block < 8 { block } else { block + 48 };
        }
        sq += 1;
    }
    places
}

/// The input of White's view for a piece on a square.
#[inline(always)]
pub fn input(piece: u8, sq: u8) -> u8 {
    let kind = kind(piece);
    PLACE.get(sq | TABLE_OF.get(kind)) | START_OF.get(kind) | colour(piece)
}

/// The input of Black's view for a piece of this kind, from that of White's.
#[inline(always)]
pub fn turned(input: u8, kind: u8) -> u8 {
    input ^ TURNED.get(kind)
}

const fn bytes(weights: &[[i8; 256]; NEURONS]) -> [Table<256>; NEURONS] {
    let mut tables = [const { Table([0; 256]) }; NEURONS];
    let mut neuron = 0;
    while neuron < NEURONS {
        let mut input = 0;
        while input < 256 {
            tables[neuron].0[input] = weights[neuron][input] as u8;
            input += 1;
        }
        neuron += 1;
    }
    tables
}

/// Centipawns of a unit of `ACTIVATION`, as a shift.
const UNIT_SHIFT: u8 = 2;
const _: () = assert!(4 * (PEAK >> UNIT_SHIFT) as u16 <= 255);

/// Squared clipped ReLU: nothing up to 0, `PEAK` from `FULL` on, a parabola between.
const fn activation() -> [u8; 256] {
    let mut table = [0; 256];
    let mut accumulator = 1usize;
    while accumulator < 128 {
        let full = FULL as usize;
        let lit = if accumulator < full {
            accumulator
        } else {
            full
        };
        let peak = (PEAK >> UNIT_SHIFT) as usize;
        table[accumulator] = ((peak * lit * lit * 2 + full * full) / (2 * full * full)) as u8;
        accumulator += 1;
    }
    table
}

/// Writes the same statement for every neuron.
macro_rules! each_neuron {
    ($neuron:ident => $body:expr) => {{
        const _: () = assert!(NEURONS == 8);
        each_neuron!(@ $neuron $body; 0 1 2 3 4 5 6 7);
    }};
    (@ $neuron:ident $body:expr; $($number:literal)*) => {
        $({
            const $neuron: usize = $number;
            $body;
        })*
    };
}

/// Sums up all pieces on the board into ply 0: at the root of a search.
pub fn refresh() {
    each_neuron!(N => {
        WHITE_VIEW[N].set(0, BIAS[N] as u8);
        BLACK_VIEW[N].set(0, BIAS[N] as u8);
    });
    let mut slot = 0;
    while slot < 2 * SLOTS {
        let sq = LIST.get(slot);
        if sq != NONE && kind(BOARD.get(sq)) != 0 {
            add(0, BOARD.get(sq), sq);
        }
        slot += 1;
    }
}

/// Brings the accumulators up to the position on the board. They are as far as the rows of the pawns are: evaluations bring
/// both up together, and taking a move back sets both back.
#[inline(always)]
pub fn catch_up() {
    let mut ply = pawns::applied();
    while ply != PLY.get() {
        advance(ply);
        ply += 1;
    }
}

/// Computes the accumulators after the move of this ply from those before it.
#[inline(never)]
fn advance(ply: u8) {
    let mover = MOVED.get(ply);
    let from = MOVE_FROM.get(ply);
    if from == NONE {
        pass(ply);
        return;
    }
    let to = destination(MOVE_TO.get(ply));
    let side = colour(mover);
    shift(ply, mover, from, placed(ply, mover, to), to);
    let victim = CAPTURED.get(ply);
    if victim != EMPTY {
        let behind = kind(mover) == PAWN && to == EN_PASSANT.get(ply);
        remove(ply + 1, victim, if behind { to ^ 0x10 } else { to });
    } else if kind(mover) == KING && is_castling(from, to) {
        let (rook_from, rook_to) = castling_rook(to);
        remove(ply + 1, piece(side, ROOK), rook_from);
        add(ply + 1, piece(side, ROOK), rook_to);
    }
}

/// What stands on the square that the move went to: the mover, or what it was promoted to.
#[inline(always)]
fn placed(ply: u8, mover: u8, to: u8) -> u8 {
    let row = to & 0x70;
    if kind(mover) == PAWN && (row == 0 || row == 0x70) {
        mover ^ PAWN ^ promotion_kind(MOVE_TO.get(ply))
    } else {
        mover
    }
}

/// One piece leaves its square, another (or the same) appears: from this ply's accumulators to the next one's.
#[inline(always)]
fn shift(ply: u8, old: u8, from: u8, new: u8, to: u8) {
    let (off, on) = (input(old, from), input(new, to));
    if off == on {
        // Within its block.
        pass(ply);
        return;
    }
    each_neuron!(N => {
        let change = PAGES.0[N].get(on).wrapping_sub(PAGES.0[N].get(off));
        WHITE_VIEW[N].set_from(1, ply, WHITE_VIEW[N].get(ply).wrapping_add(change));
    });
    let (off, on) = (turned(off, kind(old)), turned(on, kind(new)));
    each_neuron!(N => {
        let change = PAGES.0[N].get(on).wrapping_sub(PAGES.0[N].get(off));
        BLACK_VIEW[N].set_from(1, ply, BLACK_VIEW[N].get(ply).wrapping_add(change));
    });
}

/// A piece is gone from a square.
#[inline(never)]
fn remove(ply: u8, piece: u8, sq: u8) {
    let off = input(piece, sq);
    each_neuron!(N => {
        let rest = WHITE_VIEW[N].get(ply).wrapping_sub(PAGES.0[N].get(off));
        WHITE_VIEW[N].set(ply, rest);
    });
    let off = turned(off, kind(piece));
    each_neuron!(N => {
        let rest = BLACK_VIEW[N].get(ply).wrapping_sub(PAGES.0[N].get(off));
        BLACK_VIEW[N].set(ply, rest);
    });
}

/// A piece appears on a square.
#[inline(never)]
fn add(ply: u8, piece: u8, sq: u8) {
    let on = input(piece, sq);
    each_neuron!(N => {
        let sum = WHITE_VIEW[N].get(ply).wrapping_add(PAGES.0[N].get(on));
        WHITE_VIEW[N].set(ply, sum);
    });
    let on = turned(on, kind(piece));
    each_neuron!(N => {
        let sum = BLACK_VIEW[N].get(ply).wrapping_add(PAGES.0[N].get(on));
        BLACK_VIEW[N].set(ply, sum);
    });
}

/// A null move, or one that the network does not see: nothing changes.
#[inline(never)]
fn pass(ply: u8) {
    each_neuron!(N => WHITE_VIEW[N].set_from(1, ply, WHITE_VIEW[N].get(ply)));
    each_neuron!(N => BLACK_VIEW[N].set_from(1, ply, BLACK_VIEW[N].get(ply)));
}

/// The correction in centipawns, positive for White. The accumulators are those of the position.
#[inline]
pub fn output() -> i16 {
    let ply = PLY.get();
    let white = |neuron: usize| ACTIVATION.get(WHITE_VIEW[neuron].get(ply));
    let black = |neuron: usize| ACTIVATION.get(BLACK_VIEW[neuron].get(ply));
    let units = four(white, 0) + four(white, 4) - four(black, 0) - four(black, 4);
    units << UNIT_SHIFT
}

/// Four neurons together.
#[inline(always)]
fn four(neuron: impl Fn(usize) -> u8, first: usize) -> i16 {
    i16::from(neuron(first) + neuron(first + 1) + neuron(first + 2) + neuron(first + 3))
}

/// The least and the most that an accumulator can hold, whatever legal material stands wherever.
///
/// Each side has a king, two of each of knight, bishop and rook and a queen at most, and eight more that are pawns on
/// different squares or promoted. Every bound takes the best place for each piece and ignores that squares can be taken.
pub const fn reach(weights: &[i8; 256], bias: i8) -> (i16, i16) {
    let most = bias as i16 + side_most(weights, 0, 1) + side_most(weights, 0x80, 1);
    let least = bias as i16 - side_most(weights, 0, -1) - side_most(weights, 0x80, -1);
    (least, most)
}

/// The most that one side's pieces can add, with all weights multiplied by `sign`.
const fn side_most(weights: &[i8; 256], own: usize, sign: i16) -> i16 {
    let mut officers = 0;
    let mut best_officer = 0;
    let mut kind = 0;
    while kind < 4 {
        let best = best_of(weights, own + OFFICERS as usize + kind * 16, 16, sign);
        let best = if best > 0 { best } else { 0 };
        officers += if kind == 3 { best } else { 2 * best };
        best_officer = if best > best_officer {
            best
        } else {
            best_officer
        };
        kind += 1;
    }
    let low = best_of(weights, own, 8, sign);
    let high = best_of(weights, own + 56, 8, sign);
    let king = if low > high { low } else { high };
    king + officers + pawns_most(weights, own, best_officer, sign)
}

const fn best_of(weights: &[i8; 256], first: usize, count: usize, sign: i16) -> i16 {
    let mut best = i16::MIN;
    let mut place = first;
    while place < first + count {
        let weight = weights[place] as i16 * sign;
        best = if weight > best { weight } else { best };
        place += 1;
    }
    best
}

/// Eight men: pawns on their eight best squares, or promoted where that is more.
const fn pawns_most(weights: &[i8; 256], own: usize, promoted: i16, sign: i16) -> i16 {
    let mut sum = 0;
    let mut used = [false; 64];
    let mut men = 0;
    while men < 8 {
        let mut best = promoted;
        let mut where_best = 0;
        let mut place = 8;
        while place < 56 {
            let weight = weights[own + place] as i16 * sign;
            if !used[place] && weight > best {
                best = weight;
                where_best = place;
            }
            place += 1;
        }
        used[where_best] = true;
        sum += best;
        men += 1;
    }
    sum
}

const _: () = {
    let mut neuron = 0;
    while neuron < NEURONS {
        let (least, most) = reach(&WEIGHTS[neuron], BIAS[neuron]);
        assert!(least >= -128 && most <= 127);
        neuron += 1;
    }
};
