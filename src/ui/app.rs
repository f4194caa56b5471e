//! The program as a state machine: one key, or none, at a time.
//!
//! `turn` is called once a frame. It gives the key to the part of the program that is on the screen; on the board,
//! without a key, the computer gets its turn.

use super::text::Text;
use super::view::{self, CURSOR, MARKS};
use super::{canvas, computer, filing, menu, panel, pgn, play, screens, setup, thinking, timing};
use crate::board::position::{SIDE, in_check};
use crate::board::square::NONE;
use crate::cells::Byte;
use crate::codes::key;
use crate::engine;
use crate::game::{clock, outcome, record, settings};

pub const TITLE: u8 = 0;
pub const BOARD: u8 = 1;
pub const PROMOTION: u8 = 2;
pub const MENU: u8 = 3;
pub const HELP: u8 = 4;
pub const SETUP: u8 = 5;
pub const FILING: u8 = 6;
/// The player wants back to BASIC.
pub const LEAVING: u8 = 7;

#[cfg_attr(target_vendor = "c64", unsafe(export_name = "ScreenState"))]
pub static STATE: Byte = Byte::new(TITLE);
/// Frames without a key, for thinking on the human's time.
static QUIET: Byte = Byte::new(0);
/// So many frames of rest before the computer thinks on the human's time, and between moves that are there to be watched.
const REST: u8 = 50;
/// Frames for which a demo shows how its game ended.
const LAST_LOOK: u8 = 250;
/// Does the game on record play by itself?
static REPLAYING: Byte = Byte::new(0);
/// Plies in which an opening gets its name.
const OPENING_PLIES: i16 = 24;

/// The engine and the settings are ready and the title was seen: the first game. What lay in the table's memory is gone.
pub fn start() {
    new_game();
    show_board();
}

/// One frame of the program.
#[inline(never)]
pub fn turn(key: u8) {
    timing::pass();
    if key == key::NONE {
        idle();
        return;
    }
    QUIET.set(0);
    REPLAYING.set(0);
    match STATE.get() {
        BOARD => board_key(key),
        PROMOTION => play::promote(key),
        MENU => menu::key(key),
        SETUP => setup::key(key),
        FILING => filing::key(key),
        _ => show_board(),
    }
}

#[inline(never)]
fn idle() {
    if STATE.get() != BOARD {
        return;
    }
    let over = outcome::is_over();
    if REPLAYING.get() != 0 {
        if has_rested(REST) {
            step_on();
            REPLAYING.set(u8::from(record::played() != record::known()));
        }
        return;
    }
    // Whoever looks at the moves of a finished demo keeps it.
    let is_shown = settings::PLAYERS.get() == settings::DEMO && computer::ENGAGED.get() != 0;
    if is_shown && !has_rested(if over { LAST_LOOK } else { REST }) {
        return;
    }
    if over {
        if is_shown {
            start_anew();
        }
        return;
    }
    let side = record::side(record::played());
    if clock::flag_fell(side) {
        outcome::end(outcome::FLAG, side);
        refresh();
    } else if computer::is_due() {
        computer::move_now();
    } else if settings::PONDER.get() != 0
        && settings::PLAYERS.get() < settings::TWO_HUMANS
        && has_rested(REST)
    {
        computer::ponder();
    }
}

/// Counts frames without a key; true when there have been so many, and then again after as many.
#[inline(never)]
fn has_rested(frames: u8) -> bool {
    let quiet = QUIET.get() + 1;
    QUIET.set(if quiet == frames { 0 } else { quiet });
    quiet == frames
}

fn board_key(key: u8) {
    let asked = ASKED.get();
    if asked != key::NONE {
        // The button says yes as well. Of the letters `d` alone begins a move without SHIFT.
        let yes = if asked == b'd' { b'D' } else { asked };
        if key == yes || key == key::FIRE {
            command(asked);
            return;
        }
        ASKED.set(key::NONE);
        say_state();
    }
    if !play::key(key) {
        play::forget_typed();
        command(key::lower(key));
    }
}

/// What a key does on the board.
#[derive(Clone, Copy)]
struct Command {
    key: u8,
    run: fn(),
}

const fn command_of(key: u8, run: fn()) -> Command {
    Command { key, run }
}

/// Those that want a game that goes on.
#[rustfmt::skip]
const IN_A_GAME: [Command; 7] = [
    command_of(b' ', go),
    command_of(b'i', computer::hint),        command_of(key::F5, computer::hint),
    command_of(b'd', computer::answer_draw), command_of(b'q', computer::resign),
    command_of(b'm', computer::solve),       command_of(b'y', computer::analyse),
];
/// Those that need none.
#[rustfmt::skip]
const ALWAYS: [Command; 20] = [
    command_of(key::F1, menu::open),         command_of(b'j', computer::next_best),
    command_of(b'u', take_back),             command_of(key::F3, take_back),
    command_of(b'r', replay),                command_of(key::F7, step_on),
    command_of(b'.', step_on),               command_of(b',', step_back),
    command_of(key::HOME, step_to_start),    command_of(b'a', play::show_attackers),
    command_of(b'n', start_anew),            command_of(b'x', exchange_sides),
    command_of(b'p', setup::open),           command_of(b'?', screens::help),
    command_of(b'w', filing::open_save),     command_of(b'g', filing::open_load),
    command_of(b'e', filing::open_export),   command_of(b'/', pgn::show_fen),
    command_of(key::LEFT_ARROW, leave),      command_of(key::STOP, computer::pause),
];

#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static COMMANDS: [Command; IN_A_GAME.len() + ALWAYS.len()] = {
    let mut commands = [ALWAYS[0]; IN_A_GAME.len() + ALWAYS.len()];
    let (first, rest) = commands.split_at_mut(IN_A_GAME.len());
    first.copy_from_slice(&IN_A_GAME);
    rest.copy_from_slice(&ALWAYS);
    commands
};

