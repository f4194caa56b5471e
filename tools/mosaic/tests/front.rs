//! The way from a crate to IR that the reader and the verifier accept, on the yardstick kernels. The interpreter
//! runs each of them, so a wrong result here is a fault of the front or of the reader, not of code generation.

use mosaic::front::{self, Options};
use mosaic::ir::interpret::Machine;
use mosaic::ir::model::{Module, Symbol, Type};
use mosaic::ir::{self};
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
