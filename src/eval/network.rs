//! A small neural network that corrects the handcrafted evaluation: what eight neurons see from White's side of the board,
//! less what the same eight see from Black's.
//!
//! Inputs: 256 for each view, one for every piece on every place. Pawns have their squares as places, the other pieces
//! blocks of two by two squares. A neuron is one page of weights and a bias; its accumulator, the sum over the pieces on the
//! board, is one byte. `ACTIVATION` turns an accumulator into centipawns: a squared clipped ReLU times the output weight,
//! which all neurons share. White's sum less Black's is the correction, so it has no bias and no favourite colour.
//!
//! Accumulators are planes by ply. `output` computes those of the position from the last ply that has them, so a move that
//! is made and taken back without asking costs nothing, and taking one back costs next to nothing.
//! No accumulator can wrap: `reach` bounds it for every material that a game can have, and the build fails when a bound does
//! not fit into a byte.
//!
//! `lab train` finds the weights (`neurons`); docs/network.md has the measurements.

use super::neurons::{BIAS, FULL, NEURONS, PEAK, WEIGHTS};
use crate::board::make::{castling_rook, is_castling};
use crate::board::moves::{destination, promotion_kind};
use crate::board::piece::{
    EMPTY, KING, KNIGHT, Kind, NO_PIECE, PAWN, Piece, QUEEN, ROOK, WHITE, colour, kind, piece,
};
use crate::board::ply::{PLIES, Ply, ROOT};
use crate::board::position::{
    ACCUMULATED, BOARD, CAPTURED, EN_PASSANT, LIST, MOVE_FROM, MOVE_TO, MOVED, PLY, SIDE, SLOTS,
};
use crate::board::square::{NONE, Square, is_last_row};
use crate::cells::{ByModule, Bytes, Table, TunedTable};

/// By neuron: what each input adds to the accumulator. A page each: an index that crosses one costs the 6502 a cycle.
#[repr(align(256))]
struct Pages([Table<256>; NEURONS]);
static PAGES: Pages = Pages(bytes(&WEIGHTS));

/// By accumulator, as a byte: what the neuron counts, in units of four centipawns, so that four neurons fit into a byte.
static ACTIVATION: TunedTable<256> = TunedTable::new(activation(PEAK));

/// By neuron: the accumulators of White's view by ply, then those of Black's. One code serves both views; it is given the
/// place of the accumulators, which is the ply, and `BLACK_VIEW` more for Black's.
// SAFETY: a view is a ply of White or, `PLIES` further, of Black.
static VIEWS: [Bytes<{ 2 * PLIES }, ByModule>; NEURONS] =
    [const { unsafe { Bytes::by_module(0) } }; NEURONS];
const BLACK_VIEW: u8 = PLIES as u8;

// The 256 inputs of a view. Bit 7: the view's own piece. Bit 6: neither pawn nor king. Without bit 6 the lower bits are a
// pawn's square; the rows where no pawn stands are the king's blocks.
const PIECES: u8 = 0x40;

/// Pawns' squares, and the blocks of all others: two tables in one, told apart by a bit that no square has.
// SAFETY: a square leaves bit 7 free and bit 3 to the table.
static PLACE: Table<128, ByModule> = unsafe { Table::by_module(places()) };
/// By kind: the bit that chooses the table…
static TABLE_OF: Table<8> = Table::new([0, 0, 0x08, 0x08, 0x08, 0x08, 0x08, 0]);
/// …the bits that the kind flips in the place…
static KIND_BITS: Table<8> = Table::new([
    0,
    0,
    PIECES,
    PIECES + 0x10,
    PIECES + 0x20,
    PIECES + 0x30,
    0,
    0,
]);
/// …and those in which the inputs of one piece differ between the views: colour and rows.
static TURNED: Table<8> = Table::new([0, 0xb8, 0xbc, 0xbc, 0xbc, 0xbc, 0xbc, 0]);

