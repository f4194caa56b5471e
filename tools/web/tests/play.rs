//! The console with the compiled program in it, used as the page uses it: fingers on squares, buttons, games from outside.
//!
//! Needs `build/64squares.prg` (`make prg`) and runs with `cargo test -p web --features prg`.

use c64::Model;
use squares64::game::{clock, settings};
use web::console::Console;
use web::hand::Command;
use web::memory::Screen;
use web::story::{Given, STANDARD};
use web::{pgn, script};

const SECOND: u64 = Model::Pal.clock_hz();
/// The title is there, and the famous games have not begun.
const TITLE_SECONDS: u64 = 5;

fn program(ending: &str) -> std::path::PathBuf {
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/../../build/64squares.prg");
    std::path::Path::new(built).with_extension(ending)
}

fn read(ending: &str) -> Vec<u8> {
    let path = program(ending);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}; make prg", path.display()))
}

fn labels() -> String {
    String::from_utf8(read("sym")).expect("labels are text")
}

/// A console that shows its board.
fn on_board() -> Console {
    let mut console = Console::start(read("prg"), &labels(), Model::Pal, 1).expect("a program");
    wait(&mut console, |console| {
        console.message().is_empty() && seconds(console) >= TITLE_SECONDS
    });
    console.touch(190, 100).expect("a running program");
    wait(&mut console, |console| console.message() == "Your move");
    console
}

fn seconds(console: &Console) -> u64 {
    console.machine.cycles() / SECOND
}

fn wait(console: &mut Console, done: impl Fn(&mut Console) -> bool) {
    for _ in 0..3_000 {
        if done(console) {
            return;
        }
        console.run_frames(1).expect("a running program");
    }
    panic!("it never came:\n{}", console.machine.screen_text());
}

/// The middle of a square in the picture, seen from White's side.
fn pixel(square: &str) -> (usize, usize) {
    let [file, rank] = square.as_bytes() else {
        panic!("no square {square}")
    };
    let (column, row) = (usize::from(file - b'a'), usize::from(b'8' - rank));
    (32 + 8 + column * 24 + 12, 35 + row * 24 + 12)
}

fn drag(console: &mut Console, from: &str, to: &str) {
    let (x, y) = pixel(from);
    let touch = console.touch(x, y).expect("a running program");
    let (x, y) = pixel(to);
    console.lift(touch, x, y).expect("a running program");
}

fn click(console: &mut Console, square: &str) {
    drag(console, square, square);
}

fn moves(console: &mut Console) -> Vec<String> {
    console.story().moves.clone()
}

fn load(console: &mut Console, fen: &str, moves: &[&str]) -> Result<(), String> {
    let moves = moves.iter().map(ToString::to_string).collect();
    let fen = fen.to_string();
    console.load_game(&Given { fen, moves })
}

#[test]
fn a_piece_is_moved_by_dragging_it_and_by_clicking_twice() {
    let mut console = on_board();
    drag(&mut console, "e2", "e4");
    wait(&mut console, |console| moves(console).len() >= 2);
    click(&mut console, "g1");
    click(&mut console, "f3");
    wait(&mut console, |console| moves(console).len() >= 4);
    let made = moves(&mut console);
    assert_eq!((made[0].as_str(), made[2].as_str()), ("e4", "Nf3"));
    assert!(
        console.story().pgn.contains("1. e4 "),
        "{}",
        console.story().pgn
    );
}

#[test]
fn an_illegal_drop_is_refused_in_the_programs_own_words() {
    let mut console = on_board();
    drag(&mut console, "e2", "e5");
    assert_eq!(console.message(), "Can't go there");
    drag(&mut console, "e7", "e5");
    assert_eq!(console.message(), "Not your piece");
    drag(&mut console, "e4", "e5");
    assert_eq!(console.message(), "No piece there");
    assert!(moves(&mut console).is_empty());
}

#[test]
fn buttons_take_back_flip_set_the_level_and_begin_anew() {
    let mut console = on_board();
    drag(&mut console, "e2", "e4");
    wait(&mut console, |console| moves(console).len() >= 2);
    console.command(Command::TakeBack).expect("a button");
    console.story();
    assert_eq!(console.played(), 0);
    console.command(Command::Flip).expect("a button");
    assert!(console.settings().flipped);
    // The board is turned: what was e2 is now d7, and no piece of White's.
    drag(&mut console, "e2", "e4");
    assert_eq!(console.message(), "Not your piece");
    console.set_level(5).expect("a level");
    assert_eq!(console.settings().level, 5);
    console.command(Command::NewGame).expect("a button");
    assert!(moves(&mut console).is_empty());
}

#[test]
fn a_search_can_be_seen_and_hurried() {
    let mut console = on_board();
    load(&mut console, STANDARD, &["e4", "a5", "Nf3", "h5"]).expect("a game");
    console.set_level(5).expect("a level");
    drag(&mut console, "d2", "d4");
    wait(&mut console, |console| console.finding().depth >= 3);
    assert!(console.is_thinking());
    let finding = console.finding().clone();
    // 25 seconds.
    assert_eq!(u64::from(finding.budget) / (SECOND / 10), 250);
    assert!(
        finding.nodes > 100 && !finding.line.is_empty(),
        "{finding:?}"
    );
    console.command(Command::MoveNow).expect("a button");
    wait(&mut console, |console| !console.is_thinking());
    assert_eq!(moves(&mut console).len(), 6);
    assert_eq!(console.scores.keys().copied().collect::<Vec<_>>(), [6]);
}

