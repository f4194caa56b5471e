//! Whole conversations with the engine over pipes, as a chess program has them.

mod program;

use std::io::{self, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::io::{BufRead, Lines};
use std::thread::JoinHandle;
use uci::session::Session;

/// An engine that serves in a thread of its own.
struct Engine {
    input: Option<PipeWriter>,
    output: Lines<BufReader<PipeReader>>,
    serving: JoinHandle<io::Result<()>>,
}

impl Engine {
    fn start() -> Engine {
        let (input_end, input) = pipe().expect("a pipe");
        let (output, output_end) = pipe().expect("a pipe");
        let session = Session::new(program::image(), output_end);
        Engine {
            input: Some(input),
            output: BufReader::new(output).lines(),
            serving: std::thread::spawn(|| session.serve(BufReader::new(input_end))),
        }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().expect("open");
        writeln!(input, "{line}").expect("the engine listens");
    }

    fn next(&mut self) -> String {
        self.output
            .next()
            .expect("the engine is there")
            .expect("text")
    }

    /// All lines up to the first that begins so.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.next());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    fn best_move(&mut self) -> String {
        let lines = self.until("bestmove");
        let last = lines.last().expect("at least that line");
        last.split(' ').nth(1).expect("a move").to_string()
    }

    /// What is left to read once the input is closed; the engine has then ended.
    fn close(mut self) -> Vec<String> {
        drop(self.input.take());
        let rest = self.output.map(|line| line.expect("text")).collect();
        let ended = self.serving.join().expect("no panic");
        ended.expect("no error of input");
        rest
    }

    fn quit(mut self) -> Vec<String> {
        self.send("quit");
        self.close()
    }
}

/// The last line that tells a depth; an `info string` may follow it.
fn last_thought(lines: &[String]) -> &str {
    let mut thoughts = lines.iter().filter(|line| line.starts_with("info depth"));
    thoughts.next_back().unwrap_or_else(|| panic!("{lines:?}"))
}

/// The number behind a word of an `info` line.
fn number(line: &str, word: &str) -> u64 {
    let mut words = line.split(' ').skip_while(|&other| other != word);
    words.next();
    let text = words.next().unwrap_or_else(|| panic!("{word} in {line}"));
    text.parse().expect("a number")
}

#[test]
fn the_engine_introduces_itself() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name 64 Squares"), "{lines:?}");
    for option in [
        "Clock",
        "Realtime",
        "Level",
        "Book",
        "Seed",
        "Target",
        "MultiPV",
        "Hash",
        "Clear Hash",
        "UCI_LimitStrength",
        "UCI_Elo",
        "UCI_EngineAbout",
    ] {
        let start = format!("option name {option} type ");
        assert!(
            lines.iter().any(|line| line.starts_with(&start)),
            "{option}"
        );
    }
    assert_eq!(engine.quit(), [""; 0]);
}

#[test]
fn each_malformed_line_is_explained_and_the_engine_keeps_serving() {
    let mut engine = Engine::start();
    for (line, reason) in [
        ("castle", "unknown command `castle`"),
        (
            "position fen 8/8 w - - 0 1",
            "position: FEN placement: 8 ranks expected, 2 found",
        ),
        (
            "position startpos moves e2e5",
            "position: move 1, `e2e5`, is not legal",
        ),
        (
            "position startpos moves e2e4 e7e5 e1e3",
            "position: move 3, `e1e3`, is not legal",
        ),
        (
            "setoption name Level value ten",
            "option Level: 1 to 7 expected, `ten` found",
        ),
        ("setoption name Colour value red", "no option `Colour`"),
    ] {
        engine.send(line);
        assert_eq!(engine.next(), format!("info string {reason}"));
        engine.send("isready");
        assert_eq!(engine.next(), "readyok");
    }
    engine.send("\u{0}\u{7f} \u{fffd}");
    assert!(engine.next().starts_with("info string unknown command"));
    assert!(engine.next().starts_with("info string unknown command"));
    engine.send("position startpos moves e2e4");
    engine.send("go depth 1");
    let answer = engine.best_move();
    assert!(matches!(answer.as_bytes()[1], b'7' | b'8'), "{answer}");
    engine.quit();
}

