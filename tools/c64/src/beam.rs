//! The electron beam: draws one raster line after the other as the VIC-II would, from memory and registers.
//!
//! A line is drawn with the registers as they stand near its end, so a program may change them from line to
//! line, not within one. Colours are indices 0–15. Timing is left to [`vic`](crate::vic).

use crate::board::Board;
use crate::model::Model;
use crate::sprites::SpriteFetch;
use crate::vic::{CONTROL_1, CONTROL_2, POINTERS};

/// Pixels of a drawn line: 32 of border, 320 of display, 32 of border.
pub const WIDTH: usize = 384;
/// The sprite coordinate of the leftmost pixel is 8 less than 0.
const LEFT: usize = 8;
/// The sprite coordinate at which the unscrolled display starts.
const DISPLAY_X: usize = 24;

/// The last of the 1000 cells: what the frame before ended with.
const LAST_CELL: u16 = 999;

const EXTENDED: u8 = 0x40;
const BITMAP: u8 = 0x20;
const DISPLAY_ENABLE: u8 = 0x10;
const ROWS_25: u8 = 0x08;
const MULTICOLOUR: u8 = 0x10;
const COLUMNS_40: u8 = 0x08;

const BORDER_COLOUR: usize = 0x20;
const BACKGROUND: usize = 0x21;
const SPRITE_X_HIGH: usize = 0x10;
const SPRITE_BEHIND: usize = 0x1B;
const SPRITE_MULTICOLOUR: usize = 0x1C;
const SPRITE_EXPAND_X: usize = 0x1D;
const SPRITE_SHARED_COLOURS: [usize; 2] = [0x25, 0x26];
const SPRITE_COLOUR: usize = 0x27;

/// A pixel of the display: its colour, and whether sprites may be behind it.
#[derive(Clone, Copy, Default)]
struct Dot {
    colour: u8,
    foreground: bool,
}

/// What the beam remembers from line to line.
#[derive(Clone)]
pub struct Beam {
    /// The first cell of the current row of characters, and the line within it.
    row_start: u16,
    row_line: u8,
    /// Characters are shown, not the idle pattern.
    showing: bool,
    codes: [u8; 40],
    colours: [u8; 40],
    /// The code in the last cell of the line before.
    last_code: u8,
    /// Top or bottom border.
    border: bool,
    sprites: [SpriteFetch; 8],
}

impl Beam {
    /// A beam at the top of a frame.
    pub fn new() -> Beam {
        Beam {
            row_start: 0,
            row_line: 7,
            showing: false,
            codes: [0; 40],
            colours: [0; 40],
            last_code: 0,
            border: true,
            sprites: Default::default(),
        }
    }

    /// The fetches of the current line: characters and colours on a bad line, and which sprites it shows.
    pub fn fetch(&mut self, board: &Board) {
        self.sprites = board.vic.sprites_before;
        let registers = &board.vic.registers;
        let (top, bottom) = if registers[CONTROL_1] & ROWS_25 != 0 {
            (51, 251)
        } else {
            (55, 247)
        };
        if board.vic.raster == bottom {
            self.border = true;
        }
        if board.vic.raster == top && registers[CONTROL_1] & DISPLAY_ENABLE != 0 {
            self.border = false;
        }
        if board.vic.is_bad_line() {
            self.row_line = 0;
            self.showing = true;
            let matrix = matrix_base(registers);
            if self.row_start == 0 {
                self.last_code = board
                    .banks
                    .video_read(board.video_base(), matrix | LAST_CELL);
            }
            for column in 0..40 {
                let cell = (self.row_start + column as u16) & 0x3FF;
                self.codes[column] = board.banks.video_read(board.video_base(), matrix | cell);
                self.colours[column] = board.colours[usize::from(cell)];
            }
        }
    }

