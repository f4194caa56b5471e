//! Someone who plays the program: what one does, what one sees, and a look at the position in memory.

use c64::{Joystick, Key, Machine, Model, Person, Power, Symbols};
use cozy_chess::Board;
use squares64::codes::charset;
use std::path::PathBuf;

/// The program under test: `PRG` names another file than the one `make prg` writes.
fn program() -> PathBuf {
    let built = concat!(env!("CARGO_MANIFEST_DIR"), "/build/64squares.prg");
    std::env::var_os("PRG").map_or_else(|| built.into(), PathBuf::from)
}

fn symbols() -> Symbols {
    let path = program().with_extension("sym");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; make prg", path.display()));
    Symbols::parse(&text).expect("labels that the linker wrote")
}

pub const MESSAGE: usize = 23;
pub const INPUT: usize = 24;
/// Frames until a piece has arrived and the board is drawn.
pub const SLIDE: u64 = 50;
/// The row of the panel with the program's name.
const PANEL_NAME: usize = 5;
/// The first row of the move list.
pub const MOVES: usize = 11;

pub struct Player {
    pub person: Person,
    symbols: Symbols,
    /// Column and row of the cursor, from the upper left corner.
    cursor: (i8, i8),
}

impl Player {
    /// The file of the program.
    pub fn program() -> Vec<u8> {
        let path = program();
        std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}; make prg", path.display()))
    }

    /// The program has been started and shows its title.
    pub fn start(model: Model, power: Power) -> Player {
        let person = Person::start(&Player::program(), model, power).expect("a program file");
        let mut player = Player {
            person,
            symbols: symbols(),
            cursor: (4, 6),
        };
        player.wait("Press a key");
        player
    }

    /// On the board, White to move against the computer.
    pub fn on_board() -> Player {
        let mut player = Player::start(Model::Pal, Power::Noise(1));
        player.key(Key::Space);
        player.wait("Your move");
        player
    }

    /// On the board, with two humans to move, so that nothing happens by itself.
    pub fn two_humans() -> Player {
        let mut player = Player::on_board();
        player.choose_players(2);
        player
    }

    /// Goes through the players in the menu: 1 is the human with Black, 2 two humans, 3 a demo.
    pub fn choose_players(&mut self, steps: usize) {
        self.key(Key::F1);
        self.wait("Leave to BASIC");
        for shown in ["You are Black", "Two players", "Demo"].iter().take(steps) {
            self.text("s");
            self.wait(shown);
        }
        self.key(Key::F1);
        self.wait_board();
    }

    /// The computer thinks from the first move on.
    pub fn without_book(&mut self) {
        self.text("o");
        self.wait_board();
    }

    /// The level by its number, chosen in the menu.
    pub fn choose_level(&mut self, level: usize) {
        self.key(Key::F1);
        self.wait("Level 3 Easy");
        let names = ["4 Medium", "5 Hard", "6 Match", "7 Infinite"];
        let more = [
            "Standard 1",
            "Standard 2",
            "Standard 3",
            "1 Beginner",
            "2 Casual",
        ];
        let steps = (level + 10 - 3) % 10;
        for shown in names.iter().chain(&more).take(steps) {
            self.text("l");
            self.wait(shown);
        }
        self.key(Key::F1);
        self.wait_board();
    }

    /// Calls a routine of the program by its name; returns its cycles.
    pub fn call(&mut self, routine: &str) -> u64 {
        let address = self.symbols.address(routine);
        let address = address.unwrap_or_else(|| panic!("no symbol {routine}"));
        let cycles = self.person.machine.call(address, 2_000_000_000);
        cycles.unwrap_or_else(|fault| panic!("{routine}: {fault}"))
    }

    /// Counts from now on which routine takes the cycles.
    pub fn start_profile(&mut self) {
        let machine = &mut self.person.machine;
        machine.symbols = self.symbols.clone();
        machine.start_profile();
    }

    pub fn set(&mut self, symbol: &str, value: u8) {
        let address = self.symbols.address(symbol);
        let address = address.unwrap_or_else(|| panic!("no symbol {symbol}"));
        self.person.machine.ram_mut()[usize::from(address)] = value;
    }

    pub fn machine(&mut self) -> &mut Machine {
        &mut self.person.machine
    }

    pub fn seconds(&mut self, seconds: u64) {
        self.person.run_seconds(seconds).expect("no fault");
    }

    pub fn frames(&mut self, frames: u64) {
        self.person.run_frames(frames).expect("no fault");
    }

    pub fn wait(&mut self, text: &str) {
        if let Err(why) = self.person.wait(text) {
            panic!("{why}");
        }
    }

    /// Waits until the board is on the screen and drawn.
    pub fn wait_board(&mut self) {
        let is_board = |screen: &str| {
            screen
                .lines()
                .nth(PANEL_NAME)
                .is_some_and(|row| row.contains("64 Squares"))
        };
        if let Err(why) = self.person.wait_until("the board", is_board) {
            panic!("{why}");
        }
        self.frames(40);
    }

    /// Waits for a message, which is in the panel's last rows.
    pub fn wait_message(&mut self, message: &str) {
        for _ in 0..900 {
            if self.panel(MESSAGE) == message {
                return;
            }
            self.frames(10);
        }
        panic!("`{message}` never came:\n{}", self.screen());
    }

    pub fn key(&mut self, key: Key) {
        self.person.press(&[key]).expect("no fault");
    }

    pub fn text(&mut self, text: &str) {
        self.person.type_text(text).expect("keys for the text");
    }

    /// Types faster than anyone does: three frames down, two up.
    pub fn type_fast(&mut self, text: &str) {
        for character in text.chars() {
            let keys = Key::typing(character).expect("a key");
            keys.iter().for_each(|&key| self.machine().press(key));
            self.frames(3);
            self.machine().release_all();
            self.frames(2);
        }
    }

    /// Moves of two humans; drawing the board takes its time.
    pub fn moves(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.text(mv);
            self.frames(SLIDE);
        }
    }

    /// The same by joystick: a piece is chosen and put down.
    pub fn moves_by_stick(&mut self, port: usize, moves: &str) {
        for mv in moves.split_whitespace() {
            self.point(port, &mv[..2]);
            self.point(port, &mv[2..4]);
        }
    }

    fn stick(&mut self, port: usize, stick: Joystick) {
        self.person.move_stick(port, stick).expect("no fault");
    }

    /// Takes the cursor to a square and presses fire.
    fn point(&mut self, port: usize, square: &str) {
        let bytes = square.as_bytes();
        let target = ((bytes[0] - b'a') as i8, 7 - (bytes[1] - b'1') as i8);
        while self.cursor != target {
            let (dx, dy) = (target.0 - self.cursor.0, target.1 - self.cursor.1);
            self.stick(
                port,
                Joystick {
                    left: dx < 0,
                    right: dx > 0,
                    up: dx == 0 && dy < 0,
                    down: dx == 0 && dy > 0,
                    fire: false,
                },
            );
            if dx != 0 {
                self.cursor.0 += dx.signum();
            } else {
                self.cursor.1 += dy.signum();
            }
        }
        self.stick(
            port,
            Joystick {
                fire: true,
                ..Joystick::default()
            },
        );
        self.frames(SLIDE);
    }

    pub fn screen(&self) -> String {
        self.person.machine.screen_text()
    }

    /// The panel's part of a row.
    pub fn panel(&self, row: usize) -> String {
        let text = self.screen();
        let line: Vec<char> = text.lines().nth(row).expect("25 rows").chars().collect();
        line[25..].iter().collect::<String>().trim().to_string()
    }

    /// Seconds that the clock with its upper half in this row shows, in digits of two characters in both directions.
    pub fn clock(&self, row: usize) -> u64 {
        const SCREEN: usize = 0xF400;
        let cells = &self.person.machine.ram()[SCREEN..];
        let digit = |column: usize| {
            let place = row * 40 + column;
            let codes = [place, place + 1, place + 40, place + 41].map(|cell| cells[cell]);
            let mut digits = charset::LARGE_DIGITS.chunks(4);
            digits.position(|quarters| quarters == codes)
        };
        let number = |column: usize| {
            let tens = digit(column).unwrap_or_else(|| panic!("{}", self.screen()));
            10 * tens + digit(column + 2).expect("a digit")
        };
        let hours = digit(28).unwrap_or(0);
        ((hours * 60 + number(31)) * 60 + number(36)) as u64
    }

    /// The squares of cursor, chosen piece and last move.
    pub fn marks(&self) -> [u8; 4] {
        [0, 1, 2, 3].map(|mark| self.byte("BoardMarks", mark))
    }

    pub fn byte(&self, symbol: &str, offset: u16) -> u8 {
        let start = self.symbols.address(symbol);
        let start = start.unwrap_or_else(|| panic!("no symbol {symbol}"));
        self.person.machine.ram()[usize::from(start + offset)]
    }

    /// The position in memory; only while nothing is searched.
    pub fn fen(&self) -> String {
        let rows: Vec<String> = (0..8).map(|row| self.fen_row(row)).collect();
        let side = if self.byte("SearchSide", 0) == 0x80 {
            'w'
        } else {
            'b'
        };
        let rights = self.byte("castlerights", 0);
        let mut castling: String = (0..4)
            .filter(|bit| rights >> bit & 1 != 0)
            .map(|bit| char::from(b"KQkq"[bit]))
            .collect();
        if castling.is_empty() {
            castling.push('-');
        }
        format!("{} {side} {castling}", rows.join("/"))
    }

    fn fen_row(&self, row: u16) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in 0..8 {
            let piece = self.byte("Board88", row << 4 | file);
            let letter = char::from(b".PNBRQK"[usize::from(piece & 7)]);
            if letter == '.' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push(match piece & 0x80 {
                0 => letter.to_ascii_lowercase(),
                _ => letter,
            });
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    }

    /// Compares the position in memory with the one that other rules of chess reach by the same moves.
    pub fn assert_position(&self, start: Option<&str>, moves: &str) {
        let mut board = start.map_or_else(Board::default, |fen| fen.parse().expect("a position"));
        for mv in moves.split_whitespace() {
            let mv = cozy_chess::util::parse_uci_move(&board, mv).expect("a move");
            board.play(mv);
        }
        let expected = board.to_string();
        let expected: Vec<&str> = expected.split(' ').take(3).collect();
        assert_eq!(self.fen(), expected.join(" "), "{}", self.screen());
    }

    /// Is the position in memory one that chess allows, the side to move apart from castling and en passant?
    pub fn assert_legal(&self) {
        let fen = self.fen();
        let bare = fen.rsplit_once(' ').expect("three parts").0;
        let board: Result<Board, _> = format!("{bare} - - 0 1").parse();
        assert!(board.is_ok(), "{fen}\n{}", self.screen());
    }
}
