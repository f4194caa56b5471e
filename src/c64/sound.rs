//! Clicks and chimes -> SID. A sound needs no care after its start: its envelope falls to silence by itself.

use super::map;
use crate::cells::{ByModule, Table};

/// Frequency, pulse width, control without gate, attack and decay, sustain and release: the order of the registers.
// SAFETY: five sounds of seven registers.
#[unsafe(link_section = "HIGH")]
#[rustfmt::skip]
static SOUNDS: Table<35, ByModule> = unsafe { Table::by_module([
    0x00, 0x10, 0x00, 0x08, 0x10, 0x06, 0x00, // move: a short tick, triangle
    0x00, 0x06, 0x00, 0x08, 0x80, 0x07, 0x00, // capture: a knock, noise
    0x00, 0x22, 0x00, 0x08, 0x40, 0x08, 0x00, // check: a bright blip, pulse
    0x00, 0x0c, 0x00, 0x08, 0x20, 0x0b, 0x00, // end: a long low tone, sawtooth
    0x00, 0x05, 0x00, 0x08, 0x40, 0x07, 0x00, // refused: a short buzz, pulse
]) };
const REGISTERS: u8 = 7;
const SECOND_VOICE: map::Register = map::SOUND.at(REGISTERS as u16);
/// Where they are within a voice.
const FREQUENCY_HIGH: u8 = 1;
const WIDTH: u16 = 2;
const CONTROL: u8 = 4;
const GATE: u8 = 1;
/// Waveforms, for `CONTROL`.
pub const TRIANGLE: u8 = 0x10;
pub const SAWTOOTH: u8 = 0x20;
pub const PULSE: u8 = 0x40;

/// A voice by its first register.
#[derive(Clone, Copy)]
pub struct Voice(u8);

pub const VOICES: [Voice; 3] = [Voice(0), Voice(REGISTERS), Voice(2 * REGISTERS)];

/// All registers that can be written: three voices, the filter, the volume.
pub const ALL_REGISTERS: usize = 25;

impl Voice {
    /// The place of its control register among all registers.
    #[inline(always)]
    pub const fn control(self) -> u8 {
        self.0 + CONTROL
    }

    #[inline(always)]
    fn first(self) -> map::Register {
        map::SOUND.at(u16::from(self.0))
    }

    #[inline(always)]
    pub fn set_frequency(self, frequency: u16) {
        let [low, high] = frequency.to_le_bytes();
        self.first().write(low);
        self.first().at(1).write(high);
    }

    /// Starts a note: the waveform with its gate closed, then opened.
    #[inline(always)]
    pub fn start(self, wave: u8) {
        self.first().at(u16::from(CONTROL)).write(wave);
        self.first().at(u16::from(CONTROL)).write(wave | GATE);
    }
}

/// Writes one of all registers.
#[inline(always)]
pub fn set(register: u8, value: u8) {
    map::SOUND.at(u16::from(register)).write(value);
}

#[inline(always)]
pub fn set_volume(volume: u8) {
    map::SOUND_VOLUME.write(volume);
}

/// The first voice lets its note go: the waveform without the gate.
#[inline(always)]
pub fn release(wave: u8) {
    map::SOUND_CONTROL.write(wave);
}

/// The width of the first voice's pulse: its low byte…
#[inline(always)]
pub fn set_width_low(low: u8) {
    map::SOUND.at(WIDTH).write(low);
}

/// …and its high one.
#[inline(always)]
pub fn set_width_high(high: u8) {
    map::SOUND.at(WIDTH + 1).write(high);
}

/// Plays sound 1..=5 in two voices, the second one a fifth above the first. The third one is for chance.
pub fn play(sound: u8) {
    let mut first = 0;
    let mut count = sound;
    while count > 1 {
        first += REGISTERS;
        count -= 1;
    }
    // On the way the gates are closed.
    let mut index = 0;
    while index < REGISTERS {
        let value = SOUNDS.get(first + index);
        map::SOUND.at(u16::from(index)).write(value);
        SECOND_VOICE.at(u16::from(index)).write(value);
        index += 1;
    }
    let high = SOUNDS.get(first + FREQUENCY_HIGH);
    SECOND_VOICE
        .at(u16::from(FREQUENCY_HIGH))
        .write(high + (high >> 1));
    let open = SOUNDS.get(first + CONTROL) | GATE;
    map::SOUND_CONTROL.write(open);
    SECOND_VOICE.at(u16::from(CONTROL)).write(open);
}

/// Silence. Compiled where it is called, at the start and in the title: that memory costs nothing.
#[inline(always)]
pub fn init() {
    let mut index = 0;
    while index < 24 {
        map::SOUND.at(index).write(0);
        index += 1;
    }
    map::SOUND_VOLUME.write(15);
    // The third voice makes noise at full speed, unheard without a gate; chance reads it.
    map::SOUND.at(14).write(0xff);
    map::SOUND.at(15).write(0xff);
    map::SOUND.at(18).write(0x80);
}

/// A byte of chance.
pub fn random() -> u8 {
    map::SOUND_RANDOM.read()
}
