//! The KERNAL's screen and keyboard routines, answered from outside as [`Drive`](c64::Drive) answers its file routines:
//! CHROUT writes PETSCII to the screen, GETIN takes a key, and the few others a program calls from Rust.
//!
//! Cursor and colour lie where the KERNAL keeps them, so a program that looks there finds them.

use c64::{Machine, Registers};
use std::collections::VecDeque;

const COLUMN: u16 = 0xD3;
const ROW: u16 = 0xD6;
const COLOUR: u16 = 0x0286;
const REVERSED: u16 = 0xC7;
const SCREEN_PAGE: u16 = 0x0288;
const COLOUR_RAM: u16 = 0xD800;
const STATUS: u16 = 0x90;
const JIFFIES: u16 = 0xA0;

const COLUMNS: u8 = 40;
const ROWS: u8 = 25;
const CELLS: u16 = 1000;
const SPACE: u8 = 0x20;
const CARRY: u8 = 1;
const ZERO: u8 = 2;

/// PETSCII codes that set the colour of what follows, by the number of the colour.
const COLOURS: [u8; 16] = [
    144, 5, 28, 159, 156, 30, 31, 158, 129, 149, 150, 151, 152, 153, 154, 155,
];

/// Which channels are redirected to a file, and the keys not yet taken.
#[derive(Default)]
pub struct Console {
    /// Keys not yet taken.
    pub typed: VecDeque<u8>,
    input_from_file: bool,
    output_to_file: bool,
}

impl Console {
    /// The cursor in the upper left corner and the colours of a C64 that was just switched on.
    pub fn set_up(machine: &mut Machine) {
        for (address, value) in [(COLUMN, 0), (ROW, 0), (COLOUR, 14), (REVERSED, 0)] {
            machine.poke(address, value);
        }
    }

    /// Answers the routine the processor is about to enter; false if it is none of the console's.
    pub fn answer(&mut self, machine: &mut Machine) -> bool {
        let mut registers = machine.registers();
        match registers.pc {
            0xFF81 => print(machine, 147),
            0xFF9F => {}
            0xFFB7 => registers.a = machine.peek(STATUS),
            // CHKIN, CHKOUT and CLRCHN concern the drive too.
            0xFFC6 => {
                self.input_from_file = true;
                return false;
            }
            0xFFC9 => {
                self.output_to_file = true;
                return false;
            }
            0xFFCC | 0xFFE7 => {
                (self.input_from_file, self.output_to_file) = (false, false);
                return false;
            }
            0xFFD2 if !self.output_to_file => print(machine, registers.a),
            0xFFCF | 0xFFE4 if !self.input_from_file => {
                registers.a = self.typed.pop_front().unwrap_or(0);
            }
            // GETIN from a file is CHRIN.
            0xFFE4 => {
                registers.pc = 0xFFCF;
                machine.set_registers(registers);
                return false;
            }
            0xFFDE => {
                let time = |byte| machine.peek(JIFFIES + byte);
                (registers.a, registers.x, registers.y) = (time(2), time(1), time(0));
            }
            0xFFE1 => registers.p &= !ZERO,
            0xFFED => (registers.x, registers.y) = (COLUMNS, ROWS),
            0xFFF0 => plot(machine, &mut registers),
            _ => return false,
        }
        leave(machine, registers);
        true
    }
}

/// Returns from a routine as its `RTS` would.
fn leave(machine: &mut Machine, mut registers: Registers) {
    let stack = |offset: u8| machine.ram()[0x100 + usize::from(registers.s.wrapping_add(offset))];
    registers.pc = u16::from_le_bytes([stack(1), stack(2)]).wrapping_add(1);
    registers.s = registers.s.wrapping_add(2);
    machine.set_registers(registers);
}

