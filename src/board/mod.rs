//! The rules of chess on a 0x88 board: state, attacks, moves, hash and draws.

pub mod attack;
pub mod board88;
pub mod by_square;
pub mod columns;
pub mod draw;
pub mod evade;
pub mod facts;
#[cfg(not(target_vendor = "c64"))]
pub mod fen;
pub mod generate;
pub mod hash;
pub mod history_table;
pub mod legal;
pub mod make;
pub mod moves;
pub mod notation;
pub mod pages;
pub mod pawns;
pub mod perft;
pub mod piece;
pub mod ply;
pub mod position;
pub mod square;
pub mod validity;
pub mod values;
