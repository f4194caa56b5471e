//! Styles: how the computer likes its own pieces to stand. An aggressive one wants them near the enemy king, a solid one near its own;
//! the opponent's are judged as ever.
//!
//! A style is a few weights that `prepare` adds to the tables at the root of a search, so that a node pays nothing. What they
//! cost was measured by games (docs/strength.md).

use crate::cells::Byte;

/// In the order of the menu. Where the low bit is set, the king is the enemy's.
pub const NORMAL: u8 = 0;
pub const AGGRESSIVE: u8 = 1;
pub const SOLID: u8 = 2;
pub const STYLES: u8 = 3;
const _: () = assert!(AGGRESSIVE & 1 == 1 && SOLID & 1 == 0);

/// Centipawns that a piece gains by each step towards the king, of which four are needed before it gains anything.
pub const STEP: u8 = 4;

/// The style of whoever searches.
pub static STYLE: Byte = Byte::new(NORMAL);

/// Lets matches play it.
#[cfg(not(target_vendor = "c64"))]
pub fn tunables() -> Vec<crate::tunable::Tunable> {
    vec![crate::tunable::Tunable::new(
        "STYLE",
        [NORMAL, NORMAL, SOLID].map(i16::from),
        1.0,
        || i16::from(STYLE.get()),
        |style| STYLE.set(style as u8),
    )]
}
