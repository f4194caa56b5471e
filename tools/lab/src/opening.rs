//! The openings that matches start from: a name and its first moves.

use cozy_chess::util::{display_uci_move, parse_san_move, parse_uci_move};
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

/// The opening of a pair of games. Players that leave nothing to chance would play the same game again from the same
/// opening, so from the second round on two random moves follow it, the same ones for the same pair.
pub fn of_pair(openings: &[Opening], pair: usize) -> Opening {
    let opening = &openings[place_of_pair(pair, openings.len())];
    if pair < openings.len() {
        return opening.clone();
    }
    let mut moves = opening.moves.clone();
    let mut board = Board::default();
    for mv in &moves {
        board.play(parse_uci_move(&board, mv).expect("`read` allows legal moves only"));
    }
    let mut random = SplitMix(pair as u64);
    for _ in 0..RANDOM_PLIES {
        let mut legal = Vec::new();
        board.generate_moves(|of_piece| {
            legal.extend(of_piece);
            false
        });
        let Some(&mv) = legal.get(random.below(legal.len())) else {
            break;
        };
        moves.push(display_uci_move(&board, mv).to_string());
        board.play(mv);
    }
    Opening {
        name: opening.name.clone(),
        moves,
    }
}

const RANDOM_PLIES: usize = 2;

/// Neighbours in the file are kin, so a stride takes short matches through all families.
fn place_of_pair(pair: usize, count: usize) -> usize {
    const STRIDE: usize = 37;
    pair * STRIDE % count
}

/// Steele, Lea and Flood's generator: any seed will do.
struct SplitMix(u64);

impl SplitMix {
    /// A number below `end`, or 0 when there is none.
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end.max(1) as u64) as usize
    }
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
        let openings = read(BALANCED).expect("legal lines");
        let met: HashSet<_> = (0..openings.len())
            .map(|pair| of_pair(&openings, pair).moves)
            .collect();
        let all: HashSet<_> = openings.into_iter().map(|opening| opening.moves).collect();
        assert_eq!(met, all);
    }

    #[test]
    fn a_long_match_has_another_start_for_nearly_every_pair() {
        let openings = read(BALANCED).expect("legal lines");
        let pairs = 0..16 * openings.len();
        let met: HashSet<_> = pairs
            .clone()
            .map(|pair| of_pair(&openings, pair).moves)
            .collect();
        // By chance the same two moves of about 900 come again now and then.
        assert!(met.len() * 100 >= pairs.len() * 97, "{}", met.len());
        let again = |pair| of_pair(&openings, pair).moves;
        assert_eq!(again(100), again(100));
        assert_eq!(again(100).len(), 10);
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
