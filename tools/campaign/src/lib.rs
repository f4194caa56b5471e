//! Long runs of everything that can be tried at random.
//!
//! A part of the campaign is a command that tries numbered cases, each the same whenever it is tried: [`keys`] and
//! [`input`] are here, the others belong to the tools they try. [`run`] has them all take their turns, writes down every
//! batch in [`journal`] with the [`code`] that was tried, and goes on from there the next time; [`ledger`] makes the
//! committed document of it.

pub mod code;
pub mod dice;
pub mod input;
pub mod journal;
pub mod keys;
pub mod ledger;
pub mod part;
pub mod run;
pub mod saved;
