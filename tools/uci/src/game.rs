//! A game as the other side tells it: a start and legal moves, in the bytes that the program uses.
//!
//! The rules are those of the host build of the engine, whose one state is held for the moment it takes to read a game.
//! Invariant: a [`Game`] can be played; what cannot is refused with the reason.

use crate::command::Start as Words;
use squares64::board::fen;
use squares64::board::legal::has_legal_move;
use squares64::board::make;
use squares64::board::moves;
pub use squares64::board::moves::Move;
use squares64::board::notation::parse_coordinates;
use squares64::board::piece::{EMPTY, LETTERS, PAWN, Piece, Side, WHITE, kind};
use squares64::board::ply::ROOT;
use squares64::board::position::{BOARD, CLOCK, EN_PASSANT, RIGHTS, SIDE, in_check};
use squares64::board::square::{Square, file, is_last_row, row};
use squares64::search::iterate::list_root_moves;

const STANDARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The first position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    pub fen: String,
    pub board: [u8; 128],
    pub side: Side,
    pub rights: u8,
    pub en_passant: u8,
    pub clock: u8,
}

/// What the position on the board means for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    GoesOn,
    Checkmate,
    Stalemate,
}

#[derive(Clone, Debug)]
pub struct Game {
    pub start: Start,
    pub moves: Vec<Move>,
    pub state: State,
    board: [u8; 128],
}

impl Game {
    /// Reads a game; the reason names the field of the FEN or the move that is wrong.
    pub fn read(start: &Words, moves: &[impl AsRef<str>]) -> Result<Game, String> {
        let _host = squares64::engine::hold();
        let start = match start {
            Words::Standard => read_start(STANDARD),
            Words::Fen(text) => read_start(&complete(text)),
        }?;
        let mut game = Game {
            board: start.board,
            start,
            moves: Vec::with_capacity(moves.len()),
            state: State::GoesOn,
        };
        for text in moves {
            let text = text.as_ref();
            let mv = parse_coordinates(text.as_bytes()).ok_or_else(|| {
                let number = game.moves.len() + 1;
                format!("move {number}, `{text}`, is not legal")
            })?;
            make::play(mv);
            game.moves.push(mv);
        }
        game.board = board_now();
        game.state = match (has_legal_move(), in_check()) {
            (true, _) => State::GoesOn,
            (false, true) => State::Checkmate,
            (false, false) => State::Stalemate,
        };
        Ok(game)
    }

    /// White 0, Black 1.
    pub fn side(&self) -> usize {
        let white_began = self.start.side == WHITE;
        let even = self.moves.len().is_multiple_of(2);
        usize::from(white_began != even)
    }

    /// Puts the game on the host's board, with the history of its positions. The caller holds the host.
    pub fn load(&self) {
        fen::load(&self.start.fen).expect("a start was read from a sound FEN");
        for &mv in &self.moves {
            make::play(mv);
        }
    }

    /// The moves that lead on from an earlier state of the same game, `None` when it is another game.
    pub fn since(&self, earlier: &Game) -> Option<&[Move]> {
        if self.start != earlier.start {
            return None;
        }
        self.moves.strip_prefix(earlier.moves.as_slice())
    }

    /// The legal moves of the present position, in the engine's order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let _host = squares64::engine::hold();
        self.load();
        let count = list_root_moves();
        let list = (0..count).map(moves::at).collect();
        moves::clear();
        list
    }

    /// A line from the present position in coordinates, as `e7e8q`.
    pub fn spell(&self, line: &[Move]) -> Vec<String> {
        let mut board = self.board;
        line.iter()
            .map(|&mv| spell_and_make(&mut board, mv))
            .collect()
    }
}

/// The six fields of a FEN from a line that may leave out the counts or be EPD, whose operations `hmvc` and `fmvn` are
/// those counts. Anything else is left for the FEN's reader to judge.
fn complete(text: &str) -> String {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let Some((position, rest)) = fields.split_at_checked(4) else {
        return text.to_string();
    };
    let position = position.join(" ");
    let is_count = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
    let is_epd = rest.last().is_some_and(|last| last.ends_with(';'));
    match rest {
        [] => format!("{position} 0 1"),
        [clock] if is_count(clock) => format!("{position} {clock} 1"),
        [clock, number, ..] if is_epd && is_count(clock) && is_count(number) => {
            format!("{position} {clock} {number}")
        }
        operations if is_epd => {
            let clock = operand(operations, "hmvc").unwrap_or("0");
            let number = operand(operations, "fmvn").unwrap_or("1");
            format!("{position} {clock} {number}")
        }
        _ => text.to_string(),
    }
}

/// What follows an operation code of EPD.
fn operand<'a>(operations: &[&'a str], code: &str) -> Option<&'a str> {
    let place = operations.iter().position(|&word| word == code)?;
    Some(operations.get(place + 1)?.trim_end_matches(';'))
}

fn read_start(text: &str) -> Result<Start, String> {
    fen::load(text).map_err(|error| error.to_string())?;
    Ok(Start {
        fen: text.to_string(),
        board: board_now(),
        side: SIDE.get(),
        rights: RIGHTS.get(ROOT),
        en_passant: EN_PASSANT.get(ROOT).bits(),
        clock: CLOCK.get(ROOT),
    })
}

