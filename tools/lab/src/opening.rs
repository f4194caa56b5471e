//! The openings that matches start from: a name and its first moves.

use cozy_chess::util::{display_uci_move, parse_san_move, parse_uci_move};
use cozy_chess::{Board, Move};
use squares64::board::notation::parse_coordinates;
use squares64::engine::{self, Limits};
use squares64::machine::Unwatched;
use std::collections::HashSet;

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

/// Where the pairs of games of a match start, never twice from the same moves. Players that leave nothing to chance would
/// play the same game again from the same opening, so from the second round on two random moves follow it, which leave
/// the position balanced. The same openings and seed give the same starts; with a seed other than 0 the first round has
/// random moves too, so that all games are others.
pub struct Starts<'a> {
    openings: &'a [Opening],
    seed: u64,
    pair: usize,
    given: HashSet<Vec<String>>,
}

impl<'a> Starts<'a> {
    pub fn new(openings: &'a [Opening], seed: u64) -> Starts<'a> {
        Starts {
            openings,
            seed,
            pair: 0,
            given: HashSet::new(),
        }
    }
}

impl Iterator for Starts<'_> {
    type Item = Opening;

    fn next(&mut self) -> Option<Opening> {
        let pair = self.pair;
        self.pair += 1;
        let opening = &self.openings[place_of_pair(pair, self.openings.len())];
        if self.seed == 0 && pair < self.openings.len() {
            return Some(opening.clone());
        }
        let mut random = SplitMix((pair as u64) ^ self.seed << 32);
        let start = (0..MOST_DRAWS)
            .map(|_| with_random_moves(opening, &mut random))
            .find(|start| is_balanced(start) && !self.given.contains(&start.moves))?;
        self.given.insert(start.moves.clone());
        Some(start)
    }
}

const RANDOM_PLIES: usize = 2;
/// An opening has some 900 continuations of two moves, about half of them balanced.
const MOST_DRAWS: usize = 10_000;
/// Centipawns that either side may be ahead by, and the depth of the search that says so.
const BALANCE: i16 = 110;
const BALANCE_DEPTH: u8 = 4;

fn with_random_moves(opening: &Opening, random: &mut SplitMix) -> Opening {
    let mut moves = opening.moves.clone();
    let mut board = Board::default();
    for mv in &moves {
        board.play(parse_uci_move(&board, mv).expect("`read` allows legal moves only"));
    }
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

/// By our own search: it need not be exact, only keep lost positions out.
fn is_balanced(start: &Opening) -> bool {
    let _engine = engine::hold();
    engine::new_game();
    for text in &start.moves {
        let mv = parse_coordinates(text.as_bytes()).expect("a legal move");
        engine::play(mv);
    }
    engine::think::<Unwatched>(Limits::depth(BALANCE_DEPTH), || {});
    engine::BEST_SCORE.get().abs() <= BALANCE
}

/// Neighbours in the file are kin, so a stride takes short matches through all families.
fn place_of_pair(pair: usize, count: usize) -> usize {
    const STRIDE: usize = 37;
    pair * STRIDE % count
}

/// Steele, Lea and Flood's generator: any seed will do.
pub struct SplitMix(pub u64);

impl SplitMix {
    /// A number below `end`, or 0 when there is none.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_has_more_than_fifty_different_openings_of_eight_plies() {
        let openings = read(BALANCED).expect("legal lines");
        let different: HashSet<_> = openings.iter().map(|opening| &opening.moves).collect();
        assert!(different.len() >= 50 && different.len() == openings.len());
        assert!(openings.iter().all(|opening| opening.moves.len() == 8));
    }

    fn moves_of(openings: &[Opening], seed: u64, pairs: usize) -> Vec<Vec<String>> {
        let starts = Starts::new(openings, seed).take(pairs);
        starts.map(|start| start.moves).collect()
    }

    #[test]
    fn pairs_go_through_all_openings_before_one_comes_again() {
        let openings = read(BALANCED).expect("legal lines");
        let met: HashSet<_> = moves_of(&openings, 0, openings.len()).into_iter().collect();
        let all: HashSet<_> = openings.into_iter().map(|opening| opening.moves).collect();
        assert_eq!(met, all);
    }

    #[test]
    fn no_two_pairs_of_a_match_start_alike_and_a_seed_repeats_itself() {
        let openings = read(BALANCED).expect("legal lines");
        let pairs = 5 * openings.len();
        let first = moves_of(&openings, 0, pairs);
        assert_eq!(first.iter().collect::<HashSet<_>>().len(), pairs);
        assert_eq!(first, moves_of(&openings, 0, pairs));
        let other: HashSet<_> = moves_of(&openings, 1, pairs).into_iter().collect();
        assert_eq!(other.len(), pairs);
        // By chance two seeds may draw the same two moves of about 900.
        let common = first.iter().filter(|moves| other.contains(*moves)).count();
        assert!(common * 100 < pairs * 3, "{common}");
    }

    #[test]
    fn a_lost_queen_is_no_start() {
        let [sound, lost] = ["1. e4 e5 2. Nf3 Nc6", "1. e4 e5 2. Qh5 Nf6 3. Qxh7"]
            .map(|moves| read_line(&format!("Some: {moves}")).expect("legal"));
        assert!(is_balanced(&sound) && !is_balanced(&lost));
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
