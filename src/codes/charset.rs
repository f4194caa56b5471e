//! The character set: letters at their screen codes, each piece as nine characters on light and nine on dark squares.
//!
//! The board is multicolour: bit pair 00 is the outline (screen background), 01 the light square, 10 the dark square, 11
//! the body of a piece, coloured cell by cell. Letters are ordinary characters. `IMAGE` is computed by the compiler from
//! the drawings; only the characters from `MARKED` on change while the program runs.

use super::art::{font, pieces};

/// Bytes of all characters; what is left of the set's 2 KB belongs to others, see `c64/layout.toml`.
pub const SIZE: usize = (MARKED + PLACES * CELLS) as usize * 8;
/// Bytes of those that are loaded: the pieces on dark squares are made of those on light ones.
pub const LOADED: usize = DARK_PIECES as usize * 8;

pub const MARKER: u8 = 0;
pub const LINE: u8 = 64;
/// Small signs of captured pieces: this plus the kind.
pub const SIGN: u8 = 26;

/// Nine characters a square.
pub const CELLS: u8 = 9;
pub const LIGHT_PIECES: u8 = 91;
const LIGHT_EMPTY: u8 = LIGHT_PIECES + 6 * CELLS;
pub const DARK_PIECES: u8 = LIGHT_EMPTY + 4;
/// Squares with a mark: `MARKED + 9 * place`.
pub const MARKED: u8 = DARK_PIECES + 6 * CELLS;
pub const PLACES: u8 = 4;

/// All pixels light square or all dark square.
pub const LIGHT: u8 = 0b01_01_01_01;
pub const DARK: u8 = 0b10_10_10_10;

/// First of the nine characters of a piece of kind 1..=6.
pub const fn piece(kind: u8, dark: bool) -> u8 {
    let first = if dark { DARK_PIECES } else { LIGHT_PIECES };
    first + (kind - 1) * CELLS
}

/// The character of an empty square.
pub const fn empty(dark: bool) -> u8 {
    LIGHT_EMPTY + dark as u8
}

/// The middle of an empty square that a piece can go to.
pub const fn dot(dark: bool) -> u8 {
    LIGHT_EMPTY + 2 + dark as u8
}

/// The screen code of an ASCII character.
pub const fn screen_code(ascii: u8) -> u8 {
    match ascii {
        b'a'..=b'z' => ascii - 0x60,
        _ => ascii,
    }
}

/// A row of a piece on a light square as it is on a dark one: in each pair of bits outline and body are symmetric.
pub const fn darkened(row: u8) -> u8 {
    (row & LIGHT) << 1 | (row & DARK) >> 1
}

const _: () = {
    let mut index = DARK_PIECES as usize * 8;
    while index < MARKED as usize * 8 {
        let light = IMAGE[index - (DARK_PIECES - LIGHT_PIECES) as usize * 8];
        assert!(darkened(light) == IMAGE[index]);
        index += 1;
    }
};

/// The whole set.
pub const IMAGE: [u8; SIZE] = image();

const fn image() -> [u8; SIZE] {
    let mut image = [0; SIZE];
    let mut block = 0;
    while block < font::BLOCKS.len() {
        let mut glyph = 0;
        while glyph < font::BLOCK {
            let code = glyph_code(block, glyph);
            let mut row = 0;
            while row < 8 {
                image[code * 8 + row] = letter_row(font::BLOCKS[block][row], glyph);
                row += 1;
            }
            glyph += 1;
        }
        block += 1;
    }
    let mut kind = 1;
    while kind <= 6 {
        draw_piece(&mut image, kind, false);
        draw_piece(&mut image, kind, true);
        kind += 1;
    }
    draw_empty(&mut image, false);
    draw_empty(&mut image, true);
    image
}

/// The block of `:` to `?` is filled up with the signs.
const SIGNS_BLOCK: usize = 4;
const SIGNS_AFTER: usize = 6;

const fn glyph_code(block: usize, glyph: usize) -> usize {
    if block == SIGNS_BLOCK && glyph >= SIGNS_AFTER {
        font::SIGNS[glyph - SIGNS_AFTER] as usize
    } else {
        font::FIRST_CODES[block] as usize + glyph
    }
}

const fn letter_row(row: &[u8], glyph: usize) -> u8 {
    let mut bits = 0;
    let mut column = 0;
    while column < 7 {
        bits = bits << 1 | (row[glyph * font::PITCH + column] == b'#') as u8;
        column += 1;
    }
    bits << 1
}

const fn draw_piece(image: &mut [u8; SIZE], kind: u8, dark: bool) {
    let first = piece(kind, dark) as usize * 8;
    let mut cell = 0;
    while cell < 9 {
        let mut row = 0;
        while row < 8 {
            let drawing = pieces::ROWS[cell / 3 * 8 + row];
            let start = (kind as usize - 1) * pieces::PITCH + cell % 3 * 4;
            image[first + cell * 8 + row] = piece_row(drawing, start, dark);
            row += 1;
        }
        cell += 1;
    }
}

const fn piece_row(drawing: &[u8], start: usize, dark: bool) -> u8 {
    let mut bits = 0;
    let mut column = 0;
    while column < 4 {
        let pair = match drawing[start + column] {
            b'#' => 0b00,
            b'o' => 0b11,
            _ if dark => 0b10,
            _ => 0b01,
        };
        bits = bits << 2 | pair;
        column += 1;
    }
    bits
}

const fn draw_empty(image: &mut [u8; SIZE], dark: bool) {
    let paper = if dark { DARK } else { LIGHT };
    let mut row = 0;
    while row < 8 {
        image[empty(dark) as usize * 8 + row] = paper;
        // Outlined as the pieces are, so that it stands out on every colour.
        image[dot(dark) as usize * 8 + row] = match row {
            0 | 7 => paper & 0b11_00_00_11,
            _ => 0b00_11_11_00,
        };
        row += 1;
    }
}
