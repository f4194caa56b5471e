//! Where a file named in a suite is: absolute as it is, relative first beside the suite, then in the
//! working directory. A prefix may be mapped to another place first, for suites written for a container.

use std::path::{Path, PathBuf};

/// A beginning of a path in suites, and what stands for it here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrefixMap {
    /// The beginning.
    pub from: String,
    /// What replaces it.
    pub to: String,
}

/// The path of an existing file, if there is one.
pub fn find(name: &str, suite: &Path, maps: &[PrefixMap]) -> Option<PathBuf> {
    let mapped = maps
        .iter()
        .find_map(|map| Some(format!("{}{}", map.to, name.strip_prefix(&map.from)?)));
    let path = PathBuf::from(mapped.as_deref().unwrap_or(name));
    let beside = suite.parent().unwrap_or(Path::new("")).join(&path);
    [beside, path].into_iter().find(|path| path.is_file())
}
