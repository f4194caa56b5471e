//! A script of keys and cycles on the native machine: `web-native FILE.prg [PICTURE] < SCRIPT`, with the symbols beside the
//! program. Prints what the script answers; PICTURE gets the last frame, four bytes a pixel. With `--speed` instead of
//! PICTURE the time of the script and the emulated megahertz are printed.
//!
//! The page runs the same scripts, so that what a browser does can be compared with what a native machine does.

use c64::Model;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use web::console::Console;
use web::script;

const USAGE: &str = "usage: web-native FILE.prg [PICTURE | --speed] < SCRIPT";
/// RAM as the page switches it on in tests.
const SEED: u64 = 64;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [program] => outcome(run(program, None)),
        [program, last] => outcome(run(program, Some(last))),
        _ => outcome(Err(USAGE.to_string())),
    }
}

fn outcome(result: Result<(), String>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("web-native: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(program: &str, last: Option<&String>) -> Result<(), String> {
    let named = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let path = Path::new(program);
    let prg = std::fs::read(path).map_err(|error| named(path, error))?;
    let beside = path.with_extension("sym");
    let labels = std::fs::read_to_string(&beside).map_err(|error| named(&beside, error))?;
    let mut text = String::new();
    std::io::stdin()
        .read_to_string(&mut text)
        .map_err(|error| error.to_string())?;
    let mut console = Console::start(prg, &labels, Model::Pal, SEED)?;
    let began = Instant::now();
    print!("{}", script::run(&mut console, &labels, &text)?);
    match last.map(String::as_str) {
        None => {}
        Some("--speed") => {
            let seconds = began.elapsed().as_secs_f64();
            let megahertz = console.machine.cycles() as f64 / 1e6 / seconds;
            println!("{seconds:.3} s, {megahertz:.1} MHz");
        }
        Some(picture) => {
            let path = Path::new(picture);
            std::fs::write(path, console.picture()).map_err(|error| named(path, error))?;
        }
    }
    Ok(())
}
