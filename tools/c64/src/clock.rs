//! The time-of-day clock of a CIA: hours to tenths in BCD, driven by the mains, with an alarm.
//!
//! Reading the hours freezes what is shown until the tenths are read; writing the hours stops the clock until
//! the tenths are written. Counting is lazy: the clock is brought up to date when somebody looks.

use crate::model::Model;

const TENTHS: usize = 0;
const HOURS: usize = 3;
const AFTERNOON: u8 = 0x80;

/// The clock.
#[derive(Clone, Debug)]
pub struct Clock {
    model: Model,
    /// Tenths, seconds, minutes, hours, as the registers show them.
    time: [u8; 4],
    alarm: [u8; 4],
    frozen: Option<[u8; 4]>,
    running: bool,
    /// Mains ticks since the machine was switched on, and since the last tenth; the cycle of the next one.
    ticks: u64,
    ticks_of_tenth: u64,
    next_tick: u64,
    ticks_per_tenth: u64,
}

impl Clock {
    /// As after a reset: one o'clock, and stopped.
    pub fn new(model: Model) -> Clock {
        Clock {
            model,
            time: [0, 0, 0, 0x01],
            alarm: [0; 4],
            frozen: None,
            running: false,
            ticks: 0,
            ticks_of_tenth: 0,
            next_tick: 0,
            ticks_per_tenth: 6,
        }
    }

    /// Divides for 50 Hz mains instead of 60 Hz.
    pub fn set_mains_50hz(&mut self, fifty: bool) {
        self.ticks_per_tenth = if fifty { 5 } else { 6 };
    }

    /// Counts on to cycle `now`; the cycle of the first alarm on the way, if there was one.
    pub fn advance(&mut self, now: u64) -> Option<u64> {
        let mut alarm = None;
        while self.running && self.next_tick <= now {
            let tick = self.next_tick;
            self.ticks += 1;
            self.next_tick = self.cycle_of_tick(self.ticks + 1);
            self.ticks_of_tenth += 1;
            if self.ticks_of_tenth >= self.ticks_per_tenth {
                self.ticks_of_tenth = 0;
                self.time = next_tenth(self.time);
                if self.time == self.alarm && alarm.is_none() {
                    alarm = Some(tick);
                }
            }
        }
        alarm
    }

    /// The cycle of the next mains tick, at which the clock may reach its alarm.
    pub fn next_tick(&self) -> Option<u64> {
        self.running.then_some(self.next_tick)
    }

    fn cycle_of_tick(&self, tick: u64) -> u64 {
        (tick * self.model.clock_hz()).div_ceil(self.model.mains_hz())
    }

    /// Reads register 0 (tenths) to 3 (hours).
    pub fn read(&mut self, register: usize) -> u8 {
        if register == HOURS && self.frozen.is_none() {
            self.frozen = Some(self.time);
        }
        let shown = self.frozen.unwrap_or(self.time)[register];
        if register == TENTHS {
            self.frozen = None;
        }
        shown
    }

    /// Shows register 0 to 3 without freezing anything.
    pub fn show(&self, register: usize) -> u8 {
        self.frozen.unwrap_or(self.time)[register]
    }

    /// Writes register 0 to 3 of the time, or of the alarm, at cycle `now`; true when that makes the two equal.
    pub fn write(&mut self, register: usize, value: u8, alarm: bool, now: u64) -> bool {
        let before = self.time == self.alarm;
        let value = value & [0x0F, 0x7F, 0x7F, 0x9F][register];
        if alarm {
            self.alarm[register] = value;
        } else {
            self.time[register] = value;
            if register == HOURS {
                // Writing the hour 12 turns the day over: the chip flips the afternoon bit.
                if value & 0x1F == 0x12 {
                    self.time[HOURS] ^= AFTERNOON;
                }
                self.running = false;
            }
            if register == TENTHS && !self.running {
                self.running = true;
                self.ticks = now * self.model.mains_hz() / self.model.clock_hz();
                self.ticks_of_tenth = 0;
                self.next_tick = self.cycle_of_tick(self.ticks + 1);
            }
        }
        !before && self.time == self.alarm
    }
}

