//! The laboratory: how strong the program is, and why.
//!
//! Engines are processes (`process`, `uci`, `cecp`) or shared libraries (`library`) that `contestant` names and starts; `game` plays one game by the
//! rules of `arbiter` and `adjudication`, `contest` many; `results` keeps them, `pgn` writes them, `rating` and
//! `sequential` judge them. Nothing here knows how the C64 is emulated: the program is a UCI engine like the others.

pub mod adjudication;
pub mod anchor;
pub mod arbiter;
pub mod archive;
pub mod cecp;
pub mod command;
pub mod contest;
pub mod contestant;
pub mod epd;
pub mod game;
pub mod ledger;
pub mod library;
pub mod network;
pub mod opening;
pub mod pgn;
pub mod pgn_reader;
pub mod process;
pub mod rating;
pub mod results;
pub mod revision;
pub mod sequential;
pub mod spsa;
pub mod svg;
pub mod thought;
pub mod tune;
pub mod uci;
pub mod version;
