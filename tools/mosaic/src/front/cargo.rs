//! Runs cargo so that every crate of the program leaves its unoptimised IR beside its library, and finds those
//! files. One target directory per compiler keeps `core` and `alloc` compiled between builds and between crates.

use super::{Options, run};
use crate::error::{Error, Result};
use crate::front::toolchain::Toolchain;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The stand-in target: pointers and layout of the AVR, vendor `c64`.
const TARGET: &str = include_str!("../../targets/mos-c64-none.json");

/// Compiler flags for the crate and for `core`. The AVR part named has no influence on unoptimised IR, but rustc
/// insists on one. Objects are bitcode, as for optimisation by the linker: nothing is compiled for the AVR, and nobody
/// takes inline assembly for its. What is inlined is left to LLVM, which sees the whole program and knows what is to be
/// small.
const RUSTFLAGS: &str = "-C target-cpu=atmega328 -C no-prepopulate-passes -C linker-plugin-lto -Z inline-mir=no \
                         --emit=llvm-ir";

/// The same for all crates, whatever their manifests say, so that one build of `core` serves them all. Line tables name
/// the place in the source that an error is about; they change no instruction.
const PROFILE: [&str; 5] = [
    "profile.release.lto=false",
    "profile.release.codegen-units=1",
    "profile.release.opt-level=3",
    "profile.release.debug=\"line-tables-only\"",
    "profile.release.panic=\"abort\"",
];

/// Multiplication, division and memory routines are mosaic's own: of this one only floating point is taken.
const BUILTINS: &str = "compiler_builtins";

/// IR files of one program.
#[derive(Debug)]
pub struct Modules {
    pub root: PathBuf,
    pub libraries: Vec<PathBuf>,
    /// Routines for floating point.
    pub builtins: Option<PathBuf>,
}

/// What cargo reports of each crate it built or found fresh.
#[derive(Deserialize)]
struct Message {
    reason: String,
    #[serde(default)]
    manifest_path: PathBuf,
    target: Option<Target>,
    #[serde(default)]
    filenames: Vec<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
}

pub fn build(toolchain: &Toolchain, crate_dir: &Path, options: &Options) -> Result<Modules> {
    let manifest = crate_dir.join("Cargo.toml");
    let manifest = std::fs::canonicalize(&manifest)
        .map_err(|error| Error::new(format!("cannot read {}: {error}", manifest.display())))?;
    let messages = run(&mut command(toolchain, &manifest, options)?)?;
    let mut root = None;
    let mut libraries = Vec::new();
    let mut builtins = None;
    for line in messages.lines() {
        let Ok(message) = serde_json::from_str::<Message>(line) else {
            continue;
        };
        let Some(module) = module_of(&message) else {
            continue;
        };
        if message.manifest_path == manifest {
            root = Some(module);
        } else if message.target.is_some_and(|target| target.name == BUILTINS) {
            builtins = Some(module);
        } else {
            libraries.push(module);
        }
    }
    let root = root.ok_or_else(|| {
        Error::new(format!(
            "cargo built no library from {}",
            manifest.display()
        ))
    })?;
    Ok(Modules {
        root,
        libraries,
        builtins,
    })
}

fn command(toolchain: &Toolchain, manifest: &Path, options: &Options) -> Result<Command> {
    let cache = cache(toolchain, options)?;
    let mut command = Command::new(&toolchain.cargo);
    command
        .env("RUSTC", &toolchain.rustc)
        .env("RUSTC_BOOTSTRAP", "1")
        .env("RUSTFLAGS", RUSTFLAGS)
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("RUSTC_WRAPPER")
        .args(["rustc", "--quiet", "--lib", "--crate-type=lib", "--release"])
        .arg("--message-format=json-render-diagnostics")
        .arg("-Zbuild-std=core,alloc")
        .arg("-Zjson-target-spec")
        .arg("--manifest-path")
        .arg(manifest)
        .arg("--target")
        .arg(cache.join("mos-c64-none.json"))
        .arg("--target-dir")
        .arg(&cache);
    for setting in PROFILE {
        command.args(["--config", setting]);
    }
    if !options.features.is_empty() {
        command.arg("--features").arg(options.features.join(","));
    }
    if !options.default_features {
        command.arg("--no-default-features");
    }
    if !options.configurations.is_empty() {
        command.arg("--");
        for name in &options.configurations {
            command.args(["--cfg", name]);
        }
    }
    Ok(command)
}

/// The target directory of this compiler, with the target's description in it.
fn cache(toolchain: &Toolchain, options: &Options) -> Result<PathBuf> {
    let failed = |error: std::io::Error| {
        Error::new(format!("cannot use {}: {error}", options.cache.display()))
    };
    let cache = std::path::absolute(&options.cache)
        .map_err(failed)?
        .join(&toolchain.version);
    std::fs::create_dir_all(&cache).map_err(failed)?;
    let target = cache.join("mos-c64-none.json");
    if std::fs::read_to_string(&target).ok().as_deref() != Some(TARGET) {
        std::fs::write(&target, TARGET).map_err(failed)?;
    }
    Ok(cache)
}

/// `deps/libname-hash.rmeta` stands beside `deps/name-hash.ll`; build scripts and macros have no such pair.
fn module_of(message: &Message) -> Option<PathBuf> {
    if message.reason != "compiler-artifact" {
        return None;
    }
    let metadata = message
        .filenames
        .iter()
        .find(|file| file.extension().is_some_and(|end| end == "rmeta"))?;
    let name = metadata.file_stem()?.to_str()?.strip_prefix("lib")?;
    let module = metadata.with_file_name(format!("{name}.ll"));
    module.exists().then_some(module)
}
