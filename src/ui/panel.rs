//! The panel right of the board: clocks, level, opening, captured pieces, moves, and messages.

use super::canvas::{self, CYAN, MULTICOLOUR, WHITE, YELLOW, at, fill_to, ink};
use super::text::Text;
use crate::board::piece::{self, Piece, Side, kind};
use crate::board::ply::ROOT;
use crate::board::position::{BOARD, EN_PASSANT, RIGHTS, SIDE};
use crate::board::square::{NONE, file, from_index, row};
use crate::cells::{ByModule, Byte, Bytes, Table};
use crate::codes::charset::{self, MARKER, SIGN};
use crate::engine;
use crate::game::{clock, opening_name, outcome, record, settings};

/// The first column right of the board: only clocks and move numbers begin here, everything else keeps away from the board.
pub const EDGE: u8 = 25;
pub const COLUMN: u8 = EDGE + 1;
pub const END: u8 = 40;

const CLOCK_ROW: u8 = 2;
const LEVEL_ROW: u8 = 4;
const OPENING_ROW: u8 = 5;
const CAPTURED_ROW: u8 = 7;
const MOVES_ROW: u8 = 10;
const MOVE_ROWS: i16 = 7;
const BAR_ROW: u8 = 17;
/// Five rows for what the computer thinks.
pub const THINKING_ROW: u8 = 18;
pub const MESSAGE_ROW: u8 = 23;
pub const INPUT_ROW: u8 = 24;

/// Purple: moves that were taken back and can be replayed.
const UNDONE: u8 = 4;

/// The opening reached last, or `opening_name::NONE`.
static OPENING: Byte = Byte::new(opening_name::NONE);

/// Everything but thinking and message.
#[inline(never)]
pub fn draw() {
    at(COLUMN, 0);
    canvas::text(Text::PanelFrame);
    draw_level();
    draw_bar();
    draw_state();
}

/// Columns of the bar that are White's, half of them when nobody stands better. The bar has the colours of the squares.
static WHITES_SHARE: Byte = Byte::new(0);
const BAR_WIDTH: u8 = END - COLUMN;
const EVEN: u8 = BAR_WIDTH / 2;
/// So many centipawns move it by a column.
const COLUMN_SHIFT: u32 = 6;

/// The bar of a game in which nothing has been found yet.
pub fn reset_bar() {
    WHITES_SHARE.set(EVEN);
}

/// A side stands better by so many centipawns.
#[inline(never)]
pub fn set_bar(better: Side, centipawns: u16) {
    let columns = (centipawns >> COLUMN_SHIFT).min(u16::from(EVEN)) as u8;
    let share = if better == piece::WHITE {
        EVEN + columns
    } else {
        EVEN - columns
    };
    if share != WHITES_SHARE.get() {
        WHITES_SHARE.set(share);
        draw_bar();
    }
}

#[inline(never)]
fn draw_bar() {
    at(COLUMN, BAR_ROW);
    ink(MULTICOLOUR);
    let mut column = 0;
    while column < BAR_WIDTH {
        canvas::code(charset::empty(column >= WHITES_SHARE.get()));
        column += 1;
    }
}

/// What changes with every move.
#[inline(never)]
pub fn draw_state() {
    draw_clocks();
    draw_opening();
    draw_captured();
    draw_moves();
}

fn draw_clocks() {
    draw_clock(piece::BLACK);
    draw_clock(piece::WHITE);
}

/// The clock of a side: above is whoever sits above.
#[inline(never)]
pub fn draw_clock(side: Side) {
    at(EDGE, clock_row(side));
    let moves = side == record::side(record::played()) && !outcome::is_over();
    ink(if moves { YELLOW } else { WHITE });
    canvas::code(if moves { MARKER } else { b' ' });
    side_name(side);
    fill_to(EDGE + 8);
    draw_time(clock::shown(side));
}

/// The clock of the side to move, once a second while the computer thinks: mostly the one digit that changes.
#[inline(never)]
pub fn draw_running_clock(side: Side) {
    let (_, _, seconds) = split(clock::shown(side));
    // No loop: it would become a division, and that a table of 256 bytes.
    let mut units = seconds;
    if units >= 40 {
        units -= 40;
    }
    if units >= 20 {
        units -= 20;
    }
    if units >= 10 {
        units -= 10;
    }
    ink(YELLOW);
    // Whether it counts up or down: next to these the other digits stay.
    if matches!(units, 1..=8) {
        at(END - 1, clock_row(side));
        canvas::ascii(b'0' + units);
    } else if matches!(seconds, 1..=58) {
        at(END - 2, clock_row(side));
        canvas::two_digits(seconds);
    } else {
        draw_clock(side);
    }
}

