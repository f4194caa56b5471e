//! The manual as a BASIC program: `LIST` shows it, and `RUN` shows it page by page.

/// What it says.
pub const TEXT: &str = include_str!("../../../disk/manual.txt");

/// Where BASIC programs begin.
const START: u16 = 0x0801;
/// Lines of a page, and columns of a line that neither wraps nor scrolls.
const PAGE: usize = 22;
const WIDTH: usize = 38;

// BASIC's words as bytes.
const PRINT: u8 = 0x99;
const IF: u8 = 0x8B;
const GET: u8 = 0xA1;
const THEN: u8 = 0xA7;
const EQUALS: u8 = 0xB2;
const CHR: u8 = 0xC7;

/// The file: a line of BASIC for each line of text, a pause after each page.
pub fn program(text: &str) -> Vec<u8> {
    let mut basic = Basic::default();
    // Small letters, and an empty screen.
    basic.line(&[&[PRINT, CHR], b"(14)", &[CHR], b"(147)"]);
    for (index, line) in text.lines().enumerate() {
        assert!(line.len() <= WIDTH, "too long for a screen: {line}");
        basic.line(&[&[PRINT, b'"'], &petscii(line), b"\""]);
        if index % PAGE == PAGE - 1 {
            basic.pause();
        }
    }
    basic.finish()
}

/// A program that is being written.
#[derive(Default)]
struct Basic {
    bytes: Vec<u8>,
    number: u16,
}

impl Basic {
    fn line(&mut self, parts: &[&[u8]]) {
        let text = parts.concat();
        self.number += 10;
        let next = START as usize + self.bytes.len() + 4 + text.len() + 1;
        self.bytes.extend((next as u16).to_le_bytes());
        self.bytes.extend(self.number.to_le_bytes());
        self.bytes.extend(text);
        self.bytes.push(0);
    }

    /// Waits for a key, then an empty screen.
    fn pause(&mut self) {
        let number = (self.number + 10).to_string();
        let (get, test) = ([GET], [IF]);
        let is_empty = [EQUALS, b'"', b'"', THEN];
        self.line(&[&get, b"A$:", &test, b"A$", &is_empty, number.as_bytes()]);
        self.line(&[&[PRINT, CHR], b"(147)"]);
    }

    fn finish(self) -> Vec<u8> {
        [&START.to_le_bytes()[..], &self.bytes, &[0, 0]].concat()
    }
}

/// Text in the character set with small letters; quotes end a text in BASIC, so they become two strokes.
fn petscii(line: &str) -> Vec<u8> {
    line.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' => byte - 0x20,
            b'A'..=b'Z' => byte + 0x80,
            b'"' => b'\'',
            _ => byte,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The texts that a program prints, by following its lines as BASIC does.
    fn printed(program: &[u8]) -> Vec<String> {
        let byte = |address: usize| program[address - START as usize + 2];
        let word = |address| u16::from_le_bytes([byte(address), byte(address + 1)]) as usize;
        let (mut line, mut number, mut texts) = (START as usize, 0, Vec::new());
        while word(line) != 0 {
            let next = word(line);
            assert_eq!(byte(next - 1), 0, "a line ends where the next begins");
            assert!(word(line + 2) > number, "numbers rise");
            number = word(line + 2);
            if [byte(line + 4), byte(line + 5)] == [PRINT, b'"'] {
                let text = (line + 6..next - 2).map(|address| match byte(address) {
                    capital @ 0xC1..=0xDA => char::from(capital - 0x80),
                    letter @ 0x41..=0x5A => char::from(letter + 0x20),
                    other => char::from(other),
                });
                texts.push(text.collect());
            }
            line = next;
        }
        assert_eq!(line + 2 - START as usize + 2, program.len());
        texts
    }

    #[test]
    fn every_line_of_the_manual_is_printed() {
        let lines: Vec<String> = TEXT.lines().map(|line| line.replace('"', "'")).collect();
        assert_eq!(printed(&program(TEXT)), lines);
    }

    #[test]
    fn every_page_waits_for_a_key() {
        let program = program(TEXT);
        // An address may have the byte of the word alone.
        let waits = program
            .windows(3)
            .filter(|three| *three == [GET, b'A', b'$']);
        assert_eq!(waits.count(), TEXT.lines().count() / PAGE);
    }
}
