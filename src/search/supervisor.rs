//! What a search asks of whoever runs it: the time, and whether the move is wanted now.
//!
//! The search is compiled for a supervisor as a type parameter, so that it calls what lies above it (chips, keyboard,
//! display) directly and without knowing it. `machine::Unwatched` is the one for tools and tests on the host,
//! `ui::thinking::Display` the one of the program. Progress goes another way: `iterate::think` is given a function that it
//! calls after each iteration.

pub trait Supervisor {
    /// Processor cycles since any fixed moment, modulo 2^32.
    fn cycles() -> u32;

    /// Asked every few nodes: should the search end with what it has?
    fn wants_move() -> bool;
}
