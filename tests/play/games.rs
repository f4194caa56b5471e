//! Whole games: to mate and stalemate, by keys and by either stick, special moves, moves that are refused.

use crate::player::{INPUT, MESSAGE, MOVES, Player, SLIDE};
use c64::{Key, Model, Power};

/// Paris 1858.
const OPERA: &str = "e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 \
    c6b5 c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8";

fn assert_opera_is_over(player: &Player) {
    assert_eq!(player.panel(MESSAGE), "1-0");
    assert_eq!(player.panel(INPUT), "Checkmate");
    assert_eq!(player.panel(MOVES + 5), "17.Rd8#");
    player.assert_position(None, OPERA);
}

#[test]
fn a_game_to_mate_by_typed_moves() {
    let mut player = Player::two_humans();
    player.moves(OPERA);
    assert_opera_is_over(&player);
}

#[test]
fn a_game_to_mate_by_the_stick_in_port_two() {
    let mut player = Player::two_humans();
    player.moves_by_stick(2, OPERA);
    assert_opera_is_over(&player);
}

#[test]
fn a_game_to_mate_by_the_stick_in_port_one() {
    let mut player = Player::two_humans();
    player.moves_by_stick(1, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(player.panel(INPUT), "Checkmate");
    assert_eq!(player.panel(MOVES + 1), "2.g4    Qh4#");
}

#[test]
fn a_game_to_mate_by_cursor_keys() {
    let mut player = Player::two_humans();
    // f2f3, from the cursor on e2.
    player.key(Key::CursorRight);
    player.key(Key::Return);
    player
        .person
        .press(&[Key::LeftShift, Key::CursorDown])
        .expect("no fault");
    player.key(Key::Return);
    player.frames(SLIDE);
    assert_eq!(player.panel(MOVES), "1.f3");
    player.moves("e7e5 g2g4 d8h4");
    assert_eq!(player.panel(MESSAGE), "0-1");
}

#[test]
fn two_players_reach_a_stalemate() {
    let game = "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6";
    let mut player = Player::two_humans();
    player.moves(game);
    assert_eq!(player.panel(MESSAGE), "1/2-1/2");
    assert_eq!(player.panel(INPUT), "Stalemate");
    player.assert_position(None, game);
}

#[test]
fn castling_en_passant_and_under_promotion() {
    let mut player = Player::two_humans();
    player.moves("e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1 a3b2 d6c7 b2a1");
    assert_eq!(player.panel(MESSAGE), "Q, R, B or N?");
    player.text("n");
    player.seconds(1);
    assert_eq!(player.panel(MOVES + 1), "3.exd6  a5");
    assert_eq!(player.panel(MOVES + 4), "6.O-O   axb2");
    assert_eq!(player.panel(MOVES + 5), "7.dxc7  ba1N");
    player.assert_position(
        None,
        "e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1 a3b2 d6c7 b2a1n",
    );
}

#[test]
fn every_piece_of_a_promotion_and_the_move_taken_back_instead() {
    let way = "a2a4 b7b5 a4b5 a7a6 b5a6 c8b7 a6b7 h7h6";
    for (letter, piece) in [("q", 'q'), ("r", 'r'), ("b", 'b'), ("n", 'n'), ("\n", 'q')] {
        let mut player = Player::two_humans();
        player.moves(way);
        player.moves("b7a8");
        assert_eq!(player.panel(MESSAGE), "Q, R, B or N?");
        player.key(Key::RunStop);
        player.wait("White to move");
        player.assert_position(None, way);
        player.moves("b7a8");
        player.text(letter);
        player.seconds(1);
        player.assert_position(None, &format!("{way} b7a8{piece}"));
    }
}

#[test]
fn castling_to_either_side_by_both_players() {
    let game = "d2d4 d7d5 b1c3 g8f6 c1f4 e7e6 d1d2 f8e7 e1c1 e8g8";
    let mut player = Player::two_humans();
    player.moves(game);
    assert_eq!(player.panel(MOVES + 4), "5.O-O-O O-O");
    player.assert_position(None, game);
}

#[test]
fn illegal_moves_of_every_kind_are_explained() {
    let mut player = Player::two_humans();
    let refused = |player: &mut Player, cases: &[(&str, &str)]| {
        for (mv, why) in cases {
            player.moves(mv);
            assert_eq!(player.panel(MESSAGE), *why, "{mv}");
        }
    };
    refused(
        &mut player,
        &[
            ("e6", "No piece there"),
            ("e7", "Not your piece"),
            ("e2e5", "Can't go there"),
            ("a1a3", "Can't go there"),
            ("e2e2", "Can't go there"),
            ("d1d2", "Can't go there"),
            ("e1g1", "Can't castle"),
        ],
    );
    player.assert_position(None, "");
    let check = "e2e4 d7d5 f1b5";
    player.moves(check);
    assert_eq!(player.panel(MESSAGE), "Check!");
    refused(&mut player, &[("a7a6", "King in check")]);
    let pin = "b8c6 d2d3";
    player.moves(pin);
    refused(&mut player, &[("c6e5", "King exposed")]);
    player.assert_position(None, &format!("{check} {pin}"));
}

#[test]
fn castling_is_refused_in_through_and_after_trouble() {
    // The bishop on a6 covers f1; then the king has moved.
    let way = "e2e4 b7b6 g1f3 c8a6 f1e2 a6e2 e1e2 h7h6 e2e1 h6h5";
    let mut player = Player::two_humans();
    player.moves("e2e4 b7b6 g1f3 c8a6 d2d3 h7h6 f1e2 a6d3 h2h3 d3e2");
    player.moves("e1g1");
    assert_eq!(player.panel(MESSAGE), "Can't castle");
    let mut player = Player::two_humans();
    player.moves(way);
    player.moves("e1g1");
    assert_eq!(player.panel(MESSAGE), "Can't castle");
    player.assert_position(None, way);
}

#[test]
fn a_demo_game_runs_to_its_end() {
    let mut player = Player::on_board();
    player.choose_level(1);
    player.choose_players(3);
    for _ in 0..3600 {
        player.seconds(1);
        if ["1-0", "0-1", "1/2-1/2"].contains(&player.panel(MESSAGE).as_str()) {
            player.assert_legal();
            return;
        }
    }
    panic!("the game has no end:\n{}", player.screen());
}

#[test]
fn the_computer_answers_and_can_be_hurried() {
    let mut player = Player::start(Model::Pal, Power::Noise(5));
    player.key(Key::Space);
    player.wait("Your move");
    player.without_book();
    player.text("a2a3");
    // Iterations that end within the same second are reported together.
    player.wait("Depth ");
    player.key(Key::Return);
    player.wait("Your move");
    assert!(player.panel(MOVES).len() > "1.a3     ".len());
    player.assert_legal();
}

#[test]
fn the_standard_player_plays_the_move_that_it_plays_on_the_host() {
    use squares64::board::{
        legal::is_legal, make, moves::Move, notation::coordinates, square::Square,
    };
    let _engine = squares64::engine::hold();
    let e2e4 = Move::new(Square::from_bits(0x64), Square::from_bits(0x44));
    assert!(is_legal(e2e4));
    make::play(e2e4);
    let reply = squares64::standard::select::<squares64::machine::Unwatched>(2).expect("a move");
    let reply = coordinates(reply.mv);
    let reply = String::from_utf8_lossy(reply.as_bytes()).into_owned();

    let mut player = Player::on_board();
    player.choose_level(9);
    assert_eq!(player.panel(2), "Standard 2");
    player.text("e2e4");
    player.wait("Thinking");
    player.wait("Your move");
    player.seconds(1);
    player.assert_position(None, &format!("e2e4 {reply}"));
}

#[test]
fn a_game_typed_as_a_score_sheet_has_it() {
    let mut player = Player::two_humans();
    player.moves("e4 d5 exd5 Qxd5 Nc3 Qa5 d4 Nf6 Nf3 Bg4 Be2 Nc6");
    player.text("O-O\n");
    player.frames(SLIDE);
    player.moves("O-O-O");
    player.assert_position(
        None,
        "e2e4 d7d5 e4d5 d8d5 b1c3 d5a5 d2d4 g8f6 g1f3 c8g4 f1e2 b8c6 e1g1 e8c8",
    );
}
