//! The machine under the interface: screen, keys, clock, sound and disk, under one name in each build.
//!
//! In the program it is the Commodore 64; on the host a few arrays that tests set and read. Both offer the same functions,
//! so the interface is compiled from one source for both. The engine's own image has no machine.

#[cfg(target_vendor = "c64")]
pub use crate::c64::{clock, disk, keys, screen, sound};
#[cfg(not(target_vendor = "c64"))]
pub use crate::host::{clock, disk, keys, screen, sound};
