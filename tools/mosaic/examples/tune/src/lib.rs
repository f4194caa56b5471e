//! Shows the SID: a canon in two voices, with the notes on the screen while they sound.
#![no_std]

use console::Text;
use mos_hardware::c64;
use mos_hardware::sid::{Voice, VoiceControlFlags};
use ufmt::uwrite;

/// A note: half tones above C of the lowest octave, and its length in eighths.
type Note = (u8, u8);

/// Frère Jacques.
const TUNE: [Note; 32] = [
    (36, 2),
    (38, 2),
    (40, 2),
    (36, 2),
    (36, 2),
    (38, 2),
    (40, 2),
    (36, 2),
    (40, 2),
    (41, 2),
    (43, 4),
    (40, 2),
    (41, 2),
    (43, 4),
    (43, 1),
    (45, 1),
    (43, 1),
    (41, 1),
    (40, 2),
    (36, 2),
    (43, 1),
    (45, 1),
    (43, 1),
    (41, 1),
    (40, 2),
    (36, 2),
    (36, 2),
    (31, 2),
    (36, 4),
    (36, 2),
    (31, 2),
    (36, 4),
];

/// The SID's numbers for the highest octave, on a PAL machine; each octave below is half of it.
const TOP_OCTAVE: [u16; 12] = [
    34334, 36376, 38539, 40830, 43258, 45830, 48556, 51443, 54502, 57743, 61176, 64814,
];
const NAMES: [&str; 12] = [
    "C ", "C#", "D ", "D#", "E ", "F ", "F#", "G ", "G#", "A ", "A#", "B ",
];

const FRAMES_AN_EIGHTH: u8 = 10;
/// The second voice begins two bars later.
const CANON: u8 = 32;

/// A voice of the SID and its place in the tune.
struct Player {
    voice: &'static Voice,
    column: u8,
    next: u8,
    /// Eighths until the next note.
    rest: u8,
}

impl Player {
    fn eighth(&mut self) {
        self.rest -= 1;
        if self.rest > 0 {
            return;
        }
        let (tone, length) = TUNE[usize::from(self.next)];
        self.next = (self.next + 1) & 31;
        self.rest = length;
        let frequency = TOP_OCTAVE[usize::from(tone % 12)] >> (7 - tone / 12);
        unsafe {
            self.voice.control.write(VoiceControlFlags::TRIANGLE);
            self.voice.frequency.write(frequency);
            self.voice
                .control
                .write(VoiceControlFlags::TRIANGLE | VoiceControlFlags::GATE);
        }
        let _ = uwrite!(
            Text::at(12, self.column),
            "{} {}  ",
            NAMES[usize::from(tone % 12)],
            frequency
        );
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    let sid = c64::sid();
    unsafe { sid.volume_filter_mode.write(15) };
    let mut players =
        [(&sid.channel1, 8, 1), (&sid.channel2, 24, CANON + 1)].map(|(voice, column, rest)| {
            unsafe {
                voice.attack_decay.write(0x09);
                voice.sustain_release.write(0x48);
            }
            Player {
                voice,
                column,
                next: 0,
                rest,
            }
        });
    let _ = uwrite!(Text::at(10, 8), "voice 1         voice 2");
    loop {
        for player in &mut players {
            player.eighth();
        }
        for _ in 0..FRAMES_AN_EIGHTH {
            console::wait_frame();
        }
    }
}
