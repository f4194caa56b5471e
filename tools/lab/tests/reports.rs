//! The report from a folder of stored results: its tables, its plots, its ledger.

mod folder;

use folder::folder;
use lab::command::report::{Report, run};
use lab::game::Score;
use lab::results::{Entry, Head, Results};
use lab::thought::Thought;
use std::path::{Path, PathBuf};

fn store(results: &Path, version: &str, player: &str, opponent: &str, wins: usize) {
    let head = Head {
        player: player.into(),
        opponent: opponent.into(),
        version: version.into(),
        image: "0".into(),
        player_limit: String::new(),
        opponent_limit: String::new(),
    };
    let path = results.join(format!("{version}-{player}-{opponent}.jsonl").replace(':', "-"));
    let mut stored = Results::open(&path, &head).expect("a new file");
    for game in 0..10 {
        let thought = Thought {
            mv: "e2e4".into(),
            depth: 5,
            score: Some(10),
            milliseconds: 24_500,
            nodes: 0,
        };
        let entry = Entry {
            game,
            opening: "none".into(),
            line: String::new(),
            white: true,
            score: if game < wins {
                Score::White
            } else {
                Score::Black
            },
            reason: "checkmate".into(),
            fault: None,
            moves: vec![thought],
        };
        stored.add(entry).expect("our own file");
    }
}

#[test]
fn the_report_has_ratings_usage_ledger_and_plots() {
    let (results, docs) = (folder("report-results"), folder("report-docs"));
    store(&results, "abc", "c64:5", "stockfish:1500", 6);
    store(&results, "abc", "c64:3", "stockfish:1500", 4);
    store(&results, "abc", "c64:5", "gnuchess:2", 5);
    store(&results, "calibration", "gnuchess:2", "stockfish:1700", 5);
    let image = results.join("program.prg");
    std::fs::write(&image, [0; 777]).expect("our own file");
    let positions = results.join("positions.epd");
    let text =
        "# two\n4k3/8/8/8/8/8/8/R3K3 w - - 0 1 ; ending\n4k3/8/8/8/8/8/8/Q3K3 w - - 0 1 ; ending\n";
    std::fs::write(&positions, text).expect("our own file");
    let profile = " share cycles runs a run function\n 60.0% 6 1 6 make\n 40.0% 4 1 4 eval\n";
    std::fs::write(results.join("profile.txt"), profile).expect("our own file");
    let report = Report {
        results,
        docs: docs.clone(),
        enter: Some("the first".into()),
        version: Some("abc".into()),
        image,
        bridge: PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fake-engine.sh"),
        positions,
    };
    assert_eq!(run(&report), Ok(true));
    let text = std::fs::read_to_string(docs.join("strength.md")).expect("just written");
    for part in [
        "| 5 | stockfish:1500 | 10 | +6 =0 -4 | 60.0 % | +70 ",
        "| 5 | gnuchess:2 | 10 | +5 =0 -5 | 50.0 % | +0 [-252, +252] | 1700 [1448, 1952] |",
        "| **5** | all | 20 |",
        "| 3 | 10 | 5.00 | 24.5 | 24.50 | 0 | `make elo LEVEL=3 GAMES=10 OPPONENT=stockfish:1500` |",
        "| abc | the first | 777 | 6078 | 3.00 | 16",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    for plot in ["img/strength-elo.svg", "img/strength-cycles.svg"] {
        assert!(text.contains(plot) && docs.join(plot).exists());
    }
}

#[test]
fn a_report_without_a_program_names_the_file() {
    let results = folder("report-bare");
    let report = Report {
        docs: results.clone(),
        image: results.join("none.prg"),
        enter: Some("nothing".into()),
        version: Some("abc".into()),
        bridge: results.join("no-bridge"),
        positions: results.join("none.epd"),
        results,
    };
    let error = run(&report).expect_err("no program");
    assert!(error.contains("none.prg"), "{error}");
}

/// The committed page and plots are those that `make report` writes.
#[test]
fn the_committed_report_is_not_older_than_its_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let docs = folder("report-committed");
    let report = Report {
        results: root.join("tools/lab/results"),
        docs: docs.clone(),
        enter: None,
        version: None,
        image: PathBuf::new(),
        bridge: PathBuf::new(),
        positions: PathBuf::new(),
    };
    run(&report).expect("the stored results");
    for name in [
        "strength.md",
        "img/strength-elo.svg",
        "img/strength-cycles.svg",
    ] {
        let committed = std::fs::read_to_string(root.join("docs").join(name)).expect(name);
        let written = std::fs::read_to_string(docs.join(name)).expect(name);
        assert!(
            committed == written,
            "docs/{name} is older than its sources: make report"
        );
    }
}