fn clock_row(side: Side) -> u8 {
    CLOCK_ROW + (u8::from(side == piece::WHITE) ^ settings::FLIPPED.get())
}

#[inline(never)]
pub fn side_name(side: Side) {
    canvas::nth_text(Text::White, u8::from(side != piece::WHITE));
}

/// `White to move`
#[inline(never)]
pub fn side_to_move() {
    side_name(SIDE.get());
    canvas::text(Text::ToMove);
}

/// Seconds as `1:02:03`.
fn draw_time(seconds: i16) {
    let (hours, minutes, seconds) = split(seconds);
    canvas::ascii(b'0' + hours);
    canvas::ascii(b':');
    canvas::two_digits(minutes);
    canvas::ascii(b':');
    canvas::two_digits(seconds);
}

/// Hours, minutes and seconds.
#[inline(never)]
fn split(seconds: i16) -> (u8, u8, u8) {
    let (mut hours, mut minutes, mut seconds) = (0, 0, seconds);
    while seconds >= 60 {
        seconds -= 60;
        minutes += 1;
        if minutes == 60 {
            minutes = 0;
            hours += 1;
        }
    }
    (hours, minutes, seconds as u8)
}

#[inline(never)]
pub fn draw_level() {
    at(COLUMN, LEVEL_ROW);
    ink(CYAN);
    let mode = settings::CLOCK.get();
    let level = settings::LEVEL.get();
    if mode == clock::BY_LEVEL || level > settings::LAST_ENGINE_LEVEL {
        // The names of the other levels are as wide as the panel.
        if matches!(level, 2..=6) {
            canvas::text(Text::Level);
        }
        canvas::nth_text(Text::Level, level);
    } else {
        canvas::nth_text(Text::ByLevel, mode);
    }
    fill_to(END);
}

/// Forgets the opening: a new game.
pub fn forget_opening() {
    OPENING.set(opening_name::NONE);
}

/// The position on the board may be the beginning of an opening.
pub fn note_opening() {
    let name = opening_name::here();
    if name != opening_name::NONE {
        OPENING.set(name);
    }
}

#[inline(never)]
fn draw_opening() {
    let opening = OPENING.get();
    at(COLUMN, OPENING_ROW);
    ink(WHITE);
    if opening != opening_name::NONE {
        canvas::opening_text(opening_name::family(opening));
    } else if record::played() > 1 && record::is_standard() {
        canvas::text(Text::OutOfBook);
    }
    fill_to(END);
    at(COLUMN, OPENING_ROW + 1);
    if opening != opening_name::NONE {
        canvas::opening_text(opening_name::variation(opening));
    }
    fill_to(END);
}

/// Pieces that were captured, by kind; Black's then White's.
// SAFETY: a place is made of three bits of the kind and one of the colour.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "SPARE"))]
static MISSING: Bytes<16, ByModule> = unsafe { Bytes::by_module(0) };

#[inline(never)]
fn count_missing() {
    MISSING.fill(0);
    let mut index = 0;
    while index < 64 {
        let before = Piece::from_bits(record::START.get(index));
        let now = BOARD.get(from_index(index));
        let place = slot(before);
        MISSING.set(place, MISSING.get(place).wrapping_add(1));
        let place = slot(now);
        MISSING.set(place, MISSING.get(place).wrapping_sub(1));
        index += 1;
    }
    discount_promotions(piece::BLACK);
    discount_promotions(piece::WHITE);
}

/// A pawn that became a piece is on the board still: of each kind, what there is too much were pawns.
#[inline(never)]
fn discount_promotions(side: Side) {
    let pawns = slot(piece::piece(side, piece::PAWN));
    let mut place = slot(piece::piece(side, piece::QUEEN));
    while place != pawns {
        let count = MISSING.get(place);
        if count >= 0x80 {
            MISSING.set(pawns, MISSING.get(pawns).wrapping_add(count));
            MISSING.set(place, 0);
        }
        place -= 1;
    }
}

fn slot(piece: Piece) -> u8 {
    kind(piece).bits() | piece::colour(piece).bit() >> 4
}

