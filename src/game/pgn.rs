//! The game as PGN text: seven tags, the start when it is not the initial position, the moves, the result.

use super::outcome::{self, is_over};
use super::{record, settings};
use crate::board::piece::{BLACK, EMPTY, LETTERS, WHITE, kind};
use crate::board::square::NONE;
use crate::cells::{Byte, Word};

/// Lines end before this column.
const WIDTH: u8 = 72;

static LENGTH: Word = Word::new(0);
static COLUMN: Byte = Byte::new(0);

/// Where the text goes.
#[derive(Clone, Copy)]
struct Page(fn(i16, u8));

impl Page {
    fn byte(self, byte: u8) {
        let length = LENGTH.get();
        (self.0)(length, byte);
        LENGTH.set(length + 1);
        COLUMN.set(if byte == b'\n' { 0 } else { COLUMN.get() + 1 });
    }

    fn text(self, text: &[u8]) {
        for &byte in text {
            self.byte(byte);
        }
    }

    fn number(self, value: u8) {
        let mut rest = value;
        let mut power = 100;
        loop {
            let mut digit = b'0';
            while rest >= power {
                rest -= power;
                digit += 1;
            }
            if value >= power || power == 1 {
                self.byte(digit);
            }
            power = match power {
                100 => 10,
                10 => 1,
                _ => return,
            };
        }
    }

    /// A space, or a new line when the next word might not fit.
    fn gap(self) {
        self.byte(if COLUMN.get() >= WIDTH { b'\n' } else { b' ' });
    }
}

/// Writes the text by `put(index, byte)`; returns the length.
#[inline(never)]
pub fn write(put: fn(i16, u8)) -> i16 {
    let page = Page(put);
    LENGTH.set(0);
    COLUMN.set(0);
    page.text(
        b"[Event \"64 Squares\"]\n[Site \"Commodore 64\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n",
    );
    player(page, b"[White \"", WHITE);
    player(page, b"[Black \"", BLACK);
    page.text(b"[Result \"");
    page.text(result());
    page.text(b"\"]\n");
    if record::IS_STANDARD.get() == 0 {
        page.text(b"[SetUp \"1\"]\n[FEN \"");
        start_fen(page);
        page.text(b"\"]\n");
    }
    page.byte(b'\n');
    moves(page);
    page.text(result());
    page.byte(b'\n');
    LENGTH.get()
}

fn player(page: Page, tag: &[u8], side: u8) {
    page.text(tag);
    if settings::computer_plays(side) {
        page.text(b"64 Squares, level ");
        page.byte(b'0' + settings::LEVEL.get());
    } else {
        page.text(b"Human");
    }
    page.text(b"\"]\n");
}

/// The result belongs to the end of the record, not to a place in it.
fn result() -> &'static [u8] {
    if !is_over() || record::played() != record::known() {
        return b"*";
    }
    match outcome::winner() {
        1 => b"1-0",
        0 => b"0-1",
        _ => b"1/2-1/2",
    }
}

#[inline(never)]
fn moves(page: Page) {
    let offset = i16::from(record::side(0) != WHITE);
    let mut ply = 0;
    while ply < record::known() {
        let white = record::side(ply) == WHITE;
        if white || ply == 0 {
            page.number(((ply + offset) >> 1) as u8 + 1);
            page.text(if white { b"." } else { b"..." });
            page.gap();
        }
        record::spell(ply, false);
        let mut index = 0;
        while index < record::LENGTH.get() {
            page.byte(record::SPELLED.get(index));
            index += 1;
        }
        page.gap();
        ply += 1;
    }
}

#[inline(never)]
fn start_fen(page: Page) {
    let mut gap = 0;
    let mut index = 0;
    while index < 64 {
        let piece = record::start_piece(index);
        if piece == EMPTY {
            gap += 1;
        } else {
            end_gap(page, gap);
            gap = 0;
            let letter = LETTERS[usize::from(kind(piece))];
            page.byte(if piece & WHITE != 0 {
                letter
            } else {
                letter | 0x20
            });
        }
        if index & 7 == 7 {
            end_gap(page, gap);
            gap = 0;
            page.byte(if index == 63 { b' ' } else { b'/' });
        }
        index += 1;
    }
    let [side, rights, en_passant, clock] = record::start_state();
    page.text(if side == WHITE { b"w " } else { b"b " });
    for (bit, letter) in [(1, b'K'), (2, b'Q'), (4, b'k'), (8, b'q')] {
        if rights & bit != 0 {
            page.byte(letter);
        }
    }
    page.text(if rights == 0 { b"- " } else { b" " });
    if en_passant == NONE {
        page.byte(b'-');
    } else {
        page.byte(b'a' + crate::board::square::file(en_passant));
        page.byte(b'8' - crate::board::square::row(en_passant));
    }
    page.byte(b' ');
    page.number(clock);
    page.text(b" 1");
}

fn end_gap(page: Page, gap: u8) {
    if gap > 0 {
        page.byte(b'0' + gap);
    }
}
