//! Time: the time of day of CIA 1 for the clocks, a count of cycles in CIA 2 for the search.

use super::map;
use crate::search::time::{JIFFY_CYCLES, NTSC_HERTZ, PAL_HERTZ, jiffy};

const TOD_50_HERTZ: u8 = 0x80;
/// Cycles of a tenth of a second, in units of 256: the border between mains of 50 and of 60 hertz counted as 50.
const SLOW_TENTH: u16 = 352;

/// A byte that changes five times a second.
#[inline(always)]
pub fn beat() -> u8 {
    map::DAY_TENTHS.read() >> 1
}

/// Tenths of a second, modulo ten seconds. Reading the hours holds the others until the tenths are read.
#[inline(never)]
pub fn tenths() -> u8 {
    map::DAY_HOURS.read();
    let seconds = map::DAY_SECONDS.read() & 15;
    (seconds << 3) + (seconds << 1) + map::DAY_TENTHS.read()
}

/// Starts the count of cycles and the time of day.
pub fn init(pal: bool) {
    map::CYCLES.write(0xff);
    map::CYCLES.at(1).write(0xff);
    map::CYCLES.at(2).write(0xff);
    map::CYCLES.at(3).write(0xff);
    // B counts underflows of A; both load and start.
    map::CIA2_CONTROL_B.write(0x51);
    map::CIA2_CONTROL_A.write(0x11);
    JIFFY_CYCLES.set(if pal {
        const { jiffy(PAL_HERTZ) }
    } else {
        const { jiffy(NTSC_HERTZ) }
    });
    start_day();
}

/// The time of day counts the mains, 50 or 60 hertz whatever the video standard: a tenth is timed to find out which.
fn start_day() {
    let control = map::CIA1_CONTROL_A.read() | TOD_50_HERTZ;
    map::CIA1_CONTROL_A.write(control);
    map::CIA1_CONTROL_B.write(map::CIA1_CONTROL_B.read() & 0x7f);
    map::DAY_HOURS.write(0x01);
    map::DAY_MINUTES.write(0);
    map::DAY_SECONDS.write(0);
    map::DAY_TENTHS.write(0);
    wait_tenth();
    let begun = cycles();
    wait_tenth();
    let taken = (cycles().wrapping_sub(begun) >> 8) as u16;
    if taken < SLOW_TENTH {
        map::CIA1_CONTROL_A.write(control & !TOD_50_HERTZ);
    }
}

#[unsafe(link_section = "INIT")]
fn wait_tenth() {
    let now = map::DAY_TENTHS.read();
    while map::DAY_TENTHS.read() == now {}
}

/// Cycles since the start, modulo 2^32. The timers count down; B must not change between the reads of A.
#[inline(never)]
pub fn cycles() -> u32 {
    loop {
        let high = map::CYCLES.at(3).read();
        let upper = map::CYCLES.at(2).read();
        let mid = map::CYCLES.at(1).read();
        let low = map::CYCLES.at(0).read();
        if map::CYCLES.at(1).read() == mid
            && map::CYCLES.at(2).read() == upper
            && map::CYCLES.at(3).read() == high
        {
            return !u32::from_le_bytes([low, mid, upper, high]);
        }
    }
}
