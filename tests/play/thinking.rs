//! The computer's thinking: what is shown, what it costs, hint, analysis, problems, thinking on the human's time.

use crate::player::{MESSAGE, Player};
use c64::Key;
use squares64::engine::{self, Limits};
use squares64::eval::style;
use squares64::machine::Unwatched;
use squares64::search::region::PAGES_IN_USE;

/// Sets up `k` on h8 and White's king and rooks for a mate in two.
fn set_up_mate(player: &mut Player) {
    player.text("p");
    player.wait("STOP cancels");
    player.text("e");
    player.frames(40);
    // The cursor stands on e2: king there, rooks on a6 and b5, black king on e8.
    player.text("k");
    let up = [Key::LeftShift, Key::CursorDown];
    let left = [Key::LeftShift, Key::CursorRight];
    let go = |player: &mut Player, keys: &[Key], times: usize| {
        for _ in 0..times {
            player.person.press(keys).expect("no fault");
        }
    };
    go(player, &up, 3);
    go(player, &left, 3);
    player.text("r");
    go(player, &up, 1);
    go(player, &left, 1);
    player.text("r");
    go(player, &up, 2);
    go(player, &[Key::CursorRight], 4);
    player.text("K");
    player.key(Key::F1);
    player.wait_board();
    player.frames(40);
}

#[test]
fn the_mate_solver_finds_the_mate() {
    let mut player = Player::two_humans();
    set_up_mate(&mut player);
    player.assert_position(Some("4k3/8/R7/1R6/8/8/4K3/8 w - - 0 1"), "");
    player.text("m");
    player.wait("Mate by Rb7");
    // A position that was set up is not given up by one key.
    player.text("nn");
    player.frames(60);
    player.text("m");
    player.wait("Thinking");
    player.seconds(3);
    player.key(Key::Return);
    player.wait("Stopped");
    player.assert_position(None, "");
}

#[test]
fn a_hint_names_a_move_and_leaves_the_position() {
    let mut player = Player::two_humans();
    player.moves("e2e4 e7e5");
    player.key(Key::F5);
    player.wait("Try ");
    player.assert_position(None, "e2e4 e7e5");
    assert!(
        player.panel(18).starts_with("Depth "),
        "{}",
        player.screen()
    );
}

#[test]
fn analysis_goes_on_until_a_key_and_shows_line_nodes_and_time() {
    let mut player = Player::two_humans();
    player.moves("e2e4 e7e5");
    player.text("y");
    player.wait("Depth 4");
    let line = player.panel(20);
    assert!(line.split_whitespace().count() >= 2, "{line}");
    assert!(player.panel(18).ends_with('s'), "{}", player.screen());
    assert!(player.panel(22).ends_with(" nodes"), "{}", player.screen());
    player.key(Key::Return);
    player.wait("Try ");
    player.assert_position(None, "e2e4 e7e5");
}

/// Looks at the keyboard are further apart than frames; each of them has to be enough.
#[test]
fn a_short_press_at_any_moment_ends_the_thinking() {
    let mut player = Player::two_humans();
    player.moves("e2e4 e7e5");
    for moment in 0..12 {
        player.text("y");
        player.seconds(2);
        player.person.run(moment * 7_000).expect("no fault");
        player.machine().press(Key::Return);
        player.frames(3);
        player.machine().release_all();
        player.frames(10);
        let message = player.panel(MESSAGE);
        assert!(message.starts_with("Try "), "moment {moment}: {message}");
    }
}

/// Looking for a position that the book does not have takes a large part of the three seconds that level 3 has.
#[test]
fn a_game_that_has_left_the_book_does_not_ask_it_again() {
    let mut player = Player::two_humans();
    player.moves("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6");
    player.key(Key::F1);
    player.wait("Two players");
    player.text("s");
    player.wait("Demo");
    player.text("s");
    player.wait("You are White");
    player.key(Key::F1);
    player.wait_board();
    player.text("h2h4");
    player.wait("Thinking");
    player.wait_message("Your move");
    player.text("a2a3");
    let start = player.machine().cycles();
    player.wait("Thinking");
    player.wait_message("Your move");
    let seconds = (player.machine().cycles() - start) as f64 / 985_248.0;
    // Both pieces slide half a second.
    assert!(seconds < 4.8, "{seconds}");
}

#[test]
fn the_endless_level_says_what_ends_it() {
    let mut player = Player::on_board();
    player.without_book();
    player.choose_level(7);
    player.text("a2a3");
    player.wait("Key to move");
    player.seconds(5);
    assert!(player.panel(MESSAGE).starts_with("Key to move"));
    player.key(Key::Space);
    player.wait("Your move");
    assert!(player.fen().contains(" w "), "{}", player.fen());
}

#[test]
fn stop_halts_the_computer_and_space_lets_it_go_on() {
    let mut player = Player::on_board();
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.text("o");
    player.wait("Opening book off");
    player.key(Key::F1);
    player.wait_board();
    player.text("a2a3");
    player.wait("Depth ");
    player.key(Key::RunStop);
    player.wait("SPACE to go on");
    player.assert_position(None, "a2a3");
    player.key(Key::Space);
    player.frames(20);
    player.wait("Your move");
    assert!(player.fen().contains(" w "), "{}", player.fen());
}

