//! `cargo mosaic size`: what is big, by crate and by function, and what each region of memory has left.

use mosaic::link::report::{Entry, Profile, entries, regions};
use mosaic::link::{Image, Layout};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Functions and tables listed; the rest is one line.
const LISTED: usize = 20;

/// The report as text.
pub fn report(image: &Image, layout: &Layout) -> String {
    let mut entries = entries(image, &Profile::new());
    entries.retain(|entry| entry.bytes > 0);
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.bytes));
    let mut text = format!("file {} bytes\n\n bytes  crate\n", image.prg.len());
    for (name, bytes) in by_crate(&entries) {
        writeln!(text, "{bytes:6}  {name}").unwrap();
    }
    text.push_str("\n bytes  segment   function or object\n");
    for Entry {
        name,
        segment,
        bytes,
        ..
    } in entries.iter().take(LISTED)
    {
        writeln!(text, "{bytes:6}  {segment:9} {name}").unwrap();
    }
    let rest = entries.get(LISTED..).unwrap_or_default();
    if !rest.is_empty() {
        let bytes: u32 = rest.iter().map(|entry| entry.bytes).sum();
        writeln!(text, "{bytes:6}            {} more", rest.len()).unwrap();
    }
    text.push_str("\n  used      of  region\n");
    for (name, used, room) in regions(image, layout) {
        writeln!(text, "{used:6}  {room:6}  {name}").unwrap();
    }
    text
}

/// Bytes by crate, largest first.
fn by_crate(entries: &[Entry]) -> Vec<(String, u32)> {
    let mut crates: BTreeMap<&str, u32> = BTreeMap::new();
    for entry in entries {
        *crates.entry(crate_of(&entry.name)).or_default() += entry.bytes;
    }
    let mut crates: Vec<(String, u32)> = crates
        .into_iter()
        .map(|(name, bytes)| (name.to_owned(), bytes))
        .collect();
    crates.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    crates
}

/// The crate of a Rust path, also of a method's (`<core::fmt::Formatter>::pad`); names without a path are exports of the
/// program or parts of the runtime.
fn crate_of(path: &str) -> &str {
    if path.starts_with("rt_") {
        return "mosaic's runtime";
    }
    let inner = path.trim_start_matches(['<', '&', '*', '[', '(']);
    let inner = ["mut ", "const ", "dyn "]
        .iter()
        .fold(inner, |name, word| name.strip_prefix(word).unwrap_or(name));
    match inner.split_once("::") {
        Some((name, _)) => match path.split_once(" as ") {
            // `<u16 as core::fmt::Display>`: the trait's crate implements it for types that have none.
            Some((_, of)) if !is_name(name) => crate_of(of),
            _ if is_name(name) => name,
            _ => "other",
        },
        None => "exported names and data",
    }
}

fn is_name(text: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::crate_of;

    #[test]
    fn a_path_tells_its_crate() {
        for (path, name) in [
            ("core::fmt::write", "core"),
            ("<core::fmt::Formatter>::pad", "core"),
            ("<u16 as core::fmt::Display>::fmt", "core"),
            (
                "<&mut game::Screen as ufmt_write::uWrite>::write_str",
                "game",
            ),
            ("main", "exported names and data"),
            ("rt_mul16", "mosaic's runtime"),
        ] {
            assert_eq!(crate_of(path), name, "{path}");
        }
    }
}
