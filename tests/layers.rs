//! The modules of `src/` as layers: each uses only those before it.
//!
//! The order is the table of layers in docs/ARCHITECTURE.md. This test reads every path that begins with `crate::` in the
//! source and compares it with the table; `cargo test --test layers -- --nocapture` prints the import graph.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// By module: the modules it uses.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn source_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the source") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            source_files(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
}

/// The names after `crate::` in a text, those of a braced list included.
fn paths(text: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for code in text
        .lines()
        .map(|line| line.split("//").next().unwrap_or_default())
    {
        for rest in code.split("crate::").skip(1) {
            let list = rest
                .strip_prefix('{')
                .map_or(rest, |inner| inner.split('}').next().unwrap_or_default());
            let many = rest.starts_with('{');
            for name in list.split(',').take(if many { usize::MAX } else { 1 }) {
                let name: String = name
                    .trim()
                    .chars()
                    .take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_')
                    .collect();
                names.insert(name);
            }
        }
    }
    names
}

fn graph(root: &Path) -> Graph {
    let mut files = Vec::new();
    source_files(root, &mut files);
    let mut graph = Graph::new();
    for path in files {
        let inside = path.strip_prefix(root).expect("a path of the source");
        let first = inside.iter().next().expect("a name").to_string_lossy();
        let module = first.trim_end_matches(".rs").to_string();
        if module == "lib" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable file");
        let uses = graph.entry(module.clone()).or_default();
        uses.extend(paths(&text).into_iter().filter(|name| *name != module));
    }
    graph
}

/// The rows of the table of layers: modules that stand in one row do not use each other, unless the row says so.
fn layers(document: &str) -> Vec<Vec<String>> {
    let table = document
        .split("| layer | modules |")
        .nth(1)
        .expect("the table of layers");
    table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let modules = line.split('|').nth(2).expect("a column of modules");
            modules
                .split(',')
                .map(|name| name.trim().trim_matches('`').to_string())
                .collect()
        })
        .collect()
}

#[test]
fn every_layer_uses_only_layers_before_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let graph = graph(&root.join("src"));
    let document = fs::read_to_string(root.join("docs/ARCHITECTURE.md")).expect("the document");
    let layers = layers(&document);
    let level = |module: &str| {
        layers
            .iter()
            .position(|row| row.iter().any(|name| name == module))
    };
    let mut faults = Vec::new();
    for (module, uses) in &graph {
        println!(
            "{module:10} -> {}",
            Vec::from_iter(uses.iter().map(String::as_str)).join(", ")
        );
        let Some(own) = level(module) else {
            faults.push(format!("{module} stands in no layer"));
            continue;
        };
        for used in uses {
            if level(used).is_none_or(|other| other >= own) {
                faults.push(format!(
                    "{module} uses {used}, which is not in a layer before it"
                ));
            }
        }
    }
    for name in layers.iter().flatten() {
        if !graph.contains_key(name) {
            faults.push(format!("the table has {name}, the source has not"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn paths_are_found_in_lists_and_not_in_comments() {
    let text = "use crate::{board::make, cells};\n// crate::ui\nlet x = crate::eval::of_root();";
    let expected = ["board", "cells", "eval"].map(String::from);
    assert_eq!(paths(text), BTreeSet::from(expected));
}
