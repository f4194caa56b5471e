//! VICE as the referee: runs small programs of ours in x64sc and in this crate's machine and compares them.
//!
//! Every byte of RAM must agree at the end, the pictures pixel by pixel, and the counted cycles within 0.1 %; where
//! interrupts go on after the end, only the picture counts. Prints one row for each figure and exits with 1 on a
//! difference; prints SKIPPED and the reason, and exits with 0, when VICE cannot be run.
//!
//! `vice-check [PROGRAM.prg PICTURE.png]`: with a program, that is played in both machines, too.
//! `vice-check cartridge IMAGE.crt`: a cartridge image instead, see `cartridge`.
//! `vice-check random [--first N] [--count N]`: random programs instead, see `random`.

mod cartridge;
mod cases;
mod emulator;
mod monitor;
mod program;
mod random;

use c64::{Frame, Machine, Model, Power, Roms};
use cases::{CYCLES, Case, Figure, Picture};
use emulator::{BASIC_BYTE, CHARACTER_BYTE, FINISH, Outcome, Run, Tools};
use monitor::Display;
use std::path::Path;
use std::process::ExitCode;

/// No program needs more; those that wait for keys are given them before they start.
const CYCLE_LIMIT: u64 = 20_000_000;
/// Cycle totals may differ by this part.
const TOLERANCE: f64 = 0.001;
/// RAM from here on is compared: the two cells below are the processor port.
const FIRST_CELL: usize = 2;

/// Where the 320×200 pixels of the display begin in a frame of VICE; what it says itself is some pixels off.
const DISPLAY_COLUMN: usize = 140;
const fn display_row(model: Model) -> usize {
    match model {
        Model::Pal => 50,
        Model::Ntsc => 31,
    }
}

fn main() -> ExitCode {
    let tools = match Tools::find() {
        Ok(tools) => tools,
        Err(reason) => {
            println!("SKIPPED: {reason}; VICE 3.7 comes from Debian's contrib: `make setup-vice`");
            return ExitCode::SUCCESS;
        }
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("random", options)) = arguments.split_first().map(|(a, b)| (a.as_str(), b)) {
        return try_random(&tools, options);
    }
    if let [command, image] = arguments.as_slice()
        && command == "cartridge"
    {
        return match cartridge::check(&tools, Path::new(image)) {
            Ok(()) => {
                println!("{image} starts in VICE");
                ExitCode::SUCCESS
            }
            Err(reason) => {
                println!("{image}: {reason}");
                ExitCode::FAILURE
            }
        };
    }
    println!(
        "{:<22} {:<5} {:<14} {:>11} {:>11} {:>9}",
        "case", "model", "figure", "VICE", "ours", "verdict"
    );
    let mut failures = 0;
    for case in cases::all() {
        match check(&tools, &case) {
            Ok(agree) => failures += usize::from(!agree),
            Err(reason) => {
                println!("{:<22} {reason}", case.name);
                failures += 1;
            }
        }
    }
    if let [program, picture] = arguments.as_slice() {
        match program::check(&tools, program, Path::new(picture)) {
            Ok(agree) => failures += usize::from(!agree),
            Err(reason) => {
                println!("the program: {reason}");
                failures += 1;
            }
        }
    } else if !arguments.is_empty() {
        eprintln!("usage: vice-check [PROGRAM.prg PICTURE.png]");
        return ExitCode::FAILURE;
    }
    if failures > 0 {
        println!("{failures} cases differ");
        return ExitCode::FAILURE;
    }
    println!("all cases agree");
    ExitCode::SUCCESS
}

