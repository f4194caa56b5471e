//! A 6526 CIA: two timers, a time-of-day clock, two ports and the interrupt register that joins them.
//!
//! State is true for the cycle it was last advanced to; [`Cia::next_interrupt`] says when it must be advanced
//! at the latest. Which lines the ports lead to is left to [`Board`](crate::board::Board). The serial shift
//! register only holds its byte, and the timers do not reach port B.

use crate::clock::Clock;
use crate::model::Model;
use crate::timer::{Source, Timer, Underflows};

const TIMER_A: u8 = 1;
const TIMER_B: u8 = 2;
const ALARM: u8 = 4;
const ALL_SOURCES: u8 = 0x1F;
const SET_OR_ASSERTED: u8 = 0x80;

const START: u8 = 0x01;
const ONE_SHOT: u8 = 0x08;
const LOAD: u8 = 0x10;

/// Cycles from an underflow to the interrupt line.
const LINE_DELAY: u64 = 1;
/// Cycles from an underflow of timer A to the cycle in which timer B counts it.
const CASCADE_DELAY: u64 = 1;
/// "Never" as a cycle.
pub const NEVER: u64 = u64::MAX;

/// One CIA.
#[derive(Clone, Debug)]
pub struct Cia {
    /// Data of port A and port B.
    pub port: [u8; 2],
    /// Direction of port A and port B; a bit that is set is an output.
    pub direction: [u8; 2],
    timers: [Timer; 2],
    /// The cycle in which timer B has still to count an underflow of timer A.
    cascading: Option<u64>,
    clock: Clock,
    serial: u8,
    control: [u8; 2],
    mask: u8,
    flags: u8,
    /// The cycle from which the interrupt line is low.
    line_since: u64,
    /// The cycle in which the flags were last read.
    flags_read: u64,
}

impl Cia {
    /// As after a reset.
    pub fn new(model: Model) -> Cia {
        Cia {
            port: [0; 2],
            direction: [0; 2],
            timers: [Timer::new(), Timer::new()],
            cascading: None,
            flags_read: NEVER,
            clock: Clock::new(model),
            serial: 0,
            control: [0; 2],
            mask: 0,
            flags: 0,
            line_since: NEVER,
        }
    }

    /// The cycle from which the interrupt line is low, [`NEVER`] while it is high.
    pub fn line_since(&self) -> u64 {
        self.line_since
    }

    /// The lines of port `index` this chip pulls low.
    pub fn driven_low(&self, index: usize) -> u8 {
        self.direction[index] & !self.port[index]
    }

    /// The cycle of the next event that may pull the interrupt line.
    pub fn next_interrupt(&self) -> u64 {
        let mut next = NEVER;
        if self.line_since != NEVER {
            return next;
        }
        if self.mask & TIMER_A != 0 {
            next = next.min(self.timers[0].next_underflow().unwrap_or(NEVER));
        }
        if self.mask & TIMER_B != 0 {
            let [first, second] = &self.timers;
            next = next.min(second.next_underflow().unwrap_or(NEVER));
            let cascaded = second.next_cascaded(first).unwrap_or(NEVER);
            next = next.min(self.cascading.unwrap_or(NEVER)).min(cascaded);
        }
        if self.mask & ALARM != 0 {
            next = next.min(self.clock.next_tick().unwrap_or(NEVER));
        }
        next
    }

    /// Lets everything up to and including cycle `now` happen.
    pub fn advance(&mut self, now: u64) {
        let first = self.timers[0].advance(now);
        self.raise(TIMER_A, first);
        let second = self.timers[1].advance(now);
        self.raise(TIMER_B, second);
        self.cascade(first, now);
        if let Some(cycle) = self.clock.advance(now) {
            self.raise_at(ALARM, cycle);
        }
    }

    /// Lets timer B count the underflows of timer A, each [`CASCADE_DELAY`] later; what lies after `now` waits.
    fn cascade(&mut self, mut underflows: Underflows, now: u64) {
        if let Some(cycle) = self.cascading.take_if(|cycle| *cycle <= now) {
            self.count_in_b(Underflows::once(cycle));
        }
        underflows.first += CASCADE_DELAY;
        if underflows.count > 0 && underflows.last() > now {
            self.cascading = Some(underflows.last());
            underflows.count -= 1;
        }
        self.count_in_b(underflows);
    }

    fn count_in_b(&mut self, underflows: Underflows) {
        let counted_out = self.timers[1].count_underflows(underflows);
        self.raise(TIMER_B, counted_out);
    }

