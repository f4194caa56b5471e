//! Games and problems, saved by the chess program: somebody plays and sets them up on the emulated machine.

use c64::{Key, Model, Person, Power};

/// Games for the player to go through, by the names of their files.
const GAMES: [(&str, &str); 3] = [
    // Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
    (
        "opera",
        "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5 b8d7 \
         e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8",
    ),
    // Anderssen against Kieseritzky, London 1851.
    (
        "immortal",
        "e2e4 e7e5 f2f4 e5f4 f1c4 d8h4 e1f1 b7b5 c4b5 g8f6 g1f3 h4h6 d2d3 f6h5 f3h4 h6g5 h4f5 c7c6 g2g4 h5f6 h1g1 c6b5 \
         h2h4 g5g6 h4h5 g6g5 d1f3 f6g8 c1f4 g5f6 b1c3 f8c5 c3d5 f6b2 f4d6 c5g1 e4e5 b2a1 f1e2 b8a6 f5g7 e8d8 f3f6 g8f6 \
         d6e7",
    ),
    // Anderssen against Dufresne, Berlin 1852.
    (
        "evergreen",
        "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b2b4 c5b4 c2c3 b4a5 d2d4 e5d4 e1g1 d4d3 d1b3 d8f6 e4e5 f6g6 f1e1 g8e7 c1a3 b7b5 \
         b3b5 a8b8 b5a4 a5b6 b1d2 c8b7 d2e4 g6f5 c4d3 f5h5 e4f6 g7f6 e5f6 h8g8 a1d1 h5f3 e1e7 c6e7 a4d7 e8d7 d3f5 d7e8 \
         f5d7 e8f8 a3e7",
    ),
];

/// Problems for the mate solver.
const PROBLEMS: &str = include_str!("../../../disk/problems.epd");

/// All files by name.
pub fn save_all(prg: &[u8]) -> Result<Vec<(String, Vec<u8>)>, String> {
    let mut player = Player::sit_down(prg)?;
    let mut files = Vec::new();
    for (name, moves) in GAMES {
        player.play(moves)?;
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
