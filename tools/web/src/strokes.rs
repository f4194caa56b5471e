//! Keys pressed by a person's hand, one after another, each held long enough for the program to see it.
//!
//! A key that is down when the next one comes is let go first: two keys at once would show the program only one of them.

use c64::{Key, Machine};
use std::collections::VecDeque;

/// Frames that a key is held at least, and frames without a key after it. A thinking program looks every few frames.
const HELD: u8 = 6;
const APART: u8 = 3;

struct Stroke {
    /// The key of the host's keyboard, by which its release is known.
    id: u32,
    keys: Vec<Key>,
    released: bool,
}

#[derive(Default)]
pub struct Strokes {
    waiting: VecDeque<Stroke>,
    /// The first of the waiting is down, for so many frames.
    down: Option<u8>,
    rest: u8,
}

impl Strokes {
    /// A key of the host went down.
    pub fn press(&mut self, id: u32, keys: Vec<Key>) {
        self.waiting.push_back(Stroke {
            id,
            keys,
            released: false,
        });
    }

    /// It came up again.
    pub fn release(&mut self, id: u32) {
        let same = |stroke: &&mut Stroke| stroke.id == id;
        self.waiting
            .iter_mut()
            .filter(same)
            .for_each(|stroke| stroke.released = true);
    }

    /// Once a frame, before the machine runs.
    pub fn tick(&mut self, machine: &mut Machine) {
        if self.rest > 0 {
            self.rest -= 1;
            return;
        }
        let more = self.waiting.len() > 1;
        let Some(stroke) = self.waiting.front() else {
            return;
        };
        match self.down {
            None => {
                stroke.keys.iter().for_each(|&key| machine.press(key));
                self.down = Some(1);
            }
            Some(held) if held >= HELD && (stroke.released || more) => self.let_go(machine),
            Some(held) => self.down = Some(held.saturating_add(1)),
        }
    }

    fn let_go(&mut self, machine: &mut Machine) {
        if let Some(stroke) = self.waiting.pop_front() {
            stroke.keys.iter().for_each(|&key| machine.release(key));
        }
        self.down = None;
        self.rest = APART;
    }

    /// Every key is let go, and what waited is forgotten.
    pub fn clear(&mut self, machine: &mut Machine) {
        machine.release_all();
        *self = Strokes::default();
    }
}
