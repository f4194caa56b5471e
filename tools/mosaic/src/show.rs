//! `--show=PASS`: what each pass left behind, as text. The names are here, and the passes themselves say when they are
//! done; what nobody asked to see is never put into words.

use crate::error::{Error, Result};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Names of the passes in their order, with what they leave.
pub const PASSES: [(&str, &str); 20] = [
    ("ir", "the module, optimised by LLVM"),
    ("induction", "pointer induction variables as counters"),
    ("planes", "arrays that lie as byte planes"),
    ("lower", "byte operations"),
    ("clean", "byte operations without copies and dead code"),
    ("sink", "operations moved to where they run less often"),
    ("memory", "loads and stores folded into operations"),
    ("recompute", "bytes computed again behind recursive calls"),
    ("webs", "variables instead of single assignment"),
    ("alloc", "instructions; storage locations are still slots"),
    ("branches", "jumps and blocks in order"),
    ("rules", "after the peephole rules"),
    (
        "track",
        "after what is known of registers and bytes was used",
    ),
    ("thread", "after branches whose outcome is known"),
    ("dead", "without what nobody looks at"),
    (
        "sizes",
        "without carries that are known by the size of a sum",
    ),
    ("hoist", "after code was moved out of loops"),
    ("rotate", "after loops were turned"),
    ("places", "every slot has a byte"),
    (
        "shrink",
        "small routines without what they have in common, all branches in reach; the last word of the compiler",
    ),
];

/// The pass that only the linker knows.
pub const LINK: (&str, &str) = ("link", "the whole program as it was assembled");

/// The passes somebody wants to see, and what they have left so far.
#[derive(Debug, Default)]
pub struct Show {
    wanted: BTreeSet<String>,
    text: RefCell<String>,
}

impl Show {
    /// Shows the named passes; a name that is none is refused.
    pub fn of(names: &[String]) -> Result<Show> {
        for name in names {
            if !all().any(|(pass, _)| pass == name) {
                let known: Vec<&str> = all().map(|(pass, _)| pass).collect();
                return Err(Error::new(format!(
                    "there is no pass {name} to show; the passes are {}",
                    known.join(", ")
                )));
            }
        }
        Ok(Show {
            wanted: names.iter().cloned().collect(),
            text: RefCell::default(),
        })
    }

    /// Whether anybody asked for a pass.
    pub fn wants(&self, pass: &str) -> bool {
        self.wanted.contains(pass)
    }

    /// Notes what a pass left of something, if anybody wants to see it.
    pub fn add(&self, pass: &str, what: &str, text: impl FnOnce() -> String) {
        if self.wants(pass) {
            let mut all = self.text.borrow_mut();
            let _ = writeln!(all, "; {pass}: {:#}", rustc_demangle::demangle(what));
            all.push_str(&text());
            all.push('\n');
        }
    }

    /// Everything noted since the last time.
    pub fn take(&self) -> String {
        self.text.take()
    }
}

/// All passes with what they leave.
pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
    PASSES.into_iter().chain([LINK])
}
