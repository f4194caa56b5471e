//! The names that on-target suites call and read: every routine takes its inputs from memory and leaves its results there.
//!
//! A suite may write the board and the bytes around it by hand; each routine first rebuilds from them what the engine
//! keeps beside the board. Most names are the engine's own state under another name (`Board88` is `position::BOARD`,
//! `castlerights` the first byte of `position::RIGHTS`, …) and stand there; the rest is here.
//!
//! All of this lies beside the program, in `build/64squares-test.prg` alone (docs/layout.md): the program is compiled as if it did not
//! exist, and these routines call the very functions that people run. What the compiler put into its callers everywhere is the
//! exception, because nobody can call that: the evaluation is therefore asked by `by_hand`, and `TTProbe` and `PassTurn` are copies.
//!
//! | name | input | result |
//! |---|---|---|
//! | `GenerateAllMoves`, `GenerateCaptures` | board, `SearchSide` | legal moves in `MoveListFrom`, `MoveListTo`, `MoveCount` |
//! | `OrderMovesMVVLVA` | the list | captures first, by victim and attacker; the rest as it was |
//! | `EvaluatePosition` | board | `EvalScore` |
//! | `ComputeZobristHash` | board, `SearchSide` | `ZobristHash` |
//! | `FindBestMove` | after `InitSearch`: board, `difficulty` | `BestMoveFrom`, `BestMoveTo`, `BestScore` |
//! | `LookupOpeningMove` | board, `SearchSide`, `BookEnabled` | `BestMoveFrom`, `BestMoveTo` |
//! | `LookupOpeningName` | board, `SearchSide` | `OpeningName` |
//! | `SeedNoise` | `NoiseSeed`, two bytes | the chance that `LookupOpeningMove` and others use |
//! | `Perft` | board, `SearchSide`, `SearchDepth` | `NodeCount` |
//! | `TTStore`, `TTProbe` | `ZobristHash`, `TTScore`, … | `TTHit`, `TTScore`, … |
//! | `StoreKiller` | `BestMoveFrom`, `BestMoveTo` | `KillerMoves`, first ply |
//! | `SearchWithin` | after `InitSearch`: `DepthLimit`, `CycleLimit` | as `FindBestMove`, and `CompletedDepth` |
//! | `ChooseMove` | after `InitSearch`: `Level` | as `FindBestMove` |
//! | `FindHint` | after `InitSearch` | as `FindBestMove` |
//! | `PlayMove` | `BestMoveFrom`, `BestMoveTo` | the game is one move on |
//! | `MakeMove`, `UnmakeMove` | after `GenerateAllMoves`: `BestMoveFrom`, `BestMoveTo` | the board one ply on, and back |
//! | `EvaluateNode` | after `EvaluatePosition` | `EvalScore` by the values that were prepared for that position |
//! | `EvaluateNetwork` | after `EvaluatePosition` and `MakeMove` | `NetworkScore` |
//! | `PassTurn` | after `EvaluatePosition` | the board one ply on, by a null move |
//! | `ClearPawnCache` | | the next evaluation finds nothing cached |
//! | `TestAttack` | after `GenerateAllMoves`: `AttackSquare`, `AttackSide` | `IsAttacked` |
#![allow(non_snake_case, non_upper_case_globals)]

pub mod standard;

use crate::board::attack::is_attacked;
use crate::board::legal::is_safe;
use crate::board::make::{make, make_null, unmake};
use crate::board::moves::{self, Move, SCORE, TOP, capture_score};
use crate::board::piece::{BLACK, KING, NO_PIECE, Side, WHITE, kind};
use crate::board::ply::ROOT;
use crate::board::position::{self, BOARD, LIST, PLY, SIDE, SUM, king_slot, king_square};
use crate::board::square::{A8, E1, E8, Square};
use crate::board::{generate, perft};
use crate::bridge;
use crate::cells::{ByModule, Byte, Bytes, Cell, Long, Word};
use crate::chance;
use crate::engine::{self, Limits, SEARCH_DEPTH};
use crate::eval::prepare::prepare;
use crate::eval::weights::TEMPO;
use crate::eval::{evaluate, pawns};
use crate::game::opening_name;
use crate::search::iterate;
use crate::search::params::MAX_DEPTH;
use crate::search::{frame, history, table};

