//! The logo `64 SQUARES`: letters drawn in blocks of four by four pixels, their corners rounded by the compiler.
//!
//! The letters are holes: their pixels have the background's colour, which changes from line to line, and everything around
//! them is black. The characters are a set of their own, the second one of the video bank, of which only a part is there.

use crate::cells::{ByModule, Table};

/// Blocks of a row.
const BLOCKS: usize = 74;
const BLOCK_ROWS: usize = 10;

#[rustfmt::skip]
const ART: [&[u8; BLOCKS]; BLOCK_ROWS] = [
    b"..####. ....##.   .###### .#####. ##...## ..###.. ######. ####### .###### ",
    b".###### ...###.   ####### ####### ##...## .#####. ####### ####### ####### ",
    b"##..... ..####.   ##..... ##...## ##...## ##...## ##...## ##..... ##..... ",
    b"##..... .##.##.   ##..... ##...## ##...## ##...## ##...## ##..... ##..... ",
    b"######. ##..##.   ######. ##...## ##...## ##...## ####### #####.. ######. ",
    b"####### ##..##.   .###### ##...## ##...## ####### ######. #####.. .###### ",
    b"##...## #######   .....## ##.#.## ##...## ####### ##.##.. ##..... .....## ",
    b"##...## #######   .....## ##.#### ##...## ##...## ##..##. ##..... .....## ",
    b"####### ....##.   ####### ####### ####### ##...## ##...## ####### ####### ",
    b".#####. ....##.   ######. .####.# .#####. ##...## ##...## ####### ######. ",
];

/// Cells of the logo.
pub const COLUMNS: u8 = (BLOCKS / 2) as u8;
pub const ROWS: u8 = (BLOCK_ROWS / 2) as u8;
const CELLS: usize = COLUMNS as usize * ROWS as usize;

/// Pixels, twice as many blocks each way and then twice again.
const HALVES: [[bool; 2 * BLOCKS]; 2 * BLOCK_ROWS] = {
    let mut blocks = [[false; BLOCKS]; BLOCK_ROWS];
    let mut row = 0;
    while row < BLOCK_ROWS {
        let mut column = 0;
        while column < BLOCKS {
            blocks[row][column] = ART[row][column] == b'#';
            column += 1;
        }
        row += 1;
    }
    doubled(&blocks)
};
const PIXELS: [[bool; 4 * BLOCKS]; 4 * BLOCK_ROWS] = doubled(&HALVES);

/// Twice the size by the Scale2x rule: a quarter of a block takes the colour of its two neighbours outside where these agree.
const fn doubled<const W: usize, const H: usize, const W2: usize, const H2: usize>(
    from: &[[bool; W]; H],
) -> [[bool; W2]; H2] {
    let mut to = [[false; W2]; H2];
    let mut y = 0;
    while y < H2 {
        let mut x = 0;
        while x < W2 {
            let (row, column) = (y / 2, x / 2);
            let above = row > 0 && from[row - 1][column];
            let below = row + 1 < H && from[row + 1][column];
            let left = column > 0 && from[row][column - 1];
            let right = column + 1 < W && from[row][column + 1];
            let beside = if x % 2 == 0 { left } else { right };
            let over = if y % 2 == 0 { above } else { below };
            let turns = above != below && left != right && beside == over;
            to[y][x] = if turns { over } else { from[row][column] };
            x += 1;
        }
        y += 1;
    }
    to
}

/// The different cells, and which of them stands where.
struct Cut {
    glyphs: [[u8; 8]; CELLS],
    count: usize,
    map: [u8; CELLS],
}

/// The first character, and that of a cell without a part of a letter. The codes are none that the other character set has
/// letters for.
pub const SOLID: u8 = 128;

const CUT: Cut = {
    let mut cut = Cut {
        glyphs: [[0xff; 8]; CELLS],
        count: 1,
        map: [SOLID; CELLS],
    };
    let mut cell = 0;
    while cell < CELLS {
        let glyph = glyph(cell);
        let mut number = 0;
        while number < cut.count && !is_same(&glyph, &cut.glyphs[number]) {
            number += 1;
        }
        cut.map[cell] = SOLID + number as u8;
        if number == cut.count {
            cut.glyphs[number] = glyph;
            cut.count += 1;
        }
        cell += 1;
    }
    cut
};

/// The pixels of a cell that are not part of a letter.
const fn glyph(cell: usize) -> [u8; 8] {
    let (top, left) = (cell / COLUMNS as usize * 8, cell % COLUMNS as usize * 8);
    let mut glyph = [0; 8];
    let mut place = 0;
    while place < 64 {
        let black = !PIXELS[top + place / 8][left + place % 8];
        glyph[place / 8] = glyph[place / 8] << 1 | black as u8;
        place += 1;
    }
    glyph
}

const fn is_same(one: &[u8; 8], other: &[u8; 8]) -> bool {
    let mut line = 0;
    while line < 8 {
        if one[line] != other[line] {
            return false;
        }
        line += 1;
    }
    true
}

/// The characters from `SOLID` on: the layout puts them where the video chip looks for these.
#[unsafe(export_name = "Logo")]
#[unsafe(link_section = "LOGO")]
static GLYPHS: [[u8; 8]; CUT.count] = {
    let mut glyphs = [[0xff; 8]; CUT.count];
    let mut code = 0;
    while code < CUT.count {
        glyphs[code] = CUT.glyphs[code];
        code += 1;
    }
    glyphs
};

/// The characters of the cells, row by row.
// SAFETY: cells are counted to `CELLS`.
pub static MAP: Table<CELLS, ByModule> = unsafe { Table::by_module(CUT.map) };
