//! LLVM's part: link the program into one module, describe a byte machine to the optimiser, and run it.

use super::cargo::Modules;
use super::order::{self, Symbols};
use super::{Options, allocator, beside, exports, floats, read, run};
use crate::error::{Error, Result};
use crate::front::toolchain::Toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;

/// 16-bit pointers, nothing aligned, and i8 as the only native integer: counters and indices stay bytes.
const BYTE_LAYOUT: &str = "e-p:16:8-i8:8-i16:8-i32:8-i64:8-i128:8-f32:8-f64:8-n8-a:8";

/// A 6502 has no vectors, a call of `strlen` is no gain over the loop it replaces, and a value computed early on one
/// path to save it on another has to be kept in memory until then. A branch whose outcome is known on an edge to it is
/// threaded even if that copies twice as much as LLVM would. What each is worth is in the documentation.
const ALWAYS: [&str; 7] = [
    "--vectorize-slp=false",
    "--vectorize-loops=false",
    "--disable-builtin=strlen",
    "--disable-builtin=wcslen",
    "--enable-pre=false",
    "--enable-load-pre=false",
    "--jump-threading-threshold=12",
];

/// For size: a block is not copied to join two branches, nor a loop's test to stand before the loop as well (our own pass does that where it
/// pays); what both successors of a branch begin with stands before it once, and a store stays in its block.
const SMALL: [&str; 4] = [
    "--bonus-inst-threshold=0",
    "--rotation-max-header-size=0",
    "--hoist-common-insts",
    "--simplifycfg-hoist-cond-stores=false",
];

pub fn whole_program(
    toolchain: &Toolchain,
    modules: &Modules,
    keep: &[String],
    options: &Options,
) -> Result<String> {
    let work = tempfile::tempdir()
        .map_err(|error| Error::new(format!("no temporary directory: {error}")))?;
    let linked = link(toolchain, modules, work.path())?;
    let bytes = work.path().join("bytes.ll");
    write(&bytes, &for_byte_machine(&read(&linked)?, options))?;
    let text = run(&mut opt(toolchain, &bytes, keep, options))?;
    if floats::are_in(&text) {
        return with_floats(toolchain, modules, &text, keep, options);
    }
    match &options.beside {
        Some(segment) => {
            let roots = exports::of(&read(&modules.root)?);
            let roots: Vec<String> = roots
                .into_iter()
                .filter(|name| !keep.contains(name))
                .collect();
            with_entries_beside(
                toolchain,
                &read(&bytes)?,
                &text,
                (keep, &roots, segment),
                options,
            )
        }
        None => Ok(text),
    }
}

/// Joins the program with entry points that it knows nothing of, see `beside`: `alone` is the program optimised without them.
fn with_entries_beside(
    toolchain: &Toolchain,
    whole: &str,
    alone: &str,
    (keep, roots, segment): (&[String], &[String], &str),
    options: &Options,
) -> Result<String> {
    let work = tempfile::tempdir()
        .map_err(|error| Error::new(format!("no temporary directory: {error}")))?;
    let file = |name: &str| work.path().join(name);
    let optimised = |name: &str, text: &str, keep: &[String]| {
        write(&file(name), text)?;
        run(&mut opt(toolchain, &file(name), keep, options))
    };
    let shared = beside::shared(whole, alone);
    let entries = optimised("entries.ll", &beside::declare(whole, &shared), roots)?;
    let mut used = beside::declared(&entries, &shared);
    used.extend(roots.iter().filter(|root| shared.contains(*root)).cloned());
    let visible: Vec<String> = keep.iter().cloned().chain(used.iter().cloned()).collect();
    let program = optimised("program.ll", &beside::publish(whole, &used), &visible)?;
    write(&file("own.ll"), &program)?;
    write(&file("beside.ll"), &beside::place(&entries, segment))?;
    let mut link = Command::new(&toolchain.llvm_link);
    link.args(["-S", "-o"]).arg(file("joined.ll"));
    run(link.arg(file("own.ll")).arg(file("beside.ll")))?;
    let public = [keep, roots].concat().join(",");
    let mut hide = Command::new(&toolchain.opt);
    hide.arg("--passes=internalize,globaldce")
        .arg(format!("--internalize-public-api-list={public}"))
        .arg("-S");
    run(hide.arg(file("joined.ll")).args(["-o", "-"]))
}

