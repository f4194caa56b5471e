//! `cargo mosaic new`: a crate that prints and changes the border, with its layout explained line by line.

use crate::project::write;
use std::path::Path;

/// The files of a new crate; `NAME` in them is the crate's.
const FILES: [(&str, &str); 5] = [
    ("Cargo.toml", include_str!("../templates/Cargo.toml.in")),
    ("layout.toml", include_str!("../templates/layout.toml")),
    ("src/lib.rs", include_str!("../templates/lib.rs")),
    ("src/panic.rs", include_str!("../templates/panic.rs")),
    (".gitignore", "/target\n"),
];

/// Writes a crate called like the last part of `path`, which must not exist yet.
pub fn create(path: &Path) -> Result<(), String> {
    let name = path.file_name().and_then(|name| name.to_str());
    let name = name.ok_or_else(|| format!("{} names no crate", path.display()))?;
    check_name(name)?;
    if path.exists() {
        return Err(format!("{} exists already", path.display()));
    }
    for (file, text) in FILES {
        write(&path.join(file), text.replace("NAME", name).as_bytes())?;
    }
    Ok(())
}

fn check_name(name: &str) -> Result<(), String> {
    let starts_well = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
    let plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_');
    if starts_well && name.chars().all(plain) {
        Ok(())
    } else {
        Err(format!(
            "`{name}` cannot be the name of a crate: it takes letters, digits, `-` and `_`, and begins with a letter"
        ))
    }
}
