//! The search: what must hold whatever its strength.

mod engine;

use squares64::board::legal::{for_each_legal, has_legal_move, is_legal};
use squares64::board::make::{LAST_CAPTURE, make, play, unmake};
use squares64::board::moves::{Move, NO_MOVE};
use squares64::board::ply::{Ply, ROOT};
use squares64::board::position::{BOARD, PLY, SUM, in_check};
use squares64::board::square::Square;
use squares64::board::{fen, hash, notation, position};
use squares64::engine::{
    self as door, BEST_SCORE, COMPLETED, LENGTH, LINE, Limits, NODES, best_move, mate_in, new_game,
    think,
};
use squares64::eval::prepare::prepare;
use squares64::machine::{Unwatched, clock, stop};
use squares64::search::level::{BEGINNER, CASUAL};
use squares64::search::params::{MATE, MATE_BOUND, WINDOW_MARGIN};
use squares64::search::{line, region, selectivity, table};

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

/// With a narrow window nearly every iteration leaves it, upwards where a combination is found and downwards for the one who
/// suffers it. Its scores are then those of an open window, but for what pruning makes of other bounds.
#[test]
fn a_score_outside_the_roots_window_is_searched_again() {
    let _engine = engine::lock();
    let tactics = include_str!("data/tactics.epd").lines();
    let starts = tactics.filter(|line| !line.starts_with('#'));
    let usual = WINDOW_MARGIN.get();
    let mut equal = 0;
    for text in starts.filter_map(|line| line.split(';').next()) {
        let scores = |margin| {
            WINDOW_MARGIN.set(margin);
            let winners = search(text.trim(), 5).1;
            play(best_move());
            think::<Unwatched>(Limits::depth(5), || {});
            [winners, BEST_SCORE.get()]
        };
        equal += u32::from(scores(500) == scores(5));
    }
    WINDOW_MARGIN.set(usual);
    assert!(equal >= SCORES_OF_AN_OPEN_WINDOW, "{equal} are equal");
}

const SCORES_OF_AN_OPEN_WINDOW: u32 = 33;

#[test]
fn what_the_table_stores_comes_back_and_mates_count_from_the_node() {
    let _engine = engine::lock();
    new_game();
    table::DEPTH.set(5);
    table::BOUND.set(table::LOWER);
    table::SCORE.set(MATE - 9);
    table::set_entry_move(Move::from_bytes([0x64, 0x44]));
    table::store(Ply::new(4));
    table::SCORE.set(0);
    table::probe(Ply::new(6));
    assert_eq!(table::HIT.get(), 1);
    assert_eq!((table::DEPTH.get(), table::BOUND.get()), (5, table::LOWER));
    assert_eq!(table::entry_move(), Move::from_bytes([0x64, 0x44]));
    assert_eq!(table::SCORE.get(), MATE - 11);
    table::clear();
    table::probe(Ply::new(6));
    assert_eq!(table::HIT.get(), 0);
}

/// Writes an entry for the position on the board, as the node at `ply` would.
fn store(depth: u8, score: i16, ply: u8) {
    table::DEPTH.set(depth);
    table::BOUND.set(table::EXACT);
    table::SCORE.set(score);
    table::set_entry_move(Move::from_bytes([0x64, 0x44]));
    table::store(Ply::new(ply));
}

#[test]
fn the_table_keeps_mates_of_both_sides_by_their_distance_from_the_node() {
    let _engine = engine::lock();
    new_game();
    for (stored, found) in [
        (MATE - 9, MATE - 12),
        (9 - MATE, 12 - MATE),
        (MATE_BOUND - 1, MATE_BOUND - 1),
        (1 - MATE_BOUND, 1 - MATE_BOUND),
        (-77, -77),
    ] {
        store(5, stored, 4);
        table::probe(Ply::new(7));
        assert_eq!(table::SCORE.get(), found, "{stored}");
    }
}

#[test]
fn a_deeper_entry_of_another_position_stays_until_the_next_search() {
    let _engine = engine::lock();
    new_game();
    let key = hash::KEY[3].get();
    let depth_found = || {
        hash::KEY[3].set(key);
        table::probe(ROOT);
        (table::HIT.get() != 0).then(|| table::DEPTH.get())
    };
    let store_another = |depth| {
        hash::KEY[3].set(key ^ 1);
        store(depth, 0, 0);
    };
    store(5, 0, 0);
    store(4, 0, 0);
    assert_eq!(depth_found(), Some(4), "the same position is written over");
    store_another(3);
    assert_eq!(depth_found(), Some(4), "a shallower search gives way");
    store_another(4);
    assert_eq!(depth_found(), None, "an equal one does not");
    hash::KEY[3].set(key);
    store(5, 0, 0);
    table::age();
    store_another(1);
    assert_eq!(depth_found(), None, "an old entry gives way to any");
}

#[test]
fn the_table_of_a_smaller_machine_forgets_more() {
    let _engine = engine::lock();
    let nodes = |pages| {
        region::PAGES_IN_USE.set(pages);
        let nodes = search(bench_positions().nth(9).expect("ten positions"), 7).2;
        region::PAGES_IN_USE.set(region::PAGES);
        nodes
    };
    let (small, full) = (nodes(1), nodes(region::PAGES));
    assert!(full < small, "{full} nodes, {small} with one page");
}

