//! Games and problems, saved by the chess program: somebody plays and sets them up on the emulated machine.

use c64::{Key, Model, Person, Power};

/// The games that the title plays, too; the file's head describes its format.
const GAMES: &str = include_str!("../../../../../book/famous.games");

/// File names and moves of the games.
fn games() -> Vec<(&'static str, String)> {
    let mut games: Vec<(&str, String)> = Vec::new();
    for line in GAMES.lines().filter(|line| !line.starts_with(['#', '='])) {
        if let Some((name, _)) = line.split_once(": ") {
            games.push((name, String::new()));
        } else if let Some((_, moves)) = games.last_mut() {
            *moves = format!("{moves} {line}");
        }
    }
    games
}

/// Problems for the mate solver.
const PROBLEMS: &str = include_str!("../../../disk/problems.epd");

/// All files by name.
pub fn save_all(prg: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut player = Player::sit_down(prg)?;
    let mut files = Vec::new();
    for (name, moves) in games() {
        player.play(&moves)?;
        files.push((name.to_string(), player.save(name)?));
    }
    let problems = PROBLEMS.lines().filter(|line| !line.starts_with('#'));
    for (index, problem) in problems.enumerate() {
        let name = format!("problem{}", index + 1);
        player.set_up(problem)?;
        files.push((name.clone(), player.save(&name)?));
    }
    Ok(files)
}

/// Somebody at the program, with two players chosen: nothing moves by itself.
struct Player {
    person: Person,
    /// The name in the dialog.
    name: String,
}

impl Player {
    fn sit_down(prg: &[u8]) -> Result<Player, String> {
        let mut person = Person::start(prg, Model::Pal, Power::Noise(64))?;
        person.wait("Press a key")?;
        person.press(&[Key::Space])?;
        person.wait("Your move")?;
        person.press(&[Key::F1])?;
        person.wait("You are White")?;
        for shown in ["You are Black", "Two players"] {
            person.type_text("s")?;
            person.wait(shown)?;
        }
        person.press(&[Key::F1])?;
        person.wait("White to move")?;
        let name = String::new();
        Ok(Player { person, name })
    }

    /// A game that ends by mate, from the start.
    fn play(&mut self, moves: &str) -> Result<(), String> {
        self.person.type_text("n")?;
        self.person.run_frames(30)?;
        for mv in moves.split_whitespace() {
            self.person.type_text(mv)?;
            self.person.run_frames(30)?;
        }
        self.person.wait("Checkmate")
    }

    /// White to move, without castling.
    fn set_up(&mut self, problem: &str) -> Result<(), String> {
        let squares = problem.split(' ').next().unwrap_or("");
        self.person.type_text("p")?;
        self.person.wait("STOP cancels")?;
        // The start of a game, so that White moves; then an empty board. From e2, where the frame is, around the edges to a8.
        self.person.type_text("ie")?;
        self.go(Key::CursorRight, 4)?;
        self.go(Key::CursorDown, 2)?;
        for row in squares.split('/') {
            for letter in row.chars() {
                self.put(letter)?;
            }
            self.go(Key::CursorDown, 1)?;
        }
        self.person.press(&[Key::F1])?;
        self.person.wait("64 Squares")
    }

    /// A letter of the position or a number of empty squares. At the end of a row the frame is back at its beginning.
    fn put(&mut self, letter: char) -> Result<(), String> {
        if let Some(empty) = letter.to_digit(10) {
            return self.go(Key::CursorRight, empty);
        }
        let key = match letter {
            'A'..='Z' => letter.to_ascii_lowercase(),
            _ => letter.to_ascii_uppercase(),
        };
        self.person.type_text(&key.to_string())?;
        self.go(Key::CursorRight, 1)
    }

    fn go(&mut self, key: Key, steps: u32) -> Result<(), String> {
        (0..steps).try_for_each(|_| self.person.press(&[key]))
    }

    fn save(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.person.type_text("w")?;
        self.person.wait("Name:")?;
        for _ in self.name.chars() {
            self.person.press(&[Key::Delete])?;
        }
        self.person.type_text(name)?;
        self.person.type_text("\n")?;
        self.person.wait("Saved")?;
        self.name = name.to_string();
        let file = self.person.drive.files.remove(&name.to_ascii_uppercase());
        file.ok_or_else(|| "the program saved nothing".to_string())
    }
}
