//! Plays a program of the emulated C64 in the terminal: `play FILE.prg [--ntsc] [--speed N] [--disk DIRECTORY]`.
//!
//! The machine runs at its own speed, or N times as fast. Keys go to its keyboard; Ctrl-C ends. What the program saves
//! goes to the directory as `NAME.seq`, and what is there it can load.

mod keys;
mod picture;
mod saves;

use c64::{Drive, Machine, Model, Power};
use crossterm::event::{self, Event, KeyEventKind};
use crossterm::{cursor, execute, terminal};
use std::io::{Write, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str = "usage: play FILE.prg [--ntsc] [--speed N] [--disk DIRECTORY]";

struct Options {
    file: String,
    disk: Option<String>,
    model: Model,
    speed: u32,
}

fn main() -> ExitCode {
    match options().and_then(|options| run(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("play: {message}");
            ExitCode::FAILURE
        }
    }
}

fn options() -> Result<Options, String> {
    let mut file = None;
    let mut disk = None;
    let mut model = Model::Pal;
    let mut speed = 1;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--disk" => {
                disk = Some(arguments.next().ok_or("--disk takes a directory")?);
            }
            "--ntsc" => model = Model::Ntsc,
            "--speed" => {
                let number = arguments.next().unwrap_or_default();
                speed = match number.parse() {
                    Ok(number @ 1..=100) => number,
                    _ => return Err(format!("--speed takes 1 to 100, not `{number}`; {USAGE}")),
                };
            }
            _ if argument.starts_with('-') || file.is_some() => {
                return Err(format!("`{argument}` is not understood; {USAGE}"));
            }
            _ => file = Some(argument),
        }
    }
    let file = file.ok_or(USAGE)?;
    Ok(Options {
        file,
        disk,
        model,
        speed,
    })
}

fn run(options: &Options) -> Result<(), String> {
    let prg = std::fs::read(&options.file)
        .map_err(|error| format!("cannot read {}: {error}", options.file))?;
    let mut drive = saves::load(options.disk.as_deref())?;
    let mut machine = Machine::new(options.model, Power::Noise(64));
    machine.load_prg(&prg)?;
    machine.start()?;
    let (columns, rows) = terminal::size().map_err(|error| format!("no terminal: {error}"))?;
    if columns < picture::COLUMNS || rows < picture::FEWEST_ROWS {
        return Err(format!(
            "the terminal is {columns} by {rows}, the picture needs {} by {}",
            picture::COLUMNS,
            picture::FEWEST_ROWS
        ));
    }
    terminal::enable_raw_mode().map_err(|error| error.to_string())?;
    let mut out = stdout();
    let shown = execute!(out, terminal::EnterAlternateScreen, cursor::Hide)
        .map_err(|error| error.to_string())
        .and_then(|()| play(&mut machine, &mut drive, rows, options));
    // The terminal is given back whatever happened.
    let _ = execute!(out, cursor::Show, terminal::LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
    saves::store(options.disk.as_deref(), &drive)?;
    shown
}

/// Frame by frame until Ctrl-C or until the program returns to BASIC.
fn play(
    machine: &mut Machine,
    drive: &mut Drive,
    rows: u16,
    options: &Options,
) -> Result<(), String> {
    let frame_time = Duration::from_micros(match options.model {
        Model::Pal => 19_950,
        Model::Ntsc => 16_715,
    });
    let mut keys = keys::Keys::default();
    let mut picture = picture::Picture::new(rows);
    let mut due = Instant::now();
    while !machine.has_ended() {
        while event::poll(Duration::ZERO).map_err(|error| error.to_string())? {
            let event = event::read().map_err(|error| error.to_string())?;
            if let Event::Key(key) = event
                && key.kind == KeyEventKind::Press
            {
                if keys::is_end(key) {
                    return Ok(());
                }
                keys.push(key);
            }
        }
        for _ in 1..options.speed {
            keys.frame(machine);
            drive
                .run(machine, options.model.frame_cycles())
                .map_err(|fault| fault.to_string())?;
        }
        keys.frame(machine);
        drive
            .run(machine, options.model.frame_cycles())
            .map_err(|fault| fault.to_string())?;
        let frame = machine.screenshot();
        let mut out = stdout();
        out.write_all(picture.update(machine, &frame).as_bytes())
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
