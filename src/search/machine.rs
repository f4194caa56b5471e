//! What the search asks of the machine it runs on: the time, and whether someone wants the move now.
//!
//! On the C64 both come from outside the engine: `CycleClock` is the free-running count of processor cycles,
//! `MoveNow` looks at the keyboard. On the host the clock is a count of nodes at a fixed price, so that a search with a
//! budget is repeatable and resembles the C64; a test may set it.

#[cfg(target_vendor = "c64")]
mod target {
    unsafe extern "C" {
        safe fn CycleClock() -> u32;
        safe fn MoveNow() -> bool;
    }

    /// Processor cycles since any fixed moment, modulo 2^32.
    #[inline(always)]
    pub fn clock() -> u32 {
        CycleClock()
    }

    #[inline(always)]
    pub fn move_now() -> bool {
        MoveNow()
    }
}

#[cfg(not(target_vendor = "c64"))]
mod target {
    use crate::cells::Long;
    use crate::search::frame::NODES;
    use core::sync::atomic::{AtomicU8, Ordering};

    /// Cycles that the host charges for a node.
    pub static NODE_PRICE: Long = Long::new(4_000);

    /// The one byte that a thread other than the engine's may write.
    pub struct Request(AtomicU8);

    impl Request {
        pub fn get(&self) -> u8 {
            self.0.load(Ordering::Relaxed)
        }

        pub fn set(&self, value: u8) {
            self.0.store(value, Ordering::Relaxed);
        }
    }

    /// Set to stop a running search at the next look at the clock.
    pub static STOP_REQUEST: Request = Request(AtomicU8::new(0));

    pub fn clock() -> u32 {
        NODES.get().wrapping_mul(NODE_PRICE.get())
    }

    pub fn move_now() -> bool {
        STOP_REQUEST.get() != 0
    }
}

pub use target::*;

/// Processor cycles in a sixtieth of a second: PAL until the start-up code finds NTSC.
pub static JIFFY_CYCLES: crate::cells::Long = crate::cells::Long::new(16_421);
