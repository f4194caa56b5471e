//! What happened, in words: one line for each instruction in a range of addresses and cycles.
//!
//! A line gives the cycle, the address with its symbol, the instruction, and the registers after it. Lines are
//! kept up to a limit; what comes after it is counted and not kept, so a forgotten trace cannot eat the memory.

use crate::machine::Machine;
use crate::observe::Step;
use crate::symbols::Symbols;
use mos6502::Variant;
use mos6502::instruction::{AddressingMode, Nmos6502};
use std::ops::RangeInclusive;

/// What to write down.
#[derive(Clone, Debug)]
pub struct TraceRange {
    /// Instructions at these addresses.
    pub addresses: RangeInclusive<u16>,
    /// Only in these cycles.
    pub cycles: RangeInclusive<u64>,
    /// How many lines to keep.
    pub lines: usize,
}

impl Default for TraceRange {
    fn default() -> TraceRange {
        TraceRange {
            addresses: 0..=0xFFFF,
            cycles: 0..=u64::MAX,
            lines: 10_000,
        }
    }
}

/// A trace being taken.
pub struct Trace {
    range: TraceRange,
    symbols: Symbols,
    lines: Vec<String>,
    dropped: u64,
}

impl Trace {
    pub(crate) fn record(&mut self, step: Step) {
        if !self.range.addresses.contains(&step.before.pc)
            || !self.range.cycles.contains(&step.start)
        {
            return;
        }
        if self.lines.len() == self.range.lines {
            self.dropped += 1;
            return;
        }
        self.lines.push(describe(&self.symbols, step));
    }
}

fn describe(symbols: &Symbols, step: Step) -> String {
    let what = if step.interrupt {
        format!("(interrupt to {})", symbols.describe(step.after.pc))
    } else {
        disassemble(step.code, step.before.pc)
    };
    let after = step.after;
    format!(
        "{:>10} {:04x} {:<18} {:<16} a={:02x} x={:02x} y={:02x} s={:02x} p={}",
        step.start,
        step.before.pc,
        symbols.describe(step.before.pc),
        what,
        after.a,
        after.x,
        after.y,
        after.s,
        flags(after.p)
    )
}

/// The status register as letters, upper case for a set flag.
fn flags(p: u8) -> String {
    [
        (0x80, 'n'),
        (0x40, 'v'),
        (0x08, 'd'),
        (0x04, 'i'),
        (0x02, 'z'),
        (0x01, 'c'),
    ]
    .into_iter()
    .map(|(mask, letter)| {
        if p & mask != 0 {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    })
    .collect()
}

/// The instruction in `code`, which stands at `address`, in the usual notation.
pub fn disassemble(code: [u8; 3], address: u16) -> String {
    let Some((instruction, mode)) = Nmos6502::decode(code[0]) else {
        return format!(".byte ${:02x}", code[0]);
    };
    let name = format!("{instruction:?}").to_ascii_lowercase();
    let byte = code[1];
    let word = u16::from_le_bytes([code[1], code[2]]);
    let operand = match mode {
        AddressingMode::Accumulator | AddressingMode::Implied => String::new(),
        AddressingMode::Immediate => format!(" #${byte:02x}"),
        AddressingMode::ZeroPage => format!(" ${byte:02x}"),
        AddressingMode::ZeroPageX => format!(" ${byte:02x},x"),
        AddressingMode::ZeroPageY => format!(" ${byte:02x},y"),
        AddressingMode::Absolute => format!(" ${word:04x}"),
        AddressingMode::AbsoluteX => format!(" ${word:04x},x"),
        AddressingMode::AbsoluteY => format!(" ${word:04x},y"),
        AddressingMode::IndexedIndirectX => format!(" (${byte:02x},x)"),
        AddressingMode::IndirectIndexedY => format!(" (${byte:02x}),y"),
        AddressingMode::Relative => {
            let target = address
                .wrapping_add(2)
                .wrapping_add_signed((byte as i8).into());
            format!(" ${target:04x}")
        }
        _ => format!(" (${word:04x})"),
    };
    name + &operand
}

impl Machine {
    /// Begins a trace of what lies in `range`.
    pub fn start_trace(&mut self, range: TraceRange) {
        self.observers.trace = Some(Box::new(Trace {
            range,
            symbols: self.symbols.clone(),
            lines: Vec::new(),
            dropped: 0,
        }));
    }

    /// Ends the trace: its lines, the last of which says how many more there were.
    pub fn take_trace(&mut self) -> Vec<String> {
        let Some(trace) = self.observers.trace.take() else {
            return Vec::new();
        };
        let mut lines = trace.lines;
        if trace.dropped > 0 {
            lines.push(format!("… and {} more", trace.dropped));
        }
        lines
    }
}
