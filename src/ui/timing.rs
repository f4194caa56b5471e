//! Time that passes: from the machine's clock to the clock of the side to move. The clocks stand in menus and after the
//! game.

use super::machine::clock::tenths;
use super::{app, panel};
use crate::cells::Word;
use crate::game::{clock, outcome, record};

/// The machine's clock counts to a minute.
const MINUTE: u16 = 600;

static LAST: Word = Word::new(0);
/// Starts counting from now.
pub fn start() {
    LAST.set(tenths() as i16);
}

/// What passed since the last call goes to the side whose turn it is in the game, whatever the search has on the board.
pub fn pass() {
    let now = tenths();
    let then = LAST.get() as u16;
    if now == then {
        return;
    }
    LAST.set(now as i16);
    let playing = matches!(app::STATE.get(), app::BOARD | app::PROMOTION);
    if !playing || outcome::is_over() {
        return;
    }
    let passed = if now > then {
        now - then
    } else {
        now + MINUTE - then
    };
    // Nobody looks away for longer: a look comes every few nodes and every frame.
    let passed = passed.min(200) as u8;
    let side = record::side(record::played());
    if clock::run(side, passed) {
        panel::draw_clocks();
    }
}
