//! Arguments and messages of the compiler. Every command ends with exit code 1, a message and no output file when
//! its input is bad.

mod kernel;

use clap::{Args, Parser, Subcommand};
use mosaic::alloc::convention::Stack;
use mosaic::error::{Error, Result};
use mosaic::front;
use mosaic::ir::{self, model::Module};
use mosaic::link::report::{Profile, report};
use mosaic::link::{self, Image, Layout, symbols};
use mosaic::pipeline;
use mosaic::show::{self, Show};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

#[derive(Parser)]
#[command(
    name = "mosaic",
    about = "Compiles LLVM IR and whole Rust crates to 6502 programs",
    version
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Compiles one IR file; writes ca65 assembly (`.s`) or a program (`.prg`), by the name of the output.
    Compile {
        input: PathBuf,
        #[arg(short, long)]
        output: PathBuf,
        #[command(flatten)]
        shape: Shape,
    },
    /// Builds a `no_std` crate into a program; symbols (`.sym`, `.vs`), assembly (`.s`) and a report (`.txt`) go beside it.
    Build {
        /// Directory of the crate.
        #[arg(long = "crate", value_name = "DIR")]
        directory: PathBuf,
        #[command(flatten)]
        front: Front,
        #[command(flatten)]
        shape: Shape,
        /// The program file to write.
        #[arg(long, value_name = "FILE.prg")]
        out: PathBuf,
        /// A second file, its symbols beside it: memory as the started program has it, with what the crate exports and --keep does
        /// not name in the region that the layout keeps beside the program.
        #[arg(long, value_name = "FILE.prg", requires = "keep")]
        beside: Option<PathBuf>,
    },
    /// Writes the optimised LLVM module of a crate.
    Ir {
        #[arg(long = "crate", value_name = "DIR")]
        directory: PathBuf,
        #[command(flatten)]
        front: Front,
        #[arg(short, long)]
        output: PathBuf,
    },
    /// Builds a crate with one feature, runs its `kernel_main` on a simulated 6502 and prints cycles, `RESULT` and size.
    Kernel {
        #[arg(value_name = "CRATE")]
        directory: PathBuf,
        feature: String,
        /// Also print bytes and cycles by function, on the error stream.
        #[arg(long)]
        profile: bool,
        /// Leave out the look for room before a recursive call: what the yardstick measures.
        #[arg(long)]
        no_stack_check: bool,
        /// Also write the assembly.
        #[arg(long, value_name = "FILE.s")]
        listing: Option<PathBuf>,
        /// Options for LLVM's `opt`, for measurements.
        #[arg(long = "opt-arg", value_name = "ARGUMENT", allow_hyphen_values = true)]
        opt_arguments: Vec<String>,
    },
}

/// How a crate becomes IR.
#[derive(Args)]
struct Front {
    /// Features of the crate, separated by commas.
    #[arg(long, value_delimiter = ',')]
    features: Vec<String>,
    /// Without the crate's default features.
    #[arg(long)]
    no_default_features: bool,
    /// Symbols to keep visible; without it, all the crate exports under a plain name.
    #[arg(long, value_delimiter = ',')]
    keep: Vec<String>,
    /// LLVM's optimisation level: O1, O2, O3, Os or Oz.
    #[arg(long, default_value = "O2")]
    level: String,
    #[arg(long)]
    inline_threshold: Option<u32>,
    #[arg(long)]
    unroll_threshold: Option<u32>,
    /// Rust paths (crate::module, or a plain symbol) whose functions are made small rather than fast.
    #[arg(long, value_delimiter = ',', value_name = "PATH")]
    small: Vec<String>,
    /// Rust paths whose functions stay fast at the levels Os and Oz, which make all others small.
    #[arg(long, value_delimiter = ',', value_name = "PATH")]
    fast: Vec<String>,
    /// Rust paths whose functions, when small, keep repeated sequences instead of calling routines made of them.
    #[arg(long, value_delimiter = ',', value_name = "PATH")]
    no_outline: Vec<String>,
    /// Options for LLVM's `opt`, for measurements.
    #[arg(long = "opt-arg", value_name = "ARGUMENT", allow_hyphen_values = true)]
    opt_arguments: Vec<String>,
    /// Where compiled libraries are kept between builds.
    #[arg(long)]
    cache: Option<PathBuf>,
}

