//! Writes an EasyFlash cartridge image: `crt IMAGE.crt NAME BOOT.bin PROGRAM.prg`.

use std::process::ExitCode;

const USAGE: &str = "usage: crt IMAGE.crt NAME BOOT.bin PROGRAM.prg";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("crt: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [image_file, name, boot, program] = arguments.as_slice() else {
        return Err(USAGE.to_string());
    };
    let read =
        |file: &str| std::fs::read(file).map_err(|error| format!("cannot read {file}: {error}"));
    let image = c64::crt::image(name, &read(boot)?, &read(program)?)?;
    println!("{:>6} bytes  {image_file}", image.len());
    std::fs::write(image_file, image).map_err(|error| format!("cannot write {image_file}: {error}"))
}
