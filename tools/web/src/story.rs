//! A game in notation: the record of the machine replayed on the host by the program's own rules, and games from outside
//! turned into files that the program loads.
//!
//! The host build of the program has one state; it is held for the moment this takes.

use crate::memory::{Record, Settings};
use squares64::board::fen;
use squares64::board::legal::is_legal;
use squares64::board::make::{make, unmake};
use squares64::board::piece::{PAWN, Side, WHITE, piece};
use squares64::board::ply::ROOT;
use squares64::board::position::{self, BOARD, EN_PASSANT, SIDE};
use squares64::board::square::NONE;
use squares64::game::{outcome, record, settings};
use squares64::machine::disk;
use squares64::ui::{archive, pgn};
use uci::game::Move;

/// The initial position.
pub const STANDARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What can be told of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// The position on the board.
    pub fen: String,
    /// Every move on record in algebraic notation.
    pub moves: Vec<String>,
    /// The number of the first move, and whether Black makes it.
    pub black_begins: bool,
    pub pgn: String,
}

/// A game to be continued: a position as FEN and the moves made from it, in any notation of moves that [`pgn`] reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    pub fen: String,
    pub moves: Vec<String>,
}

/// Tells a record; `None` when it is not a game, as while the program changes it.
pub fn tell(record: &Record, settings: Settings) -> Option<Story> {
    let _host = squares64::engine::hold();
    put_start(record);
    let mut story = Story {
        black_begins: SIDE.get() != WHITE,
        ..Story::default()
    };
    if record.played == 0 {
        story.fen = fen_now();
    }
    for (ply, &mv) in record.moves.iter().enumerate() {
        if !is_legal(mv) || !record::play(mv) {
            return None;
        }
        record::spell(ply as i16);
        let length = record::LENGTH.get();
        let spelled = (0..length).map(|index| char::from(record::SPELLED.get(index)));
        story.moves.push(spelled.collect());
        if ply + 1 == record.played {
            story.fen = fen_now();
        }
    }
    outcome::judge();
    take_outcome(record);
    take_settings(settings);
    disk::clear();
    pgn::write();
    story.pgn = buffer().into_iter().map(char::from).collect();
    Some(story)
}

/// A line from the position on the board in algebraic notation, as far as it is legal.
pub fn spell_line(record: &Record, line: &[Move]) -> Vec<String> {
    let _host = squares64::engine::hold();
    put_start(record);
    for &mv in &record.moves[..record.played] {
        if !is_legal(mv) || !record::play(mv) {
            return Vec::new();
        }
    }
    let mut spelled: Vec<String> = Vec::new();
    for &mv in line {
        if !is_legal(mv) {
            break;
        }
        record::spell_now(mv);
        spelled.push(record::spelled().collect());
        make(mv);
    }
    spelled.iter().for_each(|_| unmake());
    spelled
}

/// The file from which the program loads this game; the human has the side to move. The reason names what is wrong.
pub fn archive_of(given: &Given, settings: Settings) -> Result<Vec<u8>, String> {
    let _host = squares64::engine::hold();
    load_fen(&given.fen)?;
    let step = take_back_double_step();
    record::begin_here();
    record::START.set(record::START_NUMBER, u8::from(given.fen == STANDARD));
    if let Some(step) = step {
        record::play(step);
    }
    for (index, text) in given.moves.iter().enumerate() {
        let number = index + 1;
        let mv = crate::pgn::find_move(text)
            .map_err(|reason| format!("half move {number}, `{text}`: {reason}"))?;
        if !record::play(mv) {
            return Err(format!(
                "half move {number}: a game has room for {}",
                record::ROOM
            ));
        }
    }
    let players = if SIDE.get() == WHITE {
        settings::HUMAN_WHITE
    } else {
        settings::HUMAN_BLACK
    };
    take_settings(Settings {
        players,
        ..settings
    });
    disk::clear();
    archive::write();
    Ok(buffer())
}

/// Is White to move after this game? The same checks as [`archive_of`] came before.
pub fn white_to_move(given: &Given) -> bool {
    let white_first = given.fen.split_ascii_whitespace().nth(1) != Some("b");
    white_first == given.moves.len().is_multiple_of(2)
}

fn put_start(record: &Record) {
    for (index, &byte) in record.start.iter().enumerate() {
        record::START.set(index as u8, byte);
    }
    record::put_start();
    record::forget_moves();
}

/// What the board does not tell: a resignation, a flag that fell, a draw that was agreed or claimed.
fn take_outcome(record: &Record) {
    let at_the_end = record.played == record.moves.len();
    if at_the_end && !outcome::is_over() && record.outcome != outcome::GOES_ON {
        outcome::end(record.outcome, Side::from_bit(record.loser));
    }
}

fn fen_now() -> String {
    fen::Fen(record::number(record::played())).to_string()
}

fn take_settings(settings: Settings) {
    settings::PLAYERS.set(settings.players);
    settings::LEVEL.set(settings.level);
    settings::CLOCK.set(settings.clock);
    settings::MINUTES.set(settings.minutes);
    settings::INCREMENT.set(settings.increment);
}

/// What the program wrote into its disk's buffer.
fn buffer() -> Vec<u8> {
    let length = disk::LENGTH.get().clamp(0, disk::ROOM);
    disk::rewind();
    (0..length).map(|_| disk::get()).collect()
}

/// Loads a FEN; clock and move number may be missing, as in EPD.
fn load_fen(text: &str) -> Result<(), String> {
    let complete = match text.split_ascii_whitespace().count() {
        4 => format!("{text} 0 1"),
        _ => text.to_string(),
    };
    fen::load(&complete)
        .map(drop)
        .map_err(|error| error.to_string())
}

/// The program's files know no en passant square: the double step that made it becomes the first move of the game.
fn take_back_double_step() -> Option<Move> {
    let target = EN_PASSANT.get(ROOT);
    if target == NONE {
        return None;
    }
    let mover = SIDE.get().other();
    let up = if mover == WHITE { 0x10 } else { 0xF0 };
    let from = target.plus(up);
    let to = target.minus(up);
    BOARD.set(to, squares64::board::piece::EMPTY);
    BOARD.set(from, piece(mover, PAWN));
    SIDE.set(mover);
    EN_PASSANT.set(ROOT, NONE);
    position::rebuild();
    Some(Move { from, to })
}
