//! `lab eval`: the terms of the evaluation in a position, as the tuner counts them, beside the engine's own sum.

use crate::tune::terms::{Files, Stage, TABLES, WEIGHTS, worth};
use clap::Args;
use cozy_chess::{Board, Color};
use squares64::board::fen;
use squares64::engine;
use squares64::eval::{evaluate, network, prepare};
use std::fs::read_to_string;

#[derive(Args)]
pub struct Eval {
    /// The position; the initial one without it.
    fen: Vec<String>,
}

pub fn run(eval: &Eval) -> Result<bool, String> {
    let text = match eval.fen.join(" ") {
        given if given.trim().is_empty() => Board::default().to_string(),
        given => given,
    };
    let _engine = engine::hold();
    fen::load(&text).map_err(|error| format!("{error}: \"{text}\""))?;
    let board: Board = text
        .parse()
        .map_err(|error| format!("{error}: \"{text}\""))?;
    let read = |file| read_to_string(file).map_err(|error| format!("{file}: {error}"));
    let numbers = Files {
        weights: read(WEIGHTS)?,
        tables: read(TABLES)?,
    }
    .numbers()?;
    print(&board, &numbers);
    Ok(true)
}

fn print(board: &Board, numbers: &[f64]) {
    let exact = evaluate::of_root();
    let phase = prepare::PHASE.get();
    let stage = Stage {
        middle: f32::from(phase) / f32::from(prepare::ALL_OF_IT),
        is_endgame: evaluate::is_endgame(),
    };
    println!("{phase} sixteenths of the middlegame are left");
    row("term", ["White", "Black", "sum"]);
    let mut total = 0.0;
    let white = worth(board, stage, Color::White, numbers);
    let black = worth(board, stage, Color::Black, numbers);
    for ((name, white), (_, black)) in white.into_iter().zip(black) {
        total += white - black;
        if white != 0.0 || black != 0.0 {
            row(
                name,
                [white, black, white - black].map(|sum| format!("{sum:.0}")),
            );
        }
    }
    row("all terms", ["", "", &format!("{total:.0}")]);
    // It rounds each interpolated number, bounds squares and knows endings.
    row("the engine's sum", ["", "", &exact.to_string()]);
    println!(
        "the network adds {} for the side to move",
        network::output()
    );
}

fn row(name: &str, [white, black, sum]: [impl AsRef<str>; 3]) {
    let (white, black, sum) = (white.as_ref(), black.as_ref(), sum.as_ref());
    println!("{name:<24}{white:>8}{black:>8}{sum:>8}");
}