impl Front {
    fn options(&self) -> front::Options {
        let defaults = front::Options::default();
        front::Options {
            features: self.features.clone(),
            default_features: !self.no_default_features,
            keep: self.keep.clone(),
            level: self.level.clone(),
            inline_threshold: self.inline_threshold,
            unroll_threshold: self.unroll_threshold,
            small: self.small.clone(),
            fast: self.fast.clone(),
            no_outline: self.no_outline.clone(),
            beside: None,
            opt_arguments: self.opt_arguments.clone(),
            configurations: defaults.configurations,
            cache: self.cache.clone().unwrap_or(defaults.cache),
        }
    }
}

/// How the program lies in memory.
#[derive(Args)]
struct Shape {
    /// Memory layout; without it the program is loaded at $1000 and called.
    #[arg(long, value_name = "FILE.toml")]
    layout: Option<PathBuf>,
    /// Peephole rules and passes to switch off, by name: a miscompile is found by halving.
    #[arg(long, value_name = "RULE", value_delimiter = ',')]
    disable: Vec<String>,
    /// Print what these passes left behind.
    #[arg(long, value_name = "PASS", value_delimiter = ',', long_help = passes_help())]
    show: Vec<String>,
    /// Functions entered by an interrupt, beside those of the layout.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    interrupt: Vec<String>,
    /// Leave out the look for room before a recursive call, whatever the layout says.
    #[arg(long)]
    no_stack_check: bool,
    /// Prove the allocation of registers, zero page and frames with the independent checker.
    #[arg(long)]
    check: bool,
}

fn passes_help() -> String {
    let mut text = "Print what these passes left behind:".to_owned();
    for (name, what) in show::all() {
        text += &format!("\n  {name:10} {what}");
    }
    text
}

impl Shape {
    fn layout(&self) -> Result<Layout> {
        match &self.layout {
            None => Ok(Layout::bare()),
            Some(file) => Layout::parse(&read(file)?).map_err(|error| named(file, error)),
        }
    }

    fn options(&self, layout: &Layout) -> Result<pipeline::Options> {
        if let Some(name) = self
            .disable
            .iter()
            .find(|name| !pipeline::names().any(|known| known == name.as_str()))
        {
            let known: Vec<&str> = pipeline::names().collect();
            return Err(Error::new(format!(
                "there is no rule {name} to disable; the rules are {}",
                known.join(", ")
            )));
        }
        let defaults = options(layout);
        Ok(pipeline::Options {
            disabled: self.disable.clone(),
            check: self.check || defaults.check,
            interrupts: [&layout.start.interrupts[..], &self.interrupt].concat(),
            stack: Stack {
                check: defaults.stack.check && !self.no_stack_check,
                ..defaults.stack
            },
            show: Rc::new(Show::of(&self.show)?),
            ..defaults
        })
    }
}

