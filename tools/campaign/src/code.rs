//! The code that a part tries: the contents of the paths its verdict depends on, under one short name.
//!
//! The name is made of git's own ids of these contents, so commits that leave the paths alone have the same one, whatever
//! else they change, and a rebased commit keeps it.

use crate::part::Part;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Digits of a name, as many as of a commit in the journal.
const DIGITS: usize = 9;
/// Behind the name when something at the paths is not committed.
const CHANGED: char = '+';

/// A commit, and what a part tries there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    pub commit: String,
    pub name: String,
}

impl Code {
    /// The code of a part in the work tree at `root`.
    pub fn of(part: &Part, root: &Path) -> Result<Code, String> {
        let paths: Vec<&str> = part
            .depends
            .iter()
            .flat_map(|group| *group)
            .copied()
            .collect();
        Code::at(&paths, root)
    }

    fn at(paths: &[&str], root: &Path) -> Result<Code, String> {
        let short = format!("--short={DIGITS}");
        let mut commit = git(root, &["rev-parse", &short, "HEAD"], "")?;
        let objects: Vec<String> = paths.iter().map(|path| format!("HEAD:{path}")).collect();
        let mut arguments = vec!["rev-parse"];
        arguments.extend(objects.iter().map(String::as_str));
        let ids = git(root, &arguments, "")?;
        let mut name = git(root, &["hash-object", "--stdin"], &ids)?;
        name.truncate(DIGITS);
        let mut arguments = vec!["status", "--porcelain", "--"];
        arguments.extend(paths);
        if !git(root, &arguments, "")?.is_empty() {
            commit.push(CHANGED);
            name.push(CHANGED);
        }
        Ok(Code { commit, name })
    }
}

/// Whether a name stands for something that was committed.
pub fn is_committed(name: &str) -> bool {
    !name.is_empty() && !name.ends_with(CHANGED)
}

fn git(root: &Path, arguments: &[&str], input: &str) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("git: {error}");
    let mut child = Command::new("git")
        .args(arguments)
        .current_dir(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut pipe) = child.stdin.take() {
        pipe.write_all(input.as_bytes()).map_err(failed)?;
    }
    let output = child.wait_with_output().map_err(failed)?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(format!("git {}: {}", arguments[0], text(&output.stderr))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::part::PARTS;
    use std::path::PathBuf;

    /// A repository with one commit of `src/a` and `doc`, which the test removes.
    fn repository(name: &str) -> PathBuf {
        let root = std::env::temp_dir().join(format!("campaign-{name}-{}", std::process::id()));
        std::fs::create_dir_all(root.join("src")).expect("a folder");
        git(&root, &["init", "--quiet"], "").expect("a repository");
        write(&root, "src/a", "one");
        write(&root, "doc", "one");
        commit(&root);
        root
    }

    fn write(root: &Path, path: &str, text: &str) {
        std::fs::write(root.join(path), text).expect("written");
    }

    fn commit(root: &Path) {
        git(root, &["add", "--all"], "").expect("added");
        let who = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let arguments = [&who[..], &["commit", "--quiet", "--message=."]].concat();
        git(root, &arguments, "").expect("committed");
    }

    fn code(root: &Path) -> Code {
        Code::at(&["src"], root).expect("a code")
    }

    #[test]
    fn a_commit_that_touches_nothing_of_a_part_leaves_its_code() {
        let root = repository("code");
        let first = code(&root);
        assert!(is_committed(&first.name));
        write(&root, "doc", "two");
        assert_eq!(code(&root), first);
        commit(&root);
        let second = code(&root);
        assert_eq!(second.name, first.name);
        assert_ne!(second.commit, first.commit);
        write(&root, "src/a", "two");
        commit(&root);
        let third = code(&root);
        assert_ne!(third.name, first.name);
        write(&root, "src/a", "one");
        commit(&root);
        assert_eq!(code(&root).name, first.name);
        std::fs::remove_dir_all(&root).expect("removed");
    }

    #[test]
    fn what_is_not_committed_is_no_code_of_a_commit() {
        let root = repository("changed");
        let first = code(&root).name;
        write(&root, "src/a", "two");
        assert_eq!(code(&root).name, format!("{first}+"));
        write(&root, "src/a", "one");
        write(&root, "src/new", "one");
        assert!(!is_committed(&code(&root).name));
        assert!(Code::at(&["missing"], &root).is_err());
        std::fs::remove_dir_all(&root).expect("removed");
    }

    #[test]
    fn every_path_of_a_part_is_there() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for part in PARTS {
            for path in part.depends.iter().flat_map(|group| *group) {
                assert!(root.join(path).exists(), "{}: {path}", part.name);
            }
        }
    }
}
