//! Moves typed as they are written: by squares, and as the score sheet has them.

use super::*;

/// The last move on record, as the list of moves has it.
fn last() -> String {
    record::spell(record::played() - 1);
    record::spelled().collect()
}

#[test]
fn moves_are_typed_as_a_score_sheet_has_them() {
    let _board = board();
    for (typed, spelled) in [
        ("e4", "e4"),
        ("d5", "d5"),
        ("exd5", "exd5"),
        ("Nf6", "Nf6"),
        ("Nf3", "Nf3"),
        ("Qxd5", "Qxd5"),
        ("Be2", "Be2"),
        ("b6", "b6"),
        ("Nc3", "Nc3"),
        ("Ba6", "Ba6"),
    ] {
        keys(typed);
        assert_eq!(last(), spelled);
    }
    keys("O-O");
    assert_eq!(record::played(), 10, "the long way may follow");
    app::turn(key::RETURN);
    assert_eq!(last(), "O-O");
    keys("Bxe2");
    keys("Qxe2");
    keys("Nc6");
    keys("d3");
    keys("O-O-O");
    assert_eq!(last(), "O-O-O");
}

#[test]
fn every_legal_move_of_a_game_can_be_typed_as_it_is_spelled() {
    let _board = board();
    let mut seed = 17_u32;
    while record::played() < 160 && !outcome::is_over() {
        let mut list = Vec::new();
        squares64::board::legal::for_each_legal(|mv| list.push(mv));
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let mv = list[(seed >> 8) as usize % list.len()];
        let ply = record::played();
        record::spell_now(mv);
        let text: String = record::spelled().collect();
        keys(text.trim_end_matches(['+', '#']));
        if record::played() == ply {
            app::turn(key::RETURN);
        }
        assert_eq!(record::played(), ply + 1, "{text}: {}", message());
        assert_eq!(record::at(ply), mv, "{text}");
    }
    assert!(record::played() > 60);
}

#[test]
fn a_promotion_is_typed_with_its_piece() {
    let _board = board();
    moves("a4 b5 axb5 a6 bxa6 Bb7 axb7 h6");
    keys("bxa8=N");
    assert_eq!(last(), "bxa8=N");
}

#[test]
fn a_wrong_first_square_is_refused_at_once() {
    let _board = board();
    for (square, why) in [
        ("e5", "No piece there"),
        ("e8", "Not your piece"),
        ("Nd4", "Can't go there"),
    ] {
        keys(square);
        assert_eq!(
            (message(), panel(24)),
            (why.into(), String::new()),
            "{square}"
        );
        assert_eq!(record::played(), 0);
    }
}

#[test]
fn a_move_that_two_pieces_can_make_is_asked_about() {
    let _board = board();
    moves("d3 a6 Nf3 b6");
    keys("Nd2");
    assert_eq!((message(), record::played()), ("Which one?".into(), 4));
    keys("Nfd2");
    assert_eq!(last(), "Nfd2");
}

#[test]
fn a_capital_letter_begins_a_move_and_loses_nothing() {
    let _board = board();
    keys("Nf3");
    assert_eq!(last(), "Nf3");
    let before = (settings::BOOK.get(), settings::SCHEME.get(), fen());
    keys("NRQKO");
    assert!(!outcome::is_over());
    assert_eq!(fen(), before.2);
}

#[test]
fn what_is_left_after_erasing_goes_on_as_if_nothing_else_had_been_typed() {
    let _board = board();
    let level = settings::LEVEL.get();
    for typed in ["e2", "ge"] {
        keys(typed);
        app::turn(key::DELETE);
        keys(if typed == "e2" { "2e4" } else { "6" });
    }
    assert_eq!(record::played(), 2, "{}", message());
    assert_eq!(last(), "g6");
    keys("Nb");
    app::turn(key::DELETE);
    keys("f3");
    assert_eq!(last(), "Nf3");
    assert_eq!(settings::LEVEL.get(), level, "a rank is no level");
}

#[test]
fn castling_that_is_typed_is_refused_by_its_name() {
    let _board = board();
    keys("O-O");
    app::turn(key::RETURN);
    assert_eq!(message(), "Can't castle");
    keys("e4");
    keys("O-O-O");
    assert_eq!(message(), "Can't castle");
}
