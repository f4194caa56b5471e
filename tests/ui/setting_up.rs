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
    assert_eq!(panel(10), "1....   Kd4");
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
        assert!(message().starts_with("Sure? Press"), "{}", message());
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
