//! What RAM holds at power-on. Real RAM is never zero, and a program that relies on zero must fail here.
//!
//! Noise is a function of its seed alone, so a failing run can be repeated.

/// How the RAM cells stand when the power comes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// The usual pattern of a C64: 64 bytes of `$00`, 64 bytes of `$FF`, and so on.
    Pattern,
    /// Bytes of a pseudo-random sequence with this seed.
    Noise(u64),
    /// The same byte everywhere, for tests that look for stray writes.
    Fill(u8),
}

impl Power {
    /// Fills `memory` from its first byte on.
    pub fn fill(self, memory: &mut [u8]) {
        match self {
            Power::Pattern => {
                for (address, cell) in memory.iter_mut().enumerate() {
                    *cell = if address & 0x40 == 0 { 0x00 } else { 0xFF };
                }
            }
            Power::Noise(seed) => {
                let mut noise = Noise(seed);
                for chunk in memory.chunks_mut(8) {
                    let bytes = noise.next_word().to_le_bytes();
                    chunk.copy_from_slice(&bytes[..chunk.len()]);
                }
            }
            Power::Fill(byte) => memory.fill(byte),
        }
    }
}

/// The splitmix64 sequence: every seed, zero too, gives well mixed words.
struct Noise(u64);

impl Noise {
    fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(power: Power) -> Vec<u8> {
        let mut memory = vec![0; 0x1_0000];
        power.fill(&mut memory);
        memory
    }

    #[test]
    fn the_pattern_changes_every_64_bytes() {
        let memory = filled(Power::Pattern);
        assert_eq!((memory[0x003F], memory[0x0040]), (0x00, 0xFF));
        assert_eq!((memory[0x007F], memory[0x0080]), (0xFF, 0x00));
    }

    #[test]
    fn noise_depends_on_the_seed_and_on_nothing_else() {
        assert_eq!(filled(Power::Noise(7)), filled(Power::Noise(7)));
        assert_ne!(filled(Power::Noise(7)), filled(Power::Noise(8)));
    }

    #[test]
    fn noise_shows_every_byte_value_about_equally_often() {
        let mut count = [0u32; 256];
        for byte in filled(Power::Noise(0)) {
            count[usize::from(byte)] += 1;
        }
        assert!(count.iter().all(|&n| (180..340).contains(&n)), "{count:?}");
    }
}
