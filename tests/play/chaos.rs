//! What nobody should do: memory full of noise, random keys and sticks, RESTORE at any time, leaving in the middle.

use crate::player::{MOVES, Player};
use c64::keyboard::KEYS;
use c64::{Joystick, Key, Model, Power};

#[test]
fn noise_in_memory_changes_nothing() {
    let play = |seed| {
        let mut player = Player::start(Model::Pal, Power::Noise(seed));
        player.key(Key::Space);
        player.wait("Your move");
        player.choose_level(8);
        player.text("e2e4");
        player.wait("1.e4    ");
        player.wait_message("Your move");
        player.frames(20);
        (player.fen(), player.panel(MOVES))
    };
    let first = play(0);
    for seed in 1..20 {
        assert_eq!(play(seed), first, "seed {seed}");
    }
}

/// Pseudo-random numbers that a seed repeats.
struct Dice(u32);

impl Dice {
    fn roll(&mut self, below: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) % below
    }
}

fn random_stick(dice: &mut Dice) -> Joystick {
    let bits = dice.roll(32);
    Joystick {
        up: bits & 1 != 0,
        down: bits & 2 != 0,
        left: bits & 4 != 0,
        right: bits & 8 != 0,
        fire: bits & 16 != 0,
    }
}

/// One to three keys at once; leaving to BASIC is what its key is for, so that one is left out.
fn random_keys(dice: &mut Dice) -> Vec<Key> {
    let count = if dice.roll(4) == 0 {
        1 + dice.roll(3)
    } else {
        1
    };
    (0..count)
        .map(|_| KEYS[dice.roll(64) as usize])
        .filter(|&key| key != Key::LeftArrow)
        .collect()
}

/// Events of all kinds from a seed, with a look at the position now and then.
fn monkey(seed: u32, events: u32) {
    let mut player = Player::two_humans();
    let mut dice = Dice(seed);
    for event in 0..events {
        match dice.roll(20) {
            0 => player.machine().press_restore(),
            1..=5 => {
                let port = 1 + dice.roll(2) as usize;
                let stick = random_stick(&mut dice);
                player.machine().set_joystick(port, stick);
                player.frames(2);
                player.machine().set_joystick(port, Joystick::default());
            }
            _ => {
                let keys = random_keys(&mut dice);
                keys.iter().for_each(|&key| player.machine().press(key));
                player.frames(2);
                player.machine().release_all();
            }
        }
        player.frames(1 + u64::from(dice.roll(2)));
        // The menu and SHIFT with the comma can leave, and nothing else may end the program.
        if player.machine().has_ended() {
            player = Player::two_humans();
        }
        if event % 500 == 499 {
            return_to_board(&mut player);
            player.assert_legal();
        }
    }
}

/// The main loop turns: STOP leads to the board from everywhere, and there a new game begins.
fn return_to_board(player: &mut Player) {
    for _ in 0..3 {
        player.key(Key::RunStop);
        player.frames(20);
    }
    // While it talks to a drive, or looks for a name on its disk, the program looks at no key: again after that.
    for _ in 0..20 {
        if player.screen().contains("STOP: back") {
            player.key(Key::RunStop);
            player.frames(50);
        }
    }
    // Whoever is to move, nobody thinks after a step to the start.
    player.key(Key::Home);
    player.frames(40);
    player.wait_board();
}

#[test]
fn random_keys_sticks_and_restore_crash_nothing() {
    let events = std::env::var("EVENTS").map_or(10_000, |text| text.parse().expect("a number"));
    monkey(0x6432, events);
}

#[test]
fn random_events_from_other_seeds_crash_nothing() {
    let events = std::env::var("EVENTS").map_or(2_000, |text| text.parse().expect("a number"));
    for seed in 1..=5 {
        monkey(0x9E37_79B9_u32.wrapping_mul(seed), events);
    }
}

#[test]
fn restore_at_any_time_changes_nothing() {
    let mut player = Player::two_humans();
    for mv in ["e2e4", "e7e5", "g1f3"] {
        for character in mv.chars() {
            player.machine().press_restore();
            player.frames(1);
            player.text(&character.to_string());
            player.machine().press_restore();
        }
        player.frames(25);
    }
    player.assert_position(None, "e2e4 e7e5 g1f3");
}

#[test]
fn what_the_menu_writes_as_less_than_is_that_key_too() {
    let mut player = Player::on_board();
    player.text("<");
    player.frames(10);
    assert!(player.machine().has_ended());
}

#[test]
fn leaving_gives_the_machine_back() {
    let mut player = Player::on_board();
    player.key(Key::LeftArrow);
    player.frames(10);
    let machine = player.machine();
    assert!(machine.has_ended());
    assert_eq!(
        machine.peek(1) & 7,
        7,
        "BASIC, KERNAL and chips are banked in"
    );
    assert_eq!(machine.peek(0xD015), 0, "no sprites");
    assert_eq!(machine.peek(0xD01A) & 0x0F, 0, "no raster interrupt");
}

#[test]
fn a_fast_hand_loses_no_key() {
    let mut player = Player::two_humans();
    // The board is drawn in between.
    player.type_fast("e2e4e7e5g1f3");
    player.frames(50);
    player.assert_position(None, "e2e4 e7e5 g1f3");
}

#[test]
fn stop_forgets_what_was_typed_before_it() {
    let mut player = Player::two_humans();
    player.moves("e2e4 e7e5");
    // While the board is turned, a key that would take back, and STOP; what is typed after STOP counts.
    player.type_fast("vu");
    player.machine().press(Key::RunStop);
    player.frames(3);
    player.machine().release_all();
    player.frames(60);
    player.assert_position(None, "e2e4 e7e5");
    player.type_fast("u");
    player.frames(60);
    player.assert_position(None, "e2e4");
}

/// SHIFT and a key, SHIFT let go first, as a hand in a hurry does.
fn release_shift_first(player: &mut Player, key: Key) {
    player.machine().press(Key::LeftShift);
    player.frames(2);
    player.machine().press(key);
    player.frames(4);
    player.machine().release(Key::LeftShift);
    player.frames(6);
    player.machine().release(key);
    player.frames(10);
}

#[test]
fn shift_let_go_before_its_key_is_no_second_key() {
    let mut player = Player::on_board();
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.key(Key::F1);
    player.wait_board();
    // Up to e3 and no further: RETURN finds no piece there. Going up and down again would pick the pawn up.
    release_shift_first(&mut player, Key::CursorDown);
    player.key(Key::Return);
    player.wait_message("No piece there");
    // The dialog opens without a letter in the name.
    release_shift_first(&mut player, Key::W);
    player.wait("Name:");
    player.frames(20);
    assert!(!player.screen().contains("Name: w"), "{}", player.screen());
}
