//! A user's crate: where it lies, what its `[package.metadata.mosaic]` asks for, and where its outputs and the compiled
//! libraries go. Nothing is ever written beside the user's sources except below `target`.

use mosaic::link::Layout;
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// The layout of a crate that names none: BASIC and KERNAL stay, the program lies from `$0801` to `$9FFF`.
pub const DEFAULT_LAYOUT: &str = include_str!("../templates/layout.toml");

/// A crate to be compiled.
#[derive(Debug)]
pub struct Project {
    /// Where its manifest lies.
    pub directory: PathBuf,
    /// The package's name.
    pub name: String,
    /// What the manifest sets for mosaic.
    pub settings: Settings,
    /// Where its program lies in memory.
    pub layout: Layout,
}

/// `[package.metadata.mosaic]`; options of the command line go before it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Settings {
    /// File of the memory layout, relative to the crate.
    pub layout: Option<PathBuf>,
    /// LLVM's level: O1, O2, O3, Os or Oz.
    pub level: Option<String>,
    /// Rust paths whose functions are made small.
    pub small: Vec<String>,
    /// Rust paths whose functions stay fast at Os and Oz.
    pub fast: Vec<String>,
    /// Rust paths whose functions, when small, call no routines made of repeated sequences.
    pub no_outline: Vec<String>,
    /// LLVM's threshold for inlining.
    pub inline_threshold: Option<u32>,
    /// LLVM's threshold for unrolling loops.
    pub unroll_threshold: Option<u32>,
}

#[derive(Deserialize)]
struct Manifest {
    package: Option<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    mosaic: Settings,
}

impl Project {
    /// Reads the manifest and the layout of the crate in `directory`.
    pub fn open(directory: &Path) -> Result<Project, String> {
        let file = directory.join("Cargo.toml");
        let manifest: Manifest = toml::from_str(&read(&file)?)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        let package = manifest.package.ok_or_else(|| {
            format!(
                "{} is a workspace without a package; name the crate with --path DIRECTORY",
                file.display()
            )
        })?;
        let settings = package.metadata.mosaic;
        let layout = match &settings.layout {
            Some(name) => parse_layout(&directory.join(name))?,
            None => Layout::parse(DEFAULT_LAYOUT).expect("the built-in layout is right"),
        };
        Ok(Project {
            directory: directory.to_owned(),
            name: package.name,
            settings,
            layout,
        })
    }

    /// Where a program and its listings go: `target/mosaic` of the crate, or of `CARGO_TARGET_DIR`.
    pub fn output(&self, ending: &str) -> PathBuf {
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| self.directory.join("target"), PathBuf::from);
        target
            .join("mosaic")
            .join(&self.name)
            .with_extension(ending)
    }
}

/// Where compiled libraries are kept for all projects: `$XDG_CACHE_HOME/mosaic`, usually `~/.cache/mosaic`.
pub fn cache() -> Result<PathBuf, String> {
    let named = |variable: &str| {
        let value = std::env::var_os(variable).map(PathBuf::from);
        value.filter(|path| path.is_absolute())
    };
    named("XDG_CACHE_HOME")
        .or_else(|| named("HOME").map(|home| home.join(".cache")))
        .map(|cache| cache.join("mosaic"))
        .ok_or_else(|| "neither XDG_CACHE_HOME nor HOME names a directory for the cache".to_owned())
}

fn parse_layout(file: &Path) -> Result<Layout, String> {
    Layout::parse(&read(file)?).map_err(|error| format!("{}: {error}", file.display()))
}

fn read(file: &Path) -> Result<String, String> {
    std::fs::read_to_string(file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))
}

/// Writes a file and the directories above it.
pub fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let write = || {
        if let Some(directory) = file.parent() {
            std::fs::create_dir_all(directory)?;
        }
        std::fs::write(file, bytes)
    };
    write().map_err(|error| format!("cannot write {}: {error}", file.display()))
}
