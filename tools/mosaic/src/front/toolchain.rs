//! A compiler with the source of its own library, and the LLVM tools of the same major version. The active
//! toolchain is taken if its `rust-src` is installed, else the compiler of the system's packages.

use super::run;
use crate::error::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The installed programs that turn a crate into IR.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    /// The compiler.
    pub rustc: PathBuf,
    /// The build tool.
    pub cargo: PathBuf,
    /// Release and commit, which name the cache of compiled libraries.
    pub version: String,
    /// Major version of the compiler's LLVM.
    pub llvm_major: String,
    /// Where rustup puts LLVM tools, if they are installed.
    llvm_directory: PathBuf,
    /// LLVM's optimiser.
    pub opt: PathBuf,
    /// LLVM's linker of IR modules.
    pub llvm_link: PathBuf,
}

/// Compilers in the order of preference: the active one, then the one Debian's `rustc-web` installs.
const COMPILERS: [&str; 2] = ["rustc", "/usr/bin/rustc"];

impl Toolchain {
    /// Finds the tools as seen from `directory`, where a toolchain file may choose the compiler.
    pub fn find(directory: &Path) -> Result<Toolchain> {
        let mut tried = Vec::new();
        for compiler in COMPILERS {
            match sysroot(compiler, directory) {
                Ok(sysroot) if has_library_source(&sysroot) => return Toolchain::at(&sysroot),
                Ok(sysroot) => tried.push(format!("{} has no library source", sysroot.display())),
                Err(error) => tried.push(error.message),
            }
        }
        Err(Error::new(format!(
            "no Rust compiler with its library source was found ({}); run `rustup component add rust-src`, or install \
             Debian's rustc-web, cargo-web and rust-web-src",
            tried.join("; ")
        )))
    }

    fn at(sysroot: &Path) -> Result<Toolchain> {
        let rustc = sysroot.join("bin/rustc");
        let beside = sysroot.join("bin/cargo");
        let cargo = if beside.exists() {
            beside
        } else {
            PathBuf::from("cargo")
        };
        let verbose = run(Command::new(&rustc).arg("-vV"))?;
        let field = |name: &str| {
            let found = verbose
                .lines()
                .find_map(|line| line.strip_prefix(name))
                .map(str::trim);
            found.ok_or_else(|| Error::new(format!("`rustc -vV` names no {name}")))
        };
        let major = field("LLVM version:")?
            .split('.')
            .next()
            .unwrap_or_default()
            .to_owned();
        let host = field("host:")?;
        let commit: String = field("commit-hash:")?.chars().take(9).collect();
        let mut toolchain = Toolchain {
            version: format!("{}-{commit}", field("release:")?),
            llvm_major: major,
            llvm_directory: sysroot.join("lib/rustlib").join(host).join("bin"),
            rustc,
            cargo,
            opt: PathBuf::new(),
            llvm_link: PathBuf::new(),
        };
        toolchain.opt = toolchain.llvm("opt")?;
        toolchain.llvm_link = toolchain.llvm("llvm-link")?;
        Ok(toolchain)
    }

    /// The LLVM tool of that name and of the compiler's version, wherever packages put it.
    pub fn llvm(&self, name: &str) -> Result<PathBuf> {
        let major = &self.llvm_major;
        let candidates = [
            self.llvm_directory.join(name),
            PathBuf::from(format!("{name}-{major}")),
            PathBuf::from(format!("/usr/lib/llvm-{major}/bin/{name}")),
            PathBuf::from(name),
        ];
        let fits = |tool: &PathBuf| {
            let version = run(Command::new(tool).arg("--version")).unwrap_or_default();
            version.contains(&format!("LLVM version {major}."))
        };
        let missing = || {
            Error::new(format!(
                "no `{name}` of LLVM {major} was found; Debian's llvm-{major} has it"
            ))
        };
        candidates.into_iter().find(fits).ok_or_else(missing)
    }
}

fn sysroot(compiler: &str, directory: &Path) -> Result<PathBuf> {
    let path = run(Command::new(compiler)
        .args(["--print", "sysroot"])
        .current_dir(directory))?;
    Ok(PathBuf::from(path.trim()))
}

fn has_library_source(sysroot: &Path) -> bool {
    sysroot
        .join("lib/rustlib/src/rust/library/core/src/lib.rs")
        .exists()
}
