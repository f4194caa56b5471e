//! Another revision of the project, built beside this one: its program and its bridge, or its engine as a library.
//!
//! The revision is checked out as a git worktree below `target/`, and built there by its own Makefile, compiler and all;
//! a revision that was built before is not built again. The library is the host build alone and takes no compiler.

use crate::contestant::Hall;
use crate::version::git;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The products of `make uci`.
const BRIDGE: &str = "build/uci64";
const IMAGE: &str = "build/64squares.prg";
/// What a revision needs to be played as a library.
const PLAYER: &str = "tools/lab/player";

/// The short name of a revision; fails when git does not know it.
pub fn name(revision: &str) -> Result<String, String> {
    let commit = format!("{revision}^{{commit}}");
    git(&["rev-parse", "--verify", "--short=9", &commit])
}

/// Checks out and builds the program and the bridge, unless they are there.
pub fn build(name: &str, target: &Path, patience: Duration) -> Result<Hall, String> {
    let folder = check_out(name, target)?;
    let hall = Hall {
        bridge: folder.join(BRIDGE),
        image: folder.join(IMAGE),
        patience,
    };
    if !(hall.bridge.exists() && hall.image.exists()) {
        let cargo = cargo_folder(target, name)?;
        run(Command::new("make").arg("uci"), &folder, &cargo)?;
    }
    Ok(hall)
}

/// Checks out and builds the engine as a library, unless it is there. None for a revision from before there was one.
pub fn library(name: &str, target: &Path) -> Result<Option<PathBuf>, String> {
    let file = library_file(name, target);
    if !file.exists() {
        let folder = check_out(name, target)?;
        if !folder.join(PLAYER).exists() {
            return Ok(None);
        }
        build_library(&folder, &file, &cargo_folder(target, name)?)?;
    }
    Ok(Some(file))
}

/// The library of the working tree, which may have changed.
pub fn own_library(version: &str, target: &Path) -> Result<PathBuf, String> {
    let file = library_file(version, target);
    build_library(Path::new("."), &file, &cargo_folder(target, "own")?)?;
    Ok(file)
}

fn library_file(name: &str, target: &Path) -> PathBuf {
    target.join("sprt").join(format!("{name}.so"))
}

fn build_library(folder: &Path, file: &Path, cargo: &Path) -> Result<(), String> {
    let arguments = ["build", "--quiet", "--release", "-p", "lab-player"];
    run(Command::new("cargo").args(arguments), folder, cargo)?;
    let built = cargo.join("release/liblab_player.so");
    // To another name first: a match that has the old file open keeps it.
    let new = file.with_extension("new");
    let copied = std::fs::copy(&built, &new).and_then(|_| std::fs::rename(&new, file));
    copied.map_err(|error| format!("{}: {error}", file.display()))
}

fn check_out(name: &str, target: &Path) -> Result<PathBuf, String> {
    let folder = std::path::absolute(target.join("sprt").join(name)).map_err(|e| e.to_string())?;
    if !folder.join("Makefile").exists() {
        let path = folder.display().to_string();
        git(&["worktree", "prune"])?;
        git(&["worktree", "add", "--force", "--detach", &path, name])?;
    }
    Ok(folder)
}

/// Where cargo builds a revision, or the working tree. Each has a folder of its own: cargo knows a crate by its place within its
/// workspace and its files by their age, so in a common folder it takes another revision's crate for this one's.
fn cargo_folder(target: &Path, name: &str) -> Result<PathBuf, String> {
    let folder = target.join("sprt").join(format!("cargo-{name}"));
    std::path::absolute(folder).map_err(|error| error.to_string())
}

fn run(command: &mut Command, folder: &Path, cargo: &Path) -> Result<(), String> {
    eprintln!("building {}", folder.display());
    let named = format!("{command:?}");
    let status = command
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", cargo)
        .status()
        .map_err(|error| format!("{named}: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{}: {named} failed", folder.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_revisions_are_built_in_one_folder() {
        let folder = |name| cargo_folder(Path::new("target"), name).unwrap();
        assert_ne!(folder("0123456"), folder("6543210"));
        assert_ne!(folder("0123456"), folder("own"));
    }
}
