//! Judged positions as the network sees them.

use crate::tune::terms::{Stage, counts};
use cozy_chess::Board;
use squares64::board::fen;
use squares64::board::piece::{BLACK, WHITE};
use squares64::board::piece::{NO_PIECE, kind};
use squares64::board::position::{BOARD, PAWNS, SIDE};
use squares64::board::square::from_index;
use squares64::eval::network::{input, turned};
use squares64::eval::weights::TEMPO;
use squares64::eval::{evaluate, pawns, prepare};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Men on the board at most.
const MEN: usize = 32;
/// Centipawns beyond which an opinion says nothing about the evaluation.
const DECIDED: i32 = 2500;
/// Centipawns that a step of 1 in the logistic curve stands for.
pub const SCALE: f32 = 400.0;
/// Samples count less when opinion and handcrafted value both are far beyond this.
const NEAR: f32 = 300.0;

/// Stands for the opinion of a position in which the best move is a capture or a promotion.
pub const NOT_QUIET: &str = "-";

/// One position, from the side to move.
#[derive(Clone)]
pub struct Sample {
    /// Inputs of the mover's view and of the other's, the first `men` of each.
    pub own: [u8; MEN],
    pub other: [u8; MEN],
    pub men: u8,
    /// Is it nearly level by both the opinion and the handcrafted evaluation?
    pub is_level: bool,
    pub handcrafted: f32,
    /// How often each number of the handcrafted evaluation counts in it (`eval::terms`), in sixteenths: for the mover, less
    /// for the other side.
    pub counts: Box<[(u16, i16)]>,
    /// The opinion as a winning chance.
    pub chance: f32,
    pub weight: f32,
}

pub fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Reads `FEN;centipawns` for the side to move, one a line, where the FEN may end after the castling rights. Positions that
/// are decided, not quiet or known endings are passed over.
pub fn read(path: &Path, limit: usize) -> Result<Vec<Sample>, String> {
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    let file = File::open(path).map_err(named)?;
    let _engine = squares64::engine::hold();
    let mut samples = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(file).lines()) {
        let line = line.map_err(named)?;
        let place = |what: &str| format!("{}:{number}: {what}: `{line}`", path.display());
        let (position, score) = line
            .split_once(';')
            .ok_or_else(|| place("no `;` after the position"))?;
        if score == NOT_QUIET {
            continue;
        }
        let score: i32 = score
            .parse()
            .map_err(|_| place("the opinion is no number"))?;
        if score.abs() <= DECIDED {
            let position = whole(position);
            fen::load(&position).map_err(|error| place(&error.to_string()))?;
            let board = position
                .parse()
                .map_err(|error| place(&format!("{error}")))?;
            samples.extend(sample(&board, score as f32));
        }
        if samples.len() == limit {
            break;
        }
    }
    Ok(samples)
}

/// A FEN with the fields that may be missing.
pub fn whole(position: &str) -> String {
    let mut fields: Vec<&str> = position.split_whitespace().collect();
    for missing in ["-", "-", "0", "1"]
        .iter()
        .skip(fields.len().saturating_sub(2))
    {
        fields.push(missing);
    }
    fields.join(" ")
}

/// The position on the engine's board; `None` for known endings, which have no network.
fn sample(board: &Board, score: f32) -> Option<Sample> {
    if PAWNS.get(BLACK) == 0 || PAWNS.get(WHITE) == 0 {
        return None;
    }
    pawns::clear();
    let is_white = SIDE.get() == WHITE;
    let white = evaluate::of_root();
    let value = if is_white { white } else { -white };
    let handcrafted = f32::from(if evaluate::is_endgame() {
        value
    } else {
        value + TEMPO
    });
    let least = handcrafted.abs().min(score.abs()) / NEAR;
    let mut sample = Sample {
        own: [0; MEN],
        other: [0; MEN],
        men: 0,
        is_level: (handcrafted + score).abs() <= SCALE,
        handcrafted,
        counts: counts_for_mover(board, is_white),
        chance: chance(score / SCALE),
        weight: 1.0 / (1.0 + least * least),
    };
    for sq in (0..64).map(from_index) {
        let piece = BOARD.get(sq);
        let place = usize::from(sample.men);
        if kind(piece) != NO_PIECE && place < MEN {
            let white = input(piece, sq);
            let black = turned(white, kind(piece));
            (sample.own[place], sample.other[place]) = if is_white {
                (white, black)
            } else {
                (black, white)
            };
            sample.men += 1;
        }
    }
    Some(sample)
}

/// Of the position on the engine's board, which is that of `board`.
fn counts_for_mover(board: &Board, is_white: bool) -> Box<[(u16, i16)]> {
    let all = f32::from(prepare::ALL_OF_IT);
    let stage = Stage {
        middle: f32::from(prepare::PHASE.get()) / all,
        is_endgame: evaluate::is_endgame(),
    };
    let sixteenths = if is_white { all } else { -all };
    counts(board, stage)
        .into_iter()
        .map(|(place, count)| (place, (count * sixteenths) as i16))
        .collect()
}
