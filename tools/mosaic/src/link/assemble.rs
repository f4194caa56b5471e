//! ca65 and ld65: sources to the linked bytes, and what ld65 says of where it put them.

use crate::error::{Error, Result};
use crate::runtime;
use std::path::Path;
use std::process::Command;

/// A segment as ld65 placed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment {
    /// Its name in the layout.
    pub name: String,
    /// First address.
    pub start: u16,
    /// Its size.
    pub bytes: u32,
    /// Where its contents stand in what the linker wrote, if they do.
    pub stored: Option<u32>,
}

/// One source file of the link.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) text: String,
}

/// Runs ca65 on each source and ld65 on all; gives the file and the debug information.
pub(super) fn assemble(sources: &[Source], configuration: &str) -> Result<(Vec<u8>, String)> {
    let failed = |what: &str, error: std::io::Error| Error::new(format!("{what}: {error}"));
    let directory = tempfile::tempdir().map_err(|e| failed("temporary directory", e))?;
    let path = directory.path();
    let write =
        |name: &str, text: &str| std::fs::write(path.join(name), text).map_err(|e| failed(name, e));
    write("layout.cfg", configuration)?;
    for (name, text) in runtime::INCLUDES {
        write(name, text)?;
    }
    let mut linker = Command::new("ld65");
    linker.args([
        "-C",
        "layout.cfg",
        "-o",
        "program.bin",
        "--dbgfile",
        "program.dbg",
    ]);
    for Source { name, text } in sources {
        let (source, object) = (format!("{name}.s"), format!("{name}.o"));
        write(&source, text)?;
        run(
            Command::new("ca65").args(["-g", "-o", &object, &source]),
            path,
            Some((&source, text)),
        )?;
        linker.arg(object);
    }
    run(&mut linker, path, None)?;
    let file = std::fs::read(path.join("program.bin")).map_err(|e| failed("program.bin", e))?;
    let debug =
        std::fs::read_to_string(path.join("program.dbg")).map_err(|e| failed("program.dbg", e))?;
    Ok((file, debug))
}

fn run(command: &mut Command, directory: &Path, source: Option<(&str, &str)>) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.current_dir(directory).output();
    let output = output.map_err(|e| Error::new(format!("{program} cannot be run: {e}")))?;
    if output.status.success() {
        return Ok(());
    }
    let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
    if let Some((name, source)) = source {
        text = with_source_lines(&text, name, source);
    }
    Err(Error::new(format!(
        "{program} failed:\n{}",
        text.trim_end()
    )))
}

/// Puts under each message the line it is about: the file is gone when somebody reads it.
fn with_source_lines(messages: &str, name: &str, source: &str) -> String {
    let mut text = String::new();
    for message in messages.lines() {
        text.push_str(message);
        text.push('\n');
        let place = message
            .strip_prefix(name)
            .and_then(|rest| rest[1..].split(')').next());
        let number: Option<usize> = place.and_then(|number| number.parse().ok());
        if let Some(line) = number.and_then(|number| source.lines().nth(number.saturating_sub(1))) {
            text.push_str(&format!("    {}\n", line.trim()));
        }
    }
    text
}

/// The segments that ld65's debug file lists.
pub(super) fn segments(debug: &str) -> Vec<Segment> {
    let lines = debug.lines().filter_map(|line| line.strip_prefix("seg\t"));
    let segment = |fields: &str| Segment {
        name: quoted(fields, "name"),
        start: number(fields, "start").unwrap_or_default() as u16,
        bytes: number(fields, "size").unwrap_or_default(),
        stored: number(fields, "ooffs"),
    };
    lines.map(segment).collect()
}

/// The value of a field in a line of ld65's debug file.
pub(super) fn field<'l>(fields: &'l str, name: &str) -> Option<&'l str> {
    let mut fields = fields.split(',');
    fields.find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
}

pub(super) fn quoted(fields: &str, name: &str) -> String {
    let value = field(fields, name).unwrap_or_default();
    value.trim_matches('"').to_owned()
}

/// Addresses and sizes are hexadecimal there, offsets and identifiers decimal.
pub(super) fn number(fields: &str, name: &str) -> Option<u32> {
    let value = field(fields, name)?;
    match value.strip_prefix("0x") {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok(),
        None => value.parse().ok(),
    }
}