#[test]
fn thinking_on_the_humans_time_shows_itself_and_loses_no_key() {
    let mut player = Player::on_board();
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.text("fo");
    player.wait("Think ahead on");
    player.key(Key::F1);
    player.wait_board();
    player.text("a2a3");
    player.wait("Thinking");
    player.wait("Your move");
    let reply = player.fen();
    player.seconds(4);
    let shown = player.panel(22);
    player.seconds(40);
    assert_ne!(player.panel(22), shown, "the count of nodes does not grow");
    player.type_fast("h2h3");
    player.wait("2.h3");
    player.wait("Thinking");
    player.wait("Your move");
    assert_ne!(player.fen(), reply);
    player.assert_legal();
}

#[test]
fn what_is_hidden_is_not_shown() {
    let mut player = Player::on_board();
    player.key(Key::F1);
    player.wait("Leave to BASIC");
    player.text("to");
    player.wait("Show thinking off");
    player.key(Key::F1);
    player.wait_board();
    player.text("a2a3");
    player.wait("Thinking");
    player.wait("Your move");
    assert!(!player.screen().contains("Depth"), "{}", player.screen());
}

#[test]
fn the_display_takes_less_than_six_percent_of_the_search() {
    let mut player = Player::two_humans();
    let mut cycles_of = |control: u8| {
        player.machine().poke(0xD011, control);
        player.set("BridgeDepth", 4);
        player.set("BridgeLevel", 5);
        player.call("BridgeNewGame");
        player.call("BridgeThink") as f64
    };
    // The first search of a position prepares its values; those that are compared find them ready.
    cycles_of(0x1B);
    let (lit, dark) = (cycles_of(0x1B), cycles_of(0x0B));
    let share = 100.0 * (lit - dark) / lit;
    assert!((4.0..6.0).contains(&share), "{share:.2} %");
}

#[test]
fn clock_keys_and_reports_take_at_most_one_percent_of_the_search() {
    let mut player = Player::two_humans();
    let mut search = || {
        player.set("BridgeDepth", 5);
        player.set("BridgeLevel", 5);
        player.call("BridgeNewGame");
        player.start_profile();
        let cycles = player.call("BridgeThink");
        (cycles, player.machine().take_profile().expect("a profile"))
    };
    // The first search of a position prepares its values.
    search();
    let (cycles, profile) = search();
    let spent_in = |name: &str| -> u64 {
        let rows = profile.rows.iter().filter(|row| row.name.contains(name));
        rows.map(|row| row.with_callees).sum()
    };
    let (looks, reports) = (spent_in("MoveNow"), spent_in("thinking__report"));
    assert!(looks > 0 && reports > 0, "{looks} and {reports}");
    let share = 100.0 * (looks + reports) as f64 / cycles as f64;
    assert!(share <= 1.0, "{share:.2} %");
}

/// What a search to depth 3 finds after a few moves, on the host: score and nodes.
fn found_on_the_host(style: u8) -> (i16, u32) {
    let _engine = engine::hold();
    PAGES_IN_USE.set(32);
    engine::new_game();
    for mv in STYLED.split_whitespace() {
        engine::play(squares64::board::notation::parse_coordinates(mv.as_bytes()).expect(mv));
    }
    engine::begin_here();
    engine::STYLE.set(style);
    engine::think::<Unwatched>(Limits::depth(3), || {});
    engine::STYLE.set(style::NORMAL);
    (engine::BEST_SCORE.get(), engine::NODES.get())
}

const STYLED: &str = "e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1g5 e7e6";

#[test]
fn a_style_chosen_in_the_menu_is_the_same_search_as_on_the_host() {
    let names = ["", "aggressive", "solid"];
    let mut found = Vec::new();
    for style in [style::NORMAL, style::AGGRESSIVE, style::SOLID] {
        // Another machine for each: the bridge's routines use the zero page of what they interrupt.
        let mut player = Player::two_humans();
        player.moves(STYLED);
        for name in &names[1..=usize::from(style)] {
            player.text(";");
            player.wait(name);
        }
        player.set("BridgeLevel", engine::INFINITE_LEVEL);
        player.set("BridgeDepth", 3);
        player.call("BridgeNewGame");
        player.call("BridgeThink");
        let bytes = |symbol, count: u16| -> Vec<u8> {
            (0..count).map(|place| player.byte(symbol, place)).collect()
        };
        let score = i16::from_le_bytes(bytes("BestScore", 2).try_into().expect("two bytes"));
        let nodes = u32::from_le_bytes(bytes("NodeCount", 4).try_into().expect("four bytes"));
        assert_eq!((score, nodes), found_on_the_host(style), "{style}");
        found.push((score, nodes));
    }
    found.dedup();
    assert_eq!(found.len(), 3, "three ways to look at it: {found:?}");
}