fn options(layout: &Layout) -> pipeline::Options {
    pipeline::Options {
        zero_page: u32::from(layout.zeropage.end - layout.zeropage.start) + 1,
        stack: Stack {
            levels: layout.stack.levels,
            check: layout.stack.check,
        },
        object_stack: layout.stack.objects,
        passing: layout.passing_segments().map(str::to_owned).collect(),
        beside: layout.segment_beside().map(str::to_owned),
        ..pipeline::Options::default()
    }
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("mosaic: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Compile {
            input,
            output,
            shape,
        } => {
            let layout = shape.layout()?;
            let options = shape.options(&layout)?;
            let text = read(&input)?;
            let image = image(&text, &layout, &options).map_err(|error| named(&input, error))?;
            match output.extension().and_then(|end| end.to_str()) {
                Some("prg") => write(&output, &image.prg),
                _ => write(&output, image.listing.as_bytes()),
            }
        }
        Command::Build {
            directory,
            front,
            shape,
            out,
            beside,
        } => {
            let layout = shape.layout()?;
            let options = shape.options(&layout)?;
            let mut front = front.options();
            if beside.is_some() {
                front.beside = Some(segment_beside(&layout)?);
            }
            if !front.keep.is_empty() {
                front.keep.extend(options.interrupts.clone());
            }
            let text = front::build(&directory, &front)?;
            let image = image(&text, &layout, &options)?;
            write_all(&image, &layout, &out)?;
            match beside {
                Some(out) => write_beside(&image, &out),
                None => Ok(()),
            }
        }
        Command::Ir {
            directory,
            front,
            output,
        } => write(
            &output,
            front::build(&directory, &front.options())?.as_bytes(),
        ),
        Command::Kernel {
            directory,
            feature,
            profile,
            no_stack_check,
            listing,
            opt_arguments,
        } => {
            let options = front::Options {
                features: vec![feature.clone()],
                opt_arguments,
                ..front::Options::default()
            };
            let layout = Layout::bare();
            let text = front::build(&directory, &options)?;
            let mut options = self::options(&layout);
            options.stack.check &= !no_stack_check;
            let image = image(&text, &layout, &options)?;
            if let Some(file) = listing {
                write(&file, image.listing.as_bytes())?;
            }
            println!("{}", kernel::measure(&image, &feature)?);
            if profile {
                eprintln!(
                    "{}",
                    report(&image, &Layout::bare(), &kernel::profile(&image)?)
                );
            }
            Ok(())
        }
    }
}

fn segment_beside(layout: &Layout) -> Result<String> {
    let segment = layout.segment_beside().map(str::to_owned);
    segment.ok_or_else(|| {
        Error::new("--beside needs a region that the layout keeps \"beside\", with a segment")
    })
}

fn module(text: &str) -> Result<Module> {
    let module = ir::parse(text)?;
    ir::verify(&module)?;
    Ok(module)
}

/// Compiles and links; what passes were asked to show goes to standard output, even if a later one fails.
fn image(text: &str, layout: &Layout, options: &pipeline::Options) -> Result<Image> {
    let shown = &options.show;
    shown.add("ir", "module", || text.to_owned());
    let image = module(text)
        .and_then(|module| pipeline::compile(&module, options))
        .and_then(|program| link::link(&program, layout))
        .map_err(|error| error.with_text_of(text));
    if let Ok(image) = &image {
        shown.add("link", "program", || image.listing.clone());
    }
    print!("{}", shown.take());
    image
}

/// The program and what a person or a debugger wants beside it.
fn write_all(image: &Image, layout: &Layout, out: &Path) -> Result<()> {
    if let Some(directory) = out
        .parent()
        .filter(|directory| !directory.as_os_str().is_empty())
    {
        std::fs::create_dir_all(directory)
            .map_err(|error| Error::new(format!("cannot make {}: {error}", directory.display())))?;
    }
    let report = report(image, layout, &Profile::new());
    for (end, text) in [
        ("sym", symbols::kick_assembler(image)),
        ("vs", symbols::vice(image)),
        ("s", image.listing.clone()),
        ("txt", report),
    ] {
        write(&out.with_extension(end), text.as_bytes())?;
    }
    write(out, &image.prg)
}

/// The second file and its symbols.
fn write_beside(image: &Image, out: &Path) -> Result<()> {
    let labels = symbols::kick_assembler_beside(image);
    write(&out.with_extension("sym"), labels.as_bytes())?;
    write(out, &image.beside)
}

fn named(file: &Path, mut error: Error) -> Error {
    error.message = format!("{}: {}", file.display(), error.message);
    error
}

fn read(path: &Path) -> Result<String> {
    std::fs::read_to_string(path)
        .map_err(|error| Error::new(format!("cannot read {}: {error}", path.display())))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(path, bytes)
        .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))
}
