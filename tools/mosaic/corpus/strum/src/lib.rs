//! Enumerations by name and number.
#![no_std]

use entry::{mix, mix_all};
use strum::{EnumCount, EnumIter, EnumString, IntoEnumIterator, IntoStaticStr};

#[derive(Clone, Copy, EnumCount, EnumIter, EnumString, IntoStaticStr)]
enum Piece {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

fn run() -> u32 {
    let mut sum = Piece::COUNT as u32;
    for piece in Piece::iter() {
        let name: &'static str = piece.into();
        sum = mix_all(sum, name.as_bytes());
    }
    let read = core::hint::black_box("Queen").parse::<Piece>();
    mix(sum, read.map_or(99, |piece| piece as u8))
}

entry::entry!();
