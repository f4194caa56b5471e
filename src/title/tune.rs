//! The tune of the title: sixteen bars in A minor, eight eighths each, for three voices.
//!
//! The melody is written down note by note; the second voice breaks the bar's chord into sixteenths, and the third plays
//! its root and fifth. `step` is called once a frame and leaves out every sixth on a machine of sixty frames, so the tune
//! takes the same time on both.

use crate::c64::sound::{self, ALL_REGISTERS, PULSE, SAWTOOTH, TRIANGLE, VOICES, Voice};
use crate::cells::{ByModule, Byte, Table};

/// Frames of an eighth; sixteenths have half of them.
const EIGHTH: u8 = 8;
const BARS: u8 = 16;

// Pitches are semitones from the lowest C on.
const OCTAVE: u8 = 12;
/// What the melody's numbers begin at, one below its lowest note; its own number is a rest.
const BELOW: u8 = 3 * OCTAVE + 7;

const fn note(pitch: u8, eighths: u8) -> u8 {
    (eighths - 1) << 5 | (pitch - BELOW)
}

const GS4: u8 = 3 * OCTAVE + 8;
const A4: u8 = 3 * OCTAVE + 9;
const B4: u8 = 3 * OCTAVE + 11;
const C5: u8 = 4 * OCTAVE;
const D5: u8 = 4 * OCTAVE + 2;
const E5: u8 = 4 * OCTAVE + 4;
const F5: u8 = 4 * OCTAVE + 5;
const G5: u8 = 4 * OCTAVE + 7;
const A5: u8 = 4 * OCTAVE + 9;
const B5: u8 = 4 * OCTAVE + 11;
const C6: u8 = 5 * OCTAVE;

// SAFETY: the notes of the melody fill the bars, as a test of the build holds, and it begins anew after the last.
#[rustfmt::skip]
static MELODY: Table<59, ByModule> = unsafe { Table::by_module([
    note(A4, 2), note(C5, 2), note(E5, 3), note(D5, 1),
    note(C5, 3), note(D5, 1), note(C5, 2), note(A4, 2),
    note(C5, 2), note(E5, 2), note(G5, 3), note(E5, 1),
    note(D5, 6), note(B4, 2),
    note(A4, 2), note(C5, 2), note(E5, 2), note(A5, 2),
    note(A5, 3), note(G5, 1), note(F5, 2), note(E5, 2),
    note(D5, 3), note(E5, 1), note(F5, 2), note(D5, 2),
    note(E5, 4), note(GS4, 2), note(B4, 2),
    note(A5, 3), note(G5, 1), note(F5, 2), note(C5, 2),
    note(B5, 3), note(A5, 1), note(G5, 2), note(D5, 2),
    note(E5, 2), note(G5, 2), note(C6, 3), note(B5, 1),
    note(A5, 6), note(E5, 2),
    note(F5, 2), note(E5, 1), note(D5, 1), note(F5, 2), note(A5, 2),
    note(E5, 2), note(D5, 1), note(C5, 1), note(E5, 2), note(C5, 2),
    note(B4, 2), note(D5, 1), note(C5, 1), note(B4, 2), note(GS4, 2),
    note(A4, 8),
]) };
// The melody fills the bars.
const _: () = {
    let (mut eighths, mut place) = (0, 0);
    while place < MELODY.0.len() {
        eighths += (MELODY.0[place] >> 5) + 1;
        place += 1;
    }
    assert!(eighths == 8 * BARS);
};

const MINOR: u8 = 0x10;
/// The root of each bar's chord, and whether its third is minor.
// SAFETY: a bar is below `BARS`.
#[rustfmt::skip]
static CHORDS: Table<16, ByModule> = unsafe { Table::by_module([
    9 | MINOR, 5, 0, 7, 9 | MINOR, 5, 2 | MINOR, 4,
    5, 7, 0, 9 | MINOR, 2 | MINOR, 9 | MINOR, 4, 9 | MINOR,
]) };
/// Intervals of the chord's tones, third and sixth of them if it is minor.
// SAFETY: a tone has two bits, minor the third.
static TONES: Table<8, ByModule> = unsafe { Table::by_module([0, 4, 7, 12, 0, 3, 7, 12]) };
/// The tones of a bar's sixteenths.
// SAFETY: a bar has sixteen sixteenths.
static BROKEN: Table<16, ByModule> =
    unsafe { Table::by_module([0, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1, 2, 3, 2, 1]) };
/// What the bass does in each eighth: the interval from the root, or nothing.
const HOLDS: u8 = 0xff;
// SAFETY: a bar has eight eighths.
static BASS: Table<8, ByModule> =
    unsafe { Table::by_module([0, HOLDS, HOLDS, 0, HOLDS, HOLDS, 7, HOLDS]) };

/// Frequencies of the highest octave for the SID at the PAL clock, in two planes; others are halves of them.
const fn frequency(semitone: usize) -> u16 {
    // Hertz by sixteen and a factor of the clock: 2^24 / 985,248 is 17.0286.
    const C_TO_B: [u32; 12] = [
        1_046_502, 1_108_731, 1_174_659, 1_244_508, 1_318_510, 1_396_913, 1_479_978, 1_567_982,
        1_661_219, 1_760_000, 1_864_655, 1_975_533,
    ];
    ((C_TO_B[semitone] as u64 * 170_286) / 10_000_000) as u16
}
const fn plane(byte: usize) -> [u8; 12] {
    let mut plane = [0; 12];
    let mut semitone = 0;
    while semitone < 12 {
        plane[semitone] = frequency(semitone).to_le_bytes()[byte];
        semitone += 1;
    }
    plane
}
// SAFETY: a semitone is one of the twelve of its octave.
static LOW: Table<12, ByModule> = unsafe { Table::by_module(plane(0)) };
// SAFETY: a semitone is one of the twelve of its octave.
static HIGH: Table<12, ByModule> = unsafe { Table::by_module(plane(1)) };
/// Octaves below that one: the lowest C has the number 0.
const HIGHEST: u8 = 5;

