//! Where the program's cycles go while it thinks about the initial position: `profile PRG [SECONDS]`, on a PAL machine.
//!
//! Unlike a profile of the engine alone this one has the display, the clocks and the keyboard in it.

use std::path::Path;
use uci::clock::Rate;
use uci::image::Image;

const SETTING_UP: u64 = 20_000_000;

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (program, seconds) = match arguments.as_slice() {
        [program] => (program, 10),
        [program, seconds] => {
            let number = seconds.parse();
            (
                program,
                number.map_err(|_| format!("`{seconds}` is no number of seconds"))?,
            )
        }
        _ => return Err("usage: profile PRG [SECONDS]".into()),
    };
    let image = Image::read(Path::new(program))?;
    let at = image.addresses;
    let mut machine = image.boot(Rate::PAL.model)?;
    let fault = |fault: c64::Fault| fault.to_string();
    machine.call(at.new_game, SETTING_UP).map_err(fault)?;
    let cycles = u32::try_from(Rate::PAL.cycles(1000 * seconds)).map_err(|_| "too long")?;
    machine.poke(at.level, 7);
    machine.poke(at.depth_limit, 24);
    for (place, byte) in (at.cycle_limit..).zip(cycles.to_le_bytes()) {
        machine.poke(place, byte);
    }
    machine.start_profile();
    machine
        .call(at.think, 2 * u64::from(cycles) + SETTING_UP)
        .map_err(fault)?;
    if let Some(report) = machine.take_profile() {
        println!("{report}");
    }
    Ok(())
}
