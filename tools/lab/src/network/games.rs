//! Positions to learn from: games of the engine with few nodes a move, and of each search some of the nodes that it evaluates.
//!
//! What a search asks the network about looks little like the positions of a game: a piece hangs, a pawn was just given up.
//! So most positions come from inside the searches, from nodes whose sum is near their window; there the network is asked.
//! All are quiet: nobody is in check, and a capture gains next to nothing.

use super::random::Random;
use super::starts::{legal_moves, start};
use cozy_chess::util::parse_uci_move;
use cozy_chess::{Board, BoardBuilder, GameStatus, Move};
use squares64::board::fen::{self, Fen};
use squares64::board::moves;
use squares64::board::notation::coordinates;
use squares64::board::piece::WHITE;
use squares64::board::ply::ROOT;
use squares64::board::position::{PLY, SIDE, SUM, in_check};
use squares64::engine::{self, Limits};
use squares64::eval::{evaluate, prepare};
use squares64::machine::Unwatched;
use squares64::machine::clock::{self, NODE_PRICE};
use squares64::search::frame::{ALPHA, BETA, RESULT, STOPPED};
use squares64::search::params::{INFINITE, LAZY_MARGIN, NODES_BETWEEN_CLOCKS};
use squares64::search::quiesce::{DEEP, quiesce};
use squares64::search::supervisor::Supervisor;
use std::cell::RefCell;
use std::collections::HashSet;

/// The longest game.
const PLIES: usize = 180;
/// A game ends after so many moves with a score beyond this.
const DECIDED: i16 = 500;
const DECIDED_MOVES: usize = 6;
/// …or after so many positions that were there before.
const REPETITIONS: usize = 4;
/// Random moves strewn in: each game has one of these parts.
const NOISE: [f32; 3] = [0.0, 0.04, 0.1];
/// Positions of the game itself that are taken beside those of the searches.
const FROM_GAME: f32 = 0.35;
/// What a capture may gain in a quiet position.
const QUIET: i16 = 30;
/// Of positions with a score beyond this, only a part is kept.
const UNEVEN: i16 = 450;
const UNEVEN_KEPT: f32 = 0.3;

thread_local! {
    static SAMPLER: RefCell<Sampler> = const { RefCell::new(Sampler { wait: 0, every: 0, found: Vec::new() }) };
}

/// Takes positions out of a running search. It is asked every `NODES_BETWEEN_CLOCKS` nodes.
struct Sampler {
    /// Times it is asked before the next position is taken, and between two.
    wait: usize,
    every: usize,
    found: Vec<String>,
}

/// The supervisor of a search that is sampled.
struct Sampled;

impl Supervisor for Sampled {
    fn cycles() -> u32 {
        clock::cycles()
    }

    fn wants_move() -> bool {
        SAMPLER.with_borrow_mut(|sampler| {
            if sampler.wait > 0 {
                sampler.wait -= 1;
            } else if is_near_window() {
                sampler.found.push(Fen(1).to_string());
                sampler.wait = sampler.every;
            }
        });
        false
    }
}

/// Would quiescence evaluate this node in full?
fn is_near_window() -> bool {
    let ply = PLY.get();
    let sum = SUM.get(ply);
    let sum = if SIDE.get() == WHITE { sum } else { -sum };
    let margin = LAZY_MARGIN.get();
    ply != ROOT && sum - margin < BETA.get(ply) && sum + margin > ALPHA.get(ply)
}

/// Plays games and hands out their positions.
pub struct Games {
    random: Random,
    /// Nodes a move.
    nodes: u32,
    /// Hashes of the positions handed out so far.
    seen: HashSet<u64>,
}

impl Games {
    pub fn new(seed: u64, nodes: u32) -> Games {
        Games {
            random: Random::new(seed),
            nodes,
            seen: HashSet::new(),
        }
    }

    /// Plays a game and returns new quiet positions from it: FENs without counters and without en passant.
    pub fn play(&mut self) -> Result<Vec<String>, String> {
        let _engine = engine::hold();
        engine::new_game();
        let mut board = start(&mut self.random);
        let noise = NOISE[self.random.below(NOISE.len())];
        let mut positions = Vec::new();
        let mut met = HashSet::new();
        let (mut repetitions, mut decided) = (0, 0);
        for _ in 0..PLIES {
            // The engine is not told of it either: a mate that only such a capture averts is one.
            board = forgetting_en_passant(&board)?;
            repetitions += usize::from(!met.insert(board.hash()));
            let is_over = board.status() != GameStatus::Ongoing;
            if is_over || repetitions == REPETITIONS || decided == DECIDED_MOVES {
                break;
            }
            let mut found = self.search(&board)?;
            let best = best_move(&board)?;
            decided += usize::from(engine::BEST_SCORE.get().abs() > DECIDED);
            if self.random.chance(FROM_GAME) {
                found.push(board.to_string());
            }
            for position in found {
                positions.extend(self.kept(&position)?);
            }
            let moves = legal_moves(&board);
            board.play(if self.random.chance(noise) {
                moves[self.random.below(moves.len())]
            } else {
                best
            });
        }
        Ok(positions)
    }

