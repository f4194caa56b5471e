//! What is seen and heard before the first game: the logo with colours that run through it, a tune, and famous games for
//! whoever waits.
//!
//! All of it lies where the transposition table will be (`c64/layout.toml`), so it costs the game no memory, and it is
//! gone when the first game begins: nothing here runs a search, clears the table or uses the disk, and nobody but `main`
//! calls in here, which the compiler checks. Variables stand in the segment by name, because the compiler would give
//! the busiest ones of the program's zero page to them.

mod games;
mod logo;
mod pieces;
mod tune;

use crate::board::piece::{BISHOP, KING, KNIGHT, Kind, QUEEN, ROOK};
use crate::c64::{keys, screen};
use crate::cells::{ByModule, Byte, Table};
use crate::codes::key;
use crate::search::time::{JIFFY_CYCLES, PAL_HERTZ, jiffy};
use crate::ui::{canvas, view};

/// Shows the title until a key, other than those for the tune and the pieces, or a joystick's button is pressed.
#[unsafe(link_section = "ONCE")]
#[inline(never)]
pub fn run() {
    while !waits_for_key() {
        games::play_all();
    }
}

/// The title for as long as the tune takes; true if a key was pressed.
fn waits_for_key() -> bool {
    draw();
    tune::begin();
    let mut is_pressed = false;
    while !is_pressed {
        draw_rasters();
        if passes_frame() && tune::step() {
            break;
        }
        glow();
        match keys::poll() {
            key::NONE => {}
            b'm' | b'M' | key::DOWN => {
                tune::switch();
                draw_switch();
            }
            b'p' | b'P' | key::UP => pieces::exchange(),
            _ => is_pressed = true,
        }
    }
    tune::end();
    is_pressed
}

/// Frames until one is left out, on a machine with sixty of them.
#[unsafe(link_section = "ONCE")]
static UNTIL_SKIPPED: Byte = Byte::new(6);

/// Does this frame count, so that fifty of them make a second?
fn passes_frame() -> bool {
    if JIFFY_CYCLES.get() as u16 == const { jiffy(PAL_HERTZ) } as u16 {
        return true;
    }
    let left = UNTIL_SKIPPED.get() - 1;
    UNTIL_SKIPPED.set(if left == 0 { 6 } else { left });
    left != 0
}

const LOGO_ROW: u8 = 2;
const LOGO_COLUMN: u8 = 1;
const PIECES_ROW: u8 = 9;
const PIECES_COLUMN: u8 = 8;
const BLACK: u8 = 0;
const PURPLE: u8 = 4;

/// The pieces of both sides as they stand at the start.
// SAFETY: a file is one of eight.
static PIECES: Table<8, ByModule> = unsafe {
    Table::by_module([
        ROOK.bits(),
        KNIGHT.bits(),
        BISHOP.bits(),
        QUEEN.bits(),
        KING.bits(),
        BISHOP.bits(),
        KNIGHT.bits(),
        ROOK.bits(),
    ])
};

/// Words with codes for rows and colours as in `ui::text`.
static WORDS: [u8; 92] = *b"\x19\x01       Chess for the Commodore 64\
    \x1c              Press a key\x1e\x04        P  pieces   M  music ";
const PROMPT_ROW: u8 = 20;
const PROMPT_COLUMN: u8 = 14;
const PROMPT_LENGTH: u8 = 11;
const SWITCH_ROW: u8 = 22;
const SWITCH_COLUMN: u8 = 29;

fn draw() {
    screen::hide();
    canvas::ink(BLACK);
    canvas::clear();
    canvas::at(0, 0);
    write(&WORDS);
    draw_switch();
    draw_logo();
    view::set_colours();
    let mut place = 0;
    while place < 16 {
        draw_piece(place, own_colour(place));
        place += 1;
    }
    // The first picture that is seen has its logo, too.
    screen::wait_frame();
    screen::show();
}

fn write(text: &[u8]) {
    for &character in text {
        canvas::ascii(character);
    }
}

/// What the key for the tune does.
fn draw_switch() {
    canvas::at(SWITCH_COLUMN, SWITCH_ROW);
    canvas::ink(PURPLE);
    write(if tune::IS_OFF.get() == 0 {
        b"off"
    } else {
        b"on "
    });
}

