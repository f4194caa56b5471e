//! Names of openings: position on the board -> number of its name -> texts of its family and its variation, from the packed
//! file beside this one.
//!
//! Only the position where an opening begins has its name; the game keeps it until another position has one.
//! The format is described in `tools/book/src/names.rs`; `make book` writes the file. Texts are ASCII, at most 14
//! characters each; the interface packs them together with its own words (`ui/text.rs`).

use crate::board::hash::KEY;
use crate::cells::{ByModule, Table};

const PACKED: &[u8] = include_bytes!("names.bin");
pub const COUNT: u8 = PACKED[0];
/// A number that no name has.
pub const NONE: u8 = 0xff;

const PLANE: usize = COUNT as usize;
const KEYS: usize = 1;
const VARIATIONS: usize = KEYS + 3 * PLANE;
/// The texts one after another, each after its length: those of the families, then those of the variations.
pub const TEXTS: &[u8] = PACKED.split_at(VARIATIONS + PLANE + 1).1;
/// Families in all; the number of the first variation's text.
const FAMILIES: u8 = PACKED[VARIATIONS + PLANE];

/// Set in the variation of a family's first name.
const FAMILY_BEGINS: u8 = 0x80;

// SAFETY: a name is below `COUNT`, which is `PLANE`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static NAMES: Table<{ VARIATIONS + PLANE }, ByModule> = unsafe {
    Table::by_module({
        let mut bytes = [0; VARIATIONS + PLANE];
        let mut index = 0;
        while index < bytes.len() {
            bytes[index] = PACKED[index];
            index += 1;
        }
        bytes
    })
};

/// The name of the position on the board, or `NONE`.
pub fn here() -> u8 {
    let mut name = 0;
    while name < COUNT {
        if NAMES.get_from(KEYS, name) == KEY[0].get()
            && NAMES.get_from(KEYS + PLANE, name) == KEY[1].get()
            && NAMES.get_from(KEYS + 2 * PLANE, name) == KEY[2].get()
        {
            return name;
        }
        name += 1;
    }
    NONE
}

/// `Sicilian`, by the number of its text. The names stand in the order of their families.
pub fn family(name: u8) -> u8 {
    let mut text = NONE;
    let mut index = 0;
    while index <= name {
        if NAMES.get_from(VARIATIONS, index) & FAMILY_BEGINS != 0 {
            text = text.wrapping_add(1);
        }
        index += 1;
    }
    text
}

/// `Najdorf`, by the number of its text, which is empty when the family's name says it all.
pub fn variation(name: u8) -> u8 {
    FAMILIES + (NAMES.get_from(VARIATIONS, name) & !FAMILY_BEGINS)
}

/// A text by its number, as it was before it was packed: for tests and tools.
pub fn text(number: u8) -> &'static [u8] {
    let mut left = number;
    let mut bytes = TEXTS;
    while let &[length, ref rest @ ..] = bytes {
        let (text, next) = rest.split_at(usize::from(length));
        if left == 0 {
            return text;
        }
        left -= 1;
        bytes = next;
    }
    &[]
}
