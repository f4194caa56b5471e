//! EasyFlash cartridge images: a program for `RUN` in flash, behind a boot bank that copies it into memory and starts it.
//!
//! An EasyFlash has 64 banks of two halves of 8 KB. It starts with the upper half of bank 0 at `$E000`, where the processor
//! finds its reset vector. The program lies in the lower halves from bank 0 on; all other banks are free.

/// Bytes of half a bank.
pub const HALF_BANK: usize = 0x2000;
/// The program begins at `$0801`; banks hold whole pages, so the first byte of bank 0 is that of `$0800`.
const PROGRAM_START: u16 = 0x0801;
const FIRST_PAGE: u8 = 0x08;
/// Memory that the copier fills must end below the chips.
const ROOM: usize = 0xD000 - PROGRAM_START as usize;

const HEADER_LENGTH: u32 = 0x40;
const VERSION: u16 = 0x0100;
const EASY_FLASH: u16 = 32;
const FLASH: u16 = 2;
const LOWER: u16 = 0x8000;
const UPPER: u16 = 0xA000;

/// The image of `program`, which is a file as `LOAD` reads it; `boot` is the upper half of bank 0, whose first three bytes
/// are filled in: the page behind the program and the address to start at.
pub fn image(name: &str, boot: &[u8], program: &[u8]) -> Result<Vec<u8>, String> {
    let entry = crate::machine::sys_target(program)?;
    let bytes = match program {
        [low, high, bytes @ ..] if u16::from_le_bytes([*low, *high]) == PROGRAM_START => bytes,
        _ => return Err("the program does not begin at $0801".to_string()),
    };
    if bytes.len() > ROOM {
        return Err(format!("{} bytes of program, {ROOM} fit", bytes.len()));
    }
    if boot.len() != HALF_BANK {
        return Err(format!(
            "{} bytes of boot code, not {HALF_BANK}",
            boot.len()
        ));
    }
    let mut memory = vec![0xFF];
    memory.extend_from_slice(bytes);
    memory.resize(memory.len().next_multiple_of(0x100), 0xFF);
    let mut boot = boot.to_vec();
    boot[0] = FIRST_PAGE + (memory.len() >> 8) as u8;
    boot[1..3].copy_from_slice(&entry.to_le_bytes());

    let mut image = header(name);
    for (bank, half) in memory.chunks(HALF_BANK).enumerate() {
        chip(&mut image, bank as u16, LOWER, half);
        if bank == 0 {
            chip(&mut image, 0, UPPER, &boot);
        }
    }
    Ok(image)
}

fn header(name: &str) -> Vec<u8> {
    let mut header = b"C64 CARTRIDGE   ".to_vec();
    header.extend(HEADER_LENGTH.to_be_bytes());
    header.extend(VERSION.to_be_bytes());
    header.extend(EASY_FLASH.to_be_bytes());
    // The lines EXROM and GAME: the cartridge is where the KERNAL would be.
    header.extend([1, 0]);
    header.resize(0x20, 0);
    header.extend(name.bytes().take(0x20));
    header.resize(HEADER_LENGTH as usize, 0);
    header
}

fn chip(image: &mut Vec<u8>, bank: u16, address: u16, bytes: &[u8]) {
    image.extend(b"CHIP");
    image.extend((0x10 + HALF_BANK as u32).to_be_bytes());
    for field in [FLASH, bank, address, HALF_BANK as u16] {
        image.extend(field.to_be_bytes());
    }
    image.extend(bytes);
    image.resize(image.len() + HALF_BANK - bytes.len(), 0xFF);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10 SYS2061, and so many bytes in all.
    fn program(length: usize) -> Vec<u8> {
        let mut prg = b"\x01\x08\x0b\x08\x0a\x00\x9e2061\x00\x00\x00".to_vec();
        prg.resize(2 + length, 0x42);
        prg
    }

    /// Bank, address and bytes of every chip.
    fn chips(image: &[u8]) -> Vec<(u16, u16, &[u8])> {
        let word = |at: usize| u16::from_be_bytes([image[at], image[at + 1]]);
        (HEADER_LENGTH as usize..image.len())
            .step_by(0x10 + HALF_BANK)
            .map(|at| {
                assert_eq!(&image[at..at + 4], b"CHIP");
                let start = at + 0x10;
                (
                    word(at + 10),
                    word(at + 12),
                    &image[start..start + HALF_BANK],
                )
            })
            .collect()
    }

    #[test]
    fn the_program_lies_in_the_lower_halves_and_the_boot_code_knows_it() {
        let prg = program(2 * HALF_BANK + 5);
        let image = image("GAME", &[0; HALF_BANK], &prg).expect("it fits");
        let chips = chips(&image);
        let places: Vec<(u16, u16)> = chips.iter().map(|chip| (chip.0, chip.1)).collect();
        assert_eq!(places, [(0, LOWER), (0, UPPER), (1, LOWER), (2, LOWER)]);
        assert_eq!(chips[0].2[1..], prg[2..2 + HALF_BANK - 1]);
        assert_eq!(chips[1].2[..3], [0x08 + 0x41, 0x0D, 0x08]);
        assert_eq!(&image[0x20..0x25], b"GAME\0");
    }

    #[test]
    fn what_cannot_start_is_refused() {
        assert!(image("X", &[0; HALF_BANK], b"\x00\x10").is_err());
        assert!(image("X", &[0; 5], &program(100)).is_err());
        assert!(image("X", &[0; HALF_BANK], &program(0xC900)).is_err());
    }
}
