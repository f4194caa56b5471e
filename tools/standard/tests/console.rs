//! The console, line by line, and the published suite of the specification.

use serde::Deserialize;
use squares64::engine::{Held, hold};
use standard::{Console, Found, Native, Player, Reply};

/// A native player whose clock stands still.
struct Timeless;

impl Player for Timeless {
    fn find(&mut self, depth: u8) -> Result<Option<Found>, String> {
        let found = Native.find(depth)?;
        Ok(found.map(|found| Found { time: 7, ..found }))
    }
}

fn console() -> (Console<Timeless>, Held) {
    let guard = hold();
    (Console::new(Timeless), guard)
}

fn ask(console: &mut Console<impl Player>, line: &str) -> String {
    match console.execute(line) {
        Reply::Answer(text) => text,
        other => panic!("{line}: {other:?}"),
    }
}

#[derive(Deserialize)]
struct Case {
    id: String,
    commands: Vec<Command>,
    expected_patterns: Vec<String>,
    published_patterns: Vec<String>,
}

#[derive(Deserialize)]
struct Command {
    cmd: String,
}

fn suite() -> Vec<Case> {
    serde_json::from_str(include_str!("../../../tests/data/standard.json")).unwrap()
}

/// All answers of a case.
fn transcript(case: &Case, console: &mut Console<impl Player>) -> String {
    let answers = case
        .commands
        .iter()
        .map(|command| ask(console, &command.cmd));
    answers.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_suite_of_the_specification_gets_the_answers_its_algorithm_gives() {
    let (mut console, _engine) = console();
    let suite = suite();
    assert_eq!(suite.len(), 5);
    for case in suite {
        let output = transcript(&case, &mut console);
        for pattern in &case.expected_patterns {
            assert!(output.contains(pattern), "{}: {output}", case.id);
        }
    }
}

#[test]
fn only_the_two_published_moves_that_contradict_the_evaluation_differ() {
    let (mut console, _engine) = console();
    let differing: Vec<String> = suite()
        .into_iter()
        .filter(|case| {
            let output = transcript(case, &mut console);
            !case
                .published_patterns
                .iter()
                .all(|pattern| output.contains(pattern))
        })
        .map(|case| case.id)
        .collect();
    assert_eq!(differing, ["ai_deterministic_start", "ai_tie_breaking"]);
}

#[test]
fn an_ai_move_is_answered_in_the_published_format_and_played() {
    let (mut console, _engine) = console();
    assert_eq!(
        ask(&mut console, "ai 3"),
        "AI: b1c3 (depth=3, eval=50, time=7)"
    );
    assert_eq!(
        console.fen(),
        "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR b KQkq - 1 1"
    );
}

#[test]
fn moves_are_played_and_counted() {
    let (mut console, _engine) = console();
    assert_eq!(ask(&mut console, "move e2e4"), "OK: e2e4");
    assert_eq!(ask(&mut console, "  move   e7e5 "), "OK: e7e5");
    assert_eq!(
        console.fen(),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    );
    assert_eq!(ask(&mut console, "new"), "OK: new game");
    assert!(console.fen().ends_with("w KQkq - 0 1"));
}

#[test]
fn display_draws_the_board_and_says_who_moves() {
    let (mut console, _engine) = console();
    ask(&mut console, "fen 4k3/P7/8/8/8/8/8/4K3 b - - 0 9");
    let board = "  a b c d e f g h
8 . . . . k . . . 8
7 P . . . . . . . 7
6 . . . . . . . . 6
5 . . . . . . . . 5
4 . . . . . . . . 4
3 . . . . . . . . 3
2 . . . . . . . . 2
1 . . . . K . . . 1
  a b c d e f g h
Black to move
4k3/P7/8/8/8/8/8/4K3 b - - 0 9";
    assert_eq!(ask(&mut console, "display"), board);
}

#[test]
fn what_is_refused_says_why_and_changes_nothing() {
    let (mut console, _engine) = console();
    ask(&mut console, "fen 4k3/P7/8/8/8/8/8/4K3 w - - 3 9");
    let before = ask(&mut console, "display");
    #[rustfmt::skip]
    let refused = [
        ("castle",      "`castle` is no command: new, fen FEN, move e2e4, ai DEPTH, display or quit expected"),
        ("new game",    "new: `game` is too much"),
        ("quit now",    "quit: `now` is too much"),
        ("move",        "move: `` is no legal move here"),
        ("move e1e3",   "move: `e1e3` is no legal move here"),
        ("move a7a8",   "move: `a7a8` is no legal move here"),
        ("move a7a8k",  "move: `a7a8k` is no legal move here"),
        ("move e1é1",   "move: `e1é1` is no legal move here"),
        ("move e1e2 x", "move: `e1e2 x` is no legal move here"),
        ("ai",          "ai: depth ``, 1 to 3 expected"),
        ("ai 0",        "ai: depth `0`, 1 to 3 expected"),
        ("ai 4",        "ai: depth `4`, 1 to 3 expected"),
        ("ai -1",       "ai: depth `-1`, 1 to 3 expected"),
        ("ai two",      "ai: depth `two`, 1 to 3 expected"),
        ("fen",         "FEN: 6 fields expected, 0 found"),
        ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "FEN placement: White has 0 kings"),
        ("fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "FEN: the side not to move is in check"),
    ];
    for (line, problem) in refused {
        assert_eq!(ask(&mut console, line), format!("ERROR: {problem}"));
        assert_eq!(ask(&mut console, "display"), before, "{line}");
    }
}

#[test]
fn a_game_that_is_over_takes_no_more_moves() {
    let (mut console, _engine) = console();
    ask(&mut console, "fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1");
    assert_eq!(
        ask(&mut console, "ai 1"),
        "AI: a1a8 (depth=1, eval=100000, time=7)"
    );
    let mated = "ERROR: the game is over: Black is checkmated";
    assert_eq!(ask(&mut console, "ai 2"), mated);
    assert_eq!(ask(&mut console, "move g8h8"), mated);
    ask(&mut console, "fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1");
    assert_eq!(
        ask(&mut console, "ai 2"),
        "ERROR: the game is over: Black is stalemated"
    );
}

#[test]
fn seventy_five_moves_without_progress_end_the_game() {
    let (mut console, _engine) = console();
    ask(&mut console, "fen 4k3/8/8/8/8/8/8/R3K3 w - - 149 90");
    assert_eq!(ask(&mut console, "move a1a2"), "OK: a1a2");
    assert_eq!(
        ask(&mut console, "move e8d8"),
        "ERROR: the game is over: 75 moves without a capture or a pawn move"
    );
    assert!(ask(&mut console, "fen nonsense").starts_with("ERROR: "));
    assert_eq!(console.fen(), "4k3/8/8/8/8/8/R7/4K3 b - - 150 90");
}

#[test]
fn an_empty_line_is_passed_over_and_quit_ends() {
    let (mut console, _engine) = console();
    assert_eq!(console.execute("  "), Reply::Nothing);
    assert_eq!(console.execute("quit"), Reply::Quit);
}

#[test]
fn a_check_against_the_reference_finds_the_first_difference() {
    let _engine = hold();
    let right = r#"[{"fen": "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "depth": 2, "move": "a7a8q", "eval": 880, "nodes": 20}]"#;
    assert!(standard::check(&mut Timeless, right).is_ok());
    for (was, is) in [
        ("880", "881"),
        ("a8q", "a8r"),
        ("20}", "21}"),
        ("2,", "4,"),
        ("4k3", "8"),
    ] {
        let wrong = right.replace(was, is);
        assert!(standard::check(&mut Timeless, &wrong).is_err(), "{wrong}");
    }
}

#[test]
fn forty_moves_of_a_game_with_itself_follow_each_other() {
    let (mut console, _engine) = console();
    for _ in 0..40 {
        let answer = ask(&mut console, "ai 2");
        assert!(answer.starts_with("AI: "), "{answer}");
    }
}
