//! The ledger of versions: what each changed, how big and how fast it was. Its rating comes from the stored matches.

use crate::thought::Thought;
use serde::{Deserialize, Serialize};
use squares64::engine::PAL_HERTZ;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    pub version: String,
    pub what: String,
    /// Of the program file.
    pub bytes: u64,
    /// Of level 5 on the bench positions, with the display on.
    pub cycles_per_node: u64,
    /// Mean of the depths reached there.
    pub depth: f64,
}

/// A ledger that is not there yet is empty.
pub fn read(path: &Path) -> Result<Vec<Line>, String> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let named = |line: usize, error: String| format!("{}:{line}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(|error| named(1, error.to_string()))?;
    text.lines()
        .enumerate()
        .map(|(index, line)| {
            serde_json::from_str(line).map_err(|error| named(index + 1, error.to_string()))
        })
        .collect()
}

pub fn append(path: &Path, line: &Line) -> Result<(), String> {
    let text = serde_json::to_string(line).expect("plain data");
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(named)?;
    file.write_all(format!("{text}\n").as_bytes())
        .map_err(named)
}

/// Mean depth and cycles a node of a player's thoughts.
pub fn speed(thoughts: &[Thought]) -> Result<(f64, u64), String> {
    let nodes: u64 = thoughts.iter().map(|thought| thought.nodes).sum();
    let time: u64 = thoughts.iter().map(|thought| thought.milliseconds).sum();
    let depths: u32 = thoughts.iter().map(|thought| thought.depth).sum();
    if nodes == 0 {
        return Err("the player does not tell its nodes".into());
    }
    let cycles = time * u64::from(PAL_HERTZ) / 1000;
    Ok((f64::from(depths) / thoughts.len() as f64, cycles / nodes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_a_node_come_from_time_and_nodes() {
        let thought = |depth, nodes| Thought {
            depth,
            nodes,
            milliseconds: 25_000,
            ..Thought::default()
        };
        let speed = speed(&[thought(5, 3000), thought(6, 4000)]);
        assert_eq!(speed, Ok((5.5, 50 * u64::from(PAL_HERTZ) / 7000)));
        assert!(super::speed(&[thought(1, 0)]).is_err());
    }
}
