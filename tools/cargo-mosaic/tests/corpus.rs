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

/// `make corpus` writes the table: a crate that was added, or whose test was changed, since then is missing or different in it.
#[test]
fn the_committed_table_has_every_crate_with_its_checksum() {
    let (corpus, _) = directories();
    let read = |name: &str| std::fs::read_to_string(corpus.join(name)).unwrap();
    let in_table: Vec<(String, u32)> = read("table.md")
        .lines()
        .filter_map(|row| {
            let mut cells = row.split('|').map(str::trim).skip(1);
            let name = cells.next()?.to_owned();
            let checksum = u32::from_str_radix(cells.next()?.strip_prefix("0x")?, 16).ok()?;
            Some((name, checksum))
        })
        .collect();
    let expected: Vec<_> = checksums(&read("checksums.txt"))
        .unwrap()
        .into_iter()
        .collect();
    assert_eq!(
        in_table, expected,
        "the table is older than the corpus: make corpus"
    );
    let mut folders: Vec<String> = std::fs::read_dir(&corpus)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("Cargo.toml").exists())
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| !["entry", "host"].contains(&name.as_str()))
        .collect();
    folders.sort();
    let names: Vec<String> = expected.into_iter().map(|(name, _)| name).collect();
    assert_eq!(folders, names, "a crate has no line in `host`");
}
