//! Shows a small game: a snake on the text screen, steered by the stick in port 2, that grows with what it eats.
#![no_std]

use console::{COLUMNS, SCREEN, Text};
use mos_hardware::c64;
use mos_hardware::cia::GameController;
use mos_hardware::vic2::{BLACK, GREEN, LIGHT_GREEN, LIGHT_RED, WHITE};
use ufmt::uwrite;

const EMPTY: u8 = b' ';
const WALL: u8 = 0xa0;
const BODY: u8 = 0x51;
const FRUIT: u8 = 0x53;
const FRAMES_A_STEP: u8 = 5;

/// The cells of the snake in a ring: the head is at `head`, the tail `length` entries before it.
struct Snake {
    cells: [u16; 256],
    head: u8,
    length: u8,
    /// Added to the head's cell at each step.
    step: i16,
}

/// What lies in a cell.
fn at(cell: u16) -> u8 {
    unsafe { SCREEN.add(usize::from(cell)).read_volatile() }
}

fn draw(cell: u16, code: u8, ink: u8) {
    console::put(cell, code);
    console::colour(cell, ink);
}

impl Snake {
    /// The direction of the stick, unless it would lead straight back.
    fn steer(&mut self) {
        let stick = c64::cia1().port_a.read();
        let width = COLUMNS as i16;
        for (switch, step) in [
            (GameController::UP, -width),
            (GameController::DOWN, width),
            (GameController::LEFT, -1),
            (GameController::RIGHT, 1),
        ] {
            if !stick.contains(switch) && step != -self.step {
                self.step = step;
                return;
            }
        }
    }

    /// Goes one cell; false if that was the end.
    fn go(&mut self, numbers: &mut u16, score: &mut u16) -> bool {
        let next = self.cells[usize::from(self.head)].wrapping_add_signed(self.step);
        let found = at(next);
        if found != EMPTY && found != FRUIT {
            return false;
        }
        self.head = self.head.wrapping_add(1);
        self.cells[usize::from(self.head)] = next;
        draw(next, BODY, LIGHT_GREEN);
        if found == FRUIT && self.length < 250 {
            self.length += 3;
            *score += 10;
            place_fruit(numbers);
        }
        let tail = self.head.wrapping_sub(self.length);
        let end = self.cells[usize::from(tail)];
        if end != 0 {
            draw(end, EMPTY, BLACK);
            self.cells[usize::from(tail)] = 0;
        }
        true
    }
}

/// A number that looks random, never zero.
fn random(state: &mut u16) -> u16 {
    *state ^= *state << 7;
    *state ^= *state >> 9;
    *state ^= *state << 8;
    *state
}

fn place_fruit(numbers: &mut u16) {
    loop {
        let cell = random(numbers) & 1023;
        if cell < 1000 && at(cell) == EMPTY {
            return draw(cell, FRUIT, LIGHT_RED);
        }
    }
}

fn draw_field() {
    console::fill(EMPTY, WHITE);
    for column in 0..COLUMNS {
        draw(COLUMNS + column, WALL, GREEN);
        draw(24 * COLUMNS + column, WALL, GREEN);
    }
    for row in 1..25 {
        draw(row * COLUMNS, WALL, GREEN);
        draw(row * COLUMNS + COLUMNS - 1, WALL, GREEN);
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    let mut numbers = 0x6502;
    unsafe {
        c64::vic2().background_color0.write(BLACK);
        c64::vic2().border_color.write(BLACK);
    }
    loop {
        draw_field();
        let mut score = 0;
        let mut snake = Snake {
            cells: [0; 256],
            head: 0,
            length: 6,
            step: 1,
        };
        snake.cells[0] = 12 * COLUMNS + 8;
        place_fruit(&mut numbers);
        while snake.go(&mut numbers, &mut score) {
            let _ = uwrite!(Text::at(0, 1), "score {}", score);
            for _ in 0..FRAMES_A_STEP {
                console::wait_frame();
                snake.steer();
            }
        }
        let _ = uwrite!(Text::at(0, 20), "crash! fire: again");
        while c64::cia1().port_a.read().contains(GameController::FIRE) {}
    }
}
