//! Every item of the menu, by its letter and by the cursor; taking back and replaying.

use crate::player::{INPUT, MESSAGE, MOVES, Player, SLIDE};
use c64::{Joystick, Key};
use cozy_chess::{Board, Move, Piece};
use std::collections::HashMap;

/// Opens the menu.
fn menu(player: &mut Player) {
    player.key(Key::F1);
    player.wait("Leave to BASIC");
}

/// Chooses an item of the menu by its letter and waits for what it shows.
fn choose(player: &mut Player, letter: &str, shown: &str) {
    menu(player);
    player.text(letter);
    player.wait(shown);
}

#[test]
fn settings_change_in_the_menu_and_show_it() {
    let mut player = Player::on_board();
    menu(&mut player);
    let cases = [
        ("s", "You are Black"),
        ("s", "Two players"),
        ("s", "Demo"),
        ("s", "You are White"),
        ("l", "Level 4 Medium"),
        ("2", "Level 2 Casual"),
        ("c", "Clock Equal time"),
        ("c", "Clock game"),
        ("c", "Clock 40 moves"),
        ("c", "Clock by level"),
        (":", "Minutes 6"),
        ("-", "Minutes 5"),
        ("=", "Increment 1"),
        ("-", "Increment 0"),
        ("v", "Flip board on"),
        ("k", "Colours Wood"),
        ("k", "Colours Stone"),
        ("k", "Colours Sea"),
        ("k", "Colours Green"),
        ("z", "Sound off"),
        ("o", "Opening book off"),
        ("t", "Show thinking off"),
        ("f", "Think ahead on"),
        ("h", "May resign off"),
        (";", "Style aggressive"),
        (";", "Style solid"),
        (";", "Style normal"),
        ("b", "Blindfold White"),
        ("b", "Blindfold Black"),
        ("b", "Blindfold both"),
        ("b", "Blindfold off"),
    ];
    for (letter, shown) in cases {
        player.text(letter);
        player.wait(shown);
    }
    player.key(Key::RunStop);
    player.wait("Your move");
    player.assert_position(None, "");
}

