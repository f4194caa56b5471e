//! Random numbers for games and training, the same everywhere for the same seed.

/// A small generator of random numbers (xorshift), so that a run can be repeated anywhere.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn step(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.step() >> 16) as usize % count
    }

    /// Between -1 and 1.
    pub fn signed(&mut self) -> f32 {
        (self.step() >> 40) as f32 / (1u32 << 23) as f32 - 1.0
    }

    pub fn chance(&mut self, part: f32) -> bool {
        self.signed() < 2.0 * part - 1.0
    }
}