/// The rows around it belong to the logo, too: the bars begin and end in them.
fn draw_logo() {
    canvas::ink(BLACK);
    let mut row = LOGO_ROW - 1;
    while row <= LOGO_ROW + logo::ROWS {
        canvas::at(0, row);
        while canvas::column() < canvas::COLUMNS {
            canvas::code(logo::SOLID);
        }
        row += 1;
    }
    let mut cell = 0;
    let mut row = 0;
    while row < logo::ROWS {
        canvas::at(LOGO_COLUMN, LOGO_ROW + row);
        let mut column = 0;
        while column < logo::COLUMNS {
            canvas::code(logo::MAP.get(cell));
            cell += 1;
            column += 1;
        }
        row += 1;
    }
}

/// A piece by its place, Black's from 0 on and White's from 8.
fn draw_piece(place: u8, colour: u8) {
    let file = place & 7;
    let row = if place < 8 {
        PIECES_ROW
    } else {
        PIECES_ROW + 3
    };
    view::piece_at(
        PIECES_COLUMN + 3 * file,
        row,
        Kind::from_bits(PIECES.get(file)),
        colour,
    );
}

fn own_colour(place: u8) -> u8 {
    if place < 8 { view::BLUE } else { canvas::WHITE }
}

/// The bars that run through the letters, each two lines high: no black, which is for what is around them.
// SAFETY: the place is taken modulo 32.
#[rustfmt::skip]
static COLOURS: Table<32, ByModule> = unsafe { Table::by_module([
    6, 6, 14, 14, 3, 3, 13, 1, 13, 3, 3, 14, 14, 6, 6, 11,
    9, 9, 2, 2, 8, 8, 10, 7, 1, 7, 10, 8, 8, 2, 9, 11,
]) };
/// Where the bars begin, and frames until they move.
#[unsafe(link_section = "ONCE")]
static PHASE: Byte = Byte::new(0);

/// The lines before the first and behind the last bar: even ones, in which the VIC-II never takes the processor's cycles.
const FIRST_LINE: u8 = 51 + 8 * LOGO_ROW - 1;
const LAST_LINE: u8 = FIRST_LINE + 8 * logo::ROWS;

/// Waits for the logo and changes the background's colour every other line of it.
#[inline(never)]
fn draw_rasters() {
    let mut at = PHASE.get() >> 1;
    let mut line = FIRST_LINE;
    screen::wait_line(line - 2);
    screen::select_logo();
    while line != LAST_LINE {
        let colour = COLOURS.get(at & 31);
        screen::wait_line(line);
        wait_for_end_of_line();
        screen::set_paper(colour);
        at += 1;
        line += 2;
    }
    // Behind the letters, where it does not matter in which cycle.
    screen::wait_line(line + 1);
    screen::set_paper(BLACK);
    screen::select_characters();
    PHASE.set((PHASE.get() + 1) & 63);
}

/// From a line's beginning as `screen::wait_line` knows it to where nothing of it is seen any more: forty-two cycles, of which
/// the call and the return take twelve.
#[inline(never)]
fn wait_for_end_of_line() {
    screen::wait_thirty_cycles();
}

/// Colours that run through the words that ask for a key, from dark to bright and back; cells know only these eight.
// SAFETY: the place is taken modulo 16.
static GLOW: Table<16, ByModule> =
    unsafe { Table::by_module([6, 6, 2, 4, 5, 5, 3, 7, 1, 1, 7, 3, 5, 5, 4, 2]) };
/// The piece that is lit.
#[unsafe(link_section = "ONCE")]
static LIT: Byte = Byte::new(0);

/// Moves the colours of the words, and at every eighth of the tune the light from one piece to the next.
fn glow() {
    let phase = PHASE.get() >> 2;
    let mut letter = 0;
    while letter < PROMPT_LENGTH {
        let cell = u16::from(PROMPT_ROW) * 40 + u16::from(PROMPT_COLUMN) + u16::from(letter);
        screen::set_colour(cell, GLOW.get(letter.wrapping_sub(phase) & 15));
        letter += 1;
    }
    let lit = LIT.get();
    let next = tune::beat();
    if lit != next {
        draw_piece(lit, own_colour(lit));
        draw_piece(next, canvas::YELLOW);
        LIT.set(next);
    }
}