/// Links the routines that floats need and optimises again, with them in sight.
fn with_floats(
    toolchain: &Toolchain,
    modules: &Modules,
    text: &str,
    keep: &[String],
    options: &Options,
) -> Result<String> {
    let Some(builtins) = &modules.builtins else {
        return Err(Error::new(
            "the program computes with floats, but cargo built no compiler_builtins",
        ));
    };
    let work = tempfile::tempdir()
        .map_err(|error| Error::new(format!("no temporary directory: {error}")))?;
    let file = |name: &str| work.path().join(name);
    write(&file("program.ll"), &floats::as_calls(text))?;
    // The libraries compute with floats themselves, for instance where a routine looks for the larger of two.
    let library = |name: &str, text: &str| {
        let path = file(name);
        let calls = floats::as_calls(&for_byte_machine(text, options));
        write(&path, &calls).map(|()| path)
    };
    let mut link = Command::new(&toolchain.llvm_link);
    link.args(["--only-needed", "-S", "-o"])
        .arg(file("linked.ll"))
        .arg(file("program.ll"))
        .arg(library(
            "builtins.ll",
            &floats::without_ours(&read(builtins)?),
        )?);
    for (number, module) in modules.libraries.iter().enumerate() {
        link.arg(library(&format!("library{number}.ll"), &read(module)?)?);
    }
    run(&mut link)?;
    let mut opt = opt(toolchain, &file("linked.ll"), keep, options);
    opt.args(floats::library_names().map(|name| format!("--disable-builtin={name}")));
    // Where bits of a float were changed LLVM has made `fneg` and `fabs` of it again.
    Ok(floats::as_calls(&run(&mut opt)?))
}

/// One module of the program's crate and of what it needs from the libraries.
fn link(toolchain: &Toolchain, modules: &Modules, work: &Path) -> Result<PathBuf> {
    let files = std::iter::once(&modules.root).chain(&modules.libraries);
    let symbols: Vec<Symbols> = files.map(|file| Symbols::of(file)).collect::<Result<_>>()?;
    let shims = allocator::shims(&symbols);
    let mut order = order::of(symbols);
    if let Some(text) = shims {
        let file = work.join("allocator.ll");
        write(&file, &text)?;
        order.whole.push(file);
    }
    let first = match order.whole.as_slice() {
        [root] => root.clone(),
        several => {
            let joined = work.join("whole.ll");
            let mut link = Command::new(&toolchain.llvm_link);
            run(link.args(["-S", "-o"]).arg(&joined).args(several))?;
            joined
        }
    };
    let linked = work.join("linked.ll");
    let mut link = Command::new(&toolchain.llvm_link);
    run(link
        .args(["--only-needed", "-S", "-o"])
        .arg(&linked)
        .arg(&first)
        .args(&order.needed))?;
    Ok(linked)
}

fn write(path: &Path, text: &str) -> Result<()> {
    std::fs::write(path, text)
        .map_err(|error| Error::new(format!("cannot write {}: {error}", path.display())))
}

fn opt(toolchain: &Toolchain, input: &Path, keep: &[String], options: &Options) -> Command {
    let mut command = Command::new(&toolchain.opt);
    command
        .arg(format!(
            "--passes=internalize,globaldce,default<{}>",
            options.pipeline()
        ))
        .arg(format!("--internalize-public-api-list={}", keep.join(",")))
        .args(ALWAYS);
    if options.is_for_size() {
        command.args(SMALL);
    }
    if let Some(threshold) = options.inline_threshold {
        command.arg(format!("--inline-threshold={threshold}"));
    }
    if let Some(threshold) = options.unroll_threshold {
        command.arg(format!("--unroll-threshold={threshold}"));
    }
    command
        .args(&options.opt_arguments)
        .arg("-S")
        .arg(input)
        .args(["-o", "-"]);
    command
}

/// Runs chosen passes over IR text, for the byte machine.
pub fn text(toolchain: &Toolchain, text: &str, passes: &str) -> Result<String> {
    let work = tempfile::tempdir()
        .map_err(|error| Error::new(format!("no temporary directory: {error}")))?;
    let input = work.path().join("input.ll");
    write(
        &input,
        &format!("target datalayout = \"{BYTE_LAYOUT}\"\n{text}"),
    )?;
    let mut command = Command::new(&toolchain.opt);
    run(command
        .arg(format!("--passes={passes}"))
        .args(ALWAYS)
        .arg("-S")
        .arg(&input)
        .args(["-o", "-"]))
}

