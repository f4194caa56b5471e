//! What the screen shows: a frame of pixels, as RGB or PNG, and the 40×25 characters as text.
//!
//! [`Machine::screenshot`] draws the machine as it stands, without letting it run; [`Machine::next_frame`] lets it
//! run for a whole frame and sees what the program changes from line to line.

use crate::beam::{Beam, WIDTH};
use crate::board::Board;
use crate::burst::Stops;
use crate::core::Fault;
use crate::machine::Machine;
use crate::model::Model;
use crate::vic::{Change, POINTERS};

/// The cycles of a line at which its fetches are done and at which it is drawn.
const FETCHED: u64 = 16;
const DRAWN: u64 = 56;
/// An instruction that begins so many cycles before one of them, or earlier, ends before it unless the bus is taken from it.
const STOPPING: u64 = 20;

/// The first raster line of an unscrolled display of 25 rows.
const FIRST_DISPLAY_LINE: u16 = 51;
/// The first column of the display in a frame.
const DISPLAY_COLUMN: usize = 32;

/// Characters in a row.
pub const COLUMNS: usize = 40;
/// Rows of characters.
pub const ROWS: usize = 25;

/// The sixteen colours as red, green and blue, measured from a PAL machine's signal.
#[rustfmt::skip]
pub const PALETTE: [[u8; 3]; 16] = [
    [0x00, 0x00, 0x00], [0xFF, 0xFF, 0xFF], [0x68, 0x37, 0x2B], [0x70, 0xA4, 0xB2],
    [0x6F, 0x3D, 0x86], [0x58, 0x8D, 0x43], [0x35, 0x28, 0x79], [0xB8, 0xC7, 0x6F],
    [0x6F, 0x4F, 0x25], [0x43, 0x39, 0x00], [0x9A, 0x67, 0x59], [0x44, 0x44, 0x44],
    [0x6C, 0x6C, 0x6C], [0x9A, 0xD2, 0x84], [0x6C, 0x5E, 0xB5], [0x95, 0x95, 0x95],
];

/// A picture: one colour index a pixel.
#[derive(Clone, PartialEq, Eq)]
pub struct Frame {
    /// Rows of pixels.
    pub height: usize,
    display_row: usize,
    /// Row by row, each byte an index into [`PALETTE`].
    pub pixels: Vec<u8>,
}

impl Frame {
    /// Every frame is 384 pixels wide.
    pub const WIDTH: usize = WIDTH;

    fn new(model: Model) -> Frame {
        let (_, height) = visible_lines(model);
        Frame {
            height,
            display_row: display_origin(model).1,
            pixels: vec![0; WIDTH * height],
        }
    }

    /// Column and row at which the 320×200 pixels of the display begin.
    pub fn display(&self) -> (usize, usize) {
        (DISPLAY_COLUMN, self.display_row)
    }

    /// The colour index at column `x` of row `y`.
    pub fn pixel(&self, x: usize, y: usize) -> u8 {
        self.pixels[y * WIDTH + x]
    }

    /// Three bytes a pixel.
    pub fn rgb(&self) -> Vec<u8> {
        self.pixels
            .iter()
            .flat_map(|&colour| PALETTE[usize::from(colour)])
            .collect()
    }

    /// The picture as a PNG file.
    #[cfg(feature = "png")]
    pub fn png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, WIDTH as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&self.rgb()))
            .expect("writing to memory does not fail, and the sizes agree");
        file
    }

    fn line_mut(&mut self, model: Model, raster: u16) -> Option<&mut [u8]> {
        let (first, height) = visible_lines(model);
        let row = (raster + model.lines() - first) % model.lines();
        let row = usize::from(row);
        (row < height).then(|| &mut self.pixels[row * WIDTH..(row + 1) * WIDTH])
    }
}

/// Column and row of a frame at which the 320×200 pixels of the display begin.
pub const fn display_origin(model: Model) -> (usize, usize) {
    let (first, _) = visible_lines(model);
    (DISPLAY_COLUMN, (FIRST_DISPLAY_LINE - first) as usize)
}

/// The raster line of the first row drawn, and how many rows there are.
const fn visible_lines(model: Model) -> (u16, usize) {
    match model {
        Model::Pal => (16, 272),
        Model::Ntsc => (28, 247),
    }
}

impl Machine {
    /// The picture of the machine as it stands. Colours, modes and pointers change in it where they did in the frame before.
    pub fn screenshot(&self) -> Frame {
        let mut still = Still::new(self.cpu.memory.clone(), self.cpu.cycles);
        draw_frame(&mut still).expect("a board without a processor has no faults")
    }

    /// Runs to the next start of a frame, then for one frame, and returns its picture.
    pub fn next_frame(&mut self) -> Result<Frame, Fault> {
        draw_frame(self)
    }

    /// The character cells as text: 25 rows of 40, each ended by a line feed.
    pub fn screen_text(&self) -> String {
        let board = &self.cpu.memory;
        let matrix = u16::from(board.vic.registers[POINTERS] & 0xF0) << 6;
        let lower_case = board.vic.registers[POINTERS] & 2 != 0;
        let mut text = String::with_capacity((COLUMNS + 1) * ROWS);
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let cell = (row * COLUMNS + column) as u16;
                let code = board.banks.video_read(board.video_base(), matrix | cell);
                text.push(character(code, lower_case));
            }
            text.push('\n');
        }
        text
    }

    /// Row `row` of the screen, without the blanks at its end.
    pub fn screen_row(&self, row: usize) -> String {
        let text = self.screen_text();
        text.lines().nth(row).unwrap_or("").trim_end().to_string()
    }
}

