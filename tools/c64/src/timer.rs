//! One 16-bit timer of a CIA, worked out from its last change instead of ticked.
//!
//! A timer that counts cycles shows `counter` at cycle `since` and one less each cycle after. In the cycle it
//! would show 0 it underflows: it shows its latch, and again in the next cycle, from which it counts down anew.
//! So its period is latch + 1, and 0 is never seen, except by a latch of 0. All times are φ2 cycles.

/// Cycles from a write that starts a timer to the cycle from which it counts down.
const START_DELAY: u64 = 2;
/// A forced load delays the count by one more cycle.
const LOAD_DELAY: u64 = 1;
/// Cycles a timer goes on counting after the write that stops it.
const STOP_DELAY: u64 = 2;

/// Underflows in an interval: how many, when the first was, and how far apart they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Underflows {
    /// How many.
    pub count: u64,
    /// The cycle of the first one.
    pub first: u64,
    /// Cycles from one to the next.
    pub period: u64,
}

impl Underflows {
    const NONE: Underflows = Underflows {
        count: 0,
        first: 0,
        period: 1,
    };

    /// One underflow.
    pub fn once(cycle: u64) -> Underflows {
        Underflows {
            count: 1,
            first: cycle,
            period: 1,
        }
    }

    /// The cycle of the last one; there must be one.
    pub fn last(&self) -> u64 {
        self.first + (self.count - 1) * self.period
    }
}

/// What makes the timer count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Every φ2 cycle.
    Cycles,
    /// Every underflow of the other timer.
    Underflows,
    /// Edges of the CNT line, which nothing drives.
    Nothing,
}

/// The timer.
#[derive(Clone, Debug)]
pub struct Timer {
    latch: u16,
    counter: u16,
    since: u64,
    running: bool,
    one_shot: bool,
    source: Source,
    /// The cycle of the last underflow of the other timer that was counted down: shown a cycle later.
    counted: Option<u64>,
}

impl Timer {
    /// As after a reset: stopped, latch all ones.
    pub fn new() -> Timer {
        Timer {
            latch: 0xFFFF,
            counter: 0xFFFF,
            since: 0,
            running: false,
            one_shot: false,
            source: Source::Cycles,
            counted: None,
        }
    }

    /// Whether the start bit is set.
    pub fn running(&self) -> bool {
        self.running
    }

    /// What the timer shows at cycle `now`, up to which it must have been advanced.
    pub fn value(&self, now: u64) -> u16 {
        if self.running && self.source == Source::Cycles && now > self.since {
            self.counter - (now - self.since) as u16
        } else if self.counted == Some(now) {
            self.counter + 1
        } else {
            self.counter
        }
    }

    /// Writes the low byte of the latch.
    pub fn set_latch_low(&mut self, value: u8) {
        self.latch = (self.latch & 0xFF00) | u16::from(value);
    }

    /// Writes the high byte of the latch; a stopped timer takes the latch over at once.
    pub fn set_latch_high(&mut self, value: u8) {
        self.latch = (self.latch & 0x00FF) | u16::from(value) << 8;
        if !self.running {
            self.counter = self.latch;
        }
    }

    /// A write to the control register at cycle `now`, up to which the timer has been advanced.
    pub fn control(&mut self, now: u64, start: bool, one_shot: bool, load: bool, source: Source) {
        let was_counting = self.running && self.source == Source::Cycles;
        let counts = start && source == Source::Cycles;
        if was_counting && !counts {
            self.counter = self.stopped_at(now);
        }
        if load {
            self.counter = self.latch;
            self.since = now + START_DELAY + LOAD_DELAY;
        } else if counts && !was_counting {
            self.since = now + START_DELAY;
        }
        self.counted = None;
        self.running = start;
        self.one_shot = one_shot;
        self.source = source;
    }

    /// The counter of a timer stopped at `now`: it still counts for [`STOP_DELAY`] cycles.
    fn stopped_at(&self, now: u64) -> u16 {
        let counted = (now + STOP_DELAY).saturating_sub(self.since);
        match u64::from(self.counter).checked_sub(counted) {
            Some(0) | None => self.latch,
            Some(left) => left as u16,
        }
    }

    /// The cycle of the next underflow, if cycles alone lead to it.
    pub fn next_underflow(&self) -> Option<u64> {
        (self.running && self.source == Source::Cycles)
            .then(|| self.since + u64::from(self.counter))
    }

    /// Counts on to cycle `now`, inclusive.
    pub fn advance(&mut self, now: u64) -> Underflows {
        let Some(first) = self.next_underflow().filter(|&first| first <= now) else {
            return Underflows::NONE;
        };
        self.counter = self.latch;
        if self.one_shot {
            self.running = false;
            return Underflows::once(first);
        }
        let period = u64::from(self.latch) + 1;
        let count = 1 + (now - first) / period;
        self.since = first + (count - 1) * period + 1;
        Underflows {
            count,
            first,
            period,
        }
    }

