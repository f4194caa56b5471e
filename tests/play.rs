//! The compiled program in the emulated C64, played as a person would: keys and joystick in, screen text out.
//!
//! Needs `build/64squares.prg` (`make prg`) and runs with `cargo test --features prg --test play`.

mod kernal;

use c64::{Joystick, Key, Machine, Model, Power};
use kernal::Kernal;

const SECOND: u64 = 985_248;
const FRAME: u64 = 19_656;

/// A machine with the program started, and the disk that its KERNAL calls reach.
struct Player {
    machine: Machine,
    kernal: Kernal,
}

impl Player {
    fn start(model: Model, power: Power) -> Player {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/build/64squares.prg");
        let prg = std::fs::read(path).unwrap_or_else(|error| panic!("{path}: {error}; make prg"));
        let mut machine = Machine::new(model, power);
        machine.load_prg(&prg).expect("a program file");
        machine.start().expect("a BASIC line");
        let mut player = Player {
            machine,
            kernal: Kernal::default(),
        };
        player.wait("Press a key");
        player
    }

    /// On the board, with two humans to move, so that nothing happens by itself.
    fn two_humans() -> Player {
        let mut player = Player::start(Model::Pal, Power::Noise(1));
        player.keys(&[Key::Space]);
        player.wait("Your move");
        player.keys(&[Key::F1]);
        player.wait("Menu");
        player.text("s");
        player.wait("You are Black");
        player.text("s");
        player.wait("Two players");
        player.keys(&[Key::F1]);
        player.wait("Your move");
        player
    }

    fn run(&mut self, cycles: u64) {
        self.kernal.run(&mut self.machine, cycles);
    }

    fn wait(&mut self, text: &str) {
        for _ in 0..600 {
            if self.machine.screen_text().contains(text) {
                return;
            }
            self.run(SECOND / 5);
        }
        panic!("`{text}` never came:\n{}", self.machine.screen_text());
    }

    fn keys(&mut self, keys: &[Key]) {
        keys.iter().for_each(|&key| self.machine.press(key));
        self.run(4 * FRAME);
        keys.iter().for_each(|&key| self.machine.release(key));
        self.run(6 * FRAME);
    }

    fn text(&mut self, text: &str) {
        for character in text.chars() {
            self.keys(&Key::typing(character).expect("a key"));
        }
    }

    /// Moves of two humans; drawing the board takes its time.
    fn moves(&mut self, moves: &str) {
        for mv in moves.split_whitespace() {
            self.text(mv);
            self.run(SECOND / 2);
        }
    }

    fn stick(&mut self, port: usize, stick: Joystick) {
        self.machine.set_joystick(port, stick);
        self.run(4 * FRAME);
        self.machine.set_joystick(port, Joystick::default());
        self.run(4 * FRAME);
    }

    /// Takes the cursor from one place of the screen to another and presses fire.
    fn point(&mut self, port: usize, cursor: &mut (i8, i8), square: &str) {
        let bytes = square.as_bytes();
        let target = ((bytes[0] - b'a') as i8, 7 - (bytes[1] - b'1') as i8);
        while *cursor != target {
            let (dx, dy) = (target.0 - cursor.0, target.1 - cursor.1);
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
                cursor.0 += dx.signum();
            } else {
                cursor.1 += dy.signum();
            }
        }
        self.stick(
            port,
            Joystick {
                fire: true,
                ..Joystick::default()
            },
        );
        self.run(SECOND / 2);
    }

    /// The panel's part of a row.
    fn panel(&self, row: usize) -> String {
        let text = self.machine.screen_text();
        let line: Vec<char> = text.lines().nth(row).expect("25 rows").chars().collect();
        line[25..].iter().collect::<String>().trim_end().to_string()
    }
}

#[test]
fn noise_in_memory_changes_nothing() {
    let screens: Vec<String> = (0..20)
        .map(|seed| {
            let mut player = Player::start(Model::Pal, Power::Noise(seed));
            player.keys(&[Key::Space]);
            player.wait("Your move");
            player.moves("e2e4");
            player.panel(10)
        })
        .collect();
    assert!(screens.iter().all(|screen| screen == "1.e4"), "{screens:?}");
}

