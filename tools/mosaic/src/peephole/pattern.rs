//! The small language of the rules: instructions separated by `;`, with variables for operands.
//!
//! | text        | stands for                                             |
//! |-------------|--------------------------------------------------------|
//! | `m` `n` `o` | a byte named directly                                  |
//! | `v` `w`     | anything that can be loaded: immediate, memory, indexed |
//! | `u`         | an immediate or a byte named directly                  |
//! | `t`         | memory in any addressing mode                          |
//! | `#c`        | an immediate number                                    |
//! | `#1` `#$80` | that number                                            |
//! | `L` `M`     | a label; `L:` is the place it marks                    |
//! | `f`         | a routine                                              |
//! | `a`         | the accumulator                                        |
//!
//! A variable stands for the same operand wherever it appears in a rule. A label that only the replacement has is new.

use crate::asm::inst::{Inst, Label, Line, Mnemonic, Operand};
use crate::cpu::opcode::OPCODES;
use std::collections::BTreeMap;

/// One step of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// An instruction.
    Inst(Mnemonic, Arg),
    /// A label that stands here, by its letter.
    Mark(char),
}

/// What an operand of a rule matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arg {
    /// No operand.
    None,
    /// The accumulator.
    Accumulator,
    /// This immediate number.
    Number(u8),
    /// Any immediate number.
    Constant(char),
    /// A byte named directly.
    Direct(char),
    /// Anything that can be loaded: immediate, memory, indexed.
    Loadable(char),
    /// An immediate or a byte named directly.
    Plain(char),
    /// Memory in any addressing mode.
    Memory(char),
    /// A label.
    Label(char),
    /// A routine.
    Routine(char),
}

/// What the variables of a match stand for.
pub type Bindings = BTreeMap<char, Operand>;

/// Reads one side of a rule; panics on a mistake in the table.
pub fn parse(text: &str) -> Vec<Step> {
    text.split(';')
        .map(str::trim)
        .filter(|step| !step.is_empty())
        .map(parse_step)
        .collect()
}

fn parse_step(text: &str) -> Step {
    if let Some(label) = text.strip_suffix(':') {
        return Step::Mark(one_letter(label));
    }
    let (name, arg) = text.split_once(' ').unwrap_or((text, ""));
    let op = OPCODES
        .iter()
        .map(|row| row.op)
        .find(|op| op.to_string() == name);
    let op = op.unwrap_or_else(|| panic!("rule with an unknown instruction: {text}"));
    Step::Inst(op, parse_arg(arg.trim(), text))
}

fn parse_arg(text: &str, step: &str) -> Arg {
    if let Some(number) = text.strip_prefix('#') {
        let hex = number
            .strip_prefix('$')
            .map(|digits| u8::from_str_radix(digits, 16));
        return match hex.unwrap_or_else(|| number.parse()) {
            Ok(value) => Arg::Number(value),
            Err(_) => Arg::Constant(one_letter(number)),
        };
    }
    if text.is_empty() {
        return Arg::None;
    }
    match one_letter(text) {
        'a' => Arg::Accumulator,
        letter @ ('m' | 'n' | 'o') => Arg::Direct(letter),
        letter @ ('v' | 'w') => Arg::Loadable(letter),
        'u' => Arg::Plain('u'),
        't' => Arg::Memory('t'),
        'f' => Arg::Routine('f'),
        letter if letter.is_ascii_uppercase() => Arg::Label(letter),
        _ => panic!("rule with an unknown operand: {step}"),
    }
}

fn one_letter(text: &str) -> char {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => letter,
        _ => panic!("a variable of a rule is one letter: {text}"),
    }
}

impl Step {
    /// Whether a line fits, given and extending what the variables stand for.
    pub fn fits(&self, line: &Line, bindings: &mut Bindings) -> bool {
        match (self, line) {
            (Step::Mark(letter), Line::Label(label)) => {
                bind(bindings, *letter, Operand::Label(*label))
            }
            (Step::Inst(op, arg), Line::Inst(inst)) if *op == inst.op => {
                arg.fits(&inst.arg, bindings)
            }
            _ => false,
        }
    }

    /// The line this step becomes; new labels are numbered from `next_label`.
    pub fn build(&self, bindings: &mut Bindings, next_label: &mut u32) -> Line {
        match self {
            Step::Mark(letter) => match label(bindings, *letter, next_label) {
                Operand::Label(label) => Line::Label(label),
                _ => unreachable!("labels are bound to labels"),
            },
            Step::Inst(op, arg) => Line::Inst(Inst::new(*op, arg.build(bindings, next_label))),
        }
    }
}

impl Arg {
    fn fits(&self, operand: &Operand, bindings: &mut Bindings) -> bool {
        use Operand as O;
        let (letter, kind) = match self {
            Arg::None => return *operand == O::None,
            Arg::Accumulator => return *operand == O::Accumulator,
            Arg::Number(value) => return *operand == O::Immediate(*value),
            Arg::Constant(letter) => (letter, matches!(operand, O::Immediate(_))),
            Arg::Direct(letter) | Arg::Routine(letter) => (letter, matches!(operand, O::Memory(_))),
            Arg::Loadable(letter) => (letter, is_memory(operand) || is_immediate(operand)),
            Arg::Plain(letter) => (
                letter,
                matches!(operand, O::Memory(_)) || is_immediate(operand),
            ),
            Arg::Memory(letter) => (letter, is_memory(operand)),
            Arg::Label(letter) => (letter, matches!(operand, O::Label(_))),
        };
        kind && bind(bindings, *letter, operand.clone())
    }

    fn build(&self, bindings: &mut Bindings, next_label: &mut u32) -> Operand {
        match self {
            Arg::None => Operand::None,
            Arg::Accumulator => Operand::Accumulator,
            Arg::Number(value) => Operand::Immediate(*value),
            Arg::Label(letter) => label(bindings, *letter, next_label),
            Arg::Constant(letter)
            | Arg::Direct(letter)
            | Arg::Routine(letter)
            | Arg::Loadable(letter)
            | Arg::Plain(letter)
            | Arg::Memory(letter) => bindings[letter].clone(),
        }
    }
}

fn label(bindings: &mut Bindings, letter: char, next_label: &mut u32) -> Operand {
    let new = || {
        *next_label += 1;
        Operand::Label(Label(*next_label - 1))
    };
    bindings.entry(letter).or_insert_with(new).clone()
}

fn bind(bindings: &mut Bindings, letter: char, operand: Operand) -> bool {
    *bindings.entry(letter).or_insert_with(|| operand.clone()) == operand
}

fn is_immediate(operand: &Operand) -> bool {
    matches!(
        operand,
        Operand::Immediate(_) | Operand::ImmediateLow(_) | Operand::ImmediateHigh(_)
    )
}

fn is_memory(operand: &Operand) -> bool {
    matches!(
        operand,
        Operand::Memory(_)
            | Operand::MemoryX(_)
            | Operand::MemoryY(_)
            | Operand::IndirectX(_)
            | Operand::IndirectY(_)
    )
}
