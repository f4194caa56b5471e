//! The openings that matches start from: a name and its first moves.

use cozy_chess::util::{display_uci_move, parse_san_move};
use cozy_chess::{Board, Move};

pub const BALANCED: &str = include_str!("../openings/balanced.txt");

#[derive(Clone, Debug)]
pub struct Opening {
    pub name: String,
    /// In UCI notation.
    pub moves: Vec<String>,
}

/// One opening a line, `Name: 1. e4 e5 …`; `#` begins a comment line.
pub fn read(text: &str) -> Result<Vec<Opening>, String> {
    let openings: Vec<Opening> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty())
        .map(|(index, line)| read_line(line).map_err(|e| format!("line {}: {e}", index + 1)))
        .collect::<Result<_, _>>()?;
    if openings.is_empty() {
        return Err("no openings".into());
    }
    Ok(openings)
}

fn read_line(line: &str) -> Result<Opening, String> {
    let (name, moves) = line.split_once(':').ok_or("`Name: moves` expected")?;
    let mut board = Board::default();
    let mut played = Vec::new();
    for word in moves.split_whitespace() {
        if word.ends_with('.') {
            continue;
        }
        let mv: Move = parse_san_move(&board, word)
            .map_err(|_| format!("`{word}` is no move after {}", played.join(" ")))?;
        played.push(display_uci_move(&board, mv).to_string());
        board.play(mv);
    }
    Ok(Opening {
        name: name.trim().to_string(),
        moves: played,
    })
}

/// Which opening a game has: neighbours in the file are kin, so a stride takes short matches through all families.
pub fn of_pair(pair: usize, count: usize) -> usize {
    const STRIDE: usize = 37;
    pair * STRIDE % count
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_set_has_more_than_fifty_different_openings_of_eight_plies() {
        let openings = read(BALANCED).expect("legal lines");
        let different: HashSet<_> = openings.iter().map(|opening| &opening.moves).collect();
        assert!(different.len() >= 50 && different.len() == openings.len());
        assert!(openings.iter().all(|opening| opening.moves.len() == 8));
    }

    #[test]
    fn pairs_go_through_all_openings_before_one_comes_again() {
        let count = read(BALANCED).expect("legal lines").len();
        let met: HashSet<_> = (0..count).map(|pair| of_pair(pair, count)).collect();
        assert_eq!(met.len(), count);
    }

    #[test]
    fn a_line_with_an_illegal_move_is_named() {
        let error = read("# comment\nOpen: 1. e4 e5\nBroken: 1. e4 Ke3\n").expect_err("illegal");
        assert!(
            error.contains("line 3") && error.contains("`Ke3`"),
            "{error}"
        );
        let error = read("no colon here").expect_err("no name");
        assert!(error.contains("line 1"), "{error}");
    }
}
