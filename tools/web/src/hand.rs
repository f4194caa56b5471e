//! What a visitor does with mouse, finger and buttons, turned into the program's own keys.
//!
//! A square is reached with the cursor keys and chosen with RETURN, as a person at the machine would do it, only faster:
//! the machine runs ahead while this happens, and every key is held until its effect can be seen in memory. The program
//! decides what the choice means and says so on its screen.

use crate::console::Console;
use crate::memory::Screen;
use crate::story::{self, Given};
use c64::Key;
use c64::d64::{self, Disk, Kind};

/// Frames that a key is held at most: for an effect that comes for certain, once the program has drawn what it draws; for
/// one that may not come; for none. And frames without a key after it.
const PATIENCE: u64 = 150;
const DOUBT: u64 = 12;
const HELD: u64 = 4;
const APART: u64 = 3;
/// Frames without a change after which nothing is being drawn, and frames until then at most.
const STILL: u32 = 5;
const SETTLE_PATIENCE: u32 = 150;
/// Frames until the program has loaded or saved a long game.
const DISK_PATIENCE: u64 = 6_000;
/// A search notices a key within a few nodes.
const HALT_PATIENCE: u64 = 150;
/// No square is further from the cursor; the cursor goes around the edges.
const MOST_STEPS: usize = 12;
const LONGEST_NAME: usize = 12;
/// The file through which games come from the page.
const PASSAGE: &str = "PAGE";

/// Cells of the board on the screen: a square is three by three, the ranks' digits stand left of it.
const BOARD_COLUMN: usize = 1;
const SQUARE_CELLS: usize = 3;
const CELL: usize = 8;
/// Columns of the menu's letters.
const MENU_COLUMNS: [usize; 2] = [1, 21];

/// A button of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    NewGame,
    TakeBack,
    Hint,
    Flip,
    MoveNow,
    Menu,
    Stop,
    SwapSides,
    StepBack,
    StepOn,
}

const COMMANDS: [Command; 10] = [
    Command::NewGame,
    Command::TakeBack,
    Command::Hint,
    Command::Flip,
    Command::MoveNow,
    Command::Menu,
    Command::Stop,
    Command::SwapSides,
    Command::StepBack,
    Command::StepOn,
];

impl Command {
    pub fn numbered(number: u32) -> Option<Command> {
        COMMANDS.get(number as usize).copied()
    }
}

/// Where a finger came down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Touch {
    /// The piece that was picked up, or was already.
    lifted: Option<u8>,
    /// It was up before: a second touch puts it down.
    again: bool,
}

impl Touch {
    /// The square of the piece that is up.
    pub fn lifted(self) -> Option<u8> {
        self.lifted
    }
}

impl Console {
    /// The square at a pixel of the picture.
    pub fn square_at(&self, x: usize, y: usize) -> Option<u8> {
        let (column, row) = self.cell_at(x, y)?;
        let file = column.checked_sub(BOARD_COLUMN)? / SQUARE_CELLS;
        let row = row / SQUARE_CELLS;
        let place = (file < 8 && row < 8).then_some((row << 4 | file) as u8)?;
        Some(self.turned(place))
    }

    /// Column and row of the character at a pixel of the picture.
    fn cell_at(&self, x: usize, y: usize) -> Option<(usize, usize)> {
        let (left, top) = c64::screen::display_origin(self.machine.model());
        let column = x.checked_sub(left)? / CELL;
        let row = y.checked_sub(top)? / CELL;
        (column < 40 && row < 25).then_some((column, row))
    }

    /// A square as its place on the screen, or a place as its square.
    fn turned(&self, sq: u8) -> u8 {
        if self.settings().flipped {
            sq ^ 0x77
        } else {
            sq
        }
    }

    /// A finger or the mouse's button goes down at a pixel.
    pub fn touch(&mut self, x: usize, y: usize) -> Result<Touch, String> {
        match self.screen() {
            Screen::Board if self.is_thinking() => return Ok(Touch::default()),
            Screen::Board => {
                if let Some(sq) = self.square_at(x, y) {
                    return self.touch_square(sq);
                }
            }
            Screen::SetUp => {
                if let Some(sq) = self.square_at(x, y) {
                    self.choose(sq)?;
                }
            }
            Screen::Menu => self.touch_menu(x, y)?,
            Screen::Title | Screen::Help => self.tap(&[Key::Return])?,
            Screen::Promotion | Screen::Filing | Screen::Leaving => {}
        }
        Ok(Touch::default())
    }

    fn touch_square(&mut self, sq: u8) -> Result<Touch, String> {
        let again = self.memory.chosen(&self.machine) == Some(sq);
        if !again {
            self.choose(sq)?;
        }
        let lifted = self.memory.chosen(&self.machine).filter(|&up| up == sq);
        Ok(Touch { lifted, again })
    }

    /// It comes up again, perhaps somewhere else.
    pub fn lift(&mut self, touch: Touch, x: usize, y: usize) -> Result<(), String> {
        let Some(from) = touch.lifted else {
            return Ok(());
        };
        if self.screen() != Screen::Board || self.is_thinking() {
            return Ok(());
        }
        match self.square_at(x, y) {
            Some(to) if to != from || touch.again => self.choose(to),
            _ => Ok(()),
        }
    }