    fn raise(&mut self, source: u8, underflows: Underflows) {
        if underflows.count > 0 {
            self.raise_at(source, underflows.first);
        }
    }

    fn raise_at(&mut self, source: u8, cycle: u64) {
        if source == TIMER_B && self.flags_read.checked_add(1) == Some(cycle) {
            // A fault of the 6526: reading the flags one cycle before timer B's underflow loses that flag.
            return;
        }
        self.flags |= source;
        if self.mask & source != 0 {
            self.line_since = self.line_since.min(cycle + LINE_DELAY);
        }
    }

    /// Reads a register other than the ports at cycle `now`, to which the chip has been advanced.
    pub fn read(&mut self, register: u8, now: u64) -> u8 {
        match register {
            8..=11 => self.clock.read(usize::from(register - 8)),
            13 => {
                let shown = self.show(register, now);
                self.flags = 0;
                self.line_since = NEVER;
                self.flags_read = now;
                shown
            }
            _ => self.show(register, now),
        }
    }

    /// What a read would show, without its effects.
    pub fn show(&self, register: u8, now: u64) -> u8 {
        match register {
            0 | 1 => self.port[usize::from(register)],
            2 | 3 => self.direction[usize::from(register - 2)],
            4 => self.timers[0].value(now) as u8,
            5 => (self.timers[0].value(now) >> 8) as u8,
            6 => self.timers[1].value(now) as u8,
            7 => (self.timers[1].value(now) >> 8) as u8,
            8..=11 => self.clock.show(usize::from(register - 8)),
            12 => self.serial,
            13 if self.line_since != NEVER => self.flags | SET_OR_ASSERTED,
            13 => self.flags,
            _ => {
                let index = usize::from(register & 1);
                (self.control[index] & !(START | LOAD)) | u8::from(self.timers[index].running())
            }
        }
    }

    /// Writes a register at cycle `now`, to which the chip has been advanced.
    pub fn write(&mut self, register: u8, value: u8, now: u64) {
        match register {
            0 | 1 => self.port[usize::from(register)] = value,
            2 | 3 => self.direction[usize::from(register - 2)] = value,
            4 => self.timers[0].set_latch_low(value),
            5 => self.timers[0].set_latch_high(value),
            6 => self.timers[1].set_latch_low(value),
            7 => self.timers[1].set_latch_high(value),
            8..=11 => self.write_clock(usize::from(register - 8), value, now),
            12 => self.serial = value,
            13 => self.write_mask(value, now),
            _ => self.write_control(usize::from(register & 1), value, now),
        }
    }

    fn write_clock(&mut self, register: usize, value: u8, now: u64) {
        let to_alarm = self.control[1] & 0x80 != 0;
        if self.clock.write(register, value, to_alarm, now) {
            self.raise_at(ALARM, now);
        }
    }

    fn write_mask(&mut self, value: u8, now: u64) {
        let sources = value & ALL_SOURCES;
        if value & SET_OR_ASSERTED != 0 {
            self.mask |= sources;
        } else {
            self.mask &= !sources;
        }
        if self.flags & self.mask != 0 && self.line_since == NEVER {
            self.line_since = now + LINE_DELAY;
        }
    }

