//! The search: what must hold whatever its strength.

mod engine;

use squares64::board::legal::{for_each_legal, is_legal};
use squares64::board::make::{LAST_CAPTURE, make, play, unmake};
use squares64::board::moves::{Move, NO_MOVE};
use squares64::board::position::{BOARD, PLY, SUM};
use squares64::board::{fen, hash, notation, position};
use squares64::engine::{
    self as door, BEST_SCORE, COMPLETED, LENGTH, LINE, Limits, NODES, best_move, new_game, think,
};
use squares64::eval::prepare::prepare;
use squares64::machine::{Unwatched, clock, stop};
use squares64::search::level::{BEGINNER, CASUAL};
use squares64::search::params::MATE;
use squares64::search::{selectivity, table};

fn load(text: &str) {
    new_game();
    fen::load(text).expect(text);
}

fn choose(level: u8) {
    door::choose::<Unwatched>(level, door::limits_of(level), || {});
}

fn best() -> String {
    let text = notation::coordinates(best_move());
    String::from_utf8(text.as_bytes().to_vec()).expect("ASCII")
}

fn search(text: &str, depth: u8) -> (String, i16, u32) {
    load(text);
    think::<Unwatched>(Limits::depth(depth), || {});
    (best(), BEST_SCORE.get(), NODES.get())
}

fn bench_positions() -> impl Iterator<Item = &'static str> {
    include_str!("data/bench.epd")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(';').next().unwrap_or_default().trim())
}

#[test]
fn the_same_search_twice_gives_the_same_tree() {
    let _engine = engine::lock();
    for text in bench_positions() {
        assert_eq!(search(text, 4), search(text, 4), "{text}");
    }
}

/// Everything that prunes is off, so a score may not depend on the order of moves. The positions have no draws by
/// repetition within reach: those depend on the path, which a table does not know.
#[test]
fn the_table_changes_no_score_when_nothing_is_pruned() {
    let _engine = engine::lock();
    selectivity::ENABLED.set(0);
    for text in bench_positions() {
        let with = search(text, 3);
        table::ENABLED.set(0);
        let without = search(text, 3);
        table::ENABLED.set(1);
        assert_eq!(with.1, without.1, "{text}");
    }
    selectivity::ENABLED.set(1);
}

#[test]
fn the_table_saves_nodes_over_the_bench() {
    let _engine = engine::lock();
    let total = || {
        bench_positions()
            .map(|text| u64::from(search(text, 5).2))
            .sum::<u64>()
    };
    let with = total();
    table::ENABLED.set(0);
    let without = total();
    table::ENABLED.set(1);
    assert!(
        with < without,
        "{with} nodes with the table, {without} without"
    );
}

#[test]
fn what_the_table_stores_comes_back_and_mates_count_from_the_node() {
    let _engine = engine::lock();
    new_game();
    table::DEPTH.set(5);
    table::BOUND.set(table::LOWER);
    table::SCORE.set(MATE - 9);
    table::set_entry_move(Move::new(0x64, 0x44));
    table::store(4);
    table::SCORE.set(0);
    table::probe(6);
    assert_eq!(table::HIT.get(), 1);
    assert_eq!((table::DEPTH.get(), table::BOUND.get()), (5, table::LOWER));
    assert_eq!(table::entry_move(), Move::new(0x64, 0x44));
    assert_eq!(table::SCORE.get(), MATE - 11);
    table::clear();
    table::probe(6);
    assert_eq!(table::HIT.get(), 0);
}

/// Every entry claims to belong to the position on the board and brings a move of another one.
#[test]
fn a_move_from_a_colliding_entry_is_never_played() {
    let _engine = engine::lock();
    for text in bench_positions() {
        load(text);
        let mut replies = Vec::new();
        for_each_legal(|mv| replies.push(mv));
        for (salt, &mv) in (1u8..).zip(&replies) {
            make(mv);
            hash::push();
            table::set_entry_move(Move::new(salt.wrapping_mul(37), salt.wrapping_mul(91)));
            table::DEPTH.set(1);
            table::BOUND.set(table::UPPER);
            table::SCORE.set(0);
            table::store(1);
            unmake();
            hash::pop();
        }
        think::<Unwatched>(Limits::depth(3), || {});
        assert!(is_legal(best_move()), "{text}");
    }
}

