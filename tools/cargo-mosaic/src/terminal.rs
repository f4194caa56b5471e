//! The computer in a terminal of 80 columns and 25 rows: a character cell of the C64 takes two columns. What is written in the
//! character ROM's letters is shown as letters, everything else as dots, two by four in a column, in the two
//! commonest colours of that part of the picture. Ctrl-C ends.

use crate::computer::{Computer, petscii};
use c64::screen::PALETTE;
use c64::{Frame, Joystick, Key, Model};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, terminal};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

const COLUMNS: u16 = 80;
const ROWS: u16 = 25;

/// A terminal reports presses and no releases: each is held for so many frames.
const HELD_FRAMES: u8 = 4;

/// Bits of a braille character by row and column of the dot.
const DOTS: [[u32; 2]; 4] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]];
const BRAILLE: u32 = 0x2800;

/// Shows the computer and passes keys on until the program ends or Ctrl-C is pressed.
pub fn show(computer: &mut Computer) -> Result<(), String> {
    let (columns, rows) = terminal::size().map_err(|error| format!("no terminal: {error}"))?;
    if columns < COLUMNS || rows < ROWS {
        return Err(format!(
            "the terminal is {columns} by {rows}, the picture needs {COLUMNS} by {ROWS}; --headless needs none"
        ));
    }
    terminal::enable_raw_mode().map_err(|error| error.to_string())?;
    let mut out = stdout();
    let shown = execute!(out, terminal::EnterAlternateScreen, cursor::Hide)
        .map_err(|error| error.to_string())
        .and_then(|()| frames(computer));
    // The terminal is given back whatever happened.
    let _ = execute!(out, cursor::Show, terminal::LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
    shown
}

fn frames(computer: &mut Computer) -> Result<(), String> {
    let frame_time = Duration::from_micros(match computer.machine.model() {
        Model::Pal => 19_950,
        Model::Ntsc => 16_715,
    });
    let mut picture = Picture::default();
    let mut held = 0;
    let mut due = Instant::now();
    while !computer.has_ended() {
        while event::poll(Duration::ZERO).map_err(|error| error.to_string())? {
            let event = event::read().map_err(|error| error.to_string())?;
            if let Event::Key(key) = event
                && key.kind == KeyEventKind::Press
            {
                if is_end(key) {
                    return Ok(());
                }
                press(computer, key.code);
                held = HELD_FRAMES;
            }
        }
        computer.run_frames(1)?;
        held = release(computer, held);
        let frame = computer.machine.screenshot();
        let mut out = stdout();
        out.write_all(picture.update(computer, &frame).as_bytes())
            .and_then(|()| out.flush())
            .map_err(|error| error.to_string())?;
        due += frame_time;
        match due.checked_duration_since(Instant::now()) {
            Some(rest) => std::thread::sleep(rest),
            None => due = Instant::now(),
        }
    }
    Ok(())
}

fn is_end(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Cursor keys and Tab are the stick in port 2 and its button; the others are keys.
fn press(computer: &mut Computer, code: KeyCode) {
    let stick = match code {
        KeyCode::Up => Joystick {
            up: true,
            ..Joystick::default()
        },
        KeyCode::Down => Joystick {
            down: true,
            ..Joystick::default()
        },
        KeyCode::Left => Joystick {
            left: true,
            ..Joystick::default()
        },
        KeyCode::Right => Joystick {
            right: true,
            ..Joystick::default()
        },
        KeyCode::Tab => Joystick {
            fire: true,
            ..Joystick::default()
        },
        _ => Joystick::default(),
    };
    computer.machine.set_joystick(2, stick);
    let character = match code {
        KeyCode::Char(character) => Some(character),
        KeyCode::Enter => Some('\n'),
        _ => None,
    };
    let keys = match code {
        KeyCode::Backspace => Some(vec![Key::Delete]),
        KeyCode::Esc => Some(vec![Key::RunStop]),
        KeyCode::F(1) => Some(vec![Key::F1]),
        KeyCode::F(3) => Some(vec![Key::F3]),
        KeyCode::F(5) => Some(vec![Key::F5]),
        KeyCode::F(7) => Some(vec![Key::F7]),
        _ => character.and_then(Key::typing),
    };
    computer.console.typed.extend(character.and_then(petscii));
    for key in keys.into_iter().flatten() {
        computer.machine.press(key);
    }
}

/// Counts the frames a key is held; lets everything go at the last.
fn release(computer: &mut Computer, held: u8) -> u8 {
    if held == 1 {
        computer.machine.release_all();
        computer.machine.set_joystick(2, Joystick::default());
    }
    held.saturating_sub(1)
}

/// One column: a character, its colour and the colour behind it.
type Cell = (char, u8, u8);

/// What the terminal shows now; only changes are sent.
#[derive(Default)]
struct Picture {
    shown: Vec<Cell>,
}

impl Picture {
    /// The text that brings the terminal up to date.
    fn update(&mut self, computer: &Computer, frame: &Frame) -> String {
        let text = letters(computer);
        let mut output = String::new();
        let mut cells = Vec::with_capacity(usize::from(COLUMNS * ROWS));
        for row in 0..usize::from(ROWS) {
            for column in 0..usize::from(COLUMNS) {
                let letter = text.as_ref().map(|text| text[row * 40 + column / 2]);
                let letter = letter.filter(|letter| !matches!(letter, '#' | '█'));
                let second = column % 2 == 1;
                cells.push(cell(frame, row, column, letter, second));
            }
        }
        for (index, cell) in cells.iter().enumerate() {
            if self.shown.get(index) != Some(cell) {
                let width = usize::from(COLUMNS);
                write_cell(&mut output, (index / width + 1, index % width + 1), *cell);
            }
        }
        self.shown = cells;
        output
    }
}

/// The 1,000 characters of the screen, if it is in text mode with the ROM's character set.
fn letters(computer: &Computer) -> Option<Vec<char>> {
    let machine = &computer.machine;
    let text_mode = machine.peek(0xD011) & 0x60 == 0 && machine.peek(0xD016) & 0x10 == 0;
    let rom = machine.peek(0xD018) & 0x0C == 0x04 && machine.peek(0xDD00) & 1 == 1;
    (text_mode && rom).then(|| {
        let text = machine.screen_text();
        text.chars().filter(|&letter| letter != '\n').collect()
    })
}

fn write_cell(output: &mut String, (row, column): (usize, usize), (character, ink, paper): Cell) {
    let [r, g, b] = PALETTE[usize::from(ink)];
    let [pr, pg, pb] = PALETTE[usize::from(paper)];
    write!(
        output,
        "\x1b[{row};{column}H\x1b[38;2;{r};{g};{b};48;2;{pr};{pg};{pb}m{character}"
    )
    .expect("writing to a string does not fail");
}

/// The left column of a cell shows its letter, unless a sprite or another picture lies over it.
fn cell(frame: &Frame, row: usize, column: usize, letter: Option<char>, second: bool) -> Cell {
    let (left, top) = frame.display();
    let (x, y) = (left + column * 4, top + row * 8);
    let whole = colours(frame, left + column / 2 * 8, y, 8);
    if let (Some(letter), true) = (letter, whole.len() <= 2) {
        let paper = whole[0];
        let ink = *whole.get(1).unwrap_or(&paper);
        return (if second { ' ' } else { letter }, ink, paper);
    }
    let colours = colours(frame, x, y, 4);
    let paper = colours[0];
    let ink = *colours.get(1).unwrap_or(&paper);
    let mut dots = 0;
    for (line, bits) in DOTS.iter().enumerate() {
        for (side, bit) in bits.iter().enumerate() {
            if frame.pixel(x + side * 2, y + line * 2) != paper {
                dots |= bit;
            }
        }
    }
    let character = char::from_u32(BRAILLE + dots).unwrap_or(' ');
    (if dots == 0 { ' ' } else { character }, ink, paper)
}

/// The colours of a part of the frame, commonest first.
fn colours(frame: &Frame, x: usize, y: usize, width: usize) -> Vec<u8> {
    let mut counts = BTreeMap::new();
    for line in 0..8 {
        for pixel in 0..width {
            *counts.entry(frame.pixel(x + pixel, y + line)).or_insert(0) += 1;
        }
    }
    let mut colours: Vec<(i32, u8)> = counts.into_iter().map(|(colour, n)| (-n, colour)).collect();
    colours.sort_unstable();
    colours.into_iter().map(|(_, colour)| colour).collect()
}