/// One tenth of a second later.
fn next_tenth([tenths, seconds, minutes, hours]: [u8; 4]) -> [u8; 4] {
    if tenths < 9 {
        return [tenths + 1, seconds, minutes, hours];
    }
    if seconds != 0x59 {
        return [0, next_bcd(seconds), minutes, hours];
    }
    if minutes != 0x59 {
        return [0, 0, next_bcd(minutes), hours];
    }
    let half = hours & AFTERNOON;
    let hours = match hours & 0x1F {
        0x11 => 0x12 | (half ^ AFTERNOON),
        0x12 => 0x01 | half,
        hour => next_bcd(hour) | half,
    };
    [0, 0, 0, hours]
}

fn next_bcd(value: u8) -> u8 {
    if value & 0x0F == 9 {
        (value & 0xF0) + 0x10
    } else {
        value + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 985_248;

    fn set(time: [u8; 4]) -> Clock {
        let mut clock = Clock::new(Model::Pal);
        clock.set_mains_50hz(true);
        for register in [3, 2, 1, 0] {
            clock.write(register, time[register], false, 0);
        }
        clock
    }

    fn read(clock: &mut Clock) -> [u8; 4] {
        let [hours, minutes, seconds, tenths] = [3, 2, 1, 0].map(|register| clock.read(register));
        [tenths, seconds, minutes, hours]
    }

    #[test]
    fn it_stands_still_until_the_tenths_are_written() {
        let mut clock = Clock::new(Model::Pal);
        clock.advance(10 * SECOND);
        assert_eq!(read(&mut clock), [0, 0, 0, 0x01]);
        clock.write(0, 0, false, 10 * SECOND);
        clock.advance(11 * SECOND);
        assert_ne!(read(&mut clock), [0, 0, 0, 0x01]);
    }

    #[test]
    fn it_counts_tenths_seconds_minutes_and_hours_in_bcd() {
        let mut clock = set([8, 0x59, 0x59, 0x09]);
        clock.advance(SECOND / 10 + 1);
        assert_eq!(read(&mut clock), [9, 0x59, 0x59, 0x09]);
        clock.advance(SECOND / 5 + 1);
        assert_eq!(read(&mut clock), [0, 0, 0, 0x10]);
        clock.advance(SECOND * 75);
        assert_eq!(read(&mut clock), [8, 0x14, 0x01, 0x10]);
    }

    #[test]
    fn noon_and_midnight_change_the_half_of_the_day() {
        let mut clock = set([9, 0x59, 0x59, 0x11]);
        clock.advance(SECOND / 10 + 1);
        assert_eq!(read(&mut clock), [0, 0, 0, 0x92]);
        let mut clock = set([9, 0x59, 0x59, 0x91]);
        clock.advance(SECOND / 10 + 1);
        assert_eq!(read(&mut clock), [0, 0, 0, 0x12]);
    }

    #[test]
    fn divided_for_the_wrong_mains_it_runs_slow() {
        let mut clock = set([0, 0, 0, 0x01]);
        clock.set_mains_50hz(false);
        clock.advance(SECOND * 60 + 1);
        assert_eq!(read(&mut clock), [0, 0x50, 0, 0x01]);
    }

    #[test]
    fn reading_the_hours_freezes_the_time_until_the_tenths_are_read() {
        let mut clock = set([0, 0, 0, 0x01]);
        assert_eq!(clock.read(3), 0x01);
        clock.advance(SECOND + 1);
        assert_eq!((clock.read(1), clock.read(0)), (0, 0));
        assert_eq!((clock.read(1), clock.read(0)), (1, 0));
    }

    #[test]
    fn the_alarm_goes_off_in_the_tenth_it_names() {
        let mut clock = set([0, 0, 0, 0x01]);
        for (register, value) in [(3, 0x01), (2, 0), (1, 2), (0, 5)] {
            clock.write(register, value, true, 0);
        }
        assert_eq!(clock.advance(SECOND * 2), None);
        let at = clock.advance(SECOND * 3).unwrap();
        assert_eq!(at, SECOND * 5 / 2);
    }

    #[test]
    fn the_next_tick_is_a_fiftieth_of_a_second_away() {
        let clock = set([0, 0, 0, 0x01]);
        assert_eq!(clock.next_tick(), Some(SECOND.div_ceil(50)));
    }
}
