//! From a crate to a linked program, and the listings that can be written beside it.

use crate::project::{self, Project};
use mosaic::alloc::convention::Stack;
use mosaic::front;
use mosaic::link::report::{Profile, report};
use mosaic::link::{self, Image, symbols};
use mosaic::{ir, pipeline};
use std::path::PathBuf;

/// The level of a crate that names none.
const LEVEL: &str = "O2";

/// What a build may do differently from one time to the next.
#[derive(Debug, Clone, Default)]
pub struct Choices {
    /// LLVM's level, before the one the crate names.
    pub level: Option<String>,
    /// Features of the crate to switch on.
    pub features: Vec<String>,
    /// Leave the crate's default features off.
    pub no_default_features: bool,
    /// Prove the allocation of registers and memory with the independent checker.
    pub check: bool,
    /// Compile what stands below `#[cfg(mosaic_test)]` too.
    pub tests: bool,
    /// Where compiled libraries are kept, if not where all projects have them.
    pub cache: Option<PathBuf>,
}

/// A compiled program, and the module it was compiled from.
pub struct Compiled {
    /// The linked program.
    pub image: Image,
    /// The module in LLVM IR, as it was optimised.
    pub ir: String,
}

/// Compiles and links a crate.
pub fn compile(project: &Project, choices: &Choices) -> Result<Compiled, String> {
    let ir = front::build(&project.directory, &front_options(project, choices)?)
        .map_err(|error| error.to_string())?;
    let zero_page = project.layout.zeropage;
    let options = pipeline::Options {
        zero_page: u32::from(zero_page.end - zero_page.start) + 1,
        check: choices.check || pipeline::Options::default().check,
        interrupts: project.layout.start.interrupts.clone(),
        stack: Stack {
            levels: project.layout.stack.levels,
            check: project.layout.stack.check,
        },
        object_stack: project.layout.stack.objects,
        passing: project
            .layout
            .passing_segments()
            .map(str::to_owned)
            .collect(),
        ..pipeline::Options::default()
    };
    let image = ir::parse(&ir)
        .and_then(|module| ir::verify(&module).map(|()| module))
        .and_then(|module| pipeline::compile(&module, &options))
        .and_then(|program| link::link(&program, &project.layout))
        .map_err(|error| error.with_text_of(&ir).to_string())?;
    Ok(Compiled { image, ir })
}

fn level(project: &Project, choices: &Choices) -> String {
    let chosen = choices.level.as_ref().or(project.settings.level.as_ref());
    chosen.map_or(LEVEL, String::as_str).to_owned()
}

fn front_options(project: &Project, choices: &Choices) -> Result<front::Options, String> {
    let settings = &project.settings;
    Ok(front::Options {
        features: choices.features.clone(),
        default_features: !choices.no_default_features,
        level: level(project, choices),
        inline_threshold: settings.inline_threshold,
        unroll_threshold: settings.unroll_threshold,
        small: settings.small.clone(),
        fast: settings.fast.clone(),
        no_outline: settings.no_outline.clone(),
        configurations: Vec::from_iter(choices.tests.then(|| "mosaic_test".to_owned())),
        cache: match &choices.cache {
            Some(cache) => cache.clone(),
            None => project::cache()?,
        },
        ..front::Options::default()
    })
}

/// What `--emit` writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Listing {
    /// The optimised LLVM module.
    Ir,
    /// The assembly of the whole program.
    Asm,
    /// Every label with address and size, and what each region has left.
    Map,
}

/// Writes the program, its symbols for debuggers (`.sym`, `.vs`) and the listings asked for; returns all names,
/// the program first.
pub fn write(
    project: &Project,
    compiled: &Compiled,
    listings: &[Listing],
) -> Result<Vec<PathBuf>, String> {
    let image = &compiled.image;
    let mut files = vec![
        ("prg", image.prg.clone()),
        ("sym", symbols::kick_assembler(image).into_bytes()),
        ("vs", symbols::vice(image).into_bytes()),
    ];
    for listing in listings {
        files.push(match listing {
            Listing::Ir => ("ll", compiled.ir.clone().into_bytes()),
            Listing::Asm => ("s", image.listing.clone().into_bytes()),
            Listing::Map => (
                "map",
                report(image, &project.layout, &Profile::new()).into_bytes(),
            ),
        });
    }
    let mut names = Vec::new();
    for (ending, bytes) in files {
        let name = project.output(ending);
        project::write(&name, &bytes)?;
        names.push(name);
    }
    Ok(names)
}