/// With the carry set the cursor is read into X (row) and Y (column), else it is put there.
fn plot(machine: &mut Machine, registers: &mut Registers) {
    if registers.p & CARRY != 0 {
        (registers.x, registers.y) = (machine.peek(ROW), machine.peek(COLUMN));
    } else {
        machine.poke(ROW, registers.x);
        machine.poke(COLUMN, registers.y);
    }
}

/// Writes one PETSCII character to the screen, or does what it asks for.
fn print(machine: &mut Machine, petscii: u8) {
    if let Some(colour) = COLOURS.iter().position(|&code| code == petscii) {
        machine.poke(COLOUR, colour as u8);
        return;
    }
    let (row, column) = (machine.peek(ROW).min(ROWS - 1), machine.peek(COLUMN));
    let place = |machine: &mut Machine, row: u8, column: u8| {
        machine.poke(ROW, row);
        machine.poke(COLUMN, column);
    };
    match petscii {
        13 | 141 => {
            machine.poke(REVERSED, 0);
            place(machine, row, 0);
            line_feed(machine);
        }
        17 => line_feed(machine),
        18 => machine.poke(REVERSED, 1),
        19 => place(machine, 0, 0),
        20 if column > 0 => {
            machine.poke(COLUMN, column - 1);
            put(machine, SPACE);
        }
        29 => advance(machine),
        145 => machine.poke(ROW, row.saturating_sub(1)),
        146 => machine.poke(REVERSED, 0),
        147 => {
            for cell in 0..CELLS {
                poke_cell(machine, cell, SPACE);
            }
            place(machine, 0, 0);
        }
        157 => machine.poke(COLUMN, column.saturating_sub(1)),
        14 => machine.poke(0xD018, machine.peek(0xD018) | 2),
        142 => machine.poke(0xD018, machine.peek(0xD018) & !2),
        32..=127 | 160..=255 => {
            put(machine, screen_code(petscii));
            advance(machine);
        }
        _ => {}
    }
}

/// The screen code of a PETSCII character that can be seen.
pub fn screen_code(petscii: u8) -> u8 {
    match petscii {
        0x40..=0x5F => petscii - 0x40,
        0x60..=0x7F => petscii - 0x20,
        0xA0..=0xBF => petscii - 0x40,
        0xC0..=0xFE => petscii - 0x80,
        0xFF => 0x5E,
        _ => petscii,
    }
}

fn put(machine: &mut Machine, code: u8) {
    let cell = u16::from(machine.peek(ROW).min(ROWS - 1)) * u16::from(COLUMNS)
        + u16::from(machine.peek(COLUMN).min(COLUMNS - 1));
    let reversed = if machine.peek(REVERSED) != 0 { 0x80 } else { 0 };
    poke_cell(machine, cell, code | reversed);
}

fn poke_cell(machine: &mut Machine, cell: u16, code: u8) {
    let screen = u16::from(machine.peek(SCREEN_PAGE)) << 8;
    let colour = machine.peek(COLOUR);
    machine.poke(screen + cell, code);
    machine.poke(COLOUR_RAM + cell, colour);
}

fn advance(machine: &mut Machine) {
    let column = machine.peek(COLUMN) + 1;
    if column < COLUMNS {
        machine.poke(COLUMN, column);
    } else {
        machine.poke(COLUMN, 0);
        line_feed(machine);
    }
}

/// One row down; at the bottom everything moves up.
fn line_feed(machine: &mut Machine) {
    let row = machine.peek(ROW);
    if row + 1 < ROWS {
        machine.poke(ROW, row + 1);
        return;
    }
    let screen = u16::from(machine.peek(SCREEN_PAGE)) << 8;
    let last_row = CELLS - u16::from(COLUMNS);
    for cell in 0..last_row {
        for plane in [screen, COLOUR_RAM] {
            let below = machine.peek(plane + cell + u16::from(COLUMNS));
            machine.poke(plane + cell, below);
        }
    }
    for cell in last_row..CELLS {
        poke_cell(machine, cell, SPACE);
    }
}
