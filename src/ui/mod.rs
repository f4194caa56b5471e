//! What the player sees and does: keys in, a new state and cells on the screen out.
//!
//! `app` is the map: it knows which part of the program a key belongs to. Everything here is plain code; the machine is
//! behind `machine`, which is the C64 or, on the host, a few arrays.

pub mod app;
pub mod archive;
pub mod canvas;
pub mod computer;
pub mod filing;
pub mod menu;
pub mod panel;
pub mod pgn;
pub mod pgn_reader;
pub mod play;
pub mod screens;
pub mod setup;
pub mod slide;
pub mod text;
pub mod thinking;
pub mod timing;
pub mod view;