#[unsafe(no_mangle)]
pub static whitekingsq: Cell<Square> = Cell::new(E1);
#[unsafe(no_mangle)]
pub static blackkingsq: Cell<Square> = Cell::new(E8);
/// 1 White, 0 Black.
#[unsafe(no_mangle)]
pub static currentplayer: Byte = Byte::new(1);
/// 0 easy, 1 medium, 2 hard.
#[unsafe(no_mangle)]
pub static difficulty: Byte = Byte::new(0);
/// Positive is good for White.
#[unsafe(no_mangle)]
pub static EvalScore: Word = Word::new(0);

/// Plies that `FindBestMove` looks ahead, by difficulty; quiescence comes on top.
const DEPTH_OF: [u8; 3] = [2, 3, 4];

/// Derives from the board what the engine keeps beside it.
fn take_board() {
    with_kings(|| {
        PLY.set(ROOT);
        position::rebuild();
    });
}

/// A king that is not on the board is where the suite says.
fn with_kings(take: impl FnOnce()) {
    LIST.set(king_slot(WHITE), whitekingsq.get());
    LIST.set(king_slot(BLACK), blackkingsq.get());
    take();
    whitekingsq.set(king_square(WHITE));
    blackkingsq.set(king_square(BLACK));
}

#[unsafe(no_mangle)]
pub extern "C" fn InitZobristTables() {
    engine::set_up();
}

#[unsafe(no_mangle)]
pub extern "C" fn ComputeZobristHash() {
    take_board();
}

#[unsafe(no_mangle)]
pub extern "C" fn EvaluatePosition() {
    take_board();
    prepare();
    EvalScore.set(if has_king(WHITE) && has_king(BLACK) {
        for_white()
    } else {
        SUM.get(ROOT)
    });
}

/// The evaluation without network and tempo, by the function that the search calls.
fn for_white() -> i16 {
    let tempo = if evaluate::is_endgame() { 0 } else { TEMPO };
    let score = evaluate::by_hand() - tempo;
    if SIDE.get() == WHITE { score } else { -score }
}

/// A suite may ask about pieces without their kings: then no ending is known, and the pieces count on their squares.
fn has_king(side: Side) -> bool {
    kind(BOARD.get(king_square(side))) == KING
}

#[unsafe(no_mangle)]
pub extern "C" fn ClearMoveList() {
    moves::clear();
}

#[unsafe(no_mangle)]
pub extern "C" fn GenerateAllMoves() {
    take_board();
    iterate::list_root_moves();
}