const MELODY_VOICE: Voice = VOICES[0];
const CHORD_VOICE: Voice = VOICES[1];
const BASS_VOICE: Voice = VOICES[2];

/// The chip before the first note: width of the pulse, attack, decay, sustain and release of each voice, and the volume.
// SAFETY: registers are counted to `ALL_REGISTERS`.
#[rustfmt::skip]
static INSTRUMENTS: Table<ALL_REGISTERS, ByModule> = unsafe { Table::by_module([
    0, 0, 0, 0x06, PULSE,    0x2a, 0xa9,
    0, 0, 0, 0x08, TRIANGLE, 0x07, 0x40,
    0, 0, 0, 0x08, SAWTOOTH, 0x09, 0x25,
    0, 0, 0, 15,
]) };

// Where the tune is: bar, eighth and frame, the next note of the melody and the eighths that are left of this one.
#[unsafe(link_section = "ONCE")]
static BAR: Byte = Byte::new(0);
#[unsafe(link_section = "ONCE")]
static STEP: Byte = Byte::new(0);
#[unsafe(link_section = "ONCE")]
static TICK: Byte = Byte::new(0);
#[unsafe(link_section = "ONCE")]
static NEXT: Byte = Byte::new(0);
#[unsafe(link_section = "ONCE")]
static LEFT: Byte = Byte::new(1);
/// The melody's pulse goes from narrow to wide and back.
#[unsafe(link_section = "ONCE")]
static SWELL: Byte = Byte::new(0);
#[unsafe(link_section = "ONCE")]
pub static IS_OFF: Byte = Byte::new(0);

/// From the beginning.
pub fn begin() {
    let mut register = 0;
    while register < ALL_REGISTERS as u8 {
        sound::set(register, INSTRUMENTS.get(register));
        register += 1;
    }
    BAR.set(0);
    STEP.set(0);
    TICK.set(0);
    NEXT.set(0);
    LEFT.set(1);
    set_volume();
}

/// Silence, and the chip as the program wants it.
pub fn end() {
    sound::init();
}

/// The other of on and off.
pub fn switch() {
    IS_OFF.set(IS_OFF.get() ^ 1);
    set_volume();
}

fn set_volume() {
    sound::set_volume(if IS_OFF.get() == 0 { 15 } else { 0 });
}

/// One frame on; true in the frame after the last bar.
#[inline(never)]
pub fn step() -> bool {
    let tick = TICK.get();
    let (bar, eighth) = (BAR.get(), STEP.get());
    let chord = CHORDS.get(bar);
    if tick == 0 {
        lead();
        accompany(chord, eighth);
    }
    if tick & (EIGHTH / 2 - 1) == 0 {
        let sixteenth = eighth << 1 | u8::from(tick != 0);
        let tone = BROKEN.get(sixteenth) | (chord & MINOR) >> 2;
        let root = chord & !MINOR;
        let octave = if root < 5 { 3 * OCTAVE } else { 2 * OCTAVE };
        play(CHORD_VOICE, octave + root + TONES.get(tone));
    }
    // A note lets go shortly before the next one.
    if tick == EIGHTH - 2 && LEFT.get() == 1 {
        sound::release(PULSE);
    }
    let swell = SWELL.get().wrapping_add(1);
    SWELL.set(swell);
    let wave = if swell < 0x80 { swell } else { !swell };
    sound::set_width_high(4 + (wave >> 5));
    sound::set_width_low(wave << 3);
    TICK.set((tick + 1) & (EIGHTH - 1));
    if tick != EIGHTH - 1 {
        return false;
    }
    STEP.set((eighth + 1) & 7);
    if eighth == 7 {
        BAR.set(bar + 1);
    }
    BAR.get() == BARS
}

/// The eighth of the bar that is played, for whoever moves with it.
pub fn beat() -> u8 {
    (BAR.get() & 1) << 3 | STEP.get()
}

fn lead() {
    let left = LEFT.get() - 1;
    LEFT.set(left);
    if left == 0 {
        let note = MELODY.get(NEXT.get());
        NEXT.set(NEXT.get() + 1);
        LEFT.set((note >> 5) + 1);
        play(MELODY_VOICE, BELOW + (note & 0x1f));
    }
}

fn accompany(chord: u8, eighth: u8) {
    let interval = BASS.get(eighth);
    if interval != HOLDS {
        play(BASS_VOICE, OCTAVE + (chord & !MINOR) + interval);
    }
}

/// Starts a note on a voice.
#[inline(never)]
fn play(voice: Voice, pitch: u8) {
    let mut octaves = 0;
    let mut first = HIGHEST * OCTAVE;
    while pitch < first {
        first -= OCTAVE;
        octaves += 1;
    }
    let semitone = pitch - first;
    let mut frequency = u16::from_le_bytes([LOW.get(semitone), HIGH.get(semitone)]);
    while octaves != 0 {
        frequency >>= 1;
        octaves -= 1;
    }
    voice.set_frequency(frequency);
    voice.start(INSTRUMENTS.get(voice.control()));
}
