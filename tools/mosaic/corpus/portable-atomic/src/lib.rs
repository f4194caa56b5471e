//! Atomics wider than the processor has them, in critical sections: interrupts are off in them.
#![no_std]
#![cfg_attr(target_vendor = "c64", feature(asm_experimental_arch))]

use entry::{input, mix, mix_long, mix_word};
use portable_atomic::{AtomicU8, AtomicU16, AtomicU64, Ordering::SeqCst};

static BYTE: AtomicU8 = AtomicU8::new(1);
static WORD: AtomicU16 = AtomicU16::new(2);
static WIDE: AtomicU64 = AtomicU64::new(3);

#[cfg(target_vendor = "c64")]
mod interrupts {
    use core::arch::asm;

    struct Interrupts;
    critical_section::set_impl!(Interrupts);

    // SAFETY: nothing but an interrupt can come between, and those are off.
    unsafe impl critical_section::Impl for Interrupts {
        unsafe fn acquire() -> u8 {
            let status: u8;
            unsafe { asm!("php", "pla", "sei", out("r24") status) }
            status
        }

        unsafe fn release(status: u8) {
            unsafe { asm!("pha", "plp", in("r24") status) }
        }
    }
}

fn run() -> u32 {
    let mut sum = 0;
    for byte in input::<16>() {
        let word = u16::from(byte) * 259;
        sum = mix(sum, BYTE.fetch_add(byte, SeqCst));
        sum = mix_word(sum, WORD.swap(word, SeqCst));
        let wide = u64::from(word) * 0x1_0001_0001;
        let old = WIDE.fetch_add(wide, SeqCst);
        sum = mix_long(sum, (old >> 32) as u32 ^ old as u32);
        sum = critical_section::with(|_| mix_long(sum, WIDE.load(SeqCst) as u32));
    }
    sum
}

entry::entry!();
