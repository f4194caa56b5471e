//! What the passes need to know about a function: its flow, how often blocks run, what is live; and about the
//! program: who calls whom.
pub mod calls;
pub mod flow;
pub mod interrupts;
pub mod live;
pub mod planes;
pub mod recursion;
pub mod width;
