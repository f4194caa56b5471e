//! From a `no_std` crate to one optimised LLVM module in text: rustc and cargo write unoptimised IR of the crate, its
//! dependencies and `core` for a 16-bit stand-in target; LLVM links it and optimises it for a machine whose only
//! native integer is a byte. What the IR means is left to `ir`.

mod allocator;
mod beside;
mod cargo;
mod exports;
mod floats;
mod optimise;
mod order;
mod toolchain;

use crate::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

pub use self::optimise::text as optimise_text;
pub use self::toolchain::Toolchain;

/// How a crate is built and optimised.
#[derive(Debug, Clone)]
pub struct Options {
    /// Features of the crate to switch on.
    pub features: Vec<String>,
    /// Whether the crate's default features are on.
    pub default_features: bool,
    /// Symbols that stay visible; when empty, all that the crate exports under a plain name.
    pub keep: Vec<String>,
    /// LLVM's level: `O1`, `O2`, `O3`, `Os` or `Oz`.
    pub level: String,
    /// LLVM's inlining threshold, in its own unit of about a fifth of an instruction.
    pub inline_threshold: Option<u32>,
    /// Largest size, in LLVM instructions, a loop may be unrolled to.
    pub unroll_threshold: Option<u32>,
    /// Rust paths (`crate::module`, or a plain symbol) whose functions are made small rather than fast.
    pub small: Vec<String>,
    /// Rust paths whose functions stay fast when the level asks for size.
    pub fast: Vec<String>,
    /// Rust paths of functions that are made small without calls to routines for repeated sequences.
    pub no_outline: Vec<String>,
    /// The segment of entry points beside the program: what the crate exports under a plain name and `keep` does not name.
    pub beside: Option<String>,
    /// Further options for `opt`, for measurements.
    pub opt_arguments: Vec<String>,
    /// Conditions set for the crate alone, as `#[cfg(NAME)]` asks for them.
    pub configurations: Vec<String>,
    /// Where compiled libraries are kept between builds.
    pub cache: PathBuf,
}

impl Default for Options {
    fn default() -> Options {
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| PathBuf::from("target"), PathBuf::from);
        Options {
            features: Vec::new(),
            default_features: true,
            keep: Vec::new(),
            level: "O2".to_owned(),
            inline_threshold: None,
            unroll_threshold: None,
            small: Vec::new(),
            fast: Vec::new(),
            no_outline: Vec::new(),
            beside: None,
            opt_arguments: Vec::new(),
            configurations: Vec::new(),
            cache: target.join("mosaic"),
        }
    }
}

impl Options {
    /// Whether a function is made small: at the levels for size all but the fast ones, else those asked for.
    fn is_small(&self, path: &str) -> bool {
        if self.is_for_size() {
            !is_below_any(path, &self.fast)
        } else {
            is_below_any(path, &self.small)
        }
    }

    /// The attributes that LLVM and we go by when a function is made small; none for the fast ones.
    fn size_attributes(&self, path: &str) -> Option<&str> {
        self.is_small(path)
            .then(|| match is_below_any(path, &self.no_outline) {
                true => " minsize optsize \"nooutline\"",
                false => " minsize optsize",
            })
    }

    fn is_for_size(&self) -> bool {
        matches!(self.level.as_str(), "Os" | "Oz")
    }

    /// LLVM's pipeline. What is small is marked, and with the marks the pipeline for speed makes code just as small;
    /// so it is taken when some functions stay fast.
    fn pipeline(&self) -> &str {
        if self.is_for_size() && !self.fast.is_empty() {
            "O2"
        } else {
            &self.level
        }
    }
}

fn is_below_any(path: &str, prefixes: &[String]) -> bool {
    prefixes.iter().any(|prefix| is_below(path, prefix))
}

/// Whether a function lies below a Rust path, also one inside a generic's name; a plain symbol is meant whole.
fn is_below(path: &str, prefix: &str) -> bool {
    path.contains(prefix) && (path.contains("::") || path == prefix)
}

/// Builds the library of the crate in `crate_dir` and returns its whole program as one module.
pub fn build(crate_dir: &Path, options: &Options) -> Result<String> {
    let toolchain = Toolchain::find(crate_dir)?;
    let modules = cargo::build(&toolchain, crate_dir, options)?;
    let keep = match options.keep.as_slice() {
        [] => exports::of(&read(&modules.root)?),
        named => named.to_vec(),
    };
    if keep.is_empty() {
        return Err(Error::new(format!(
            "{} exports nothing: mark its entry points #[unsafe(no_mangle)]",
            crate_dir.display()
        )));
    }
    optimise::whole_program(&toolchain, &modules, &keep, options)
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path)
        .map_err(|error| Error::new(format!("cannot read {}: {error}", path.display())))
}

/// Runs a tool to its end; its own words are the message when it fails.
pub(crate) fn run(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| Error::new(format!("cannot run {name}: {error}")))?;
    if !output.status.success() {
        let words = String::from_utf8_lossy(&output.stderr);
        return Err(Error::new(format!("{name} failed:\n{}", words.trim_end())));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
