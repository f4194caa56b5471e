//! What is seen: columns of the panel, marks, lights, colours, captured pieces.

use super::*;

#[test]
fn the_title_gives_way_to_the_board_at_any_key() {
    let _board = board();
    assert_eq!(app::STATE.get(), app::BOARD);
    assert_eq!(panel(5), "@ 64 Squares @");
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
    assert_eq!(panel(22), "9765K nodes");
    assert_nothing_spills("thinking");
}

/// The pixels of two by two cells, a row in each of sixteen words.
fn pixels(row: i16, column: i16) -> Vec<u16> {
    let byte = |line: i16, right: i16| {
        let code = screen::code_at((row + line / 8) * 40 + column + right);
        u16::from(screen::pattern(code, (line % 8) as u8))
    };
    (0..16)
        .map(|line| byte(line, 0) << 8 | byte(line, 1))
        .collect()
}

#[test]
fn both_clocks_have_digits_that_are_read_across_a_room() {
    let _board = board();
    let mut seen = std::collections::BTreeSet::new();
    for (seconds, shown) in [
        (0, "00:00"),
        (12 * 60 + 34, "12:34"),
        (56 * 60 + 7, "56:07"),
        (59 * 60 + 59, "59:59"),
        (3600 + 8 * 60 + 9, "1:08:09"),
    ] {
        set_clock(WHITE, seconds);
        set_clock(BLACK, seconds);
        app::show_board();
        for row in [0, 3] {
            assert_eq!(clock_shown(row), shown);
            seen.extend([31, 33, 36, 38].map(|column| pixels(row, column)));
        }
    }
    assert_eq!(seen.len(), 10, "ten different digits");
    for digit in &seen {
        let lines = digit.iter().filter(|&&line| line != 0).count();
        assert!(lines >= 14, "{lines} lines high");
    }
    // Whose clock it is, and above is whoever sits above.
    clock::reset();
    for (flipped, above, below) in [(0, "Black", ">White"), (1, ">White", "Black")] {
        settings::FLIPPED.set(flipped);
        app::show_board();
        for (row, side) in [(0, above), (3, below)] {
            let marker = screen::code_at(row * 40 + 25) == charset::MARKER;
            let name: String = panel(row)
                .chars()
                .filter(char::is_ascii_alphabetic)
                .collect();
            assert_eq!(if marker { ">" } else { "" }.to_string() + &name, side);
        }
    }
}

#[test]
fn the_running_clock_shows_every_second() {
    let _board = board();
    let mut tenths = 0;
    let mut second = || {
        tenths = (tenths + 10) % 600;
        machine::clock::TENTHS.set(tenths);
        squares64::ui::timing::pass();
    };
    for passed in 1..=3_700 {
        second();
        let hour = if passed >= 3600 { "1:" } else { "" };
        let expected = format!("{hour}{:02}:{:02}", passed / 60 % 60, passed % 60);
        assert_eq!(clock_shown(3), expected);
    }
    settings::CLOCK.set(clock::GAME);
    settings::MINUTES.set(61);
    clock::reset();
    app::show_board();
    for passed in 1..=3_660 {
        second();
        let left = 3_660 - passed;
        let hour = if left >= 3600 { "1:" } else { "" };
        let expected = format!("{hour}{:02}:{:02}", left / 60 % 60, left % 60);
        assert_eq!(clock_shown(3), expected);
    }
}

#[test]
fn nothing_of_a_mark_stays_behind() {
    let _board = board();
    let squares = || -> Vec<(u8, u8)> {
        let cells = (0..24 * 40).filter(|cell| (1..25).contains(&(cell % 40)));
        cells
            .map(|cell| (screen::code_at(cell), screen::colour_at(cell) & 15))
            .collect()
    };
    for step in ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5e5", "i"] {
        keys(step);
        app::turn(key::LEFT);
        app::turn(key::RETURN);
        app::turn(key::DELETE);
        let shown = squares();
        app::show_board();
        assert!(squares() == shown, "{step}: a new picture is another one");
    }
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
    assert_eq!((signs(8), signs(9)), (2, 0));
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
    use squares64::codes::art::{bold_pieces, pieces};
    const PITCH: usize = pieces::PITCH;
    let rows = pieces::ROWS.iter().zip(&bold_pieces::ROWS).enumerate();
    for (row, drawing) in rows.flat_map(|(row, (plain, bold))| [(row, plain), (row, bold)]) {
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
