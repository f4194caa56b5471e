//! Bytes to and from the form they have in addresses.
#![no_std]

use entry::{input, mix, mix_all};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode, percent_encode};

fn run() -> u32 {
    let data = input::<40>();
    let sum =
        percent_encode(&data, NON_ALPHANUMERIC).fold(0, |sum, part| mix_all(sum, part.as_bytes()));
    percent_decode(b"a%20b%zzc%4").fold(sum, mix)
}

entry::entry!();
