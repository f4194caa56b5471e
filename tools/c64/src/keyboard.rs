//! The keyboard matrix and the two joysticks: switches between the sixteen port lines of CIA 1.
//!
//! A pressed key joins one line of port A with one of port B, in both directions; so three keys on the
//! corners of a rectangle make the fourth appear, as on the real machine. RESTORE is not in the matrix:
//! it is a line to the NMI, see [`Machine::press_restore`](crate::Machine::press_restore).

/// The keys in matrix order: line of port A times 8 plus line of port B.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names are those printed on the keys")]
pub enum Key {
//  PB0       PB1        PB2          PB3    PB4         PB5        PB6      PB7
    Delete,   Return,    CursorRight, F7,    F1,         F3,        F5,      CursorDown, // PA0
    Three,    W,         A,           Four,  Z,          S,         E,       LeftShift,  // PA1
    Five,     R,         D,           Six,   C,          F,         T,       X,          // PA2
    Seven,    Y,         G,           Eight, B,          H,         U,       V,          // PA3
    Nine,     I,         J,           Zero,  M,          K,         O,       N,          // PA4
    Plus,     P,         L,           Minus, Period,     Colon,     At,      Comma,      // PA5
    Pound,    Asterisk,  Semicolon,   Home,  RightShift, Equals,    UpArrow, Slash,      // PA6
    One,      LeftArrow, Control,     Two,   Space,      Commodore, Q,       RunStop,    // PA7
}

use Key::*;

/// The matrix once more, as values, so that a key can be found by its place.
#[rustfmt::skip]
pub const KEYS: [Key; 64] = [
    Delete,   Return,    CursorRight, F7,    F1,         F3,        F5,      CursorDown,
    Three,    W,         A,           Four,  Z,          S,         E,       LeftShift,
    Five,     R,         D,           Six,   C,          F,         T,       X,
    Seven,    Y,         G,           Eight, B,          H,         U,       V,
    Nine,     I,         J,           Zero,  M,          K,         O,       N,
    Plus,     P,         L,           Minus, Period,     Colon,     At,      Comma,
    Pound,    Asterisk,  Semicolon,   Home,  RightShift, Equals,    UpArrow, Slash,
    One,      LeftArrow, Control,     Two,   Space,      Commodore, Q,       RunStop,
];

/// What is printed on the unshifted keys; a space stands for a key that prints nothing.
const PRINTED: &[u8; 64] = b" \r      3wa4zse 5rd6cftx7yg8bhuv9ij0mkon+pl-.:@, *;  =^/1_ 2  q ";

impl Key {
    /// The keys that type `character`: lower and upper case are the same key, upper case with SHIFT.
    pub fn typing(character: char) -> Option<Vec<Key>> {
        if character == ' ' {
            return Some(vec![Space]);
        }
        if character == '\n' {
            return Some(vec![Return]);
        }
        let shifted = match character {
            '!'..=')' if character != '(' && character != ')' => {
                char::from(character as u8 - b'!' + b'1')
            }
            '(' => '8',
            ')' => '9',
            '<' => ',',
            '>' => '.',
            '?' => '/',
            '[' => ':',
            ']' => ';',
            upper if upper.is_ascii_uppercase() => upper.to_ascii_lowercase(),
            plain => return Some(vec![Key::printing(plain)?]),
        };
        Some(vec![LeftShift, Key::printing(shifted)?])
    }

    fn printing(character: char) -> Option<Key> {
        let place = PRINTED
            .iter()
            .position(|&printed| char::from(printed) == character)?;
        Some(KEYS[place])
    }
}

/// The switches of a joystick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joystick {
    /// Pushed away.
    pub up: bool,
    /// Pulled back.
    pub down: bool,
    /// To the left.
    pub left: bool,
    /// To the right.
    pub right: bool,
    /// The button.
    pub fire: bool,
}

impl Joystick {
    /// The port lines it pulls low.
    fn lines(self) -> u8 {
        u8::from(self.up)
            | u8::from(self.down) << 1
            | u8::from(self.left) << 2
            | u8::from(self.right) << 3
            | u8::from(self.fire) << 4
    }
}

/// What is pressed at the moment.
#[derive(Clone, Debug, Default)]
pub struct Keyboard {
    /// For each line of port A, the lines of port B its pressed keys lead to.
    rows: [u8; 8],
    /// The stick in control port 1 (lines of port B) and in control port 2 (lines of port A).
    pub joysticks: [Joystick; 2],
}

