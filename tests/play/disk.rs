//! Files: saved, loaded, exported; everything that a drive can answer.

use crate::player::{MESSAGE, MOVES, Player};
use c64::drive::{Failure, MESSAGES, Trouble};
use c64::{Joystick, Key, Model, Power};
use cozy_chess::Board;
use cozy_chess::util::{display_san_move, parse_san_move};

/// Answers the screen of a file: the name, or the one of last time.
fn file(player: &mut Player, letter: &str, name: &str) {
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.text(letter);
    player.wait("Name:");
    player.text(name);
    player.text("\n");
    player.frames(60);
}

/// The same file as last time; SHIFT and the letter lead to the dialog from the board.
fn file_again(player: &mut Player, letter: &str) {
    player.text(&letter.to_uppercase());
    player.wait("Name:");
    player.text("\n");
    player.frames(30);
}

#[test]
fn a_game_is_saved_and_loaded() {
    let game = GAME;
    let mut player = Player::two_humans();
    player.moves(game);
    file(&mut player, "w", "game");
    player.wait("Saved");
    assert_eq!(player.person.drive.files["GAME"].len(), 76 + 2 * 3 + 17);
    player.text("nn");
    player.frames(60);
    player.assert_position(None, "");
    file(&mut player, "g", "");
    player.wait("Loaded");
    assert_eq!(player.panel(MOVES + 1), "2.Nf3");
    player.assert_position(None, game);
    player.moves("d7d6");
    player.assert_position(None, &format!("{game} d7d6"));
}

#[test]
fn a_game_from_a_set_up_position_comes_back_in_another_machine() {
    let mut player = Player::two_humans();
    player.text("p");
    player.wait("STOP cancels");
    player.text(" s");
    player.key(Key::F1);
    player.wait_board();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    player.moves("e7e5 g1f3");
    player.assert_position(Some(start), "e7e5 g1f3");
    file(&mut player, "w", "odds");
    player.wait("Saved");

    let mut other = Player::start(Model::Ntsc, Power::Noise(77));
    other.key(Key::Space);
    other.wait("Your move");
    other.person.drive.files = player.person.drive.files.clone();
    file(&mut other, "g", "odds");
    other.wait("Loaded");
    other.assert_position(Some(start), "e7e5 g1f3");
}

/// A game on the board, and the name `x` in the dialog.
fn game_named_x() -> Player {
    let mut player = Player::two_humans();
    player.moves(GAME);
    player.text("w");
    player.wait("Name:");
    player.text("x");
    player.key(Key::RunStop);
    player.wait("to move");
    player
}

const GAME: &str = "e2e4 c7c5 g1f3";

/// What the drive says of each of its errors, as the dialog shows it.
fn words(number: u8, text: &str) -> String {
    format!("{number:02},{text},00,00")
}

/// Leaves the dialog: the game is as it was.
fn back_to_the_game(player: &mut Player) {
    player.key(Key::RunStop);
    player.wait_board();
    player.assert_position(None, GAME);
}

#[test]
fn every_error_of_the_drive_is_shown_in_its_words_at_every_step() {
    let mut player = game_named_x();
    // Opening the file and closing it, when it is saved and when it is loaded.
    for (number, text) in MESSAGES.into_iter().filter(|&(number, _)| number >= 20) {
        for (letter, after) in [("w", 0), ("w", 1), ("g", 0), ("g", 1)] {
            let file = vec![0; 100];
            player.person.drive.files.clear();
            if letter == "g" {
                player.person.drive.files.insert("X".into(), file.clone());
            }
            let failure = Failure::Status(number);
            player.person.drive.trouble = Some(Trouble { after, failure });
            file_again(&mut player, letter);
            player.wait(&words(number, text));
            if letter == "g" {
                assert_eq!(player.person.drive.files["X"], file, "{number} {after}");
            }
            back_to_the_game(&mut player);
        }
    }
    player.moves("d7d6");
    player.assert_position(None, &format!("{GAME} d7d6"));
}

