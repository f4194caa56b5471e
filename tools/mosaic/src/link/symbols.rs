//! Symbol files. `.sym` is KickAssembler's `.label NAME=$hex`, VICE's is `al C:hex .name`. Names hold letters, digits and `_` only,
//! and no name appears twice: public names are taken as they are, others by their readable Rust path, numbered when
//! two paths read the same.

use super::prg::Image;
use crate::asm::text::{Spelling, readable};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Every label with a unique plain name: public names first, then the rest by address. What is `left_out` is in the other file alone.
fn labels(image: &Image, left_out: &BTreeSet<String>) -> Vec<(String, u16)> {
    let mut names = Spelling::default();
    let mut labels: Vec<(String, u16)> = Vec::new();
    let public = image.exports.iter();
    for (name, address) in public.filter(|(name, _)| !left_out.contains(*name)) {
        labels.push((names.assign_label(name, name), *address));
    }
    let public: BTreeSet<&String> = image.exports.keys().collect();
    let mut rest: Vec<(&String, u16)> = image
        .symbols
        .iter()
        .filter(|(name, _)| !left_out.contains(*name))
        .map(|(name, address)| (name, *address))
        .collect();
    rest.retain(|(name, _)| !public.contains(name));
    rest.sort_by_key(|(name, address)| (*address, name.as_str()));
    for (name, address) in rest {
        labels.push((names.assign_label(name, &readable(name)), address));
    }
    labels
}

/// KickAssembler labels of the program.
pub fn kick_assembler(image: &Image) -> String {
    write_labels(&labels(image, &image.only_beside))
}

/// KickAssembler labels of the second file: those of the program and of what lies beside it.
pub fn kick_assembler_beside(image: &Image) -> String {
    write_labels(&labels(image, &BTreeSet::new()))
}

fn write_labels(labels: &[(String, u16)]) -> String {
    let mut text = String::new();
    for (name, address) in labels {
        writeln!(text, ".label {name}=${address:04x}").unwrap();
    }
    text
}

/// Labels for VICE's monitor (`load_labels`).
pub fn vice(image: &Image) -> String {
    let mut text = String::new();
    for (name, address) in labels(image, &image.only_beside) {
        writeln!(text, "al C:{address:04x} .{name}").unwrap();
    }
    text
}
