//! What the program's memory tells from outside: the game on record, the settings, the marks on the board, the search.
//!
//! Addresses come from the symbol file, by exported names only. Nothing here writes.

use c64::{Machine, Symbols};
use squares64::board::piece::{BLACK, EMPTY, KINDS, KING, Side, WHITE, piece};
use squares64::game::record::{START_LENGTH, START_RIGHTS, START_SIDE};
use squares64::game::settings;
use uci::game::Move;

/// Which part of the program is on the screen, as `ui::app` numbers them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Title,
    Board,
    Promotion,
    Menu,
    Help,
    SetUp,
    Filing,
    Leaving,
}

const SCREENS: [Screen; 8] = [
    Screen::Title,
    Screen::Board,
    Screen::Promotion,
    Screen::Menu,
    Screen::Help,
    Screen::SetUp,
    Screen::Filing,
    Screen::Leaving,
];

/// The game on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    pub start: [u8; START_LENGTH as usize],
    pub moves: Vec<Move>,
    /// How many of the moves are on the board.
    pub played: usize,
    /// How the game ended, as `game::outcome` numbers it, and the side that lost, if one did.
    pub outcome: u8,
    pub loser: u8,
}

impl Record {
    pub fn white_to_move(&self) -> bool {
        let white_began = self.start[usize::from(START_SIDE)] & WHITE.bit() != 0;
        white_began == self.played.is_multiple_of(2)
    }
}

/// What the player has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub players: u8,
    pub level: u8,
    pub clock: u8,
    pub minutes: u8,
    pub increment: u8,
    pub flipped: bool,
    pub sound: bool,
}

impl Settings {
    /// Does the computer play that side?
    pub fn computer_plays(self, white: bool) -> bool {
        match self.players {
            settings::HUMAN_WHITE => !white,
            settings::HUMAN_BLACK => white,
            settings::TWO_HUMANS => false,
            _ => true,
        }
    }
}

/// Where things are.
#[derive(Clone, Copy, Debug)]
pub struct Memory {
    start: u16,
    from: u16,
    to: u16,
    played: u16,
    known: u16,
    outcome: u16,
    loser: u16,
    settings: u16,
    marks: u16,
    screen: u16,
    budget: u16,
    /// The routine that the search calls every few nodes.
    pub poll: u16,
}

/// A game has room for so many half moves.
const ROOM: u16 = squares64::game::record::ROOM as u16;
/// Marks on the board by their place.
const CURSOR: u16 = 0;
const CHOSEN: u16 = 1;

impl Memory {
    pub fn find(symbols: &Symbols) -> Result<Memory, String> {
        let at = |name: &str| {
            let missing =
                || format!("the symbol file has no `{name}`: not a program for this page");
            symbols.address(name).ok_or_else(missing)
        };
        Ok(Memory {
            start: at("GameStart")?,
            from: at("GameFrom")?,
            to: at("GameTo")?,
            played: at("GamePlayed")?,
            known: at("GameKnown")?,
            outcome: at("GameOutcome")?,
            loser: at("GameLoser")?,
            settings: at("Settings")?,
            marks: at("BoardMarks")?,
            screen: at("ScreenState")?,
            budget: at("MoveBudget")?,
            poll: at("MoveNow")?,
        })
    }

    /// The game, or `None` while the program has none or is in the middle of changing it.
    pub fn record(&self, machine: &Machine) -> Option<Record> {
        let known = word(machine, self.known);
        let played = word(machine, self.played);
        if known > ROOM || played > known {
            return None;
        }
        let start = std::array::from_fn(|index| byte(machine, self.start + index as u16));
        if !is_position(&start) {
            return None;
        }
        let moves = (0..known).map(|ply| {
            Move::from_bytes([byte(machine, self.from + ply), byte(machine, self.to + ply)])
        });
        Some(Record {
            start,
            moves: moves.collect(),
            played: played.into(),
            outcome: byte(machine, self.outcome),
            loser: byte(machine, self.loser),
        })
    }

    pub fn played(&self, machine: &Machine) -> u16 {
        word(machine, self.played)
    }

    pub fn settings(&self, machine: &Machine) -> Settings {
        let value =
            |setting: settings::Setting| byte(machine, self.settings + u16::from(setting.place()));
        Settings {
            players: value(settings::PLAYERS),
            level: value(settings::LEVEL),
            clock: value(settings::CLOCK),
            minutes: value(settings::MINUTES),
            increment: value(settings::INCREMENT),
            flipped: value(settings::FLIPPED) != 0,
            sound: value(settings::SOUND) != 0,
        }
    }

    pub fn screen(&self, machine: &Machine) -> Screen {
        let state = usize::from(byte(machine, self.screen));
        SCREENS.get(state).copied().unwrap_or(Screen::Title)
    }

    /// The square under the cursor; none, or not a square, while it is hidden.
    pub fn cursor(&self, machine: &Machine) -> Option<u8> {
        on_board(byte(machine, self.marks + CURSOR))
    }

    /// The square of the piece that was picked up.
    pub fn chosen(&self, machine: &Machine) -> Option<u8> {
        on_board(byte(machine, self.marks + CHOSEN))
    }

    /// Cycles that the move may take; 0 is no limit.
    pub fn budget(&self, machine: &Machine) -> u32 {
        u32::from_le_bytes(std::array::from_fn(|index| {
            byte(machine, self.budget + index as u16)
        }))
    }
}

/// Are these bytes a position? Until the program has begun its first game they are what the machine was switched on with.
fn is_position(start: &[u8; START_LENGTH as usize]) -> bool {
    let squares = &start[..64];
    let is_of = |side: Side, code: u8| {
        KINDS
            .into_iter()
            .any(|kind| code == piece(side, kind).bits())
    };
    let has_one_king = |side: Side| {
        let king = piece(side, KING).bits();
        squares.iter().filter(|&&code| code == king).count() == 1
    };
    squares
        .iter()
        .all(|&code| code == EMPTY.bits() || is_of(WHITE, code) || is_of(BLACK, code))
        && has_one_king(WHITE)
        && has_one_king(BLACK)
        && start[usize::from(START_SIDE)] & OFF_BOARD == 0
        && start[usize::from(START_RIGHTS)] < 16
}

/// The bit that no square and no side has.
const OFF_BOARD: u8 = 0x08;

fn on_board(sq: u8) -> Option<u8> {
    (sq & 0x88 == 0).then_some(sq)
}

fn byte(machine: &Machine, address: u16) -> u8 {
    machine.ram()[usize::from(address)]
}

fn word(machine: &Machine, address: u16) -> u16 {
    u16::from_le_bytes([byte(machine, address), byte(machine, address + 1)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_a_machine_that_was_just_switched_on_are_no_position() {
        assert!(!is_position(&[0; START_LENGTH as usize]));
        assert!(!is_position(&[EMPTY.bits(); START_LENGTH as usize]));
        let mut kings = [EMPTY.bits(); START_LENGTH as usize];
        kings[4] = piece(BLACK, KING).bits();
        kings[60] = piece(WHITE, KING).bits();
        kings[usize::from(START_SIDE)] = WHITE.bit();
        kings[usize::from(START_RIGHTS)] = 0;
        assert!(is_position(&kings));
        kings[9] = 0xff;
        assert!(!is_position(&kings), "no piece has this code");
    }
}