#[test]
fn a_position_with_an_en_passant_square_is_continued_by_that_capture() {
    let mut console = on_board();
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    load(&mut console, fen, &[]).expect("a position");
    assert_eq!(console.story().fen, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2");
    drag(&mut console, "e5", "d6");
    assert_eq!(moves(&mut console), ["d5", "exd6"]);
}

#[test]
fn a_pawn_becomes_what_the_visitor_chooses() {
    let mut console = on_board();
    load(&mut console, "7k/P7/8/8/8/8/8/4K3 w - - 0 1", &[]).expect("a position");
    drag(&mut console, "a7", "a8");
    assert_eq!(console.screen(), Screen::Promotion);
    console.promote('r').expect("a piece");
    assert_eq!(moves(&mut console)[0], "a8=R+");
}

#[test]
fn black_to_move_turns_the_board() {
    let mut console = on_board();
    let text = "[Event \"?\"]\n\n1. e4 {best} (1. d4 d5) e5 2. Nf3 $1 Nc6 3. Bb5 *";
    console
        .load_game(&pgn::read(text).expect("a game"))
        .expect("a game");
    assert_eq!(moves(&mut console), ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    assert!(console.settings().flipped && !console.settings().computer_plays(false));
}

#[test]
fn what_is_no_game_is_refused_with_the_reason_and_changes_nothing() {
    let mut console = on_board();
    drag(&mut console, "e2", "e4");
    wait(&mut console, |console| moves(console).len() >= 2);
    let before = moves(&mut console);
    for (fen, moves, reason) in [
        (
            "8/8/8/8/8/8/8/8 w - - 0 1",
            vec![],
            "FEN placement: White has 0 kings",
        ),
        ("nonsense", vec![], "FEN: 6 fields expected, 1 found"),
        (STANDARD, vec!["e5"], "half move 1, `e5`: not legal here"),
        (
            STANDARD,
            vec!["e4", "xyz"],
            "half move 2, `xyz`: not a move",
        ),
    ] {
        assert_eq!(load(&mut console, fen, &moves), Err(reason.to_string()));
    }
    assert!(pgn::read("1. e4 {no end").is_err() && pgn::read("[Event \"x").is_err());
    assert_eq!(moves(&mut console), before);
}

#[test]
fn a_game_is_saved_and_loaded_and_goes_to_a_disk_image() {
    let mut console = on_board();
    load(&mut console, STANDARD, &["e4", "e5"]).expect("a game");
    console.save("mygame").expect("an empty disk");
    let again = console.save("mygame").expect_err("it is there");
    assert!(again.starts_with("The program says: "), "{again}");
    console.command(Command::NewGame).expect("a button");
    assert!(moves(&mut console).is_empty());
    console.load("mygame").expect("a saved game");
    assert_eq!(moves(&mut console), ["e4", "e5"]);
    assert!(console.load("nothing").is_err());
    let image = console.disk_image().expect("a disk");
    let files = c64::d64::files(&image).expect("a sound disk");
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["64squares", "mygame"]);
}

fn result_of(console: &mut Console) -> String {
    let pgn = console.story().pgn.clone();
    let last = pgn.split_whitespace().last().expect("a result").to_string();
    assert!(pgn.contains(&format!("[Result \"{last}\"]")), "{pgn}");
    last
}

#[test]
fn a_resignation_is_in_the_pgn() {
    let mut console = on_board();
    load(&mut console, STANDARD, &["e4", "e5"]).expect("a game");
    assert_eq!(result_of(&mut console), "*");
    console.machine.type_text("qq").expect("two keys");
    wait(&mut console, |console| result_of(console) == "0-1");
    // Taken back, the game goes on.
    console.command(Command::TakeBack).expect("a button");
    assert_eq!(result_of(&mut console), "*");
}

#[test]
fn a_flag_that_fell_is_in_the_pgn() {
    let mut console = on_board();
    let settings = console.machine.address_of("Settings").expect("settings");
    let five_minutes = usize::from(settings) + usize::from(settings::CLOCK.place());
    console.machine.ram_mut()[five_minutes] = clock::GAME;
    console.command(Command::NewGame).expect("a button");
    drag(&mut console, "e2", "e4");
    wait(&mut console, |console| moves(console).len() >= 2);
    assert_eq!(result_of(&mut console), "*");
    console.run(6 * 60 * SECOND).expect("a running program");
    assert_eq!(result_of(&mut console), "0-1");
}

#[test]
fn a_script_says_which_line_it_does_not_understand() {
    let mut console = on_board();
    let error = script::run(&mut console, &labels(), "run 100\njump").expect_err("no command");
    assert_eq!(error, "line 2, `jump`: not a command");
}