/// A board in time: with a processor running on it, or without.
trait Film {
    fn board(&self) -> &Board;

    /// Goes on to `cycle` or somewhat after it.
    fn go_to(&mut self, cycle: u64) -> Result<(), Fault>;

    /// The same where the processor may be stopped over a whole line. It changes nothing meanwhile, so `before` tells how that line
    /// looks: the board as the instruction found it.
    fn go_on_to(&mut self, cycle: u64, before: &mut Option<Board>) -> Result<(), Fault>;
}

impl Film for Machine {
    fn board(&self) -> &Board {
        &self.cpu.memory
    }

    fn go_to(&mut self, cycle: u64) -> Result<(), Fault> {
        self.run_to_stop(cycle, Stops::on_return())?;
        self.cpu.memory.advance(self.cpu.cycles.max(cycle));
        Ok(())
    }

    fn go_on_to(&mut self, cycle: u64, before: &mut Option<Board>) -> Result<(), Fault> {
        if !self.board().vic.may_stop_over_next_line() {
            return self.go_to(cycle);
        }
        while self.cpu.cycles < cycle {
            if cycle - self.cpu.cycles < STOPPING {
                *before = Some(self.cpu.memory.clone());
            }
            self.run_to_stop(self.cpu.cycles + 1, Stops::on_return())?;
        }
        self.cpu.memory.advance(self.cpu.cycles);
        Ok(())
    }
}

/// A board on which nothing runs, but for the changes of the last frame, which are made once more.
struct Still {
    board: Board,
    /// To be made, the next one last.
    changes: Vec<Change>,
}

impl Still {
    fn new(board: Board, now: u64) -> Still {
        // A frame may begin up to a frame later, so it takes two frames until it is drawn.
        let frame = board.vic.model().frame_cycles();
        let later = |frames: u64| {
            let changes = board.vic.changes(now);
            changes.map(move |change| Change {
                cycle: change.cycle + frames * frame,
                ..change
            })
        };
        let mut changes: Vec<Change> = later(1).chain(later(2)).collect();
        changes.reverse();
        Still { board, changes }
    }

    fn without_changes(board: Board) -> Still {
        Still {
            board,
            changes: Vec::new(),
        }
    }
}

impl Film for Still {
    fn board(&self) -> &Board {
        &self.board
    }

    fn go_to(&mut self, cycle: u64) -> Result<(), Fault> {
        while let Some(change) = self.changes.pop_if(|change| change.cycle <= cycle) {
            self.board.vic.registers[usize::from(change.register)] = change.value;
        }
        self.board.advance(cycle);
        Ok(())
    }

    fn go_on_to(&mut self, cycle: u64, _: &mut Option<Board>) -> Result<(), Fault> {
        self.go_to(cycle)
    }
}

/// Draws the line at whose fetches the film stands.
fn draw_line(
    film: &mut impl Film,
    beam: &mut Beam,
    line: &mut [u8],
    before: &mut Option<Board>,
) -> Result<(), Fault> {
    let vic = &film.board().vic;
    let start = vic.next_line_start() - vic.model().cycles_per_line();
    beam.fetch(film.board());
    film.go_on_to(start + DRAWN, before)?;
    beam.draw(film.board(), line);
    Ok(())
}

/// Goes to the next frame and through it, drawing line by line.
fn draw_frame(film: &mut impl Film) -> Result<Frame, Fault> {
    let model = film.board().vic.model();
    let mut frame = Frame::new(model);
    let mut beam = Beam::new();
    let mut unseen = [0; WIDTH];
    loop {
        film.go_to(film.board().vic.next_line_start() + FETCHED)?;
        if film.board().vic.raster == 0 {
            break;
        }
    }
    let mut drawn = 0;
    while drawn < model.lines() {
        let raster = film.board().vic.raster;
        let next = film.board().vic.next_line_start();
        let mut before = None;
        let line = frame.line_mut(model, raster).unwrap_or(&mut unseen);
        draw_line(film, &mut beam, line, &mut before)?;
        film.go_on_to(next + FETCHED, &mut before)?;
        drawn += 1;
        if film.board().vic.raster != (raster + 1) % model.lines()
            && let Some(board) = before
        {
            let mut still = Still::without_changes(board);
            still.go_to(next + FETCHED)?;
            let line = frame.line_mut(model, raster + 1);
            let line = line.unwrap_or(&mut unseen);
            draw_line(&mut still, &mut beam, line, &mut None)?;
            drawn += 1;
        }
    }
    Ok(frame)
}

/// The character of a screen code, reversed or not; block graphics are shown as `#`, a filled cell as `█`.
fn character(code: u8, lower_case: bool) -> char {
    match code & 0x7F {
        0x20 if code & 0x80 != 0 => '█',
        0x00 => '@',
        letter @ 0x01..=0x1A if lower_case => char::from(letter + 0x60),
        letter @ 0x01..=0x1A => char::from(letter + 0x40),
        0x1B => '[',
        0x1C => '£',
        0x1D => ']',
        0x1E => '↑',
        0x1F => '←',
        plain @ 0x20..=0x3F => char::from(plain),
        letter @ 0x41..=0x5A if lower_case => char::from(letter),
        0x60 => ' ',
        _ => '#',
    }
}
