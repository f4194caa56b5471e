//! The sprites' data fetches: which of the eight the VIC-II fetches at the end of a line, and which row.
//!
//! The chip decides in three cycles of a line. Near its beginning a sprite that was fetched goes on to its next row, unless
//! vertical expansion holds it, and ends after its last one. Near its end a sprite that is enabled and stands at this line
//! begins, looked at in two cycles; in the second of them, on NTSC machines in the first, the flip-flops of expanded sprites
//! change. A register counts as it was written before that cycle.

use crate::model::Model;

/// Cycle of a line in which a fetched sprite goes on.
const GO_ON: u64 = 15;
/// A sprite whose expansion is switched off one cycle before that is confused about its place.
const CRUNCH: u64 = GO_ON - 1;

/// First cycle of a line in which a sprite can begin; the second one follows it.
pub const fn first_check(model: Model) -> u64 {
    match model {
        Model::Pal => 54,
        Model::Ntsc => 55,
    }
}

/// The look, first or second, after which the flip-flops of expanded sprites change.
const fn flip_after_look(model: Model) -> u8 {
    match model {
        Model::Pal => 2,
        Model::Ntsc => 1,
    }
}

/// The counter of bytes has six bits; a sprite ends when it reaches the last one.
const LAST_BYTE: u8 = 63;
const ROW_BYTES: u8 = 3;

/// The registers that matter here.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// Register `$D015`: a bit for each sprite that may begin.
    pub enabled: u8,
    /// Register `$D017`: a bit for each sprite of double height.
    pub expanded: u8,
    /// The low eight bits of the current line.
    pub line: u8,
    /// The line at which each sprite begins.
    pub y: [u8; 8],
}

/// A sprite's part in a line: whether it is fetched, and which row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpriteFetch {
    /// Is it being fetched?
    pub active: bool,
    /// The row, counted from 0.
    pub row: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sprite {
    active: bool,
    /// The first byte of the row that is fetched, and the byte behind it.
    base: u8,
    counter: u8,
    /// The row that was fetched is done with: set without expansion, and every other line with it.
    advances: bool,
}

/// All eight, and how much of the current line has been decided.
#[derive(Clone, Copy, Debug)]
pub struct Sprites {
    model: Model,
    sprites: [Sprite; 8],
    /// How many of the line's three cycles have passed.
    passed: usize,
}

impl Sprites {
    /// No sprite is fetched.
    pub fn new(model: Model) -> Sprites {
        let idle = Sprite {
            active: false,
            base: 0,
            counter: 0,
            advances: true,
        };
        Sprites {
            model,
            sprites: [idle; 8],
            passed: 0,
        }
    }

    /// Whether any sprite is being fetched.
    pub fn any(&self) -> bool {
        self.sprites.iter().any(|sprite| sprite.active)
    }

    /// A new line begins.
    pub fn begin_line(&mut self) {
        self.passed = 0;
    }

    /// Decides what the cycles of the line up to and including `cycle` decide.
    pub fn advance(&mut self, cycle: u64, wanted: Wanted) {
        let checks = first_check(self.model);
        if self.passed == 0 && cycle >= GO_ON {
            self.go_on();
            self.passed = 1;
        }
        if self.passed == 1 && cycle >= checks {
            self.look(1, wanted);
            self.passed = 2;
        }
        if self.passed == 2 && cycle > checks {
            self.look(2, wanted);
            self.fetch();
            self.passed = 3;
        }
    }

    /// Does one of the line's three cycles lie between what has been decided and `cycle`?
    pub fn is_due(&self, cycle: u64) -> bool {
        let checks = first_check(self.model);
        let cycles = [GO_ON, checks, checks + 1];
        cycles.get(self.passed).is_some_and(|&next| cycle >= next)
    }

    fn look(&mut self, number: u8, wanted: Wanted) {
        self.begin(wanted);
        if number == flip_after_look(self.model) {
            self.flip(wanted.expanded);
        }
    }

    fn go_on(&mut self) {
        for sprite in &mut self.sprites {
            if sprite.active && sprite.advances {
                sprite.base = sprite.counter;
                sprite.active = sprite.base != LAST_BYTE;
            }
        }
    }

    fn begin(&mut self, wanted: Wanted) {
        for (index, sprite) in self.sprites.iter_mut().enumerate() {
            let is_enabled = wanted.enabled & (1 << index) != 0;
            if !sprite.active && is_enabled && wanted.y[index] == wanted.line {
                *sprite = Sprite {
                    active: true,
                    base: 0,
                    counter: 0,
                    advances: true,
                };
            }
        }
    }