const fn places() -> [u8; 128] {
    let mut places = [0; 128];
    let mut sq = 0u8;
    while sq < 0x78 {
        if sq & 0x88 == 0 {
            let (row, file) = (sq >> 4, sq & 7);
            places[sq as usize] = row * 8 + file;
            places[(sq | 0x08) as usize] = block_place((row / 2) * 4 + file / 2);
        }
        sq += 1;
    }
    places
}

/// The place of a block, so that a king's blocks are where no pawn stands. The other kinds flip two bits more.
const fn block_place(block: u8) -> u8 {
    if block < BLOCKS / 2 {
        block
    } else {
        block + 48
    }
}

pub const BLOCKS: u8 = 16;

/// The input of a piece that is no pawn, by kind and block, without its colour.
pub const fn block_input(kind: Kind, block: u8) -> u8 {
    block_place(block) ^ KIND_BITS.0[kind.bits() as usize]
}

/// The input of White's view for a piece on a square.
#[inline(always)]
pub fn input(piece: Piece, sq: Square) -> u8 {
    let kind = kind(piece);
    PLACE.get(sq.bits() | TABLE_OF.get(kind)) ^ KIND_BITS.get(kind) ^ colour(piece).bit()
}

/// The input of Black's view for a piece of this kind, from that of White's.
#[inline(always)]
pub fn turned(input: u8, kind: Kind) -> u8 {
    input ^ TURNED.get(kind)
}

