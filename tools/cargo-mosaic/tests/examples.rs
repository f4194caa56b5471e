//! Every example of `tools/mosaic/examples` runs on the emulated C64, and its picture is compared with the committed one,
//! which the gallery shows too. `BLESS=1` writes the pictures anew.

use c64::{Frame, Joystick, Model, screen::PALETTE};
use cargo_mosaic::compile::{self, Choices};
use cargo_mosaic::computer::Computer;
use cargo_mosaic::project::Project;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Compiles an example with the checker on, and starts it.
fn start(name: &str) -> Computer {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    let choices = Choices {
        check: true,
        cache: Some(target.join("mosaic")),
        ..Choices::default()
    };
    let project = Project::open(&root().join("tools/mosaic/examples").join(name)).unwrap();
    let compiled = compile::compile(&project, &choices).unwrap_or_else(|error| panic!("{error}"));
    Computer::start(&compiled.image.prg, Model::Pal).unwrap()
}

/// How many pictures are looked at: a few more or less frames go by when the compiler gets better.
const PATIENCE: usize = 40;

/// The picture must be that of one of the next frames.
fn compare(computer: &mut Computer, name: &str) {
    assert!(is_seen(computer, name), "{}", complaint(name));
}

fn complaint(name: &str) -> String {
    let file = picture(name);
    format!(
        "{name} never looks like {}; with BLESS=1 it shows what it looks like",
        file.display()
    )
}

fn picture(name: &str) -> PathBuf {
    root().join(format!("tools/mosaic/examples/pictures/{name}.png"))
}

/// Is the picture that of one of the next frames?
fn is_seen(computer: &mut Computer, name: &str) -> bool {
    let file = picture(name);
    if std::env::var_os("BLESS").is_some() {
        computer.run_frames(PATIENCE as u64 / 2).unwrap();
        let frame = computer.machine.next_frame().unwrap();
        std::fs::write(&file, png_of(&frame)).unwrap();
        return true;
    }
    let expected = std::fs::read(&file).unwrap_or_else(|_| panic!("{} is missing", file.display()));
    let expected = pixels(&expected);
    (0..PATIENCE).any(|_| computer.machine.next_frame().unwrap().pixels == expected)
}

/// A PNG of four bits a pixel: a tenth of the size of one in RGB.
fn png_of(frame: &Frame) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, Frame::WIDTH as u32, frame.height as u32);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Four);
    encoder.set_palette(PALETTE.concat());
    encoder.set_compression(png::Compression::High);
    let packed: Vec<u8> = frame
        .pixels
        .chunks_exact(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect();
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&packed))
        .unwrap();
    file
}

/// The colour numbers of such a file.
fn pixels(file: &[u8]) -> Vec<u8> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::IDENTITY);
    let mut reader = decoder.read_info().unwrap();
    let mut packed = vec![0; reader.output_buffer_size().unwrap()];
    let used = reader.next_frame(&mut packed).unwrap().buffer_size();
    let packed = packed[..used].iter();
    packed.flat_map(|byte| [byte >> 4, byte & 15]).collect()
}

/// Runs an example for so many frames and compares its picture.
fn after(name: &str, frames: u64) {
    // A picture takes the rest of a frame and a whole one, so a run sees every second frame: the other run sees the others.
    let is_seen = [false, true].into_iter().any(|others| {
        let mut computer = start(name);
        computer.run_frames(frames).unwrap();
        if others {
            computer.machine.next_frame().unwrap();
            computer.run_frames(1).unwrap();
        }
        is_seen(&mut computer, name)
    });
    assert!(is_seen, "{}", complaint(name));
}

#[test]
fn hello_formats_numbers() {
    after("hello", 10);
}

#[test]
fn border_changes_its_colours_down_the_frame() {
    after("border", 20);
}

#[test]
fn sprites_move_on_a_circle() {
    after("sprites", 40);
}

#[test]
fn raster_interrupts_the_program() {
    after("raster", 60);
}

#[test]
fn tune_plays_in_two_voices() {
    after("tune", 700);
}

#[test]
fn charset_moves_the_water() {
    after("charset", 60);
}

#[test]
fn plasma_fills_the_screen() {
    after("plasma", 100);
}

/// The border turns green when the curve is complete.
#[test]
fn sine_is_drawn_with_floats() {
    after("sine", 4000);
}

#[test]
fn joystick_moves_the_sprite() {
    let mut computer = start("joystick");
    computer.run_frames(20).unwrap();
    let stick = Joystick {
        right: true,
        down: true,
        ..Joystick::default()
    };
    computer.machine.set_joystick(2, stick);
    // Into the corner.
    computer.run_frames(70).unwrap();
    compare(&mut computer, "joystick");
}

#[test]
fn directory_lists_the_files() {
    let mut computer = start("directory");
    for (name, bytes) in [("LETTER", 1000), ("SCORES", 12), ("NOVEL", 40_000)] {
        computer.drive.files.insert(name.into(), vec![0; bytes]);
    }
    computer.run_frames(30).unwrap();
    compare(&mut computer, "directory");
}

#[test]
fn tree_counts_words() {
    after("tree", 60);
}

/// Steers the snake when its head comes to a cell.
fn steer(computer: &mut Computer, (row, column): (usize, usize), stick: Joystick) {
    const SCREEN: usize = 0x0400;
    const BODY: u8 = 0x51;
    let cell = SCREEN + 40 * row + column;
    for _ in 0..500 {
        if computer.machine.ram()[cell] == BODY {
            return computer.machine.set_joystick(2, stick);
        }
        computer.run_frames(1).unwrap();
    }
    panic!("the snake never came to row {row}, column {column}");
}

#[test]
fn snake_eats_and_grows() {
    let mut computer = start("snake");
    let up = Joystick {
        up: true,
        ..Joystick::default()
    };
    let left = Joystick {
        left: true,
        ..Joystick::default()
    };
    steer(&mut computer, (12, 32), up);
    steer(&mut computer, (2, 32), left);
    steer(&mut computer, (2, 24), left);
    compare(&mut computer, "snake");
}