#[test]
fn a_drive_that_is_not_there_or_falls_silent_leaves_the_game_alone() {
    let mut player = game_named_x();
    let cases = [
        ("w", Failure::NoDevice, 0, "No device"),
        ("w", Failure::NoDevice, 1, "No device"),
        ("w", Failure::NoDevice, 2, "No device"),
        ("w", Failure::Silent(0), 0, "Disk error"),
        ("w", Failure::Silent(20), 0, "Disk error"),
        ("g", Failure::NoDevice, 0, "No device"),
        ("g", Failure::NoDevice, 1, "No device"),
        ("g", Failure::NoDevice, 2, "No device"),
        ("g", Failure::Silent(0), 0, "Disk error"),
        ("g", Failure::Silent(20), 0, "Disk error"),
    ];
    for (letter, failure, after, message) in cases {
        player.person.drive.files.clear();
        if letter == "g" {
            player.person.drive.files.insert("X".into(), vec![0; 200]);
        }
        player.person.drive.trouble = Some(Trouble { after, failure });
        file_again(&mut player, letter);
        player.wait(message);
        back_to_the_game(&mut player);
    }
    player.moves("d7d6");
    player.assert_position(None, &format!("{GAME} d7d6"));
}

#[test]
fn a_file_that_exists_is_replaced_after_a_question() {
    let mut player = game_named_x();
    let old = b"the old file".to_vec();
    player.person.drive.files.insert("X".into(), old.clone());
    // Any other key than Y leaves it alone.
    for key in ["n", "\n"] {
        file_again(&mut player, "w");
        player.wait("63,FILE EXISTS,00,00");
        player.wait("Replace it? Y");
        player.text(key);
        player.frames(60);
        if key == "n" {
            player.key(Key::Delete);
        }
        assert_eq!(player.person.drive.files["X"], old);
        player.key(Key::RunStop);
        player.wait_board();
    }
    file_again(&mut player, "w");
    player.wait("Replace it? Y");
    player.text("y");
    player.wait_message("Saved");
    let files = &player.person.drive.files;
    assert_eq!(files.len(), 1, "no temporary file is left: {files:?}");
    assert_eq!(files["X"].len(), 76 + 2 * 3 + 17);
    player.text("nn");
    player.frames(60);
    file_again(&mut player, "g");
    player.wait("Loaded");
    player.assert_position(None, GAME);
}

/// A file without what goes on while one looks: the clocks, and the sums over them.
fn game_of(file: &[u8]) -> &[u8] {
    &file[..file.len().min(76 + 2 * 3)]
}

#[test]
fn replacing_a_file_never_loses_it_before_the_new_one_is_whole() {
    let mut player = game_named_x();
    file_again(&mut player, "w");
    player.wait_message("Saved");
    let new = player.person.drive.files["X"].clone();
    let old = b"the old file".to_vec();
    let mut failures: Vec<Failure> = MESSAGES
        .into_iter()
        .filter(|&(number, _)| number >= 20)
        .map(|(number, _)| Failure::Status(number))
        .collect();
    failures.extend([Failure::NoDevice, Failure::Silent(0), Failure::Silent(20)]);
    // Open and close the old file, scratch what an earlier attempt left, open, close, scratch the old file, rename. Step 0 is
    // the attempt to save.
    for after in 1..=7 {
        for &failure in &failures {
            // Only a file falls silent; a drive that is gone is noticed before the question when it goes after one step.
            let happens = match failure {
                Failure::Silent(_) => after == 4,
                Failure::NoDevice => after > 1,
                Failure::Status(_) => true,
            };
            if !happens {
                continue;
            }
            let files = &mut player.person.drive.files;
            files.clear();
            files.insert("X".into(), old.clone());
            player.person.drive.trouble = Some(Trouble { after, failure });
            file_again(&mut player, "w");
            player.wait("Replace it? Y");
            player.text("y");
            player.frames(90);
            let files = &player.person.drive.files;
            let name = if after == 7 { "." } else { "X" };
            let kept = if after == 7 { &new } else { &old };
            let failed = player.person.drive.trouble.is_none();
            assert!(failed, "{failure:?} at step {after} did not happen");
            let file = files.get(name).map(|file| game_of(file));
            assert_eq!(file, Some(game_of(kept)), "{failure:?} at step {after}");
            back_to_the_game(&mut player);
            // The next attempt succeeds, whatever the failed one left.
            file_again(&mut player, "w");
            player.frames(30);
            if player.screen().contains("Replace it? Y") {
                player.text("y");
            }
            player.wait_message("Saved");
            assert_eq!(game_of(&player.person.drive.files["X"]), game_of(&new));
        }
    }
}

