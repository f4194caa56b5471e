//! Whole matches between scripted engines: results, faults, resuming, PGN.

use lab::contest::{Contest, Then};
use lab::contestant::{Protocol, Seat};
use lab::game::Score;
use lab::opening::{self, Opening};
use lab::pgn;
use lab::results::{self, Entry, Head, Results};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A scripted engine that goes wrong in the way `fault` says.
fn seat(fault: &str) -> Seat {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake-engine.sh");
    Seat {
        command: vec![script.display().to_string(), fault.to_string()],
        protocol: Protocol::Uci,
        options: Vec::new(),
        limit: "movetime 25000".into(),
        budget: Some(25_000),
        takes_seed: true,
        patience: Duration::from_secs(if fault == "silent" { 3 } else { 60 }),
    }
}

fn xboard_seat() -> Seat {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake-xboard.sh");
    Seat {
        command: vec![script.display().to_string()],
        protocol: Protocol::Cecp,
        limit: "sd 3".into(),
        budget: None,
        takes_seed: false,
        ..seat("sound")
    }
}

/// The same line for every pair of games: a second round would begin with random moves, which the script does not expect.
fn openings() -> Vec<Opening> {
    opening::read(&"Fool: 1. f3 e5\n".repeat(8)).expect("a legal line")
}

/// `games` games of a sound engine against one with a fault.
fn games_against(fault: &str, games: usize) -> Vec<Entry> {
    games_of(&seat(fault), games)
}

/// `games` games of a sound engine against another.
fn games_of(opponent: &Seat, games: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    Contest {
        player: &seat("sound"),
        opponent,
        openings: &openings(),
        seed: 0,
        games,
        concurrency: 2,
    }
    .run(&[], |entry| {
        entries.push(entry);
        Ok(Then::GoOn)
    })
    .expect("the engines start");
    entries.sort_by_key(|entry| entry.game);
    entries
}

fn fault_of(entry: &Entry) -> &str {
    entry.fault.as_deref().unwrap_or_default()
}

#[test]
fn colours_change_and_mate_is_the_result() {
    let entries = games_against("sound", 4);
    assert_eq!(entries.len(), 4);
    for entry in &entries {
        assert_eq!(
            (entry.score, entry.reason.as_str()),
            (Score::Black, "checkmate")
        );
        assert_eq!(entry.moves.len(), 2);
        assert_eq!(
            (entry.moves[1].depth, entry.moves[1].milliseconds),
            (3, 1234)
        );
        assert_eq!(entry.white, entry.game % 2 == 0);
    }
    let tally = results::tally(&entries);
    assert_eq!((tally.wins, tally.losses), (2, 2));
}

#[test]
fn a_result_that_an_xboard_engine_announces_is_not_taken_for_its_next_move() {
    let entries = games_of(&xboard_seat(), 6);
    for entry in &entries {
        assert_eq!(entry.fault, None);
        assert_eq!(entry.reason, "checkmate");
    }
    let own = &entries[1].moves[0];
    assert_eq!(
        (own.depth, own.score, own.milliseconds),
        (3, Some(-25), 150)
    );
}

#[test]
fn an_illegal_move_loses_and_is_kept_as_a_fault() {
    let entries = games_against("illegal", 2);
    assert_eq!(results::tally(&entries).wins, 2);
    assert!(fault_of(&entries[0]).starts_with("Black: `e1e8` is not legal"));
    assert!(fault_of(&entries[1]).starts_with("White: `e1e8` is not legal"));
}

#[test]
fn a_crash_and_a_missing_answer_lose() {
    let entries = games_against("crash", 2);
    assert_eq!(results::tally(&entries).wins, 2);
    assert!(
        entries
            .iter()
            .all(|entry| fault_of(entry).contains("ended without"))
    );
    let entries = games_against("silent", 1);
    assert!(fault_of(&entries[0]).contains("no `bestmove` in 3 s"));
}

#[test]
fn more_than_two_percent_over_the_budget_loses_and_two_percent_do_not() {
    let entries = games_against("slow", 2);
    assert_eq!(results::tally(&entries).wins, 2);
    assert!(fault_of(&entries[1]).contains("overrun: 25501 ms of 25000 ms"));
    let entries = games_against("exact", 2);
    assert!(entries.iter().all(|entry| entry.fault.is_none()));
}

#[test]
fn a_stopped_match_plays_no_further_games() {
    let mut count = 0;
    Contest {
        player: &seat("sound"),
        opponent: &seat("sound"),
        openings: &openings(),
        seed: 0,
        games: 50,
        concurrency: 1,
    }
    .run(&[], |_| {
        count += 1;
        Ok(if count >= 3 { Then::Stop } else { Then::GoOn })
    })
    .expect("the engines start");
    assert!((3..50).contains(&count), "{count}");
}

#[test]
fn an_engine_that_is_not_there_is_named() {
    let mut missing = seat("sound");
    missing.command = vec!["no-such-engine".into()];
    let error = Contest {
        player: &missing,
        opponent: &seat("sound"),
        openings: &openings(),
        seed: 0,
        games: 2,
        concurrency: 1,
    }
    .run(&[], |_| Ok(Then::GoOn))
    .expect_err("it cannot start");
    assert!(error.contains("no-such-engine"), "{error}");
}

fn head(version: &str) -> Head {
    Head {
        player: "c64:5".into(),
        opponent: "fake".into(),
        version: version.into(),
        image: "1234abcd".into(),
        player_limit: "movetime 25000".into(),
        opponent_limit: "movetime 25000".into(),
    }
}

/// A new folder of this test's own.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("our own folder");
    }
    folder
}

fn run_match(path: &Path, games: usize) -> Vec<usize> {
    let mut results = Results::open(path, &head("1")).expect("a file of this match");
    let mut played = Vec::new();
    Contest {
        player: &seat("sound"),
        opponent: &seat("sound"),
        openings: &openings(),
        seed: 0,
        games,
        concurrency: 1,
    }
    .run(&results.entries.clone(), |entry| {
        played.push(entry.game);
        results.add(entry)?;
        Ok(Then::GoOn)
    })
    .expect("the engines start");
    played
}

#[test]
fn a_match_goes_on_where_it_was_and_its_games_become_pgn() {
    let path = folder("resume").join("match.jsonl");
    assert_eq!(run_match(&path, 3), [0, 1, 2]);
    assert_eq!(run_match(&path, 5), [3, 4]);
    assert!(run_match(&path, 5).is_empty());
    let (head, entries) = results::read(&path).expect("sound lines");
    assert_eq!(entries.len(), 5);
    let text = pgn::games(&head, &entries).expect("legal games");
    assert_eq!(text.matches("2... Qh4# {+0.10/3 1.2s} 0-1").count(), 5);
}

#[test]
fn the_results_of_another_version_are_not_mixed_in() {
    let path = folder("versions").join("match.jsonl");
    Results::open(&path, &head("1")).expect("a new file");
    let error = Results::open(&path, &head("2")).err().unwrap_or_default();
    assert!(
        error.contains("another match") && error.contains("version 1"),
        "{error}"
    );
}

#[test]
fn a_damaged_line_of_a_results_file_is_named() {
    let path = folder("damaged").join("match.jsonl");
    run_match(&path, 2);
    let text = std::fs::read_to_string(&path).expect("just written");
    std::fs::write(&path, text.replacen("\"game\":1", "\"game\":one", 1)).expect("our own file");
    let error = results::read(&path).expect_err("damaged");
    assert!(error.contains("match.jsonl:3"), "{error}");
}