impl Keyboard {
    /// Holds `key` down.
    pub fn press(&mut self, key: Key) {
        self.rows[key as usize >> 3] |= 1 << (key as u8 & 7);
    }

    /// Lets `key` go.
    pub fn release(&mut self, key: Key) {
        self.rows[key as usize >> 3] &= !(1 << (key as u8 & 7));
    }

    /// Lets every key go.
    pub fn release_all(&mut self) {
        self.rows = [0; 8];
    }

    /// The levels of port A and port B when the CIA pulls the given lines low.
    pub fn levels(&self, low_a: u8, low_b: u8) -> (u8, u8) {
        let mut low_a = low_a | self.joysticks[1].lines();
        let mut low_b = low_b | self.joysticks[0].lines();
        if self.rows == [0; 8] {
            return (!low_a, !low_b);
        }
        loop {
            let before = (low_a, low_b);
            for (line, &row) in self.rows.iter().enumerate() {
                if low_a & (1 << line) != 0 {
                    low_b |= row;
                }
                if low_b & row != 0 {
                    low_a |= 1 << line;
                }
            }
            if (low_a, low_b) == before {
                return (!low_a, !low_b);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holding(keys: &[Key]) -> Keyboard {
        let mut keyboard = Keyboard::default();
        keys.iter().for_each(|&key| keyboard.press(key));
        keyboard
    }

    #[test]
    fn every_key_stands_at_its_place_in_the_list() {
        for (place, key) in KEYS.into_iter().enumerate() {
            assert_eq!(key as usize, place);
        }
    }

    #[test]
    fn every_single_key_is_seen_on_its_lines_and_on_no_others() {
        for key in KEYS {
            let keyboard = holding(&[key]);
            for line in 0..8 {
                let (_, b) = keyboard.levels(1 << line, 0);
                let expected = if line == key as u8 >> 3 {
                    !(1 << (key as u8 & 7))
                } else {
                    0xFF
                };
                assert_eq!(b, expected, "{key:?} with line {line} low");
            }
        }
    }

    #[test]
    fn the_matrix_can_be_scanned_from_port_b_too() {
        assert_eq!(holding(&[Key::Q]).levels(0, 1 << 6).0, !(1 << 7));
    }

    #[test]
    fn keys_of_one_line_are_seen_together() {
        let keyboard = holding(&[Key::A, Key::E, Key::LeftShift]);
        assert_eq!(keyboard.levels(1 << 1, 0).1, !0b1100_0100);
    }

    #[test]
    fn three_corners_of_a_rectangle_show_the_fourth() {
        let keyboard = holding(&[Key::A, Key::D, Key::S]); // PA1/PB2, PA2/PB2, PA1/PB5
        assert_eq!(keyboard.levels(1 << 2, 0).1, !0b0010_0100); // F (PA2/PB5) seems held
    }

    #[test]
    fn joystick_1_pulls_port_b_and_joystick_2_port_a() {
        let mut keyboard = Keyboard::default();
        keyboard.joysticks[0] = Joystick {
            up: true,
            fire: true,
            ..Joystick::default()
        };
        keyboard.joysticks[1] = Joystick {
            down: true,
            left: true,
            right: true,
            ..Joystick::default()
        };
        assert_eq!(keyboard.levels(0, 0), (!0b0000_1110, !0b0001_0001));
    }

    #[test]
    fn a_released_key_is_gone() {
        let mut keyboard = holding(&[Key::A, Key::S]);
        keyboard.release(Key::A);
        assert_eq!(keyboard.levels(0xFF, 0).1, !0b0010_0000);
        keyboard.release_all();
        assert_eq!(keyboard.levels(0xFF, 0).1, 0xFF);
    }

    #[test]
    fn text_is_typed_by_the_keys_that_print_it() {
        let keys = |c| Key::typing(c).unwrap();
        assert_eq!(keys('e'), [Key::E]);
        assert_eq!(keys('E'), [Key::LeftShift, Key::E]);
        assert_eq!(keys('4'), [Key::Four]);
        assert_eq!(keys('!'), [Key::LeftShift, Key::One]);
        assert_eq!(keys(')'), [Key::LeftShift, Key::Nine]);
        assert_eq!(keys('?'), [Key::LeftShift, Key::Slash]);
        assert_eq!(keys('\n'), [Key::Return]);
        assert_eq!(keys(' '), [Key::Space]);
        assert_eq!(Key::typing('~'), None);
    }
}
