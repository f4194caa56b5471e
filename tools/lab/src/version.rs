//! Which program a result belongs to: its revision and the check sum of its image.

use std::path::Path;
use std::process::Command;

/// The name given, or the revision of the working tree, with a `+` when it has changes in what the program is made from.
pub fn name(given: Option<&str>) -> Result<String, String> {
    if let Some(name) = given {
        return Ok(name.to_string());
    }
    let revision = git(&["rev-parse", "--short=9", "HEAD"])?;
    let changes = git(&[
        "status",
        "--porcelain",
        "--",
        "src",
        "tools/mosaic",
        "Makefile",
    ])?;
    let mark = if changes.is_empty() { "" } else { "+" };
    Ok(format!("{revision}{mark}"))
}

pub fn git(arguments: &[&str]) -> Result<String, String> {
    let command = format!("git {}", arguments.join(" "));
    let output = Command::new("git")
        .args(arguments)
        .output()
        .map_err(|error| format!("{command}: {error}"))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{command}: {}", reason.trim()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_string())
}

pub fn check_sum(image: &Path) -> Result<String, String> {
    let bytes = std::fs::read(image).map_err(|error| format!("{}: {error}", image.display()))?;
    Ok(format!("{:08x}", crc32fast::hash(&bytes)))
}
