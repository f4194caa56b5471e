//! The SID as a person hears it: three voices with their envelopes, from the register writes that the chip kept.
//!
//! Time is the machine's: a write is heard from the cycle it was made in. Every sample is the mean of a few points, which
//! keeps most of what lies above the sample rate out. The filter, synchronisation and ring modulation are left out.

use crate::model::Model;
use crate::sid::Write;
use crate::waveform::{self, NOISE_SEED, PHASE_MASK, TEST};

const VOICES: usize = 3;
const VOICE_REGISTERS: usize = 7;
/// Registers of a voice.
const FREQUENCY: usize = 0;
const WIDTH: usize = 2;
const CONTROL: usize = 4;
const ATTACK_DECAY: usize = 5;
const SUSTAIN_RELEASE: usize = 6;

const GATE: u8 = 0x01;
const WAVES: u8 = 0xF0;

/// Volume, and a bit that keeps voice 3 from being heard.
const VOLUME: usize = 0x18;
const VOICE_3_OFF: u8 = 0x80;

/// Points of a sample.
const POINTS: u32 = 4;

/// Cycles of an envelope's step, by the four bits of its rate.
const STEP_CYCLES: [u64; 16] = [
    9, 32, 63, 95, 149, 220, 267, 313, 392, 977, 1954, 3126, 3907, 11720, 19532, 31251,
];
/// A falling envelope slows down: below each level, so many steps are one.
const SLOWER_BELOW: [(u8, u8); 6] = [(6, 30), (14, 16), (26, 8), (54, 4), (93, 2), (255, 1)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Attack,
    Decay,
    Release,
}

/// How loud a voice is: up to 255 while the gate opens, down to the sustain level, to silence when it closes.
#[derive(Clone, Debug)]
struct Envelope {
    stage: Stage,
    level: u8,
    /// Cycles since the last step, and steps since the level last fell.
    cycles: u64,
    steps: u8,
}

impl Envelope {
    fn advance(&mut self, cycles: u64, registers: &[u8]) {
        self.cycles += cycles;
        let [attack_decay, sustain_release] = [ATTACK_DECAY, SUSTAIN_RELEASE].map(|r| registers[r]);
        let sustain = (sustain_release >> 4) * 0x11;
        loop {
            let (rate, floor) = match self.stage {
                Stage::Attack => (attack_decay >> 4, 0),
                Stage::Decay => (attack_decay & 15, sustain),
                Stage::Release => (sustain_release & 15, 0),
            };
            let period = STEP_CYCLES[usize::from(rate)];
            if self.stage != Stage::Attack && self.level <= floor {
                self.cycles %= period;
                return;
            }
            if self.cycles < period {
                return;
            }
            self.cycles -= period;
            self.step();
        }
    }

    fn step(&mut self) {
        if self.stage == Stage::Attack {
            self.level = self.level.saturating_add(1);
            if self.level == 255 {
                self.stage = Stage::Decay;
            }
            return;
        }
        self.steps += 1;
        let slower = SLOWER_BELOW
            .iter()
            .find(|&&(level, _)| self.level <= level)
            .map_or(1, |&(_, steps)| steps);
        if self.steps >= slower {
            self.steps = 0;
            self.level -= 1;
        }
    }
}

#[derive(Clone, Debug)]
struct Voice {
    phase: u32,
    noise: u32,
    envelope: Envelope,
}

impl Voice {
    fn new() -> Voice {
        Voice {
            phase: 0,
            noise: NOISE_SEED,
            envelope: Envelope {
                stage: Stage::Release,
                level: 0,
                cycles: 0,
                steps: 0,
            },
        }
    }

    fn control(&mut self, old: u8, new: u8) {
        if new & TEST != 0 {
            self.phase = 0;
            self.noise = NOISE_SEED;
        }
        if (old ^ new) & GATE != 0 {
            self.envelope.stage = if new & GATE != 0 {
                Stage::Attack
            } else {
                Stage::Release
            };
        }
    }

    fn advance(&mut self, cycles: u64, registers: &[u8]) {
        self.envelope.advance(cycles, registers);
        if registers[CONTROL] & TEST != 0 {
            return;
        }
        let frequency = u64::from(word(registers, FREQUENCY));
        let start = u64::from(self.phase);
        let end = start + cycles * frequency;
        // Nobody hears the noise of a silent voice, and a fast one would cost the most.
        if self.envelope.level > 0 && registers[CONTROL] & waveform::NOISE != 0 {
            self.noise = waveform::shift_noise(self.noise, start, end);
        }
        self.phase = (end & PHASE_MASK) as u32;
    }

