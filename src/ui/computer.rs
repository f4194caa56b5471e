//! The computer's part: its move, a hint, analysis, problems, and thinking on the human's time.
//!
//! The search runs to its end inside these calls; it looks at clock and keyboard through `thinking::poll`.

use super::canvas::YELLOW;
use super::text::Text;
use super::thinking::Display;
use super::{app, panel, play as hand, thinking, view};
use crate::board::legal::is_legal;
use crate::board::moves::{Move, NO_MOVE};
use crate::board::position::SIDE;
use crate::board::square::Square;
use crate::cells::{Byte, Cell, Word};
use crate::codes::key;
use crate::engine::{self, BEST_SCORE, LINE, Limits};
use crate::game::{clock, outcome, record, settings};
use crate::machine::keys;

/// Does the computer answer by itself? Not after stepping through the game or halting it, until told to.
pub static ENGAGED: Byte = Byte::new(1);
/// The reply that the computer expects to its last move.
static EXPECTED_FROM: Cell<Square> = Cell::new(NO_MOVE);
static EXPECTED_TO: Cell<Square> = Cell::new(NO_MOVE);

/// Longest mate that the solver is asked for.
const MATE_MOVES: u8 = 5;
/// A draw is welcome when the computer stands worse than this many centipawns, by a search of one second.
const DRAW_MARGIN: i16 = -50;
const DRAW_JIFFIES: u16 = 60;

/// Half moves after which the book had no answer. To find that out takes a second, so it is asked no more later in the
/// game; after a take-back it is.
static BOOK_ENDED: Word = Word::new(i16::MAX);

/// Which of the last searches saw no hope, a bit each; after three of them the computer resigns.
static HOPELESS: Byte = Byte::new(0);
const PATIENCE: u8 = 0b111;
/// Less than this many centipawns is no hope: a queen and more. A multiple of 256 compares in one byte.
const HOPE: i16 = -1024;

/// Another game: the book may know it, and nothing is lost.
pub fn begin_game() {
    BOOK_ENDED.set(i16::MAX);
    HOPELESS.set(0);
}

/// Takes the book's move, if it is used and has one.
#[inline(never)]
fn knows_by_heart() -> bool {
    let may_ask = engine::EXCLUDED_FROM.get() == NO_MOVE
        && !is_standard()
        && settings::BOOK.get() != 0
        && record::played() <= BOOK_ENDED.get();
    if may_ask && !engine::take_book_move() {
        BOOK_ENDED.set(record::played());
        return false;
    }
    may_ask
}

/// Is it the computer's turn, and may it move?
pub fn is_due() -> bool {
    ENGAGED.get() != 0 && !outcome::is_over() && settings::computer_plays(SIDE.get())
}

/// Before a search of any kind.
#[inline(never)]
fn begin(message: Text) {
    thinking::clear();
    panel::say(message);
    thinking::begin();
}

/// Finds and plays a move, unless halted.
#[inline(never)]
pub fn move_now() {
    // The last level would think for ever, and who does not know waits for ever.
    begin(if settings::LEVEL.get() == settings::LAST_ENGINE_LEVEL {
        Text::AnyKey
    } else {
        Text::Thinking
    });
    LINE.set(0, NO_MOVE);
    if !knows_by_heart() {
        search();
        let key = thinking::PRESSED.get();
        // Whoever presses these means the move and nothing else; STOP alone halts the game.
        if key != b' ' && key != key::STOP && !key::chooses(key) {
            keys::give_back(key);
        }
        if key == key::STOP {
            pause();
        }
        if thinking::was_halted() {
            return;
        }
        if resigns() {
            outcome::end(outcome::RESIGNED, SIDE.get());
            app::refresh();
            return;
        }
    }
    if clock::flag_fell(SIDE.get()) {
        return;
    }
    let mv = engine::best_move();
    if mv.is_none() {
        pause();
        return;
    }
    expect();
    if claims_draw() {
        return;
    }
    hand::make_move(mv);
}

/// Does the computer give up, after the search for its move? Only against a human.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
#[inline(never)]
fn resigns() -> bool {
    let hopeless = BEST_SCORE.get() < HOPE;
    HOPELESS.set(HOPELESS.get() << 1 | u8::from(hopeless));
    HOPELESS.get() & PATIENCE == PATIENCE
        && settings::RESIGNS.get() != 0
        && settings::PLAYERS.get() < settings::TWO_HUMANS
}

/// The computer waits until it is told to go on.
#[inline(never)]
pub fn pause() {
    ENGAGED.set(0);
    app::say_state();
}

/// Is the Standard player at the board? It knows no clock and no book.
fn is_standard() -> bool {
    settings::LEVEL.get() > settings::LAST_ENGINE_LEVEL
}