    /// The letter of the menu's line under the finger.
    fn touch_menu(&mut self, x: usize, y: usize) -> Result<(), String> {
        let Some((column, row)) = self.cell_at(x, y) else {
            return Ok(());
        };
        let at = MENU_COLUMNS[usize::from(column >= MENU_COLUMNS[1])];
        let letter = self.machine.screen_row(row).chars().nth(at);
        match letter.and_then(|letter| Key::typing(letter.to_ascii_lowercase())) {
            Some(keys) if keys != [Key::Space] => self.tap(&keys),
            _ => Ok(()),
        }
    }

    /// Brings the cursor to a square and presses RETURN.
    pub fn choose(&mut self, sq: u8) -> Result<(), String> {
        self.move_cursor(sq)?;
        // A refusal shows in none of these: then the key is held as long as a patient hand would.
        let seen = |console: &Console| {
            let (memory, machine) = (console.memory, &console.machine);
            (
                memory.chosen(machine),
                memory.played(machine),
                console.screen(),
            )
        };
        let before = seen(self);
        self.hold_for(&[Key::Return], DOUBT, |console| seen(console) != before)
    }

    fn move_cursor(&mut self, sq: u8) -> Result<(), String> {
        for _ in 0..MOST_STEPS {
            let at = self.memory.cursor(&self.machine);
            if at == Some(sq) {
                return Ok(());
            }
            let keys = match at {
                Some(at) => step_towards(self.turned(at), self.turned(sq)),
                None => vec![Key::CursorRight],
            };
            self.hold(&keys, |console| {
                console.memory.cursor(&console.machine) != at
            })?;
        }
        Err("the program's cursor does not move".to_string())
    }

    /// Holds keys until their effect is seen.
    fn hold(&mut self, keys: &[Key], done: impl Fn(&Console) -> bool) -> Result<(), String> {
        self.hold_for(keys, PATIENCE, done)
    }

    fn hold_for(
        &mut self,
        keys: &[Key],
        frames: u64,
        done: impl Fn(&Console) -> bool,
    ) -> Result<(), String> {
        self.strokes.clear(&mut self.machine);
        keys.iter().for_each(|&key| self.machine.press(key));
        for _ in 0..frames {
            self.run_frames(1)?;
            if done(self) {
                break;
            }
        }
        keys.iter().for_each(|&key| self.machine.release(key));
        self.run_frames(APART)
    }

    /// Presses keys for a moment.
    pub fn tap(&mut self, keys: &[Key]) -> Result<(), String> {
        self.hold_for(keys, HELD, |_| false)
    }

    fn type_text(&mut self, text: &str) -> Result<(), String> {
        for character in text.chars() {
            let keys =
                Key::typing(character).ok_or_else(|| format!("no key types `{character}`"))?;
            self.tap(&keys)?;
        }
        Ok(())
    }

    /// Lets the program finish drawing: until its screen stays as it is, or it thinks.
    fn settle(&mut self) -> Result<(), String> {
        let mut before = String::new();
        let mut still = 0;
        for _ in 0..SETTLE_PATIENCE {
            if still == STILL || self.is_thinking() {
                break;
            }
            let now = self.machine.screen_text();
            still = if now == before { still + 1 } else { 0 };
            before = now;
            self.run_frames(1)?;
        }
        Ok(())
    }

    /// The piece that a pawn becomes, by its letter.
    pub fn promote(&mut self, letter: char) -> Result<(), String> {
        if self.screen() == Screen::Promotion {
            self.type_text(&letter.to_string())?;
        }
        Ok(())
    }

    /// Ends a search without a move. Returns whether there was one.
    fn halt(&mut self) -> Result<bool, String> {
        let was_thinking = self.is_thinking();
        if was_thinking {
            self.hold_for(&[Key::RunStop], HALT_PATIENCE, |console| {
                !console.is_thinking()
            })?;
            self.settle()?;
        }
        Ok(was_thinking)
    }

    /// Leaves whatever is on the screen for the board.
    fn leave_for_board(&mut self) -> Result<(), String> {
        for _ in 0..4 {
            let leaves = match self.screen() {
                Screen::Board => return Ok(()),
                Screen::Title | Screen::Help => Key::Return,
                Screen::Leaving => break,
                _ => Key::RunStop,
            };
            self.hold(&[leaves], |console| console.screen() == Screen::Board)?;
            self.settle()?;
        }
        match self.screen() {
            Screen::Board => Ok(()),
            _ => Err("the program does not show its board".to_string()),
        }
    }

    /// A button.
    pub fn command(&mut self, command: Command) -> Result<(), String> {
        self.settle()?;
        self.press_button(command)?;
        self.settle()
    }

