//! One program, interpreted and compiled: what the interpreter says it leaves in its visible variables, and what the compiled code
//! leaves there on a 6502 whose memory starts as noise.

use crate::alloc::convention::Stack;
use crate::error::{Error, Result};
use crate::ir::interpret::{Machine, Value};
use crate::ir::model::{Global, Module, Type};
use crate::link::{Image, Layout, link};
use crate::{ir, pipeline};
use c64::{Flat, Power};
use fastrand::Rng;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Inputs each program is run with.
const INPUTS: u64 = 4;
const STEP_LIMIT: u64 = 60_000;
/// Enough for the slowest program the interpreter lets through.
const CYCLE_LIMIT: u64 = 60_000_000;
const ENTRY: &str = "fuzz_main";
const INPUT: &str = "input";

/// What came of a program.
#[derive(Debug)]
pub enum Verdict {
    /// Equal for this many inputs; the others have no single meaning.
    Agrees(u64),
    /// The 6502 and the interpreter do not agree.
    Differs(Difference),
    /// The compiler or the assembler refused a program it should take.
    Refused(Error),
    /// The compiler panicked.
    Crashed(String),
}

/// The first run in which the two do not agree.
#[derive(Debug)]
pub struct Difference {
    /// Bytes the program was given.
    pub input: Vec<u8>,
    /// What differs, in words.
    pub what: String,
}

impl Verdict {
    /// Whether two verdicts tell of the same kind of failure.
    pub fn is_like(&self, other: &Verdict) -> bool {
        match (self, other) {
            (Verdict::Refused(a), Verdict::Refused(b)) => {
                a.message.split_whitespace().next() == b.message.split_whitespace().next()
            }
            (Verdict::Crashed(a), Verdict::Crashed(b)) => a.lines().next() == b.lines().next(),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// Whether something is wrong with the compiler.
    pub fn is_failure(&self) -> bool {
        !matches!(self, Verdict::Agrees(_))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Agrees(inputs) => write!(f, "agrees for {inputs} inputs"),
            Verdict::Differs(Difference { input, what }) => {
                write!(f, "differs for input {input:02x?}: {what}")
            }
            Verdict::Refused(error) => write!(f, "refused: {error}"),
            Verdict::Crashed(message) => write!(f, "the compiler panicked: {message}"),
        }
    }
}

/// Compiles `text` and compares it with the interpreter.
pub fn try_program(text: &str, seed: u64) -> Result<Verdict> {
    let module = ir::parse(text)?;
    ir::verify(&module)?;
    let expectations = expectations(&module, seed);
    if expectations.is_empty() {
        return Ok(Verdict::Agrees(0));
    }
    let image = match catch_unwind(AssertUnwindSafe(|| compile(&module, seed, &expectations))) {
        Ok(Ok(image)) => image,
        Ok(Err(error)) => return Ok(Verdict::Refused(error)),
        Err(panic) => return Ok(Verdict::Crashed(words(&*panic))),
    };
    for expectation in &expectations {
        if let Some(what) = expectation.difference(&image, seed) {
            return Ok(Verdict::Differs(Difference {
                input: expectation.input.clone(),
                what,
            }));
        }
    }
    Ok(Verdict::Agrees(expectations.len() as u64))
}

/// What the programs of a module leave behind, for those inputs that give them a meaning.
pub(super) fn expectations(module: &Module, seed: u64) -> Vec<Expectation> {
    let functions = module.functions.iter();
    let prefixes = functions.filter_map(|function| function.name.strip_suffix(ENTRY));
    let of = |prefix| {
        (0..INPUTS).filter_map(move |number| Expectation::of(module, prefix, input(seed, number)))
    };
    prefixes.flat_map(of).collect()
}

/// The object stack has what the program needs for these inputs, so that one byte lost in a call is found by the check.
fn compile(module: &Module, seed: u64, expectations: &[Expectation]) -> Result<Image> {
    let needs = expectations.iter().map(|expectation| expectation.locals);
    let options = pipeline::Options {
        check: true,
        stack: Stack {
            levels: 64 - (seed % 3) as u32 * 8,
            check: seed % 16 < 4,
        },
        object_stack: needs.max().unwrap_or(0),
        ..pipeline::Options::default()
    };
    link(&pipeline::compile(module, &options)?, &Layout::bare())
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_default()
}

/// Bytes of an input: noise, or small numbers, which take other branches.
fn input(seed: u64, number: u64) -> Vec<u8> {
    let mut rng = Rng::with_seed(seed ^ number << 56);
    let top = if number.is_multiple_of(2) { 255 } else { 9 };
    (0..super::generate::INPUT_BYTES)
        .map(|_| rng.u8(0..=top))
        .collect()
}

/// What a program leaves behind for one input.
pub(super) struct Expectation {
    /// What its names begin with: nothing, or its number in the module.
    prefix: String,
    input: Vec<u8>,
    /// Bytes that are enough for its stack objects.
    locals: u32,
    /// Name and bytes of each visible variable; poison bytes may be anything.
    variables: Vec<(String, Vec<Option<u8>>)>,
}

impl Expectation {
    fn of(module: &Module, prefix: &str, input: Vec<u8>) -> Option<Expectation> {
        let mut machine = Machine::new(module, STEP_LIMIT);
        if let Some(address) = machine.address(&format!("{prefix}{INPUT}")) {
            for (at, byte) in (address..).zip(&input) {
                machine
                    .memory
                    .write(at, &Type::Int(8), &Value::Int(u128::from(*byte)));
            }
        }
        machine.run(&format!("{prefix}{ENTRY}"), &[]).ok()?;
        let visible = |global: &&Global| {
            let own = global.name.starts_with(prefix);
            own && !global.internal && !global.constant && !holds_pointer(&global.ty)
        };
        let variables = module
            .globals
            .iter()
            .filter(visible)
            .map(|global| {
                let start = machine.address(&global.name).unwrap_or(0);
                let bytes = (0..global.ty.size() as u16)
                    .map(|at| machine.memory.byte(start + at))
                    .collect();
                (global.name.clone(), bytes)
            })
            .collect();
        Some(Expectation {
            prefix: prefix.to_owned(),
            input,
            locals: machine.locals_bytes(),
            variables,
        })
    }

