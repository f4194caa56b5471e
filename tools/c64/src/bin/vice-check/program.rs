//! The chess program itself, played in VICE and in this crate's machine: the same keys, and at the end the same screen
//! and the same position.
//!
//! The computer plays as the Standard player, whose move depends on nothing but the position. The rows of the clocks are
//! not compared; the keys are pressed by the host there, so time passes differently.

use crate::emulator::Tools;
use crate::monitor::{Display, Monitor};
use c64::machine::sys_target;
use c64::screen::{COLUMNS, PALETTE, ROWS};
use c64::{Frame, Key, Machine, Model, Power, Roms, Symbols};
use std::path::Path;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(90);
const CYCLE_LIMIT: u64 = 200_000_000;

/// A key by its X11 name and by ours, and the text that shows its effect.
type Stroke = (&'static str, Key, &'static str);

/// Off the title, the Standard player chosen, then the move e2e4.
const STROKES: [Stroke; 12] = [
    ("space", Key::Space, "Your move"),
    ("F1", Key::F1, "Leave to BASIC"),
    ("l", Key::L, "Level 4"),
    ("l", Key::L, "Level 5"),
    ("l", Key::L, "Level 6"),
    ("l", Key::L, "Level 7"),
    ("l", Key::L, "Level Standard 1"),
    ("F1", Key::F1, "Your move"),
    ("e", Key::E, "Move: e-"),
    ("2", Key::Two, "Move: e2-"),
    ("e", Key::E, "Move: e2e-"),
    ("4", Key::Four, "1.e4"),
];

/// Where the first row of the move list and the message stand, and the first column behind White's move.
const MOVES_ROW: usize = 11;
const MESSAGE_ROW: usize = 23;
const REPLY_COLUMN: usize = 34;
const CLOCK_ROWS: [usize; 4] = [0, 1, 3, 4];
/// The spinner turns with the time.
const SPINNER: (usize, usize) = (MESSAGE_ROW, 39);

/// A screen as bytes: 25 rows of codes.
type Screen = Vec<u8>;

/// Plays on both sides and prints what agrees; whether all does. The picture of VICE is kept as a PNG.
pub fn check(tools: &Tools, program: &str, picture: &Path) -> Result<bool, String> {
    let prg = std::fs::read(program).map_err(|error| format!("{program}: {error}"))?;
    let labels = Path::new(program).with_extension("sym");
    let labels = std::fs::read_to_string(&labels)
        .map_err(|error| format!("{}: {error}", labels.display()))?;
    let symbols = Symbols::parse(&labels).map_err(|error| error.to_string())?;
    let board = symbols.address("Board88").ok_or("no symbol Board88")?;
    let image = tools.assemble("boot", &[("NTSC", 0)])?;

    let mut ours = boot_ours(&image, &prg)?;
    play_ours(&mut ours)?;
    let screen_at = screen_address(&ours);
    let theirs = play_theirs(tools, &prg, screen_at)?;
    save(&theirs.display, picture)?;

    let screens_differ = differing_cells(
        &screen(&theirs.ram, screen_at),
        &screen(ours.ram(), screen_at),
    );
    let position = |ram: &[u8]| ram[usize::from(board)..usize::from(board) + 128].to_vec();
    let same_position = position(&theirs.ram) == position(ours.ram());
    println!("the program, screen     cells differ {screens_differ:>28}");
    println!("the program, position   {same_position:>40}");
    println!("picture of VICE: {}", picture.display());
    Ok(screens_differ == 0 && same_position)
}

fn boot_ours(image: &[u8], prg: &[u8]) -> Result<Machine, String> {
    let kernal = image.try_into().map_err(|_| "the image has not 8 KB")?;
    let roms = Roms {
        kernal: Some(kernal),
        ..Roms::default()
    };
    let mut machine = Machine::with_roms(Model::Pal, Power::Pattern, roms);
    machine
        .run_to(crate::emulator::FINISH, CYCLE_LIMIT)
        .map_err(|fault| fault.to_string())?;
    machine.load_prg(prg)?;
    let mut registers = machine.registers();
    registers.pc = sys_target(prg)?;
    machine.set_registers(registers);
    Ok(machine)
}

fn play_ours(machine: &mut Machine) -> Result<(), String> {
    let wait = |machine: &mut Machine, text: &str| {
        machine
            .run_until_text(text, CYCLE_LIMIT)
            .map(drop)
            .map_err(|fault| format!("our machine: `{text}`: {fault}"))
    };
    let pause = |machine: &mut Machine| {
        machine
            .run_cycles(10 * Model::Pal.frame_cycles())
            .map(drop)
            .map_err(|fault| fault.to_string())
    };
    wait(machine, "Press a key")?;
    for (_, key, shown) in STROKES {
        machine.press(key);
        wait(machine, shown)?;
        machine.release(key);
        pause(machine)?;
    }
    let at = screen_address(machine);
    let start = machine.cycles();
    while !has_replied(&screen(machine.ram(), at)) {
        if machine.cycles() - start > CYCLE_LIMIT {
            return Err("our machine does not reply".to_string());
        }
        pause(machine)?;
    }
    pause(machine)
}

