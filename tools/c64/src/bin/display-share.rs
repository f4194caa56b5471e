//! What the display costs the thinking engine: `display-share PROGRAM.prg`, with its symbols beside it.
//!
//! The program searches one position to a fixed depth twice, with the screen on and with it off; the difference are the
//! cycles that the VIC-II takes. Of the first search, the cycles that the interface takes from the search are counted, too,
//! with everything it calls: keyboard, clock and spinner every few nodes, the report of an iteration. Exits with 1 when the
//! display takes 6 % or the interface more than 1 %.

use c64::{Key, Machine, Model, Person, Power, Symbols};
use std::path::Path;
use std::process::ExitCode;

const DISPLAY_LIMIT: f64 = 6.0;
const INTERFACE_LIMIT: f64 = 1.0;
const DEPTH: u8 = 5;
const CYCLE_LIMIT: u64 = 2_000_000_000;
const CONTROL: u16 = 0xD011;
const SCREEN_ON: u8 = 0x1B;
const SCREEN_OFF: u8 = 0x0B;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program] = arguments.as_slice() else {
        eprintln!("usage: display-share PROGRAM.prg");
        return ExitCode::FAILURE;
    };
    match measure(program) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("display-share: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Prints the figures; an error if one is too high.
fn measure(program: &str) -> Result<(), String> {
    let read = |path: &Path| {
        std::fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    };
    let prg = read(Path::new(program))?;
    let labels = read(&Path::new(program).with_extension("sym"))?;
    let symbols =
        Symbols::parse(&String::from_utf8_lossy(&labels)).map_err(|error| error.to_string())?;
    let mut person = Person::start(&prg, Model::Pal, Power::Noise(64))?;
    person.machine.symbols = symbols;
    person.wait("Press a key")?;
    person.press(&[Key::Space])?;
    person.wait("Your move")?;
    person.run_seconds(1)?;
    let machine = &mut person.machine;

    // The first search of a position prepares its values; those that are compared find them ready.
    search(machine, SCREEN_ON)?;
    machine.start_profile();
    let lit = search(machine, SCREEN_ON)?;
    let report = machine.take_profile().ok_or("no profile")?;
    let dark = search(machine, SCREEN_OFF)?;
    let spent_in = |is_it: fn(&str) -> bool| -> u64 {
        let rows = report.rows.iter().filter(|row| is_it(&row.name));
        rows.map(|row| row.with_callees).sum()
    };
    let looks = spent_in(|name| name == "MoveNow");
    let reports = spent_in(|name| name.contains("thinking__report"));
    let percent = |cycles: u64| cycles as f64 * 100.0 / lit as f64;
    let display = percent(lit.saturating_sub(dark));
    println!("search to depth {DEPTH}, screen on   {lit:>12} cycles");
    println!("search to depth {DEPTH}, screen off  {dark:>12} cycles");
    println!("taken by the display         {display:>12.2} %");
    println!("clock, keys, spinner         {:>12.2} %", percent(looks));
    println!("reports of the search        {:>12.2} %", percent(reports));
    if display >= DISPLAY_LIMIT {
        return Err(format!("the display takes {DISPLAY_LIMIT} % or more"));
    }
    if looks == 0 || reports == 0 {
        return Err("the interface was not found in the profile".to_string());
    }
    if percent(looks + reports) > INTERFACE_LIMIT {
        return Err(format!("the interface takes more than {INTERFACE_LIMIT} %"));
    }
    Ok(())
}

/// Cycles of one search from the initial position.
fn search(machine: &mut Machine, control: u8) -> Result<u64, String> {
    machine.poke(CONTROL, control);
    machine.set_at("BridgeDepth", &[DEPTH])?;
    machine.set_at("BridgeLevel", &[5])?;
    machine.set_at("BridgeCycles", &[0; 4])?;
    let call = |machine: &mut Machine, name: &str| {
        let address = machine.address_of(name)?;
        machine
            .call(address, CYCLE_LIMIT)
            .map_err(|fault| format!("{name}: {fault}"))
    };
    call(machine, "BridgeNewGame")?;
    call(machine, "BridgeThink")
}
