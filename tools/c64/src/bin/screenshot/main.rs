//! Pictures of the chess program, taken while somebody plays it: `screenshot PROGRAM.prg DIRECTORY`.

mod shots;

use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: screenshot PROGRAM.prg DIRECTORY";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [program, directory] => take_all(program, Path::new(directory)),
        _ => Err(USAGE.to_string()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("screenshot: {message}");
            ExitCode::FAILURE
        }
    }
}

fn take_all(program: &str, directory: &Path) -> Result<(), String> {
    let prg = std::fs::read(program).map_err(|error| format!("cannot read {program}: {error}"))?;
    std::fs::create_dir_all(directory)
        .map_err(|error| format!("cannot make {}: {error}", directory.display()))?;
    shots::take_all(&prg, &mut |name, picture| {
        let path = directory.join(name).with_extension("png");
        std::fs::write(&path, picture.png())
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        println!("{}", path.display());
        Ok(())
    })
}