    fn flip(&mut self, expanded: u8) {
        for (index, sprite) in self.sprites.iter_mut().enumerate() {
            if sprite.active {
                sprite.advances ^= expanded & (1 << index) != 0;
            }
        }
    }

    fn fetch(&mut self) {
        for sprite in &mut self.sprites {
            if sprite.active {
                sprite.counter = (sprite.base + ROW_BYTES) & LAST_BYTE;
            }
        }
    }

    /// The expansion register is written in a cycle of the line.
    pub fn write_expansion(&mut self, value: u8, cycle: u64) {
        for (index, sprite) in self.sprites.iter_mut().enumerate() {
            if value & (1 << index) == 0 && !sprite.advances {
                if cycle == CRUNCH {
                    let (base, counter) = (sprite.base, sprite.counter);
                    sprite.counter = 0x2A & base & counter | 0x15 & (base | counter);
                }
                sprite.advances = true;
            }
        }
    }

    /// What this line fetches at its end, if no register is written any more.
    pub fn at_line_end(mut self, wanted: Wanted) -> [SpriteFetch; 8] {
        self.advance(u64::MAX, wanted);
        self.sprites.map(|sprite| SpriteFetch {
            active: sprite.active,
            row: sprite.base / ROW_BYTES,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Wanted = Wanted {
        enabled: 1,
        expanded: 0,
        line: 100,
        y: [100; 8],
    };

    /// Rows that sprite 0 fetches from line 100 on, with expansion as `expanded` says for a cycle of a line.
    fn rows(expanded: impl Fn(u8, u64) -> bool) -> Vec<u8> {
        let mut sprites = Sprites::new(Model::Pal);
        let mut rows = Vec::new();
        for line in 100..160 {
            sprites.begin_line();
            for cycle in 0..63 {
                let wanted = Wanted {
                    expanded: u8::from(expanded(line, cycle)),
                    line,
                    ..ALL
                };
                sprites.advance(cycle, wanted);
                sprites.write_expansion(wanted.expanded, cycle);
            }
            let fetch = sprites.at_line_end(Wanted { line, ..ALL })[0];
            if fetch.active {
                rows.push(fetch.row);
            }
        }
        rows
    }

    #[test]
    fn a_sprite_has_21_rows_and_an_expanded_one_each_of_them_twice() {
        assert_eq!(rows(|_, _| false), (0..21).collect::<Vec<u8>>());
        let twice: Vec<u8> = (0..42).map(|line| line / 2).collect();
        assert_eq!(rows(|_, _| true), twice);
    }

    #[test]
    fn expansion_that_ends_after_the_row_was_held_counts_from_the_next_line_on() {
        // In line 101 the row stays in cycle 15; that expansion ends in cycle 20 changes nothing for this line.
        let late = rows(|line, cycle| line < 101 || line == 101 && cycle < 20);
        assert_eq!(late[..4], [0, 0, 1, 2]);
        let early = rows(|line, cycle| line < 101 || line == 101 && cycle < 10);
        assert_eq!(early[..4], [0, 1, 2, 3]);
    }

    #[test]
    fn a_sprite_put_on_the_line_after_its_two_looks_does_not_begin() {
        for (cycle, begins) in [(53, true), (54, true), (55, false)] {
            let mut sprites = Sprites::new(Model::Pal);
            // The write comes at the end of its cycle, after the chip has looked.
            sprites.advance(cycle, Wanted { y: [0; 8], ..ALL });
            assert_eq!(sprites.at_line_end(ALL)[0].active, begins, "cycle {cycle}");
        }
    }

    #[test]
    fn an_expanded_sprite_that_begins_at_the_second_look_shows_its_first_row_once_on_ntsc() {
        let expanded = Wanted { expanded: 1, ..ALL };
        for (model, rows) in [(Model::Pal, [0, 0]), (Model::Ntsc, [0, 1])] {
            let mut sprites = Sprites::new(model);
            let elsewhere = Wanted {
                y: [0; 8],
                ..expanded
            };
            sprites.advance(first_check(model), elsewhere);
            let seen = [100, 101].map(|line| {
                let wanted = Wanted { line, ..expanded };
                let row = sprites.at_line_end(wanted)[0].row;
                sprites.advance(u64::MAX, wanted);
                sprites.begin_line();
                row
            });
            assert_eq!(seen, rows, "{model:?}");
        }
    }
}
