//! Where a program stops whose recursion is too deep. With the C64's KERNAL mapped in, the routine prints the name of the function
//! that had no room and stays there; elsewhere it is a `brk`, and whoever runs the program asks [`function`] for the name.

use super::Image;
use super::layout::{Layout, Start};
use crate::asm::inst::{Line, Operand, Place, Routine};
use crate::asm::program::Program;
use crate::asm::text::{Spelling, readable};
use crate::runtime::OVERFLOW;
use std::fmt::Write;

/// The bit of the processor port that maps the KERNAL in.
const KERNAL_BIT: u8 = 2;

/// The function that had no room, for a machine that stands at [`OVERFLOW`]: `caller` is the return address on its stack.
pub fn function(image: &Image, caller: u16) -> String {
    image
        .function_at(caller)
        .unwrap_or_else(|| format!("${caller:04x}"))
}

/// The message of whoever runs a program that stopped there.
pub fn message(image: &Image, caller: u16) -> String {
    format!(
        "recursion is too deep in {}: give [stack] in the layout more levels or objects, or recurse less",
        function(image, caller)
    )
}

/// The module that prints, or nothing where there is no KERNAL to print with.
pub fn source(program: &Program, layout: &Layout, spelling: &Spelling) -> Option<String> {
    if !has_kernal(&layout.start) {
        return None;
    }
    let callers: Vec<&Routine> = program.routines.iter().filter(|r| looks(r)).collect();
    let mut text = String::from("; Recursion too deep, written by mosaic.\n.setcpu \"6502\"\n");
    let spelled: Vec<&str> = callers.iter().map(|r| spelling.get(&r.name)).collect();
    writeln!(text, ".import {}", spelled.join(", ")).unwrap();
    writeln!(text, ".define DEEP_FUNCTIONS {}", spelled.join(", ")).unwrap();
    let names: Vec<String> = (0..callers.len())
        .map(|at| format!("deep__name{at}"))
        .collect();
    writeln!(text, ".define DEEP_NAMES {}", names.join(", ")).unwrap();
    writeln!(text, "DEEP_COUNT = {}", callers.len()).unwrap();
    text.push_str(include_str!("../../runtime/too_deep.inc"));
    for (label, routine) in names.iter().zip(&callers) {
        let name = petscii(&readable(&routine.name));
        let bytes: Vec<String> = name.iter().map(|byte| format!("${byte:02x}")).collect();
        writeln!(text, "{label}: .byte {}, 0", bytes.join(",")).unwrap();
    }
    Some(text)
}

/// The names that the module imports.
pub fn callers(program: &Program) -> impl Iterator<Item = &str> {
    let routines = program.routines.iter().filter(|routine| looks(routine));
    routines.map(|routine| routine.name.as_str())
}

/// Whether the KERNAL is there to print a message with.
pub fn has_kernal(start: &Start) -> bool {
    match start.port {
        Some(port) => port & KERNAL_BIT != 0,
        None => start.basic_line.is_some(),
    }
}

/// Whether a routine looks for room.
fn looks(routine: &Routine) -> bool {
    let stop = Operand::Memory(Place::Symbol(OVERFLOW.into(), 0));
    let calls = |line: &Line| matches!(line, Line::Inst(inst) if inst.arg == stop);
    routine.lines.iter().any(calls)
}

/// As much of a name as a line of the screen takes, in the character set the C64 starts with.
fn petscii(name: &str) -> Vec<u8> {
    const LONGEST: usize = 39;
    let letter = |byte: u8| match byte {
        b'a'..=b'z' => byte.to_ascii_uppercase(),
        b'_' => 0xa4,
        b' '..=b'Z' => byte,
        _ => b'.',
    };
    let skipped = name.len().saturating_sub(LONGEST);
    name.bytes().skip(skipped).map(letter).collect()
}