#[test]
fn a_program_is_not_replaced_by_a_game() {
    let mut player = game_named_x();
    let program = b"the program".to_vec();
    let drive = &mut player.person.drive;
    drive.files.insert("X".into(), program.clone());
    drive.programs.insert("X".into());
    for letter in ["w", "e"] {
        file_again(&mut player, letter);
        player.wait("Replace it? Y");
        player.text("y");
        player.wait("64,FILE TYPE MISMATCH,00,00");
        let files = &player.person.drive.files;
        assert_eq!((files.len(), &files["X"]), (1, &program), "{letter}");
        back_to_the_game(&mut player);
    }
}

/// The stick pushed once in a direction, or its button pressed.
fn stick(player: &mut Player, up: bool, down: bool, fire: bool) {
    let stick = Joystick {
        up,
        down,
        fire,
        ..Joystick::default()
    };
    player.person.move_stick(2, stick).expect("no fault");
    player.frames(60);
}

/// Games, programs among them, and sizes that look like quotes in the listing.
fn disk_of_games() -> Player {
    let mut player = Player::two_humans();
    player.moves(GAME);
    file(&mut player, "w", "second");
    player.wait_message("Saved");
    let drive = &mut player.person.drive;
    let game = drive.files["SECOND"].clone();
    drive.files.insert("A FIRST.ONE".into(), game.clone());
    drive.files.insert("LONGEST NAME 16C".into(), game);
    for name in ["64SQUARES", "QUEUE", "Z"] {
        drive.files.insert(name.into(), vec![0; 33 * 254 + 1]);
        drive.programs.insert(name.into());
    }
    player.text("nn");
    player.frames(60);
    player
}

#[test]
fn a_game_is_chosen_from_the_directory_by_joystick() {
    for (downs, ups, name) in [
        (1, 0, "a first.one"),
        (2, 0, "longest name 16c"),
        (3, 0, "second"),
        (3, 1, "longest name 16c"),
    ] {
        let mut player = disk_of_games();
        player.text("G");
        player.wait("Name: second-");
        stick(&mut player, false, true, false);
        player.wait("Name: a first.one-");
        (1..downs).for_each(|_| stick(&mut player, false, true, false));
        (0..ups).for_each(|_| stick(&mut player, true, false, false));
        player.wait(&format!("Name: {name}-"));
        stick(&mut player, false, false, true);
        player.wait_message("Loaded");
        player.assert_position(None, GAME);
    }
}

#[test]
fn behind_the_last_name_the_directory_begins_anew() {
    let mut player = disk_of_games();
    player.text("G");
    player.wait("Name: second-");
    stick(&mut player, false, true, false);
    player.wait("Name: a first.one-");
    (0..3).for_each(|_| stick(&mut player, false, true, false));
    player.wait("Name: -");
    // Another disk.
    let drive = &mut player.person.drive;
    drive.files.clear();
    drive.files.insert("OTHER".into(), vec![1]);
    stick(&mut player, false, true, false);
    player.wait("Name: other-");
    // None at all.
    player.person.drive.files.clear();
    stick(&mut player, false, true, false);
    player.wait("Name: -");
    stick(&mut player, false, true, false);
    player.wait("Name: -");
    player.key(Key::RunStop);
    player.wait_board();
    player.assert_position(None, "");
}

#[test]
fn a_joystick_saves_without_a_name_and_replaces() {
    let mut player = Player::two_humans();
    player.moves(GAME);
    for _ in 0..2 {
        player.text("W");
        player.wait("Name: ");
        stick(&mut player, false, false, true);
        if player.screen().contains("Replace it?") {
            stick(&mut player, false, false, true);
        }
        player.wait_message("Saved");
        assert_eq!(player.person.drive.files["GAME"].len(), 76 + 2 * 3 + 17);
    }
}

