//! Time that passes: from the machine's clock to the clock of the side to move. The clocks stand in menus, after the
//! game, and while someone looks at an earlier place of it.

use super::{app, panel};
use crate::cells::Byte;
use crate::game::{clock, outcome, record};
use crate::machine::clock::tenths;

/// The machine's clock counts to ten seconds. Nobody looks away for longer: a look comes every few nodes and every frame.
const TURN: u8 = 100;

static LAST: Byte = Byte::new(0);

/// Starts counting from now.
pub fn start() {
    LAST.set(tenths());
}

/// What passed since the last call goes to the side whose turn it is in the game, whatever the search has on the board.
#[inline(never)]
pub fn pass() {
    let now = tenths();
    let then = LAST.get();
    if now == then {
        return;
    }
    LAST.set(now);
    let playing = matches!(app::STATE.get(), app::BOARD | app::PROMOTION);
    if !playing || outcome::is_over() || record::played() != record::known() {
        return;
    }
    let passed = if now > then {
        now - then
    } else {
        now + TURN - then
    };
    let side = record::side(record::played());
    let last = clock::run(side, passed);
    if last < clock::END {
        panel::draw_running_clock(side, last);
    }
}