fn board_now() -> [u8; 128] {
    std::array::from_fn(|sq| BOARD.get(sq as u8).bits())
}

/// Names a move and moves its piece. Rooks that castle and pawns taken in passing stay where they were: neither can make
/// a later move of the line look like a promotion.
fn spell_and_make(board: &mut [u8; 128], mv: Move) -> String {
    let from = usize::from(mv.from.bits() & 0x7f);
    let dest = usize::from(mv.destination().bits());
    let mover = Piece::from_bits(board[from]);
    let mut text = format!("{}{}", name(mv.from), name(mv.destination()));
    let promotes = kind(mover) == PAWN && is_last_row(mv.destination());
    let mut placed = mover;
    if promotes {
        let promoted = mv.promotion_kind();
        text.push(char::from(LETTERS[usize::from(promoted)]).to_ascii_lowercase());
        placed = mover.promoted_to(promoted);
    }
    board[from] = EMPTY.bits();
    board[dest] = placed.bits();
    text
}

fn name(sq: Square) -> String {
    let letters = [b'a' + file(sq), b'8' - row(sq)];
    letters.map(char::from).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(moves: &str) -> Result<Game, String> {
        let moves: Vec<&str> = moves.split_whitespace().collect();
        Game::read(&Words::Standard, &moves)
    }

    #[test]
    fn the_side_to_move_follows_the_moves() {
        assert_eq!(standard("").expect("legal").side(), 0);
        assert_eq!(standard("e2e4").expect("legal").side(), 1);
        let start = Words::Fen("4k3/8/8/8/8/8/8/4K2R b - - 3 9".into());
        assert_eq!(Game::read(&start, &["e8e7"]).expect("legal").side(), 0);
    }

    #[test]
    fn an_illegal_move_is_named_with_its_number() {
        let error = |moves| standard(moves).err();
        let reason = |text: &str| Some(text.to_string());
        assert_eq!(error("e2e4 e7e4"), reason("move 2, `e7e4`, is not legal"));
        assert_eq!(error("e2"), reason("move 1, `e2`, is not legal"));
        assert_eq!(error("e2e4q"), reason("move 1, `e2e4q`, is not legal"));
        assert_eq!(error("0000"), reason("move 1, `0000`, is not legal"));
    }

    #[test]
    fn a_broken_fen_has_its_reason() {
        for (fen, part) in [
            ("", "6 fields"),
            ("8/8/8/8 w - - 0 1", "8 ranks"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "0 kings"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "side to move"),
            ("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", "castling"),
            ("4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "not to move is in check"),
        ] {
            let error = Game::read(&Words::Fen(fen.into()), &[""; 0]).expect_err(fen);
            assert!(error.contains(part), "{fen}: {error}");
        }
    }

    #[test]
    fn a_fen_without_clock_and_number_is_completed() {
        let start = Words::Fen("4k3/8/8/8/8/8/8/4K2R w K -".into());
        assert!(Game::read(&start, &["e1g1"]).is_ok());
    }

    #[test]
    fn an_epd_line_is_a_position() {
        for (line, expected) in [
            ("bm Kd2; id \"a line\";", "0 1"),
            ("hmvc 7; fmvn 30; bm Kd2;", "7 30"),
            ("12 34 bm Kd2;", "12 34"),
            ("5", "5 1"),
        ] {
            let position = "4k3/8/8/8/8/8/8/4K2R w K -";
            let start = Words::Fen(format!("{position} {line}"));
            let game = Game::read(&start, &[""; 0]).expect(line);
            assert_eq!(game.start.fen, format!("{position} {expected}"));
        }
        let unfinished = Words::Fen("4k3/8/8/8/8/8/8/4K2R w K - bm Kd2".into());
        assert!(Game::read(&unfinished, &[""; 0]).is_err());
    }

    #[test]
    fn a_longer_game_goes_on_from_a_shorter_one_of_the_same_start() {
        let (short, long) = (
            standard("e2e4").expect("legal"),
            standard("e2e4 e7e5 g1f3").expect("legal"),
        );
        assert_eq!(long.since(&short).map(<[Move]>::len), Some(2));
        assert_eq!(short.since(&long), None);
        assert_eq!(standard("d2d4").expect("legal").since(&short), None);
    }

    #[test]
    fn mate_and_stalemate_are_known() {
        let fools_mate = standard("f2f3 e7e5 g2g4 d8h4").expect("legal");
        assert_eq!(fools_mate.state, State::Checkmate);
        let start = Words::Fen("7k/5Q2/8/8/8/8/8/K7 b - - 0 1".into());
        let stuck = Game::read(&start, &[""; 0]).expect("sound");
        assert_eq!(stuck.state, State::Stalemate);
    }

    #[test]
    fn a_line_is_spelled_with_its_promotions() {
        let start = Words::Fen("4k3/P7/8/8/8/8/8/4K3 w - - 0 1".into());
        let game = Game::read(&start, &[""; 0]).expect("sound");
        let line = [[0x10, 0x08], [0x04, 0x14], [0x00, 0x01]].map(Move::from_bytes);
        assert_eq!(game.spell(&line), ["a7a8n", "e8e7", "a8b8"]);
    }
}