#[test]
fn every_error_of_the_drive_when_the_directory_is_read() {
    let mut player = game_named_x();
    let mut cases: Vec<(Failure, usize, String)> = Vec::new();
    for (number, text) in MESSAGES.into_iter().filter(|&(number, _)| number >= 20) {
        for after in 0..2 {
            cases.push((Failure::Status(number), after, words(number, text)));
        }
    }
    for after in 0..3 {
        cases.push((Failure::NoDevice, after, "No device".into()));
    }
    for bytes in [0, 1, 5, 30, 40] {
        cases.push((Failure::Silent(bytes), 0, "Disk error".into()));
    }
    for (failure, after, message) in cases {
        let drive = &mut player.person.drive;
        drive.files.clear();
        drive.files.insert("SOME".into(), vec![0; 100]);
        drive.trouble = Some(Trouble { after, failure });
        player.text("G");
        player.wait("Name:");
        player.key(Key::CursorDown);
        player.frames(30);
        player.wait(&message);
        assert_eq!(player.person.drive.trouble, None, "{failure:?} {after}");
        assert_eq!(player.person.drive.files["SOME"].len(), 100);
        back_to_the_game(&mut player);
    }
    player.moves("d7d6");
    player.assert_position(None, &format!("{GAME} d7d6"));
}

#[test]
fn damaged_files_are_refused() {
    let mut player = Player::two_humans();
    player.moves(GAME);
    file(&mut player, "w", "g");
    player.wait("Saved");
    let sound = player.person.drive.files["G"].clone();
    let mut damaged: Vec<Vec<u8>> = [0, 5, 30, 74, 77, sound.len() - 1]
        .into_iter()
        .map(|place| {
            let mut bytes = sound.clone();
            bytes[place] ^= 0x40;
            bytes
        })
        .collect();
    damaged.push(sound[..sound.len() - 3].to_vec());
    damaged.push(b"hello".to_vec());
    damaged.push(with_sums({
        let mut bytes = sound.clone();
        // A white king where a pawn was, and sums that hide it.
        bytes[7 + 52] = 0xB6;
        bytes
    }));
    damaged.push(with_sums({
        let mut bytes = sound.clone();
        bytes[76] = 0x63;
        bytes
    }));
    for (index, bytes) in damaged.into_iter().enumerate() {
        player.person.drive.files.insert("G".into(), bytes);
        file(&mut player, "g", "");
        player.wait("Damaged file");
        back_to_the_game(&mut player);
        assert_eq!(player.panel(MOVES + 1), "2.Nf3", "case {index}");
    }
    // The longest file that there is room for, and one that is longer.
    player.person.drive.files.insert("G".into(), vec![0; 8192]);
    file(&mut player, "g", "");
    player.wait("Damaged file");
    back_to_the_game(&mut player);
    player.person.drive.files.insert("G".into(), vec![0; 8193]);
    file(&mut player, "g", "");
    player.wait("Disk error");
    back_to_the_game(&mut player);
}

/// A file whose two sums are right again.
fn with_sums(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len() - 2;
    bytes[end] = bytes[..end]
        .iter()
        .fold(0, |sum: u8, &byte| sum.wrapping_add(byte));
    bytes[end + 1] = bytes[..end].iter().fold(0, |parity, &byte| parity ^ byte);
    bytes
}

/// Tags, moves and result of a PGN text, read strictly.
fn read_pgn(text: &str) -> (Vec<(String, String)>, Vec<String>, String) {
    let (head, body) = text.split_once("\n\n").expect("an empty line");
    let tags = head
        .lines()
        .map(|line| {
            let line = line
                .strip_prefix('[')
                .and_then(|line| line.strip_suffix("\"]"));
            let (name, value) = line.and_then(|line| line.split_once(" \"")).expect("a tag");
            (name.to_string(), value.to_string())
        })
        .collect();
    assert!(body.lines().all(|line| line.len() < 80), "{body}");
    let mut words: Vec<String> = body
        .split_whitespace()
        .filter(|word| !word.ends_with('.'))
        .map(str::to_string)
        .collect();
    let result = words.pop().expect("a result");
    (tags, words, result)
}

/// Replays SAN by other rules of chess; every move must be spelled as they spell it.
fn replay(start: Board, moves: &[String]) -> Board {
    let mut board = start;
    for word in moves {
        let mv = parse_san_move(&board, word).unwrap_or_else(|_| panic!("`{word}` in {board}"));
        assert_eq!(display_san_move(&board, mv).to_string(), *word);
        board.play(mv);
    }
    board
}

