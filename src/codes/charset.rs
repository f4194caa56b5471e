//! The character set: letters at their screen codes, each piece as nine characters on light and nine on dark squares.
//!
//! The board is multicolour: bit pair 00 is the outline (screen background), 01 the light square, 10 the dark square, 11
//! the body of a piece, coloured cell by cell. Letters are ordinary characters. `IMAGE` is computed by the compiler from
//! the drawings; only the characters from `MARKED` on change while the program runs.

use super::art::{bold_pieces, digits, font, pieces};

/// Bytes of all characters. From `DARK_PIECES` on they share the memory with others, see `c64/layout.toml`.
pub const SIZE: usize = 0x100 * 8;
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
/// Squares with a mark: `MARKED + FRAMED * place`. A frame leaves the middle of its square alone.
pub const MARKED: u8 = DARK_PIECES + 6 * CELLS;
pub const FRAMED: u8 = CELLS - 1;
pub const PLACES: u8 = 4;

/// Quarters of the large digits that are not blank, each a character: three signs that no text of the program has, then the first
/// one behind the squares with marks and so on, from the row of lights on every other one, where the lights have their gaps.
#[rustfmt::skip]
const LARGE_CODES: [u8; 15] = [
    b'$', b'%', b'>',
    LARGE, LARGE + 1, LARGE + 2, LARGE + 3, LARGE + 4, LARGE + 6, LARGE + 8, LARGE + 10, LARGE + 12, LARGE + 14, LARGE + 16,
    LARGE + 18,
];
/// The first and the last of the quarters that are no signs.
pub const LARGE: u8 = MARKED + PLACES * FRAMED;
pub const LAST_LARGE: u8 = LARGE + 18;
/// The characters of each large digit: the upper two, then the lower two.
pub const LARGE_DIGITS: [u8; 40] = {
    let mut codes = [b' '; 40];
    let mut quarter = 0;
    while quarter < 40 {
        let pixels = QUARTERS[quarter];
        let mut code = 0;
        if pixels != 0 {
            while large_pixels(code) != pixels {
                code += 1;
            }
            codes[quarter] = LARGE_CODES[code];
        }
        quarter += 1;
    }
    codes
};

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
    let mut large = 0;
    while large < LARGE_CODES.len() {
        let rows = large_pixels(large).to_be_bytes();
        let mut row = 0;
        while row < 8 {
            image[LARGE_CODES[large] as usize * 8 + row] = rows[row];
            row += 1;
        }
        large += 1;
    }
    image
}

/// The pixels of the digits' quarters, their first row in the highest byte.
const QUARTERS: [u64; 40] = {
    let mut quarters = [0; 40];
    let mut quarter = 0;
    while quarter < 40 {
        quarters[quarter] = quarter_of_digit(quarter);
        quarter += 1;
    }
    quarters
};

const fn quarter_of_digit(quarter: usize) -> u64 {
    let (digit, side, half) = (quarter / 4, quarter % 2, quarter / 2 % 2);
    let start = digit % digits::BLOCK * digits::PITCH + side * 8;
    let mut pixels = 0;
    let mut place = 0;
    while place < 64 {
        let row = digits::BLOCKS[digit / digits::BLOCK][half * 8 + place / 8];
        pixels = pixels << 1 | (row[start + place % 8] == b'#') as u64;
        place += 1;
    }
    pixels
}

/// The pixels of the quarters, each different one once, in the order in which the digits need them.
const fn large_pixels(number: usize) -> u64 {
    let mut different = 0;
    let mut quarter = 0;
    loop {
        let pixels = QUARTERS[quarter];
        let mut first = 0;
        while QUARTERS[first] != pixels {
            first += 1;
        }
        if pixels != 0 && first == quarter {
            if different == number {
                return pixels;
            }
            different += 1;
        }
        quarter += 1;
    }
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
    let mut place = 0;
    while place < PIECE {
        image[first + place] = piece_byte(&pieces::ROWS, kind, place, dark);
        place += 1;
    }
}

/// Bytes of a piece.
const PIECE: usize = CELLS as usize * 8;
/// Bytes of all pieces on squares of one colour.
pub const PIECES: usize = 6 * PIECE;

/// The other set of pieces, on light squares.
pub const BOLD_PIECES: [u8; PIECES] = {
    let mut bytes = [0; PIECES];
    let mut place = 0;
    while place < PIECES {
        let kind = (place / PIECE + 1) as u8;
        bytes[place] = piece_byte(&bold_pieces::ROWS, kind, place % PIECE, false);
        place += 1;
    }
    bytes
};

/// One of the bytes of a piece, cell by cell.
const fn piece_byte(drawing: &pieces::Drawing, kind: u8, place: usize, dark: bool) -> u8 {
    let (cell, row) = (place / 8, place % 8);
    let start = (kind as usize - 1) * pieces::PITCH + cell % 3 * 4;
    piece_row(drawing[cell / 3 * 8 + row], start, dark)
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
