//! Finding the move: iterations over an alpha-beta search with quiescence, within a budget of time.

pub mod alphabeta;
pub mod exchange;
pub mod frame;
pub mod history;
pub mod iterate;
pub mod level;
pub mod line;
pub mod mate;
pub mod order;
pub mod params;
pub mod quiesce;
pub mod region;
pub mod selectivity;
pub mod supervisor;
pub mod table;
pub mod time;