#[test]
fn after_a_refused_position_there_is_no_move_until_another_comes() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4");
    engine.send("position startpos moves e2e4 e7e9");
    engine.next();
    engine.send("go depth 1");
    let reason = "info string no position: the last one was refused";
    assert_eq!(engine.until("bestmove"), [reason, "bestmove 0000"]);
    engine.send("position startpos moves e2e4");
    engine.send("go depth 1");
    assert_ne!(engine.best_move(), "0000");
    engine.quit();
}

#[test]
fn what_is_not_understood_in_go_is_skipped_and_a_move_comes() {
    let mut engine = Engine::start();
    engine.send("setoption name Book value false");
    engine.send("setoption name Clock value SuperCPU");
    engine.send("setoption name Level value 3");
    for (go, notes) in [
        ("go hastily depth 2", 1),
        ("go depth deep", 1),
        ("go movetime 1.5 home", 2),
        ("go depth 0", 0),
        ("go wtime 99999999999999999999999 btime -1 depth 1", 0),
    ] {
        engine.send("position startpos moves e2e4");
        engine.send(go);
        let lines = engine.until("bestmove");
        let skipped = lines
            .iter()
            .filter(|line| line.starts_with("info string go"));
        assert_eq!(skipped.count(), notes, "{go}: {lines:?}");
        assert_ne!(
            lines.last().map(String::as_str),
            Some("bestmove 0000"),
            "{go}"
        );
    }
    engine.quit();
}

#[test]
fn an_epd_line_is_a_position() {
    let mut engine = Engine::start();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; id \"back rank\";");
    engine.send("go depth 2");
    assert_eq!(engine.best_move(), "a1a8");
    engine.quit();
}

#[test]
fn searchmoves_confine_the_search() {
    for target in ["6502", "native"] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Target value {target}"));
        engine.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
        engine.send("go depth 3 searchmoves e1e2 a1b1 a1a9");
        let lines = engine.until("bestmove");
        assert_eq!(lines[0], "info string go searchmoves: `a1a9` is not legal");
        let best = lines[lines.len() - 1].split(' ').nth(1).expect("a move");
        assert!(matches!(best, "e1e2" | "a1b1"), "{target}: {lines:?}");
        // The next search is free again.
        engine.send("go depth 3");
        assert_eq!(engine.best_move(), "a1a8", "{target}");
        engine.quit();
    }
}

#[test]
fn several_lines_are_ranked_at_every_depth() {
    for target in ["6502", "native"] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Target value {target}"));
        engine.send("setoption name MultiPV value 3");
        engine.send("position startpos moves e2e4 e7e5 g1f3");
        engine.send("go depth 3");
        let lines = engine.until("bestmove");
        for depth in 1..=3 {
            let start = format!("info depth {depth} ");
            let of_depth: Vec<&String> = lines
                .iter()
                .filter(|line| line.starts_with(&start) && line.contains(" multipv "))
                .collect();
            let ranks: Vec<u64> = of_depth
                .iter()
                .map(|line| number(line, "multipv"))
                .collect();
            assert_eq!(ranks[..3], [1, 2, 3], "{target}: {lines:?}");
            let scores: Vec<i64> = of_depth.iter().map(|line| centipawns(line)).collect();
            assert!(
                scores[..3].is_sorted_by(|a, b| a >= b),
                "{target}: {lines:?}"
            );
            let mut moves: Vec<&str> = of_depth[..3].iter().map(|line| first_move(line)).collect();
            moves.dedup();
            assert_eq!(moves.len(), 3, "{target}: {lines:?}");
        }
        let best = lines[lines.len() - 1].split(' ').nth(1).expect("a move");
        let first = lines.iter().rfind(|line| line.contains(" multipv 1 "));
        assert_eq!(first_move(first.expect("a first line")), best);
        engine.send("go movetime 2000");
        let lines = engine.until("bestmove");
        let used = number(last_thought(&lines), "time");
        assert!(used <= 2000, "{target}: {lines:?}");
        engine.quit();
    }
}

