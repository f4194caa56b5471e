//! A bench for the real binary: a directory with a suite and the files it names, the run, and what came
//! out of it. Programs are either given as bytes or assembled from `tests/library` with ca65 and ld65.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Where programs given as bytes lie.
pub const CODE: u16 = 0x1000;

pub const CALL: &str = "jsr($1000, stop_on_rts = true, fail_on_brk = true)";

pub struct Bench {
    directory: TempDir,
}

pub struct Finished {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Bench {
    pub fn new() -> Self {
        let directory = TempDir::new().expect("a temporary directory");
        Self { directory }
    }

    /// A bench whose `p.prg` holds this code.
    pub fn with_code(code: &[u8]) -> Self {
        let bench = Self::new();
        let header = CODE.to_le_bytes();
        bench.file("p.prg", &[&header, code].concat());
        bench
    }

    /// A bench with the assembled library and its symbols.
    pub fn with_library() -> Self {
        let bench = Self::new();
        bench.assemble();
        bench
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn file(&self, name: &str, content: &[u8]) -> &Self {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, content).expect("a file");
        self
    }

    /// Writes `s.6502` and runs it.
    pub fn suite(&self, text: &str, arguments: &[&str]) -> Finished {
        self.file("s.6502", text.as_bytes());
        self.run(&[&["-s", "s.6502"], arguments].concat())
    }

    /// Runs `s.6502` with this one suite in it.
    pub fn items(&self, items: &str, arguments: &[&str]) -> Finished {
        self.suite(
            &format!("suites {{ suite(\"S\") {{\n{items}\n}} }}"),
            arguments,
        )
    }

    /// Runs a test with these statements, `p.prg` loaded.
    pub fn test(&self, statements: &str) -> Finished {
        let items = format!(
            "load(\"p.prg\", strip_header = true)\ntest(\"t\", \"d\") {{\n{statements}\n}}"
        );
        self.items(&items, &[])
    }

    pub fn run(&self, arguments: &[&str]) -> Finished {
        let output = Command::new(env!("CARGO_BIN_EXE_sim6502"))
            .args(arguments)
            .current_dir(self.path())
            .output()
            .expect("the runner starts");
        Finished {
            code: output.status.code().expect("an exit code"),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    fn assemble(&self) {
        let source = library("routines.s");
        let config = library("routines.cfg");
        self.tool("ca65", &["-o", "routines.o", &source.to_string_lossy()]);
        #[rustfmt::skip]
        self.tool("ld65", &[
            "-C", &config.to_string_lossy(), "-Ln", "routines.lbl", "-o", "routines.prg", "routines.o",
        ]);
        let labels = std::fs::read_to_string(self.path().join("routines.lbl")).expect("labels");
        self.file("routines.sym", kick_symbols(&labels).as_bytes());
    }

    fn tool(&self, name: &str, arguments: &[&str]) {
        let output = Command::new(name)
            .args(arguments)
            .current_dir(self.path())
            .output()
            .unwrap_or_else(|error| panic!("{name} of the cc65 package does not start: {error}"));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {message}");
    }
}

pub fn library(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library");
    directory.join(name)
}

/// ld65's `al 001000 .Name` lines as KickAssembler's labels.
fn kick_symbols(labels: &str) -> String {
    let mut symbols = String::new();
    for line in labels.lines() {
        let mut fields = line.split_whitespace().skip(1);
        let (Some(value), Some(name)) = (fields.next(), fields.next()) else {
            continue;
        };
        let name = name.trim_start_matches('.');
        if name.starts_with(|c: char| c.is_ascii_alphabetic()) && !name.starts_with("__") {
            let value = value.trim_start_matches('0');
            let _ = writeln!(symbols, ".label {name}=${value:0>2}");
        }
    }
    symbols
}

impl Finished {
    #[track_caller]
    pub fn exits(&self, code: i32) -> &Self {
        assert_eq!(
            self.code, code,
            "\nstdout:\n{}\nstderr:\n{}",
            self.out, self.err
        );
        self
    }

    /// Some log message is exactly this.
    #[track_caller]
    pub fn logs(&self, message: &str) -> &Self {
        let found = self.messages().any(|one| one == message);
        assert!(found, "no message {message:?} in\n{}", self.out);
        self
    }

    #[track_caller]
    pub fn logs_not(&self, part: &str) -> &Self {
        assert!(!self.out.contains(part), "{part:?} in\n{}", self.out);
        self
    }

    #[track_caller]
    pub fn complains(&self, part: &str) -> &Self {
        assert!(self.err.contains(part), "no {part:?} in\n{}", self.err);
        self
    }

    #[track_caller]
    pub fn ends_with(&self, line: &str) -> &Self {
        assert_eq!(self.out.lines().last(), Some(line), "in\n{}", self.out);
        self
    }

    /// The messages of the log lines, without date, level and logger.
    pub fn messages(&self) -> impl Iterator<Item = &str> {
        self.out
            .lines()
            .filter_map(|line| line.splitn(4, " | ").nth(3))
    }
}
