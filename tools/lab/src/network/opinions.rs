//! Stockfish's opinions of positions, by several processes at once.

use crate::uci::Uci;
use cozy_chess::Board;
use cozy_chess::util::parse_uci_move;
use rayon::prelude::*;
use std::time::Duration;

/// Patience with one answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// One player for each thread of the pool, kept from block to block.
pub struct Judges {
    judges: Vec<Uci>,
}

impl Judges {
    /// Starts `count` processes that look `depth` plies ahead.
    pub fn start(count: usize, depth: u32) -> Result<Judges, String> {
        let options =
            [("Threads", "1"), ("Hash", "1")].map(|(name, value)| (name.into(), value.into()));
        let command = ["stockfish".to_string()];
        let start = |_| Uci::start(&command, &options, &format!("depth {depth}"), PATIENCE);
        let judges = (0..count).map(start).collect::<Result<_, _>>()?;
        Ok(Judges { judges })
    }

    /// Centipawns for the side to move, in the order of the positions; `None` when the best move is a capture or a promotion,
    /// or there is none.
    pub fn judge(&mut self, positions: &[String]) -> Result<Vec<Option<i32>>, String> {
        let share = positions.len().div_ceil(self.judges.len()).max(1);
        let shares: Vec<Vec<Option<i32>>> = self
            .judges
            .par_iter_mut()
            .zip(positions.par_chunks(share))
            .map(|(judge, share)| share.iter().map(|p| opinion(judge, p)).collect())
            .collect::<Result<_, String>>()?;
        Ok(shares.concat())
    }
}

fn opinion(judge: &mut Uci, position: &str) -> Result<Option<i32>, String> {
    let text = super::samples::whole(position);
    let board: Board = text
        .parse()
        .map_err(|error| format!("`{position}`: {error}"))?;
    if !board.generate_moves(|_| true) {
        return Ok(None);
    }
    // What it remembers of another position may change its opinion, and a run that goes on later would differ.
    judge.new_game()?;
    let answer = judge.think(&format!("fen {text}"), &[])?;
    let mv = parse_uci_move(&board, &answer.mv).map_err(|error| format!("`{text}`: {error}"))?;
    let takes = board.color_on(mv.to) == Some(!board.side_to_move());
    Ok(answer.score.filter(|_| !takes && mv.promotion.is_none()))
}