#[test]
fn a_game_to_mate_by_typed_moves() {
    let mut player = Player::two_humans();
    player.moves("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(player.panel(23), "0-1");
    assert_eq!(player.panel(24), "Checkmate");
    assert_eq!(player.panel(11), "2.g4     Qh4#");
}

#[test]
fn a_game_to_mate_by_either_joystick() {
    for port in [1, 2] {
        let mut player = Player::two_humans();
        let mut cursor = (4, 6);
        for square in ["f2", "f3", "e7", "e5", "g2", "g4", "d8", "h4"] {
            player.point(port, &mut cursor, square);
        }
        assert_eq!(player.panel(24), "Checkmate", "port {port}");
    }
}

#[test]
fn castling_en_passant_and_under_promotion() {
    let mut player = Player::two_humans();
    player.moves("e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1 a3b2 d6c7 b2a1");
    assert_eq!(player.panel(23), "Q, R, B or N?");
    player.text("n");
    player.run(SECOND);
    assert_eq!(player.panel(12), "3.exd6   a5");
    assert_eq!(player.panel(15), "6.O-O    axb2");
    assert_eq!(player.panel(16), "7.dxc7   ba1N");
}

#[test]
fn illegal_moves_are_explained() {
    let mut player = Player::two_humans();
    for (mv, why) in [
        ("e4e5", "No piece there"),
        ("e7e5", "Not your piece"),
        ("e2e5", "Can't go there"),
        ("e1g1", "Can't castle"),
    ] {
        player.moves(mv);
        assert_eq!(player.panel(23), why);
    }
    player.moves("e2e4 d7d5 f1b5 a7a6");
    assert_eq!(player.panel(23), "King in check");
}

#[test]
fn the_computer_answers_and_can_be_hurried() {
    let mut player = Player::start(Model::Pal, Power::Noise(5));
    player.keys(&[Key::Space]);
    player.wait("Your move");
    player.text("e2e4");
    player.wait("Thinking");
    player.wait("Depth 2");
    player.keys(&[Key::Return]);
    player.wait("Your move");
    assert!(player.panel(10).len() > "1.e4     ".len());
}

#[test]
fn clocks_keep_time_in_pal_and_ntsc() {
    for (model, second) in [(Model::Pal, 985_248), (Model::Ntsc, 1_022_727)] {
        let mut player = Player::start(model, Power::Noise(2));
        player.keys(&[Key::Space]);
        player.wait("Your move");
        player.run(second * 60);
        let shown = player.panel(3);
        let seconds: u32 = shown[shown.len() - 2..].parse().expect("seconds");
        let minutes: u32 = shown[shown.len() - 5..shown.len() - 3]
            .parse()
            .expect("minutes");
        let total = minutes * 60 + seconds;
        assert!((59..=62).contains(&total), "{model:?}: {shown}");
    }
}

#[test]
fn a_game_is_saved_and_loaded_and_every_error_has_its_message() {
    let mut player = Player::two_humans();
    player.moves("e2e4 c7c5 g1f3");
    player.text("w");
    player.wait("Name");
    player.text("game\n");
    player.wait("Saved");
    assert_eq!(player.kernal.files["GAME"].len(), 79 + 2 * 3 + 2);
    player.text("n");
    player.run(SECOND);
    player.keys(&[Key::F1]);
    player.wait("Menu");
    player.text("g");
    player.wait("Name");
    player.text("\n");
    player.wait("Loaded");
    assert_eq!(player.panel(11), "2.Nf3");
    let troubles = [
        (kernal::Trouble::NoDevice, "No device"),
        (kernal::Trouble::Status(62), "No such file"),
        (kernal::Trouble::Status(63), "File exists"),
        (kernal::Trouble::Status(72), "Disk full"),
        (kernal::Trouble::Status(21), "Disk error"),
    ];
    for (trouble, message) in troubles {
        player.kernal.trouble = Some(trouble);
        player.text("w");
        player.wait("Name");
        player.text("\n");
        player.wait(message);
        assert_eq!(player.panel(11), "2.Nf3", "{message}");
    }
}

#[test]
fn random_keys_sticks_and_restore_crash_nothing() {
    let count: u32 = std::env::var("EVENTS").map_or(400, |text| text.parse().expect("a number"));
    let mut player = Player::two_humans();
    let mut state = 0x6432_u32;
    for _ in 0..count {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let choice = state >> 24;
        match choice {
            0..=9 => player.machine.press_restore(),
            10..=59 => {
                let stick = Joystick {
                    up: state & 0x100 != 0,
                    down: state & 0x200 != 0,
                    left: state & 0x400 != 0,
                    right: state & 0x800 != 0,
                    fire: state & 0x1000 != 0,
                };
                player.stick(1 + (choice & 1) as usize, stick);
            }
            _ => {
                let key = c64::keyboard::KEYS[(state >> 8) as usize % 64];
                // Leaving to BASIC is what that key is for.
                if key != Key::LeftArrow {
                    player.keys(&[key]);
                }
            }
        }
    }
    // The main loop turns: STOP and SPACE lead back to the board from everywhere.
    for _ in 0..4 {
        player.keys(&[Key::RunStop]);
        player.run(SECOND);
    }
    player.wait("64 Squares");
}
