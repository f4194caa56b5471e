//! The edits that passes over instructions make, counted by name, and which of them are switched off.

use std::collections::{BTreeMap, BTreeSet};

/// How often each edit was made, and which must not be made.
#[derive(Debug, Clone, Default)]
pub struct Hits {
    /// Replacements by rule.
    pub counts: BTreeMap<&'static str, u32>,
    disabled: BTreeSet<String>,
}

impl Hits {
    /// Counts from zero; rules named in `disabled` are left out.
    pub fn new(disabled: &[String]) -> Hits {
        Hits {
            counts: BTreeMap::new(),
            disabled: disabled.iter().cloned().collect(),
        }
    }

    /// Whether a rule may be applied.
    pub fn allows(&self, name: &str) -> bool {
        !self.disabled.contains(name)
    }

    /// Counts one replacement.
    pub fn count(&mut self, name: &'static str) {
        *self.counts.entry(name).or_default() += 1;
    }

    /// Adds another routine's counts.
    pub fn add(&mut self, other: &Hits) {
        for (name, count) in &other.counts {
            *self.counts.entry(name).or_default() += count;
        }
    }
}
