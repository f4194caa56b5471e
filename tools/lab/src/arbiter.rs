//! The rules of a game in play: which moves are legal and when it is over by itself.

use cozy_chess::util::{display_uci_move, parse_uci_move};
use cozy_chess::{BitBoard, Board, Color, GameStatus, Piece};

/// Why a game ended without anyone's judgement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Natural {
    Checkmate,
    Stalemate,
    Repetition,
    FiftyMoves,
    Material,
}

pub struct Arbiter {
    pub board: Board,
    /// Hashes of the positions since the last capture or pawn move, this one last.
    since: Vec<u64>,
}

impl Arbiter {
    pub fn new(board: Board) -> Arbiter {
        let since = vec![board.hash()];
        Arbiter { board, since }
    }

    /// Makes a move in UCI notation; an illegal one leaves everything as it was.
    pub fn play(&mut self, text: &str) -> Result<(), String> {
        let illegal = || format!("`{text}` is not legal in {}", self.board);
        let mv = parse_uci_move(&self.board, text).map_err(|_| illegal())?;
        // The same move written any other way (a castling move as king takes rook) is refused.
        if display_uci_move(&self.board, mv).to_string() != text {
            return Err(illegal());
        }
        let mut after = self.board.clone();
        after.try_play(mv).map_err(|_| illegal())?;
        self.board = after;
        if self.board.halfmove_clock() == 0 {
            self.since.clear();
        }
        self.since.push(self.board.hash());
        Ok(())
    }

    pub fn side(&self) -> Color {
        self.board.side_to_move()
    }

    pub fn ending(&self) -> Option<Natural> {
        let can_move = self.board.generate_moves(|_| true);
        if !can_move {
            return Some(if self.board.checkers().is_empty() {
                Natural::Stalemate
            } else {
                Natural::Checkmate
            });
        }
        let now = self.since.last();
        if self.since.iter().filter(|hash| Some(*hash) == now).count() >= 3 {
            return Some(Natural::Repetition);
        }
        if self.board.status() != GameStatus::Ongoing {
            return Some(Natural::FiftyMoves);
        }
        cannot_mate(&self.board).then_some(Natural::Material)
    }
}

/// Kings alone, one minor piece, or bishops that all stand on squares of one colour.
fn cannot_mate(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let knights = board.pieces(Piece::Knight);
    let bishops = board.pieces(Piece::Bishop);
    if knights.is_empty() {
        let dark = bishops & BitBoard::DARK_SQUARES;
        return dark.is_empty() || dark == bishops;
    }
    knights.len() == 1 && bishops.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(fen: &str, moves: &str) -> Arbiter {
        let mut arbiter = Arbiter::new(fen.parse().expect("a sound FEN"));
        for mv in moves.split_whitespace() {
            arbiter.play(mv).expect("a legal move");
        }
        arbiter
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn mate_and_stalemate_end_a_game() {
        let mate = after(START, "f2f3 e7e5 g2g4 d8h4");
        assert_eq!(mate.ending(), Some(Natural::Checkmate));
        let stalemate = after("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7");
        assert_eq!(stalemate.ending(), Some(Natural::Stalemate));
    }

    #[test]
    fn the_third_time_is_a_draw_and_the_second_is_not() {
        let once = "g1f3 g8f6 f3g1 f6g8 ";
        assert_eq!(after(START, once).ending(), None);
        let twice = once.repeat(2);
        assert_eq!(after(START, &twice).ending(), Some(Natural::Repetition));
    }

    #[test]
    fn fifty_moves_and_bare_material_are_draws() {
        let slow = after("7k/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2");
        assert_eq!(slow.ending(), Some(Natural::FiftyMoves));
        let bare = after("7k/8/8/8/8/8/8/N3K3 w - - 0 1", "");
        assert_eq!(bare.ending(), Some(Natural::Material));
        let rook = after("7k/8/8/8/8/8/8/R3K3 w - - 0 1", "");
        assert_eq!(rook.ending(), None);
    }

    #[test]
    fn mate_on_the_hundredth_ply_is_still_mate() {
        let mate = after("7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8");
        assert_eq!(mate.ending(), Some(Natural::Checkmate));
    }

    #[test]
    fn castling_is_taken_as_a_king_move_of_two_squares() {
        let mut arbiter = after("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "");
        assert!(arbiter.play("e1h1").is_err());
        assert!(arbiter.play("e1g1").is_ok());
    }

    #[test]
    fn an_illegal_move_is_refused_with_the_position() {
        let mut arbiter = after(START, "");
        let error = arbiter.play("e2e5").expect_err("illegal");
        assert!(error.contains("`e2e5`") && error.contains("rnbqkbnr"));
        assert_eq!(arbiter.board, Board::default());
    }
}
