//! Clicks and chimes -> SID. A sound needs no care after its start: its envelope falls to silence by itself.

use super::map;
use crate::cells::Table;

/// Frequency, pulse width, control without gate, attack and decay, sustain and release: the order of the registers.
#[unsafe(link_section = "HIGH")]
#[rustfmt::skip]
static SOUNDS: Table<35> = Table([
    0x00, 0x10, 0x00, 0x08, 0x10, 0x06, 0x00, // move: a short tick, triangle
    0x00, 0x06, 0x00, 0x08, 0x80, 0x07, 0x00, // capture: a knock, noise
    0x00, 0x22, 0x00, 0x08, 0x40, 0x08, 0x00, // check: a bright blip, pulse
    0x00, 0x0c, 0x00, 0x08, 0x20, 0x0b, 0x00, // end: a long low tone, sawtooth
    0x00, 0x05, 0x00, 0x08, 0x40, 0x07, 0x00, // refused: a short buzz, pulse
]);
const REGISTERS: u8 = 7;
const CONTROL: u8 = 4;
const GATE: u8 = 1;

/// Plays sound 1..=5.
pub fn play(sound: u8) {
    let mut first = 0;
    let mut count = sound;
    while count > 1 {
        first += REGISTERS;
        count -= 1;
    }
    map::SOUND_CONTROL.write(0);
    let mut index = 0;
    while index < REGISTERS {
        map::SOUND
            .at(u16::from(index))
            .write(SOUNDS.get(first + index));
        index += 1;
    }
    map::SOUND_CONTROL.write(SOUNDS.get(first + CONTROL) | GATE);
}

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
