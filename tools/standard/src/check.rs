//! A player against the answers of the reference: the same move, evaluation and number of nodes.

use crate::player::{Found, Player};
use serde::Deserialize;
use squares64::board::fen;
use squares64::board::notation::coordinates;
use squares64::standard::search::MAX_DEPTH;
use squares64::standard::values::centipawns;
use std::fmt;

/// One search of the reference; a position without moves has neither move nor evaluation.
#[derive(Debug, PartialEq, Deserialize)]
pub struct Answer {
    pub fen: String,
    pub depth: u8,
    #[serde(rename = "move")]
    pub mv: Option<String>,
    pub eval: Option<i32>,
    pub nodes: u32,
}

/// What the searches of one depth took.
#[derive(Clone, Copy, Default)]
struct Figures {
    searches: u64,
    nodes: u64,
    time: u64,
    longest: u64,
}

/// The figures of all depths.
#[derive(Default)]
pub struct Outcome([Figures; MAX_DEPTH as usize]);

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        writeln!(f, "depth  equal   nodes  mean ms  longest ms")?;
        for (depth, figures) in (1..).zip(&self.0) {
            let Figures {
                searches,
                nodes,
                time,
                longest,
            } = figures;
            let mean = time / (*searches).max(1);
            writeln!(
                f,
                "{depth:5}  {searches:5}  {nodes:6}  {mean:7}  {longest:10}"
            )?;
        }
        Ok(())
    }
}

/// Runs every search of `reference`, the text of its file; the first difference is the error.
pub fn check(player: &mut impl Player, reference: &str) -> Result<Outcome, String> {
    let answers: Vec<Answer> =
        serde_json::from_str(reference).map_err(|error| error.to_string())?;
    let mut outcome = Outcome::default();
    squares64::engine::set_up();
    squares64::engine::new_game();
    for expected in answers {
        let (fen, depth) = (&expected.fen, expected.depth);
        let figures = usize::from(depth)
            .checked_sub(1)
            .and_then(|index| outcome.0.get_mut(index))
            .ok_or_else(|| format!("{fen}: depth {depth}, 1 to {MAX_DEPTH} expected"))?;
        fen::load(fen).map_err(|error| format!("{fen}: {error}"))?;
        let found = player.find(depth)?;
        let given = answer(&expected, found);
        if given != expected {
            return Err(format!("{given:?} given, {expected:?} expected"));
        }
        figures.searches += 1;
        if let Some(found) = found {
            figures.nodes += u64::from(found.nodes);
            figures.time += found.time;
            figures.longest = figures.longest.max(found.time);
        }
    }
    Ok(outcome)
}

/// What was found, in the words of the reference.
fn answer(question: &Answer, found: Option<Found>) -> Answer {
    Answer {
        fen: question.fen.clone(),
        depth: question.depth,
        mv: found.map(|found| {
            let text = coordinates(found.mv);
            String::from_utf8_lossy(text.as_bytes()).into_owned()
        }),
        eval: found.map(|found| centipawns(found.score)),
        nodes: found.map_or(0, |found| found.nodes),
    }
}