/// The key that would end the game and was pressed once.
static ASKED: Byte = Byte::new(key::NONE);

/// Must the key be pressed again, because it would end a game, or lose a position that was set up, by mistake? Two
/// players agree to a draw by pressing it twice; one that may be claimed needs no agreement.
fn asks(letter: u8) -> bool {
    let ends = match letter {
        b'n' | b'q' | key::LEFT_ARROW => true,
        b'd' => {
            settings::PLAYERS.get() == settings::TWO_HUMANS
                && outcome::claimable() == outcome::GOES_ON
        }
        _ => false,
    };
    let is_empty = record::known() == 0 && record::is_standard();
    let asks = ends && ASKED.get() != letter && !is_empty && !outcome::is_over();
    ASKED.set(if asks { letter } else { key::NONE });
    asks
}

/// A command by its letter or function key, or a setting by its letter.
#[inline(never)]
pub fn command(letter: u8) {
    // Squares lit by a hint, or for a piece that was chosen, are not about what comes now.
    play::put_down();
    if asks(letter) {
        panel::say(Text::Nothing);
        panel::begin_message();
        canvas::text(Text::Again);
        menu::draw_letter(letter);
        return;
    }
    for (index, command) in (0u8..).zip(&COMMANDS) {
        if command.key == letter {
            if index >= IN_A_GAME.len() as u8 || !outcome::is_over() {
                (command.run)();
            }
            return;
        }
    }
    if !letter.is_ascii_digit() && menu::change(letter) {
        // What is drawn again takes longer than a key may wait for its answer.
        menu::say_changed();
        if !outcome::is_over() {
            thinking::clear();
        }
        view::draw();
        panel::draw();
    }
}

fn step_on() {
    step_to(record::played() + 1);
}

/// From here to its end the game plays by itself until a key is pressed; one that is over begins at its start.
fn replay() {
    if outcome::is_over() {
        step_to_start();
    }
    REPLAYING.set(u8::from(record::played() != record::known()));
}

fn step_back() {
    step_to(record::played() - 1);
}

fn step_to_start() {
    step_to(0);
}

fn start_anew() {
    new_game();
    refresh();
}

fn exchange_sides() {
    settings::swap_sides();
    computer::ENGAGED.set(1);
    refresh();
}

fn leave() {
    STATE.set(LEAVING);
}

/// A new game with the settings as they are.
pub fn new_game() {
    record::begin();
    forget_game();
    computer::ENGAGED.set(1);
    MARKS.set(CURSOR, view::E2);
}

/// Clocks, table and marks for a game that begins on the board.
#[inline(never)]
pub fn forget_game() {
    outcome::judge();
    clock::reset();
    computer::begin_game();
    timing::start();
    engine::forget();
    panel::forget_opening();
    panel::reset_bar();
    play::forget_typed();
    play::put_down();
    MARKS.fill(NONE);
}

/// The computer takes the side to move, whoever had it.
#[inline(never)]
fn go() {
    computer::ENGAGED.set(1);
    if !settings::computer_plays(SIDE.get()) {
        settings::swap_sides();
    }
    computer::move_now();
}

/// To the human's last turn, or one half move back.
#[inline(never)]
fn take_back() {
    let against_computer = settings::PLAYERS.get() < settings::TWO_HUMANS;
    let human_to_move = !settings::computer_plays(SIDE.get());
    let plies = if against_computer && human_to_move {
        2
    } else {
        1
    };
    step_to(record::played() - plies);
}

/// To any place of the game; the computer waits until it is told to go on.
pub fn step_to(ply: i16) {
    thinking::clear();
    walk_to(ply.max(0));
    computer::ENGAGED.set(0);
    refresh();
}

/// Puts a place of the game on the board and finds its result, its opening and its last move again.
#[inline(never)]
pub fn walk_to(ply: i16) {
    if ply < record::played() {
        record::rewind();
        panel::forget_opening();
    }
    while record::played() < ply && record::forward() {
        // An opening is known only by the positions on the way.
        if record::played() <= OPENING_PLIES {
            panel::note_opening();
        }
    }
    outcome::judge();
    play::show_last_move();
}

/// Board and panel, from whatever was on the screen.
#[inline(never)]
pub fn show_board() {
    STATE.set(BOARD);
    canvas::clear();
    timing::start();
    view::draw();
    panel::draw();
    say_state();
}

/// After a move or a step: squares, panel and message.
#[inline(never)]
pub fn refresh() {
    view::draw_squares();
    panel::draw_state();
    say_state();
}

/// What the player should know now.
#[inline(never)]
pub fn say_state() {
    if outcome::is_over() {
        say_result();
        return;
    }
    let waits = settings::computer_plays(SIDE.get());
    let message = if in_check() {
        Text::Check
    } else if outcome::claimable() != outcome::GOES_ON {
        Text::ClaimHint
    } else if waits && computer::ENGAGED.get() == 0 {
        Text::Paused
    } else if waits {
        Text::Thinking
    } else if settings::PLAYERS.get() == settings::TWO_HUMANS {
        Text::Nothing
    } else {
        Text::YourMove
    };
    panel::say(message);
    if message == Text::Nothing {
        panel::begin_message();
        panel::side_to_move();
    }
}

#[inline(never)]
fn say_result() {
    panel::say_nth(Text::BlackWins, outcome::winner());
    canvas::at(panel::COLUMN, panel::INPUT_ROW);
    canvas::nth_text(Text::Checkmate, outcome::OUTCOME.get() - 1);
    canvas::fill_to(panel::END);
    thinking::clear();
    canvas::text(Text::AfterGame);
}
