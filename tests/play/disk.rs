//! Files: saved, loaded, exported; everything that a drive can answer.

use crate::player::{MESSAGE, MOVES, Player};
use c64::drive::Trouble;
use c64::{Key, Model, Power};
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

#[test]
fn a_game_is_saved_and_loaded() {
    let game = "e2e4 c7c5 g1f3";
    let mut player = Player::two_humans();
    player.moves(game);
    file(&mut player, "w", "game");
    player.wait("Saved");
    assert_eq!(player.person.drive.files["GAME"].len(), 76 + 2 * 3 + 7);
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

#[test]
fn every_trouble_has_its_message_and_the_game_stays() {
    let troubles = [
        (Trouble::NoDevice, "No device"),
        (Trouble::Status(62), "No such file"),
        (Trouble::Status(63), "File exists"),
        (Trouble::Status(72), "Disk full"),
        (Trouble::Status(21), "Disk error"),
        (Trouble::Status(74), "Disk error"),
        (Trouble::AtTheEnd(72), "Disk full"),
    ];
    let game = "e2e4 c7c5 g1f3";
    let mut player = Player::two_humans();
    player.moves(game);
    player.text("w");
    player.wait("Name:");
    player.text("x");
    player.key(Key::RunStop);
    player.wait("to move");
    for (trouble, message) in troubles {
        for letter in ["w", "g"] {
            player.person.drive.files.remove("X");
            if letter == "g" {
                player.person.drive.files.insert("X".into(), vec![0; 200]);
            }
            player.person.drive.trouble = Some(trouble);
            file(&mut player, letter, "");
            player.wait_message(message);
            player.assert_position(None, game);
        }
    }
    player.moves("d7d6");
    player.assert_position(None, &format!("{game} d7d6"));
}

#[test]
fn damaged_files_are_refused() {
    let game = "e2e4 c7c5 g1f3";
    let mut player = Player::two_humans();
    player.moves(game);
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
        player.wait_message("Damaged file");
        player.assert_position(None, game);
        assert_eq!(player.panel(MOVES + 1), "2.Nf3", "case {index}");
    }
    player.person.drive.files.insert("G".into(), vec![0; 3000]);
    file(&mut player, "g", "");
    player.wait_message("Disk error");
    player.assert_position(None, game);
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
}
