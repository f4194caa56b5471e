//! What is seen: columns of the panel, marks, lights, colours, captured pieces.

use super::*;

#[test]
fn the_title_gives_way_to_the_board_at_any_key() {
    let _board = board();
    assert_eq!(app::STATE.get(), app::BOARD);
    assert_eq!(panel(0), "64 Squares");
    assert_eq!(message(), "White to move");
}

/// The cells left of the board hold digits and nothing else, whatever the panel has to say.
fn assert_nothing_spills(what: &str) {
    for row in 0..25 {
        let code = screen::code_at(row * 40);
        assert!(
            code == b' ' || code.is_ascii_digit() && row % 3 == 1,
            "{what}: row {row} {}",
            whole_screen()
        );
    }
}

#[test]
fn the_panel_keeps_to_its_columns() {
    let _board = board();
    for level in 1..=settings::LEVELS {
        settings::LEVEL.set(level);
        app::show_board();
        assert_nothing_spills(&format!("level {level}"));
    }
    // Castling long with check is the widest move, and Black's column is the last one.
    moves(
        "d2d4 d7d5 e2e4 d5e4 d4d5 d8d5 d1d5 c7c6 d5d2 b8a6 d2d1 c8g4 f1e2 e7e6 a2a3 f8d6 d1d2 h7h6 e1d1 e4e3 d1e1 e3d2",
    );
    assert_nothing_spills("moves");
    squares64::engine::BEST_SCORE.set(-1234);
    squares64::engine::SEARCH_DEPTH.set(12);
    squares64::engine::NODES.set(9_999_999);
    squares64::ui::thinking::show();
    assert!(panel(18).starts_with("Depth 12 "), "{}", panel(18));
    assert_eq!(panel(22), "9999999 nodes");
    assert_nothing_spills("thinking");
}

#[test]
fn a_move_is_marked_in_the_colour_of_its_piece_at_both_ends() {
    let _board = board();
    let colour = |row: i16, column: i16| screen::colour_at(3 * row * 40 + 1 + 3 * column);
    moves("e2e4");
    assert_eq!((colour(6, 4), colour(4, 4)), (8 | 1, 8 | 1));
    moves("e7e5");
    assert_eq!((colour(1, 4), colour(3, 4)), (8 | 6, 8 | 6));
}

#[test]
fn what_a_piece_may_take_is_lit_and_seen_in_every_scheme() {
    let _board = board();
    moves("e2e4 d7d5");
    for key in [key::UP, key::UP, key::RETURN] {
        app::turn(key);
    }
    let d5 = 3 * 3 * 40 + 1 + 3 * 3;
    assert_eq!(screen::colour_at(d5), 8 | 7);
}

#[test]
fn who_plays_black_alone_sees_the_board_from_there() {
    let _board = board();
    settings::PLAYERS.set(settings::HUMAN_WHITE);
    for flipped in [1, 0, 0, 0] {
        squares64::ui::menu::change(b's');
        assert_eq!(
            settings::FLIPPED.get(),
            flipped,
            "{}",
            settings::PLAYERS.get()
        );
    }
}

#[test]
fn a_message_takes_the_row_below_it_too() {
    let _board = board();
    moves("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(panel(24), "Checkmate");
    keys("w");
    keys("x");
    app::turn(key::RETURN);
    assert_eq!((message().as_str(), panel(24).as_str()), ("Saved", ""));
}

#[test]
fn a_king_in_check_is_red_and_nothing_else_is() {
    let _board = board();
    moves("e2e4 d7d5 f1b5");
    for _ in 0..settings::SCHEMES {
        let red = (0..24 * 40)
            .filter(|&cell| cell % 40 > 0 && cell % 40 < 25 && screen::colour_at(cell) == 8 | 2);
        assert_eq!(red.count(), 9, "scheme {}", settings::SCHEME.get());
        keys("k");
    }
}

#[test]
fn a_promoted_pawn_is_not_among_the_captured_pieces() {
    let _board = board();
    moves("a2a4 b7b5 a4b5 a7a6 b5a6 b8c6 a6a7 c6b4 a7b8");
    keys("q");
    let signs = |row: i16| {
        (26..40)
            .filter(|column| screen::code_at(row * 40 + column) != b' ')
            .count()
    };
    // White took two pawns and lost nothing; the pawn that became a queen was not taken.
    assert_eq!((signs(7), signs(8)), (2, 0));
}

#[test]
fn a_new_game_shows_no_light_of_the_last_one() {
    let _board = board();
    moves("e2e4 e7e5");
    keys("i");
    keys("nn");
    assert_eq!(record::known(), 0);
    assert!((0..0x78).all(|sq| view::LIT.get(sq) == 0));
}

#[test]
fn attackers_of_either_side_have_a_colour_of_their_own() {
    let _board = board();
    moves("e4 d5");
    // The cursor from e2 to d5: attacked by e4, defended by the queen.
    app::turn(key::LEFT);
    (0..3).for_each(|_| app::turn(key::UP));
    app::command(b'a');
    let colour = |row: i16, column: i16| screen::colour_at(3 * row * 40 + 1 + 3 * column);
    assert_eq!((colour(4, 4), colour(0, 3)), (8 | 7, 8 | 3));
    assert_eq!((message(), panel(24)), ("White 1".into(), "Black 1".into()));
    keys("i");
    assert_eq!(colour(0, 3), 8 | 6, "a light is put out in any colour");
}

#[test]
fn a_refused_move_has_a_sound() {
    let _board = board();
    for (wrong, why) in [
        ("e2e5", "Can't go there"),
        ("e7", "Not your piece"),
        ("Nd4", "Can't go there"),
    ] {
        machine::sound::LAST.set(0);
        keys(wrong);
        assert_eq!((message().as_str(), machine::sound::LAST.get()), (why, 5));
    }
    settings::SOUND.set(0);
    machine::sound::LAST.set(0);
    keys("e2e5");
    assert_eq!(machine::sound::LAST.get(), 0);
}

#[test]
fn the_frame_of_a_marked_square_hides_nothing_of_a_piece() {
    use squares64::codes::art::pieces::{PITCH, ROWS};
    for (row, drawing) in ROWS.iter().enumerate() {
        for piece in 0..6 {
            let cells = &drawing[piece * PITCH..piece * PITCH + 12];
            let framed = match row {
                0 | 1 | 22 | 23 => cells.to_vec(),
                _ => vec![cells[0], cells[11]],
            };
            assert!(
                framed.iter().all(|&pixel| pixel == b'.'),
                "row {row} of piece {piece}"
            );
        }
    }
}

#[test]
fn a_piece_slides_for_24_frames_unless_the_setting_or_a_key_forbids_it() {
    let _board = board();
    let frames = |mv: &str| {
        screen::FRAMES.set(0);
        keys(mv);
        screen::FRAMES.get()
    };
    assert_eq!(frames("e2e4"), 24);
    settings::SLIDES.set(0);
    assert_eq!(frames("e7e5"), 0);
    settings::SLIDES.set(1);
    keys("g1f");
    machine::keys::NEXT.set(b'x');
    assert!(frames("3") <= 1);
    machine::keys::NEXT.set(0);
}
