//! Where values live: variables merged into webs, registers inside and across blocks, bytes in zero page and frames.
mod blocks;
pub mod call_sequence;
pub mod convention;
mod entries;
pub mod frames;
pub mod generate;
mod generator;
pub mod moves;
pub mod rematerialise;
pub mod select;
pub mod state;
mod stretches;
pub mod terminators;
pub mod webs;
pub mod zeropage;
