//! Famous games to the bytes that the title plays them from. The file's format is described in its head.
//!
//! Packed, a game is its head (four rows of text, each after the code of its row and of its colour), a 0, and a byte a half
//! move: which of the legal moves it is, in the order in which the engine generates them. [`NOTE`] begins a note, in which
//! a slash begins the second line and which a 0 ends; [`END`] ends the game. A 0 in the place of a head ends all games.

use crate::fault::{Fault, Place, Ply};
use crate::key::hold_engine;
use crate::tree::squares;
use cozy_chess::util::parse_uci_move;
use cozy_chess::{Board, GameStatus};
use squares64::board::{legal, make, position};
use std::path::Path;

/// No move: a note follows.
pub const NOTE: u8 = 0xfe;
/// No move: the game is over.
pub const END: u8 = 0xff;

/// Rows of the panel for the head, as codes of the interface's texts, and their colours.
const HEAD: [[u8; 2]; 4] = [[0x1b, 7], [0x1c, 1], [0x1d, 1], [0x1e, 3]];
/// Width of the panel.
const WIDTH: usize = 14;

/// A game of the file.
#[derive(Debug)]
pub struct Game {
    /// Name of the file on the disk.
    pub name: String,
    /// Its name, White, Black, place and year.
    pub head: Vec<String>,
    /// Half moves and notes in their order.
    pub parts: Vec<(Place, Part)>,
    place: Place,
}

/// What follows the head.
#[derive(Debug, PartialEq, Eq)]
pub enum Part {
    /// A half move as from and to.
    Move(String),
    /// A note about the one before, its lines parted by a slash.
    Note(String),
}

/// Reads the file.
pub fn parse(file: &Path, text: &str) -> Result<Vec<Game>, Fault> {
    let mut games: Vec<Game> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let place = Place::new(file, index + 1);
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        if let Some((name, head)) = line.split_once(": ").filter(|_| line.contains(" | ")) {
            games.push(Game {
                name: name.to_owned(),
                head: shown(head.split(" | "), &place)?,
                parts: Vec::new(),
                place,
            });
            continue;
        }
        let game = games.last_mut();
        let game = game.ok_or_else(|| Fault::new(&place, "stands before the first game"))?;
        match line.strip_prefix("= ") {
            Some(note) => {
                let note = shown(note.split(" / "), &place)?.join("/");
                game.parts.push((place, Part::Note(note)));
            }
            None => {
                let moves = line.split_whitespace();
                let parts = moves.map(|mv| (place.clone(), Part::Move(mv.to_owned())));
                game.parts.extend(parts);
            }
        }
    }
    Ok(games)
}

/// Texts that the panel can show.
fn shown<'t>(texts: impl Iterator<Item = &'t str>, place: &Place) -> Result<Vec<String>, Fault> {
    let texts: Vec<String> = texts.map(str::to_owned).collect();
    let fits =
        |text: &String| text.len() <= WIDTH && text.bytes().all(|b| (b' '..0x7f).contains(&b));
    match texts.iter().find(|text| !fits(text)) {
        Some(text) => Err(Fault::new(
            place,
            format!("`{text}` is not {WIDTH} characters of ASCII or less"),
        )),
        None => Ok(texts),
    }
}

/// The bytes of all games.
pub fn pack(games: &[Game]) -> Result<Vec<u8>, Fault> {
    let mut bytes = Vec::new();
    for game in games {
        if game.head.len() != HEAD.len() {
            return Err(Fault::new(&game.place, "a head has four parts"));
        }
        for (codes, text) in HEAD.iter().zip(&game.head) {
            bytes.extend(codes);
            bytes.extend(text.bytes());
        }
        bytes.push(0);
        pack_moves(game, &mut bytes)?;
        bytes.push(END);
    }
    bytes.push(0);
    Ok(bytes)
}

fn pack_moves(game: &Game, bytes: &mut Vec<u8>) -> Result<(), Fault> {
    let _engine = hold_engine();
    position::start();
    let mut board = Board::default();
    let mut ply = 0;
    for (place, part) in &game.parts {
        let text = match part {
            Part::Note(text) => {
                bytes.push(NOTE);
                bytes.extend(text.bytes().chain([0]));
                continue;
            }
            Part::Move(text) => text,
        };
        let illegal = || Fault::at_move(place, Ply(ply), format!("{text} is not legal"));
        let mv = parse_uci_move(&board, text).map_err(|_| illegal())?;
        let wanted = squares(&board, mv);
        board.try_play(mv).map_err(|_| illegal())?;
        let mut number = 0;
        let mut found = None;
        legal::for_each_legal(|mv| {
            if mv.bytes() == <[u8; 2]>::from(wanted) {
                found = Some((number, mv));
            }
            number += 1;
        });
        let (number, mv) = found.ok_or_else(illegal)?;
        bytes.push(number);
        make::play(mv);
        ply += 1;
    }
    if board.status() == GameStatus::Won {
        Ok(())
    } else {
        Err(Fault::new(&game.place, "the game does not end in mate"))
    }
}
