//! The VIC-II as the program can time it: raster counter, raster interrupt, and the cycles it steals.
//!
//! It is advanced line by line, lazily. `line_start` is the first cycle of the current line; all state is true
//! for that line. A cycle the chip needs for itself is one in which the processor cannot read: those lie in
//! [`Window`]s, planned when a line begins and again when a register that matters is written. What the lines look
//! like is left to [`screen`](crate::screen); collisions and the light pen are not modelled and read as none.

use crate::cia::NEVER;
use crate::model::Model;
use crate::sprites::{SpriteFetch, Sprites, Wanted, first_check};
use std::collections::VecDeque;

/// Register `$D011`: vertical scroll, rows, display enable, modes, bit 8 of the raster line.
pub const CONTROL_1: usize = 0x11;
/// Register `$D012`: the raster line.
pub const RASTER: usize = 0x12;
/// Register `$D015`: sprites that are shown.
pub const SPRITE_ENABLE: usize = 0x15;
/// Register `$D016`: horizontal scroll, columns, multicolour.
pub const CONTROL_2: usize = 0x16;
/// Register `$D017`: sprites of double height.
pub const SPRITE_EXPAND_Y: usize = 0x17;
/// Register `$D018`: where screen and characters are.
pub const POINTERS: usize = 0x18;
/// Register `$D019`: interrupts that are pending.
pub const INTERRUPTS: usize = 0x19;
/// Register `$D01A`: interrupts that are let through.
pub const INTERRUPT_MASK: usize = 0x1A;

/// Registers of the border's and the background's colours.
const FIRST_COLOUR: usize = 0x20;
const LAST_COLOUR: usize = 0x24;

const RASTER_INTERRUPT: u8 = 1;
const DISPLAY_ENABLE: u8 = 0x10;

/// Lines that can fetch characters.
const FIRST_BAD_LINE: u16 = 0x30;
const LAST_BAD_LINE: u16 = 0xF7;

/// A bad line keeps the processor from reading in these cycles of the line, the last one exclusive.
const BAD_LINE_CYCLES: (u64, u64) = (11, 54);
/// Sprite n keeps it from reading for five cycles, from the first that can begin sprites plus 2n.
const SPRITE_WINDOW: u64 = 5;

/// Cycles in which the processor cannot read; `end` is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The first cycle of it.
    pub start: u64,
    /// The first cycle after it.
    pub end: u64,
}

/// A register that lines look different by, written in the midst of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// When.
    pub cycle: u64,
    /// Where, counted from `$D000`.
    pub register: u8,
    /// What.
    pub value: u8,
}

/// The chip.
#[derive(Clone, Debug)]
pub struct Vic {
    model: Model,
    /// As written; what reads differently is worked out in [`Vic::show`].
    pub registers: [u8; 0x40],
    /// The current line and its first cycle.
    pub raster: u16,
    line_start: u64,
    /// The display was switched on during line `$30` of this frame.
    display_on: bool,
    flags: u8,
    line_since: u64,
    sprites: Sprites,
    /// Sprites fetched at the end of the line before this one, and, as far as is known, of this line.
    pub sprites_before: [SpriteFetch; 8],
    sprites_now: [SpriteFetch; 8],
    windows: Vec<Window>,
    /// Changes within a frame before the last one, in their order.
    changes: VecDeque<Change>,
}

impl Vic {
    /// As after a reset, at the first cycle of line 0.
    pub fn new(model: Model) -> Vic {
        Vic {
            model,
            registers: [0; 0x40],
            raster: 0,
            line_start: 0,
            display_on: false,
            flags: 0,
            line_since: NEVER,
            sprites: Sprites::new(model),
            sprites_before: Default::default(),
            sprites_now: Default::default(),
            windows: Vec::with_capacity(8),
            changes: VecDeque::new(),
        }
    }