#[test]
fn a_search_leaves_the_position_as_it_was() {
    let _engine = engine::lock();
    for text in bench_positions() {
        load(text);
        prepare();
        let board: Vec<u8> = (0..=255).map(|sq| BOARD.get(sq).bits()).collect();
        let (key, sum) = (hash::key(), SUM.get(0));
        think::<Unwatched>(Limits::cycles(3_000_000), || {});
        assert_eq!((hash::key(), SUM.get(0), PLY.get()), (key, sum, 0));
        assert!((0..=255).map(|sq| BOARD.get(sq).bits()).eq(board), "{text}");
        let number = text
            .rsplit(' ')
            .next()
            .and_then(|number| number.parse().ok());
        assert_eq!(fen::Fen(number.expect("a move number")).to_string(), text);
    }
}

#[test]
fn a_budget_is_kept_to_two_percent() {
    let _engine = engine::lock();
    for text in bench_positions() {
        for budget in [3_000_000, 10_000_000] {
            load(text);
            think::<Unwatched>(Limits::cycles(budget), || {});
            let used = NODES.get() * clock::NODE_PRICE.get();
            assert!(used <= budget + budget / 50, "{text}: {used} of {budget}");
            assert!(!best_move().is_none(), "{text}");
        }
    }
}

#[test]
fn a_stop_request_ends_the_search_with_a_move() {
    let _engine = engine::lock();
    position::start();
    stop::STOP_REQUEST.set(1);
    think::<Unwatched>(Limits::cycles(0), || {});
    stop::STOP_REQUEST.set(0);
    assert!(is_legal(best_move()));
    assert!(COMPLETED.get() >= 1 && NODES.get() < 200);
}

#[test]
fn no_legal_move_gives_no_best_move_and_the_score_of_mate_or_stalemate() {
    let _engine = engine::lock();
    for (text, score) in [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", -MATE),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),
    ] {
        load("8/8/4k3/3n4/8/2N1K3/4P3/8 w - - 0 50");
        think::<Unwatched>(Limits::depth(1), || {});
        assert_ne!(BEST_SCORE.get(), 0);
        load(text);
        think::<Unwatched>(Limits::depth(3), || {});
        assert_eq!(best_move(), Move::NONE, "{text}");
        assert_eq!(BEST_SCORE.get(), score, "{text}");
    }
}

#[test]
fn a_single_legal_move_is_played_at_once() {
    let _engine = engine::lock();
    load("7k/8/8/8/8/8/6q1/7K w - - 0 1");
    think::<Unwatched>(Limits::cycles(25_000_000), || {});
    assert_eq!(best(), "h1g2");
    assert!(NODES.get() < 100);
}

#[test]
fn an_obvious_recapture_is_played_without_using_the_budget() {
    let _engine = engine::lock();
    load("r3k2r/ppp2ppp/5n2/3q4/3Q4/5N2/PPP2PPP/R3K2R w KQkq - 0 2");
    let mv = notation::parse_coordinates(b"d4d5").expect("legal");
    play(mv);
    think::<Unwatched>(Limits::cycles(100_000_000), || {});
    assert_eq!(best(), "f6d5");
    assert!(NODES.get() < 5_000, "{} nodes", NODES.get());
}

