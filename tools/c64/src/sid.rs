//! The SID as a program can read it: registers that hold what was written, and the wave of voice 3.
//!
//! It makes no sound: [`sound`](crate::sound) does, from the writes that this chip keeps if it is told to. Voice 3 runs,
//! because its noise is the machine's source of random bytes; it is brought up to date when it is read or changed. The
//! paddles read what is set, or as not connected, the envelope of voice 3 as silent.

use crate::waveform::{self, NOISE_SEED, PHASE_MASK, TEST};

const VOICE_3: usize = 14;
const FREQUENCY_LOW: usize = VOICE_3;
const FREQUENCY_HIGH: usize = VOICE_3 + 1;
const PULSE_LOW: usize = VOICE_3 + 2;
const PULSE_HIGH: usize = VOICE_3 + 3;
const CONTROL: usize = VOICE_3 + 4;

/// Cycles from the rise of the noise clock to the shift.
const NOISE_DELAY: u64 = 2;

/// A register written at a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Write {
    /// When.
    pub cycle: u64,
    /// Where, counted from `$D400`.
    pub register: u8,
    /// What.
    pub value: u8,
}

/// The chip.
#[derive(Clone, Debug)]
pub struct Sid {
    registers: [u8; 32],
    /// What the potentiometers of a control port show: a mouse's place, or nothing connected. Which port they are
    /// connected to is the machine's affair.
    pub potentiometers: [u8; 2],
    phase: u32,
    /// The phase [`NOISE_DELAY`] cycles ago, as far as the noise register has followed it.
    noise_phase: u32,
    noise: u32,
    since: u64,
    /// The last cycle in which the test bit held voice 3.
    held_until: u64,
    /// The byte last seen on the chip's data bus: what its write-only registers read as.
    bus: u8,
    /// What was written, kept for whoever makes the sound of it.
    writes: Option<Vec<Write>>,
}

impl Sid {
    /// As after a reset.
    pub fn new() -> Sid {
        Sid {
            registers: [0; 32],
            potentiometers: [0xFF; 2],
            phase: 0,
            noise_phase: 0,
            noise: NOISE_SEED,
            since: 0,
            held_until: 0,
            bus: 0,
            writes: None,
        }
    }

    /// From now on writes are kept until they are taken.
    pub fn keep_writes(&mut self) {
        self.writes.get_or_insert_default();
    }

