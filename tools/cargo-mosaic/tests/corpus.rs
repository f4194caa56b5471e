//! A few fast crates of the corpus, for speed and for size, against the committed checksums of the host. `make corpus` compiles
//! all of them at every level.

use cargo_mosaic::corpus::{checksums, measure};
use std::path::{Path, PathBuf};

const FAST: [&str; 6] = ["adler2", "atomics", "dyn", "hex", "portable-atomic", "ufmt"];
const LEVELS: [&str; 2] = ["O2", "Oz"];

/// Formatting one number of 16 bits stays below this.
const FORMATTING_BYTES: u32 = 4096;

/// The corpus, and where compiled libraries are kept.
fn directories() -> (PathBuf, PathBuf) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    (root.join("tools/mosaic/corpus"), target.join("mosaic"))
}

#[test]
fn formatting_a_number_does_not_bring_all_of_core_fmt() {
    let (corpus, cache) = directories();
    let run = measure(&corpus.join("core-fmt-u16"), "Oz", &cache).unwrap();
    assert!(run.bytes < FORMATTING_BYTES, "{} bytes", run.bytes);
}

#[test]
fn what_others_wrote_computes_the_same_on_the_6502() {
    let (corpus, cache) = directories();
    let text = std::fs::read_to_string(corpus.join("checksums.txt")).unwrap();
    let expected = checksums(&text).unwrap();
    for name in FAST {
        for level in LEVELS {
            let run = measure(&corpus.join(name), level, &cache)
                .unwrap_or_else(|error| panic!("{name} at {level}: {error}"));
            assert_eq!(run.checksum, expected[name], "{name} at {level}");
        }
    }
}
