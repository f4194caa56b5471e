//! A frame of the machine as coloured text of 80 columns and 25 rows.
//!
//! A character cell of the C64 takes two columns. Letters are shown as letters, each phrase beginning where it does on the
//! C64 and taking half the width; everything else as dots, two by four in a column, in the two commonest colours of that part of the frame: at that size the pieces are still pieces. A terminal of
//! 24 rows, as many are, goes without the uppermost row, which has the least to say.

use c64::screen::PALETTE;
use c64::{Frame, Machine, Model};
use std::collections::BTreeMap;
use std::fmt::Write;

pub const COLUMNS: u16 = 80;
const ROWS: u16 = 25;
pub const FEWEST_ROWS: u16 = ROWS - 1;

/// First pixel of the 320 by 200 inside the border.
const LEFT: usize = 32;
const fn top(model: Model) -> usize {
    match model {
        Model::Pal => 35,
        Model::Ntsc => 23,
    }
}

/// Bits of a braille character by row and column of the dot.
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
const BRAILLE: u32 = 0x2800;

/// One column: a character, its colour and the colour behind it.
type Cell = (char, u8, u8);

/// What the terminal shows now; only changes are sent.
pub struct Picture {
    shown: Vec<Cell>,
    /// Rows left out at the top.
    left_out: usize,
}

impl Picture {
    /// For a terminal of at least `FEWEST_ROWS`.
    pub fn new(rows: u16) -> Picture {
        Picture {
            shown: Vec::new(),
            left_out: usize::from(ROWS.saturating_sub(rows)),
        }
    }

    /// The text that brings the terminal up to date.
    pub fn update(&mut self, machine: &Machine, frame: &Frame) -> String {
        let text = machine.screen_text();
        let codes = &machine.ram()[SCREEN..];
        let mut output = String::new();
        let mut cells = Vec::with_capacity(usize::from(COLUMNS * ROWS));
        for (row, line) in text.lines().enumerate().skip(self.left_out) {
            let signs = line.chars().enumerate();
            let signs: Vec<_> = signs
                .map(|(place, letter)| sign(codes[row * 40 + place], letter))
                .collect();
            for (column, letter) in phrases(&signs).into_iter().enumerate() {
                cells.push(cell(frame, machine.model(), row, column, letter));
            }
        }
        for (index, cell) in cells.iter().enumerate() {
            if self.shown.get(index) != Some(cell) {
                let place = (
                    index / usize::from(COLUMNS) + 1,
                    index % usize::from(COLUMNS) + 1,
                );
                write_cell(&mut output, place, *cell);
            }
        }
        self.shown = cells;
        output
    }
}

fn write_cell(output: &mut String, (row, column): (usize, usize), (character, ink, paper): Cell) {
    let [r, g, b] = PALETTE[usize::from(ink)];
    let [pr, pg, pb] = PALETTE[usize::from(paper)];
    write!(
        output,
        "\x1b[{row};{column}H\x1b[38;2;{r};{g};{b};48;2;{pr};{pg};{pb}m{character}"
    )
    .expect("writing to a string does not fail");
}

/// Where 64 Squares keeps its screen, and what its own signs look like elsewhere; no letter for a part of a picture.
const SCREEN: usize = 0xf400;

/// Stands before a phrase and is none of it.
const MARKER: char = '▶';

fn sign(code: u8, letter: char) -> Option<char> {
    Some(match code {
        0 => MARKER,
        27 => '♟',
        28 => '♞',
        29 => '♝',
        30 => '♜',
        31 => '♛',
        64 => '─',
        // `$`, `%` and `>` are quarters of the clocks' large digits, as the codes beyond the letters are.
        36 | 37 | 62 => return None,
        1..=90 => letter,
        _ => return None,
    })
}

/// A letter, and the place on the C64's row that it comes from.
type Letter = (char, usize);

/// The letters of a row in the terminal's columns; `None` for a part of a picture. One space belongs to a phrase, two end it.
fn phrases(signs: &[Option<char>]) -> Vec<Option<Letter>> {
    let mut columns = Vec::with_capacity(2 * signs.len());
    for (place, &sign) in signs.iter().enumerate() {
        let part = |kept: &[char]| {
            let shown = |sign: char| if kept.contains(&sign) { sign } else { ' ' };
            sign.map(|sign| (shown(sign), place))
        };
        columns.extend([part(&['─', MARKER]), part(&['─'])]);
    }
    let is_letter = |place: usize| {
        !matches!(
            signs.get(place),
            None | Some(None | Some(' ' | '─' | MARKER))
        )
    };
    let mut place = 0;
    while place < signs.len() {
        let start = place;
        while is_letter(place) || place > start && is_letter(place + 1) && signs[place] == Some(' ')
        {
            columns[start + place] = signs[place].map(|sign| (sign, place));
            place += 1;
        }
        place += 1;
    }
    columns
}

fn cell(frame: &Frame, model: Model, row: usize, column: usize, letter: Option<Letter>) -> Cell {
    let y = top(model) + row * 8;
    if let Some((letter, place)) = letter {
        let ink = colours(frame, LEFT + place * 8, y, 8)
            .into_iter()
            .find(|&colour| colour != 0);
        return (letter, ink.unwrap_or(1), 0);
    }
    let x = LEFT + column * 4;
    let colours = colours(frame, x, y, 4);
    let paper = colours[0];
    let ink = *colours.get(1).unwrap_or(&paper);
    let mut dots = 0;
    for (line, bits) in DOTS.iter().enumerate() {
        for (side, bit) in bits.iter().enumerate() {
            if frame.pixel(x + side * 2, y + line * 2) != paper {
                dots |= bit;
            }
        }
    }
    let character = char::from_u32(BRAILLE + dots).unwrap_or(' ');
    (if dots == 0 { ' ' } else { character }, ink, paper)
}

/// The colours of a part of the frame, commonest first.
fn colours(frame: &Frame, x: usize, y: usize, width: usize) -> Vec<u8> {
    let mut counts = BTreeMap::new();
    for line in 0..8 {
        for pixel in 0..width {
            *counts.entry(frame.pixel(x + pixel, y + line)).or_insert(0) += 1;
        }
    }
    let mut colours: Vec<(i32, u8)> = counts.into_iter().map(|(colour, n)| (-n, colour)).collect();
    colours.sort_unstable();
    colours.into_iter().map(|(_, colour)| colour).collect()
}

#[cfg(test)]
mod tests {
    use super::phrases;

    fn shown(row: &str) -> String {
        let signs: Vec<_> = row
            .chars()
            .map(|sign| (sign != '#').then_some(sign))
            .collect();
        let columns = phrases(&signs).into_iter();
        columns
            .map(|letter| letter.map_or('#', |(sign, _)| sign))
            .collect()
    }

    #[test]
    fn a_phrase_begins_at_its_place_and_takes_half_the_width() {
        assert_eq!(shown("# e4   e5"), "##  e4        e5  ");
        assert_eq!(shown("a bc  d"), "a bc        d ");
        assert_eq!(shown("──#"), "────##");
        assert_eq!(shown("a "), "a   ");
        assert_eq!(shown("▶ab"), "▶ ab  ");
    }
}