    fn press_button(&mut self, command: Command) -> Result<(), String> {
        if matches!(command, Command::Menu | Command::Stop) {
            let key = [Key::F1, Key::RunStop][usize::from(command == Command::Stop)];
            return self.tap(&[key]);
        }
        self.leave_for_board()?;
        if command == Command::MoveNow {
            return self.tap(&[Key::Space]);
        }
        let was_thinking = self.halt()?;
        match command {
            Command::NewGame => self.new_game(),
            Command::TakeBack => self.tap(&[Key::F3]),
            Command::Hint if was_thinking => self.tap(&[Key::Space]),
            Command::Hint => self.tap(&[Key::F5]),
            Command::Flip => self.in_between(was_thinking, |console| console.type_text("v")),
            Command::SwapSides => self.type_text("x"),
            Command::StepBack => self.type_text(","),
            Command::StepOn => self.type_text("."),
            Command::MoveNow | Command::Menu | Command::Stop => Ok(()),
        }
    }

    /// Does something for which the search had to be halted, and lets the computer go on.
    fn in_between(
        &mut self,
        was_thinking: bool,
        act: impl FnOnce(&mut Console) -> Result<(), String>,
    ) -> Result<(), String> {
        act(self)?;
        if was_thinking {
            self.tap(&[Key::Space])?;
        }
        Ok(())
    }

    /// The program asks again before it throws a game away.
    fn new_game(&mut self) -> Result<(), String> {
        for _ in 0..2 {
            self.type_text("n")?;
            let fresh = |record: crate::memory::Record| record.moves.is_empty();
            if self.memory.record(&self.machine).is_some_and(fresh) {
                break;
            }
        }
        Ok(())
    }

    /// Sets the level, 1 to 7, in the menu.
    pub fn set_level(&mut self, level: u8) -> Result<(), String> {
        self.leave_for_board()?;
        let was_thinking = self.halt()?;
        let digit = char::from(b'0' + level.clamp(1, 7));
        self.hold(&[Key::F1], |console| console.screen() == Screen::Menu)?;
        self.type_text(&digit.to_string())?;
        self.hold(&[Key::F1], |console| console.screen() == Screen::Board)?;
        self.settle()?;
        self.in_between(was_thinking, |_| Ok(()))
    }

    /// Continues a game from outside: through a file that the program loads and checks.
    pub fn load_game(&mut self, given: &Given) -> Result<(), String> {
        let file = story::archive_of(given, self.settings())?;
        self.drive.files.insert(PASSAGE.to_string(), file);
        let loaded = self.load(PASSAGE);
        self.drive.files.remove(PASSAGE);
        loaded?;
        let black_to_move = !story::white_to_move(given);
        if self.settings().flipped != black_to_move {
            self.type_text("v")?;
            self.settle()?;
        }
        Ok(())
    }

    /// Has the program load a file of its disk.
    pub fn load(&mut self, name: &str) -> Result<(), String> {
        self.file("G", name)
    }

    /// Has the program save the game to its disk.
    pub fn save(&mut self, name: &str) -> Result<(), String> {
        self.file("W", name)
    }

    /// An error is what the program says.
    fn file(&mut self, command: &str, name: &str) -> Result<(), String> {
        let allowed = |character: char| character.is_ascii_alphanumeric();
        if name.is_empty() || name.len() > LONGEST_NAME || !name.chars().all(allowed) {
            return Err(format!(
                "`{name}` is no name for a game: 1 to {LONGEST_NAME} letters and digits"
            ));
        }
        self.leave_for_board()?;
        self.halt()?;
        self.type_text(command)?;
        self.settle()?;
        if self.screen() != Screen::Filing {
            return Err("the program does not ask for a file".to_string());
        }
        for _ in 0..LONGEST_NAME {
            self.tap(&[Key::Delete])?;
        }
        self.type_text(&name.to_ascii_lowercase())?;
        self.hold_for(&[Key::Return], DISK_PATIENCE, |console| {
            console.screen() == Screen::Board
        })?;
        self.settle()?;
        let said = self.message();
        if ["Saved", "Loaded"]
            .iter()
            .any(|good| said.starts_with(good))
        {
            Ok(())
        } else {
            Err(format!("The program says: {said}"))
        }
    }

    /// A disk with the program and the saved games, as a drive or an emulator reads it.
    pub fn disk_image(&self) -> Result<Vec<u8>, String> {
        let fault = |error: d64::Error| error.to_string();
        let mut disk = Disk::new("64 squares", *b"64").map_err(fault)?;
        disk.add("64squares", Kind::Prg, self.prg())
            .map_err(fault)?;
        for (name, bytes) in &self.drive.files {
            let name = name.to_ascii_lowercase();
            disk.add(&name, Kind::Seq, bytes).map_err(fault)?;
        }
        Ok(disk.image())
    }
}

/// The cursor key for the next step from one place of the screen to another, around the edge where that is shorter.
fn step_towards(at: u8, to: u8) -> Vec<Key> {
    let right = to.wrapping_sub(at) & 7;
    let down = (to >> 4).wrapping_sub(at >> 4) & 7;
    match (right, down) {
        (1..=4, _) => vec![Key::CursorRight],
        (5..=7, _) => vec![Key::LeftShift, Key::CursorRight],
        (_, 1..=4) => vec![Key::CursorDown],
        _ => vec![Key::LeftShift, Key::CursorDown],
    }
}