    /// Modes, pointers and colours that were written within the frame before cycle `now`, in their order: what makes a picture of
    /// a program that changes them from line to line.
    pub fn changes(&self, now: u64) -> impl Iterator<Item = Change> + '_ {
        let frame = self.model.frame_cycles();
        let changes = self.changes.iter().copied();
        changes.filter(move |change| change.cycle + frame > now)
    }

    /// Remembers a change and forgets those of earlier frames.
    fn note_change(&mut self, register: usize, value: u8, cycle: u64) {
        if !matches!(register, CONTROL_2 | POINTERS | FIRST_COLOUR..=LAST_COLOUR) {
            return;
        }
        let frame = self.model.frame_cycles();
        let is_old = |change: &Change| change.cycle + frame <= cycle;
        while self.changes.front().is_some_and(is_old) {
            self.changes.pop_front();
        }
        self.changes.push_back(Change {
            cycle,
            register: register as u8,
            value,
        });
    }

    /// Which machine this chip belongs to.
    pub fn model(&self) -> Model {
        self.model
    }

    /// The cycle from which the interrupt line is low, [`NEVER`] while it is high.
    pub fn line_since(&self) -> u64 {
        self.line_since
    }

    /// The first cycle of the line after the current one.
    pub fn next_line_start(&self) -> u64 {
        self.line_start + self.model.cycles_per_line()
    }

    /// Whether the current line fetches characters.
    pub fn is_bad_line(&self) -> bool {
        self.display_on && is_bad(self.raster, self.registers[CONTROL_1])
    }

    /// May an instruction that begins before the next line's fetches end behind that line? Characters and eight sprites in a row
    /// can take the bus from it for so long.
    pub fn may_stop_over_next_line(&self) -> bool {
        self.has_sprites() && is_bad(self.raster + 1, self.registers[CONTROL_1])
    }

    /// Begins every line that starts at or before cycle `now`, and decides what its cycles up to then decide.
    pub fn advance(&mut self, now: u64) {
        while self.next_line_start() <= now {
            self.begin_line();
        }
        // Also without sprites: one that is enabled later in the line must find its cycles past.
        if self.sprites.is_due(now - self.line_start) {
            let wanted = self.wanted_sprites();
            self.sprites.advance(now - self.line_start, wanted);
        }
    }

    fn has_sprites(&self) -> bool {
        self.registers[SPRITE_ENABLE] != 0 || self.sprites.any()
    }

    fn wanted_sprites(&self) -> Wanted {
        Wanted {
            enabled: self.registers[SPRITE_ENABLE],
            expanded: self.registers[SPRITE_EXPAND_Y],
            line: self.raster as u8,
            y: std::array::from_fn(|sprite| self.registers[sprite * 2 + 1]),
        }
    }

    /// The first window that ends after cycle `now`.
    pub fn window_after(&self, now: u64) -> Option<Window> {
        self.windows.iter().copied().find(|window| window.end > now)
    }

    /// The cycle before which the processor may run without asking this chip.
    pub fn next_event(&self, now: u64) -> u64 {
        if let Some(window) = self.window_after(now) {
            return window.start;
        }
        if self.fetches_sprites() {
            return self.next_line_start();
        }
        let lines = self.lines_to_next_event();
        self.line_start + u64::from(lines) * self.model.cycles_per_line()
    }

    /// Lines from the current one to the next that is bad, interrupts, starts a sprite or decides on the display.
    fn lines_to_next_event(&self) -> u16 {
        let end = self.model.lines() - self.raster;
        let lines_to = |line: u16| line.checked_sub(self.raster).filter(|&lines| lines > 0);
        let mut next = end.min(self.lines_to_bad_line().unwrap_or(end));
        if self.registers[INTERRUPT_MASK] & RASTER_INTERRUPT != 0 {
            next = next.min(lines_to(self.compare()).unwrap_or(end));
        }
        if self.registers[SPRITE_ENABLE] != 0 {
            for sprite in 0..8 {
                if self.registers[SPRITE_ENABLE] & (1 << sprite) != 0 {
                    // The comparison sees eight bits: low lines match in the part below line 255, too.
                    let y = u16::from(self.registers[sprite * 2 + 1]);
                    let line = lines_to(y).or_else(|| lines_to(y + 0x100));
                    next = next.min(line.unwrap_or(end));
                }
            }
        }
        next
    }

    fn lines_to_bad_line(&self) -> Option<u16> {
        if self.raster < FIRST_BAD_LINE {
            return Some(FIRST_BAD_LINE - self.raster);
        }
        if !self.display_on {
            return None;
        }
        // The next line whose last three bits are the scroll, one to eight lines ahead.
        let scroll = u16::from(self.registers[CONTROL_1] & 7);
        let lines = 1 + (scroll.wrapping_sub(self.raster + 1) & 7);
        (self.raster + lines <= LAST_BAD_LINE).then_some(lines)
    }

    fn fetches_sprites(&self) -> bool {
        let active = |sprites: &[SpriteFetch; 8]| sprites.iter().any(|sprite| sprite.active);
        active(&self.sprites_now) || active(&self.sprites_before)
    }

    /// The line at which the raster interrupt comes.
    fn compare(&self) -> u16 {
        u16::from(self.registers[RASTER]) | u16::from(self.registers[CONTROL_1] & 0x80) << 1
    }

    fn begin_line(&mut self) {
        if self.has_sprites() {
            let wanted = self.wanted_sprites();
            self.sprites.advance(u64::MAX, wanted);
        }
        self.sprites.begin_line();
        self.sprites_before = self.sprites_now;
        self.line_start = self.next_line_start();
        self.raster += 1;
        if self.raster == self.model.lines() {
            self.raster = 0;
            self.display_on = false;
        }
        if self.raster == FIRST_BAD_LINE {
            self.display_on = self.registers[CONTROL_1] & DISPLAY_ENABLE != 0;
        }
        if self.raster == self.compare() {
            // Line 0 is compared one cycle late.
            let late = u64::from(self.raster == 0);
            self.raise_raster(self.line_start + late);
        }
        self.plan();
    }

    fn raise_raster(&mut self, cycle: u64) {
        self.flags |= RASTER_INTERRUPT;
        if self.registers[INTERRUPT_MASK] & RASTER_INTERRUPT != 0 {
            self.line_since = self.line_since.min(cycle);
        }
    }

    /// Works out which sprites this line fetches at its end, and every window of the line.
    fn plan(&mut self) {
        self.windows.clear();
        if self.has_sprites() || self.fetches_sprites() {
            self.sprites_now = self.sprites.at_line_end(self.wanted_sprites());
            let line_before = self.line_start.wrapping_sub(self.model.cycles_per_line());
            self.push_sprite_windows(self.sprites_before, line_before);
        }
        if self.is_bad_line() {
            let (start, end) = BAD_LINE_CYCLES;
            self.windows.push(Window {
                start: self.line_start + start,
                end: self.line_start + end,
            });
        }
        self.push_sprite_windows(self.sprites_now, self.line_start);
    }

    /// Adds the windows of the sprites fetched around the end of the line that starts at `line_start`.
    fn push_sprite_windows(&mut self, sprites: [SpriteFetch; 8], line_start: u64) {
        let first = line_start.wrapping_add(first_check(self.model));
        for (sprite, fetch) in sprites.iter().enumerate() {
            if fetch.active {
                let start = first + 2 * sprite as u64;
                self.windows.push(Window {
                    start,
                    end: start + SPRITE_WINDOW,
                });
            }
        }
    }

    /// Reads a register at cycle `now`, to which the chip has been advanced.
    pub fn show(&self, register: u8, now: u64) -> u8 {
        let register = usize::from(register & 0x3F);
        match register {
            CONTROL_1 => {
                let high = (self.visible_raster(now) >> 1) as u8 & 0x80;
                (self.registers[CONTROL_1] & 0x7F) | high
            }
            RASTER => self.visible_raster(now) as u8,
            CONTROL_2 => self.registers[register] | 0xC0,
            POINTERS => self.registers[register] | 0x01,
            INTERRUPTS => self.flags | 0x70 | u8::from(self.line_since != NEVER) << 7,
            INTERRUPT_MASK => self.registers[register] | 0xF0,
            0x13 | 0x14 | 0x1E | 0x1F => 0,
            0x20..=0x2E => self.registers[register] | 0xF0,
            0x2F..=0x3F => 0xFF,
            _ => self.registers[register],
        }
    }

    /// The counter stays at the last line for the first cycle of line 0.
    fn visible_raster(&self, now: u64) -> u16 {
        if self.raster == 0 && now == self.line_start {
            self.model.lines() - 1
        } else {
            self.raster
        }
    }

    /// Writes a register at cycle `now`, to which the chip has been advanced.
    pub fn write(&mut self, register: u8, value: u8, now: u64) {
        let register = usize::from(register & 0x3F);
        let compare = self.compare();
        match register {
            INTERRUPTS => {
                self.flags &= !(value & 0x0F);
                if self.flags & self.registers[INTERRUPT_MASK] == 0 {
                    self.line_since = NEVER;
                }
                return;
            }
            INTERRUPT_MASK => self.write_mask(value & 0x0F, now),
            SPRITE_EXPAND_Y => {
                self.registers[register] = value;
                self.sprites.write_expansion(value, now - self.line_start);
            }
            _ => {
                self.registers[register] = value;
                self.note_change(register, value, now);
            }
        }
        if register == CONTROL_1 && self.raster == FIRST_BAD_LINE && value & DISPLAY_ENABLE != 0 {
            self.display_on = true;
        }
        if self.compare() != compare && self.compare() == self.raster {
            self.raise_raster(now + 1);
        }
        if register <= CONTROL_1 || register == SPRITE_ENABLE || register == SPRITE_EXPAND_Y {
            self.replan(now);
        }
    }

    fn write_mask(&mut self, mask: u8, now: u64) {
        self.registers[INTERRUPT_MASK] = mask;
        if self.flags & mask == 0 {
            self.line_since = NEVER;
        } else {
            self.line_since = self.line_since.min(now + 1);
        }
    }

    /// Plans the current line anew. Windows that have begun stay as they are, and none begins before the next cycle.
    fn replan(&mut self, now: u64) {
        let mut windows: Vec<Window> = std::mem::take(&mut self.windows);
        windows.retain(|window| window.start <= now);
        self.plan();
        for window in &self.windows {
            let start = window.start.max(now + 1);
            let has_begun = windows.iter().any(|begun| begun.end == window.end);
            if start < window.end && !has_begun {
                windows.push(Window { start, ..*window });
            }
        }
        self.windows = windows;
    }
}

