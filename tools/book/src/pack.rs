//! Positions to the packed book that `src/game/book.rs` reads.
//!
//! The format, for a machine that counts in bytes. `k0` to `k3` are the bytes of the engine's key; two salts make the
//! check bytes `c1 = k1 + (k3 & salt1)` and `c2 = k2 + (k3 & salt2)`, modulo 256.
//!
//! | bytes | meaning |
//! |---|---|
//! | 256 | length of each bucket; the bucket of a position is its `k0` |
//! | 2 | the salts |
//! | then | the buckets one after another, each a run of entries |
//!
//! | entry | meaning |
//! |---|---|
//! | `c1` | |
//! | from | 0x88 square of the first move; bit 3 is bit 2 of `c2`; bit 7 says that a head byte follows |
//! | to | 0x88 square; bits 3 and 7 are those of `c2` |
//! | head | bits 0–3 weight of the first move, bits 4–5 number of further moves |
//! | from, to | of each further move; bits 7 and 3 of from, then of to, are its weight, high bit first |
//!
//! A position with one move, by far the most frequent, takes three bytes. Nineteen bits are compared in all; the salts are
//! the first that keep the packed positions apart from one another and from the rest of the repertoire.

use crate::key::keys;
use crate::positions::{Choice, Position, Repertoire};
use cozy_chess::{Board, Color, File, Move, Square};
use std::collections::{BTreeMap, HashSet};

/// Room for the packed positions in the program.
pub const MAX_BYTES: usize = 6 * 1024;

const HEAD_FOLLOWS: u8 = 0x80;
const FROM_CHECK_BIT: u8 = 0x08;
const TO_CHECK_BITS: u8 = 0x88;
const HEAD_FURTHER_SHIFT: u8 = 4;

/// What the book compares: bucket, `c1`, and the check bits in from and to.
type Compared = (u8, u8, u8, u8);
type Salts = [u8; 2];

fn compared([k0, k1, k2, k3]: [u8; 4], [salt1, salt2]: Salts) -> Compared {
    let c1 = k1.wrapping_add(k3 & salt1);
    let c2 = k2.wrapping_add(k3 & salt2);
    (k0, c1, c2 << 1 & FROM_CHECK_BIT, c2 & TO_CHECK_BITS)
}

/// Packs every position that has a move.
pub fn pack(repertoire: &Repertoire) -> Result<Vec<u8>, String> {
    let keys = keys(repertoire.positions.keys());
    let (packed, rest): (Vec<_>, Vec<_>) = repertoire
        .positions
        .values()
        .zip(keys)
        .partition(|(position, _)| !position.choices.is_empty());
    let salts =
        find_salts(&packed, &rest).ok_or("no salts keep the keys of all positions apart")?;
    let mut buckets = vec![BTreeMap::new(); 256];
    for (position, key) in packed {
        let compared = compared(key, salts);
        buckets[usize::from(key[0])].insert(compared, entry(position, compared));
    }
    join(&buckets, salts)
}

type Keyed<'a> = (&'a Position, [u8; 4]);

fn find_salts(packed: &[Keyed], rest: &[Keyed]) -> Option<Salts> {
    (0..=u16::MAX).map(u16::to_be_bytes).find(|&salts| {
        let mut seen = HashSet::new();
        packed
            .iter()
            .all(|&(_, key)| seen.insert(compared(key, salts)))
            && rest
                .iter()
                .all(|&(_, key)| !seen.contains(&compared(key, salts)))
    })
}

fn join(buckets: &[BTreeMap<Compared, Vec<u8>>], salts: Salts) -> Result<Vec<u8>, String> {
    let mut lengths = Vec::new();
    let mut body = Vec::new();
    for bucket in buckets {
        let length: usize = bucket.values().map(Vec::len).sum();
        lengths.push(u8::try_from(length).map_err(|_| format!("a bucket has {length} bytes"))?);
        body.extend(bucket.values().flatten());
    }
    let packed = [lengths, salts.to_vec(), body].concat();
    match packed.len() {
        0..=MAX_BYTES => Ok(packed),
        bytes => Err(format!(
            "the packed book has {bytes} bytes, {} too many",
            bytes - MAX_BYTES
        )),
    }
}

fn entry(position: &Position, compared: Compared) -> Vec<u8> {
    let mut choices: Vec<&Choice> = position.choices.values().collect();
    // The likeliest first: it is found first.
    choices.sort_by_key(|choice| std::cmp::Reverse(choice.weight));
    let (first, further) = choices.split_first().expect("a packed position has a move");
    let (from, to) = squares(&position.board, first.mv);
    let (_, c1, from_check, to_check) = compared;
    let follows = if further.is_empty() { 0 } else { HEAD_FOLLOWS };
    let mut bytes = vec![c1, from | from_check | follows, to | to_check];
    if !further.is_empty() {
        bytes.push(first.weight | (further.len() as u8) << HEAD_FURTHER_SHIFT);
    }
    for choice in further {
        bytes.extend(weighted(squares(&position.board, choice.mv), choice.weight));
    }
    bytes
}

/// A further move: its weight fills the bits that squares leave free.
fn weighted((from, to): (u8, u8), weight: u8) -> [u8; 2] {
    let spread = |high: u8, low: u8| (weight >> high & 1) << 7 | (weight >> low & 1) << 3;
    [from | spread(3, 2), to | spread(1, 0)]
}

/// The move in the engine's squares. The library writes castling as king takes rook, the engine as a step of two files.
pub fn squares(board: &Board, mv: Move) -> (u8, u8) {
    let castles = board.colors(board.side_to_move()).has(mv.to);
    let to = match (castles, mv.to.file()) {
        (false, _) => mv.to,
        (true, File::A) => Square::new(File::C, mv.to.rank()),
        (true, _) => Square::new(File::G, mv.to.rank()),
    };
    (square(mv.from), square(to))
}

/// Row 0 of the engine's board is rank 8.
fn square(square: Square) -> u8 {
    let row = square.rank().relative_to(Color::Black) as u8;
    row * 16 + square.file() as u8
}
