//! The order in which LLVM's linker is given the program's modules. With `--only-needed` it takes of each file what is
//! missing at that moment, and a file must not come twice, or its private variables would exist twice: so a library stands
//! behind every module that uses it. Where that is impossible, because two use each other (`core` calls the panic handler,
//! and the handler's crate calls `core`), the smallest of them is taken whole and first.

use super::{exports, read};
use crate::error::Result;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Modules to be linked whole, then those of which only what is needed is taken.
#[derive(Debug, PartialEq, Eq)]
pub struct Order {
    pub whole: Vec<PathBuf>,
    pub needed: Vec<PathBuf>,
}

/// What a module offers to others and what it asks of them.
#[derive(Debug)]
pub struct Symbols {
    pub path: PathBuf,
    pub size: usize,
    pub defined: BTreeSet<String>,
    pub declared: BTreeSet<String>,
}

impl Symbols {
    pub fn of(path: &Path) -> Result<Symbols> {
        let text = read(path)?;
        Ok(Symbols {
            path: path.to_owned(),
            size: text.len(),
            defined: exports::defined(&text).map(str::to_owned).collect(),
            declared: exports::declared(&text).map(str::to_owned).collect(),
        })
    }

    fn uses(&self, other: &Symbols) -> bool {
        !self.declared.is_disjoint(&other.defined)
    }
}

/// The first of `modules` is the program's own crate.
pub fn of(modules: Vec<Symbols>) -> Order {
    let mut waiting = modules.into_iter();
    let mut order = Order {
        whole: waiting.next().map(|root| root.path).into_iter().collect(),
        needed: Vec::new(),
    };
    let mut waiting: Vec<Symbols> = waiting.collect();
    while !waiting.is_empty() {
        let is_used = |index: &usize| {
            let mut others = waiting.iter().enumerate();
            others.any(|(other, module)| other != *index && module.uses(&waiting[*index]))
        };
        match (0..waiting.len()).find(|index| !is_used(index)) {
            Some(index) => order.needed.push(waiting.remove(index).path),
            None => {
                let smallest = (0..waiting.len()).min_by_key(|index| waiting[*index].size);
                let index = smallest.expect("some are waiting");
                order.whole.push(waiting.remove(index).path);
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{Order, Symbols, of};
    use std::path::PathBuf;

    fn module(name: &str, size: usize, defined: &[&str], declared: &[&str]) -> Symbols {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        Symbols {
            path: name.into(),
            size,
            defined: names(defined),
            declared: names(declared),
        }
    }

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn a_library_stands_behind_all_that_use_it() {
        let order = of(vec![
            module("app", 1, &["main"], &["parse"]),
            module("core", 9, &["slice"], &[]),
            module("parser", 2, &["parse"], &["slice", "skip"]),
            module("text", 2, &["skip"], &["slice"]),
        ]);
        let expected = Order {
            whole: paths(&["app"]),
            needed: paths(&["parser", "text", "core"]),
        };
        assert_eq!(order, expected);
    }

    #[test]
    fn the_smallest_of_a_circle_is_taken_whole() {
        let order = of(vec![
            module("app", 1, &["main"], &["slice"]),
            module("core", 9, &["slice"], &["panic"]),
            module("handler", 2, &["panic"], &["slice"]),
        ]);
        let expected = Order {
            whole: paths(&["app", "handler"]),
            needed: paths(&["core"]),
        };
        assert_eq!(order, expected);
    }
}
