//! What Rust costs on a 6502. Every feature runs one idiom 256 times, from a byte the compiler cannot know to a byte it
//! has to write; `nothing` is what the loop itself costs.
#![no_std]
#![allow(static_mut_refs, dead_code)]

use core::ptr::{addr_of, addr_of_mut, read_volatile, write_volatile};

#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}

#[no_mangle]
pub static mut RESULT: u32 = 0;

static mut INPUT: u8 = 3;
static mut OUTPUT: u8 = 0;

// Visible outside, so that their contents are not known.
#[no_mangle]
pub static mut BYTES: [u8; 256] = [1; 256];
#[no_mangle]
pub static mut MANY: [u8; 1024] = [1; 1024];
#[no_mangle]
pub static mut WORDS: [u16; 64] = [1; 64];
// Private: how it lies is the compiler's affair.
static mut OWN: [u16; 64] = [1; 64];
#[no_mangle]
pub static mut SUM16: u16 = 0;
#[no_mangle]
pub static mut SUM32: u32 = 0;

/// Nobody calls it, but it could be: so nobody knows what `OWN` holds.
#[no_mangle]
pub extern "C" fn change_own(at: u8, word: u16) {
    // SAFETY: one thread, and the index is in range.
    unsafe { OWN[(at & 63) as usize] = word };
}

#[no_mangle]
pub extern "C" fn kernel_main() {
    let mut turn = 0u8;
    loop {
        // SAFETY: one thread, and every index below is in range.
        unsafe { write_volatile(addr_of_mut!(OUTPUT), idiom(read_volatile(addr_of!(INPUT)))) };
        turn = turn.wrapping_add(1);
        if turn == 0 {
            break;
        }
    }
    // SAFETY: as above.
    unsafe { write_volatile(addr_of_mut!(RESULT), OUTPUT as u32) };
}

#[cfg(feature = "nothing")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    i
}

/// A table of 256 bytes by a byte: no check is needed.
#[cfg(feature = "byte_index")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    BYTES[i as usize]
}

/// A longer table by a 16-bit index.
#[cfg(feature = "word_index")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    *MANY.get_unchecked((i as usize) << 2)
}

/// A table of 64 words by a byte: both bytes are used.
#[cfg(feature = "words_by_byte")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    let word = WORDS[(i & 63) as usize];
    (word >> 8) as u8 ^ word as u8
}

/// The same of a private table.
#[cfg(feature = "private_words")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    let word = OWN[(i & 63) as usize];
    (word >> 8) as u8 ^ word as u8
}

/// The sum of the 64 words of a private table by `iter()`.
#[cfg(feature = "words_iterator")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    let sum = OWN.iter().fold(i as u16, |a, b| a.wrapping_add(*b));
    (sum >> 8) as u8 ^ sum as u8
}

#[cfg(feature = "add_u16")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    SUM16 = SUM16.wrapping_add(i as u16);
    i
}

#[cfg(feature = "add_u32")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    SUM32 = SUM32.wrapping_add(i as u32);
    i
}

/// A table shorter than the index can reach: the check stays.
#[cfg(feature = "bounds_check")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    BYTES[..200][i as usize]
}

/// The sum of eight bytes by `iter()`.
#[cfg(feature = "slice_iterator")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    let start = i as usize;
    BYTES[start..start + 8].iter().fold(0u8, |a, b| a.wrapping_add(*b))
}

/// Eight arms with code of their own, the fourth taken.
#[cfg(feature = "match_of_eight")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    match i {
        0 => BYTES[1],
        1 => BYTES[2] ^ 1,
        2 => BYTES[3] & 3,
        3 => BYTES[4] | 4,
        4 => BYTES[5].wrapping_add(5),
        5 => BYTES[6].wrapping_sub(6),
        6 => !BYTES[7],
        7 => BYTES[8] << 1,
        _ => 0,
    }
}

/// A call that is not inlined: a byte in, a byte out.
#[cfg(feature = "call")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    #[inline(never)]
    unsafe fn look(i: u8) -> u8 {
        BYTES[i as usize]
    }
    look(i)
}

#[cfg(feature = "multiply_u8")]
#[inline(always)]
unsafe fn idiom(i: u8) -> u8 {
    BYTES[1].wrapping_mul(i)
}