    /// Draws the current line into `line` and goes on to the next.
    pub fn draw(&mut self, board: &Board, line: &mut [u8]) {
        let registers = &board.vic.registers;
        let border = registers[BORDER_COLOUR] & 0x0F;
        line.fill(border);
        if !self.border {
            let mut dots = self.graphics(board);
            self.sprites(board, &mut dots);
            let (from, to) = if registers[CONTROL_2] & COLUMNS_40 != 0 {
                (DISPLAY_X, DISPLAY_X + 320)
            } else {
                (DISPLAY_X + 7, DISPLAY_X + 311)
            };
            for x in from..to {
                line[x + LEFT] = dots[x + LEFT].colour;
            }
        }
        self.end_line(board);
    }

    fn end_line(&mut self, board: &Board) {
        if self.showing {
            self.last_code = self.codes[39];
        }
        if self.row_line == 7 {
            if self.showing {
                self.row_start = (self.row_start + 40) & 0x3FF;
            }
            self.showing = board.vic.is_bad_line();
        }
        if self.showing {
            self.row_line = (self.row_line + 1) & 7;
        }
    }

    fn graphics(&self, board: &Board) -> [Dot; WIDTH] {
        let registers = &board.vic.registers;
        let mut dots = [Dot::default(); WIDTH];
        let scroll = usize::from(registers[CONTROL_2] & 7);
        let display = &mut dots[LEFT + DISPLAY_X..][..320];
        // Before a scrolled display begins, the last cell of the line before shows as if it had no bit set.
        display[..scroll].fill(Dot {
            colour: self.clear_colour(registers),
            foreground: false,
        });
        for (column, cell) in display[scroll..].chunks_mut(8).enumerate() {
            cell.copy_from_slice(&self.cell(board, column)[..cell.len()]);
        }
        dots
    }

    /// The colour of a clear bit in the cell last shown.
    fn clear_colour(&self, registers: &[u8; 0x40]) -> u8 {
        let modes = registers[CONTROL_1] & (EXTENDED | BITMAP);
        let multicolour = registers[CONTROL_2] & MULTICOLOUR != 0;
        match (modes, multicolour) {
            (EXTENDED, false) => registers[BACKGROUND + usize::from(self.last_code >> 6)] & 0x0F,
            (BITMAP, false) => self.last_code & 0x0F,
            _ => registers[BACKGROUND] & 0x0F,
        }
    }

    /// Eight pixels of one column.
    fn cell(&self, board: &Board, column: usize) -> [Dot; 8] {
        let registers = &board.vic.registers;
        let modes = registers[CONTROL_1] & (EXTENDED | BITMAP);
        let multicolour = registers[CONTROL_2] & MULTICOLOUR != 0;
        let read = |address: u16| board.banks.video_read(board.video_base(), address);
        let background = |index: usize| registers[BACKGROUND + index] & 0x0F;
        if !self.showing {
            let idle = if modes & EXTENDED != 0 {
                0x39FF
            } else {
                0x3FFF
            };
            return two_colours(read(idle), background(0), 0);
        }
        let (code, colour) = (self.codes[column], self.colours[column]);
        let line = u16::from(self.row_line);
        let glyph = |code: u8| read(character_base(registers) | u16::from(code) << 3 | line);
        let picture = || {
            let cell = (self.row_start + column as u16) & 0x3FF;
            read(u16::from(registers[POINTERS] & 8) << 10 | cell << 3 | line)
        };
        match (modes, multicolour) {
            (0, false) => two_colours(glyph(code), background(0), colour),
            (0, true) if colour & 8 == 0 => two_colours(glyph(code), background(0), colour),
            (0, true) => {
                let palette = [background(0), background(1), background(2), colour & 7];
                four_colours(glyph(code), palette)
            }
            (EXTENDED, false) => {
                let shade = background(usize::from(code >> 6));
                two_colours(glyph(code & 0x3F), shade, colour)
            }
            (BITMAP, false) => two_colours(picture(), code & 0x0F, code >> 4),
            (BITMAP, true) => {
                four_colours(picture(), [background(0), code >> 4, code & 0x0F, colour])
            }
            _ => [Dot::default(); 8],
        }
    }

