//! Runs a crate of the yardstick's shape: `kernel_main` from noise in memory, its checksum in `RESULT`.

use c64::{Fault, Flat, Power, Registers};
use mosaic::alloc::convention::OVERFLOW;
use mosaic::error::{Error, Result};
use mosaic::link::report::Profile;
use mosaic::link::{Image, overflow};

/// Far more than the slowest kernel takes.
const CYCLE_LIMIT: u64 = 2_000_000_000;
const SEED: u64 = 0x6502;

/// A machine with the program loaded and initialised, and the address of its entry.
fn prepare(image: &Image) -> Result<(Flat, u16)> {
    let entry = image
        .symbol("kernel_main")
        .ok_or_else(|| missing("kernel_main"))?;
    let mut flat = Flat::new(Power::Noise(SEED));
    flat.load_prg(&image.prg).map_err(Error::new)?;
    flat.call(image.init, CYCLE_LIMIT)
        .map_err(|fault| stopped(image, &flat, fault))?;
    Ok((flat, entry))
}

fn missing(symbol: &str) -> Error {
    Error::new(format!("the crate exports no `{symbol}`"))
}

/// What a stop means; where recursion is too deep, the return address on the processor's stack tells the function.
fn stopped(image: &Image, flat: &Flat, fault: Fault) -> Error {
    let stop = image.symbol(OVERFLOW);
    match fault {
        Fault::Break { at } if Some(at) == stop => {
            let top = 0x0100 + u16::from(flat.registers().s.wrapping_add(1));
            Error::new(overflow::message(image, flat.peek_word(top)))
        }
        fault => Error::new(format!("the kernel stopped: {fault}")),
    }
}

/// `NAME cycles=N result=0xHEX bytes=N`: cycles from entry to return; bytes of code and read-only data.
pub fn measure(image: &Image, name: &str) -> Result<String> {
    let (mut flat, entry) = prepare(image)?;
    let result = image.symbol("RESULT").ok_or_else(|| missing("RESULT"))?;
    let cycles = flat
        .call(entry, CYCLE_LIMIT)
        .map_err(|fault| stopped(image, &flat, fault))?;
    let value = (0..4).rev().fold(0u32, |value, at| {
        value << 8 | u32::from(flat.peek(result + at))
    });
    let bytes = image.sizes.code + image.sizes.rodata;
    Ok(format!(
        "{name} cycles={cycles} result={value:#x} bytes={bytes}"
    ))
}

/// Cycles spent at each address.
pub fn profile(image: &Image) -> Result<Profile> {
    let (mut flat, entry) = prepare(image)?;
    // The return address on the stack leads to one before this one, where nothing of the program is.
    let home = 0xFFF0u16;
    let registers = flat.registers();
    let stack = 0x0100 + u16::from(registers.s);
    flat.poke(stack, (home >> 8) as u8);
    flat.poke(stack - 1, home as u8 - 1);
    flat.set_registers(Registers {
        pc: entry,
        s: registers.s - 2,
        ..registers
    });
    let mut profile = Profile::new();
    while flat.registers().pc != home {
        let (at, before) = (flat.registers().pc, flat.cycles());
        flat.step().map_err(|fault| stopped(image, &flat, fault))?;
        *profile.entry(at).or_default() += flat.cycles() - before;
    }
    Ok(profile)
}
