//! Random bytes for choices that should differ from game to game.
//!
//! A generator of four bytes in byte arithmetic. What it gives depends on the seed alone, so a fixed seed repeats a
//! game; whoever wants surprise stirs in bytes from the machine's timers and its noise voice.

use crate::cells::Byte;

static COUNT: Byte = Byte::new(0);
static A: Byte = Byte::new(0);
static B: Byte = Byte::new(0);
static C: Byte = Byte::new(0);

/// Rounds until every byte of a seed has reached every byte of the state.
const WARM_UP: u8 = 8;

pub fn seed(low: u8, high: u8) {
    COUNT.set(0);
    A.set(low);
    B.set(high);
    C.set(low ^ high);
    warm_up();
}

/// Mixes in a byte from outside; what was there before is not lost.
pub fn stir(outside: u8) {
    B.set(B.get() ^ outside);
    warm_up();
}

fn warm_up() {
    let mut round = 0;
    while round < WARM_UP {
        byte();
        round += 1;
    }
}

pub fn byte() -> u8 {
    let next = State {
        count: COUNT.get(),
        a: A.get(),
        b: B.get(),
        c: C.get(),
    }
    .next();
    COUNT.set(next.count);
    A.set(next.a);
    B.set(next.b);
    C.set(next.c);
    next.c
}

/// The generator itself, a well-known one of four bytes in byte arithmetic.
#[derive(Clone, Copy)]
struct State {
    count: u8,
    a: u8,
    b: u8,
    /// The byte to use.
    c: u8,
}

impl State {
    #[inline(always)]
    #[must_use]
    const fn next(self) -> Self {
        let count = self.count.wrapping_add(1);
        let a = self.a ^ self.c ^ count;
        let b = self.b.wrapping_add(a);
        let c = self.c.wrapping_add(b >> 1) ^ a;
        Self { count, a, b, c }
    }
}

/// A number from 0 to `limit - 1`, all equally likely; `limit` is at least 1.
pub fn below(limit: u8) -> u8 {
    let mut mask = limit - 1;
    mask |= mask >> 1;
    mask |= mask >> 2;
    mask |= mask >> 4;
    loop {
        let number = byte() & mask;
        if number < limit {
            return number;
        }
    }
}