    /// From −1 to 1.
    fn output(&self, registers: &[u8]) -> f32 {
        let control = registers[CONTROL];
        if control & WAVES == 0 || self.envelope.level == 0 {
            return 0.0;
        }
        let width = u32::from(word(registers, WIDTH) & 0x0FFF);
        let wave = waveform::wave(control, self.phase, width, self.noise);
        (f32::from(wave) - 2047.5) / 2047.5 * f32::from(self.envelope.level) / 255.0
    }
}

fn word(registers: &[u8], low: usize) -> u16 {
    u16::from_le_bytes([registers[low], registers[low + 1]])
}

/// The sound of a machine.
#[derive(Clone, Debug)]
pub struct Sound {
    registers: [u8; 32],
    voices: [Voice; VOICES],
    /// Everything before this cycle has been heard.
    now: u64,
    /// The cycle of the next point, in 65536ths, and how far they are apart.
    next_point: u64,
    point_cycles: u64,
    sum: f32,
    points: u32,
}

impl Sound {
    /// A chip that is silent at cycle `now`.
    pub fn new(model: Model, sample_rate: u32, now: u64) -> Sound {
        Sound {
            registers: [0; 32],
            voices: [Voice::new(), Voice::new(), Voice::new()],
            now,
            next_point: now << 16,
            point_cycles: (model.clock_hz() << 16) / u64::from(sample_rate.max(1) * POINTS),
            sum: 0.0,
            points: 0,
        }
    }

    /// Makes the sound up to cycle `until`, in which these writes happen, the earliest first.
    pub fn play(&mut self, writes: &[Write], until: u64, samples: &mut Vec<f32>) {
        for write in writes {
            self.play_to(write.cycle, samples);
            self.write(*write);
        }
        self.play_to(until, samples);
    }

    /// Lets the time up to cycle `until` pass unheard.
    pub fn skip(&mut self, writes: &[Write], until: u64) {
        for write in writes {
            self.advance(write.cycle);
            self.write(*write);
        }
        self.advance(until);
        self.next_point = self.next_point.max(self.now << 16);
    }

    fn play_to(&mut self, until: u64, samples: &mut Vec<f32>) {
        while self.next_point < until << 16 {
            self.advance(self.next_point >> 16);
            self.next_point += self.point_cycles;
            self.sum += self.output();
            self.points += 1;
            if self.points == POINTS {
                samples.push(self.sum / POINTS as f32);
                (self.sum, self.points) = (0.0, 0);
            }
        }
        self.advance(until);
    }

    fn write(&mut self, write: Write) {
        let register = usize::from(write.register & 31);
        let old = std::mem::replace(&mut self.registers[register], write.value);
        if register % VOICE_REGISTERS == CONTROL
            && let Some(voice) = self.voices.get_mut(register / VOICE_REGISTERS)
        {
            voice.control(old, write.value);
        }
    }

    fn advance(&mut self, cycle: u64) {
        let cycles = cycle.saturating_sub(self.now);
        self.now += cycles;
        for (voice, registers) in self.voices.iter_mut().zip(self.registers.chunks(7)) {
            voice.advance(cycles, registers);
        }
    }