    /// Searches a position; what was found is the engine's best move. Returns positions on the way.
    fn search(&mut self, board: &Board) -> Result<Vec<String>, String> {
        load(&without_en_passant(&board.to_string()))?;
        let asked = (self.nodes / u32::from(NODES_BETWEEN_CLOCKS)) as usize;
        let wait = self.random.below(asked / 2 + 1);
        let every = asked / 3 + self.random.below(asked / 3 + 1);
        SAMPLER.set(Sampler {
            wait,
            every,
            found: Vec::new(),
        });
        engine::think::<Sampled>(Limits::cycles(self.nodes * NODE_PRICE.get()), || {});
        Ok(SAMPLER.with_borrow_mut(|sampler| std::mem::take(&mut sampler.found)))
    }

    /// The position if it is legal, new, quiet, and not one of those that are decided.
    fn kept(&mut self, position: &str) -> Result<Option<String>, String> {
        let text = without_en_passant(position);
        // Past its plies of evasions quiescence looks at captures in spite of a check, and what is behind one of those is no position.
        let Ok(board) = text.parse::<Board>() else {
            return Ok(None);
        };
        if !self.seen.insert(board.hash()) {
            return Ok(None);
        }
        load(&text)?;
        let Some(score) = quiet_score() else {
            return Ok(None);
        };
        let is_kept = score.abs() < UNEVEN || self.random.chance(UNEVEN_KEPT);
        let fields = text.split(' ').take(3).collect::<Vec<_>>();
        Ok(is_kept.then(|| fields.join(" ")))
    }
}

fn load(text: &str) -> Result<(), String> {
    fen::load(text)
        .map(|_| ())
        .map_err(|error| format!("{error}: `{text}`"))
}

/// The network does not see en passant, and neither do the counters matter.
fn without_en_passant(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').take(3).collect();
    format!("{} - 0 1", fields.join(" "))
}

fn forgetting_en_passant(board: &Board) -> Result<Board, String> {
    let mut builder = BoardBuilder::from_board(board);
    builder.en_passant = None;
    builder
        .build()
        .map_err(|error| format!("{error}: `{board}`"))
}

/// What the engine found for the position on its board.
fn best_move(board: &Board) -> Result<Move, String> {
    let best = engine::best_move();
    let text = String::from_utf8_lossy(coordinates(best).as_bytes()).into_owned();
    parse_uci_move(board, &text)
        .ok()
        .filter(|mv| board.is_legal(*mv))
        .ok_or_else(|| format!("the engine plays `{text}` in `{board}`"))
}

/// The evaluation of the position on the engine's board, if it is quiet.
fn quiet_score() -> Option<i16> {
    if in_check() {
        return None;
    }
    prepare::prepare();
    moves::clear();
    STOPPED.set(0);
    let standing = evaluate::for_mover();
    ALPHA.set(ROOT, -INFINITE);
    BETA.set(ROOT, INFINITE);
    DEEP.set(ROOT, 0);
    quiesce::<Unwatched>();
    (RESULT.get() - standing < QUIET).then_some(standing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_give_different_quiet_positions_and_the_same_ones_for_the_same_seed() {
        let positions = |seed| {
            let mut games = Games::new(seed, 100);
            let mut all = Vec::new();
            for _ in 0..3 {
                all.extend(games.play().expect("legal games"));
            }
            all
        };
        let first = positions(7);
        assert_eq!(first, positions(7));
        assert_ne!(first, positions(8));
        assert!(first.len() > 50, "{}", first.len());
        let different: HashSet<&String> = first.iter().collect();
        assert_eq!(different.len(), first.len());
        for position in &first {
            let board: Board = format!("{position} - 0 1").parse().expect("a position");
            assert!(board.checkers().is_empty(), "{position}");
        }
    }

    #[test]
    fn without_en_passant_a_mate_that_it_averts_is_one() {
        let board: Board = "8/R2p1pk1/3b2p1/6Pp/6K1/2P2P2/P6r/8 w - h6 0 36"
            .parse()
            .expect("a position");
        assert_eq!(board.status(), GameStatus::Ongoing);
        let forgetting = forgetting_en_passant(&board).expect("legal");
        assert_eq!(forgetting.status(), GameStatus::Won);
    }

    #[test]
    fn a_position_in_which_the_king_could_be_taken_is_passed_over() {
        let mut games = Games::new(1, 100);
        let _engine = engine::hold();
        let taken = "4k1nr/r2q1p1p/1pp3p1/3p4/P2b4/2N5/1PP1QPPP/1RB1K2R w Kk - 0 1";
        assert_eq!(games.kept(taken), Ok(None));
        let legal = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert!(matches!(games.kept(legal), Ok(Some(_))));
    }

    #[test]
    fn a_hanging_queen_is_not_quiet() {
        let _engine = engine::hold();
        load("4k3/8/8/3q4/4P3/8/PPP5/4K3 w - - 0 1").expect("sound");
        assert_eq!(quiet_score(), None);
        load("4k3/8/3q4/8/4P3/8/PPP5/4K3 w - - 0 1").expect("sound");
        assert!(quiet_score().is_some());
    }
}
