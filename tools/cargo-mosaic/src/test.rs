//! `cargo mosaic test`: every exported function whose name begins with `test_` runs on a 6502 of its own, from noise in
//! memory, and its cycles are counted. One that panics, jams or runs on for too long has failed.

use c64::core::RETURN_ADDRESS;
use c64::{Fault, Flat, Power, Registers};
use mosaic::asm::text::readable;
use mosaic::link::start::ENTRY;
use mosaic::link::{Image, overflow};
use mosaic::runtime::OVERFLOW;

/// Far more than a test should take: about 100 seconds of a C64.
pub const CYCLE_LIMIT: u64 = 100_000_000;
const SEED: u64 = 0x6502;
const PREFIX: &str = "test_";
const JSR: u8 = 0x20;
const JMP: u8 = 0x4C;

/// Why a routine did not come back.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    /// What happened instead, in words.
    pub reason: String,
    /// The functions that were active, innermost first.
    pub active: Vec<String>,
}

/// The tests of a program, sorted by name.
pub fn names<'a>(image: &'a Image, filter: Option<&'a str>) -> impl Iterator<Item = &'a str> {
    let names = image.exports.keys().map(String::as_str);
    names.filter(move |name| {
        name.starts_with(PREFIX) && filter.is_none_or(|filter| name.contains(filter))
    })
}

/// A 6502 with the program loaded and its variables initialised.
pub fn machine(image: &Image) -> Result<Flat, String> {
    let mut flat = Flat::new(Power::Noise(SEED));
    flat.load_prg(&image.prg)?;
    let stopped = |fault: Fault| format!("the start code stopped: {fault}");
    unpack(&mut flat, image).map_err(stopped)?;
    flat.call(image.init, CYCLE_LIMIT).map_err(stopped)?;
    Ok(flat)
}

/// A packed program begins with the code that unpacks it and then goes on at its start; any other begins there.
fn unpack(flat: &mut Flat, image: &Image) -> Result<(), Fault> {
    let start = image.symbol(ENTRY).unwrap_or(image.entry);
    let registers = flat.registers();
    let pc = image.entry;
    flat.set_registers(Registers { pc, ..registers });
    while flat.registers().pc != start {
        flat.step()?;
    }
    flat.set_registers(registers);
    Ok(())
}

/// Calls an exported function without arguments and returns its cycles.
pub fn call(flat: &mut Flat, image: &Image, name: &str, limit: u64) -> Result<u64, Failure> {
    let entry = image.symbol(name).ok_or_else(|| Failure {
        reason: format!("the program exports no `{name}`"),
        active: Vec::new(),
    })?;
    let stack = flat.registers().s;
    let start = flat.cycles();
    enter(flat, entry);
    loop {
        let at = flat.registers().pc;
        if at == RETURN_ADDRESS {
            return Ok(flat.cycles() - start);
        }
        let failed = |reason: String, flat: &Flat| Failure {
            reason,
            active: active(flat, image, stack),
        };
        let spent = flat.cycles() - start;
        if spent >= limit {
            let fault = Fault::CycleLimit { at, cycles: limit };
            return Err(failed(fault.to_string(), flat));
        }
        if Some(at) == image.symbol(OVERFLOW) {
            let top = 0x0100 + u16::from(flat.registers().s.wrapping_add(1));
            let words = overflow::message(image, flat.peek_word(top));
            return Err(failed(words, flat));
        }
        if flat.peek(at) == JMP && flat.peek_word(at.wrapping_add(1)) == at {
            return Err(failed(panicked(flat, image), flat));
        }
        flat.step()
            .map_err(|fault| failed(fault.to_string(), flat))?;
    }
}

fn enter(flat: &mut Flat, entry: u16) {
    let mut registers = flat.registers();
    let [low, high] = RETURN_ADDRESS.wrapping_sub(1).to_le_bytes();
    for byte in [high, low] {
        flat.poke(0x0100 + u16::from(registers.s), byte);
        registers.s = registers.s.wrapping_sub(1);
    }
    registers.pc = entry;
    flat.set_registers(registers);
}

/// The place of a panic, if the program's handler stores it in `PANIC_LINE` and `PANIC_FILE`.
fn panicked(flat: &Flat, image: &Image) -> String {
    let place = image
        .symbol("PANIC_LINE")
        .zip(image.symbol("PANIC_FILE"))
        .map(|(line, file)| {
            let line = flat.peek_word(line);
            let (start, length) = (flat.peek_word(file), flat.peek_word(file + 2));
            let name = (0..length).map(|at| char::from(flat.peek(start.wrapping_add(at))));
            format!(" at {}:{line}", name.collect::<String>())
        });
    format!(
        "panicked, or stays in an endless loop{}",
        place.unwrap_or_default()
    )
}

/// The functions whose return addresses lie on the stack, after the one that runs.
fn active(flat: &Flat, image: &Image, bottom: u8) -> Vec<String> {
    let registers = flat.registers();
    let mut names = vec![function_at(image, registers.pc)];
    let mut at = 0x0101 + u16::from(registers.s);
    while at < 0x0100 + u16::from(bottom) {
        let back = flat.peek_word(at);
        if flat.peek(back.wrapping_sub(2)) == JSR {
            names.push(function_at(image, back));
            at += 2;
        } else {
            at += 1;
        }
    }
    names.dedup();
    names
}

/// The label at or before an address.
fn function_at(image: &Image, address: u16) -> String {
    let before = image.symbols.iter().filter(|(_, at)| **at <= address);
    let nearest = before.max_by_key(|(_, at)| **at);
    nearest.map_or_else(|| format!("${address:04x}"), |(name, _)| readable(name))
}
