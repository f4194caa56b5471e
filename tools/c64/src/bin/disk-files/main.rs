//! The files of the disk image beside the program: `disk-files PROGRAM.prg DIRECTORY`.
//!
//! The manual becomes a BASIC program. Games and problems are saved by the chess program itself: somebody plays them or sets
//! them up on the emulated machine. Prints `NAME=FILE` of each for `d64`.

mod games;
mod manual;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: disk-files PROGRAM.prg DIRECTORY";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [program, directory] => write_all(program, Path::new(directory)),
        _ => Err(USAGE.to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("disk-files: {message}");
            ExitCode::FAILURE
        }
    }
}

fn write_all(program: &str, directory: &Path) -> Result<(), String> {
    let prg = std::fs::read(program).map_err(|error| format!("cannot read {program}: {error}"))?;
    std::fs::create_dir_all(directory)
        .map_err(|error| format!("cannot make {}: {error}", directory.display()))?;
    let write = |name: &str, ending: &str, bytes: &[u8]| {
        let path = directory.join(name).with_extension(ending);
        println!("{name}={}", path.display());
        std::fs::write(&path, bytes)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))
    };
    write("manual", "prg", &manual::program(manual::TEXT))?;
    for (name, bytes) in games::save_all(&prg)? {
        write(&name, "seq", &bytes)?;
    }
    Ok(())
}
