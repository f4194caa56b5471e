//! A header read in place, changed and written.
#![no_std]

use entry::{input, mix_all};
use zerocopy::byteorder::big_endian::{U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct Header {
    kind: u8,
    length: U16,
    sum: U32,
    rest: [u8; 3],
}

fn run() -> u32 {
    let mut data = input::<20>();
    let Ok((header, rest)) = Header::mut_from_prefix(&mut data) else {
        return 1;
    };
    header.length = U16::new(header.length.get().wrapping_add(rest.len() as u16));
    header.sum = U32::new(header.sum.get().rotate_left(7) ^ u32::from(header.kind));
    let sum = mix_all(0, header.as_bytes());
    mix_all(sum, &header.rest)
}

entry::entry!();
