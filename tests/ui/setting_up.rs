//! Positions set up by hand.

use super::*;

#[test]
fn a_position_is_set_up_and_played_from() {
    let _board = board();
    keys("p");
    keys("e");
    // The cursor stands on e2: a white king there, a black one on e4, a rook on e8.
    keys("k");
    for key in [key::UP, key::UP] {
        app::turn(key);
    }
    keys("K");
    for _ in 0..4 {
        app::turn(key::UP);
    }
    keys("r");
    app::turn(key::F1);
    assert_eq!(panel(23), "Enemy in check");
    keys("s");
    app::turn(key::F1);
    assert_eq!(app::STATE.get(), app::BOARD);
    assert_eq!(fen(), "4R3/8/8/8/4k3/8/4K3/8 b - - 0 1");
    keys("e4d4");
    assert_eq!(panel(MOVES), "1....   Kd4");
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    let _board = board();
    keys("p");
    keys(" e");
    app::turn(key::F1);
    assert_eq!(panel(23), "One king each");
    app::turn(key::STOP);
    assert_eq!(app::STATE.get(), app::BOARD);
    assert!(fen().starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"));
}

#[test]
fn a_position_from_set_up_is_not_lost_by_one_key() {
    for letter in [b'n', b'q', key::LEFT_ARROW] {
        let _board = board();
        keys("p");
        app::turn(key::F1);
        let before = fen();
        app::command(letter);
        assert!(message().starts_with("End? Fire or "), "{}", message());
        assert_eq!((fen(), app::STATE.get()), (before, app::BOARD));
        assert!(!outcome::is_over());
    }
}

#[test]
fn a_repaired_position_is_not_called_wrong_any_more() {
    let _board = board();
    keys("p e");
    app::turn(key::F1);
    assert_eq!(message(), "One king each");
    keys("k");
    assert_eq!(message(), "");
}

/// A white pawn on e5, black ones on d5 and f5, kings on e1 and e8; the cursor is on d6.
fn pawns_side_by_side() {
    keys("pe");
    let place = |steps: &[u8], piece: u8| {
        steps.iter().for_each(|&step| app::turn(step));
        app::turn(piece);
    };
    place(&[key::DOWN], b'k');
    place(&[key::UP; 4], b'p');
    place(&[key::UP; 3], b'K');
    place(&[key::LEFT, key::DOWN, key::DOWN, key::DOWN], b'P');
    place(&[key::RIGHT, key::RIGHT], b'P');
    [key::LEFT, key::LEFT, key::UP]
        .iter()
        .for_each(|&step| app::turn(step));
}

/// The FEN that `/` shows.
fn shown_fen() -> String {
    app::command(b'/');
    let shown = whole_screen();
    app::turn(key::RETURN);
    shown.trim().to_string()
}

#[test]
fn set_up_takes_the_en_passant_square_and_the_number_of_the_move() {
    let _board = board();
    pawns_side_by_side();
    keys("x");
    assert_eq!((panel(21), message()), ("- d6".into(), String::new()));
    keys("+++-");
    assert_eq!(panel(22), "Move: 3");
    app::turn(key::F1);
    let start = "4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 3";
    assert_eq!(shown_fen(), start);
    keys("e5d6");
    assert_eq!(panel(MOVES), "3.exd6");
    app::command(b'e');
    app::turn(key::RETURN);
    let text = file_text();
    assert!(text.contains(&format!("[FEN \"{start}\"]")), "{text}");
    assert!(text.ends_with("\n\n3. exd6 *\n"), "{text}");
    // The set-up begins with what the position has.
    app::command(b',');
    app::command(b'p');
    assert_eq!((panel(21), panel(22)), ("- d6".into(), "Move: 3".into()));
    app::turn(key::F1);
    assert_eq!(shown_fen(), start);
}

#[test]
fn a_saved_game_keeps_en_passant_and_the_number_of_its_first_move() {
    let _board = board();
    pawns_side_by_side();
    keys("x+");
    app::turn(key::F1);
    keys("e5d6");
    app::command(b'w');
    app::turn(key::RETURN);
    app::command(b'n');
    app::command(b'n');
    app::command(b'g');
    app::turn(key::RETURN);
    assert_eq!(
        (message().as_str(), panel(MOVES).as_str()),
        ("Loaded", "2.exd6")
    );
    app::command(key::HOME);
    assert_eq!(shown_fen(), "4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 2");
}

#[test]
fn en_passant_is_refused_where_no_pawn_can_be_captured() {
    let _board = board();
    pawns_side_by_side();
    // On e6 no black pawn is behind the cursor; on d6 Black cannot capture.
    app::turn(key::RIGHT);
    keys("x");
    assert_eq!(
        (panel(21), message()),
        ("- -".into(), "No en passant".into())
    );
    app::turn(key::LEFT);
    keys("sx");
    assert_eq!(
        (panel(21), message()),
        ("- -".into(), "No en passant".into())
    );
    // A man on the way of the pawn.
    keys("s");
    app::turn(key::UP);
    keys("N");
    app::turn(key::DOWN);
    keys("x");
    assert_eq!(
        (panel(21), message()),
        ("- -".into(), "No en passant".into())
    );
}

#[test]
fn another_piece_or_side_forgets_the_en_passant_square() {
    for change in ["n", "s", " ", "i"] {
        let _board = board();
        pawns_side_by_side();
        keys("x");
        assert!(panel(21).ends_with("d6"));
        keys(change);
        assert!(panel(21).ends_with('-'), "{change}: {}", panel(21));
    }
}

#[test]
fn the_number_of_a_move_is_between_1_and_255() {
    let _board = board();
    keys("p--");
    assert_eq!(panel(22), "Move: 1");
    keys(&"+".repeat(300));
    assert_eq!(panel(22), "Move: 255");
    app::turn(key::F1);
    moves("e2e4 e7e5 g1f3");
    assert_eq!(
        (panel(MOVES).as_str(), panel(MOVES + 1).as_str()),
        ("255 e4   e5", "256 Nf3")
    );
}

/// The list's row that the mark stands before, if it does.
fn marked_row() -> Option<String> {
    let row = (0..20).find(|row| screen::code_at(row * 40 + 25) == charset::MARKER)?;
    Some(panel(row).trim_start_matches('\0').into())
}

#[test]
fn a_joystick_goes_through_the_list_and_back_to_the_board() {
    let _board = board();
    keys("p");
    assert_eq!(marked_row(), None);
    app::turn(key::FIRE);
    for shown in [
        "RETURN next",
        "DEL    empty",
        "S side",
        "1 castling K",
        "2 castling Q",
        "3 castling k",
        "4 castling q",
        "X en passant",
        "+ number",
        "- number",
        "E clear board",
        "I game start",
        "F1   done",
        "STOP cancels",
    ] {
        assert_eq!(marked_row().as_deref(), Some(shown));
        app::turn(key::DOWN);
    }
    assert_eq!(marked_row().as_deref(), Some("STOP cancels"), "it stays");
    (0..14).for_each(|_| app::turn(key::UP));
    assert_eq!(marked_row(), None);
    assert!(fen().starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"));
}

#[test]
fn a_joystick_alone_sets_everything_up() {
    let _board = board();
    keys("p");
    let push = |key: u8, times: usize| (0..times).for_each(|_| app::turn(key));
    // Empty; then Black moves, and it is move 3.
    push(key::FIRE, 1);
    push(key::DOWN, 10);
    push(key::FIRE, 1);
    push(key::UP, 2);
    push(key::FIRE, 2);
    push(key::UP, 6);
    push(key::FIRE, 1);
    push(key::UP, 3);
    // Kings on e2 and e4, and on e7 a knight.
    for (up, turns) in [(0, 6), (2, 12), (3, 2)] {
        push(key::UP, up);
        push(key::FIRE, 1 + turns);
        push(key::UP, 1);
    }
    push(key::FIRE, 1);
    push(key::DOWN, 12);
    push(key::FIRE, 1);
    assert_eq!(app::STATE.get(), app::BOARD, "{}", whole_screen());
    assert_eq!(shown_fen(), "8/4N3/8/8/4k3/8/4K3/8 b - - 0 3");
}

#[test]
fn the_square_for_en_passant_is_where_the_joystick_left_the_board() {
    let _board = board();
    pawns_side_by_side();
    app::turn(key::FIRE);
    (0..7).for_each(|_| app::turn(key::DOWN));
    app::turn(key::FIRE);
    assert!(panel(21).ends_with("d6"), "{}", panel(21));
}