    /// The writes since the last time; none when they are not kept.
    pub fn take_writes(&mut self) -> Vec<Write> {
        self.writes.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// What was last written to `register`.
    pub fn written(&self, register: u8) -> u8 {
        self.registers[usize::from(register & 31)]
    }

    /// Writes a register at cycle `now`.
    pub fn write(&mut self, register: u8, value: u8, now: u64) {
        self.advance(now);
        self.registers[usize::from(register & 31)] = value;
        self.bus = value;
        if let Some(writes) = &mut self.writes {
            writes.push(Write {
                cycle: now,
                register: register & 31,
                value,
            });
        }
        if self.registers[CONTROL] & TEST != 0 {
            self.phase = 0;
            self.noise_phase = 0;
            self.noise = NOISE_SEED;
            self.held_until = now;
        }
    }

    /// Reads a register at cycle `now`.
    pub fn read(&mut self, register: u8, now: u64) -> u8 {
        self.advance(now);
        self.bus = self.show(register);
        self.bus
    }

    /// What a read would show, as far as the chip has been brought up to date.
    pub fn show(&self, register: u8) -> u8 {
        match register & 31 {
            0x19 => self.potentiometers[0],
            0x1A => self.potentiometers[1],
            0x1B => self.wave(),
            0x1C => 0,
            _ => self.bus,
        }
    }

    fn frequency(&self) -> u32 {
        u32::from(self.registers[FREQUENCY_LOW]) | u32::from(self.registers[FREQUENCY_HIGH]) << 8
    }

    fn advance(&mut self, now: u64) {
        let since = self.since;
        self.since = now.max(since);
        if self.registers[CONTROL] & TEST != 0 {
            self.held_until = now;
            return;
        }
        let frequency = u64::from(self.frequency());
        let phase = u64::from(self.phase) + (self.since - since) * frequency;
        self.phase = (phase & PHASE_MASK) as u32;
        // Late reads see the noise follow: never before the test bit let go of it.
        let late = |cycle: u64| cycle.saturating_sub(NOISE_DELAY).max(self.held_until);
        let start = u64::from(self.noise_phase);
        let end = start + (late(self.since) - late(since)) * frequency;
        self.noise = waveform::shift_noise(self.noise, start, end);
        self.noise_phase = (end & PHASE_MASK) as u32;
    }

    /// The upper eight bits of voice 3's wave.
    fn wave(&self) -> u8 {
        let control = self.registers[CONTROL];
        (waveform::wave(control, self.phase, self.pulse_width(), self.noise) >> 4) as u8
    }

    fn pulse_width(&self) -> u32 {
        u32::from(self.registers[PULSE_LOW]) | u32::from(self.registers[PULSE_HIGH] & 0x0F) << 8
    }
}

impl Default for Sid {
    fn default() -> Sid {
        Sid::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waveform::{NOISE, PULSE, SAWTOOTH, TRIANGLE};

    /// Voice 3 at this frequency and wave from cycle 0 on.
    fn voice(frequency: u16, wave: u8) -> Sid {
        let mut sid = Sid::new();
        sid.write(0x0E, frequency as u8, 0);
        sid.write(0x0F, (frequency >> 8) as u8, 0);
        sid.write(0x12, wave, 0);
        sid
    }

    #[test]
    fn the_sawtooth_climbs_with_the_frequency() {
        let mut sid = voice(0x1000, SAWTOOTH);
        assert_eq!(
            [16, 32, 4_000, 4_095, 4_096].map(|now| sid.read(0x1B, now)),
            [1, 2, 250, 255, 0]
        );
    }

    #[test]
    fn the_triangle_climbs_and_falls() {
        let mut sid = voice(0x1000, TRIANGLE);
        assert_eq!(
            [8, 1_024, 2_047, 2_048, 3_072].map(|now| sid.read(0x1B, now)),
            [1, 128, 255, 255, 127]
        );
    }

    #[test]
    fn the_pulse_is_high_from_its_width_on() {
        let mut sid = voice(0x1000, PULSE);
        sid.write(0x11, 0x08, 0);
        assert_eq!(
            [0, 2_047, 2_048, 4_095].map(|now| sid.read(0x1B, now)),
            [0, 0, 255, 255]
        );
    }

    #[test]
    fn noise_is_the_same_read_seldom_or_often() {
        let (mut seldom, mut often) = (voice(0xFFFF, NOISE), voice(0xFFFF, NOISE));
        for now in 0..5_000 {
            often.read(0x1B, now);
        }
        assert_eq!(seldom.read(0x1B, 4_999), often.read(0x1B, 4_999));
    }

    #[test]
    fn noise_gives_every_byte() {
        let mut sid = voice(0xFFFF, NOISE);
        let mut seen = [false; 256];
        for step in 0..20_000 {
            seen[usize::from(sid.read(0x1B, step * 37))] = true;
        }
        assert!(seen.iter().all(|&seen| seen));
    }

    #[test]
    fn a_write_only_register_reads_as_the_byte_last_on_the_bus() {
        let mut sid = Sid::new();
        sid.write(0x18, 0x0F, 0);
        assert_eq!((sid.read(0x05, 1), sid.written(0x18)), (0x0F, 0x0F));
    }

    #[test]
    fn without_a_wave_voice_3_is_silent() {
        assert_eq!(voice(0x1000, 0).read(0x1B, 999), 0);
    }
}
