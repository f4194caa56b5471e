//! A few fast crates of the corpus, for speed and for size, against the committed checksums of the host. `make corpus` compiles
//! all of them at every level.

use cargo_mosaic::corpus::{checksums, measure};
use std::path::{Path, PathBuf};

const FAST: [&str; 4] = ["adler2", "dyn", "hex", "ufmt"];
const LEVELS: [&str; 2] = ["O2", "Oz"];

#[test]
fn what_others_wrote_computes_the_same_on_the_6502() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let corpus = root.join("tools/mosaic/corpus");
    let text = std::fs::read_to_string(corpus.join("checksums.txt")).unwrap();
    let expected = checksums(&text).unwrap();
    for name in FAST {
        for level in LEVELS {
            let run = measure(&corpus.join(name), level, &target.join("mosaic"))
                .unwrap_or_else(|error| panic!("{name} at {level}: {error}"));
            assert_eq!(run.checksum, expected[name], "{name} at {level}");
        }
    }
}
