//! The waveforms of a SID voice: what its 24-bit phase and its noise register show as 12 bits.
//!
//! Several waveforms at once pull each other's bits down. The chip as a program reads it ([`sid`](crate::sid)) and as a
//! person hears it ([`sound`](crate::sound)) take their waves from here.

pub const TEST: u8 = 0x08;
pub const TRIANGLE: u8 = 0x10;
pub const SAWTOOTH: u8 = 0x20;
pub const PULSE: u8 = 0x40;
pub const NOISE: u8 = 0x80;

/// The phase is 24 bits; the noise register shifts each time this bit of it rises.
pub const PHASE_MASK: u64 = 0xFF_FFFF;
const NOISE_CLOCK_BIT: u32 = 19;
/// The noise register, 23 bits, as the end of the test bit leaves it.
pub const NOISE_SEED: u32 = 0x7F_FFFE;
/// Its bits that reach the output, highest first.
const NOISE_TAPS: [u32; 8] = [20, 18, 14, 11, 9, 5, 2, 0];

/// The 12 bits that a voice puts out; `width` is that of the pulse.
pub fn wave(control: u8, phase: u32, width: u32, noise: u32) -> u16 {
    if control & (TRIANGLE | SAWTOOTH | PULSE | NOISE) == 0 {
        return 0;
    }
    let mut wave = 0xFFF;
    if control & TRIANGLE != 0 {
        let rising = (phase >> 11) as u16 & 0xFFF;
        wave &= if phase & 0x80_0000 == 0 {
            rising
        } else {
            !rising
        };
    }
    if control & SAWTOOTH != 0 {
        wave &= (phase >> 12) as u16;
    }
    if control & PULSE != 0 && control & TEST == 0 && phase >> 12 < width {
        wave = 0;
    }
    if control & NOISE != 0 {
        let byte = NOISE_TAPS
            .iter()
            .fold(0, |byte, tap| byte << 1 | (noise >> tap & 1) as u16);
        wave &= byte << 4;
    }
    wave & 0xFFF
}

/// The noise register after the phase went from `start` to `end`, which is counted without wrapping.
pub fn shift_noise(mut noise: u32, start: u64, end: u64) -> u32 {
    for _ in 0..rises(end) - rises(start) {
        let bit = (noise >> 22 ^ noise >> 17) & 1;
        noise = (noise << 1 | bit) & 0x7F_FFFF;
    }
    noise
}

/// How often the noise clock bit has risen by the time the phase, counted without wrapping, is `phase`.
fn rises(phase: u64) -> u64 {
    (phase + (1 << NOISE_CLOCK_BIT)) >> (NOISE_CLOCK_BIT + 1)
}
