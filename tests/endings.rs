//! Basic mates against the bare king, played out within the fifty-move limit.

mod engine;

use squares64::board::legal::has_legal_move;
use squares64::board::make::play;
use squares64::board::piece::{BISHOP, BLACK, KING, KNIGHT, Kind, QUEEN, ROOK, WHITE, piece};
use squares64::board::position::{self, in_check};
use squares64::board::square::{Square, file, from_index, row};
use squares64::board::{attack, draw};
use squares64::engine::{Limits, best_move, new_game, think};
use squares64::machine::Unwatched;

/// A small deterministic generator: the positions are the same on every run.
struct Dice(u64);

impl Dice {
    fn square(&mut self) -> Square {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        from_index((self.0 >> 11) as u8 & 63)
    }
}

/// Both kings and White's pieces on random squares, White to move, Black not in check.
fn set_up(dice: &mut Dice, kinds: &[Kind]) {
    loop {
        let squares: Vec<Square> = (0..kinds.len() + 2).map(|_| dice.square()).collect();
        let distinct = (0..squares.len()).all(|index| !squares[..index].contains(&squares[index]));
        let shade = |sq| (file(sq) ^ row(sq)) & 1;
        let same_bishops = kinds == [BISHOP, BISHOP] && shade(squares[2]) == shade(squares[3]);
        if !distinct || same_bishops {
            continue;
        }
        new_game();
        position::clear();
        position::put(squares[0], piece(WHITE, KING));
        position::put(squares[1], piece(BLACK, KING));
        for (&sq, &kind) in squares[2..].iter().zip(kinds) {
            position::put(sq, piece(WHITE, kind));
        }
        position::rebuild();
        if !attack::is_attacked(squares[1], WHITE) {
            return;
        }
    }
}

/// The engine plays both sides; does White mate before a draw?
fn is_won(limits: Limits) -> bool {
    loop {
        if !has_legal_move() {
            return in_check();
        }
        if draw::is_fifty_moves() || draw::is_threefold() || draw::is_dead() {
            return false;
        }
        think::<Unwatched>(limits, || {});
        play(best_move());
    }
}

fn mates(kinds: &[Kind], games: usize, limits: Limits) -> usize {
    let mut dice = Dice(0x00c6_4c64_c64c);
    (0..games)
        .filter(|_| {
            set_up(&mut dice, kinds);
            is_won(limits)
        })
        .count()
}

/// About the time of level 5, at the host's price of a node.
const HARD: Limits = Limits::cycles(25_000_000);

#[test]
fn queen_and_rook_mate_from_every_position() {
    let _engine = engine::lock();
    assert_eq!(mates(&[QUEEN], 20, HARD), 20);
    assert_eq!(mates(&[ROOK], 20, HARD), 20);
}

#[test]
fn two_bishops_mate() {
    let _engine = engine::lock();
    let won = mates(&[BISHOP, BISHOP], 20, HARD);
    println!("two bishops: {won} of 20");
    assert!(won >= 19, "{won} of 20");
}

#[test]
fn bishop_and_knight_mate() {
    let _engine = engine::lock();
    let won = mates(&[BISHOP, KNIGHT], 60, HARD);
    println!("bishop and knight: {won} of 60");
    assert!(won >= 57, "{won} of 60");
}
