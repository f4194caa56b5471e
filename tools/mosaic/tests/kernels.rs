//! The yardstick kernels on the simulator: every result right, and no figure worse than `kernels/cycles.txt` records.
//! `BLESS=1` records the present figures.

use c64::{Flat, Power};
use mosaic::front::{self, Options};
use mosaic::ir::{self};
use mosaic::link::{Image, Layout, link};
use mosaic::pipeline;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const CYCLE_LIMIT: u64 = 200_000_000;

/// A line of the table: name and result, then cycles and bytes of the reference and of ours.
struct Row {
    name: String,
    result: String,
    reference: (u64, u32),
    ours: (u64, u32),
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("kernels")
}

fn rows(table: &str) -> Vec<Row> {
    let read = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [name, result, cycles, bytes, our_cycles, our_bytes] = words[..] else {
            panic!("bad line: {line}")
        };
        let pair = |cycles: &str, bytes: &str| (cycles.parse().unwrap(), bytes.parse().unwrap());
        Row {
            name: name.to_owned(),
            result: result.to_owned(),
            reference: pair(cycles, bytes),
            ours: pair(our_cycles, our_bytes),
        }
    };
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(read)
        .collect()
}

fn build(feature: &str) -> Image {
    let options = Options {
        features: vec![feature.to_owned()],
        ..Options::default()
    };
    let text =
        front::build(&directory(), &options).unwrap_or_else(|error| panic!("{feature}: {error}"));
    let module = ir::parse(&text).unwrap_or_else(|error| panic!("{feature}: {error}"));
    let program = pipeline::compile(&module, &pipeline::Options::default());
    let program = program.unwrap_or_else(|error| panic!("{feature}: {error}"));
    link(&program, &Layout::bare()).unwrap_or_else(|error| panic!("{feature}: {error}"))
}

/// Result, cycles and bytes, from memory full of noise.
fn run(image: &Image, noise: u64) -> (String, u64, u32) {
    let mut flat = Flat::new(Power::Noise(noise));
    flat.load_prg(&image.prg).unwrap();
    flat.call(image.init, CYCLE_LIMIT).unwrap();
    let cycles = flat
        .call(image.symbol("kernel_main").unwrap(), CYCLE_LIMIT)
        .unwrap();
    let start = image.symbol("RESULT").unwrap();
    let result = (0..4).rev().fold(0u32, |value, at| {
        value << 8 | u32::from(flat.peek(start + at))
    });
    (
        format!("{result:#x}"),
        cycles,
        image.sizes.code + image.sizes.rodata,
    )
}

#[test]
fn no_kernel_is_wrong_slower_or_larger_than_recorded() {
    let file = directory().join("cycles.txt");
    let table = std::fs::read_to_string(&file).unwrap();
    let head: String = table
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| format!("{line}\n"))
        .collect();
    let (mut found, mut worse) = (head, String::new());
    for row in rows(&table) {
        let (result, cycles, bytes) = run(&build(&row.name), 1);
        assert_eq!(result, row.result, "{}", row.name);
        let ((their_cycles, their_bytes), name) = (row.reference, &row.name);
        writeln!(
            found,
            "{name:<13} {result:<12} {their_cycles:>13} {their_bytes:>6} {cycles:>14} {bytes:>6}"
        )
        .unwrap();
        if cycles > row.ours.0 || bytes > row.ours.1 {
            let (old_cycles, old_bytes) = row.ours;
            writeln!(
                worse,
                "{name}: {cycles} cycles, {bytes} bytes; recorded {old_cycles} and {old_bytes}"
            )
            .unwrap();
        }
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, found).unwrap();
        return;
    }
    assert!(
        worse.is_empty(),
        "\n{worse}`make bless` records these figures if they are meant"
    );
}

#[test]
fn a_kernel_costs_the_same_whatever_was_in_memory() {
    let image = build("order");
    assert_eq!(run(&image, 1), run(&image, 2));
}
