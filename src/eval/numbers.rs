//! Numbers of the evaluation as its code reads them, where a table of them would be none: the constants of `weights` on the
//! C64, and on the host variables that games tune (`tuning`).

use super::weights;
#[cfg(not(target_vendor = "c64"))]
use crate::cells::Cell;
#[cfg(target_vendor = "c64")]
use crate::tunable::Constant;

macro_rules! numbers {
    ($($name:ident: $type:ty;)*) => {
        $(
            #[cfg(target_vendor = "c64")]
            pub const $name: Constant<$type> = Constant(weights::$name);
            #[cfg(not(target_vendor = "c64"))]
            pub static $name: Cell<$type> = Cell::new(weights::$name);
        )*
    };
}

numbers! {
    TEMPO: i16;
    DOUBLED_PAWN: u8;
    ISOLATED_PAWN: u8;
    ROOK_ON_OPEN_FILE: [i8; 2];
    ROOK_ON_HALF_OPEN_FILE: [i8; 2];
    KING_ON_OPEN_FILE: u8;
    KING_ON_HALF_OPEN_FILE: u8;
    CENTRE_KING: u8;
}