fn centipawns(line: &str) -> i64 {
    let text = line
        .split(" score cp ")
        .nth(1)
        .unwrap_or_else(|| panic!("{line}"));
    text.split(' ')
        .next()
        .expect("a word")
        .parse()
        .expect("a number")
}

fn first_move(line: &str) -> &str {
    let text = line
        .split(" pv ")
        .nth(1)
        .unwrap_or_else(|| panic!("{line}"));
    text.split(' ').next().expect("a word")
}

#[test]
fn a_mate_is_looked_for_by_the_solver() {
    // The king's quiet move comes first.
    let mate_in_two = "k7/8/2K5/8/8/8/8/7R w - - 0 1";
    for target in ["6502", "native"] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Target value {target}"));
        engine.send(&format!("position fen {mate_in_two}"));
        engine.send("go mate 3");
        let lines = engine.until("bestmove");
        assert!(
            last_thought(&lines).contains("score mate 2 "),
            "{target}: {lines:?}"
        );
        engine.send("position startpos");
        engine.send("go mate 1");
        assert_ne!(engine.best_move(), "0000", "{target}");
        engine.quit();
    }
}

#[test]
fn an_infinite_search_never_answers_before_it_is_stopped() {
    for position in [
        "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1",
        "position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1",
        "position startpos moves e2e5",
        "position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1",
    ] {
        let mut engine = Engine::start();
        engine.send(position);
        engine.send("go infinite");
        std::thread::sleep(std::time::Duration::from_millis(300));
        engine.send("isready");
        let lines = engine.until("readyok");
        let early = lines.iter().any(|line| line.starts_with("bestmove"));
        assert!(!early, "{position}: {lines:?}");
        engine.send("stop");
        engine.best_move();
        engine.quit();
    }
}

#[test]
fn a_long_search_tells_its_root_moves_and_how_deep_it_looks() {
    let mut engine = Engine::start();
    engine.send("setoption name Book value false");
    engine.send("position startpos moves e2e4 e7e5 g1f3");
    engine.send("go movetime 6000");
    let lines = engine.until("bestmove");
    let told = lines
        .iter()
        .filter(|line| line.starts_with("info currmove "));
    assert!(told.count() > 3, "{lines:?}");
    let last = last_thought(&lines);
    assert!(number(last, "seldepth") > number(last, "depth"), "{last}");
    engine.quit();
}

#[test]
fn a_cleared_table_finds_the_same_as_a_new_machine() {
    let mut engine = Engine::start();
    engine.send("setoption name Book value false");
    engine.send("position startpos moves d2d4");
    let search = |engine: &mut Engine| {
        engine.send("go depth 4");
        let lines = engine.until("bestmove");
        number(last_thought(&lines), "nodes")
    };
    let first = search(&mut engine);
    assert_ne!(search(&mut engine), first);
    engine.send("setoption name Clear Hash");
    assert_eq!(search(&mut engine), first);
    engine.quit();
}

#[test]
fn a_limited_strength_limits_the_nodes() {
    let nodes = |elo: u16| {
        let mut engine = Engine::start();
        engine.send("setoption name Book value false");
        engine.send("setoption name UCI_LimitStrength value true");
        engine.send(&format!("setoption name UCI_Elo value {elo}"));
        engine.send("position startpos moves e2e4");
        engine.send("go movetime 60000");
        let lines = engine.until("bestmove");
        engine.quit();
        number(last_thought(&lines), "nodes")
    };
    let (weak, strong) = (nodes(1250), nodes(1700));
    assert!(weak < 700 && strong > 2 * weak, "{weak} and {strong}");
}

#[test]
fn debug_shows_what_is_asked_of_a_search() {
    let mut engine = Engine::start();
    engine.send("debug on");
    engine.send("go depth 1");
    assert!(engine.next().starts_with("info string debug: Order {"));
    engine.until("bestmove");
    engine.send("debug off");
    engine.send("go depth 1");
    let lines = engine.until("bestmove");
    assert!(
        !lines.iter().any(|line| line.contains("debug")),
        "{lines:?}"
    );
    engine.quit();
}

