//! One behaviour per file in `tests/files`: why it matters, the IR, what calls return and cost, and for some the exact
//! assembly. `BLESS=1` rewrites the assembly behind `; expect:`.
//!
//! ```llvm
//! ; why: a shift count stays in X and never reaches memory
//! ; run: shift_left(3, 4) = 48 within 60 cycles
//! ```
//!
//! `; run: fuzz_main() agrees` compares with the interpreter on random inputs instead, as the fuzzer does.

use c64::{Flat, Power};
use mosaic::asm::program::Program;
use mosaic::fuzz;
use mosaic::ir::model::{Function, Module, Symbol, Type};
use mosaic::ir::{self};
use mosaic::link::{Image, Layout, link};
use mosaic::pipeline;
use std::fmt::Write;
use std::path::{Path, PathBuf};

const CYCLE_LIMIT: u64 = 10_000_000;
const EXPECT: &str = "; expect:\n";

/// `; run: name(arguments) = result within N cycles`
struct Call {
    name: String,
    arguments: Vec<i64>,
    result: Option<i64>,
    cycles: Option<u64>,
}

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "ll"));
    files.sort();
    assert!(!files.is_empty());
    files
}

#[test]
fn every_file_computes_costs_and_looks_as_it_says() {
    let mut failures = String::new();
    for file in files() {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        if let Err(failure) = check(&file, &text) {
            writeln!(failures, "{name}: {failure}").unwrap();
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

fn check(file: &Path, text: &str) -> Result<(), String> {
    if !text.starts_with("; why: ") {
        return Err("the first line has to say why".to_owned());
    }
    let directives: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("; run: "))
        .collect();
    if directives.is_empty() {
        return Err("there is nothing to run".to_owned());
    }
    for directive in directives {
        let outcome = if directive.trim() == "fuzz_main() agrees" {
            agrees(text)
        } else {
            run(text, directive)
        };
        outcome.map_err(|message| format!("{directive}: {message}"))?;
    }
    match text.split_once(EXPECT) {
        Some((source, expected)) => compare_assembly(file, source, expected),
        None => Ok(()),
    }
}

fn agrees(text: &str) -> Result<(), String> {
    match fuzz::try_program(text, 1).map_err(|error| error.to_string())? {
        fuzz::Verdict::Agrees(inputs) if inputs > 0 => Ok(()),
        verdict => Err(verdict.to_string()),
    }
}

fn parse_call(directive: &str) -> Option<Call> {
    let (name, rest) = directive.split_once('(')?;
    let (arguments, rest) = rest.split_once(')')?;
    let arguments = arguments
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty());
    let mut words = rest.split_whitespace();
    let mut call = Call {
        name: name.to_owned(),
        arguments: arguments.map(number).collect::<Option<_>>()?,
        result: None,
        cycles: None,
    };
    while let Some(word) = words.next() {
        match word {
            "=" => call.result = Some(number(words.next()?)?),
            "within" => call.cycles = Some(words.next()?.parse().ok()?),
            "cycles" => {}
            _ => return None,
        }
    }
    Some(call)
}

fn number(word: &str) -> Option<i64> {
    match word.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16)
            .ok()
            .map(|value| value as i64),
        None => word.parse().ok(),
    }
}

fn type_text(ty: &Type) -> String {
    match ty {
        Type::Int(bits) => format!("i{bits}"),
        _ => "ptr".to_owned(),
    }
}

/// A caller that takes its arguments from variables, so that nothing is known about them when it is compiled.
fn caller(function: &Function, call: &Call) -> String {
    let mut globals = String::new();
    let mut body = String::new();
    let mut arguments = Vec::new();
    for (at, (param, value)) in function.params.iter().zip(&call.arguments).enumerate() {
        let ty = type_text(&function.values[param.value.0 as usize].ty);
        let value = if ty == "i1" {
            (value & 1 != 0).to_string()
        } else {
            value.to_string()
        };
        writeln!(globals, "@argument{at} = global {ty} {value}").unwrap();
        writeln!(body, "  %a{at} = load volatile {ty}, ptr @argument{at}").unwrap();
        arguments.push(format!("{ty} %a{at}"));
    }
    let target = format!("@{}({})", call.name, arguments.join(", "));
    match &function.ret {
        Type::Void => writeln!(body, "  call void {target}").unwrap(),
        ret => {
            let ty = type_text(ret);
            writeln!(globals, "@result = global {ty} 0").unwrap();
            writeln!(
                body,
                "  %r = call {ty} {target}\n  store volatile {ty} %r, ptr @result"
            )
            .unwrap();
        }
    }
    format!("{globals}define void @caller() {{\n{body}  ret void\n}}\n")
}

fn module(text: &str) -> Result<Module, String> {
    let module = ir::parse(text).map_err(|error| error.to_string())?;
    ir::verify(&module).map_err(|error| error.to_string())?;
    Ok(module)
}

fn compile(module: &Module) -> Result<Program, String> {
    pipeline::compile(module, &pipeline::Options::default()).map_err(|error| error.to_string())
}

fn image(text: &str) -> Result<Image, String> {
    link(&compile(&module(text)?)?, &Layout::bare()).map_err(|error| error.to_string())
}

fn run(text: &str, directive: &str) -> Result<(), String> {
    let call = parse_call(directive).ok_or("the directive cannot be read")?;
    let plain = module(text)?;
    let Some(Symbol::Function(index)) = plain.symbols.get(&call.name) else {
        return Err(format!("there is no function {}", call.name));
    };
    let function = &plain.functions[*index];
    if function.params.len() != call.arguments.len() {
        return Err(format!(
            "{} takes {} arguments",
            call.name,
            function.params.len()
        ));
    }
    let image = image(&format!("{text}\n{}", caller(function, &call)))?;
    let mut flat = Flat::new(Power::Noise(7));
    flat.load_prg(&image.prg)?;
    flat.call(image.init, CYCLE_LIMIT)
        .map_err(|fault| fault.to_string())?;
    let cycles = flat
        .call(image.symbol("caller").unwrap(), CYCLE_LIMIT)
        .map_err(|fault| fault.to_string())?;
    if let Some(expected) = call.result {
        let bits = function.ret.bits().ok_or("it returns no number")?;
        let start = image.symbol("result").unwrap();
        let bytes = bits.div_ceil(8) as u16;
        let found = (0..bytes).rev().fold(0u64, |value, at| {
            value << 8 | u64::from(flat.peek(start + at))
        });
        if found != expected as u64 & (u64::MAX >> (64 - bits)) {
            return Err(format!("it returns {found:#x}"));
        }
    }
    match call.cycles {
        Some(limit) if cycles > limit => Err(format!("it takes {cycles} cycles")),
        _ => Ok(()),
    }
}

fn compare_assembly(file: &Path, source: &str, expected: &str) -> Result<(), String> {
    let program = compile(&module(source)?)?;
    let found: String = mosaic::asm::write::write(&program, &Default::default())
        .lines()
        .map(|line| format!("; {line}").trim_end().to_owned() + "\n")
        .collect();
    if found == expected {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        return std::fs::write(file, format!("{source}{EXPECT}{found}"))
            .map_err(|error| error.to_string());
    }
    Err(format!(
        "the assembly is another (`BLESS=1` accepts it):\n{found}"
    ))
}
