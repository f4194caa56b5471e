//! Names of openings: position on the board -> number of its name -> family, variation and ECO code, from the packed file
//! beside this one.
//!
//! Only the position where an opening begins has its name; the game keeps it until another position has one.
//! The format is described in `tools/book/src/names.rs`; `make book` writes the file. Texts are ASCII, at most 14
//! characters each. A number beyond the last name has empty texts.

use crate::board::hash::KEY;

const NAME_BYTES: &[u8] = include_bytes!("names.bin");
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static NAMES: [u8; NAME_BYTES.len()] = *include_bytes!("names.bin");

pub const COUNT: u8 = NAME_BYTES[0];
/// A number that no name has.
pub const NONE: u8 = 0xff;
const VOLUMES: usize = 5;
const KEYS: usize = VOLUMES;
const FAMILIES: usize = KEYS + 3 * COUNT as usize;
const VARIATIONS: usize = FAMILIES + COUNT as usize;
const NUMBERS: usize = VARIATIONS + COUNT as usize;
const STRINGS: usize = NUMBERS + COUNT as usize;

/// The name of the position on the board, or `NONE`.
pub fn here() -> u8 {
    let mut name = 0;
    while name < COUNT {
        if key(0, name) == KEY[0].get()
            && key(1, name) == KEY[1].get()
            && key(2, name) == KEY[2].get()
        {
            return name;
        }
        name += 1;
    }
    NONE
}

#[inline(always)]
fn key(plane: usize, name: u8) -> u8 {
    entry(KEYS + plane * COUNT as usize, name)
}

/// `Sicilian`
pub fn family(name: u8) -> &'static [u8] {
    string(entry(FAMILIES, name))
}

/// `Najdorf`; empty when the family's name says it all.
pub fn variation(name: u8) -> &'static [u8] {
    string(entry(VARIATIONS, name))
}

/// `B90`
pub fn eco(name: u8) -> [u8; 3] {
    let mut volume = b'A';
    let mut index = 1;
    while index < VOLUMES {
        if name >= NAMES[index] {
            volume += 1;
        }
        index += 1;
    }
    let mut tens = b'0';
    let mut units = entry(NUMBERS, name);
    while units >= 10 {
        units -= 10;
        tens += 1;
    }
    [volume, tens, b'0' + units]
}

fn entry(plane: usize, name: u8) -> u8 {
    if name < COUNT {
        NAMES[plane + usize::from(name)]
    } else {
        0
    }
}

/// The strings stand one after another, each after its length.
fn string(number: u8) -> &'static [u8] {
    let mut left = number;
    let mut bytes = NAMES.get(STRINGS..).unwrap_or(&[]);
    while let &[length, ref rest @ ..] = bytes {
        let (text, next) = rest
            .split_at_checked(usize::from(length))
            .unwrap_or((&[], &[]));
        if left == 0 {
            return text;
        }
        left -= 1;
        bytes = next;
    }
    &[]
}