    /// Counts the underflows of the other timer. A count down is shown one cycle after its own cycle, a new start at
    /// the latch in it.
    pub fn count_underflows(&mut self, other: Underflows) -> Underflows {
        let left = u64::from(self.counter);
        if !self.running || self.source != Source::Underflows || other.count == 0 {
            return Underflows::NONE;
        }
        if other.count <= left {
            self.counter -= other.count as u16;
            self.counted = Some(other.last());
            return Underflows::NONE;
        }
        let first = other.first + left * other.period;
        let beyond = other.count - left - 1;
        if self.one_shot {
            self.running = false;
            self.counter = self.latch;
            return Underflows::once(first);
        }
        let every = u64::from(self.latch) + 1;
        self.counter = self.latch - (beyond % every) as u16;
        self.counted = (self.counter != self.latch).then(|| other.last());
        Underflows {
            count: 1 + beyond / every,
            first,
            period: every * other.period,
        }
    }

    /// The cycle of the next underflow of a timer that counts those of `other`.
    pub fn next_cascaded(&self, other: &Timer) -> Option<u64> {
        if !self.running || self.source != Source::Underflows {
            return None;
        }
        let first = other.next_underflow()?;
        if other.one_shot {
            return (self.counter == 0).then_some(first);
        }
        Some(first + u64::from(self.counter) * (u64::from(other.latch) + 1))
    }
}

impl Default for Timer {
    fn default() -> Timer {
        Timer::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A timer with this latch, started at cycle 100 without a forced load.
    fn started(latch: u16, one_shot: bool) -> Timer {
        let mut timer = Timer::new();
        timer.set_latch_low(latch as u8);
        timer.set_latch_high((latch >> 8) as u8);
        timer.control(100, true, one_shot, false, Source::Cycles);
        timer
    }

    fn shown(timer: &mut Timer, cycles: std::ops::Range<u64>) -> Vec<u16> {
        cycles
            .map(|now| {
                timer.advance(now);
                timer.value(now)
            })
            .collect()
    }

    #[test]
    fn a_continuous_timer_shows_its_latch_twice_and_never_zero() {
        let mut timer = started(3, false);
        assert_eq!(
            shown(&mut timer, 100..115),
            [3, 3, 3, 2, 1, 3, 3, 2, 1, 3, 3, 2, 1, 3, 3]
        );
    }

    #[test]
    fn a_one_shot_timer_stops_at_its_latch() {
        let mut timer = started(3, true);
        assert_eq!(shown(&mut timer, 102..109), [3, 2, 1, 3, 3, 3, 3]);
        assert!(!timer.running());
    }

    #[test]
    fn a_forced_load_costs_one_more_cycle() {
        let mut timer = started(9, false);
        timer.advance(105);
        timer.control(105, true, false, true, Source::Cycles);
        assert_eq!(shown(&mut timer, 106..111), [9, 9, 9, 8, 7]);
    }

    #[test]
    fn a_stopped_timer_counts_two_cycles_more() {
        let mut timer = started(50, false);
        timer.advance(110);
        assert_eq!(timer.value(110), 42);
        timer.control(110, false, false, false, Source::Cycles);
        assert_eq!(timer.value(114), 40);
    }

    #[test]
    fn a_latch_written_while_counting_serves_at_the_next_underflow() {
        let mut timer = started(4, false);
        timer.set_latch_low(7);
        timer.set_latch_high(0);
        assert_eq!(shown(&mut timer, 102..112), [4, 3, 2, 1, 7, 7, 6, 5, 4, 3]);
    }

    #[test]
    fn one_long_advance_equals_many_short_ones() {
        let (mut long, mut short) = (started(6, false), started(6, false));
        let total: u64 = (100..1_000).map(|now| short.advance(now).count).sum();
        let at_once = long.advance(999);
        assert_eq!(
            (at_once.count, at_once.first, at_once.period),
            (total, 108, 7)
        );
        assert_eq!(long.value(999), short.value(999));
    }

    #[test]
    fn a_cascaded_timer_counts_latch_plus_one_underflows() {
        let mut first = started(9, false);
        let mut second = Timer::new();
        second.set_latch_low(4);
        second.set_latch_high(0);
        second.control(100, true, false, false, Source::Underflows);
        assert_eq!(second.next_cascaded(&first), Some(111 + 4 * 10));
        let mut seen = Vec::new();
        for now in (111..=271).step_by(10) {
            let underflows = first.advance(now);
            if second.count_underflows(underflows).count > 0 {
                seen.push(now);
            }
        }
        assert_eq!(seen, [151, 201, 251]);
        assert_eq!((second.value(271), second.value(272)), (3, 2));
    }

    #[test]
    fn a_cascade_counts_the_same_in_one_long_advance() {
        let run = |step: u64| {
            let mut first = started(9, false);
            let mut second = Timer::new();
            second.set_latch_low(6);
            second.set_latch_high(0);
            second.control(100, true, false, false, Source::Underflows);
            let mut total = 0;
            for now in (200..=5_000).step_by(step as usize) {
                let underflows = first.advance(now);
                total += second.count_underflows(underflows).count;
            }
            (total, second.value(5_000))
        };
        assert_eq!(run(1), run(4_800));
        assert_eq!(run(1), run(100));
    }
}
