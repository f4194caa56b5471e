//! A structure to bytes and back.
#![no_std]

use entry::{input, mix, mix_all, mix_long};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, PartialEq, Clone, Copy)]
enum Piece {
    Pawn,
    Queen { moves: u16 },
}

#[derive(Serialize, Deserialize)]
struct Game {
    score: i32,
    pieces: [Piece; 3],
    mate: Option<u8>,
}

fn run() -> u32 {
    let mut sum = 0;
    for byte in input::<4>() {
        let queen = Piece::Queen {
            moves: u16::from(byte) * 300,
        };
        let game = Game {
            score: i32::from(byte) * -70_000,
            pieces: [Piece::Pawn, queen, queen],
            mate: Some(byte),
        };
        let mut buffer = [0; 40];
        let Ok(bytes) = postcard::to_slice(&game, &mut buffer) else {
            return 1;
        };
        sum = mix_all(sum, bytes);
        let Ok(back) = postcard::from_bytes::<Game>(bytes) else {
            return 2;
        };
        sum = mix(
            mix_long(sum, back.score as u32),
            u8::from(back.pieces == game.pieces) + back.mate.unwrap_or(0),
        );
    }
    sum
}

entry::entry!();
