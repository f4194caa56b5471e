//! The command line: what it prints, what it refuses, and that a refusal leaves no file behind.

use std::path::Path;
use std::process::{Command, Output};

const GOOD: &str = "
define i8 @next(i8 %b) {
  %r = add i8 %b, 3
  ret i8 %r
}
";

/// Compiles a text in a directory of its own; the output, and whether a file was written.
fn compile(text: &str, arguments: &[&str]) -> (Output, bool) {
    let work = tempfile::tempdir().unwrap();
    let (input, output) = (work.path().join("in.ll"), work.path().join("out.prg"));
    std::fs::write(&input, text).unwrap();
    let result = run(&input, &output, arguments);
    (result, output.exists())
}

fn run(input: &Path, output: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mosaic"))
        .arg("compile")
        .arg(input)
        .arg("-o")
        .arg(output)
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_pass_can_be_shown() {
    for (pass, sign) in [
        ("ir", "add i8 %b, 3"),
        ("induction", "add i8 %b, 3"),
        ("lower", "+ $03"),
        ("clean", "return"),
        ("memory", "return"),
        ("webs", "return"),
        ("alloc", "adc #$03"),
        ("places", "adc #$03"),
        ("link", ".segment"),
    ] {
        let (output, written) = compile(GOOD, &[&format!("--show={pass}")]);
        let shown = text(&output.stdout);
        assert!(output.status.success() && written, "{pass}: {output:?}");
        assert!(shown.contains(&format!("; {pass}: ")), "{pass}: {shown}");
        assert!(shown.contains(sign), "{pass}: {shown}");
    }
}

#[test]
fn help_lists_the_passes() {
    let output = Command::new(env!("CARGO_BIN_EXE_mosaic"))
        .args(["compile", "--help"])
        .output()
        .unwrap();
    let help = text(&output.stdout);
    for (pass, what) in mosaic::show::all() {
        assert!(help.contains(pass) && help.contains(what), "{pass}\n{help}");
    }
}

#[test]
fn a_pass_or_rule_that_does_not_exist_is_refused() {
    for argument in ["--show=nonsense", "--disable=nonsense"] {
        let (output, written) = compile(GOOD, &[argument]);
        assert_eq!(output.status.code(), Some(1), "{argument}");
        assert!(text(&output.stderr).contains("nonsense"), "{output:?}");
        assert!(!written);
    }
}

/// A private table of words: in planes the index needs no shift, and the same result comes out of both.
#[test]
fn passes_over_the_module_can_be_switched_off() {
    const WORDS: &str = "
@words = internal constant [4 x i16] [i16 258, i16 772, i16 1286, i16 1800]
define i16 @word(i16 %index) {
  %at = getelementptr i16, ptr @words, i16 %index
  %word = load i16, ptr %at
  ret i16 %word
}
";
    let shown = |arguments: &[&str]| {
        let (output, written) = compile(WORDS, arguments);
        assert!(written, "{}", text(&output.stderr));
        text(&output.stdout)
    };
    assert!(shown(&["--show=planes"]).contains("2 planes of 4 bytes"));
    assert!(!shown(&["--show=planes", "--disable=planes"]).contains("planes of"));
    assert!(shown(&["--show=induction", "--disable=induction"]).contains("load i16"));
}

#[test]
fn the_allocation_can_be_checked() {
    let (output, written) = compile(GOOD, &["--check"]);
    assert!(output.status.success() && written, "{output:?}");
}

#[test]
fn what_cannot_be_compiled_is_refused_with_function_line_and_instruction() {
    for (number, body) in [
        (4, "  %x = fadd float 1.0, 2.0\n  ret i8 0"),
        (
            4,
            "  %x = atomicrmw fadd ptr @cell, float 1.0 seq_cst\n  ret i8 0",
        ),
        (4, "  %x = load <4 x i8>, ptr @cell\n  ret i8 0"),
        (
            4,
            "  call void asm sideeffect \"nop\", \"r\"(i8 1)\n  ret i8 0",
        ),
        (4, "  resume { ptr, i32 } poison"),
    ] {
        let (output, written) = compile(
            &format!("@cell = global i8 0\n\ndefine i8 @broken() {{\n{body}\n}}\n"),
            &[],
        );
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{body}: {message}");
        assert!(
            message.contains(&format!("line {number}")),
            "{body}: {message}"
        );
        assert!(message.contains("broken"), "{body}: {message}");
        let instruction = body.lines().next().unwrap().trim();
        assert!(message.contains(instruction), "{body}: {message}");
        assert!(!written, "{body}");
    }
}
