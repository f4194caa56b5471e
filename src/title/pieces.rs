//! The other set of pieces. At the title one looks better than the other and is taken along; the choice costs the game nothing,
//! because the set that was not chosen goes with the title.

use crate::c64::screen;
use crate::cells::{ByModule, Bytes};
use crate::codes::charset::{BOLD_PIECES, PIECES};

const HALF: usize = PIECES / 2;

// SAFETY: halves are counted to their length.
#[unsafe(link_section = "PIECES")]
static FIRST_HALF: Bytes<HALF, ByModule> = unsafe { Bytes::by_module_holding(half(0)) };
// SAFETY: as above.
#[unsafe(link_section = "PIECES")]
static SECOND_HALF: Bytes<HALF, ByModule> = unsafe { Bytes::by_module_holding(half(HALF)) };

const fn half(first: usize) -> [u8; HALF] {
    let mut bytes = [0; HALF];
    let mut place = 0;
    while place < HALF {
        bytes[place] = BOLD_PIECES[first + place];
        place += 1;
    }
    bytes
}

/// The set that was put aside and the one that is seen change places.
pub fn exchange() {
    let mut place = 0;
    while place < HALF as u8 {
        let other = screen::exchange_piece(0, place, FIRST_HALF.get(place));
        FIRST_HALF.set(place, other);
        let other = screen::exchange_piece(HALF as u16, place, SECOND_HALF.get(place));
        SECOND_HALF.set(place, other);
        place += 1;
    }
}
