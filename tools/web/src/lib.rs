//! The program in a browser: the emulated Commodore 64 with everything a page needs of it.
//!
//! * [`console`]: the machine running in slices, with keyboard, drive, sound and picture;
//! * [`memory`]: what the program's memory tells, by its exported names: the game, the settings, the search;
//! * [`hand`]: what a visitor does with mouse, finger and buttons, turned into the program's own keys;
//! * [`story`], [`pgn`]: the game in notation, written and read by the host build of the program's own code;
//! * [`script`]: keys and cycles as text, so that a browser and a native machine can be given the very same run;
//! * [`exports`]: all this for JavaScript, as functions on numbers and one shared buffer.
//!
//! The page decides nothing about chess: whether a move is legal, the program in the machine says.

pub mod console;
pub mod exports;
pub mod hand;
pub mod memory;
pub mod pgn;
pub mod script;
pub mod story;
pub mod strokes;