#[test]
fn a_search_to_a_depth_reports_each_depth() {
    let mut engine = Engine::start();
    engine.send("setoption name Book value false");
    engine.send("position startpos moves e2e4 e7e5 g1f3");
    engine.send("go depth 4");
    let lines = engine.until("bestmove");
    for depth in 1..=4 {
        let start = format!("info depth {depth} ");
        assert!(
            lines.iter().any(|line| line.starts_with(&start)),
            "{lines:?}"
        );
    }
    let last = &lines[lines.len() - 2];
    assert!(number(last, "nodes") > 0 && number(last, "time") > 0);
    let (nodes, time) = (number(last, "nodes"), number(last, "time"));
    assert!(number(last, "nps").abs_diff(nodes * 1000 / time) <= 1 + nodes / 100);
    let best = lines[lines.len() - 1].split(' ').nth(1).expect("a move");
    assert!(last.contains(&format!(" pv {best}")), "{lines:?}");
    engine.quit();
}

#[test]
fn a_move_time_is_the_machines_and_is_not_overrun() {
    let mut engine = Engine::start();
    engine.send("setoption name Book value false");
    engine.send("position startpos moves d2d4 d7d5 c2c4");
    for (clock, time) in [("PAL", 150), ("PAL", 1500), ("NTSC", 3000), ("20000", 200)] {
        engine.send(&format!("setoption name Clock value {clock}"));
        engine.send(&format!("go movetime {time}"));
        let lines = engine.until("bestmove");
        let used = number(last_thought(&lines), "time");
        assert!(used <= time, "{clock} {time}: {lines:?}");
        assert!(used >= time / 2, "{clock} {time}: {lines:?}");
    }
    engine.quit();
}

#[test]
fn a_level_thinks_for_its_time() {
    let mut engine = Engine::start();
    engine.send("setoption name Book value false");
    engine.send("setoption name Level value 3");
    engine.send("position startpos moves d2d4 d7d5 c2c4");
    engine.send("go wtime 3600000 btime 3600000");
    let lines = engine.until("bestmove");
    let used = number(last_thought(&lines), "time");
    assert!((2000..=3060).contains(&used), "{lines:?}");
    engine.quit();
}

#[test]
fn a_number_of_nodes_ends_a_search() {
    // The host's engine knows the number as a limit of time and begins nothing shortly before it.
    for (target, expected) in [("6502", 400..430), ("native", 350..409)] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Target value {target}"));
        engine.send("setoption name Book value false");
        engine.send("position startpos");
        engine.send("go nodes 400");
        let lines = engine.until("bestmove");
        let nodes = number(&lines[lines.len() - 2], "nodes");
        assert!(expected.contains(&nodes), "{target}: {lines:?}");
        engine.quit();
    }
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped() {
    for target in ["6502", "native"] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Target value {target}"));
        engine.send("position startpos");
        engine.send("go infinite");
        engine.until("info depth 2");
        engine.send("go depth 1");
        engine.until("info string go: refused while thinking; send stop first");
        engine.send("isready");
        engine.until("readyok");
        engine.send("stop");
        assert_ne!(engine.best_move(), "0000");
        engine.send("setoption name Book value false");
        engine.send("go depth 3");
        let lines = engine.until("bestmove");
        let last = &lines[lines.len() - 2];
        assert_eq!(number(last, "depth"), 3, "{target}: {lines:?}");
        engine.quit();
    }
}

#[test]
fn a_mate_found_early_is_told_only_when_asked_for() {
    let mut engine = Engine::start();
    engine.send("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1");
    engine.send("go infinite");
    engine.until("info depth 1 ");
    engine.send("isready");
    let lines = engine.until("readyok");
    let early = lines.iter().any(|line| line.starts_with("bestmove"));
    assert!(!early, "{lines:?}");
    engine.send("stop");
    assert_eq!(engine.best_move(), "a1a8");
    engine.quit();
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    for target in ["6502", "native"] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Target value {target}"));
        engine.send("position startpos moves e2e4 e7e5");
        engine.send("go ponder wtime 30000 btime 30000");
        engine.until("info depth 2");
        engine.send("ponderhit");
        assert_ne!(engine.best_move(), "0000");
        engine.quit();
    }
}

