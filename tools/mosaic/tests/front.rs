//! The way from a crate to IR that the reader and the verifier accept, on the yardstick kernels. The interpreter
//! runs each of them, so a wrong result here is a fault of the front or of the reader, not of code generation.

use mosaic::front::{self, Options};
use mosaic::ir::interpret::Machine;
use mosaic::ir::model::{Module, Symbol, Type};
use mosaic::ir::{self};
use mosaic::pipeline;
use std::path::{Path, PathBuf};

#[rustfmt::skip]
const KERNELS: [(&str, u128); 9] = [
    ("perft_start", 0x22c6),
    ("perft_kiwi",  0x7f7),
    ("sieve",       0x404),
    ("crc32",       0x204fd252),
    ("order",       0x51b8),
    ("ttable",      0xadfd04),
    ("tictactoe",   0x99b00),
    ("evalscan",    0x8540),
    ("decimal",     0x7546),
];

fn kernels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels")
}

fn build(feature: &str) -> Module {
    let options = Options {
        features: vec![feature.to_owned()],
        ..Options::default()
    };
    let text =
        front::build(&kernels(), &options).unwrap_or_else(|error| panic!("{feature}: {error}"));
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{feature}: {error}"));
    ir::verify(&module).unwrap_or_else(|error| panic!("{feature}: {error}"));
    module
}

#[test]
fn every_kernel_becomes_a_module_that_computes_its_checksum() {
    for (feature, checksum) in KERNELS {
        let module = build(feature);
        let Symbol::Global(result) = module.symbols["RESULT"] else {
            panic!("RESULT is a variable")
        };
        assert!(
            !module.globals[result].internal,
            "{feature}: the crate exports RESULT"
        );
        let mut machine = Machine::new(&module, 100_000_000);
        machine
            .run("kernel_main", &[])
            .unwrap_or_else(|fault| panic!("{feature}: {fault}"));
        let found = machine
            .memory
            .load(machine.address("RESULT").unwrap(), &Type::Int(32))
            .unwrap();
        assert_eq!(found.int(), Some(checksum), "{feature}");
    }
}

#[test]
fn a_crate_that_does_not_compile_is_refused_in_the_words_of_cargo() {
    let options = Options {
        features: vec!["no_such_kernel".to_owned()],
        ..Options::default()
    };
    let error = front::build(&kernels(), &options).unwrap_err();
    assert!(error.message.contains("no_such_kernel"), "{error}");
}

/// Inline assembly whose operand names no register, inside a function that is inlined.
const REFUSED: &str = "#![no_std]
#![feature(asm_experimental_arch)]

#[inline(always)]
fn part(byte: u8) {
    // The next line is what the compiler cannot take.
    unsafe { core::arch::asm!(\"sta {0}\", in(reg) byte) }
}

#[unsafe(no_mangle)]
pub extern \"C\" fn main() {
    part(3);
}

#[panic_handler]
fn stop(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
";

#[test]
fn an_error_names_file_and_line_of_the_rust_source() {
    let directory = tempfile::tempdir().unwrap();
    let manifest = "[package]\nname = \"refused\"\nedition = \"2024\"\n\n[workspace]\n";
    std::fs::create_dir(directory.path().join("src")).unwrap();
    std::fs::write(directory.path().join("Cargo.toml"), manifest).unwrap();
    std::fs::write(directory.path().join("src/lib.rs"), REFUSED).unwrap();
    let text = front::build(directory.path(), &Options::default()).unwrap();
    let module = ir::parse(&text).unwrap();
    let error = pipeline::compile(&module, &pipeline::Options::default()).unwrap_err();
    let message = error.with_text_of(&text).to_string();
    assert!(message.starts_with("src/lib.rs:7: "), "{message}");
    assert!(message.contains("inlined into src/lib.rs:12"), "{message}");
    assert!(message.contains("in function main"), "{message}");
}
