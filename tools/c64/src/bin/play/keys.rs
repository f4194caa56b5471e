//! Keys of the terminal -> keys of the machine. A terminal reports presses and no releases, so each press is held for a
//! few frames, one after another.

use c64::{Key, Machine};
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::collections::VecDeque;

/// Frames a key is held, and frames without a key after it.
const HELD: u8 = 4;
const APART: u8 = 3;

#[derive(Default)]
pub struct Keys {
    waiting: VecDeque<Vec<Key>>,
    /// The keys that are down, and frames left of this press and its pause.
    down: Vec<Key>,
    left: u8,
}

pub fn is_end(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

impl Keys {
    pub fn push(&mut self, key: KeyEvent) {
        if let Some(keys) = translate(key.code) {
            self.waiting.push_back(keys);
        }
    }

    /// Once a frame, before the machine runs.
    pub fn frame(&mut self, machine: &mut Machine) {
        if self.left > 0 {
            self.left -= 1;
            if self.left == APART {
                self.down.drain(..).for_each(|key| machine.release(key));
            }
            return;
        }
        if let Some(keys) = self.waiting.pop_front() {
            keys.iter().for_each(|&key| machine.press(key));
            self.down = keys;
            self.left = HELD + APART;
        }
    }
}

fn translate(code: KeyCode) -> Option<Vec<Key>> {
    Some(match code {
        KeyCode::Char(character) => return Key::typing(character),
        KeyCode::Enter => vec![Key::Return],
        KeyCode::Backspace | KeyCode::Delete => vec![Key::Delete],
        KeyCode::Esc => vec![Key::RunStop],
        KeyCode::Home => vec![Key::Home],
        KeyCode::Down => vec![Key::CursorDown],
        KeyCode::Right => vec![Key::CursorRight],
        KeyCode::Up => vec![Key::LeftShift, Key::CursorDown],
        KeyCode::Left => vec![Key::LeftShift, Key::CursorRight],
        // Many terminals keep F1 to themselves.
        KeyCode::F(1 | 2) | KeyCode::Tab => vec![Key::F1],
        KeyCode::F(3 | 4) => vec![Key::F3],
        KeyCode::F(5 | 6) => vec![Key::F5],
        KeyCode::F(7 | 8) => vec![Key::F7],
        _ => return None,
    })
}
