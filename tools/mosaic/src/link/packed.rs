//! The file of a packed program: a BASIC line, eight bytes that bank the ROMs out, the packed memory, and at the end the code that
//! unpacks it (`runtime/unpack.s`), which may lie under BASIC's ROM: that is why something before it banks the ROMs out. All
//! of memory from the file region's first address to the last one that has contents is packed as one piece; what lies between
//! the program's parts is zero. The packed data is read from its end and the memory is written from its end, so the one can
//! lie where the other will be, and nothing has to be moved out of the way.

use super::assemble::{Segment, Source, assemble};
use super::layout::Layout;
use super::lz;
use crate::error::{Error, Result};
use std::fmt::Write;

/// What a match counts besides the bits that it is written in. The chess program has 37.7 KB and is unpacked in 2.7 million cycles; with a
/// bias of 2 it would be 36.9 KB and 3.0 million.
const BIAS: u32 = 4;
/// Bytes at the beginning that are tried to be left out of the packed data.
const HEADS: [usize; 4] = [24, 48, 96, 128];
/// The last address that the KERNAL can load to: the chips follow.
const LAST_LOADED: u16 = 0xcfff;

/// Memory as it is when the program is unpacked.
pub(super) struct Memory {
    first: u16,
    bytes: Vec<u8>,
}

impl Memory {
    /// Puts every segment of a linked file where it belongs.
    pub(super) fn of(file: &[u8], segments: &[Segment], layout: &Layout) -> Memory {
        let first = layout.file_region().start;
        let mut bytes = Vec::new();
        for segment in segments {
            let Some(stored) = segment.stored.filter(|_| !segment.beside) else {
                continue;
            };
            let (stored, size) = (stored as usize, segment.bytes as usize);
            // First values of zero page wait behind the program for the start code.
            let at = match segment.start.checked_sub(first) {
                Some(offset) => usize::from(offset),
                None => stored,
            };
            if bytes.len() < at + size {
                bytes.resize(at + size, 0);
            }
            bytes[at..at + size].copy_from_slice(&file[stored..stored + size]);
        }
        Memory { first, bytes }
    }
}

/// The contents of the file behind its load address, and the address that its BASIC line calls; `entry` is where the unpacked
/// program begins.
pub(super) fn file(memory: &Memory, layout: &Layout, entry: u16) -> Result<(Vec<u8>, u16)> {
    let line_number = layout.start.basic_line.expect("checked with the layout");
    let line = basic_line(line_number, memory.first);
    let called = memory.first + line.len() as u16;
    let line_bytes = line.len() + way_in(0).len();
    for head in HEADS {
        if head >= memory.bytes.len() {
            break;
        }
        let (head, rest) = memory.bytes.split_at(head);
        let reversed: Vec<u8> = rest.iter().rev().copied().collect();
        let packed = lz::pack(&reversed, BIAS);
        if line_bytes + packed.lead > head.len() {
            continue;
        }
        let start = usize::from(memory.first) + line_bytes + packed.bytes.len();
        let start = u16::try_from(start).unwrap_or(u16::MAX);
        let unpacker = unpacker(memory, head, start, entry)?;
        let mut file = line.clone();
        file.extend(way_in(start));
        file.extend(packed.bytes.iter().rev());
        file.extend(unpacker);
        let last = usize::from(memory.first) + file.len() - 1;
        let most = layout.file_region().load_end.unwrap_or(LAST_LOADED);
        if last > usize::from(most) {
            return Err(Error::new(format!(
                "the packed program reaches to ${last:04X}, but it may be loaded up to ${most:04X}"
            )));
        }
        return Ok((file, called));
    }
    Err(Error::new(
        "the program cannot be packed: its beginning has nothing that repeats; leave out start.packed",
    ))
}

/// `LINE SYS ADDRESS` as BASIC stores it: it calls what follows the line and the two zeros that end the BASIC program.
fn basic_line(number: u16, first: u16) -> Vec<u8> {
    const SYS: u8 = 0x9e;
    // Link, number, SYS, four digits and three zeros: first is $0801.
    let address = first + 2 + 2 + 1 + 4 + 3;
    let mut text = vec![SYS];
    text.extend(address.to_string().bytes());
    text.push(0);
    let next = first + 4 + text.len() as u16;
    [
        &next.to_le_bytes(),
        &number.to_le_bytes(),
        &text[..],
        &[0, 0],
    ]
    .concat()
}

/// `sei`, `lda #$34`, `sta $01`, `jmp unpacker`: RAM everywhere, then the code at the end of the file.
fn way_in(unpacker: u16) -> [u8; 8] {
    let [low, high] = unpacker.to_le_bytes();
    [0x78, 0xa9, 0x34, 0x85, 0x01, 0x4c, low, high]
}

/// The code at the end of the file, assembled for its address.
fn unpacker(memory: &Memory, head: &[u8], start: u16, entry: u16) -> Result<Vec<u8>> {
    let first = memory.first;
    let last = usize::from(first) + memory.bytes.len() - 1;
    let mut text = format!(
        "FIRST = ${first:04x}\nLAST = ${last:04x}\nPACKED_LAST = ${:04x}\nHEAD_SIZE = {}\nENTRY = ${entry:04x}\n",
        start - 1,
        head.len()
    );
    text.push_str(include_str!("../../runtime/unpack.s"));
    text.push_str("\n.segment \"BEGIN\"\nhead:\n");
    for byte in head {
        writeln!(text, "    .byte ${byte:02x}").unwrap();
    }
    let room = 0x1_0000 - u32::from(start);
    let configuration = format!(
        "MEMORY {{\n    ZP: start = $02, size = $fe, type = rw, file = \"\";\n    \
         FILE: start = ${start:04x}, size = ${room:x}, file = %O;\n}}\n\
         SEGMENTS {{\n    BEGIN: load = FILE, type = ro;\n    \
         UNPACK: load = FILE, run = ZP, type = rw, define = yes;\n}}\n"
    );
    let name = "unpack".to_owned();
    Ok(assemble(&[Source { name, text }], &configuration)?.file)
}
