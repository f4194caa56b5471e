//! Moves by cursor and by letters: made, refused with the reason, erased.

use super::*;

#[test]
fn a_typed_move_is_made_and_written_down() {
    let _board = board();
    moves("e2e4 e7e5 g1f3");
    assert_eq!(panel(MOVES), "1.e4    e5");
    assert_eq!(panel(MOVES + 1), "2.Nf3");
    assert_eq!(SIDE.get(), BLACK);
}

#[test]
fn the_cursor_picks_a_piece_up_and_puts_it_down() {
    let _board = board();
    app::turn(key::RETURN);
    assert_eq!(
        screen::colour_at(13 * 40 + 14),
        8 | 7,
        "the dot on e4 is lit"
    );
    for key in [key::UP, key::UP, key::FIRE] {
        app::turn(key);
    }
    assert_eq!(panel(MOVES), "1.e4");
}

#[test]
fn the_cursor_moves_as_seen_on_a_turned_board() {
    let _board = board();
    keys("v");
    // From e2, seen from Black's side: left is towards the h file.
    for key in [key::LEFT, key::RETURN, key::DOWN, key::DOWN, key::RETURN] {
        app::turn(key);
    }
    assert_eq!(panel(MOVES), "1.f4");
}

#[test]
fn every_refusal_says_why() {
    let _board = board();
    let cases = [
        ("e6", "No piece there"),
        ("e7", "Not your piece"),
        ("e2e5", "Can't go there"),
        ("e1g1", "Can't castle"),
    ];
    for (mv, why) in cases {
        keys(mv);
        assert_eq!(message(), why, "{mv}");
    }
    moves("e2e4 d7d5 f1b5 d8d7");
    moves("b5d7 e8d7");
    assert_eq!(record::played(), 6);
}

#[test]
fn a_king_in_check_and_a_pinned_piece_are_explained() {
    let _board = board();
    moves("e2e4 d7d5 f1b5");
    assert_eq!(message(), "Check!");
    keys("a7a6");
    assert_eq!(message(), "King in check");
    moves("b8c6 d2d3");
    keys("c6e5");
    assert_eq!(message(), "King exposed");
}

#[test]
fn half_a_typed_move_can_be_erased() {
    let _board = board();
    keys("e2");
    assert_eq!(panel(24), "Move: e2-");
    app::turn(key::DELETE);
    app::turn(key::DELETE);
    keys("d2d4");
    assert_eq!(panel(MOVES), "1.d4");
}

#[test]
fn erasing_a_typed_move_leaves_nothing_of_it() {
    let _board = board();
    keys("e");
    app::turn(key::DELETE);
    assert_eq!(panel(24), "");
}

#[test]
fn promotion_asks_and_under_promotes() {
    let _board = board();
    moves("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8");
    assert_eq!(app::STATE.get(), app::PROMOTION);
    assert_eq!(message(), "Q, R, B or N?");
    keys("n");
    assert!(fen().starts_with("Nn1qkbnr/"), "{}", fen());
    record::spell(record::played() - 1);
    let text: String = (0..record::LENGTH.get())
        .map(|i| char::from(record::SPELLED.get(i)))
        .collect();
    assert_eq!(text, "bxa8=N");
}

#[test]
fn a_joystick_alone_promotes_to_every_piece() {
    for (key, piece) in [
        (key::FIRE, 'Q'),
        (key::DOWN, 'R'),
        (key::LEFT, 'B'),
        (key::RIGHT, 'N'),
    ] {
        let _board = board();
        moves("a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6 b7a8");
        app::turn(key);
        assert!(fen().starts_with(&format!("{piece}n1qkbnr/")), "{}", fen());
    }
}

#[test]
fn castling_and_en_passant_are_played_by_their_squares() {
    let _board = board();
    moves("e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1");
    assert_eq!(panel(MOVES + 2), "3.exd6  a5");
    assert_eq!(panel(MOVES + 5), "6.O-O");
}