const fn bytes(weights: &[[i8; 256]; NEURONS]) -> [Table<256>; NEURONS] {
    let mut tables = [const { Table::new([0; 256]) }; NEURONS];
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

/// Squared clipped ReLU: nothing up to 0, `peak` from `FULL` on, a parabola between.
const fn activation(peak: u8) -> [u8; 256] {
    let mut table = [0; 256];
    let mut accumulator = 1u8;
    while accumulator < 128 {
        let lit = if accumulator < FULL {
            accumulator
        } else {
            FULL
        } as u32;
        let most = (FULL as u32 * FULL as u32) << UNIT_SHIFT;
        table[accumulator as usize] = ((2 * peak as u32 * lit * lit + most) / (2 * most)) as u8;
        accumulator += 1;
    }
    table
}

/// Takes over a peak that games try (`tuning`).
#[cfg(not(target_vendor = "c64"))]
pub fn retune(peak: u8) {
    ACTIVATION.refill(activation(peak));
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
    ACCUMULATED.set(ROOT);
    each_neuron!(N => {
        VIEWS[N].set(0, BIAS[N] as u8);
        VIEWS[N].set(BLACK_VIEW, BIAS[N] as u8);
    });
    let mut slot = 0;
    while slot < 2 * SLOTS {
        let sq = LIST.get(slot);
        if sq != NONE && kind(BOARD.get(sq)) != NO_PIECE {
            add(ROOT, BOARD.get(sq), sq);
        }
        slot += 1;
    }
}

/// Brings the accumulators up to the position on the board.
#[inline(always)]
fn catch_up() {
    while ACCUMULATED.get() != PLY.get() {
        advance(ACCUMULATED.get());
        ACCUMULATED.set(ACCUMULATED.get().next());
    }
}

/// Computes the accumulators after the move of this ply from those before it.
#[inline(never)]
fn advance(ply: Ply) {
    let from = MOVE_FROM.get(ply);
    if from == NONE {
        keep(ply);
        return;
    }
    let to = destination(MOVE_TO.get(ply));
    let mover = MOVED.get(ply);
    if kind(mover) == PAWN && is_last_row(to) {
        promote(ply);
    } else {
        let (off, on) = (input(mover, from), input(mover, to));
        if off == on {
            // Within its block.
            keep(ply);
        } else {
            shift(ply.number(), off, on);
            let (off, on) = (turned(off, kind(mover)), turned(on, kind(mover)));
            shift(ply.number() + BLACK_VIEW, off, on);
        }
    }
    let victim = CAPTURED.get(ply);
    if victim != EMPTY {
        let behind = kind(mover) == PAWN && to == EN_PASSANT.get(ply);
        remove(
            ply.next(),
            victim,
            if behind { to.en_passant_partner() } else { to },
        );
    } else if kind(mover) == KING && is_castling(from, to) {
        let (rook_from, rook_to) = castling_rook(to);
        let rook = piece(colour(mover), ROOK);
        remove(ply.next(), rook, rook_from);
        add(ply.next(), rook, rook_to);
    }
}

/// A pawn goes off, what it was promoted to on.
#[inline(never)]
fn promote(ply: Ply) {
    let pawn = MOVED.get(ply);
    let to = MOVE_TO.get(ply);
    keep(ply);
    remove(ply.next(), pawn, MOVE_FROM.get(ply));
    let promoted = piece(colour(pawn), promotion_kind(to));
    add(ply.next(), promoted, destination(to));
}

/// One view, from this ply to the next: one input goes off, another on.
#[inline(never)]
fn shift(place: u8, off: u8, on: u8) {
    each_neuron!(N => {
        let sum = VIEWS[N].get(place).wrapping_add(PAGES.0[N].get(on));
        VIEWS[N].set_from(1, place, sum.wrapping_sub(PAGES.0[N].get(off)));
    });
}

/// A null move, or one that the network does not see: both views of the next ply are those of this one.
fn keep(ply: Ply) {
    copy(ply.number());
    copy(ply.number() + BLACK_VIEW);
}

#[inline(never)]
fn copy(place: u8) {
    each_neuron!(N => VIEWS[N].set_from(1, place, VIEWS[N].get(place)));
}

/// A piece is gone from a square.
fn remove(ply: Ply, piece: Piece, sq: Square) {
    let off = input(piece, sq);
    subtract(ply.number(), off);
    subtract(ply.number() + BLACK_VIEW, turned(off, kind(piece)));
}

#[inline(never)]
fn subtract(place: u8, off: u8) {
    each_neuron!(N => {
        VIEWS[N].set(place, VIEWS[N].get(place).wrapping_sub(PAGES.0[N].get(off)));
    });
}

/// A piece appears on a square. Only castling and the root need it.
#[inline(never)]
fn add(ply: Ply, piece: Piece, sq: Square) {
    let on = input(piece, sq);
    sum_up(ply.number(), on);
    sum_up(ply.number() + BLACK_VIEW, turned(on, kind(piece)));
}

#[inline(never)]
fn sum_up(place: u8, on: u8) {
    each_neuron!(N => {
        VIEWS[N].set(place, VIEWS[N].get(place).wrapping_add(PAGES.0[N].get(on)));
    });
}

/// The correction in centipawns, from the side to move.
#[inline]
pub fn output() -> i16 {
    catch_up();
    let ply = PLY.get();
    let units = if SIDE.get() == WHITE {
        lit(ply.number()) - lit(ply.number() + BLACK_VIEW)
    } else {
        lit(ply.number() + BLACK_VIEW) - lit(ply.number())
    };
    units << UNIT_SHIFT
}

/// What the neurons of a view count together, in units.
#[inline(never)]
fn lit(place: u8) -> i16 {
    four(place, 0) + four(place, 4)
}

/// Four neurons together.
#[inline(always)]
fn four(place: u8, first: usize) -> i16 {
    let neuron = |number: usize| ACTIVATION.get(VIEWS[number].get(place));
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
    let mut pieces = 0;
    let mut best_piece = 0;
    let mut kind = KNIGHT;
    while kind.bits() <= QUEEN.bits() {
        let best = best_of(weights, own, kind, sign);
        let best = if best > 0 { best } else { 0 };
        pieces += if kind.bits() == QUEEN.bits() {
            best
        } else {
            2 * best
        };
        best_piece = if best > best_piece { best } else { best_piece };
        kind = kind.next();
    }
    best_of(weights, own, KING, sign) + pieces + pawns_most(weights, own, best_piece, sign)
}

/// The best block of a piece that is no pawn.
const fn best_of(weights: &[i8; 256], own: usize, kind: Kind, sign: i16) -> i16 {
    let mut best = i16::MIN;
    let mut block = 0;
    while block < BLOCKS {
        let weight = weights[own + block_input(kind, block) as usize] as i16 * sign;
        best = if weight > best { weight } else { best };
        block += 1;
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