/// A search at the level, or with the time that the clock allows.
fn search() {
    let level = settings::LEVEL.get();
    if settings::CLOCK.get() != clock::BY_LEVEL && !is_standard() {
        think_for(clock::jiffies(SIDE.get()));
    } else {
        let jiffies = engine::JIFFIES.get(usize::from(level)).copied();
        think_at(level, jiffies.unwrap_or(0));
    }
}

/// The full search; 0 sixtieths of a second have no end.
#[inline(never)]
fn think_for(jiffies: u16) {
    think_at(settings::LAST_ENGINE_LEVEL, jiffies);
}

#[inline(never)]
fn think_at(level: u8, jiffies: u16) {
    choose(level, Limits::cycles(engine::jiffies(jiffies)));
}

/// All searches go through here: it is large.
#[inline(never)]
pub fn choose(level: u8, limits: Limits) {
    engine::STYLE.set(settings::STYLE.get());
    engine::choose::<Display>(level, limits, thinking::report);
    thinking::end();
}

/// The second move of the best line is the reply to think about.
fn expect() {
    let known = Move::new(LINE.get(0), LINE.get(1)) == engine::best_move();
    EXPECTED_FROM.set(if known { LINE.get(2) } else { NO_MOVE });
    EXPECTED_TO.set(LINE.get(3));
}

/// A computer that is not winning takes a draw that it may claim.
#[inline(never)]
fn claims_draw() -> bool {
    let how = outcome::claimable();
    if how == outcome::GOES_ON || BEST_SCORE.get() > 0 && settings::PLAYERS.get() != settings::DEMO
    {
        return false;
    }
    outcome::draw(how);
    app::refresh();
    true
}

/// Thinks about the expected reply until a key is pressed, which is left for the board. The table remembers.
pub fn ponder() {
    let expected = Move::new(EXPECTED_FROM.get(), EXPECTED_TO.get());
    if expected.is_none() || !is_legal(expected) {
        return;
    }
    engine::play(expected);
    thinking::begin();
    think_for(0);
    record::restore();
    keys::give_back(thinking::PRESSED.get());
}

/// Shows a good move for the human.
#[inline(never)]
pub fn hint() {
    begin(Text::Thinking);
    think_for(engine::HINT_JIFFIES);
    panel::say_best(Text::Try);
    view::light(engine::best_move().destination(), YELLOW);
    view::mark(view::CURSOR, engine::best_move().from);
}

/// Thinks about the position on the board until a key.
#[inline(never)]
pub fn analyse() {
    begin(Text::Analyse);
    think_for(0);
    panel::say_best(Text::Try);
}

/// Looks for a forced mate.
#[inline(never)]
pub fn solve() {
    begin(Text::Thinking);
    if engine::solve_mate::<Display>(MATE_MOVES).is_some() {
        thinking::show();
        panel::say_best(Text::MateBy);
    } else {
        panel::say(if thinking::PRESSED.get() == key::NONE {
            Text::NoMate
        } else {
            Text::Stopped
        });
    }
}

/// The human offers a draw or claims one.
#[inline(never)]
pub fn answer_draw() {
    let how = outcome::claimable();
    if how != outcome::GOES_ON {
        outcome::draw(how);
    } else if settings::PLAYERS.get() == settings::TWO_HUMANS || accepts_draw() {
        outcome::draw(outcome::AGREED);
    } else {
        panel::say(Text::PlayOn);
        return;
    }
    app::refresh();
}

/// The last score may be that of a hint, an analysis or another game, so the computer looks at the board anew.
fn accepts_draw() -> bool {
    begin(Text::Thinking);
    think_for(DRAW_JIFFIES);
    let score = BEST_SCORE.get();
    let own = if settings::computer_plays(SIDE.get()) {
        score
    } else {
        -score
    };
    own < DRAW_MARGIN
}

/// The side to move, or the human's when it plays the computer, gives up.
#[inline(never)]
pub fn resign() {
    let side = SIDE.get();
    let human_waits = settings::computer_plays(side);
    let loser = if human_waits { side.other() } else { side };
    outcome::end(outcome::RESIGNED, loser);
    app::refresh();
}

/// Takes the computer's last move back and lets it play another one.
#[inline(never)]
pub fn next_best() {
    let ply = record::played() - 1;
    if ply < 0 || !settings::computer_plays(record::side(ply)) {
        return;
    }
    let played = record::at(ply);
    app::step_to(ply);
    ENGAGED.set(1);
    engine::EXCLUDED_FROM.set(played.from);
    engine::EXCLUDED_TO.set(played.to);
    move_now();
    engine::EXCLUDED_FROM.set(NO_MOVE);
}