#[test]
fn quitting_while_it_thinks_ends_the_engine_without_a_move() {
    for target in ["6502", "native"] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Target value {target}"));
        engine.send("go infinite");
        engine.until("info depth 2");
        let rest = engine.quit();
        let moved = rest.iter().any(|line| line.starts_with("bestmove"));
        assert!(!moved, "{rest:?}");
    }
}

#[test]
fn a_closed_input_lets_a_search_with_an_end_finish_and_stops_any_other() {
    for go in ["go depth 2", "go infinite"] {
        let mut engine = Engine::start();
        engine.send(go);
        let rest = engine.close();
        let moves = rest.iter().filter(|line| line.starts_with("bestmove "));
        assert_eq!(moves.count(), 1, "{go}: {rest:?}");
    }
}

#[test]
fn mate_and_stalemate_on_the_board_have_no_move() {
    let mut engine = Engine::start();
    for (fen, reason) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "checkmate"),
        ("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "stalemate"),
    ] {
        engine.send(&format!("position fen {fen}"));
        engine.send("go depth 3");
        let lines = engine.until("bestmove");
        assert!(lines[0].contains(reason), "{lines:?}");
        assert_eq!(lines[1], "bestmove 0000");
    }
    engine.quit();
}

#[test]
fn a_seed_repeats_a_game_of_the_weakest_level() {
    let opening = |seed: u16| {
        let mut engine = Engine::start();
        engine.send("setoption name Level value 1");
        engine.send("setoption name Book value false");
        engine.send(&format!("setoption name Seed value {seed}"));
        let mut moves = String::new();
        for _ in 0..6 {
            engine.send(&format!("position startpos moves{moves}"));
            engine.send("go movetime 10000");
            moves += " ";
            moves += &engine.best_move();
        }
        engine.quit();
        moves
    };
    assert_eq!(opening(7), opening(7));
    assert_ne!(opening(7), opening(8));
}

#[test]
fn the_book_answers_where_there_is_one() {
    let has_book = program::image().addresses.book.is_some();
    for (target, known) in [("6502", has_book), ("native", true)] {
        let mut engine = Engine::start();
        engine.send(&format!("setoption name Target value {target}"));
        engine.send("setoption name Book value true");
        engine.send("position startpos");
        engine.send("go depth 1");
        let first = engine.until("bestmove").swap_remove(0);
        let expected = if known {
            "info string a move of the book"
        } else {
            "info string option Book: this program was built without a book"
        };
        assert_eq!(first, expected, "{target}");
        engine.quit();
    }
}

#[test]
fn a_search_that_was_cut_off_leaves_the_engine_in_order() {
    let mut engine = Engine::start();
    engine.send("setoption name Book value false");
    engine.send("position startpos moves e2e4 e7e5");
    engine.send("go movetime 1");
    let lines = engine.until("bestmove");
    assert_eq!(lines[0], "info string out of time: the best move so far");
    engine.send("position startpos moves e2e4 e7e5 g1f3 b8c6");
    engine.send("go depth 3");
    let lines = engine.until("bestmove");
    assert_eq!(number(&lines[lines.len() - 2], "depth"), 3, "{lines:?}");
    engine.quit();
}

#[test]
fn realtime_changes_nothing_but_the_pace() {
    let answer = |realtime: bool| {
        let mut engine = Engine::start();
        engine.send("setoption name Book value false");
        engine.send(&format!("setoption name Realtime value {realtime}"));
        engine.send("position startpos moves e2e4 c7c5");
        engine.send("go movetime 400");
        let lines = engine.until("bestmove");
        engine.quit();
        lines
    };
    assert_eq!(answer(true), answer(false));
}
