//! Where values live: variables merged into webs, registers inside and across blocks, homes in zero page and frames.
mod blocks;
pub mod calls;
pub mod check;
pub mod convention;
pub mod decide;
pub mod frames;
pub mod generate;
pub mod moves;
pub mod select;
pub mod state;
pub mod webs;
pub mod zeropage;
