//! An emulated Commodore 64, exact enough to referee a chess program and fast enough to play it.
//!
//! Two machines share one processor core:
//!
//! * [`Flat`]: a 6502 and 64 KB of RAM, nothing else; for compiler tests and routine tests.
//! * [`Machine`]: the whole computer: banks, VIC-II, two CIAs, SID, keyboard and joysticks.
//!
//! Memory is never silently zero: both power on with a pattern or with seeded noise ([`Power`]).
//! Cycles are counted as the data sheet counts them, and in `Machine` also as the VIC-II steals them.
//!
//! A routine of three instructions in flat memory, its result and its cost:
//!
//! ```
//! use c64::{Flat, Power};
//!
//! let mut flat = Flat::new(Power::Noise(1));
//! flat.load(0x1000, &[0xA5, 0x10, 0x0A, 0x85, 0x11, 0x60]); // lda $10 ; asl ; sta $11 ; rts
//! flat.poke(0x10, 21);
//! let cycles = flat.call(0x1000, 1_000).unwrap();
//! assert_eq!((flat.peek(0x11), cycles), (42, 3 + 2 + 3 + 6));
//! ```

pub mod banks;
pub mod beam;
pub mod board;
pub mod cia;
pub mod clock;
pub mod core;
pub mod flat;
pub mod kernal;
pub mod keyboard;
pub mod machine;
pub mod model;
mod observe;
pub mod power;
pub mod profile;
pub mod screen;
pub mod sid;
mod step;
pub mod symbols;
pub mod timer;
pub mod trace;
pub mod vic;

pub use crate::core::{Fault, Registers};
pub use flat::Flat;
pub use keyboard::{Joystick, Key};
pub use machine::{Machine, Roms};
pub use model::Model;
pub use power::Power;
pub use screen::Frame;
pub use symbols::Symbols;
pub use trace::TraceRange;
