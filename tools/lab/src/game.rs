//! One game between two players, from its opening to its result.
//!
//! Every way a game can go ends in a `Played`: an illegal move, a crash, an answer that does not come and a clock that is
//! overrun all lose and are kept as the fault of the one who did it.

use crate::adjudication::{Judgement, judge};
use crate::arbiter::{Arbiter, Natural};
use crate::contestant::{Player, Seat};
use crate::opening::Opening;
use crate::thought::Thought;
use cozy_chess::{Board, Color};
use serde::{Deserialize, Serialize};

/// A move may take this much more of its budget before it is an overrun, in percent.
pub const OVERRUN_PERCENT: u64 = 2;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    #[serde(rename = "1-0")]
    White,
    #[serde(rename = "0-1")]
    Black,
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl Score {
    pub fn text(self) -> &'static str {
        match self {
            Score::White => "1-0",
            Score::Black => "0-1",
            Score::Draw => "1/2-1/2",
        }
    }

    fn lost_by(side: Color) -> Score {
        match side {
            Color::White => Score::Black,
            Color::Black => Score::White,
        }
    }
}

/// How a game went, after its opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub score: Score,
    pub reason: String,
    /// What a player did against the rules of the match.
    pub fault: Option<String>,
    pub thoughts: Vec<Thought>,
}

/// A seat and the player in it, White's first.
pub type Side<'a> = (&'a Seat, &'a mut Player);

pub fn play(opening: &Opening, seed: u32, sides: [Side; 2]) -> Result<Played, String> {
    let [mut white, mut black] = sides;
    let mut game = Game::after(opening)?;
    for (side, (seat, player)) in [(Color::White, &mut white), (Color::Black, &mut black)] {
        if let Err(fault) = seat.new_game(player, seed) {
            return Ok(game.faulted(side, fault));
        }
    }
    loop {
        if let Some((score, reason)) = game.result() {
            return Ok(game.played(score, reason));
        }
        let side = game.arbiter.side();
        let (seat, player) = match side {
            Color::White => &mut white,
            Color::Black => &mut black,
        };
        if let Err(fault) = game.turn(seat, player) {
            return Ok(game.faulted(side, fault));
        }
    }
}

struct Game {
    arbiter: Arbiter,
    /// Who had the first move after the opening.
    first: Color,
    moves: Vec<String>,
    thoughts: Vec<Thought>,
}

impl Game {
    fn after(opening: &Opening) -> Result<Game, String> {
        let mut arbiter = Arbiter::new(Board::default());
        for mv in &opening.moves {
            arbiter
                .play(mv)
                .map_err(|error| format!("opening {}: {error}", opening.name))?;
        }
        Ok(Game {
            first: arbiter.side(),
            arbiter,
            moves: opening.moves.clone(),
            thoughts: Vec::new(),
        })
    }

    /// One move; an error is the mover's fault.
    fn turn(&mut self, seat: &Seat, player: &mut Player) -> Result<(), String> {
        let thought = player.think("startpos", &self.moves)?;
        self.arbiter.play(&thought.mv)?;
        let taken = thought.milliseconds;
        self.moves.push(thought.mv.clone());
        self.thoughts.push(thought);
        match seat.budget {
            Some(budget) if taken * 100 > budget * (100 + OVERRUN_PERCENT) => {
                Err(format!("overrun: {taken} ms of {budget} ms"))
            }
            _ => Ok(()),
        }
    }

    fn result(&self) -> Option<(Score, &'static str)> {
        if let Some(natural) = self.arbiter.ending() {
            return Some(match natural {
                Natural::Checkmate => (Score::lost_by(self.arbiter.side()), "checkmate"),
                Natural::Stalemate => (Score::Draw, "stalemate"),
                Natural::Repetition => (Score::Draw, "repetition"),
                Natural::FiftyMoves => (Score::Draw, "fifty moves"),
                Natural::Material => (Score::Draw, "material"),
            });
        }
        judge(self.moves.len(), self.first, &self.thoughts).map(|judgement| match judgement {
            Judgement::Resigned(side) => (Score::lost_by(side), "resignation"),
            Judgement::Level => (Score::Draw, "adjudication"),
            Judgement::TooLong => (Score::Draw, "length"),
        })
    }

    fn played(self, score: Score, reason: &str) -> Played {
        Played {
            score,
            reason: reason.to_string(),
            fault: None,
            thoughts: self.thoughts,
        }
    }

    fn faulted(self, side: Color, fault: String) -> Played {
        let side_name = match side {
            Color::White => "White",
            Color::Black => "Black",
        };
        Played {
            score: Score::lost_by(side),
            reason: "fault".to_string(),
            fault: Some(format!("{side_name}: {fault}")),
            thoughts: self.thoughts,
        }
    }
}
