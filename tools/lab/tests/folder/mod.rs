//! A folder for a test to write in.

use std::path::PathBuf;

/// A new, empty folder of this name, which no other test may use.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if folder.exists() {
        std::fs::remove_dir_all(&folder).expect("our own folder");
    }
    std::fs::create_dir_all(&folder).expect("a folder of our own");
    folder
}
