//! Writes a disk image: `d64 IMAGE.d64 TITLE NAME=FILE.prg NAME=FILE.seq …`; the ending of a file tells its kind.

use c64::d64::{Disk, Kind, files};
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: d64 IMAGE.d64 TITLE NAME=FILE.prg NAME=FILE.seq …";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("d64: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [image_file, title, entries @ ..] = arguments.as_slice() else {
        return Err(USAGE.to_string());
    };
    let mut disk = Disk::new(title, *b"64").map_err(|error| error.to_string())?;
    for entry in entries {
        let (name, file) = entry
            .split_once('=')
            .ok_or_else(|| format!("`{entry}` is not NAME=FILE; {USAGE}"))?;
        let kind = match Path::new(file)
            .extension()
            .and_then(|ending| ending.to_str())
        {
            Some("prg") => Kind::Prg,
            Some("seq") => Kind::Seq,
            _ => return Err(format!("`{file}` is neither .prg nor .seq; {USAGE}")),
        };
        let bytes = std::fs::read(file).map_err(|error| format!("cannot read {file}: {error}"))?;
        disk.add(name, kind, &bytes)
            .map_err(|error| format!("{file}: {error}"))?;
    }
    let image = disk.image();
    for file in files(&image).map_err(|error| error.to_string())? {
        println!("{:>6} bytes  {}", file.bytes.len(), file.name);
    }
    std::fs::write(image_file, image).map_err(|error| format!("cannot write {image_file}: {error}"))
}
