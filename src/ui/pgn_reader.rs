//! A game from PGN text: the first one in the disk's buffer. Tags, comments, variations, annotation glyphs, numbers and the
//! result are skipped; a game that does not begin from the initial position is refused.
//!
//! Its moves are typed as a player types them, first on the board alone, and into the record when all of them were right: a
//! file that cannot be read leaves the game as it was.

use super::text::Text;
use super::{app, canvas, panel, play};
use crate::board::make;
use crate::board::moves::Move;
use crate::board::position;
use crate::cells::{Byte, Word};
use crate::game::record::{self, SPELLED};
use crate::game::{clock, outcome};
use crate::machine::disk;

/// Where the moves go that are typed.
static TARGET: Byte = Byte::new(PLAYER);
/// Nothing is read: they are the player's own.
const PLAYER: u8 = 0;
const BOARD: u8 = 1;
const RECORD: u8 = 2;

/// Half moves read.
static COUNT: Word = Word::new(0);
/// The byte of the text that is looked at, 0 at its end.
static HERE: Byte = Byte::new(0);

/// Takes over the game in the disk's buffer. False, and the old game on the board, when a word of it is no move.
#[inline(never)]
pub fn read() -> bool {
    app::STATE.set(app::BOARD);
    play::forget_typed();
    outcome::OUTCOME.set(outcome::GOES_ON);
    position::start();
    let right = type_moves(BOARD);
    if right {
        record::begin();
        clock::reset();
        type_moves(RECORD);
    } else {
        record::restore();
        outcome::judge();
        app::STATE.set(app::FILING);
    }
    play::forget_typed();
    TARGET.set(PLAYER);
    right
}

/// A legal move was typed: is it one of the text, and not the player's?
pub fn takes(mv: Move) -> bool {
    let target = TARGET.get();
    if target == PLAYER {
        return false;
    }
    COUNT.set(COUNT.get() + 1);
    if target == BOARD {
        make::play(mv);
    } else {
        record::play(mv);
    }
    true
}

/// The word that stopped the reader, with the number of its move: ` 12.Nf3`.
pub fn say_where() {
    let count = COUNT.get();
    canvas::ascii(b' ');
    canvas::small_number((count >> 1) as u8 + 1);
    canvas::ascii(b'.');
    panel::spelled();
}

#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
#[inline(never)]
fn advance() {
    HERE.set(if disk::at_end() { 0 } else { disk::get() });
}

#[inline(never)]
fn skip_to(last: u8) {
    while HERE.get() != last && HERE.get() != 0 {
        advance();
    }
}

/// The whole text; false when a word is no move, or none was there.
#[inline(never)]
fn type_moves(target: u8) -> bool {
    TARGET.set(target);
    COUNT.set(0);
    record::LENGTH.set(0);
    disk::rewind();
    advance();
    let mut depth = 0u8;
    let mut before = 0;
    loop {
        let here = HERE.get();
        match here {
            b'{' => skip_to(b'}'),
            b';' => skip_to(b'\n'),
            b'[' => {
                advance();
                take_word();
                if SPELLED.get(0) == b'F' && record::LENGTH.get() == 3 {
                    return false;
                }
                skip_to(b'\n');
            }
            b'(' => depth += 1,
            b')' if depth != 0 => depth -= 1,
            // The end, or the middle of a result.
            0 | b'*' | b'/' => return COUNT.get() != 0,
            b'-' => return is_result(before),
            // What is left below the letters: blanks, numbers, `$1`, `!`, `+`.
            1..=b'9' | b'?' => {}
            _ if depth != 0 => {}
            _ => {
                take_word();
                if !type_word() {
                    return false;
                }
                continue;
            }
        }
        before = here;
        advance();
    }
}

/// After a game, at the dash of `1-0` or `0-1`: what comes before it is given. Castling written with zeros and a null move have
/// other characters around it.
fn is_result(before: u8) -> bool {
    advance();
    let after = HERE.get();
    if before.wrapping_add(after) == b'0' + b'1' {
        return COUNT.get() != 0;
    }
    record::LENGTH.set(0);
    record::push(before);
    record::push(b'-');
    record::push(after);
    false
}

/// Puts a word into `SPELLED`, or as much of it as fits there, which is more than a move has.
#[inline(never)]
fn take_word() {
    record::LENGTH.set(0);
    while HERE.get() > b',' && !matches!(HERE.get(), b';' | b'?' | b'{') {
        if record::LENGTH.get() != record::LONGEST {
            record::push(HERE.get());
        }
        advance();
    }
}

/// Types the word; false when that was not one move. Beyond the room of the record moves are read and not kept: the end of the
/// game then says that it is full.
fn type_word() -> bool {
    let before = COUNT.get() as u8;
    panel::say(Text::Nothing);
    let mut index = 0;
    while index < record::LENGTH.get() {
        let character = SPELLED.get(index);
        if app::STATE.get() == app::PROMOTION {
            play::promote(character);
        } else if !play::type_character(character) {
            return false;
        }
        index += 1;
    }
    play::castles_short();
    COUNT.get() as u8 == before.wrapping_add(1)
}
