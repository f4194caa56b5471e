//! The game behind the prompt: commands to answers.
//!
//! A command that is refused answers `ERROR: …` and leaves the game as it was.

use crate::player::Player;
use squares64::board::fen::{self, Fen};
use squares64::board::legal::has_legal_move;
use squares64::board::make::play;
use squares64::board::moves::Move;
use squares64::board::notation::{coordinates, parse_coordinates};
use squares64::board::piece::{EMPTY, LETTERS, Piece, WHITE, colour, kind};
use squares64::board::ply::ROOT;
use squares64::board::position::{self, BOARD, CLOCK, SIDE, in_check};
use squares64::standard::search::MAX_DEPTH;
use squares64::standard::values::centipawns;

/// Plies without progress that end a game whether claimed or not; FEN counts no further.
const LONGEST_CLOCK: u8 = 150;

/// What the console says to a line.
#[derive(Debug, PartialEq, Eq)]
pub enum Reply {
    Answer(String),
    /// The line was empty.
    Nothing,
    Quit,
}

pub struct Console<P> {
    player: P,
    /// The number of the move to come, as FEN counts.
    number: u16,
}

impl<P: Player> Console<P> {
    /// A console at the initial position. Takes over the engine of this process.
    pub fn new(player: P) -> Self {
        squares64::engine::set_up();
        squares64::engine::new_game();
        Self { player, number: 1 }
    }

    pub fn execute(&mut self, line: &str) -> Reply {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let answer = match command {
            "" => return Reply::Nothing,
            "quit" if rest.is_empty() => return Reply::Quit,
            "new" if rest.is_empty() => Ok(self.new_game()),
            "display" if rest.is_empty() => Ok(self.display()),
            "new" | "display" | "quit" => Err(format!("{command}: `{rest}` is too much")),
            "fen" => self.load(rest),
            "move" => self.play_move(rest),
            "ai" => self.answer(rest),
            other => Err(format!(
                "`{other}` is no command: new, fen FEN, move e2e4, ai DEPTH, display or quit expected"
            )),
        };
        Reply::Answer(answer.unwrap_or_else(|problem| format!("ERROR: {problem}")))
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        Fen(self.number).to_string()
    }

    fn new_game(&mut self) -> String {
        position::start();
        self.number = 1;
        "OK: new game".into()
    }

    /// A FEN may be refused only after it is on the board, so the old position is put back.
    fn load(&mut self, text: &str) -> Result<String, String> {
        let before = self.fen();
        match fen::load(text) {
            Ok(number) => {
                self.number = number;
                Ok(format!("OK: {}", self.fen()))
            }
            Err(problem) => {
                fen::load(&before).map_err(|lost| format!("the position is lost: {lost}"))?;
                Err(problem.to_string())
            }
        }
    }

    fn play_move(&mut self, text: &str) -> Result<String, String> {
        self.refuse_ended_game()?;
        let mv = parse_coordinates(text.as_bytes())
            .ok_or_else(|| format!("move: `{text}` is no legal move here"))?;
        let name = notation(mv);
        self.advance(mv);
        Ok(format!("OK: {name}"))
    }

    fn answer(&mut self, text: &str) -> Result<String, String> {
        let depth = text
            .parse()
            .ok()
            .filter(|depth| (1..=MAX_DEPTH).contains(depth))
            .ok_or_else(|| format!("ai: depth `{text}`, 1 to {MAX_DEPTH} expected"))?;
        self.refuse_ended_game()?;
        let found = self
            .player
            .find(depth)?
            .ok_or("ai: the player found no move where there is one")?;
        let name = notation(found.mv);
        if parse_coordinates(name.as_bytes()) != Some(found.mv) {
            return Err(format!("ai: the player's move {name} is not legal"));
        }
        self.advance(found.mv);
        let (eval, time) = (centipawns(found.score), found.time);
        Ok(format!(
            "AI: {name} (depth={depth}, eval={eval}, time={time})"
        ))
    }

    fn refuse_ended_game(&self) -> Result<(), String> {
        if CLOCK.get(ROOT) >= LONGEST_CLOCK {
            return Err("the game is over: 75 moves without a capture or a pawn move".into());
        }
        if has_legal_move() {
            return Ok(());
        }
        let side = side_name();
        Err(if in_check() {
            format!("the game is over: {side} is checkmated")
        } else {
            format!("the game is over: {side} is stalemated")
        })
    }

    fn advance(&mut self, mv: Move) {
        if SIDE.get() != WHITE {
            self.number = self.number.saturating_add(1);
        }
        play(mv);
    }

    fn display(&self) -> String {
        let mut text = String::from("  a b c d e f g h\n");
        for row in 0..8 {
            let rank = 8 - row;
            let squares: Vec<String> = (0..8)
                .map(|file| letter(BOARD.get(row * 16 + file)).to_string())
                .collect();
            text += &format!("{rank} {} {rank}\n", squares.join(" "));
        }
        text += "  a b c d e f g h\n";
        text + &format!("{} to move\n{}", side_name(), self.fen())
    }
}

fn side_name() -> &'static str {
    if SIDE.get() == WHITE {
        "White"
    } else {
        "Black"
    }
}

fn letter(piece: Piece) -> char {
    let letter = char::from(LETTERS[usize::from(kind(piece))]);
    if piece == EMPTY || colour(piece) == WHITE {
        letter
    } else {
        letter.to_ascii_lowercase()
    }
}

fn notation(mv: Move) -> String {
    String::from_utf8_lossy(coordinates(mv).as_bytes()).into_owned()
}
