//! Time: clocks in both video standards, the game clock and its flag, the computer that takes as long as the human.

use crate::player::{INPUT, MESSAGE, Player};
use c64::{Key, Model, Power};

const BLACK: usize = 0;
const WHITE: usize = 3;

#[test]
fn clocks_keep_time_in_pal_and_ntsc() {
    for model in [Model::Pal, Model::Ntsc] {
        let mut player = Player::start(model, Power::Noise(2));
        player.key(Key::Space);
        player.wait("Your move");
        let before = player.clock(WHITE);
        player.seconds(60);
        let passed = player.clock(WHITE) - before;
        assert!((59..=61).contains(&passed), "{model:?}: {passed}");
        assert_eq!(player.clock(BLACK), 0);
    }
}

#[test]
fn the_clocks_stand_in_the_menu() {
    let mut player = Player::two_humans();
    let before = player.clock(WHITE);
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.seconds(20);
    player.key(Key::F1);
    player.wait_board();
    assert!(player.clock(WHITE) - before <= 3, "{}", player.screen());
}

#[test]
fn the_flag_falls_after_the_time_of_the_game() {
    let mut player = Player::two_humans();
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.text("cc");
    player.wait("Clock game");
    player.key(Key::F1);
    player.wait("5 min");
    player.text("n");
    player.frames(60);
    assert!(player.clock(WHITE) >= 297, "{}", player.screen());
    player.moves("e2e4");
    player.seconds(290);
    assert_eq!(player.panel(MESSAGE), "Black to move");
    player.seconds(20);
    assert_eq!(player.panel(MESSAGE), "1-0");
    assert_eq!(player.panel(INPUT), "Time is up");
    assert_eq!(player.clock(BLACK), 0);
}

/// A number in the menu runs while a key is held.
#[test]
fn a_clock_of_three_minutes_and_two_seconds_a_move() {
    let mut player = Player::two_humans();
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.text("cc:");
    player.wait("Minutes 6");
    player.machine().press(Key::Plus);
    player.seconds(3);
    player.machine().release_all();
    assert!(
        !player.screen().contains("Minutes 7"),
        "{}",
        player.screen()
    );
    player.machine().press(Key::Minus);
    player.seconds(8);
    player.machine().release_all();
    player.wait("Minutes 1");
    player.text("++==");
    player.wait("Minutes 3");
    player.key(Key::F1);
    player.wait("3 min +2");
    player.text("n");
    player.frames(60);
    player.moves("e2e4");
    player.seconds(1);
    assert!(
        (178..=181).contains(&player.clock(WHITE)),
        "{}",
        player.screen()
    );
    player.moves("e7e5 g1f3 b8c6");
    player.seconds(1);
    for clock in [BLACK, WHITE] {
        assert!(
            (180..=184).contains(&player.clock(clock)),
            "{}",
            player.screen()
        );
    }
}

#[test]
fn with_equal_time_the_computer_takes_as_long_as_the_human() {
    let mut player = Player::on_board();
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.text("co");
    player.wait("Equal time");
    player.key(Key::F1);
    player.wait_board();
    player.text("n");
    player.frames(20);
    player.seconds(8);
    player.text("a2a3");
    player.wait("Thinking");
    player.wait("Your move");
    let (human, computer) = (player.clock(WHITE), player.clock(BLACK));
    assert!((8..=11).contains(&human), "{human}");
    assert!((4..=12).contains(&computer), "{computer}");
}