/// Replaces the AVR's layout, drops its triple and its address space for code (the 6502 has one memory), and marks
/// the functions that are to be small: LLVM's levels for size do not, and its passes go by the mark.
fn for_byte_machine(text: &str, options: &Options) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        if line.starts_with("target triple = ") {
            continue;
        }
        if line.starts_with("target datalayout = ") {
            out.push_str(&format!("target datalayout = \"{BYTE_LAYOUT}\"\n"));
            continue;
        }
        let line = line
            .replace(" addrspace(1)", "")
            .replace("addrspacecast", "bitcast");
        let marks = path_of(&line).and_then(|path| options.size_attributes(&path));
        match marks.zip(line.rfind(" #")) {
            Some((marks, attributes)) => {
                out.push_str(&line[..attributes]);
                out.push_str(marks);
                out.push_str(&line[attributes..]);
            }
            None => out.push_str(&line),
        }
        out.push('\n');
    }
    out
}

/// The Rust path of the function a line opens.
fn path_of(line: &str) -> Option<String> {
    let (_, symbol) = line
        .starts_with("define ")
        .then(|| line.split_once('@'))
        .flatten()?;
    let name = symbol
        .split('(')
        .next()
        .unwrap_or_default()
        .trim_matches('"');
    Some(format!("{:#}", rustc_demangle::demangle(name)))
}

#[cfg(test)]
mod tests {
    use super::{Options, for_byte_machine};

    const DRAW: &str = "define internal void @_RNvNtCs1234_7example2ui4draw() unnamed_addr #0 {\n";
    const SMALL_DRAW: &str =
        "define internal void @_RNvNtCs1234_7example2ui4draw() unnamed_addr minsize optsize #0 {\n";

    fn paths(paths: &[&str]) -> Vec<String> {
        paths.iter().map(|path| (*path).to_owned()).collect()
    }

    #[test]
    fn functions_below_a_path_are_marked_small() {
        let small = |small: &[&str]| Options {
            small: paths(small),
            ..Options::default()
        };
        assert_eq!(for_byte_machine(DRAW, &small(&["example::ui"])), SMALL_DRAW);
        assert_eq!(for_byte_machine(DRAW, &small(&["example::engine"])), DRAW);
    }

    #[test]
    fn a_level_for_size_marks_all_but_the_fast_functions() {
        let at = |level: &str, fast: &[&str]| Options {
            level: level.to_owned(),
            fast: paths(fast),
            ..Options::default()
        };
        assert_eq!(
            for_byte_machine(DRAW, &at("Oz", &["example::engine"])),
            SMALL_DRAW
        );
        assert_eq!(for_byte_machine(DRAW, &at("Oz", &["example::ui"])), DRAW);
        assert_eq!(for_byte_machine(DRAW, &at("O2", &[])), DRAW);
    }

    #[test]
    fn of_the_small_functions_those_below_a_path_are_not_outlined_from() {
        let no_outline = |path: &str, fast: &[&str]| Options {
            level: "Oz".to_owned(),
            fast: paths(fast),
            no_outline: paths(&[path]),
            ..Options::default()
        };
        let whole = SMALL_DRAW.replace("optsize", "optsize \"nooutline\"");
        assert_eq!(
            for_byte_machine(DRAW, &no_outline("example::ui", &[])),
            whole
        );
        assert_eq!(
            for_byte_machine(DRAW, &no_outline("example::engine", &[])),
            SMALL_DRAW
        );
        assert_eq!(
            for_byte_machine(DRAW, &no_outline("example::ui", &["example::ui"])),
            DRAW
        );
    }

    #[test]
    fn one_memory_and_one_native_integer_remain() {
        let text = "target datalayout = \"e-P1\"\ntarget triple = \"avr\"\n%f = addrspacecast ptr addrspace(1) @g to ptr\n";
        let bytes = for_byte_machine(text, &Options::default());
        assert!(bytes.starts_with("target datalayout = \"e-p:16:8"));
        assert!(!bytes.contains("triple"));
        assert!(bytes.ends_with("%f = bitcast ptr @g to ptr\n"));
    }
}
