//! Positions set up by hand: accepted, or refused with the reason.

use crate::player::{MESSAGE, MOVES, Player};
use c64::{Joystick, Key};

/// Opens the set-up on an empty board.
fn empty_board() -> Player {
    let mut player = Player::two_humans();
    player.text("p");
    player.wait("STOP cancels");
    player.text("e");
    player.frames(40);
    player
}

/// Puts pieces on the e file: one text for each rank from 2 upwards, the cursor stands on e2.
fn pieces_up_the_file(player: &mut Player, pieces: &[&str]) {
    for piece in pieces {
        player.text(piece);
        player
            .person
            .press(&[Key::LeftShift, Key::CursorDown])
            .expect("no fault");
    }
}

#[test]
fn a_position_is_accepted_and_played_from() {
    let mut player = empty_board();
    pieces_up_the_file(&mut player, &["k", " ", "K", " ", " ", " ", "r"]);
    player.key(Key::F1);
    player.wait_message("Enemy in check");
    player.text("s");
    player.wait("Black to move");
    player.key(Key::F1);
    player.wait_board();
    player.frames(40);
    let start = "4R3/8/8/8/4k3/8/4K3/8 b - - 0 1";
    player.assert_position(Some(start), "");
    player.moves("e4d4");
    assert_eq!(player.panel(MOVES), "1....   Kd4");
    player.assert_position(Some(start), "e4d4");
}

#[test]
fn every_refusal_has_its_reason_and_the_game_comes_back() {
    let cases: [(&[&str], &str); 4] = [
        (&["k"], "One king each"),
        (&["k", "k", "K"], "One king each"),
        (&["k", " ", "K", " ", " ", " ", "p"], "Pawn on edge"),
        (&["k", "r", "K"], "Enemy in check"),
    ];
    for (pieces, reason) in cases {
        let mut player = empty_board();
        pieces_up_the_file(&mut player, pieces);
        player.key(Key::F1);
        player.wait_message(reason);
        player.key(Key::RunStop);
        player.wait("White to move");
        player.frames(40);
        player.assert_position(None, "");
    }
}

#[test]
fn too_many_pieces_are_refused() {
    let mut player = Player::two_humans();
    player.text("p");
    player.wait("STOP cancels");
    // A ninth white pawn on e3 in the initial position.
    player
        .person
        .press(&[Key::LeftShift, Key::CursorDown])
        .expect("no fault");
    player.text("p");
    player.key(Key::F1);
    player.wait_message("Too many men");
    player.key(Key::RunStop);
    player.wait("White to move");
    player.frames(40);
    player.assert_position(None, "");
}

#[test]
fn a_castling_right_without_its_rook_is_refused() {
    let mut player = empty_board();
    pieces_up_the_file(&mut player, &["k", " ", "K"]);
    player.text("1");
    player.frames(10);
    player.key(Key::F1);
    player.wait_message("Castling wrong");
    assert_eq!(player.panel(MESSAGE), "Castling wrong");
}

#[test]
fn return_turns_the_piece_under_the_cursor() {
    let mut player = empty_board();
    // Empty, six white pieces, six black ones, empty again.
    for expected in "PNBRQKpnbrqk".chars() {
        player.key(Key::Return);
        player.frames(10);
        let row = format!("4{expected}3");
        assert!(player.fen().contains(&row), "{expected}: {}", player.fen());
    }
    player.key(Key::Return);
    player.frames(10);
    assert!(
        player.fen().starts_with("8/8/8/8/8/8/8/8"),
        "{}",
        player.fen()
    );
}

#[test]
fn en_passant_and_the_number_of_the_move_are_set_up() {
    let mut player = empty_board();
    // Kings on e2 and e8, a white pawn on e5 and a black one beside it.
    pieces_up_the_file(&mut player, &["k", " ", " ", "p", " ", " ", "K"]);
    // Around the edge to e1; from there to d5 and d6.
    player.key(Key::CursorDown);
    let up = [Key::LeftShift, Key::CursorDown];
    let left = [Key::LeftShift, Key::CursorRight];
    player.person.press(&left).expect("no fault");
    for _ in 0..3 {
        player.key(Key::CursorDown);
    }
    player.text("P");
    player.person.press(&up).expect("no fault");
    player.text("x");
    player.wait("- d6");
    // Held down, the number goes on.
    player.machine().press(Key::Plus);
    player.wait("Move: 5");
    player.machine().release_all();
    player.frames(20);
    player.key(Key::F1);
    player.wait_board();
    player.moves("e5d6");
    let start = "4k3/8/8/3pP3/8/8/4K3/8 w - d6 0 5";
    player.assert_position(Some(start), "e5d6");
}

/// The stick pushed once, or its button pressed.
fn stick(player: &mut Player, lines: Joystick) {
    player.machine().set_joystick(2, lines);
    player.frames(4);
    player.machine().set_joystick(2, Joystick::default());
    player.frames(20);
}

#[test]
fn a_joystick_alone_empties_the_board_and_sets_kings_up_with_black_to_move() {
    let mut player = Player::two_humans();
    player.text("p");
    player.wait("STOP cancels");
    let fire = Joystick {
        fire: true,
        ..Joystick::default()
    };
    let up = Joystick {
        up: true,
        ..Joystick::default()
    };
    let down = Joystick {
        down: true,
        ..Joystick::default()
    };
    let push = |player: &mut Player, lines: Joystick, times: usize| {
        (0..times).for_each(|_| stick(player, lines));
    };
    // Into the list, to its eleventh line, which clears the board, and back to the third for the side.
    push(&mut player, fire, 1);
    push(&mut player, down, 10);
    push(&mut player, fire, 1);
    player.frames(40);
    push(&mut player, up, 8);
    push(&mut player, fire, 1);
    player.wait("Black to move");
    push(&mut player, up, 3);
    // Kings on e2 and e4.
    push(&mut player, fire, 1 + 6);
    push(&mut player, up, 1 + 2);
    push(&mut player, fire, 1 + 12);
    push(&mut player, down, 12);
    push(&mut player, fire, 1);
    player.wait_board();
    player.frames(40);
    player.assert_position(Some("8/8/8/8/4k3/8/4K3/8 b - - 0 1"), "");
}
