//! Games of fastchess and cutechess-cli become stored results, each once.

mod folder;

use clap::Parser;
use folder::folder;
use lab::command::import::{Import, run};
use lab::game::Score;
use lab::results::read;
use std::path::Path;

/// As fastchess 1.4 writes it.
const FASTCHESS: &str = r#"[Event "Fastchess Tournament"]
[Site "?"]
[Round "1"]
[White "c64"]
[Black "sf"]
[Result "0-1"]
[PlyCount "4"]
[Termination "normal"]
[TimeControl "-"]

1. f3 {book} e5 {book} 2. g4 {-0.52/3 2.951s} Qh4# {+M1/9 0.050s, Black mates} 0-1
"#;

/// As cutechess-cli 1.3 writes it.
const CUTECHESS: &str = r#"[Event "?"]
[White "sf"]
[Black "c64"]
[Result "0-1"]
[PlyCount "5"]
[Termination "adjudication"]

1. e4 {book} e5 {book} 2. Qh5 {+0.10/8 0.02s} Nc6 {-0.20/3 3.0s}
3. Ke2 {-9.50/9 0.02s, White resigns} 0-1
"#;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    import: Import,
}

fn import(folder: &Path, text: &str, name: &str) -> Result<bool, String> {
    let file = folder.join("games.pgn");
    std::fs::write(&file, text).expect("a file of our own");
    let line = Line::parse_from([
        "import",
        &file.display().to_string(),
        "--name",
        name,
        "--opponent",
        "stockfish:1700",
        "--version",
        "1a2b3c4d5",
        "--results",
        &folder.display().to_string(),
    ]);
    run(&line.import)
}

#[test]
fn games_of_both_tools_come_into_the_results_once() {
    let folder = folder("import");
    for text in [FASTCHESS, CUTECHESS, FASTCHESS] {
        import(&folder, text, "c64").expect("sound games");
    }
    let stored = folder.join("1a2b3c4d5-c64-5-stockfish-1700.jsonl");
    let (head, entries) = read(&stored).expect("a results file");
    assert_eq!((head.player.as_str(), entries.len()), ("c64:5", 2));
    let colours: Vec<(bool, Score)> = entries.iter().map(|e| (e.white, e.score)).collect();
    assert_eq!(colours, [(true, Score::Black), (false, Score::Black)]);
    assert_eq!(entries[1].reason, "adjudication");
    assert_eq!(entries[1].line, "e2e4 e7e5");
    assert_eq!(entries[1].moves[1].mv, "b8c6");
}

#[test]
fn a_game_without_the_player_is_refused_by_the_names_in_it() {
    let error = import(&folder("import-wrong"), FASTCHESS, "nobody").expect_err("not its game");
    assert!(error.contains("`c64` and `sf`"), "{error}");
}
