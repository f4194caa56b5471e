//! ca65, od65 and ld65: sources to their sizes and to the linked bytes, and what ld65 says of where it put them.

use super::layout::BESIDE;
use crate::error::{Error, Result};
use crate::runtime;
use std::collections::BTreeMap;
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
    /// Whether that is the second file.
    pub beside: bool,
}

/// One source file of the link.
pub(super) struct Source {
    pub(super) name: String,
    pub(super) text: String,
}

/// A directory in which sources are assembled and linked.
struct Workshop(tempfile::TempDir);

impl Workshop {
    fn new() -> Result<Workshop> {
        let directory = tempfile::tempdir().map_err(|e| failed("temporary directory", e))?;
        let workshop = Workshop(directory);
        for (name, text) in runtime::INCLUDES {
            workshop.write(name, text)?;
        }
        Ok(workshop)
    }

    fn write(&self, name: &str, text: &str) -> Result<()> {
        std::fs::write(self.0.path().join(name), text).map_err(|e| failed(name, e))
    }

    fn read(&self, name: &str) -> Result<Vec<u8>> {
        std::fs::read(self.0.path().join(name)).map_err(|e| failed(name, e))
    }

    /// Runs ca65; gives the name of the object file.
    fn assemble(&self, Source { name, text }: &Source) -> Result<String> {
        let (source, object) = (format!("{name}.s"), format!("{name}.o"));
        self.write(&source, text)?;
        run(
            Command::new("ca65").args(["-g", "-o", &object, &source]),
            self.0.path(),
            Some((&source, text)),
        )?;
        Ok(object)
    }
}

fn failed(what: &str, error: std::io::Error) -> Error {
    Error::new(format!("{what}: {error}"))
}

/// How many bytes the sources have in each segment together.
pub(super) fn sizes(sources: &[Source]) -> Result<BTreeMap<String, u32>> {
    let workshop = Workshop::new()?;
    let mut dump = Command::new("od65");
    dump.arg("--dump-segsize");
    for source in sources {
        dump.arg(workshop.assemble(source)?);
    }
    let mut sizes = BTreeMap::new();
    for line in run(&mut dump, workshop.0.path(), None)?.lines() {
        let Some((name, bytes)) = line.rsplit_once(':') else {
            continue;
        };
        if let Ok(bytes) = bytes.trim().parse::<u32>() {
            *sizes.entry(name.trim().to_owned()).or_default() += bytes;
        }
    }
    Ok(sizes)
}

/// What the linker wrote.
pub(super) struct Linked {
    pub(super) file: Vec<u8>,
    /// What lies beside the program.
    pub(super) beside: Vec<u8>,
    pub(super) debug: String,
}

/// Runs ca65 on each source and ld65 on all.
pub(super) fn assemble(sources: &[Source], configuration: &str) -> Result<Linked> {
    let workshop = Workshop::new()?;
    workshop.write("layout.cfg", configuration)?;
    let mut linker = Command::new("ld65");
    linker.args([
        "-C",
        "layout.cfg",
        "-o",
        "program.bin",
        "--dbgfile",
        "program.dbg",
    ]);
    for source in sources {
        linker.arg(workshop.assemble(source)?);
    }
    run(&mut linker, workshop.0.path(), None)?;
    let debug = workshop.read("program.dbg")?;
    Ok(Linked {
        file: workshop.read("program.bin")?,
        // The linker writes none when no region is kept there.
        beside: workshop.read(BESIDE).unwrap_or_default(),
        debug: String::from_utf8_lossy(&debug).into_owned(),
    })
}

/// What the command prints.
fn run(command: &mut Command, directory: &Path, source: Option<(&str, &str)>) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.current_dir(directory).output();
    let output = output.map_err(|e| Error::new(format!("{program} cannot be run: {e}")))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
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
        beside: quoted(fields, "oname") == BESIDE,
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
