//! Where games for training begin: random openings, material odds, random endings.

use super::random::Random;
use cozy_chess::{Board, BoardBuilder, Color, Move, Piece, Rank, Square, get_king_moves};

/// Games that begin with an ending, and of the others those that begin with pieces missing.
const ENDINGS: f32 = 0.12;
const ODDS: f32 = 0.08;
/// Random moves before a game that is no ending.
const FEWEST_MOVES: usize = 3;
const MORE_MOVES: usize = 8;

/// Pieces of a side in an ending, beside king and pawns.
const PIECES: [&[Piece]; 15] = {
    use Piece::{Bishop as B, Knight as N, Queen as Q, Rook as R};
    [
        &[],
        &[R],
        &[R, R],
        &[N],
        &[B],
        &[B, N],
        &[R, B],
        &[R, N],
        &[Q],
        &[B, B],
        &[N, N],
        &[R, B, N],
        &[Q, R],
        &[Q, N],
        &[R, R, B],
    ]
};
/// Endings in which both sides have the same pieces.
const EQUAL_PIECES: f32 = 0.6;

/// A position to play from. It may be one in which the game is over.
pub fn start(random: &mut Random) -> Board {
    if random.chance(ENDINGS) {
        return until_legal(|| ending(random));
    }
    let mut board = if random.chance(ODDS) {
        until_legal(|| odds(random))
    } else {
        Board::default()
    };
    for _ in 0..FEWEST_MOVES + random.below(MORE_MOVES) {
        match legal_moves(&board) {
            moves if moves.is_empty() => break,
            moves => board.play(moves[random.below(moves.len())]),
        }
    }
    board
}

pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

fn until_legal(mut next: impl FnMut() -> BoardBuilder) -> Board {
    loop {
        if let Ok(board) = next().build()
            && !are_kings_adjacent(&board)
        {
            return board;
        }
    }
}

/// The builder does not mind.
fn are_kings_adjacent(board: &Board) -> bool {
    get_king_moves(board.king(Color::White)).has(board.king(Color::Black))
}

/// The initial position without up to four pieces or pawns.
fn odds(random: &mut Random) -> BoardBuilder {
    let mut builder = BoardBuilder::from_board(&Board::default());
    for _ in 0..=random.below(4) {
        let square = Square::index(random.below(64));
        if matches!(builder.square(square), Some((piece, _)) if piece != Piece::King) {
            *builder.square_mut(square) = None;
        }
    }
    for (side, rank) in [(Color::White, Rank::First), (Color::Black, Rank::Eighth)] {
        let rights = builder.castle_rights_mut(side);
        let (short, long) = (rights.short, rights.long);
        let has_rook = |file| builder.square(Square::new(file, rank)).is_some();
        let (short, long) = (
            short.filter(|file| has_rook(*file)),
            long.filter(|file| has_rook(*file)),
        );
        let rights = builder.castle_rights_mut(side);
        (rights.short, rights.long) = (short, long);
    }
    builder
}

/// Kings, the same pieces more often than not, and nearly as many pawns, wherever they fall.
fn ending(random: &mut Random) -> BoardBuilder {
    let mut builder = BoardBuilder::empty();
    let white = PIECES[random.below(PIECES.len())];
    let black = if random.chance(EQUAL_PIECES) {
        white
    } else {
        PIECES[random.below(PIECES.len())]
    };
    let pawns = 1 + random.below(6);
    let other_pawns = (pawns + random.below(3)).saturating_sub(1);
    for (side, pieces, pawns) in [
        (Color::White, white, pawns),
        (Color::Black, black, other_pawns),
    ] {
        let all = pieces.iter().copied().chain([Piece::King]);
        for piece in all.chain(std::iter::repeat_n(Piece::Pawn, pawns)) {
            *builder.square_mut(free_square(&builder, piece, random)) = Some((piece, side));
        }
    }
    builder.side_to_move = if random.chance(0.5) {
        Color::White
    } else {
        Color::Black
    };
    builder
}

fn free_square(builder: &BoardBuilder, piece: Piece, random: &mut Random) -> Square {
    loop {
        let square = Square::index(random.below(64));
        let is_last = matches!(square.rank(), Rank::First | Rank::Eighth);
        if builder.square(square).is_none() && !(piece == Piece::Pawn && is_last) {
            return square;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use squares64::board::fen;
    use squares64::engine;
    use std::collections::HashSet;

    #[test]
    fn starts_are_legal_repeatable_and_differ() {
        let all = |seed| {
            let mut random = Random::new(seed);
            (0..1000)
                .map(|_| start(&mut random).to_string())
                .collect::<Vec<_>>()
        };
        let starts = all(1);
        assert_eq!(starts, all(1));
        assert!(starts.iter().collect::<HashSet<_>>().len() > 950);
        let _engine = engine::hold();
        for start in &starts {
            // An en passant square is not always one that the engine wants to know of.
            let fields: Vec<&str> = start.split(' ').take(3).collect();
            let text = format!("{} - 0 1", fields.join(" "));
            assert!(fen::load(&text).is_ok(), "{start}");
        }
        // Some are endings, some have pieces missing.
        let men = |fen: &String| {
            let placement = fen.split(' ').next().unwrap_or_default();
            placement.chars().filter(char::is_ascii_alphabetic).count()
        };
        assert!(starts.iter().any(|fen| men(fen) < 20));
        assert!(starts.iter().any(|fen| men(fen) == 32));
    }
}
