//! The layers of the compiler: the table in `docs/mosaic.md` says which folder may use which, and this test holds the
//! `use` lines of the sources to it. A row may only name rows above it, so the table has no cycles, and neither has the
//! program as long as both agree. Inside a folder files do not use each other in a circle either.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The one type of this folder, `Lowering`, is spread over its files, which call each other's methods.
const ONE_TYPE: &str = "lower";

/// What each module uses: by name without `crate::`, such as `asm::flow`.
type Graph = BTreeMap<String, BTreeSet<String>>;

fn sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Every module of the library with its text, comments and unit tests left out.
fn modules() -> BTreeMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut modules = BTreeMap::new();
    for file in files {
        let path = file.strip_prefix(&root).unwrap().with_extension("");
        let path = path.to_str().unwrap().replace('/', "::");
        let name = path.strip_suffix("::mod").unwrap_or(&path);
        let is_program = ["main", "kernel", "lib"].contains(&name) || name.starts_with("bin::");
        if is_program || name.ends_with("tests") {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let text = text.split("\nmod tests {").next().unwrap();
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//"));
        modules.insert(name.to_owned(), lines.collect::<Vec<_>>().join("\n"));
    }
    modules
}

/// The paths a text names from `root`: `root::a::b`, and each of `root::a::{b, c}`.
fn paths(text: &str, root: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(&format!("{root}::")) {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
            continue;
        }
        let path = &text[at + root.len() + 2..];
        let end = path.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
        let (head, rest) = path.split_at(end.unwrap_or(path.len()));
        let head: Vec<String> = head.split("::").map(str::to_owned).collect();
        match rest.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
            Some((items, _)) if head.last().is_some_and(String::is_empty) => {
                for item in items.split(',') {
                    let mut path = head[..head.len() - 1].to_vec();
                    path.extend(item.trim().split("::").map(str::to_owned));
                    found.push(path);
                }
            }
            _ => found.push(head),
        }
    }
    found
}

fn imports() -> Graph {
    let modules = modules();
    let mut graph = Graph::new();
    for (name, text) in &modules {
        let parent: Vec<&str> = name.split("::").collect();
        let parent = &parent[..parent.len() - 1];
        let absolute = paths(text, "crate");
        let relative = paths(text, "super").into_iter().map(|path| {
            let above = parent.iter().map(|part| (*part).to_owned());
            above.chain(path).collect::<Vec<String>>()
        });
        let uses = graph.entry(name.clone()).or_default();
        for path in absolute.into_iter().chain(relative) {
            // The longest part of the path that is a module; what follows is an item of it.
            let mut lengths = (1..=path.len()).rev();
            let module = lengths.find_map(|length| {
                let module = path[..length].join("::");
                modules.contains_key(&module).then_some(module)
            });
            uses.extend(module.filter(|module| module != name));
        }
    }
    graph
}

fn layer(module: &str) -> String {
    module.split("::").next().unwrap().to_owned()
}

/// Rows of the table of layers: name and what it uses.
fn table() -> Vec<(String, BTreeSet<String>)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/mosaic.md");
    let text = std::fs::read_to_string(path).unwrap();
    let table = text.split("\n## The layers\n").nth(1).expect("a section");
    let table = table.split("\n## ").next().unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let names = cells[2].split(',').map(|name| name.trim().to_owned());
        let uses = names.filter(|name| !name.is_empty()).collect();
        (cells[0].trim_matches('`').to_owned(), uses)
    })
    .collect()
}

#[test]
fn imports_are_those_of_the_table() {
    let mut actual: Graph = BTreeMap::new();
    for (module, uses) in imports() {
        let layer_of = layer(&module);
        let others = uses.iter().map(|used| layer(used));
        let entry = actual.entry(layer_of.clone()).or_default();
        entry.extend(others.filter(|other| *other != layer_of));
    }
    let table = table();
    for (number, (name, uses)) in table.iter().enumerate() {
        let actual = actual.remove(name).unwrap_or_default();
        assert_eq!(
            &actual, uses,
            "what `{name}` uses, in the sources and in docs/mosaic.md"
        );
        let above: BTreeSet<String> = table[..number]
            .iter()
            .map(|(name, _)| name.clone())
            .collect();
        let below: Vec<&String> = uses.difference(&above).collect();
        assert!(
            below.is_empty(),
            "`{name}` uses {below:?}, which come later"
        );
    }
    assert!(
        actual.is_empty(),
        "layers that are not in the table: {actual:?}"
    );
}

#[test]
fn files_of_a_folder_do_not_use_each_other_in_a_circle() {
    let mut graph = imports();
    graph.retain(|module, _| layer(module) != ONE_TYPE);
    // A folder's own file declares what its parts share; they may use that.
    for (module, uses) in &mut graph {
        let parent = module.rsplit_once("::").map(|(parent, _)| parent);
        uses.retain(|used| parent != Some(used));
    }
    // Take out what uses nothing that is left, until nothing changes: circles remain.
    loop {
        let left: BTreeSet<String> = graph.keys().cloned().collect();
        graph.retain(|_, uses| uses.iter().any(|used| left.contains(used)));
        if graph.len() == left.len() {
            break;
        }
    }
    let circles: Vec<&String> = graph.keys().collect();
    assert!(circles.is_empty(), "in a circle, or above one: {circles:?}");
}
