//! Prints the terms of the evaluation for a position: `make eval FEN="..."`.

use std::process::ExitCode;

use squares64::board::fen;
use squares64::board::piece::{BLACK, Piece, Side, WHITE, colour, kind};
use squares64::board::position::BOARD;
use squares64::board::square::from_index;
use squares64::board::values::{self, SQUARES};
use squares64::eval::prepare::{self, PHASE};
use squares64::eval::{evaluate, king, pawns};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn main() -> ExitCode {
    let text = std::env::args().skip(1).collect::<Vec<_>>().join(" ");
    let text = if text.trim().is_empty() { START } else { &text };
    let _engine = squares64::engine::hold();
    if let Err(error) = fen::load(text) {
        eprintln!("eval: {error}: \"{text}\"");
        return ExitCode::FAILURE;
    }
    print_terms();
    ExitCode::SUCCESS
}

fn print_terms() {
    prepare::prepare();
    println!("{} sixteenths of the middlegame are left", PHASE.get());
    println!("{:<16}{:>8}{:>8}{:>8}", "term", "White", "Black", "sum");
    row("material", &|side| {
        sum_pieces(side, |piece, _| values::value(piece).abs())
    });
    row("squares", &|side| {
        let sign = if side == WHITE { 1 } else { -1 };
        sum_pieces(side, |piece, sq| {
            sign * i16::from(SQUARES.signed_of(piece, sq))
        })
    });
    row("pawn structure", &pawns::structure);
    if !evaluate::is_endgame() {
        pawns::compute();
        row("king safety", &king::safety);
    }
    let total = evaluate::evaluate();
    println!("{:<16}{:>24}", "evaluation", total);
}

fn row(name: &str, term: &dyn Fn(Side) -> i16) {
    let (white, black) = (term(WHITE), term(BLACK));
    println!("{name:<16}{white:>8}{black:>8}{:>8}", white - black);
}

fn sum_pieces(side: Side, worth: impl Fn(Piece, u8) -> i16) -> i16 {
    (0..64)
        .map(from_index)
        .map(|sq| (BOARD.get(sq), sq))
        .filter(|&(piece, _)| kind(piece) != 0 && colour(piece) == side)
        .map(|(piece, sq)| worth(piece, sq))
        .sum()
}