    pub(super) fn difference(&self, image: &Image, seed: u64) -> Option<String> {
        let mut flat = Flat::new(Power::Noise(seed));
        if let Err(error) = flat.load_prg(&image.prg) {
            return Some(error);
        }
        if let Err(fault) = flat.call(image.init, CYCLE_LIMIT) {
            return Some(format!("the start code: {fault}"));
        }
        let name = format!("{}{ENTRY}", self.prefix);
        let Some(entry) = image.symbol(&name) else {
            return Some(format!("{name} has no address"));
        };
        if let Some(address) = image.symbol(&format!("{}{INPUT}", self.prefix)) {
            flat.load(address, &self.input);
        }
        if let Err(fault) = flat.call(entry, CYCLE_LIMIT) {
            return Some(fault.to_string());
        }
        self.variables.iter().find_map(|(name, expected)| {
            let Some(start) = image.symbol(name) else {
                return Some(format!("@{name} has no address"));
            };
            let found: Vec<u8> = (0..expected.len() as u16)
                .map(|at| flat.peek(start + at))
                .collect();
            let at = expected
                .iter()
                .zip(&found)
                .position(|(expected, found)| expected.is_some_and(|e| e != *found))?;
            let expected: Vec<String> = expected
                .iter()
                .map(|byte| byte.map_or("--".into(), |b| format!("{b:02x}")))
                .collect();
            let found: Vec<String> = found.iter().map(|byte| format!("{byte:02x}")).collect();
            Some(format!(
                "@{name} from byte {at}: expected {}, found {}",
                expected[at..].join(" "),
                found[at..].join(" ")
            ))
        })
    }
}

/// Addresses are not the same in both worlds.
fn holds_pointer(ty: &Type) -> bool {
    match ty {
        Type::Ptr => true,
        Type::Array(_, element) => holds_pointer(element),
        Type::Struct(fields) => fields.iter().any(holds_pointer),
        _ => false,
    }
}
