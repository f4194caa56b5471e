//! Rust source compiled for the host and for the 6502, results compared: random functions, and any module that offers
//! `run(results)`. The host's compiler is the reference, so this covers everything from Rust to the machine.

mod expressions;
mod functions;

pub use self::functions::source;

use crate::error::{Error, Result};
use crate::front::{self, Options};
use crate::ir;
use crate::link::{Layout, link};
use crate::pipeline;
use c64::{Flat, Power};
use std::path::Path;
use std::process::Command;

const CYCLE_LIMIT: u64 = 400_000_000;

/// A crate whose module `functions` holds the code under test and fills an array of results.
pub struct Program {
    /// Source of the module `functions`.
    pub functions: String,
    /// Length of the array of results.
    pub results: usize,
    /// Lines for `[dependencies]`.
    pub dependencies: String,
}

/// A result that is not the same.
#[derive(Debug, PartialEq, Eq)]
pub struct Difference {
    /// Which result differs.
    pub index: usize,
    /// What the host computed.
    pub host: u64,
    /// What the 6502 computed.
    pub target: u64,
}

/// Builds and runs the program for both machines; `host_cache` keeps the host's builds.
pub fn compare(program: &Program, host_cache: &Path) -> Result<Vec<Difference>> {
    let work = tempfile::tempdir().map_err(failed)?;
    write_crate(program, work.path())?;
    let host = run_on_host(work.path(), host_cache)?;
    let target = run_on_target(work.path(), program.results)?;
    if host.len() != target.len() {
        return Err(Error::new(format!(
            "the host printed {} results",
            host.len()
        )));
    }
    let pairs = host.into_iter().zip(target).enumerate();
    let differences = pairs.filter(|(_, (host, target))| host != target);
    Ok(differences
        .map(|(index, (host, target))| Difference {
            index,
            host,
            target,
        })
        .collect())
}

fn failed(error: std::io::Error) -> Error {
    Error::new(format!(
        "a crate for the comparison cannot be written: {error}"
    ))
}

fn write_crate(program: &Program, directory: &Path) -> Result<()> {
    let results = program.results;
    let manifest = format!(
        "[package]\nname = \"trial\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n[dependencies]\n{}\n\n\
         [profile.release]\noverflow-checks = false\n\n[workspace]\n",
        program.dependencies
    );
    let library = format!(
        "#![cfg_attr(target_vendor = \"c64\", no_std)]\n#![allow(warnings)]\npub mod functions;\n\
         #[cfg(target_vendor = \"c64\")]\nmod target {{\n    #[panic_handler]\n    \
         fn panic(_: &core::panic::PanicInfo) -> ! {{\n        loop {{}}\n    }}\n    #[unsafe(no_mangle)]\n    \
         pub static mut RESULTS: [u64; {results}] = [0; {results}];\n    #[unsafe(no_mangle)]\n    \
         pub extern \"C\" fn kernel_main() {{\n        \
         crate::functions::run(unsafe {{ &mut *core::ptr::addr_of_mut!(RESULTS) }});\n    }}\n}}\n"
    );
    let host = format!(
        "fn main() {{\n    let mut results = [0u64; {results}];\n    trial::functions::run(&mut results);\n    \
         for result in results {{\n        println!(\"{{result}}\");\n    }}\n}}\n"
    );
    std::fs::create_dir_all(directory.join("src/bin")).map_err(failed)?;
    for (name, text) in [
        ("Cargo.toml", &manifest),
        ("src/lib.rs", &library),
        ("src/bin/host.rs", &host),
        ("src/functions.rs", &program.functions),
    ] {
        std::fs::write(directory.join(name), text).map_err(failed)?;
    }
    Ok(())
}

fn run_on_host(directory: &Path, cache: &Path) -> Result<Vec<u64>> {
    let mut command = Command::new("cargo");
    command
        .args([
            "run",
            "--quiet",
            "--release",
            "--bin",
            "host",
            "--target-dir",
        ])
        .arg(std::path::absolute(cache).map_err(failed)?)
        .current_dir(directory)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS");
    let text = front::run(&mut command)?;
    Ok(text.lines().filter_map(|line| line.parse().ok()).collect())
}

fn run_on_target(directory: &Path, results: usize) -> Result<Vec<u64>> {
    let text = front::build(directory, &Options::default())?;
    let module = ir::parse(&text)?;
    ir::verify(&module)?;
    let image = link(
        &pipeline::compile(&module, &pipeline::Options::default())?,
        &Layout::bare(),
    )?;
    let mut flat = Flat::new(Power::Noise(1));
    flat.load_prg(&image.prg).map_err(Error::new)?;
    let stopped = |fault: c64::Fault| Error::new(format!("the compiled program stopped: {fault}"));
    flat.call(image.init, CYCLE_LIMIT).map_err(stopped)?;
    let symbol = |name: &str| {
        image
            .symbol(name)
            .ok_or_else(|| Error::new(format!("{name} has no address")))
    };
    flat.call(symbol("kernel_main")?, CYCLE_LIMIT)
        .map_err(stopped)?;
    let start = symbol("RESULTS")?;
    let number = |at: usize| {
        let first = start + 8 * at as u16;
        (0..8).rev().fold(0, |value, byte| {
            value << 8 | u64::from(flat.peek(first + byte))
        })
    };
    Ok((0..results).map(number).collect())
}
