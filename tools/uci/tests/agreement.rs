//! The program in the emulated machine and the host build of its source: the same move, score and node count.

mod program;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use uci::bench;
use uci::clock::Rate;
use uci::command::Start;
use uci::emulated::Emulated;
use uci::game::{Game, Move};
use uci::native::Native;
use uci::player::{Found, Order, Player, Source};
use uci::signals::Signals;

const POSITIONS: &str = include_str!("../../../tests/data/bench.epd");

fn to_depth(depth: u8) -> Order {
    Order {
        depth: Some(depth),
        ..Order::unlimited(1)
    }
}

fn find(player: &mut dyn Player, game: &Game, order: &Order) -> Found {
    player
        .think(game, order, &Signals::default(), &mut |_| {})
        .expect("an answer")
}

/// All that both must agree on; the times differ.
fn essence(found: &Found) -> (Option<Move>, i16, u32, u8, &[Move]) {
    let progress = &found.progress;
    (
        found.best,
        progress.thought.score,
        progress.nodes,
        progress.depth,
        &progress.thought.line,
    )
}

/// The engine has one state on the host: one test at a time has it.
static HOST: Mutex<()> = Mutex::new(());

fn players() -> (Emulated, Native, MutexGuard<'static, ()>) {
    let alone = HOST.lock().unwrap_or_else(PoisonError::into_inner);
    let image = Arc::new(program::image());
    let pages = image.table_pages().expect("the program starts");
    (
        Emulated::new(image, Rate::PAL.model),
        Native::new(pages),
        alone,
    )
}

#[test]
fn both_targets_find_the_same_on_twenty_positions() {
    let (mut emulated, mut native, _alone) = players();
    let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
    let fens = lines.filter_map(|line| line.split(';').next());
    let mut count = 0;
    for fen in fens.filter(|fen| !fen.trim().is_empty()).take(20) {
        let game = Game::read(&Start::Fen(fen.trim().into()), &[""; 0]).expect(fen);
        let order = to_depth(3);
        let on_target = find(&mut emulated, &game, &order);
        let on_host = find(&mut native, &game, &order);
        assert_eq!(essence(&on_target), essence(&on_host), "{fen}");
        count += 1;
    }
    assert_eq!(count, 20);
}

/// What the bridge builds from several searches must agree as well: given moves, several lines, a mate.
#[test]
fn both_targets_agree_on_chosen_moves_lines_and_mates() {
    let (mut emulated, mut native, _alone) = players();
    let game = Game::read(&Start::Standard, &["e2e4", "c7c5"]).expect("legal moves");
    let moves = game.legal_moves();
    let mate = Game::read(
        &Start::Fen("k7/8/2K5/8/8/8/8/7R w - - 0 1".into()),
        &[""; 0],
    );
    let mate = mate.expect("a sound position");
    for (game, order) in [
        (
            &game,
            Order {
                moves: moves[3..7].to_vec(),
                ..to_depth(3)
            },
        ),
        (
            &game,
            Order {
                lines: 4,
                ..to_depth(3)
            },
        ),
        (
            &mate,
            Order {
                mate: Some(3),
                ..Order::unlimited(1)
            },
        ),
    ] {
        let on_target = find(&mut emulated, game, &order);
        let on_host = find(&mut native, game, &order);
        assert_eq!(essence(&on_target), essence(&on_host), "{order:?}");
        assert!(order.moves.is_empty() || order.moves.contains(&on_target.best.expect("a move")));
    }
}

#[test]
fn both_targets_play_the_same_game_with_all_that_they_remember() {
    let (mut emulated, mut native, _alone) = players();
    let mut moves: Vec<String> = Vec::new();
    for ply in 0..24 {
        let game = Game::read(&Start::Standard, &moves).expect("legal moves");
        let order = to_depth(2 + ply % 3);
        let on_target = find(&mut emulated, &game, &order);
        let on_host = find(&mut native, &game, &order);
        assert_eq!(essence(&on_target), essence(&on_host), "{moves:?}");
        let best = on_target.best.expect("the game goes on");
        moves.extend(game.spell(&[best]));
    }
}