#[test]
fn the_clock_is_kept_while_a_recapture_is_compared_with_the_other_moves() {
    let _engine = engine::lock();
    for (text, square) in [
        (
            "rnbk1bnr/1pp1pppp/p2q4/8/4p3/2NB4/PPPP1PPP/R1BQK1NR w KQ - 0 3",
            0x44,
        ),
        (
            "r1bqk2r/1ppn1ppp/2n1p3/p2pP3/3P1B1P/P1b2P2/1PP2KP1/R2Q1BNR w kq - 0 7",
            0x52,
        ),
        (
            "r4rk1/p3bppp/2p2nq1/1N6/2BPp3/1P6/RBPQ2PP/4KR2 b - - 0 16",
            0x31,
        ),
    ] {
        for budget in (600_000..3_000_000).step_by(50_000) {
            load(text);
            LAST_CAPTURE.set(square);
            think::<Unwatched>(Limits::cycles(budget), || {});
            let used = NODES.get() * clock::NODE_PRICE.get();
            assert!(used <= budget + 30_000, "{text}: {used} of {budget}");
        }
    }
}

#[test]
fn the_line_begins_with_the_best_move_and_is_legal() {
    let _engine = engine::lock();
    for text in bench_positions() {
        load(text);
        think::<Unwatched>(Limits::depth(5), || {});
        assert_eq!(Move::new(LINE.get(0), LINE.get(1)), best_move());
        let mut length = 0;
        while length < LENGTH && LINE.get(2 * length) != NO_MOVE {
            let mv = Move::new(LINE.get(2 * length), LINE.get(2 * length + 1));
            assert!(is_legal(mv), "{text}, move {length} of the line");
            play(mv);
            length += 1;
        }
        assert!(length >= 4, "{text}: {length} moves");
    }
}

/// Black is a rook ahead and mates on b1, so White has to check on e8 and h5 for ever; there is no mate on either side
/// of the board for White. Without the rule of repetition the search sees only the rook.
#[test]
fn a_lost_game_is_saved_by_repetition() {
    let _engine = engine::lock();
    let (mv, score, _) = search("6k1/6p1/8/7Q/8/8/qr4PP/7K w - - 0 1", 6);
    assert_eq!(mv, "h5e8");
    assert!(score.abs() < 50, "{score}");
}

#[test]
fn stalemate_is_not_a_win() {
    let _engine = engine::lock();
    // Kb6 stalemates; any other sensible move keeps a queen's advantage.
    let (mv, score, _) = search("k7/2Q5/8/1K6/8/8/8/8 w - - 0 1", 4);
    assert_ne!(mv, "b5b6");
    assert!(score > 900, "{score}");
}

/// Whoever is to move must give way, so a null move would lie.
#[test]
fn zugzwang_in_a_pawn_ending_is_seen() {
    let _engine = engine::lock();
    let (_, white, _) = search("8/8/8/3k4/3P4/3K4/8/8 w - - 0 1", 10);
    let (_, black, _) = search("8/8/3k4/8/3P4/3K4/8/8 b - - 0 1", 10);
    assert!(white < 250 && black > -400, "{white} {black}");
}

#[test]
fn levels_one_and_two_are_repeatable_with_a_fixed_seed_and_legal_with_any() {
    let _engine = engine::lock();
    for text in bench_positions() {
        for level in [1, 2] {
            let choose = |seed| {
                load(text);
                squares64::chance::seed(seed, 64);
                choose(level);
                assert!(is_legal(best_move()), "{text}");
                best()
            };
            let moves: Vec<String> = (0..8).map(choose).collect();
            assert_eq!(moves, (0..8).map(choose).collect::<Vec<_>>(), "{text}");
        }
    }
}

#[test]
fn a_beginner_neither_hangs_the_queen_nor_allows_mate_in_one() {
    let _engine = engine::lock();
    for seed in 0..60 {
        load("rnb1kbnr/pppp1ppp/8/4p3/4P2q/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 3");
        squares64::chance::seed(seed, 1);
        choose(BEGINNER);
        play(best_move());
        think::<Unwatched>(Limits::depth(2), || {});
        assert!(BEST_SCORE.get() < 500, "seed {seed}: {}", BEST_SCORE.get());
    }
}

#[test]
fn casual_play_takes_a_free_queen_and_mates_in_one() {
    let _engine = engine::lock();
    load("rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3");
    choose(CASUAL);
    assert_eq!(best(), "f3h4");
    load("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    choose(CASUAL);
    assert_eq!(best(), "a1a8");
}
