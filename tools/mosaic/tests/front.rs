//! The way from a crate to IR that the reader and the verifier accept, on the yardstick kernels.

use mosaic::front::{self, Options};
use mosaic::ir::{self, model::Symbol};
use std::path::Path;

fn build(feature: &str) -> ir::model::Module {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let options = Options { features: vec![feature.to_owned()], ..Options::default() };
    let text = front::build(&crate_dir, &options).unwrap_or_else(|error| panic!("{feature}: {error}"));
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{feature}: {error}"));
    ir::verify(&module).unwrap_or_else(|error| panic!("{feature}: {error}"));
    module
}

#[test]
fn every_kernel_becomes_a_module_with_its_exports_visible() {
    for feature in
        ["perft_start", "perft_kiwi", "sieve", "crc32", "order", "ttable", "tictactoe", "evalscan", "decimal"]
    {
        let module = build(feature);
        let Symbol::Function(entry) = module.symbols["kernel_main"] else { panic!("kernel_main is a function") };
        let Symbol::Global(result) = module.symbols["RESULT"] else { panic!("RESULT is a variable") };
        assert!(!module.functions[entry].internal && !module.functions[entry].blocks.is_empty());
        assert!(!module.globals[result].internal);
    }
}

#[test]
fn a_crate_that_does_not_compile_is_refused_in_the_words_of_rustc() {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels");
    let options = Options { features: vec!["no_such_kernel".to_owned()], ..Options::default() };
    let error = front::build(&crate_dir, &options).unwrap_err();
    assert!(error.message.contains("no_such_kernel"), "{error}");
}
