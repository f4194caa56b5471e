//! Instructions and places as ca65 text. Symbol names pass through a `Spelling`, because a Rust name may contain what
//! the assembler does not take; without one (messages, `--show`) they are printed as they are.

use super::inst::{Data, Inst, Line, Mnemonic, Operand, Place};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

/// Assembler names for program names: letters, digits and `_`, unique, never a mnemonic or register.
#[derive(Debug, Default)]
pub struct Spelling {
    names: BTreeMap<String, String>,
    taken: BTreeSet<String>,
}

impl Spelling {
    /// The name as the assembler sees it. The first to ask for a spelling gets it; a later name that comes out the
    /// same is numbered, so the order of calls must be deterministic.
    pub fn assign(&mut self, name: &str) -> String {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        self.number(name, plain(name))
    }

    /// As `assign`, for files that have no reserved words and prefer the `readable` form of a name. Two names may read the
    /// same: each gets a spelling of its own.
    pub fn assign_label(&mut self, name: &str, readable: &str) -> String {
        if let Some(known) = self.names.get(name) {
            return known.clone();
        }
        self.number(name, letters(readable))
    }

    /// Fixes a spelling from outside, such as a label of the runtime.
    pub fn reserve(&mut self, name: &str, spelled: &str) {
        self.taken.insert(spelled.to_owned());
        self.names.insert(name.to_owned(), spelled.to_owned());
    }

    /// Keeps a spelling that belongs to the start code from being given to a name of the program.
    pub fn forbid(&mut self, spelled: &str) {
        self.taken.insert(spelled.to_owned());
    }

    fn number(&mut self, name: &str, plain: String) -> String {
        let mut spelled = plain.clone();
        let mut number = 2;
        while !self.taken.insert(spelled.clone()) {
            spelled = format!("{plain}_{number}");
            number += 1;
        }
        self.names.insert(name.to_owned(), spelled.clone());
        spelled
    }

    /// Whether some name has this spelling.
    pub fn is_used(&self, spelled: &str) -> bool {
        self.names.values().any(|other| other == spelled)
    }

    /// How the assembler knows a symbol.
    pub fn get<'a>(&'a self, name: &'a str) -> &'a str {
        self.names.get(name).map_or(name, String::as_str)
    }
}

/// An assembler name: letters, digits and underscores, starting with no digit and reserved by nobody.
pub fn plain(name: &str) -> String {
    let mut text = letters(name);
    if is_reserved(&text) {
        text.push('_');
    }
    text
}

/// Letters, digits and underscores, starting with no digit: the spelling of segments and file labels.
pub fn letters(name: &str) -> String {
    let mut text: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, '_');
    }
    text
}

/// Register names, and every mnemonic ca65 may know on any CPU: three letters, sometimes with a bit number.
fn is_reserved(name: &str) -> bool {
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    (name.len() == 1 && name != "_") || (letters == 3 && name.len() <= 4)
}

/// Something to print with its names spelled for the assembler.
pub struct Spelled<'a, T>(pub &'a T, pub &'a Spelling);

impl Display for Spelled<'_, Place> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Place::Symbol(name, 0) => write!(f, "{}", self.1.get(name)),
            Place::Symbol(name, offset) => write!(f, "{}{offset:+}", self.1.get(name)),
            Place::Slot(number) => write!(f, "slot{number}"),
            Place::Address(address) if *address < 256 => write!(f, "${address:02x}"),
            Place::Address(address) => write!(f, "${address:04x}"),
        }
    }
}

impl Display for Spelled<'_, Inst> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |place| Spelled(place, self.1);
        write!(f, "{}", self.0.op)?;
        match &self.0.arg {
            Operand::None => Ok(()),
            Operand::Accumulator => write!(f, " a"),
            Operand::Immediate(value) => write!(f, " #${value:02x}"),
            Operand::ImmediateLow(p) => write!(f, " #<({})", place(p)),
            Operand::ImmediateHigh(p) => write!(f, " #>({})", place(p)),
            Operand::Memory(p) => write!(f, " {}", place(p)),
            Operand::MemoryX(p) => write!(f, " {},x", place(p)),
            Operand::MemoryY(p) => write!(f, " {},y", place(p)),
            Operand::IndirectY(p) => write!(f, " ({}),y", place(p)),
            Operand::IndirectX(p) => write!(f, " ({},x)", place(p)),
            Operand::Indirect(p, _) => write!(f, " ({})", place(p)),
            Operand::Label(label) => write!(f, " {label}"),
            Operand::LabelX(label, offset) => write!(f, " {label}{offset:+},x"),
        }
    }
}

impl Display for Inst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Spelled(self, &Spelling::default()).fmt(f)
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Spelled(self, &Spelling::default()).fmt(f)
    }
}

impl Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Data::Byte(value) => write!(f, "${value:02x}"),
            Data::LabelLow(label) => write!(f, "<({label})"),
            Data::LabelHigh(label) => write!(f, ">({label})"),
        }
    }
}

impl Display for Mnemonic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", format!("{self:?}").to_lowercase())
    }
}

/// Lines of code for `--show`.
pub fn lines(lines: &[Line]) -> String {
    lines
        .iter()
        .map(|line| match line {
            Line::Label(label) => format!("{label}:\n"),
            Line::Inst(inst) => format!("    {inst}\n"),
            Line::Data(data) => format!("    .byte {data}\n"),
            Line::Comment(comment) => format!("    ; {comment}\n"),
        })
        .collect()
}

/// The Rust path without its hash, or the name itself.
pub fn readable(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}
