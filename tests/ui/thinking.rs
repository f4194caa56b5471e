//! The computer's side of the board: answers, demo, next best move, what is shown of a search.

use super::*;
use squares64::board::moves::NO_MOVE;
use squares64::board::square::from_index;
use squares64::codes::charset;
use squares64::engine::LINE;

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
    let depth = panel(18);
    assert!(
        depth.starts_with("Depth ") && depth.ends_with('s'),
        "{depth}"
    );
    assert!(panel(22).ends_with(" nodes"), "{:?}", panel(22));
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
        assert!(turns <= 50 * record::ROOM, "the game has no end");
    }
    // A second for each move, or for claiming a draw instead; five for the end, and then the next game.
    let moves = record::played();
    assert!((moves..=moves + 1).contains(&(turns / 50)), "{turns}");
    assert_eq!(turns % 50, 0);
    rest(249);
    assert!(outcome::is_over());
    rest(1);
    assert!(!outcome::is_over());
    assert_eq!(record::known(), 0);
    rest(50);
    assert_eq!(record::played(), 1);
}

/// So many frames without a key.
fn rest(frames: u16) {
    (0..frames).for_each(|_| app::turn(key::NONE));
}

#[test]
fn a_finished_demo_that_someone_looks_at_stays() {
    let _board = board();
    moves("f3 e5 g4 Qh4");
    settings::PLAYERS.set(settings::DEMO);
    keys(",.");
    rest(1000);
    assert_eq!((record::known(), outcome::is_over()), (4, true));
}

#[test]
fn the_record_plays_by_itself_until_a_key() {
    let _board = board();
    moves("e4 e5 Nf3 Nc6");
    keys("r");
    rest(100);
    assert_eq!(record::played(), 4, "there is nothing to replay at the end");
    app::turn(key::HOME);
    keys("r");
    rest(49);
    assert_eq!(record::played(), 0);
    rest(1);
    assert_eq!(record::played(), 1);
    rest(50);
    assert_eq!(record::played(), 2);
    app::turn(key::UP);
    rest(200);
    assert_eq!(record::played(), 2, "a key stops it");
    keys("r");
    rest(500);
    assert_eq!((record::played(), record::known()), (4, 4));
}

#[test]
fn a_mate_is_announced_in_words() {
    let _board = board();
    for (score, winner) in [(29_995, "White wins"), (-29_994, "Black wins")] {
        squares64::engine::BEST_SCORE.set(score);
        let moves = squares64::engine::mate_in().expect("a mate").unsigned_abs();
        squares64::ui::thinking::show();
        assert_eq!(panel(18), format!("Mate in {moves}"));
        assert_eq!(panel(19), winner);
    }
}

#[test]
fn a_score_names_the_side_that_stands_better_whoever_thinks() {
    let _board = board();
    let shown = |score| {
        squares64::engine::BEST_SCORE.set(score);
        squares64::ui::thinking::show();
        (panel(19), whites_share())
    };
    assert_eq!(shown(134), ("White +1.34".into(), 9));
    assert_eq!(shown(-134), ("Black +1.34".into(), 5));
    keys("e4");
    assert_eq!(shown(-134), ("White +1.34".into(), 9));
    assert_eq!(shown(12_000), ("Black +120.00".into(), 0));
    keys("nn");
    app::show_board();
    assert_eq!(whites_share(), 7, "a new game is even");
}

/// Columns of the bar in the colour of the light squares; it has no others than those and dark ones.
fn whites_share() -> usize {
    let cells: Vec<bool> = (26..40)
        .map(|column| {
            let cell = 17 * 40 + column;
            assert_eq!(screen::colour_at(cell), 8);
            let dark = screen::code_at(cell) == charset::empty(true);
            assert!(dark || screen::code_at(cell) == charset::empty(false));
            dark
        })
        .collect();
    assert!(cells.is_sorted(), "{cells:?}");
    cells.iter().filter(|dark| !**dark).count()
}

/// Which of two pieces, captures, checks and mate.
#[test]
fn line_and_list_have_one_notation() {
    for (game, line, shown) in [
        ("e4 e5 Nf3 a6 d3 a5", "b1d2 f8b4 f3e5", "Nbd2 Bb4 Nxe5"),
        ("e4 e5 Qh5 Nc6 Bc4 Nf6", "h5f7", "Qxf7#"),
        ("e4 d5 exd5 Qxd5", "b1c3 d5e5", "Nc3 Qe5+"),
    ] {
        let _board = board();
        moves(game);
        let before = fen();
        let mut place = 0;
        for mv in line.as_bytes().chunks(5) {
            for square in [&mv[..2], &mv[2..4]] {
                LINE.set(
                    place,
                    from_index((b'8' - square[1]) * 8 + (square[0] - b'a')),
                );
                place += 1;
            }
        }
        LINE.set(place, NO_MOVE);
        squares64::ui::thinking::show();
        assert_eq!((panel(20) + " " + &panel(21)).trim(), shown);
        assert_eq!(fen(), before);
        // The list has it the same.
        moves(line);
        let played = record::known();
        assert!(
            panel(MOVES + (played as i16 - 1) / 2)
                .ends_with(shown.rsplit(' ').next().unwrap_or(""))
        );
    }
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
fn a_report_counts_the_time_of_its_search_and_not_what_went_before() {
    let _board = board();
    squares64::engine::BEST_SCORE.set(0);
    machine::clock::TENTHS.set(90);
    app::turn(0);
    squares64::ui::thinking::begin();
    machine::clock::TENTHS.set(125);
    app::turn(0);
    squares64::ui::thinking::show();
    assert!(panel(18).ends_with(" 3.5s"), "{}", panel(18));
}
