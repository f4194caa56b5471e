//! Games between builds of the engine as shared libraries.

use lab::contest::{Contest, Then};
use lab::contestant::Seat;
use lab::game::Score;
use lab::opening::{self, BALANCED};
use lab::results::{Entry, pairs};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Where `lab` builds libraries below the folder that it is given as `--target`, so that they are built once for all tests.
const BUILT: &str = "sprt/cargo";

/// The library of this tree: cargo builds none for a test by itself.
fn file() -> &'static Path {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    FILE.get_or_init(|| {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join(BUILT);
        let status = Command::new(env!("CARGO"))
            .args([
                "build",
                "--quiet",
                "--release",
                "-p",
                "lab-player",
                "--target-dir",
            ])
            .arg(&target)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(status.is_ok_and(|status| status.success()));
        target.join("release/liblab_player.so")
    })
}

fn games(player: &Seat, opponent: &Seat, games: usize) -> Vec<Entry> {
    let mut entries = Vec::new();
    Contest {
        player,
        opponent,
        openings: &opening::read(BALANCED).expect("legal lines"),
        seed: 3,
        games,
        concurrency: 2,
    }
    .run(&[], |entry| {
        entries.push(entry);
        Ok(Then::GoOn)
    })
    .expect("the library is loaded");
    entries.sort_by_key(|entry| entry.game);
    entries
}

#[test]
fn equal_players_divide_every_pair_and_a_match_repeats_itself() {
    let seat = Seat::library(file(), 60, &[]);
    let first = games(&seat, &seat, 12);
    assert!(first.iter().all(|entry| entry.fault.is_none()));
    assert_eq!(pairs(&first).0, [0, 0, 6, 0, 0]);
    assert_eq!(first, games(&seat, &seat, 12));
}

#[test]
fn more_nodes_win_and_numbers_can_be_set_for_one_player_alone() {
    let strong = Seat::library(file(), 600, &[]);
    let weak = Seat::library(file(), 60, &[]);
    let score = pairs(&games(&strong, &weak, 24)).sample();
    assert!(score.mean > 0.6, "{score:?}");
    let numbers = [("FUTILITY_MARGIN_1".to_string(), 20)];
    let other = Seat::library(file(), 300, &numbers);
    let games = games(&Seat::library(file(), 300, &[]), &other, 8);
    let mirrored = |pair: &[Entry]| pair[0].moves == pair[1].moves;
    assert!(!games.chunks(2).all(mirrored), "the number is not used");
    assert!(games.iter().any(|entry| entry.score != Score::Draw));
}

#[test]
fn a_number_that_is_not_there_or_out_of_range_is_named() {
    for (name, value) in [("NO_SUCH_MARGIN", 1), ("FUTILITY_MARGIN_1", -5)] {
        let seat = Seat::library(file(), 60, &[(name.to_string(), value)]);
        let error = seat.start().err().expect("refused");
        assert!(
            error.contains(name) && error.contains(&value.to_string()),
            "{error}"
        );
    }
}

#[test]
fn a_tuning_goes_on_where_it_was_and_ends_with_a_match() {
    file();
    let runs = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("runs-{}", std::process::id()));
    let tune = |steps: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_lab"))
            .args([
                "spsa",
                "--numbers",
                "DELTA_MARGIN,LATE_MOVE_COUNT",
                "--nodes",
                "60",
                "--pairs",
                "2",
            ])
            .args([
                "--games",
                "4",
                "--target",
                env!("CARGO_TARGET_TMPDIR"),
                "--steps",
                steps,
                "--runs",
            ])
            .arg(&runs)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
            .output()
            .expect("the lab starts");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        (
            output.status.success(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let (sound, first, error) = tune("3");
    assert!(sound, "{error}");
    assert!(
        first.contains("DELTA_MARGIN") && first.contains("4 games of 60 nodes"),
        "{first}"
    );
    // The run is over: the same table, and the same match again.
    assert_eq!(tune("3").1, first);
    let (sound, _, error) = tune("4");
    assert!(!sound && error.contains("other settings"), "{error}");
    std::fs::remove_dir_all(&runs).expect("removed");
}