#[unsafe(no_mangle)]
pub extern "C" fn GenerateCaptures() {
    take_board();
    moves::clear();
    generate::captures();
    let end = TOP.get();
    TOP.set(0);
    let mut index = 0;
    while index != end {
        let (mv, score) = (moves::at(index), SCORE.get(index));
        if is_safe(mv) {
            moves::push(mv, score);
        }
        index += 1;
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn OrderMovesMVVLVA() {
    let end = TOP.get();
    let mut index = 0;
    while index != end {
        let victim = kind(BOARD.get(moves::at(index).destination()));
        let attacker = kind(BOARD.get(moves::at(index).from));
        let quiet = victim == NO_PIECE;
        SCORE.set(
            index,
            if quiet {
                0
            } else {
                capture_score(victim, attacker)
            },
        );
        insert(index);
        index += 1;
    }
}

/// Moves the entry at `index` up before all entries with a lower score; equal ones keep their order.
fn insert(index: u8) {
    let (mv, score) = (moves::at(index), SCORE.get(index));
    let mut place = index;
    while place != 0 && SCORE.get(place - 1) < score {
        let above = place - 1;
        moves::put(place, moves::at(above));
        SCORE.set(place, SCORE.get(above));
        place = above;
    }
    moves::put(place, mv);
    SCORE.set(place, score);
}

/// Takes board and `currentplayer` as a new game.
#[unsafe(no_mangle)]
pub extern "C" fn InitSearch() {
    SIDE.set(if currentplayer.get() == 0 {
        BLACK
    } else {
        WHITE
    });
    with_kings(engine::begin_here);
}

#[unsafe(no_mangle)]
pub extern "C" fn FindBestMove() {
    let depth = match difficulty.get() {
        0 => DEPTH_OF[0],
        1 => DEPTH_OF[1],
        _ => DEPTH_OF[2],
    };
    search(Limits::depth(depth));
}

/// The program's own search, as the bridge calls it.
fn search(limits: Limits) {
    choose(engine::INFINITE_LEVEL, limits);
}

fn choose(level: u8, limits: Limits) {
    bridge::BridgeLevel.set(level);
    bridge::BridgeDepth.set(limits.depth);
    bridge::BridgeCycles.set(limits.cycles);
    bridge::BridgeThink();
}

/// The book's move for the board into `BestMoveFrom` and `BestMoveTo`, `NO_MOVE` when it has none.
#[unsafe(no_mangle)]
pub extern "C" fn LookupOpeningMove() {
    take_board();
    engine::set_best_move(Move::NONE);
    engine::take_book_move();
}

/// Number of an opening's name.
#[unsafe(no_mangle)]
pub static OpeningName: Byte = Byte::new(opening_name::NONE);

/// The name of the opening that begins with the board's position into `OpeningName`.
#[unsafe(no_mangle)]
pub extern "C" fn LookupOpeningName() {
    take_board();
    OpeningName.set(opening_name::here());
}

// SAFETY: its two bytes are named by constants.
#[unsafe(no_mangle)]
pub static NoiseSeed: Bytes<2, ByModule> = unsafe { Bytes::by_module(0) };

#[unsafe(no_mangle)]
pub extern "C" fn SeedNoise() {
    chance::seed(NoiseSeed.get(0), NoiseSeed.get(1));
}

#[unsafe(no_mangle)]
pub extern "C" fn Perft() {
    take_board();
    frame::NODES.set(perft::perft(SEARCH_DEPTH.get()));
}

#[unsafe(no_mangle)]
pub extern "C" fn TTClear() {
    table::clear();
}

#[unsafe(no_mangle)]
pub extern "C" fn TTProbe() {
    table::probe(ROOT);
}

#[unsafe(no_mangle)]
pub extern "C" fn TTStore() {
    table::store(ROOT);
}

#[unsafe(no_mangle)]
pub extern "C" fn StoreKiller() {
    history::store_killer(ROOT, engine::best_move());
}

// The parts of the engine one by one, for measuring and comparing them.

#[unsafe(no_mangle)]
pub static DepthLimit: Byte = Byte::new(MAX_DEPTH);
/// 0 is no limit.
#[unsafe(no_mangle)]
pub static CycleLimit: Long = Long::new(0);

#[unsafe(no_mangle)]
pub extern "C" fn SearchWithin() {
    search(Limits {
        depth: DepthLimit.get(),
        cycles: CycleLimit.get(),
    });
}

/// 1 to 7.
#[unsafe(no_mangle)]
pub static Level: Byte = Byte::new(0);

#[unsafe(no_mangle)]
pub extern "C" fn ChooseMove() {
    let level = Level.get();
    choose(level, engine::limits_of(level));
}

#[unsafe(no_mangle)]
pub extern "C" fn FindHint() {
    search(Limits::cycles(engine::jiffies(engine::HINT_JIFFIES)));
}

#[unsafe(no_mangle)]
pub extern "C" fn PlayMove() {
    engine::play(engine::best_move());
}

#[unsafe(no_mangle)]
pub extern "C" fn EvaluateNode() {
    EvalScore.set(for_white());
}

/// Centipawns, positive for White.
#[unsafe(no_mangle)]
pub static NetworkScore: Word = Word::new(0);

#[unsafe(no_mangle)]
pub extern "C" fn EvaluateNetwork() {
    let score = evaluate::corrected(0);
    NetworkScore.set(if SIDE.get() == WHITE { score } else { -score });
}

#[unsafe(no_mangle)]
pub extern "C" fn PassTurn() {
    make_null();
}

#[unsafe(no_mangle)]
pub extern "C" fn ClearPawnCache() {
    pawns::clear();
}

#[unsafe(no_mangle)]
pub extern "C" fn MakeMove() {
    make(engine::best_move());
}

#[unsafe(no_mangle)]
pub extern "C" fn UnmakeMove() {
    unmake();
}

#[unsafe(no_mangle)]
pub static AttackSquare: Cell<Square> = Cell::new(A8);
/// Of the attackers.
#[unsafe(no_mangle)]
pub static AttackSide: Cell<Side> = Cell::new(BLACK);
#[unsafe(no_mangle)]
pub static IsAttacked: Byte = Byte::new(0);

#[unsafe(no_mangle)]
pub extern "C" fn TestAttack() {
    IsAttacked.set(u8::from(is_attacked(AttackSquare.get(), AttackSide.get())));
}
