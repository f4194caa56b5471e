//! The seam between the program and the computer under it: one set of names, defined once for each build.
//!
//! | build | machine | cycles | stop request |
//! |---|---|---|---|
//! | the program on the C64 | `c64`: the chips | CIA 2 | never: a key ends a search, see `ui::thinking` |
//! | the host | `host`: arrays that tests set and read | a price for each node | `STOP_REQUEST`, from another thread |
//!
//! `clock` and `stop` are what a search needs. `disk`, `keys`, `screen` and
//! `sound` are for the interface, which is compiled from one source for the C64 and for the host.

use crate::search::supervisor::Supervisor;

#[cfg(target_vendor = "c64")]
pub use crate::c64::{clock, disk, keys, screen, sound, stop};
#[cfg(not(target_vendor = "c64"))]
pub use crate::host::{clock, disk, keys, screen, sound, stop};

/// A search that nobody looks at: it ends by its limits, or when it is asked to from outside.
pub struct Unwatched;

impl Supervisor for Unwatched {
    #[inline(always)]
    fn cycles() -> u32 {
        clock::cycles()
    }

    #[inline(always)]
    fn wants_move() -> bool {
        stop::is_requested()
    }
}
