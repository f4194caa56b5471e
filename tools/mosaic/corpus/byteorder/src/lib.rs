//! Numbers of several widths in both orders of bytes.
#![no_std]

use byteorder::{BigEndian, ByteOrder, LittleEndian};
use entry::{input, mix_all};

fn run() -> u32 {
    let data = input::<32>();
    let mut out = [0; 16];
    BigEndian::write_u32(&mut out, LittleEndian::read_u32(&data[3..]));
    LittleEndian::write_i16(&mut out[4..], BigEndian::read_i16(&data[9..]));
    BigEndian::write_u64(
        &mut out[8..],
        LittleEndian::read_u64(&data[20..]).wrapping_mul(3),
    );
    mix_all(0, &out)
}

entry::entry!();
