//! The real binary in an empty folder: what a newcomer types, and what goes wrong on the way.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// An empty folder of a newcomer, with the compiler's cache elsewhere.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// `cargo mosaic ARGUMENTS` in a part of the folder.
    fn cargo_mosaic(&self, directory: &str, arguments: &[&str]) -> Output {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let target =
            std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        Command::new(env!("CARGO_BIN_EXE_cargo-mosaic"))
            .arg("mosaic")
            .args(arguments)
            .current_dir(self.path(directory))
            .env("XDG_CACHE_HOME", std::fs::canonicalize(target).unwrap())
            .env_remove("CARGO_TARGET_DIR")
            .output()
            .unwrap()
    }

    /// The same, which must succeed; what it printed.
    fn succeed(&self, directory: &str, arguments: &[&str]) -> String {
        let output = self.cargo_mosaic(directory, arguments);
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        text(&output.stdout)
    }

    /// The same, which must fail with exit code 1; its message.
    fn fail(&self, directory: &str, arguments: &[&str]) -> String {
        let output = self.cargo_mosaic(directory, arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
        text(&output.stderr) + &text(&output.stdout)
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_new_crate_builds_runs_tests_and_is_measured() {
    let folder = Folder::new();
    folder.succeed("", &["new", "first"]);
    folder.succeed("first", &["build", "--emit", "ir,asm,map"]);
    for ending in ["prg", "sym", "vs", "ll", "s", "map"] {
        let file = folder.path(&format!("first/target/mosaic/first.{ending}"));
        assert!(file.metadata().unwrap().len() > 0, "{ending}");
    }
    let picture = folder.path("hello.png");
    let screen = folder.succeed(
        "first",
        &[
            "run",
            "--headless",
            "--until-text",
            "HELLO FROM RUST",
            "--screenshot",
            picture.to_str().unwrap(),
        ],
    );
    assert_eq!(screen, "HELLO FROM RUST\n");
    assert!(std::fs::read(picture).unwrap().starts_with(b"\x89PNG"));
    let tests = folder.succeed("first", &["test"]);
    assert!(
        tests.contains("test_digits_are_what_they_are ... ok, "),
        "{tests}"
    );
    assert!(tests.ends_with("2 passed, 0 failed\n"), "{tests}");
    let size = folder.succeed("first", &["size"]);
    assert!(size.contains("CODE      main"), "{size}");
    // Nothing but sources and `target` lies in the crate.
    let mut names: Vec<String> = std::fs::read_dir(folder.path("first"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let expected = [
        ".gitignore",
        "Cargo.lock",
        "Cargo.toml",
        "layout.toml",
        "src",
        "target",
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_test_that_fails_says_where() {
    let folder = Folder::new();
    folder.succeed("", &["new", "wrong"]);
    let file = folder.path("wrong/src/lib.rs");
    let source = std::fs::read_to_string(&file).unwrap();
    let line = 1 + source
        .lines()
        .position(|line| line.contains("b'Z'"))
        .unwrap();
    std::fs::write(&file, source.replace("== 26", "== 27")).unwrap();
    let output = folder.fail("wrong", &["test", "letters"]);
    assert!(
        output.contains("test_letters_count_from_one ... FAILED"),
        "{output}"
    );
    assert!(output.contains(&format!("src/lib.rs:{line}")), "{output}");
    assert!(output.contains("0 passed, 1 failed"), "{output}");
}

#[test]
fn what_goes_wrong_is_named() {
    let folder = Folder::new();
    let missing = folder.fail("", &["build"]);
    assert!(missing.contains("Cargo.toml"), "{missing}");
    let name = folder.fail("", &["new", "64-squares"]);
    assert!(name.contains("begins with a letter"), "{name}");
    folder.succeed("", &["new", "twice"]);
    assert!(
        folder
            .fail("", &["new", "twice"])
            .contains("exists already")
    );
    let never = folder.fail(
        "twice",
        &[
            "run",
            "--headless",
            "--until-text",
            "GOODBYE",
            "--cycles",
            "500000",
        ],
    );
    assert!(never.contains("`GOODBYE` did not appear"), "{never}");
    assert!(never.contains("HELLO FROM RUST"), "{never}");
    let layout = folder.path("twice/layout.toml");
    let text = std::fs::read_to_string(&layout).unwrap();
    std::fs::write(&layout, text.replace("[zeropage]", "[zero-page]")).unwrap();
    let refused = folder.fail("twice", &["build"]);
    assert!(
        refused.contains("layout.toml") && refused.contains("zero-page"),
        "{refused}"
    );
}

/// The Rust in a document, block after block.
fn samples(document: &str) -> String {
    let text = std::fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../../docs")
            .join(document),
    )
    .unwrap();
    let blocks = text.split("```rust\n").skip(1);
    blocks
        .map(|block| block.split("```").next().unwrap())
        .collect()
}

/// `plot` and `open` are only compiled: the KERNAL's routines behind them are not answered here.
#[test]
fn the_samples_about_the_machine_are_right() {
    let folder = Folder::new();
    folder.succeed("", &["new", "page"]);
    let manifest = folder.path("page/Cargo.toml");
    let mut text = std::fs::read_to_string(&manifest).unwrap();
    text += "\n[dependencies]\ncritical-section = { version = \"1\", features = [\"restore-state-u8\"] }\n";
    std::fs::write(&manifest, text).unwrap();
    let main = "
#[unsafe(no_mangle)]
pub extern \"C\" fn main() -> ! {
    critical_section::with(|_| \"READY\".bytes().for_each(|letter| chrout(letter)));
    if getin() == 255 {
        plot(1, 2);
        let _ = open();
    }
    loop {}
}
";
    let head = "#![no_std]\n#![feature(asm_experimental_arch)]\nmod panic;\nuse core::arch::asm;\n";
    let program = format!("{head}{}{main}", samples("machine.md"));
    std::fs::write(folder.path("page/src/lib.rs"), program).unwrap();
    let arguments = ["run", "--headless", "--until-text", "READY"];
    assert_eq!(folder.succeed("page", &arguments), "READY\n");
}