/// Where the VIC-II finds the screen.
fn screen_address(machine: &Machine) -> u16 {
    let bank = u16::from(!machine.peek(0xDD00) & 3) << 14;
    bank | u16::from(machine.peek(0xD018) & 0xF0) << 6
}

fn screen(ram: &[u8], at: u16) -> Screen {
    ram[usize::from(at)..usize::from(at) + COLUMNS * ROWS].to_vec()
}

/// The characters of the program's own set: small letters from 1 on, everything else as in ASCII.
pub fn text(screen: &[u8]) -> String {
    screen
        .iter()
        .map(|&code| match code {
            1..=26 => char::from(code + 0x60),
            32..=90 => char::from(code),
            _ => '#',
        })
        .collect()
}

fn has_replied(screen: &[u8]) -> bool {
    let reply = screen[MOVES_ROW * COLUMNS + REPLY_COLUMN];
    let message = text(&screen[MESSAGE_ROW * COLUMNS..(MESSAGE_ROW + 1) * COLUMNS]);
    reply != b' ' && message.contains("Your move")
}

fn differing_cells(theirs: &[u8], ours: &[u8]) -> usize {
    (0..COLUMNS * ROWS)
        .filter(|&cell| {
            let place = (cell / COLUMNS, cell % COLUMNS);
            let compared = place != SPINNER && !CLOCK_ROWS.contains(&place.0);
            let differs = compared && theirs[cell] != ours[cell];
            if differs {
                let (row, column) = place;
                println!(
                    "    row {row}, column {column}: VICE {}, ours {}",
                    theirs[cell], ours[cell]
                );
            }
            differs
        })
        .count()
}

struct Played {
    ram: Vec<u8>,
    display: Display,
}

fn play_theirs(tools: &Tools, prg: &[u8], screen_at: u16) -> Result<Played, String> {
    tools.with_emulator(|monitor| {
        let complain = |error: std::io::Error| format!("VICE: {error}");
        monitor.write(prg).map_err(complain)?;
        monitor
            .set_program_counter(sys_target(prg)?)
            .map_err(complain)?;
        monitor.resume().map_err(complain)?;
        wait_for(monitor, screen_at, "Press a key", |screen| {
            text(screen).contains("Press a key")
        })?;
        for (key, _, shown) in STROKES {
            tools.key("keydown", key).map_err(complain)?;
            wait_for(monitor, screen_at, shown, |screen| {
                text(screen).contains(shown)
            })?;
            tools.key("keyup", key).map_err(complain)?;
            std::thread::sleep(Duration::from_millis(300));
        }
        wait_for(monitor, screen_at, "a reply", has_replied)?;
        std::thread::sleep(Duration::from_millis(500));
        let ram = monitor.ram().map_err(complain)?;
        let display = monitor.display().map_err(complain)?;
        Ok(Played { ram, display })
    })
}

pub fn wait_for(
    monitor: &mut Monitor,
    screen_at: u16,
    what: &str,
    is_there: impl Fn(&[u8]) -> bool,
) -> Result<(), String> {
    let end = Instant::now() + PATIENCE;
    loop {
        let ram = monitor.ram().map_err(|error| format!("VICE: {error}"))?;
        let screen = screen(&ram, screen_at);
        monitor.resume().map_err(|error| format!("VICE: {error}"))?;
        if is_there(&screen) {
            return Ok(());
        }
        if Instant::now() > end {
            let rows: Vec<String> = screen.chunks(COLUMNS).map(text).collect();
            return Err(format!("VICE: `{what}` never came:\n{}", rows.join("\n")));
        }
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The visible part of VICE's frame as a PNG file.
fn save(display: &Display, path: &Path) -> Result<(), String> {
    let (width, height) = (Frame::WIDTH, 272);
    let left = crate::DISPLAY_COLUMN - 32;
    let top = crate::display_row(Model::Pal) - 35;
    let pixels: Vec<u8> = (0..height)
        .flat_map(|row| {
            let start = (top + row) * display.width + left;
            display.pixels[start..start + width].iter()
        })
        .flat_map(|&colour| PALETTE[usize::from(colour & 15)])
        .collect();
    let complain = |error: String| format!("{}: {error}", path.display());
    let file = std::fs::File::create(path).map_err(|error| complain(error.to_string()))?;
    let mut encoder = png::Encoder::new(file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&pixels))
        .map_err(|error| complain(error.to_string()))
}