    /// Lays the sprites over the display, the lowest number on top.
    fn sprites(&self, board: &Board, dots: &mut [Dot; WIDTH]) {
        let mut taken = [false; WIDTH];
        for sprite in 0..8 {
            if self.sprites[sprite].active {
                self.sprite(board, sprite, dots, &mut taken);
            }
        }
    }

    fn sprite(
        &self,
        board: &Board,
        sprite: usize,
        dots: &mut [Dot; WIDTH],
        taken: &mut [bool; WIDTH],
    ) {
        let registers = &board.vic.registers;
        let flag = |register: usize| registers[register] & (1 << sprite) != 0;
        let read = |address: u16| board.banks.video_read(board.video_base(), address);
        let pointer = read(matrix_base(registers) | 0x3F8 | sprite as u16);
        let row = (u16::from(pointer) << 6) + u16::from(self.sprites[sprite].row) * 3;
        let bits = (0..3).fold(0_u32, |bits, byte| bits << 8 | u32::from(read(row + byte)));
        let x = usize::from(registers[sprite * 2]) | usize::from(flag(SPRITE_X_HIGH)) << 8;
        let width = if flag(SPRITE_EXPAND_X) { 48 } else { 24 };
        let pairs = flag(SPRITE_MULTICOLOUR);
        let own = registers[SPRITE_COLOUR + sprite] & 0x0F;
        let [low, high] = SPRITE_SHARED_COLOURS.map(|register| registers[register] & 0x0F);
        for pixel in 0..width {
            let bit = pixel * 24 / width;
            let colour = match (pairs, pair_or_bit(bits, bit, pairs)) {
                (_, 0) => continue,
                (false, _) => own,
                (true, 1) => low,
                (true, 2) => own,
                (true, _) => high,
            };
            let Some(at) = column_of(board.vic.model(), x + pixel) else {
                continue;
            };
            if !taken[at] {
                taken[at] = true;
                if !(flag(SPRITE_BEHIND) && dots[at].foreground) {
                    dots[at].colour = colour;
                }
            }
        }
    }
}

impl Default for Beam {
    fn default() -> Beam {
        Beam::new()
    }
}

/// The bit of a sprite row at `place` from the left, or the pair of bits it belongs to.
fn pair_or_bit(bits: u32, place: usize, pairs: bool) -> u32 {
    if pairs {
        bits >> (22 - (place & !1)) & 3
    } else {
        bits >> (23 - place) & 1
    }
}

/// The pixel of a sprite coordinate; coordinates near the end of the line lie left of 0.
fn column_of(model: Model, x: usize) -> Option<usize> {
    let line = model.cycles_per_line() as usize * 8;
    let x = (x + LEFT) % line;
    (x < WIDTH).then_some(x)
}

fn matrix_base(registers: &[u8; 0x40]) -> u16 {
    u16::from(registers[POINTERS] & 0xF0) << 6
}

fn character_base(registers: &[u8; 0x40]) -> u16 {
    u16::from(registers[POINTERS] & 0x0E) << 10
}

/// One bit a pixel.
fn two_colours(bits: u8, clear: u8, set: u8) -> [Dot; 8] {
    std::array::from_fn(|place| {
        let foreground = bits & (0x80 >> place) != 0;
        Dot {
            colour: if foreground { set } else { clear },
            foreground,
        }
    })
}

/// Two bits for each pair of pixels.
fn four_colours(bits: u8, palette: [u8; 4]) -> [Dot; 8] {
    std::array::from_fn(|place| {
        let pair = usize::from(bits >> (6 - (place & 6)) & 3);
        Dot {
            colour: palette[pair],
            foreground: pair >= 2,
        }
    })
}
