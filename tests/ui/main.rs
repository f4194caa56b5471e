//! The interface against the screen of arrays: keys in, cells and game state out.

#[path = "../engine/mod.rs"]
mod engine;
mod long_games;
mod typing;
mod words;

use squares64::board::piece::{BLACK, WHITE};
use squares64::board::position::SIDE;
use squares64::codes::key;
use squares64::game::{clock, outcome, record, settings};
use squares64::machine::stop::STOP_REQUEST;
use squares64::machine::{self, disk, screen};
use squares64::ui::{app, computer, screens, view};

/// A fresh program on its board with two human players, so that nothing moves by itself.
fn board() -> squares64::engine::Held {
    let guard = engine::lock();
    machine::clock::TENTHS.set(0);
    app::start();
    screens::title();
    settings::PLAYERS.set(settings::TWO_HUMANS);
    settings::LEVEL.set(2);
    disk::STATUS.set(disk::DONE);
    // A search ends at its first look at the clock, as if someone kept a key down.
    STOP_REQUEST.set(1);
    app::turn(b' ');
    guard
}

fn keys(text: &str) {
    for key in text.bytes() {
        app::turn(key);
    }
}

fn moves(text: &str) {
    for mv in text.split_whitespace() {
        keys(mv);
    }
}

/// Row `row` of the panel, as text.
fn panel(row: i16) -> String {
    (25..40)
        .map(|column| match screen::code_at(row * 40 + column) {
            letter @ 1..=26 => char::from(letter + 0x60),
            code => char::from(code),
        })
        .collect::<String>()
        .trim()
        .to_string()
}

fn message() -> String {
    panel(23)
}

fn whole_screen() -> String {
    (0..1000)
        .map(|cell| match screen::code_at(cell) {
            letter @ 1..=26 => char::from(letter + 0x60),
            code @ 32..=90 => char::from(code),
            _ => '#',
        })
        .collect()
}

/// The disk's buffer.
fn file_text() -> String {
    disk::rewind();
    (0..disk::LENGTH.get())
        .map(|_| char::from(disk::get()))
        .collect()
}

fn fen() -> String {
    squares64::board::fen::Fen(1).to_string()
}

#[test]
fn the_title_gives_way_to_the_board_at_any_key() {
    let _board = board();
    assert_eq!(app::STATE.get(), app::BOARD);
    assert_eq!(panel(0), "64 Squares");
    assert_eq!(message(), "White to move");
}

#[test]
fn a_typed_move_is_made_and_written_down() {
    let _board = board();
    moves("e2e4 e7e5 g1f3");
    assert_eq!(panel(10), "1.e4    e5");
    assert_eq!(panel(11), "2.Nf3");
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
    assert_eq!(panel(10), "1.e4");
}

