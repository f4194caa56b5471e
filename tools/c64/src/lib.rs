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
//!
//! A program file started as `RUN` starts it, without any ROM, until the screen shows what it writes:
//!
//! ```
//! use c64::{Machine, Model, Power};
//!
//! // 10 SYS2061, and there: lda #$08 ; sta $0400 ; lda #$09 ; sta $0401 ; jmp *
//! let prg = b"\x01\x08\x0b\x08\x0a\x00\x9e2061\x00\x00\x00\
//!     \xa9\x08\x8d\x00\x04\xa9\x09\x8d\x01\x04\x4c\x17\x08";
//! let mut machine = Machine::new(Model::Pal, Power::Noise(1));
//! machine.load_prg(prg).unwrap();
//! machine.start().unwrap();
//! machine.run_until_text("HI", 100_000).unwrap();
//! assert_eq!(machine.screen_row(0), "HI");
//! assert!(machine.screenshot().png().starts_with(b"\x89PNG"));
//! ```
//!
//! Where the machine is simpler than a real one, and programs must not care: an indexed access makes no dummy read
//! of a chip; a line is drawn with the registers near its end; sprite collisions, light pen, paddles, the
//! envelope of voice 3, the serial bus, the shift registers and the timers' outputs on port B are not there.
//! Everything else is compared with VICE cycle by cycle and pixel by pixel: `cargo run --release --bin vice-check`.
#![warn(missing_docs)]

mod access;
pub mod banks;
pub mod beam;
pub mod board;
mod burst;
pub mod cia;
pub mod clock;
pub mod core;
pub mod crt;
pub mod d64;
mod decimal;
pub mod drive;
pub mod flat;
pub mod kernal;
pub mod keyboard;
pub mod machine;
pub mod model;
mod observe;
pub mod person;
pub mod power;
pub mod profile;
pub mod screen;
pub mod sid;
pub mod sound;
pub mod sprites;
mod step;
pub mod symbols;
pub mod timer;
pub mod trace;
pub mod vic;
mod waveform;

pub use crate::access::AccessMap;
pub use crate::burst::Stops;
pub use crate::core::{Fault, Registers};
pub use drive::Drive;
pub use flat::Flat;
pub use keyboard::{Joystick, Key};
pub use machine::{Machine, Roms};
pub use model::Model;
pub use person::Person;
pub use power::Power;
pub use screen::Frame;
pub use sound::Sound;
pub use symbols::Symbols;
pub use trace::TraceRange;