#[test]
fn commands_of_the_menu_do_what_they_say() {
    let mut player = Player::two_humans();
    player.moves("e2e4 e7e5");
    choose(&mut player, "u", "to move");
    player.frames(SLIDE);
    player.assert_position(None, "e2e4");
    choose(&mut player, "r", "to move");
    player.frames(80);
    player.assert_position(None, "e2e4 e7e5");
    player.key(Key::Home);
    player.frames(40);
    choose(&mut player, "a", "White 4");
    player.wait("Black 0");
    assert_eq!(player.panel(INPUT), "Black 0");
    player.text("..");
    player.frames(40);
    choose(&mut player, "i", "Try ");
    choose(&mut player, "y", "Depth ");
    player.key(Key::Return);
    player.wait("Try ");
    choose(&mut player, "p", "STOP cancels");
    player.key(Key::RunStop);
    player.wait("to move");
    for letter in ["w", "g", "e"] {
        choose(&mut player, letter, "Name:");
        player.key(Key::RunStop);
        player.wait("to move");
    }
    choose(&mut player, "/", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/R");
    player.wait("\nNBQKBNR w KQkq - 0 2");
    player.key(Key::Return);
    player.wait("to move");
    choose(&mut player, "?", "SPACE  the computer moves");
    player.key(Key::Return);
    player.wait("to move");
    choose(&mut player, "j", "to move");
    choose(&mut player, "x", "to move");
    player.assert_position(None, "e2e4 e7e5");
    choose(&mut player, "d", "End? Fire or D");
    player.text("D");
    player.wait("Draw agreed");
    choose(&mut player, "n", "to move");
    player.frames(SLIDE);
    player.assert_position(None, "");
    choose(&mut player, "q", "Resignation");
    assert_eq!(player.panel(MESSAGE), "0-1");
}

fn left(player: &mut Player) {
    let keys = [Key::LeftShift, Key::CursorRight];
    player.person.press(&keys).expect("no fault");
}

#[test]
fn the_cursor_reaches_every_item() {
    let mut player = Player::two_humans();
    menu(&mut player);
    // From the players across to the first item and down to the set-up; then across to the second column, down past the settings to the keys.
    left(&mut player);
    for _ in 0..12 {
        player.key(Key::CursorDown);
    }
    player.key(Key::Return);
    player.wait("STOP cancels");
    player.key(Key::RunStop);
    player.wait("to move");
    menu(&mut player);
    player.key(Key::CursorRight);
    for _ in 0..3 {
        player.key(Key::CursorDown);
    }
    player.key(Key::Return);
    player.wait("SPACE  the computer moves");
    player.key(Key::Return);
    player.wait_board();
    menu(&mut player);
    player.key(Key::CursorDown);
    player.key(Key::CursorDown);
    // Below the last item is the first one, and above that the last again: leave.
    player
        .person
        .press(&[Key::LeftShift, Key::CursorDown])
        .expect("no fault");
    player.key(Key::Return);
    player.seconds(2);
    assert!(player.machine().has_ended());
}

#[test]
fn taking_back_restores_promotion_and_castling() {
    let castled = "g1f3 b7b5 e2e4 b5b4 f1e2 b4b3 e1g1";
    let promoted = format!("{castled} b3a2 h2h3 a2b1q");
    let mut player = Player::two_humans();
    player.moves(&promoted[..promoted.len() - 1]);
    player.text("q");
    player.frames(SLIDE);
    player.assert_position(None, &promoted);
    for _ in 0..3 {
        player.text("u");
        player.frames(SLIDE);
    }
    player.assert_position(None, castled);
    player.text("u");
    player.frames(SLIDE);
    player.assert_position(None, castled.strip_suffix(" e1g1").expect("the last move"));
    for _ in 0..4 {
        player.key(Key::F7);
        player.frames(SLIDE);
    }
    player.assert_position(None, &promoted);
    player.key(Key::Home);
    player.frames(SLIDE);
    player.assert_position(None, "");
}

#[test]
fn against_the_computer_a_whole_move_is_taken_back_and_the_sides_can_be_exchanged() {
    let mut player = Player::on_board();
    player.choose_level(2);
    player.text("a2a3");
    player.wait("1.a3    ");
    player.wait_message("Your move");
    player.key(Key::F3);
    player.frames(40);
    player.assert_position(None, "");
    player.text("x");
    player.wait_message("Your move");
    player.frames(100);
    player.wait_message("Your move");
    // The computer has opened; the human plays Black now.
    assert!(player.fen().contains(" b "), "{}", player.fen());
    player.text("x");
    player.frames(200);
    player.wait_message("Your move");
    assert!(player.fen().contains(" w "), "{}", player.fen());
}

#[test]
fn the_next_best_move_is_another_one() {
    let mut player = Player::on_board();
    player.without_book();
    player.text("a2a3");
    player.wait("1.a3    ");
    player.wait_message("Your move");
    let first = player.fen();
    player.text("j");
    player.frames(60);
    player.wait_message("Your move");
    player.frames(60);
    assert_ne!(player.fen(), first);
    assert!(player.fen().contains(" w "), "{}", player.fen());
}

#[test]
fn repetition_and_fifty_moves_are_claimed() {
    let mut player = Player::two_humans();
    let dance = "g1f3 g8f6 f3g1 f6g8 ";
    player.moves(&dance.repeat(2));
    assert_eq!(player.panel(MESSAGE), "SHIFT+D: draw");
    player.text("D");
    player.wait("Repetition");
    assert_eq!(player.panel(MESSAGE), "1/2-1/2");

    let mut player = Player::two_humans();
    player.moves(&knight_tours());
    assert_eq!(player.panel(MESSAGE), "SHIFT+D: draw");
    player.text("D");
    player.wait("Fifty moves");
}

/// A hundred half moves of the knights, without captures, in which no position comes three times.
fn knight_tours() -> String {
    let mut board = Board::default();
    let mut seen: HashMap<u64, u32> = HashMap::new();
    let mut moves = Vec::new();
    while moves.len() < 100 {
        let mut candidates = Vec::new();
        let knights = board.colored_pieces(board.side_to_move(), Piece::Knight);
        board.generate_moves_for(knights, |of_one| {
            candidates.extend(
                of_one
                    .into_iter()
                    .filter(|mv| board.piece_on(mv.to).is_none()),
            );
            false
        });
        let after = |mv: &Move| {
            let mut next = board.clone();
            next.play_unchecked(*mv);
            next
        };
        let quiet = candidates
            .iter()
            .filter(|mv| after(mv).checkers().is_empty());
        let freshest = quiet.min_by_key(|mv| seen.get(&after(mv).hash()).copied().unwrap_or(0));
        let mv = *freshest.expect("a knight can go somewhere");
        board.play_unchecked(mv);
        *seen.entry(board.hash()).or_default() += 1;
        moves.push(mv.to_string());
    }
    assert!(seen.values().all(|&count| count < 3));
    moves.join(" ")
}

#[test]
fn blindfold_hides_pieces_and_the_board_can_be_turned() {
    let mut player = Player::two_humans();
    // The board without the panel and its clocks.
    let rows = |player: &Player| -> Vec<String> {
        let screen = player.screen();
        let board = screen.lines().map(|row| row.chars().take(25).collect());
        board.collect()
    };
    let shown = rows(&player);
    player.text("v");
    player.frames(60);
    let turned = rows(&player);
    assert!(turned[1].starts_with('1'), "{turned:?}");
    player.text("v");
    player.frames(60);
    assert_eq!(rows(&player), shown);
    // White's pieces vanish from the lower rows, Black's stay.
    choose(&mut player, "b", "Blindfold White");
    player.key(Key::F1);
    player.wait_board();
    let blind = rows(&player);
    assert_eq!(blind[..6], shown[..6]);
    assert_ne!(blind[21..24], shown[21..24]);
    assert_eq!(blind[21], blind[15], "an empty row of squares");
}

#[test]
fn a_game_that_is_over_can_be_stepped_through() {
    let mut player = Player::two_humans();
    player.moves("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(player.panel(INPUT), "Checkmate");
    player.text(",");
    player.frames(SLIDE);
    player.assert_position(None, "f2f3 e7e5 g2g4");
    assert_eq!(player.panel(MESSAGE), "Black to move");
    player.text(".");
    player.frames(SLIDE);
    assert_eq!(player.panel(MESSAGE), "0-1");
    assert_eq!(player.panel(MOVES + 1), "2.g4    Qh4#");
}

#[test]
fn the_button_held_down_opens_the_menu_and_leaves_it() {
    for port in [1, 2] {
        let mut player = Player::on_board();
        let hold = |player: &mut Player| {
            let fire = Joystick {
                fire: true,
                ..Joystick::default()
            };
            player.machine().set_joystick(port, fire);
            player.frames(60);
            player.machine().set_joystick(port, Joystick::default());
        };
        hold(&mut player);
        player.wait("Leave to BASIC");
        // On a setting, which changes at once; held down, the menu closes too.
        player.key(Key::CursorRight);
        (0..3).for_each(|_| player.key(Key::CursorDown));
        hold(&mut player);
        player.wait_board();
        player.assert_position(None, "");
    }
}

/// Frames from the moment a key goes down until something changes on the screen.
fn frames_to_answer(player: &mut Player, key: Key) -> u64 {
    let before = player.screen();
    player.machine().press(key);
    let mut frames = 0;
    while player.screen() == before {
        player.frames(1);
        frames += 1;
        assert!(frames < 100, "{key:?} is not answered:\n{before}");
    }
    player.machine().release_all();
    player.frames(20);
    frames
}

#[test]
fn a_mouse_moves_the_cursor_and_its_button_chooses() {
    let mut player = Player::two_humans();
    let drag = |player: &mut Player, right: i8, up: i8| {
        for _ in 0..right.abs().max(up.abs()) {
            player.machine().move_mouse(right.signum(), up.signum());
            player.frames(1);
        }
        player.frames(4);
    };
    let click = |player: &mut Player| {
        let fire = Joystick {
            fire: true,
            ..Joystick::default()
        };
        player.person.move_stick(1, fire).expect("no fault");
        player.frames(SLIDE);
    };
    // It is found where it is: nothing happens before it moves. The first step shows the cursor on e2, or leads it on.
    drag(&mut player, 1, 0);
    drag(&mut player, -1, 0);
    player.key(Key::CursorRight);
    player.key(Key::CursorRight);
    let cursor = |player: &Player| player.marks()[0];
    let before = cursor(&player);
    drag(&mut player, 0, 34);
    assert_eq!(cursor(&player), before - 0x20, "two rows up");
    drag(&mut player, -50, 0);
    assert_eq!(cursor(&player), before - 0x23, "three files to the left");
    drag(&mut player, 20, 0);
    drag(&mut player, 0, -34);
    let from = cursor(&player);
    assert_eq!(from, before - 2);
    // At twenty counts a frame a step is a step still, and its way the right one.
    player.machine().move_mouse(0, 20);
    player.frames(2);
    player.machine().move_mouse(0, -20);
    player.frames(2);
    assert_eq!(cursor(&player), from);
    click(&mut player);
    drag(&mut player, 0, 34);
    click(&mut player);
    let file = char::from(b'a' + (from & 7));
    player.assert_position(None, &format!("{file}2{file}4"));
}

#[test]
fn without_a_mouse_nothing_moves_the_cursor() {
    let mut player = Player::two_humans();
    let before = player.marks()[0];
    player.seconds(3);
    assert_eq!(player.marks()[0], before);
}

/// One look notices the key, the next one believes it: then it is answered.
#[test]
fn a_key_is_answered_within_two_frames_of_the_look_that_notices_it() {
    let mut player = Player::two_humans();
    let mut slowest = 0;
    let keys = [Key::CursorDown, Key::CursorRight, Key::E, Key::CursorDown];
    for key in keys {
        slowest = slowest.max(frames_to_answer(&mut player, key));
    }
    menu(&mut player);
    for key in [Key::V, Key::K] {
        slowest = slowest.max(frames_to_answer(&mut player, key));
    }
    player.text("w");
    player.wait("Name:");
    for key in [Key::A, Key::Plus, Key::Delete] {
        slowest = slowest.max(frames_to_answer(&mut player, key));
    }
    assert!(slowest <= 3, "{slowest} frames");
}

#[test]
fn a_setting_changed_on_the_board_is_said_at_once_and_the_board_stays() {
    let mut player = Player::two_humans();
    let answer = frames_to_answer(&mut player, Key::Z);
    assert!(answer <= 4, "{answer} frames");
    player.machine().press(Key::K);
    for frame in 0..60 {
        player.frames(1);
        assert_eq!(player.panel(5), "# 64 Squares #", "frame {frame}");
    }
}
