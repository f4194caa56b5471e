//! Makes a failing program small. LLVM's own reducer does the work; it calls the fuzzer back to ask whether what is
//! left still fails alike.

use crate::error::{Error, Result};
use crate::front::Toolchain;
use std::path::Path;
use std::process::{Command, Stdio};

/// Reduces `text`; `fuzzer` is called as `fuzzer check SEED ORIGINAL FILE` and succeeds while FILE fails alike.
pub fn reduce(text: &str, seed: u64, fuzzer: &Path, toolchain: &Toolchain) -> Result<String> {
    let failed = |error: std::io::Error| Error::new(format!("the reducer: {error}"));
    let work = tempfile::tempdir().map_err(failed)?;
    let original = work.path().join("original.ll");
    let reduced = work.path().join("reduced.ll");
    std::fs::write(&original, text).map_err(failed)?;
    let status = Command::new(toolchain.llvm("llvm-reduce")?)
        .arg(format!("--test={}", fuzzer.display()))
        .args([
            "--test-arg=check",
            &format!("--test-arg={seed}"),
            &format!("--test-arg={}", original.display()),
        ])
        .arg("-o")
        .arg(&reduced)
        .arg(&original)
        .current_dir(work.path())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(failed)?;
    if !status.success() {
        return Err(Error::new("the reducer could not repeat the failure"));
    }
    std::fs::read_to_string(&reduced).map_err(failed)
}
