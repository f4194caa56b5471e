//! Time: clocks in both video standards, the game clock and its flag, the computer that takes as long as the human.

use crate::player::{INPUT, MESSAGE, Player};
use c64::{Key, Model, Power};

/// Seconds that a clock shows: `0:01:02`.
fn shown(player: &Player, row: usize) -> u64 {
    let text = player.panel(row);
    let time = text.rsplit(' ').next().expect("a time");
    let parts: Vec<u64> = time
        .split(':')
        .map(|part| part.parse().expect("digits"))
        .collect();
    (parts[0] * 60 + parts[1]) * 60 + parts[2]
}

const BLACK: usize = 2;
const WHITE: usize = 3;

#[test]
fn clocks_keep_time_in_pal_and_ntsc() {
    for model in [Model::Pal, Model::Ntsc] {
        let mut player = Player::start(model, Power::Noise(2));
        player.key(Key::Space);
        player.wait("Your move");
        let before = shown(&player, WHITE);
        player.seconds(60);
        let passed = shown(&player, WHITE) - before;
        assert!((59..=61).contains(&passed), "{model:?}: {passed}");
        assert_eq!(shown(&player, BLACK), 0);
    }
}

#[test]
fn the_clocks_stand_in_the_menu() {
    let mut player = Player::two_humans();
    let before = shown(&player, WHITE);
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.seconds(20);
    player.key(Key::F1);
    player.wait_board();
    assert!(shown(&player, WHITE) - before <= 3, "{}", player.screen());
}

#[test]
fn the_flag_falls_after_the_time_of_the_game() {
    let mut player = Player::two_humans();
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.text("cc");
    player.wait("Clock 5 min each");
    player.key(Key::F1);
    player.wait("5 min each");
    player.text("n");
    player.frames(60);
    assert!(shown(&player, WHITE) >= 297, "{}", player.screen());
    player.moves("e2e4");
    player.seconds(290);
    assert_eq!(player.panel(MESSAGE), "Black to move");
    player.seconds(20);
    assert_eq!(player.panel(MESSAGE), "1-0");
    assert_eq!(player.panel(INPUT), "Time is up");
    assert_eq!(shown(&player, BLACK), 0);
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
    let (human, computer) = (shown(&player, WHITE), shown(&player, BLACK));
    assert!((8..=11).contains(&human), "{human}");
    assert!((4..=12).contains(&computer), "{computer}");
}