#[test]
fn the_weak_levels_choose_the_same_moves_by_chance() {
    let (mut emulated, mut native, _alone) = players();
    for level in [1, 2] {
        for seed in [1, 77, 4660] {
            let order = Order {
                level,
                seed,
                ..to_depth(1)
            };
            let moves: &[&str] = if level == 1 { &[] } else { &["e2e4"] };
            let game = Game::read(&Start::Standard, moves).expect("legal moves");
            emulated.forget();
            native.forget();
            let on_target = find(&mut emulated, &game, &order);
            let on_host = find(&mut native, &game, &order);
            assert_eq!(on_target.best, on_host.best, "level {level}, seed {seed}");
        }
    }
}

#[test]
fn the_book_chooses_the_same_moves_by_chance() {
    let (mut emulated, mut native, _alone) = players();
    if program::image().addresses.book.is_none() {
        println!("SKIPPED: the program was built without a book");
        return;
    }
    let mut chosen = std::collections::BTreeSet::new();
    for seed in 1..=8 {
        let order = Order {
            seed,
            book: true,
            ..to_depth(1)
        };
        let game = Game::read(&Start::Standard, &["e2e4"]).expect("legal moves");
        emulated.forget();
        native.forget();
        let on_target = find(&mut emulated, &game, &order);
        let on_host = find(&mut native, &game, &order);
        assert_eq!(on_target.source, Source::Book);
        assert_eq!(on_target.best, on_host.best, "seed {seed}");
        chosen.extend(game.spell(&on_target.progress.thought.line));
    }
    assert!(chosen.len() > 1, "{chosen:?}");
}

/// A key that ended a search still counts as held for the program when the next search begins: pressed again at once, it
/// would be no new press, and a search without an end would never hear of it.
#[test]
fn a_stop_that_comes_at_once_ends_every_search() {
    const PATIENCE: Duration = Duration::from_secs(30);
    let mut emulated = Emulated::new(Arc::new(program::image()), Rate::PAL.model);
    let game = Game::read(&Start::Standard, &[""; 0]).expect("the initial position");
    for search in 1..=3 {
        let signals = Arc::new(Signals::default());
        signals.say(|said| said.stop = true);
        // A search that does not end is given up, so that the test fails instead of waiting for ever.
        let (over, watch) = std::sync::mpsc::channel::<()>();
        let guard = {
            let signals = Arc::clone(&signals);
            std::thread::spawn(move || {
                if watch.recv_timeout(PATIENCE).is_err() {
                    signals.say(|said| said.give_up = true);
                }
            })
        };
        let found = emulated.think(&game, &Order::unlimited(1), &signals, &mut |_| {});
        over.send(()).ok();
        guard.join().expect("no panic");
        let found = found.unwrap_or_else(|trouble| panic!("search {search}: {trouble:?}"));
        assert!(found.best.is_some(), "search {search}");
    }
}

#[test]
fn a_profile_counts_the_cycles_of_the_same_search_by_function() {
    let image = Arc::new(program::image());
    let plain = bench::run(image.clone(), 2, |_, _| {}).expect("a bench");
    let (sum, report) = bench::profile(image, 2).expect("a profile");
    assert_eq!((sum.nodes, sum.cycles), (plain.nodes, plain.cycles));
    let rows = report.rows.iter();
    let by_function: u64 = rows.clone().map(|row| row.cycles).sum();
    assert!(by_function >= sum.cycles, "{by_function} {}", sum.cycles);
    let quiescence = rows
        .filter(|row| row.name.contains("quiesce"))
        .map(|row| row.calls);
    assert!(quiescence.sum::<u64>() > sum.nodes / 4);
}