#[test]
fn the_cursor_moves_as_seen_on_a_turned_board() {
    let _board = board();
    keys("v");
    // From e2, seen from Black's side: left is towards the h file.
    for key in [key::LEFT, key::RETURN, key::DOWN, key::DOWN, key::RETURN] {
        app::turn(key);
    }
    assert_eq!(panel(10), "1.f4");
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
    assert_eq!(panel(10), "1.d4");
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
fn castling_and_en_passant_are_played_by_their_squares() {
    let _board = board();
    moves("e2e4 a7a6 e4e5 d7d5 e5d6 a6a5 g1f3 a5a4 f1e2 a4a3 e1g1");
    assert_eq!(panel(12), "3.exd6  a5");
    assert_eq!(panel(15), "6.O-O");
}

#[test]
fn the_fools_mate_ends_the_game_and_can_be_stepped_through() {
    let _board = board();
    moves("f2f3 e7e5 g2g4 d8h4");
    assert_eq!(message(), "0-1");
    assert_eq!(panel(24), "Checkmate");
    assert_eq!(machine::sound::LAST.get(), 4);
    let end = fen();
    app::turn(key::HOME);
    assert_eq!(record::played(), 0);
    assert_eq!(outcome::OUTCOME.get(), outcome::GOES_ON);
    for _ in 0..4 {
        keys(".");
    }
    assert_eq!(fen(), end);
    assert_eq!(message(), "0-1");
}

#[test]
fn stalemate_ends_a_game_of_two_players() {
    let _board = board();
    moves(
        "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6",
    );
    assert_eq!(message(), "1/2-1/2");
    assert_eq!(panel(24), "Stalemate");
}

#[test]
fn three_occurrences_can_be_claimed_and_five_end_the_game() {
    let _board = board();
    let dance = "g1f3 g8f6 f3g1 f6g8 ";
    moves(&dance.repeat(2));
    assert_eq!(message(), "SHIFT+D: draw");
    moves(&dance.repeat(2));
    assert_eq!(panel(24), "Repetition");
    app::turn(key::HOME);
    moves(&dance.repeat(2));
    app::command(b'd');
    assert_eq!(outcome::OUTCOME.get(), outcome::REPETITION);
}

#[test]
fn taking_back_restores_promotion_and_castling() {
    let _board = board();
    moves("g1f3 b7b5 e2e4 b5b4 f1e2 b4b3 e1g1");
    let castled = fen();
    moves("b3a2 h2h3 a2b1");
    keys("q");
    for _ in 0..3 {
        keys("u");
    }
    assert_eq!(fen(), castled);
    keys("u");
    assert!(fen().contains(" w KQkq"), "{}", fen());
    for _ in 0..4 {
        keys("r");
    }
    assert!(fen().contains("RqBQ1RK1"), "{}", fen());
}

#[test]
fn the_computer_answers_and_the_thinking_is_shown() {
    let _board = board();
    settings::PLAYERS.set(settings::HUMAN_WHITE);
    settings::LEVEL.set(3);
    STOP_REQUEST.set(0);
    moves("a2a4");
    app::turn(key::NONE);
    assert_eq!(record::played(), 2);
    moves("h2h4");
    app::turn(key::NONE);
    moves("a1a3");
    app::turn(key::NONE);
    assert_eq!(record::played(), 6);
    assert!(panel(19).starts_with("Depth "), "{:?}", panel(19));
    let effort = panel(22);
    assert!(effort.starts_with('N') && effort.ends_with('s'), "{effort}");
}

#[test]
fn against_the_computer_a_take_back_is_a_whole_move_and_the_computer_waits() {
    let _board = board();
    settings::PLAYERS.set(settings::HUMAN_WHITE);
    moves("e2e4");
    app::turn(key::NONE);
    keys("u");
    assert_eq!(record::played(), 0);
    app::turn(key::NONE);
    assert_eq!(record::played(), 0);
    keys(",");
    keys(".");
    app::turn(key::NONE);
    assert_eq!((record::played(), computer::ENGAGED.get()), (1, 0));
    assert_eq!(message(), "SPACE to go on");
    keys(" ");
    assert_eq!(record::played(), 2);
}

#[test]
fn a_demo_game_runs_to_its_end() {
    let _board = board();
    settings::PLAYERS.set(settings::DEMO);
    settings::LEVEL.set(1);
    let mut turns = 0;
    while !outcome::is_over() {
        app::turn(key::NONE);
        turns += 1;
        assert!(turns <= record::ROOM, "the game has no end");
    }
    assert_ne!(outcome::OUTCOME.get(), outcome::GOES_ON);
}

#[test]
fn the_next_best_move_is_another_one() {
    let _board = board();
    settings::PLAYERS.set(settings::HUMAN_WHITE);
    // Without the book's chance the same search would find the same move again.
    settings::BOOK.set(0);
    settings::LEVEL.set(3);
    moves("e2e4");
    app::turn(key::NONE);
    let first = record::at(1);
    keys("j");
    assert_eq!(record::played(), 2);
    assert_ne!(record::at(1), first);
}

#[test]
fn every_menu_item_is_reached_by_letter_and_leads_back() {
    for letter in "nslcurixdqjymapwgevkzotfb?".chars() {
        let _board = board();
        moves("e2e4 e7e5");
        app::turn(key::F1);
        assert_eq!(app::STATE.get(), app::MENU);
        app::turn(letter as u8);
        for _ in 0..2 {
            if app::STATE.get() != app::BOARD {
                app::turn(key::STOP);
            }
        }
        assert_eq!(app::STATE.get(), app::BOARD, "{letter}");
        assert!(squares64::board::legal::has_legal_move(), "{letter}");
    }
}

#[test]
fn the_menu_shows_the_settings_it_changes() {
    let _board = board();
    app::turn(key::F1);
    keys("7");
    assert!(whole_screen().contains("Level 7 Infinite"));
    keys("cc");
    assert!(whole_screen().contains("5 min each"));
    keys("b");
    assert!(whole_screen().contains("Blindfold White"));
}

#[test]
fn blindfold_hides_the_pieces_of_a_side() {
    let _board = board();
    let e1 = 21 * 40 + 13;
    let shown = screen::code_at(e1);
    app::command(b'b');
    assert_ne!(screen::code_at(e1), shown);
}

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
fn a_saved_game_comes_back_move_for_move() {
    let _board = board();
    moves("e2e4 c7c5 g1f3 d7d6");
    let before = fen();
    app::command(b'w');
    keys("game");
    app::turn(key::RETURN);
    assert_eq!(message(), "Saved");
    app::command(b'n');
    app::command(b'g');
    app::turn(key::RETURN);
    assert_eq!(message(), "Loaded");
    assert_eq!(fen(), before);
    assert_eq!(panel(11), "2.Nf3   d6");
}

#[test]
fn a_damaged_file_and_a_failing_drive_leave_the_game_alone() {
    let _board = board();
    moves("e2e4 c7c5");
    app::command(b'w');
    keys("x");
    app::turn(key::RETURN);
    moves("g1f3");
    let before = fen();
    for place in [0, 9, 20, 80, disk::LENGTH.get() - 1] {
        let right = disk::swap(place, 0);
        disk::swap(place, right ^ 1);
        app::command(b'g');
        app::turn(key::RETURN);
        assert_eq!(message(), "Damaged file", "byte {place}");
        assert_eq!(fen(), before);
        disk::swap(place, right);
    }
    for (status, text) in [
        (disk::NO_DEVICE, "No device"),
        (disk::FULL, "Disk full"),
        (disk::EXISTS, "File exists"),
        (disk::NOT_FOUND, "No such file"),
        (disk::FAILED, "Disk error"),
    ] {
        disk::STATUS.set(status);
        app::command(b'g');
        app::turn(key::RETURN);
        assert_eq!(message(), text);
        assert_eq!(fen(), before);
    }
}

#[test]
fn the_exported_game_is_pgn() {
    let _board = board();
    moves("f2f3 e7e5 g2g4 d8h4");
    app::command(b'e');
    keys("mate");
    app::turn(key::RETURN);
    let text = file_text();
    assert!(text.contains("[Result \"0-1\"]"), "{text}");
    assert!(text.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n"), "{text}");
}

#[test]
fn time_passes_for_the_side_to_move_and_the_flag_falls() {
    let _board = board();
    app::turn(key::F1);
    keys("cc");
    app::turn(key::F1);
    machine::clock::TENTHS.set(0);
    app::turn(key::NONE);
    let start = clock::used(WHITE);
    machine::clock::TENTHS.set(25);
    app::turn(key::NONE);
    assert_eq!(clock::used(WHITE) - start, 2);
    for second in 0..300 {
        machine::clock::TENTHS.set((second * 10) % 600);
        app::turn(key::NONE);
    }
    assert_eq!(panel(24), "Time is up");
    assert_eq!(message(), "0-1");
}

#[test]
fn two_hundred_thousand_random_keys_never_leave_an_illegal_position() {
    let _board = board();
    let mut state = 0x2545_f491_u32;
    let common = b"abcdefgh12345678\r\r\r";
    for step in 0..200_000 {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let key = match state >> 28 {
            0..=9 => common[(state >> 8) as usize % common.len()],
            10..=12 => key::UP + (state >> 8) as u8 % 5,
            13 => (state >> 8) as u8 & 0x7f,
            14 => key::HOME + (state >> 8) as u8 % 6,
            _ => key::NONE,
        };
        machine::clock::TENTHS.set((step / 50 % 600) as i16);
        app::turn(key);
        if app::STATE.get() == app::BOARD && step % 16 == 0 {
            let now = fen();
            assert!(
                squares64::board::fen::load(&now).is_ok(),
                "step {step}: {now}"
            );
            record::restore();
            assert_eq!(fen(), now, "step {step}: the record leads to the position");
        }
    }
}

fn menu_item(letter: u8) {
    app::turn(key::F1);
    app::turn(letter);
}

#[test]
fn what_ends_a_game_is_asked_for_twice() {
    let _board = board();
    for key in [b'n', b'q', key::LEFT_ARROW] {
        moves("e2e4 e7e5");
        app::turn(key);
        assert!(message().starts_with("Sure? Press "), "{}", message());
        assert_eq!((app::STATE.get(), record::known()), (app::BOARD, 2));
        // Anything in between and the question is forgotten.
        app::turn(key::UP);
        app::turn(key);
        assert_eq!((app::STATE.get(), record::known()), (app::BOARD, 2));
        assert!(!outcome::is_over());
        app::turn(key);
        let over = outcome::is_over() || app::STATE.get() == app::LEAVING;
        assert!(over || record::known() == 0, "{key}");
        app::show_board();
        app::new_game();
    }
    keys("n");
    assert_eq!(
        message(),
        "White to move",
        "nothing is lost before the first move"
    );
    moves("e2e4");
    menu_item(b'n');
    assert_eq!(message(), "Sure? Press N");
    menu_item(key::LEFT_ARROW);
    assert_eq!(message(), "Sure? Press <");
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
    assert_eq!(panel(19), "Depth 12 -12.3");
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
fn a_report_counts_the_time_of_its_search_and_not_what_went_before() {
    let _board = board();
    machine::clock::TENTHS.set(90);
    app::turn(0);
    squares64::ui::thinking::begin();
    machine::clock::TENTHS.set(125);
    app::turn(0);
    squares64::ui::thinking::show();
    assert!(panel(22).ends_with(" 3.5s"), "{}", panel(22));
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

/// White has lost its queen for nothing, or Black has; eleven moves each have been made.
fn a_queen_was_lost(by_white: bool) {
    let blunder = if by_white {
        "d1h5 g8f6 h5h7 f6h7"
    } else {
        "b1c3 d8h4 g1f3 e8e7 f3h4 e7e8"
    };
    let waiting = "a2a3 a7a6 a3a4 a6a5 b2b3 b7b6 b3b4 b6b5 c2c3 c7c6 d2d3 d7d6 f2f3 f7f6 g2g3 g7g6";
    let waiting = if by_white {
        waiting
    } else {
        "a2a3 a7a6 a3a4 a6a5 b2b3 b7b6 f2f3 f7f6"
    };
    moves(&format!("e2e4 e7e5 {blunder} {waiting}"));
    settings::PLAYERS.set(settings::HUMAN_WHITE);
}

#[test]
fn a_computer_that_is_a_queen_up_refuses_a_draw_whoever_searched_last() {
    let _board = board();
    a_queen_was_lost(true);
    keys("i");
    keys("D");
    assert_eq!(message(), "No, play on");
    assert!(!outcome::is_over());
}

#[test]
fn a_computer_that_is_a_queen_down_agrees_to_a_draw() {
    let _board = board();
    a_queen_was_lost(false);
    keys("i");
    keys("D");
    assert_eq!(outcome::OUTCOME.get(), outcome::AGREED);
}

#[test]
fn two_players_agree_to_a_draw_by_asking_twice() {
    let _board = board();
    moves("e2e4 e7e5");
    keys("D");
    assert!(!outcome::is_over());
    assert_eq!(message(), "Sure? Press D");
    keys("D");
    assert_eq!(outcome::OUTCOME.get(), outcome::AGREED);
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
fn erasing_a_typed_move_leaves_nothing_of_it() {
    let _board = board();
    keys("e");
    app::turn(key::DELETE);
    assert_eq!(panel(24), "");
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
