//! The opening book: position on the board -> move, from the packed file beside this one.
//!
//! A position is found by its hash key. The book compares 19 bits of it, so a foreign position may look like one of the
//! book's: a move is used only if it is legal on the board. The format is described in `tools/book/src/pack.rs`; `make
//! book` writes the file.

use crate::board::hash::KEY;
use crate::board::legal::is_legal;
use crate::board::moves::NO_MOVE;
use crate::cells::Byte;
use crate::chance;

const OPENING_BYTES: &[u8] = include_bytes!("opening.bin");
static OPENING: [u8; OPENING_BYTES.len()] = *include_bytes!("opening.bin");

/// Where the salts of the keys stand, after the lengths of the 256 buckets.
const SALTS: usize = 256;
const FIRST_BUCKET: u16 = 258;

// Bits of a packed entry.
const SQUARE: u8 = 0x77;
const HEAD_FOLLOWS: u8 = 0x80;
const FROM_CHECK_BIT: u8 = 0x08;
const TO_CHECK_BITS: u8 = 0x88;
const HEAD_WEIGHT: u8 = 0x0f;
const HEAD_FURTHER: u8 = 0x30;
/// The head of an entry that does without: one move, whatever its weight.
const PLAIN_HEAD: u8 = 1;

/// May the book be asked for moves? 0 switches it off.
#[cfg_attr(target_vendor = "c64", unsafe(export_name = "BookEnabled"))]
pub static ENABLED: Byte = Byte::new(1);
/// The move that `lookup` chose.
pub static FROM: Byte = Byte::new(NO_MOVE);
pub static TO: Byte = Byte::new(NO_MOVE);

/// What the book knows about one position.
struct Entry {
    from: u8,
    to: u8,
    head: u8,
    /// Two bytes for each further move.
    further: &'static [u8],
}

/// Chooses a move for the position on the board by weight and chance, and puts it into `FROM` and `TO`. False when the
/// book is off or has no legal move here.
pub fn lookup() -> bool {
    if ENABLED.get() == 0 {
        return false;
    }
    let Some(entry) = find() else { return false };
    let total = entry.total_weight();
    if total == 0 {
        return false;
    }
    let (from, to) = entry.move_at(chance::below(total));
    if !is_legal(from, to) {
        return false;
    }
    FROM.set(from);
    TO.set(to);
    true
}

/// The bucket of the position on the board. Adding up the lengths before it takes less room than a table of starts.
fn bucket() -> &'static [u8] {
    let wanted = KEY[0].get();
    let mut start = FIRST_BUCKET;
    let mut index = 0u8;
    while index != wanted {
        start += u16::from(OPENING[usize::from(index)]);
        index += 1;
    }
    let end = start + u16::from(OPENING[usize::from(wanted)]);
    OPENING
        .get(usize::from(start)..usize::from(end))
        .unwrap_or(&[])
}

fn find() -> Option<Entry> {
    let salt_key = KEY[3].get();
    let check1 = KEY[1].get().wrapping_add(salt_key & OPENING[SALTS]);
    let check2 = KEY[2].get().wrapping_add(salt_key & OPENING[SALTS + 1]);
    let mut bytes = bucket();
    while let &[first, from, to, ref rest @ ..] = bytes {
        let (entry, next) = Entry::split(from, to, rest);
        let differs = (from ^ (check2 << 1)) & FROM_CHECK_BIT | (to ^ check2) & TO_CHECK_BITS;
        if first == check1 && differs == 0 {
            return Some(entry);
        }
        bytes = next;
    }
    None
}

impl Entry {
    /// The entry that starts with these two bytes, and what comes after it.
    fn split(from: u8, to: u8, rest: &'static [u8]) -> (Self, &'static [u8]) {
        let (mut head, mut rest) = (PLAIN_HEAD, rest);
        if from & HEAD_FOLLOWS != 0
            && let &[byte, ref tail @ ..] = rest
        {
            head = byte;
            rest = tail;
        }
        // Two bytes for each further move; their number stands in bits 4 and 5.
        let length = usize::from((head & HEAD_FURTHER) >> 3);
        let (further, next) = rest.split_at_checked(length).unwrap_or((&[], &[]));
        let entry = Self {
            from: from & SQUARE,
            to: to & SQUARE,
            head,
            further,
        };
        (entry, next)
    }

    fn total_weight(&self) -> u8 {
        let mut total = self.head & HEAD_WEIGHT;
        let mut bytes = self.further;
        while let &[from, to, ref rest @ ..] = bytes {
            total += weight(from, to);
            bytes = rest;
        }
        total
    }

    /// The move whose share of the weights holds the number `ticket`, counted from 0.
    fn move_at(&self, ticket: u8) -> (u8, u8) {
        let mut passed = self.head & HEAD_WEIGHT;
        let mut bytes = self.further;
        if ticket >= passed {
            while let &[from, to, ref rest @ ..] = bytes {
                passed += weight(from, to);
                if ticket < passed {
                    return (from & SQUARE, to & SQUARE);
                }
                bytes = rest;
            }
        }
        (self.from, self.to)
    }
}

/// The weight of a further move, in the four bits that its squares leave free.
fn weight(from: u8, to: u8) -> u8 {
    (from >> 4 & 8) | (from >> 1 & 4) | (to >> 6 & 2) | (to >> 3 & 1)
}