    fn write_control(&mut self, index: usize, value: u8, now: u64) {
        let source = match (index, value & 0x60) {
            (0, mode) if mode & 0x20 == 0 => Source::Cycles,
            (1, 0x00) => Source::Cycles,
            (1, 0x40 | 0x60) => Source::Underflows,
            _ => Source::Nothing,
        };
        let bit = |mask| value & mask != 0;
        self.timers[index].control(now, bit(START), bit(ONE_SHOT), bit(LOAD), source);
        self.control[index] = value;
        if index == 0 {
            self.clock.set_mains_50hz(bit(0x80));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    const SECOND: u64 = Model::Pal.clock_hz();

    fn write(cia: &mut Cia, now: u64, writes: &[(u8, u8)]) {
        cia.advance(now);
        for &(register, value) in writes {
            cia.write(register, value, now);
        }
    }

    fn read(cia: &mut Cia, now: u64, register: u8) -> u8 {
        cia.advance(now);
        cia.read(register, now)
    }

    fn cia() -> Cia {
        Cia::new(Model::Pal)
    }

    #[test]
    fn timer_a_flags_its_underflow_and_pulls_the_line_a_cycle_later() {
        let mut cia = cia();
        write(&mut cia, 50, &[(4, 10), (5, 0), (13, 0x81), (14, 0x11)]);
        assert_eq!(cia.next_interrupt(), 50 + 3 + 10);
        assert_eq!(read(&mut cia, 62, 13), 0x00);
        cia.advance(63);
        assert_eq!(cia.line_since(), 64);
        assert_eq!(read(&mut cia, 65, 13), 0x81);
        assert_eq!((read(&mut cia, 66, 13), cia.line_since()), (0, NEVER));
    }

    #[test]
    fn a_masked_source_sets_its_flag_and_leaves_the_line() {
        let mut cia = cia();
        write(&mut cia, 50, &[(4, 10), (5, 0), (14, 0x11)]);
        assert_eq!(cia.next_interrupt(), NEVER);
        cia.advance(100);
        assert_eq!((cia.line_since(), cia.read(13, 100)), (NEVER, 0x01));
    }

    #[test]
    fn unmasking_a_flag_already_set_pulls_the_line() {
        let mut cia = cia();
        write(&mut cia, 50, &[(4, 10), (5, 0), (14, 0x19)]);
        write(&mut cia, 100, &[(13, 0x81)]);
        assert_eq!((cia.line_since(), read(&mut cia, 105, 13)), (101, 0x81));
    }

    #[test]
    fn the_mask_is_changed_bit_by_bit() {
        let mut cia = cia();
        write(&mut cia, 0, &[(13, 0x9F), (13, 0x02)]);
        assert_eq!(cia.mask, 0x1D);
    }

    #[test]
    fn the_cascade_is_a_32_bit_cycle_counter() {
        let mut cia = cia();
        let all_ones = [(4, 0xFF), (5, 0xFF), (6, 0xFF), (7, 0xFF)];
        write(&mut cia, 0, &all_ones);
        write(&mut cia, 0, &[(15, 0x51), (14, 0x11)]);
        let now = 10_000_000;
        cia.advance(now);
        let count = (4..8).rev().fold(0_u32, |word, register| {
            word << 8 | u32::from(cia.show(register, now))
        });
        assert_eq!(!count, (now - 3) as u32);
    }

    #[test]
    fn timer_b_interrupts_when_it_has_counted_timer_a_out() {
        let mut cia = cia();
        write(&mut cia, 0, &[(4, 99), (5, 0), (6, 4), (7, 0), (13, 0x82)]);
        write(&mut cia, 0, &[(15, 0x51), (14, 0x11)]);
        let due = 3 + 99 + 4 * 100 + CASCADE_DELAY;
        assert_eq!(cia.next_interrupt(), due - CASCADE_DELAY);
        cia.advance(due);
        assert_eq!((cia.line_since(), cia.show(13, due)), (due + 1, 0x83));
    }

    #[test]
    fn reading_the_flags_a_cycle_before_timer_b_runs_out_loses_its_flag() {
        for (read_at, flag) in [(61, 0x02), (62, 0x00), (63, 0x02)] {
            let mut cia = cia();
            write(&mut cia, 50, &[(6, 10), (7, 0), (15, 0x11)]);
            let seen = read(&mut cia, read_at, 13) | read(&mut cia, 70, 13);
            assert_eq!(seen, flag, "read at {read_at}");
        }
    }

    #[test]
    fn the_control_register_shows_the_start_bit_and_never_the_load_bit() {
        let mut cia = cia();
        write(&mut cia, 50, &[(4, 10), (5, 0), (14, 0x19)]);
        assert_eq!(
            (read(&mut cia, 62, 14), read(&mut cia, 63, 14)),
            (0x09, 0x08)
        );
    }

    #[test]
    fn a_timer_on_the_cnt_line_stands_still() {
        let mut cia = cia();
        write(&mut cia, 0, &[(4, 10), (5, 0), (14, 0x31)]);
        assert_eq!(read(&mut cia, 500, 4), 10);
    }

    #[test]
    fn the_alarm_interrupts() {
        let mut cia = cia();
        let (time, alarm) = ((15, 0x00), (15, 0x80));
        write(&mut cia, 0, &[(14, 0x80), time, (11, 1), (8, 0)]);
        write(&mut cia, 0, &[alarm, (9, 1), (11, 1), (13, 0x84)]);
        assert_eq!(cia.next_interrupt(), SECOND.div_ceil(50));
        cia.advance(SECOND);
        assert_eq!((cia.line_since(), cia.show(13, SECOND)), (SECOND + 1, 0x84));
    }

    #[test]
    fn a_port_line_is_driven_low_only_as_an_output() {
        let mut cia = cia();
        write(&mut cia, 0, &[(0, 0xF0), (2, 0x3C)]);
        assert_eq!(cia.driven_low(0), 0x0C);
    }
}