    /// All voices together, from −1 to 1.
    fn output(&self) -> f32 {
        let heard = if self.registers[VOLUME] & VOICE_3_OFF != 0 {
            VOICES - 1
        } else {
            VOICES
        };
        let voices = self.voices.iter().zip(self.registers.chunks(7));
        let sum: f32 = voices
            .take(heard)
            .map(|(voice, registers)| voice.output(registers))
            .sum();
        sum / VOICES as f32 * f32::from(self.registers[VOLUME] & 15) / 15.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::waveform::{NOISE, PULSE, SAWTOOTH, TRIANGLE};

    const SECOND: u64 = Model::Pal.clock_hz();
    const RATE: u32 = 44_100;

    fn writes(cycle: u64, pairs: &[(u8, u8)]) -> Vec<Write> {
        let at = |&(register, value)| Write {
            cycle,
            register,
            value,
        };
        pairs.iter().map(at).collect()
    }

    /// A voice that is at once at full level, at this frequency.
    fn tone(frequency: u16, wave: u8) -> Vec<Write> {
        let [low, high] = frequency.to_le_bytes();
        let pairs = [(24, 15), (0, low), (1, high), (3, 8), (5, 0), (6, 0xF0)];
        let mut tone = writes(0, &pairs);
        tone.extend(writes(0, &[(4, wave | GATE)]));
        tone
    }

    fn second(writes: &[Write]) -> Vec<f32> {
        let mut samples = Vec::new();
        Sound::new(Model::Pal, RATE, 0).play(writes, SECOND, &mut samples);
        samples
    }

    fn rising_crossings(samples: &[f32]) -> usize {
        let crosses = |pair: &&[f32]| pair[0] < 0.0 && pair[1] >= 0.0;
        samples.windows(2).filter(crosses).count()
    }

    fn loudness(samples: &[f32]) -> f32 {
        samples
            .iter()
            .fold(0.0, |most, sample| sample.abs().max(most))
    }

    #[test]
    fn a_second_has_as_many_samples_as_the_rate_says() {
        assert!(second(&[]).len().abs_diff(RATE as usize) <= 2);
    }

    #[test]
    fn a_tone_has_the_pitch_of_its_frequency_in_every_waveform() {
        // 7493 / 2^24 of 985248 Hz is 440 Hz.
        for wave in [TRIANGLE, SAWTOOTH, PULSE] {
            let crossings = rising_crossings(&second(&tone(7493, wave)));
            assert!((439..=441).contains(&crossings), "{wave:#x}: {crossings}");
        }
    }

    #[test]
    fn noise_has_no_pitch_and_is_heard() {
        let samples = second(&tone(0x2000, NOISE));
        let (first, second) = samples.split_at(samples.len() / 2);
        assert!(loudness(first) > 0.2);
        assert_ne!(first[1_000..2_000], second[1_000..2_000]);
    }

    #[test]
    fn without_volume_or_waveform_there_is_silence() {
        let mut quiet = tone(7493, SAWTOOTH);
        quiet.extend(writes(0, &[(24, 0)]));
        assert_eq!(loudness(&second(&quiet)), 0.0);
        assert_eq!(loudness(&second(&tone(7493, 0))), 0.0);
    }

    #[test]
    fn a_closed_gate_ends_the_tone_at_its_release_rate() {
        let mut tone = tone(7493, SAWTOOTH);
        tone.extend(writes(SECOND / 2, &[(4, SAWTOOTH)]));
        let samples = second(&tone);
        let half = samples.len() / 2;
        assert!(loudness(&samples[half - 200..half]) > 0.3);
        // The fastest release takes 6 ms.
        assert_eq!(loudness(&samples[half + 400..]), 0.0);
    }

    #[test]
    fn the_attack_takes_as_long_as_the_data_sheet_says() {
        // Rate 9 is 250 ms, rate 0 is 2 ms.
        for (rate, milliseconds) in [(0, 2), (9, 250)] {
            let mut envelope = Voice::new().envelope;
            envelope.stage = Stage::Attack;
            let registers = [0, 0, 0, 0, 0, rate << 4, 0xF0];
            let mut cycles = 0;
            while envelope.level < 255 {
                envelope.advance(10, &registers);
                cycles += 10;
            }
            let taken = cycles as f64 * 1000.0 / SECOND as f64;
            let part = taken / f64::from(milliseconds);
            assert!((0.95..1.2).contains(&part), "{taken} ms");
        }
    }

    #[test]
    fn voice_3_can_be_kept_from_the_output() {
        let pairs = [
            (24, 0x8F),
            (15, 0x20),
            (19, 0),
            (20, 0xF0),
            (18, SAWTOOTH | GATE),
        ];
        assert_eq!(loudness(&second(&writes(0, &pairs))), 0.0);
        let heard = [
            (24, 0x0F),
            (15, 0x20),
            (19, 0),
            (20, 0xF0),
            (18, SAWTOOTH | GATE),
        ];
        assert!(loudness(&second(&writes(0, &heard))) > 0.3);
    }

    #[test]
    fn time_that_is_skipped_changes_the_voices_and_makes_no_sample() {
        let mut sound = Sound::new(Model::Pal, RATE, 0);
        sound.skip(&tone(7493, SAWTOOTH), SECOND);
        let mut samples = Vec::new();
        sound.play(&[], SECOND + SECOND / 100, &mut samples);
        assert!(samples.len() < 450 && loudness(&samples) > 0.3);
    }
}
