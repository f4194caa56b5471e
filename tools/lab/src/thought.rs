//! What a player says with its move: the move itself, how deep it looked, what it thinks of the position, its time.

use serde::{Deserialize, Serialize};

/// A mate in n moves scores this less n; every other score is smaller.
pub const MATE: i32 = 30_000;
/// Scores beyond this are mates.
pub const MATE_BOUND: i32 = 29_000;

/// Written as an array: move, depth, score, milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Row", into = "Row")]
pub struct Thought {
    /// In UCI notation.
    pub mv: String,
    pub depth: u32,
    /// Centipawns for the mover, when the player gives a score.
    pub score: Option<i32>,
    /// By the player's own clock; for the C64 that of the emulated machine.
    pub milliseconds: u64,
    /// Of the search; not stored.
    pub nodes: u64,
}

type Row = (String, u32, Option<i32>, u64);

impl From<Row> for Thought {
    fn from((mv, depth, score, milliseconds): Row) -> Thought {
        Thought {
            mv,
            depth,
            score,
            milliseconds,
            nodes: 0,
        }
    }
}

impl From<Thought> for Row {
    fn from(thought: Thought) -> Row {
        (
            thought.mv,
            thought.depth,
            thought.score,
            thought.milliseconds,
        )
    }
}

/// `+0.31`, `-M4`: a score as people write it.
pub fn score_text(score: i32) -> String {
    let sign = if score < 0 { '-' } else { '+' };
    if score.abs() > MATE_BOUND {
        format!("{sign}M{}", MATE - score.abs())
    } else {
        format!("{sign}{:.2}", f64::from(score.abs()) / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_read_as_pawns_and_mates() {
        assert_eq!(score_text(31), "+0.31");
        assert_eq!(score_text(-1205), "-12.05");
        assert_eq!(score_text(MATE - 3), "+M3");
        assert_eq!(score_text(4 - MATE), "-M4");
    }

    #[test]
    fn a_thought_is_stored_as_a_short_array_and_comes_back() {
        let thought = Thought {
            mv: "e2e4".into(),
            depth: 5,
            score: Some(-17),
            milliseconds: 24_890,
            nodes: 0,
        };
        let text = serde_json::to_string(&thought).expect("plain data");
        assert_eq!(text, r#"["e2e4",5,-17,24890]"#);
        assert_eq!(serde_json::from_str::<Thought>(&text).ok(), Some(thought));
    }
}
