//! Pieces that slide to their squares as sprites.

use crate::player::{MESSAGE, Player};
use c64::Key;

const SPRITE_X: u16 = 0xd000;
const SPRITE_Y: u16 = 0xd001;
const SPRITES_ON: u16 = 0xd015;

/// Where the sprite is in each of so many frames, as far as it is seen.
fn watch(player: &mut Player, frames: usize) -> Vec<(u8, u8)> {
    let mut path = Vec::new();
    for _ in 0..frames {
        player.frames(1);
        let machine = player.machine();
        if machine.peek(SPRITES_ON) != 0 {
            path.push((machine.peek(SPRITE_X), machine.peek(SPRITE_Y)));
        }
    }
    path
}

/// Types a move and holds its last key for a moment; returns the way of the piece.
fn slide(player: &mut Player, mv: &str) -> Vec<(u8, u8)> {
    let (first, last) = mv.split_at(3);
    player.text(first);
    let keys = Key::typing(last.chars().next().expect("a rank")).expect("a key");
    keys.iter().for_each(|&key| player.machine().press(key));
    let mut path = watch(player, 4);
    player.machine().release_all();
    path.extend(watch(player, 60));
    path
}

/// The upper left corner of a square, file and row counted from a8, in coordinates of sprites.
fn corner(file: u8, row: u8) -> (u8, u8) {
    (32 + 24 * file, 51 + 24 * row)
}

#[test]
fn a_piece_slides_to_its_square_in_half_a_second() {
    let mut player = Player::two_humans();
    for (mv, from, to) in [
        ("e2e4", (4, 6), (4, 4)),
        ("g8f6", (6, 0), (5, 2)),
        ("f1a6", (5, 7), (0, 2)),
    ] {
        let path = slide(&mut player, mv);
        assert!((23..=28).contains(&path.len()), "{mv}: {path:?}");
        let (first, last) = (path[0], path[path.len() - 1]);
        let distance = |a: (u8, u8), b: (u8, u8)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1));
        assert!(
            distance(first, corner(from.0, from.1)) <= 7,
            "{mv}: {path:?}"
        );
        assert_eq!(last, corner(to.0, to.1), "{mv}: {path:?}");
        // Evenly: a pixel a frame for each square of the way; a look may miss a frame.
        let squares = u8::max(u8::abs_diff(from.0, to.0), u8::abs_diff(from.1, to.1));
        assert!(
            path.windows(2)
                .all(|pair| distance(pair[0], pair[1]) <= 2 * squares)
        );
    }
    player.assert_position(None, "e2e4 g8f6 f1a6");
}

#[test]
fn on_a_turned_board_it_slides_as_it_is_seen() {
    let mut player = Player::two_humans();
    player.text("v");
    player.wait_board();
    let path = slide(&mut player, "e2e4");
    assert_eq!(path.last(), Some(&corner(3, 3)), "{path:?}");
}

#[test]
fn the_setting_and_a_blindfold_leave_nothing_to_slide() {
    let mut player = Player::two_humans();
    player.text("*");
    player.wait_board();
    assert_eq!(player.panel(MESSAGE), "Slide pieces");
    assert_eq!(slide(&mut player, "e2e4"), []);
    player.text("*");
    player.wait_board();
    assert!(!slide(&mut player, "e7e5").is_empty());
    // White's pieces are hidden.
    player.key(Key::F1);
    player.wait("Blindfold off");
    player.text("b");
    player.wait("Blindfold White");
    player.key(Key::F1);
    player.wait_board();
    assert_eq!(slide(&mut player, "g1f3"), []);
    assert!(!slide(&mut player, "b8c6").is_empty());
}

#[test]
fn a_key_ends_the_way_and_is_not_lost() {
    let mut player = Player::two_humans();
    player.text("e2e4");
    player.text("e");
    assert_eq!(player.machine().peek(SPRITES_ON), 0);
    player.text("7e5");
    player.frames(60);
    player.assert_position(None, "e2e4 e7e5");
}

#[test]
fn a_computer_that_is_hurried_does_not_slide() {
    let mut player = Player::on_board();
    player.without_book();
    player.choose_level(6);
    player.text("e2e4");
    player.seconds(3);
    player.machine().press(Key::Space);
    let path = watch(&mut player, 40);
    player.machine().release_all();
    assert_eq!(path, []);
    player.wait_message("Your move");
    // The next move of the human slides again.
    assert!(!slide(&mut player, "d2d3").is_empty());
}

#[test]
fn what_lies_under_the_way_is_seen_again() {
    let mut player = Player::two_humans();
    player.moves("e2e4 d7d5");
    player.frames(40);
    let path = slide(&mut player, "e4d5");
    assert!(!path.is_empty());
    let before = board(&player);
    // Drawing everything anew changes nothing.
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.key(Key::F1);
    player.wait_board();
    assert!(before == board(&player), "{}", player.screen());
}

/// The cells of the board, and the characters of which marked squares are made.
fn board(player: &Player) -> (Vec<u8>, Vec<u8>) {
    let ram = player.person.machine.ram();
    let cells = (0..24 * 40).filter(|cell| cell % 40 < 25);
    (
        cells.map(|cell| ram[0xf400 + cell]).collect(),
        ram[0xfe58..0xff78].to_vec(),
    )
}