/// Random programs, as many as the options say.
fn try_random(tools: &Tools, options: &[String]) -> ExitCode {
    let mut numbers = [0, random::IN_ONE_IMAGE];
    for pair in options.chunks(2) {
        let place = match pair[0].as_str() {
            "--first" => 0,
            "--count" => 1,
            other => {
                eprintln!("vice-check: `{other}`: --first or --count expected");
                return ExitCode::FAILURE;
            }
        };
        let Some(number) = pair.get(1).and_then(|text| text.parse().ok()) else {
            eprintln!("vice-check: {}: a number expected", pair[0]);
            return ExitCode::FAILURE;
        };
        numbers[place] = number;
    }
    match random::run(tools, numbers[0], numbers[1]) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("vice-check: {reason}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one case on both sides and prints its rows; whether they agree.
fn check(tools: &Tools, case: &Case) -> Result<bool, String> {
    let ntsc = case.model == Model::Ntsc;
    let defines = [case.defines, &[("NTSC", u8::from(ntsc))]].concat();
    let image = tools.assemble(case.program, &defines)?;
    let theirs = tools.run(Run {
        model: if ntsc { "ntsc" } else { "c64" },
        hands: case.hands,
        linger: case.picture == Picture::Live,
        typed: false,
        sound: case.sound,
    })?;
    let mut ours = run_ours(case, &image)?;
    let mut agree = true;
    for &figure in case.figures {
        let (vice, mine) = (value(&theirs.ram, figure), value(ours.ram(), figure));
        let good = if figure == CYCLES {
            vice.abs_diff(mine) as f64 <= vice as f64 * TOLERANCE
        } else {
            vice == mine
        };
        print_row(case, figure.0, vice, mine, good);
        agree &= good;
    }
    if case.picture != Picture::Live {
        agree &= compare_memory(case, &theirs, &ours);
    }
    let picture = match case.picture {
        Picture::Ignored => return Ok(agree),
        Picture::Still => ours.screenshot(),
        Picture::Live => live_picture(&mut ours)?,
    };
    agree &= compare_pictures(case, &theirs.display, &picture);
    Ok(agree)
}

fn run_ours(case: &Case, image: &[u8]) -> Result<Machine, String> {
    let mut machine = machine(image, case.model)?;
    case.keys.iter().for_each(|&key| machine.press(key));
    for (index, &stick) in case.sticks.iter().enumerate() {
        machine.set_joystick(index + 1, stick);
    }
    to_finish(machine)
}

/// An image without anybody at the machine.
fn run_image(image: &[u8], model: Model) -> Result<Machine, String> {
    to_finish(machine(image, model)?)
}

fn machine(image: &[u8], model: Model) -> Result<Machine, String> {
    let kernal = image.try_into().map_err(|_| "the image has not 8 KB")?;
    let roms = Roms {
        basic: Some(&[BASIC_BYTE; 0x2000]),
        characters: Some(&[CHARACTER_BYTE; 0x1000]),
        kernal: Some(kernal),
    };
    Ok(Machine::with_roms(model, Power::Pattern, roms))
}

fn to_finish(mut machine: Machine) -> Result<Machine, String> {
    machine
        .run_to(FINISH, CYCLE_LIMIT)
        .map_err(|fault| format!("our machine: {fault}"))?;
    Ok(machine)
}

/// The frame after the first: by then the interrupts have set everything up.
fn live_picture(machine: &mut Machine) -> Result<Frame, String> {
    let mut frame = || machine.next_frame().map_err(|fault| fault.to_string());
    frame()?;
    frame()
}

/// A figure as a number; the cycle count runs downwards from all ones.
fn value(ram: &[u8], (_, address, length): Figure) -> u64 {
    let bytes = &ram[usize::from(address)..][..length];
    let number = bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte));
    if address == CYCLES.1 {
        u64::from(u32::MAX) - number
    } else {
        number
    }
}

fn compare_memory(case: &Case, theirs: &Outcome, ours: &Machine) -> bool {
    let differing: Vec<usize> = (FIRST_CELL..0x1_0000)
        .filter(|&cell| theirs.ram[cell] != ours.ram()[cell])
        .collect();
    let good = differing.is_empty();
    print_row(case, "memory differs", 0, differing.len() as u64, good);
    for &cell in differing.iter().take(4) {
        println!(
            "    ${cell:04x}: VICE ${:02x}, ours ${:02x}",
            theirs.ram[cell],
            ours.ram()[cell]
        );
    }
    good
}

/// Compares VICE's picture with ours, display on display.
fn compare_pictures(case: &Case, theirs: &Display, ours: &Frame) -> bool {
    let (left, top) = ours.display();
    let start = (display_row(case.model) - top) * theirs.width + DISPLAY_COLUMN - left;
    let mut differing = 0;
    let mut first = None;
    for y in 0..ours.height {
        for x in 0..Frame::WIDTH {
            let vice = theirs.pixels[start + y * theirs.width + x];
            if vice != ours.pixel(x, y) {
                differing += 1;
                first.get_or_insert((x, y, vice, ours.pixel(x, y)));
            }
        }
    }
    print_row(case, "pixels differ", 0, differing, differing == 0);
    if let Some((x, y, vice, mine)) = first {
        println!("    first at {x},{y}: VICE colour {vice}, ours {mine}");
    }
    differing == 0
}

fn print_row(case: &Case, figure: &str, vice: u64, ours: u64, good: bool) {
    let model = match case.model {
        Model::Pal => "PAL",
        Model::Ntsc => "NTSC",
    };
    println!(
        "{:<22} {model:<5} {figure:<14} {vice:>11} {ours:>11} {:>9}",
        case.name,
        if good { "agree" } else { "DIFFER" }
    );
}