fn draw_captured() {
    count_missing();
    draw_missing(CAPTURED_ROW, piece::BLACK);
    draw_missing(CAPTURED_ROW + 1, piece::WHITE);
}

fn draw_missing(row: u8, side: Side) {
    at(COLUMN, row);
    ink(if side == piece::WHITE { WHITE } else { CYAN });
    let mut kind = piece::QUEEN.bits();
    while kind != 0 {
        let mut count = MISSING.get(kind | side.bit() >> 4);
        while count != 0 {
            canvas::code(SIGN + kind);
            count -= 1;
        }
        kind -= 1;
    }
    fill_to(END);
}

/// The last seven moves around the place on the board.
#[inline(never)]
fn draw_moves() {
    let mut ply = record::played().wrapping_sub(1) - 2 * (MOVE_ROWS - 1);
    if ply < 0 {
        ply = 0;
    }
    // A row begins with White's move.
    if record::side(ply) != piece::WHITE {
        ply -= 1;
    }
    let mut row = MOVES_ROW;
    while row < MOVES_ROW + MOVE_ROWS as u8 {
        at(EDGE, row);
        if ply < record::known() {
            ink(CYAN);
            let number = record::number(ply);
            if number < 10 {
                canvas::ascii(b' ');
            }
            canvas::number(number.into());
            canvas::ascii(if number < 100 { b'.' } else { b' ' });
            draw_move(ply);
            fill_to(EDGE + 9);
            draw_move(ply + 1);
        }
        fill_to(END);
        ply += 2;
        row += 1;
    }
}

/// Longer ones lose their `x` and `=`.
pub const MOVE_WIDTH: u8 = 5;

/// Draws a half move; dots for the one before a game that Black begins, nothing beyond the end.
#[inline(never)]
fn draw_move(ply: i16) {
    if ply < 0 {
        canvas::text(Text::Ellipsis);
        return;
    }
    if ply >= record::known() {
        return;
    }
    record::spell(ply);
    let last = record::played() - 1;
    ink(if ply == last {
        YELLOW
    } else if ply > last {
        UNDONE
    } else {
        WHITE
    });
    spelled_briefly();
}

/// Writes what `record::spell` left.
pub fn spelled() {
    let mut index = 0;
    while index < record::LENGTH.get() {
        canvas::ascii(record::SPELLED.get(index));
        index += 1;
    }
}

/// The same in the columns that list and line have for a move.
#[inline(never)]
pub fn spelled_briefly() {
    if record::LENGTH.get() > MOVE_WIDTH {
        record::shorten();
    }
    spelled();
}

/// Castling rights as letters and the en passant square, a dash for none, as in FEN.
#[inline(never)]
pub fn rights_and_en_passant() {
    let mut bits = RIGHTS.get(ROOT);
    if bits == 0 {
        canvas::ascii(b'-');
    }
    let mut place = 0;
    while place < 4 {
        if bits & 1 != 0 {
            canvas::ascii(RIGHT_LETTERS.get(place));
        }
        bits >>= 1;
        place += 1;
    }
    canvas::ascii(b' ');
    let en_passant = EN_PASSANT.get(ROOT);
    if en_passant == NONE {
        canvas::ascii(b'-');
    } else {
        canvas::ascii(b'a' + file(en_passant));
        canvas::ascii(b'8' - row(en_passant));
    }
}

// SAFETY: there are four rights.
static RIGHT_LETTERS: Table<4, ByModule> = unsafe { Table::by_module(*b"KQkq") };

/// One line of message.
#[inline(never)]
pub fn say(message: Text) {
    say_nth(message, 0);
}

/// The message that stands `further` places after this one. What stood below it, typed or said, is gone.
#[inline(never)]
pub fn say_nth(first: Text, further: u8) {
    begin_message();
    canvas::nth_text(first, further);
    fill_to(END);
    clear_input();
}

/// Starts a message whose end the caller writes.
#[inline(never)]
pub fn begin_message() {
    at(COLUMN, MESSAGE_ROW);
    ink(YELLOW);
}

/// A message about the best move: `Try Nf3`.
#[inline(never)]
pub fn say_best(message: Text) {
    say(message);
    let best = engine::best_move();
    if !best.is_none() {
        begin_message();
        canvas::text(message);
        record::spell_now(best);
        spelled();
    }
}

pub fn clear_input() {
    canvas::clear_rows(COLUMN, INPUT_ROW, INPUT_ROW + 1);
}