/// Whether `line` fetches characters when the display is on and `control` scrolls it.
fn is_bad(line: u16, control: u8) -> bool {
    (FIRST_BAD_LINE..=LAST_BAD_LINE).contains(&line) && line as u8 & 7 == control & 7
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAL_LINE: u64 = 63;

    /// A chip with these registers written at cycle 0.
    fn vic(model: Model, writes: &[(u8, u8)]) -> Vic {
        let mut vic = Vic::new(model);
        for &(register, value) in writes {
            vic.write(register, value, 0);
        }
        vic
    }

    /// Start and length of the windows of each line of the second frame that has any.
    fn windows(vic: &mut Vic) -> Vec<(u16, Vec<(u64, u64)>)> {
        let model = vic.model;
        let mut seen = Vec::new();
        for line in 0..model.lines() {
            let start = model.frame_cycles() + u64::from(line) * model.cycles_per_line();
            vic.advance(start);
            let own: Vec<(u64, u64)> = vic
                .windows
                .iter()
                .filter(|window| window.start >= start)
                .map(|window| (window.start - start, window.end - window.start))
                .collect();
            if !own.is_empty() {
                seen.push((line, own));
            }
        }
        seen
    }

    #[test]
    fn the_raster_counts_lines_and_wraps_one_cycle_late() {
        for (model, last) in [(Model::Pal, 311), (Model::Ntsc, 262)] {
            let mut vic = vic(model, &[]);
            let frame = model.frame_cycles();
            let mut line_at = |cycle: u64| {
                vic.advance(cycle);
                let high = u16::from(vic.show(0x11, cycle) & 0x80) << 1;
                high | u16::from(vic.show(0x12, cycle))
            };
            let line = model.cycles_per_line();
            assert_eq!((line_at(line - 1), line_at(line)), (0, 1));
            assert_eq!(line_at(frame - 1), last);
            assert_eq!((line_at(frame), line_at(frame + 1)), (last, 0));
        }
    }

    #[test]
    fn the_display_has_a_bad_line_for_each_of_25_rows_at_every_scroll() {
        for scroll in 0..8 {
            let seen = windows(&mut vic(Model::Pal, &[(0x11, 0x10 | scroll)]));
            let first = 0x30 + u16::from(scroll);
            assert_eq!(seen.len(), 25);
            for (row, (line, windows)) in seen.into_iter().enumerate() {
                assert_eq!(line, first + 8 * row as u16);
                assert_eq!(windows, [(11, 43)]);
            }
        }
    }

    #[test]
    fn without_display_and_sprites_nothing_is_stolen() {
        assert_eq!(windows(&mut vic(Model::Pal, &[(0x11, 0x0B)])), []);
    }

    #[test]
    fn a_display_switched_on_after_line_48_waits_for_the_next_frame() {
        let mut vic = vic(Model::Pal, &[(0x11, 0x0B)]);
        let now = 0x31 * PAL_LINE;
        vic.advance(now);
        vic.write(0x11, 0x1B, now);
        vic.advance(0x33 * PAL_LINE);
        assert!(!vic.is_bad_line());
        vic.advance(Model::Pal.frame_cycles() + 0x33 * PAL_LINE);
        assert!(vic.is_bad_line());
    }

    #[test]
    fn a_sprite_takes_five_cycles_of_21_lines_and_an_expanded_one_of_42() {
        for (model, cycle) in [(Model::Pal, 54), (Model::Ntsc, 55)] {
            for (expand, rows) in [(0, 21), (1, 42)] {
                let writes = [(0x11, 0x0B), (0x15, 0x01), (0x01, 100), (0x17, expand)];
                let seen = windows(&mut vic(model, &writes));
                assert_eq!((seen.len(), seen[0].0), (rows, 100));
                assert!(seen.iter().all(|(_, windows)| *windows == [(cycle, 5)]));
            }
        }
    }

    #[test]
    fn a_first_sprite_enabled_on_its_line_after_the_two_looks_does_not_begin() {
        for (cycle, begins) in [(54, true), (55, false), (62, false)] {
            let mut vic = vic(Model::Pal, &[(0x11, 0x0B), (0x01, 100)]);
            let now = 100 * PAL_LINE + cycle;
            vic.advance(now);
            vic.write(0x15, 0x01, now);
            let next = 101 * PAL_LINE + 20;
            vic.advance(next);
            assert_eq!(vic.window_after(next).is_some(), begins, "cycle {cycle}");
        }
    }

    #[test]
    fn the_last_sprites_are_fetched_in_the_next_line() {
        let mut vic = vic(Model::Pal, &[(0x11, 0x0B), (0x15, 0x80), (0x0F, 100)]);
        let line = 100 * PAL_LINE;
        vic.advance(line);
        let window = vic.window_after(line).unwrap();
        assert_eq!((window.start, window.end), (line + 54 + 14, line + 54 + 19));
        vic.advance(window.start);
        assert_eq!(
            (vic.raster, vic.window_after(window.start)),
            (101, Some(window))
        );
    }

    #[test]
    fn the_raster_interrupt_comes_with_its_line_and_until_acknowledged() {
        let mut vic = vic(Model::Pal, &[(0x11, 0x8B), (0x12, 0x01), (0x1A, 0x01)]);
        let due = 257 * PAL_LINE;
        vic.advance(200 * PAL_LINE);
        assert_eq!(vic.next_event(200 * PAL_LINE), due);
        vic.advance(due);
        assert_eq!((vic.line_since(), vic.show(0x19, due)), (due, 0xF1));
        vic.write(0x19, 0x01, due + 9);
        assert_eq!((vic.line_since(), vic.show(0x19, due + 9)), (NEVER, 0x70));
    }

    #[test]
    fn line_0_interrupts_in_its_second_cycle() {
        let mut vic = vic(
            Model::Pal,
            &[(0x11, 0x0B), (0x12, 0x00), (0x19, 0x0F), (0x1A, 0x01)],
        );
        vic.advance(Model::Pal.frame_cycles());
        assert_eq!(vic.line_since(), Model::Pal.frame_cycles() + 1);
    }

    #[test]
    fn a_masked_raster_interrupt_leaves_its_flag() {
        let mut vic = vic(Model::Pal, &[(0x11, 0x0B), (0x12, 0x64)]);
        let now = 100 * PAL_LINE;
        vic.advance(now);
        assert_eq!((vic.line_since(), vic.show(0x19, now)), (NEVER, 0x71));
        vic.write(0x1A, 0x01, now);
        assert_eq!(vic.line_since(), now + 1);
    }

    #[test]
    fn comparing_with_the_current_line_interrupts_at_once() {
        let mut vic = vic(Model::Pal, &[(0x11, 0x0B), (0x12, 0xFF), (0x1A, 0x01)]);
        let now = 100 * PAL_LINE + 20;
        vic.advance(now);
        vic.write(0x12, 100, now);
        assert_eq!(vic.line_since(), now + 1);
    }

    #[test]
    fn bits_that_are_not_connected_read_as_one() {
        let vic = vic(Model::Pal, &[(0x16, 0x08), (0x18, 0x14), (0x20, 0x0E)]);
        let seen = [0x16, 0x18, 0x1A, 0x20, 0x2E, 0x2F, 0x3F].map(|register| vic.show(register, 0));
        assert_eq!(seen, [0xC8, 0x15, 0xF0, 0xFE, 0xF0, 0xFF, 0xFF]);
    }

    #[test]
    fn changes_of_the_last_frame_are_known() {
        let mut vic = Vic::new(Model::Pal);
        let frame = Model::Pal.frame_cycles();
        for (register, value, now) in [
            (0x21, 1, 10),
            (0x00, 9, 20),
            (0x18, 2, 30),
            (0x21, 3, frame + 20),
        ] {
            vic.write(register, value, now);
        }
        let known: Vec<u8> = vic.changes(frame + 25).map(|change| change.value).collect();
        assert_eq!(known, [2, 3]);
        assert_eq!(vic.changes(2 * frame + 20).count(), 0);
    }
}
