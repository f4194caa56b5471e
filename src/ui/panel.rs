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

/// The first column right of the board: only the mark of the side to move and move numbers are here, everything else keeps away
/// from the board.
pub const EDGE: u8 = 25;
pub const COLUMN: u8 = EDGE + 1;
pub const END: u8 = 40;

/// Two rows each, with the level between them; `PanelFrame` draws the lines below and above the moves.
const UPPER_CLOCK_ROW: u8 = 0;
const LEVEL_ROW: u8 = 2;
const LOWER_CLOCK_ROW: u8 = 3;
const OPENING_ROW: u8 = 6;
const CAPTURED_ROW: u8 = 8;
const MOVES_ROW: u8 = 11;
const MOVE_ROWS: i16 = 6;
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

/// The clock of a side: above is whoever sits above. Of its name an hour leaves the first letter.
#[inline(never)]
pub fn draw_clock(side: Side) {
    let row = clock_row(side);
    at(EDGE, row + 1);
    fill_to(MINUTES);
    at(EDGE, row);
    let moves = side == record::side(record::played()) && !outcome::is_over();
    ink(if moves { YELLOW } else { WHITE });
    canvas::code(if moves { MARKER } else { b' ' });
    side_name(side);
    let mut last = side.index() + clock::HOUR;
    if clock::DIGITS.get(last) == 0 {
        last -= 2;
    } else {
        at(COLUMN + 1, row);
        fill_to(MINUTES);
        colon(MINUTES - 1, row);
    }
    colon(SECONDS - 1, row);
    draw_digits(side, last);
}

/// Where the digits of minutes and seconds begin, each two columns wide.
const MINUTES: u8 = 31;
const SECONDS: u8 = 36;
/// The columns of the digits, in the order of the clock.
// SAFETY: a clock has five digits.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static DIGIT_COLUMNS: Table<5, ByModule> =
    unsafe { Table::by_module([SECONDS + 2, SECONDS, MINUTES + 2, MINUTES, MINUTES - 3]) };
/// The characters of the digits.
// SAFETY: ten digits of four characters.
static LARGE_DIGITS: Table<40, ByModule> = unsafe { Table::by_module(charset::LARGE_DIGITS) };

/// The digits of a clock up to the one with this index.
fn draw_digits(side: Side, last: u8) {
    let mut row = clock_row(side);
    let end = row + 2;
    // The upper halves, then the lower ones.
    let mut quarters = 0;
    while row != end {
        let mut index = side.index();
        while index <= last {
            at(DIGIT_COLUMNS.get(index >> 1), row);
            let quarter = (clock::DIGITS.get(index) << 2) + quarters;
            canvas::code(LARGE_DIGITS.get(quarter));
            canvas::code(LARGE_DIGITS.get(quarter + 1));
            index += 2;
        }
        quarters += 2;
        row += 1;
    }
}

fn colon(column: u8, row: u8) {
    at(column, row);
    canvas::ascii(b'.');
    at(column, row + 1);
    canvas::ascii(b'.');
}

/// The clock of the side to move, once a second while the computer thinks: what changed, mostly one digit.
#[inline(never)]
pub fn draw_running_clock(side: Side, last: u8) {
    if last >= clock::HOUR {
        draw_clock(side);
    } else {
        ink(YELLOW);
        draw_digits(side, last);
    }
}

#[inline(never)]
fn clock_row(side: Side) -> u8 {
    if u8::from(side == piece::WHITE) == settings::FLIPPED.get() {
        UPPER_CLOCK_ROW
    } else {
        LOWER_CLOCK_ROW
    }
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
    } else if mode < clock::GAME {
        canvas::text(Text::Equality);
    } else {
        draw_time_control(mode);
    }
    fill_to(END);
}

/// `90 min +30`, or `40/120 min` in a match.
fn draw_time_control(mode: u8) {
    if mode == clock::MATCH {
        canvas::text(Text::PerMoves);
    }
    canvas::small_number(settings::MINUTES.get());
    canvas::text(Text::Minutes);
    let increment = settings::INCREMENT.get();
    if increment != 0 {
        canvas::text(Text::Better);
        canvas::small_number(increment);
    }
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
    } else if record::played() as u16 > 1 && record::is_standard() {
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

/// The last six moves around the place on the board.
#[inline(never)]
fn draw_moves() {
    let mut ply = record::played().wrapping_sub(1) - 2 * (MOVE_ROWS - 1);
    if ply < 0 {
        ply = 0;
    }
    // A row begins with White's move.
    while record::side(ply) != piece::WHITE {
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
            canvas::number(number);
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
