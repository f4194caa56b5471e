//! Parts of `core` and `alloc` that real programs lean on, and `ufmt`: the same module built for the host and for the 6502.

use mosaic::front::Options;
use mosaic::fuzz::rust::{Program, compare};
use std::sync::{Mutex, PoisonError};

/// All programs are built under one name in one cache: one at a time.
static CACHE: Mutex<()> = Mutex::new(());

#[test]
fn iterators_slices_sorting_options_text_and_wide_numbers_work_as_on_the_host() {
    for part in 0..3 {
        let functions = include_str!("core_parts/functions.rs");
        let program = Program {
            functions: format!("{functions}\nconst PART: u8 = {part};\n"),
            results: 24,
            dependencies: "ufmt = \"0.2\"".to_owned(),
        };
        let _alone = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
        let differences = compare(&program, &Options::default().cache.join("host"));
        let differences = differences.unwrap_or_else(|error| panic!("part {part}: {error}"));
        assert!(differences.is_empty(), "part {part}: {differences:x?}");
    }
}

fn agrees(functions: &str, results: usize, dependencies: String) {
    let program = Program {
        functions: functions.to_owned(),
        results,
        dependencies,
    };
    let _alone = CACHE.lock().unwrap_or_else(PoisonError::into_inner);
    let differences = compare(&program, &Options::default().cache.join("host"));
    let differences = differences.unwrap_or_else(|error| panic!("{error}"));
    assert!(differences.is_empty(), "{differences:x?}");
}

#[test]
fn formatting_with_tagged_pointers_and_sorting_with_traps_work_as_on_the_host() {
    agrees(include_str!("core_parts/formatted.rs"), 6, String::new());
}

#[test]
fn integers_of_128_bits_and_floats_work_as_on_the_host() {
    for part in 0..3 {
        let functions = include_str!("core_parts/numbers.rs");
        let functions = format!("{functions}\nconst PART: u8 = {part};\n");
        agrees(&functions, 8, String::new());
    }
}

#[test]
fn collections_of_alloc_work_as_on_the_host() {
    let allocator = concat!(env!("CARGO_MANIFEST_DIR"), "/alloc");
    agrees(
        include_str!("core_parts/allocated.rs"),
        8,
        format!(
            "[target.'cfg(target_vendor = \"c64\")'.dependencies]\nmosaic-alloc = {{ path = \"{allocator}\" }}"
        ),
    );
}
