//! A saved game for the disk image, written by the chess program itself: somebody plays the opera game (Paris 1858) on the
//! emulated machine and saves it. `sample-game PROGRAM.prg GAME.seq`

use c64::{Key, Model, Person, Power};
use std::process::ExitCode;

const USAGE: &str = "usage: sample-game PROGRAM.prg GAME.seq";

const MOVES: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 \
    c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [program, game] => play_and_save(program).and_then(|bytes| {
            std::fs::write(game, bytes).map_err(|error| format!("cannot write {game}: {error}"))
        }),
        _ => Err(USAGE.to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("sample-game: {message}");
            ExitCode::FAILURE
        }
    }
}

fn play_and_save(program: &str) -> Result<Vec<u8>, String> {
    let prg = std::fs::read(program).map_err(|error| format!("cannot read {program}: {error}"))?;
    let mut person = Person::start(&prg, Model::Pal, Power::Noise(64))?;
    person.wait("Press a key")?;
    person.press(&[Key::Space])?;
    person.wait("Your move")?;
    person.press(&[Key::F1])?;
    for shown in ["You are White", "You are Black", "Two players"] {
        person.wait(shown)?;
        if shown != "Two players" {
            person.type_text("s")?;
        }
    }
    person.press(&[Key::F1])?;
    person.wait("White to move")?;
    for mv in MOVES.split_whitespace() {
        person.type_text(mv)?;
        person.run_frames(30)?;
    }
    person.wait("Checkmate")?;
    person.type_text("w")?;
    person.wait("Name:")?;
    person.type_text("opera\n")?;
    person.wait("Saved")?;
    person
        .drive
        .files
        .remove("OPERA")
        .ok_or_else(|| "the program saved nothing".to_string())
}
