//! `cargo mosaic`: arguments and messages. A command that fails ends with exit code 1 and a message that says what and where.

use c64::Model;
use cargo_mosaic::compile::{self, Choices, Compiled, Listing};
use cargo_mosaic::computer::Computer;
use cargo_mosaic::headless::{self, Goal};
use cargo_mosaic::project::Project;
use cargo_mosaic::{create, size, terminal, test};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// cargo calls `cargo-mosaic mosaic ...`.
#[derive(Parser)]
#[command(name = "cargo", bin_name = "cargo")]
enum Cargo {
    /// Rust on the 6502 and the Commodore 64.
    #[command(version)]
    Mosaic(Mosaic),
}

#[derive(Args)]
struct Mosaic {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Makes a crate that prints and changes the border, with its memory layout explained.
    New {
        /// The folder to make; its last part is the crate's name.
        path: PathBuf,
    },
    /// Compiles the crate to target/mosaic/NAME.prg, with symbols for debuggers beside it.
    Build {
        #[command(flatten)]
        build: Build,
        /// Also write the optimised module (.ll), the assembly (.s) or the memory map (.map).
        #[arg(long, value_enum, value_delimiter = ',')]
        emit: Vec<Listing>,
    },
    /// Compiles the crate and runs it in an emulated C64, in the terminal; Ctrl-C ends.
    Run {
        #[command(flatten)]
        build: Build,
        #[command(flatten)]
        run: Run,
    },
    /// Runs every exported function `test_...` on an emulated 6502 and counts its cycles.
    Test {
        #[command(flatten)]
        build: Build,
        /// Only tests whose names contain this.
        filter: Option<String>,
    },
    /// Shows what is big, by crate and by function.
    Size {
        #[command(flatten)]
        build: Build,
    },
}

/// Which crate, and how it is compiled.
#[derive(Args)]
struct Build {
    /// The crate's directory.
    #[arg(long, default_value = ".")]
    path: PathBuf,
    /// Instead of the level in Cargo.toml: O1, O2, O3, Os or Oz.
    #[arg(long)]
    level: Option<String>,
    /// Features of the crate, separated by commas.
    #[arg(long, value_delimiter = ',')]
    features: Vec<String>,
    #[arg(long)]
    no_default_features: bool,
    /// Prove the allocation of registers and memory with the compiler's independent checker.
    #[arg(long)]
    check: bool,
}

impl Build {
    fn compile(&self, tests: bool) -> Result<(Project, Compiled), String> {
        let project = Project::open(&self.path)?;
        let choices = Choices {
            level: self.level.clone(),
            features: self.features.clone(),
            no_default_features: self.no_default_features,
            check: self.check,
            tests,
            cache: None,
        };
        let compiled = compile::compile(&project, &choices)?;
        Ok((project, compiled))
    }
}

#[derive(Args)]
struct Run {
    /// Without a picture: prints what the screen shows at the end.
    #[arg(long)]
    headless: bool,
    /// Headless: end when the screen shows this; it is an error if it never does.
    #[arg(long, value_name = "TEXT", requires = "headless")]
    until_text: Option<String>,
    /// Headless: end after so many cycles at the latest (985,248 are a second).
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20_000_000,
        requires = "headless"
    )]
    cycles: u64,
    /// Headless: write the last picture.
    #[arg(long, value_name = "FILE.png", requires = "headless")]
    screenshot: Option<PathBuf>,
    /// Headless: type this; \n is RETURN.
    #[arg(long, value_name = "TEXT", default_value = "", requires = "headless")]
    keys: String,
    /// An NTSC machine.
    #[arg(long)]
    ntsc: bool,
}

fn main() -> ExitCode {
    let Cargo::Mosaic(arguments) = Cargo::parse();
    match run(arguments.command) {
        Ok(code) => code,
        Err(message) => {
            eprintln!("cargo mosaic: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<ExitCode, String> {
    match command {
        Command::New { path } => {
            create::create(&path)?;
            println!(
                "made {}; next: cd {} && cargo mosaic run",
                path.display(),
                path.display()
            );
        }
        Command::Build { build, emit } => {
            let (project, compiled) = build.compile(false)?;
            for file in compile::write(&project, &compiled, &emit)? {
                println!("{}", file.display());
            }
        }
        Command::Run { build, run } => {
            let (project, compiled) = build.compile(false)?;
            compile::write(&project, &compiled, &[])?;
            let model = if run.ntsc { Model::Ntsc } else { Model::Pal };
            let mut computer = Computer::start(&compiled.image.prg, model)?;
            if run.headless {
                print!("{}", headless::run(&mut computer, &run.goal())?);
            } else {
                terminal::show(&mut computer)?;
            }
        }
        Command::Test { build, filter } => {
            let (_, compiled) = build.compile(true)?;
            return run_tests(&compiled, filter.as_deref());
        }
        Command::Size { build } => {
            let (project, compiled) = build.compile(false)?;
            print!("{}", size::report(&compiled.image, &project.layout));
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl Run {
    fn goal(&self) -> Goal {
        Goal {
            keys: self.keys.replace("\\n", "\n"),
            until_text: self.until_text.clone(),
            cycles: self.cycles,
            screenshot: self.screenshot.clone(),
        }
    }
}

fn run_tests(compiled: &Compiled, filter: Option<&str>) -> Result<ExitCode, String> {
    let image = &compiled.image;
    let (mut passed, mut failed) = (0, 0);
    for name in test::names(image, filter) {
        let mut flat = test::machine(image)?;
        match test::call(&mut flat, image, name, test::CYCLE_LIMIT) {
            Ok(cycles) => {
                passed += 1;
                println!("{name} ... ok, {cycles} cycles");
            }
            Err(failure) => {
                failed += 1;
                println!("{name} ... FAILED: {}", failure.reason);
                println!("    in {}", failure.active.join(", called by "));
            }
        }
    }
    println!("\n{passed} passed, {failed} failed");
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
