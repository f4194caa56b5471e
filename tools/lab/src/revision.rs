//! Another revision of the project, built beside this one: its program and its own bridge.
//!
//! The revision is checked out as a git worktree below `target/`, and built there by its own Makefile, compiler and all;
//! a revision that was built before is not built again.

use crate::contestant::Hall;
use crate::version::git;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The products of `make uci`.
const BRIDGE: &str = "build/uci64";
const IMAGE: &str = "build/64squares.prg";

/// The short name of a revision; fails when git does not know it.
pub fn name(revision: &str) -> Result<String, String> {
    let commit = format!("{revision}^{{commit}}");
    git(&["rev-parse", "--verify", "--short=9", &commit])
}

/// Checks out and builds what is not there yet.
pub fn build(name: &str, target: &Path, patience: Duration) -> Result<Hall, String> {
    let folder = std::path::absolute(target.join("sprt").join(name)).map_err(|e| e.to_string())?;
    let hall = Hall {
        bridge: folder.join(BRIDGE),
        image: folder.join(IMAGE),
        patience,
    };
    if !folder.join("Makefile").exists() {
        let path = folder.display().to_string();
        git(&["worktree", "prune"])?;
        git(&["worktree", "add", "--force", "--detach", &path, name])?;
    }
    if !(hall.bridge.exists() && hall.image.exists()) {
        make(&folder, &target.join("sprt/cargo"))?;
    }
    Ok(hall)
}

fn make(folder: &Path, cargo: &Path) -> Result<(), String> {
    let cargo: PathBuf = std::path::absolute(cargo).map_err(|error| error.to_string())?;
    eprintln!("building {}", folder.display());
    let status = Command::new("make")
        .arg("uci")
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", cargo)
        .status()
        .map_err(|error| format!("make: {error}"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("{}: `make uci` failed", folder.display()))
    }
}
