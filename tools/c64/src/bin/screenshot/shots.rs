//! Somebody plays the chess program, and each of its screens is taken once.

use c64::{Frame, Key, Model, Person, Power};

/// The opera game, Paris 1858, up to the queen sacrifice.
const MIDDLEGAME: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 \
    c3b5 c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6";
/// Its end.
const ENDING: &str = "b5d7 f6d7 b3b8 d7b8 d1d8";
const OPENING: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6";

/// Hands every picture over with its name.
pub fn take_all(
    prg: &[u8],
    keep: &mut impl FnMut(&str, Frame) -> Result<(), String>,
) -> Result<(), String> {
    let mut person = Person::start(prg, Model::Pal, Power::Noise(64))?;
    let mut take = |person: &mut Person, name: &str| {
        let picture = person.machine.next_frame();
        keep(name, picture.map_err(|fault| fault.to_string())?)
    };
    person.wait("Press a key")?;
    person.run_seconds(1)?;
    take(&mut person, "title")?;
    person.type_text("p")?;
    take(&mut person, "bold")?;
    person.type_text("p")?;
    person.wait("The queen too!")?;
    person.run_frames(20)?;
    take(&mut person, "famous")?;
    person.press(&[Key::Space])?;
    person.wait("Press a key")?;
    person.press(&[Key::Space])?;
    person.wait("Your move")?;
    person.press(&[Key::F1])?;
    person.wait("Leave to BASIC")?;
    person.run_seconds(1)?;
    take(&mut person, "menu")?;
    person.type_text("?")?;
    person.wait("While it thinks")?;
    person.run_seconds(1)?;
    take(&mut person, "keys")?;
    person.press(&[Key::Space])?;
    person.wait("Your move")?;
    person.press(&[Key::F1])?;
    person.wait("Leave to BASIC")?;
    choose_two_players(&mut person)?;
    play(&mut person, OPENING)?;
    take(&mut person, "opening")?;
    // Asked for once more, because moves were made.
    person.type_text("nn")?;
    person.run_seconds(1)?;
    play(&mut person, MIDDLEGAME)?;
    take(&mut person, "middlegame")?;
    person.type_text("y")?;
    person.wait("Depth 4")?;
    take(&mut person, "thinking")?;
    person.press(&[Key::Return])?;
    person.wait("Try ")?;
    person.type_text("/")?;
    person.wait("4kb1r/")?;
    take(&mut person, "fen")?;
    person.press(&[Key::Return])?;
    person.wait("64 Squares")?;
    person.type_text("p")?;
    person.wait("STOP cancels")?;
    person.run_seconds(1)?;
    take(&mut person, "setup")?;
    person.press(&[Key::RunStop])?;
    person.wait("White to move")?;
    save_over(&mut person)?;
    take(&mut person, "files")?;
    person.press(&[Key::RunStop])?;
    person.wait("White to move")?;
    play(&mut person, ENDING)?;
    take(&mut person, "end")
}

/// A file of that name exists: the drive says so, and the program asks.
fn save_over(person: &mut Person) -> Result<(), String> {
    person.drive.files.insert("OPERA".into(), Vec::new());
    person.type_text("w")?;
    person.wait("Name:")?;
    person.type_text("opera\n")?;
    person.wait("Replace it?")?;
    person.run_seconds(1)
}

/// From the menu to a board on which nobody else moves.
fn choose_two_players(person: &mut Person) -> Result<(), String> {
    for shown in ["You are Black", "Two players"] {
        person.type_text("s")?;
        person.wait(shown)?;
    }
    person.press(&[Key::F1])?;
    person.wait("White to move")
}

fn play(person: &mut Person, moves: &str) -> Result<(), String> {
    for mv in moves.split_whitespace() {
        person.type_text(mv)?;
        person.run_frames(30)?;
    }
    person.run_seconds(1)
}