/// Behind the pages in use there may be anything: on a C64 it is the program.
#[test]
fn clearing_the_table_leaves_the_memory_behind_it_alone() {
    let _engine = engine::lock();
    let pages = region::PAGES / 2;
    // SAFETY, here and below: `with_entry` gives eight bytes.
    let bytes = |page| region::with_entry(page, 0, |entry| unsafe { *entry.cast::<[u8; 8]>() });
    for page in [pages - 1, pages] {
        region::with_entry(page, 0, |entry| unsafe { entry.write_bytes(7, 8) });
    }
    region::PAGES_IN_USE.set(pages);
    table::clear();
    region::PAGES_IN_USE.set(region::PAGES);
    assert_eq!(bytes(pages - 1)[2], 0);
    assert_eq!(bytes(pages), [7; 8]);
    table::clear();
}

/// A line of the last ply that has room, and the plies behind it, which have none.
#[test]
fn a_line_is_cut_at_its_length() {
    let _engine = engine::lock();
    let mv = |ply: u8| Move::from_bytes([ply, ply + 0x10]);
    for longest in 1..12 {
        line::clear(Ply::new(longest));
        for ply in (0..longest).rev() {
            line::extend(Ply::new(ply), mv(ply));
        }
        line::publish();
        let shown = longest.min(LENGTH);
        assert_eq!(line::length(ROOT), shown);
        for ply in 0..LENGTH {
            let expected = if ply < shown { mv(ply) } else { Move::NONE };
            let found = Move::new(LINE.get(2 * ply), LINE.get(2 * ply + 1));
            assert_eq!(found, expected, "{longest} {ply}");
        }
    }
}

#[test]
fn a_mate_is_announced_by_moves_and_side() {
    let _engine = engine::lock();
    for (score, moves) in [
        (MATE - 1, Some(1)),
        (MATE - 3, Some(2)),
        (MATE - 7, Some(4)),
        (2 - MATE, Some(-1)),
        (4 - MATE, Some(-2)),
        (MATE_BOUND - 1, None),
        (1 - MATE_BOUND, None),
        (0, None),
    ] {
        BEST_SCORE.set(score);
        assert_eq!(mate_in(), moves, "{score}");
    }
}

#[test]
fn a_jiffy_is_a_sixtieth_of_a_second_to_the_nearest_cycle() {
    let _engine = engine::lock();
    assert_eq!(
        (door::jiffy(door::PAL_HERTZ), door::jiffy(door::NTSC_HERTZ)),
        (16_421, 17_045)
    );
    assert_eq!(door::jiffies(600), 9_852_600);
    assert_eq!(door::limits_of(4).cycles, 9_852_600);
    assert_eq!(door::limits_of(7).cycles, 0);
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
            table::set_entry_move(Move::from_bytes([
                salt.wrapping_mul(37),
                salt.wrapping_mul(91),
            ]));
            table::DEPTH.set(1);
            table::BOUND.set(table::UPPER);
            table::SCORE.set(0);
            table::store(Ply::new(1));
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
        let (key, sum) = (hash::key(), SUM.get(ROOT));
        think::<Unwatched>(Limits::cycles(3_000_000), || {});
        assert_eq!((hash::key(), SUM.get(ROOT), PLY.get()), (key, sum, ROOT));
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

/// The clock runs ahead by what a search is late on a C64; on the host a node has its price, so the last look is exact.
#[test]
fn the_search_ends_at_the_look_that_finds_the_budget_used() {
    let _engine = engine::lock();
    let nodes_within = |budget| {
        load(bench_positions().nth(9).expect("ten positions"));
        think::<Unwatched>(Limits::cycles(budget), || {});
        NODES.get()
    };
    let mut ended_within_an_iteration = 0;
    for budget in (4_000_000..12_000_000).step_by(1_000_000) {
        let nodes = nodes_within(budget);
        let used = 0x1_4000 + nodes * clock::NODE_PRICE.get();
        if used >= budget {
            ended_within_an_iteration += 1;
            assert_eq!(nodes_within(used), nodes);
            assert!(nodes_within(used + 1) > nodes);
        }
    }
    assert!(ended_within_an_iteration >= 4);
}

#[test]
fn material_that_cannot_mate_is_a_draw_before_the_last_capture_is_made() {
    let _engine = engine::lock();
    for text in [
        "4kb2/8/8/8/8/4p3/3B4/4K3 w - - 0 1",
        "4k3/8/8/8/8/4n3/3K4/8 w - - 0 1",
    ] {
        assert_eq!(search(text, 4).1, 0, "{text}");
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
        assert!(best_move().is_none() && best_move().some().is_none());
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
            LAST_CAPTURE.set(Square::from_bits(square));
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

/// Only the beginner's own look for a mate finds this one: it is no capture, so the search of captures does not.
#[test]
fn a_beginner_sees_a_mate_on_the_back_rank_coming() {
    let _engine = engine::lock();
    for seed in 0..60 {
        load("6k1/5ppp/8/3n4/8/3b4/5PPP/R5K1 b - - 0 1");
        squares64::chance::seed(seed, 1);
        choose(BEGINNER);
        play(best_move());
        for_each_legal(|mv| {
            make(mv);
            assert!(!in_check() || has_legal_move(), "seed {seed}: {mv:?}");
            unmake();
        });
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
