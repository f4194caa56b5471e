//! The problem solver: a forced mate in n moves, all moves of both sides looked at, nothing estimated.
//!
//! Attacker and defender take turns as two functions; like the search they keep what they need by ply. Moves that give
//! check are tried before the others, and mates in fewer moves are looked for first, so the solution is the shortest.
//! What they keep lies in arrays of the search, which does not run at the same time.

use super::frame::{HASH_FROM as FIRST, HASH_TO as NEXT};
use super::frame::{STOPPED, current, set_current};
use super::iterate::{BEST_FROM, BEST_SCORE, set_best_move};
use super::params::MATE;
use super::supervisor::Supervisor;
use super::{line, time};
use crate::board::generate;
use crate::board::legal::is_safe;
use crate::board::make::{make, unmake};
use crate::board::moves::{self, Move, NO_MOVE, TOP};
use crate::board::ply::{MAX_PLY, Ply, ROOT};
use crate::board::position::{PLY, in_check};
use crate::cells::Byte;

/// Longest mate that may be asked for; the ply arrays hold twice as many plies.
pub const LONGEST: u8 = 8;
const _: () = assert!(2 * LONGEST <= MAX_PLY);

/// Attacker's moves left, this one included.
use super::frame::DEPTH as LEFT;
/// Was the page of moves put aside for this node?
use super::frame::FLAGS as SPILLED;
/// Attacker: are the checks done? Defender: was any move legal?
use super::frame::NEEDED as MARK;
/// Answer of the node that just ended: is it a forced mate?
static FORCED: Byte = Byte::new(0);

/// Looks for a mate in at most `most` moves by the side to move. Returns the number of moves; the solution is in
/// `iterate::best_move` and `line::LINE`. Ends without an answer when the search is stopped.
pub fn solve<S: Supervisor>(most: u8) -> Option<u8> {
    time::start::<S>(0);
    time::allow_stop();
    moves::clear();
    BEST_FROM.set(NO_MOVE);
    let mut count = 1;
    while count <= most.min(LONGEST) {
        LEFT.set(ROOT, count);
        line::clear(ROOT);
        attack::<S>();
        moves::clear();
        if STOPPED.get() != 0 {
            return None;
        }
        if FORCED.get() != 0 {
            line::publish();
            set_best_move(Move::new(line::LINE.get(0), line::LINE.get(1)));
            BEST_SCORE.set(MATE + 1 - 2 * i16::from(count));
            return Some(count);
        }
        count += 1;
    }
    None
}

fn begin(ply: Ply) {
    SPILLED.set(ply, u8::from(moves::reserve()));
    FIRST.set(ply, TOP.get());
    NEXT.set(ply, TOP.get());
    MARK.set(ply, 0);
    generate::all();
}

fn end(ply: Ply) {
    TOP.set(FIRST.get(ply));
    if SPILLED.get(ply) != 0 {
        moves::release();
    }
}

/// The attacker to move: is there a move that forces mate?
fn attack<S: Supervisor>() {
    begin(PLY.get());
    FORCED.set(0);
    loop {
        let ply = PLY.get();
        let index = NEXT.get(ply);
        if index == TOP.get() {
            // The second round tries what gives no check; with one move left only checks can mate.
            if MARK.get(ply) != 0 || LEFT.get(ply) == 1 {
                break;
            }
            MARK.set(ply, 1);
            NEXT.set(ply, FIRST.get(ply));
            continue;
        }
        NEXT.set(ply, index.wrapping_add(1));
        let mv = moves::at(index);
        if !is_safe(mv) {
            continue;
        }
        // Each move tried counts: a look at the keyboard must not wait for whole lists of moves.
        time::count_node::<S>();
        make(mv);
        FORCED.set(0);
        if in_check() == (MARK.get(ply) == 0) {
            set_current(ply, mv);
            LEFT.set(ply.next(), LEFT.get(ply));
            line::clear(ply.next());
            defend::<S>();
        }
        unmake();
        if FORCED.get() != 0 || STOPPED.get() != 0 {
            let ply = PLY.get();
            line::extend(ply, current(ply));
            break;
        }
    }
    end(PLY.get());
}

/// The defender to move: does every move run into a mate, or is it mate already?
fn defend<S: Supervisor>() {
    time::count_node::<S>();
    begin(PLY.get());
    loop {
        let ply = PLY.get();
        let index = NEXT.get(ply);
        if index == TOP.get() {
            // No way out was found. Without any legal move it must be check, or it is stalemate.
            FORCED.set(u8::from(MARK.get(ply) != 0 || in_check()));
            break;
        }
        NEXT.set(ply, index.wrapping_add(1));
        let mv = moves::at(index);
        if !is_safe(mv) {
            continue;
        }
        MARK.set(ply, 1);
        if LEFT.get(ply) == 1 {
            FORCED.set(0);
            break;
        }
        set_current(ply, mv);
        make(mv);
        LEFT.set(ply.next(), LEFT.get(ply) - 1);
        line::clear(ply.next());
        attack::<S>();
        unmake();
        let ply = PLY.get();
        if FORCED.get() == 0 || STOPPED.get() != 0 {
            break;
        }
        // The longest defence is the one to show.
        if line::length(ply.next()) >= line::length(ply) {
            line::extend(ply, current(ply));
        }
    }
    end(PLY.get());
}