#[test]
fn the_exported_game_is_pgn_that_others_read() {
    let game = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 \
        c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";
    let mut player = Player::two_humans();
    player.moves(game);
    file(&mut player, "e", "opera");
    player.wait("Saved");
    let text = String::from_utf8(player.person.drive.files["OPERA"].clone()).expect("ASCII");
    let (tags, moves, result) = read_pgn(&text);
    let names: Vec<&str> = tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
    );
    assert_eq!((result.as_str(), tags[6].1.as_str()), ("1-0", "1-0"));
    let end = replay(Board::default(), &moves).to_string();
    assert!(end.starts_with(&player.fen()), "{end}");
    read_by_python(&text, 33);
}

#[test]
fn a_game_from_a_set_up_position_carries_its_start() {
    let mut player = Player::two_humans();
    player.text("p");
    player.wait("STOP cancels");
    player.text(" s");
    player.key(Key::F1);
    player.wait_board();
    player.moves("e7e5 g1f3 b8c6");
    file(&mut player, "e", "odds");
    player.wait("Saved");
    let text = String::from_utf8(player.person.drive.files["ODDS"].clone()).expect("ASCII");
    let (tags, moves, result) = read_pgn(&text);
    assert_eq!(tags[7], ("SetUp".to_string(), "1".to_string()));
    assert_eq!(tags[8].0, "FEN");
    assert_eq!(result, "*");
    let start: Board = tags[8].1.parse().expect("a FEN");
    let end = replay(start, &moves).to_string();
    assert!(end.starts_with(&player.fen()), "{end}");
    assert!(text.contains("1... e5 2. Nf3 Nc6 *"), "{text}");
    read_by_python(&text, 3);
}

/// Where Python has its chess package, it reads the text too.
fn read_by_python(text: &str, plies: usize) {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let script = "import sys, chess.pgn\ngame = chess.pgn.read_game(sys.stdin)\n\
        print(len(game.errors), len(list(game.mainline_moves())))";
    let python = |arguments: &[&str]| {
        Command::new("python3")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    };
    let has_chess = python(&["-c", "import chess.pgn"])
        .and_then(|mut child| child.wait())
        .is_ok_and(|status| status.success());
    if !has_chess {
        println!("python3 has no chess package: read by cozy-chess alone");
        return;
    }
    let mut child = python(&["-c", script]).expect("it ran before");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(text.as_bytes())
        .expect("it reads");
    let output = child.wait_with_output().expect("an end");
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(answer.trim(), format!("0 {plies}"), "{text}");
}

#[test]
fn the_name_can_be_edited_and_the_device_chosen() {
    let mut player = Player::two_humans();
    player.text("w");
    player.wait("Device: 8");
    player.text("abx");
    player.key(Key::Delete);
    player.text("c1++++");
    player.wait("Name: abc1-");
    player.wait("Device: 11");
    player.text("--");
    player.wait("Device: 9");
    player.text("\n");
    player.wait_message("Saved");
    assert_eq!(player.panel(MESSAGE), "Saved");
    assert!(player.person.drive.files.contains_key("ABC1"));
    // The device stays, and a name has up to sixteen characters.
    player.text("w");
    player.wait("Device: 9");
    player.text("defghijklmnopq");
    player.wait("Name: abc1defghijklmno-");
    player.text("\n");
    player.wait_message("Saved");
    assert!(player.person.drive.files.contains_key("ABC1DEFGHIJKLMNO"));
}

#[test]
fn a_game_is_loaded_from_pgn_and_a_wrong_move_is_named() {
    let mut player = Player::two_humans();
    player.moves(GAME);
    let right = "[Event \"x\"]\n\n1. d4 {[a] (b)} d5 2. Nf3 (2. c4 e6 (2... c6)) Nf6 $2 3. Bf4 1/2-1/2\n\n[Event \"y\"]\n";
    let wrong = right.replace("Bf4", "Bf3");
    let files = &mut player.person.drive.files;
    files.insert("RIGHT".into(), right.into());
    files.insert("WRONG".into(), wrong.into());
    file(&mut player, "g", "wrong");
    player.wait("Damaged file 3.Bf3");
    back_to_the_game(&mut player);
    player.text("G");
    player.wait("Name:");
    for _ in 0..5 {
        player.key(Key::Delete);
    }
    player.text("right\n");
    player.wait("Loaded");
    player.assert_position(None, "d2d4 d7d5 g1f3 g8f6 c1f4");
    player.moves("c7c5");
    player.assert_position(None, "d2d4 d7d5 g1f3 g8f6 c1f4 c7c5");
}
