//! Atomic bytes, words and pointers of `core`: every kind of update.
#![no_std]

use core::sync::atomic::{
    AtomicBool, AtomicI16, AtomicPtr, AtomicU8, AtomicU16, AtomicU32, Ordering::*,
};
use entry::{input, mix, mix_long, mix_word};

static BYTE: AtomicU8 = AtomicU8::new(1);
static WORD: AtomicU16 = AtomicU16::new(2);
static SIGNED: AtomicI16 = AtomicI16::new(-3);
static LONG: AtomicU32 = AtomicU32::new(4);
static FLAG: AtomicBool = AtomicBool::new(false);

fn run() -> u32 {
    let mut sum = 0;
    let mut cells = [3u8, 5];
    let [one, other] = &mut cells;
    let pointer = AtomicPtr::new(one);
    for byte in input::<24>() {
        let word = u16::from(byte) * 259;
        sum = mix(sum, BYTE.fetch_add(byte, SeqCst));
        sum = mix(sum, BYTE.fetch_nand(byte | 1, AcqRel));
        sum = mix_word(sum, WORD.swap(word, Relaxed));
        sum = mix_word(sum, WORD.fetch_max(word ^ 0x5555, SeqCst));
        sum = mix_word(sum, SIGNED.fetch_min(word as i16, SeqCst) as u16);
        sum = mix_word(sum, SIGNED.fetch_sub(77, SeqCst) as u16);
        sum = mix_long(sum, LONG.fetch_xor(u32::from(word) << 9, SeqCst));
        let expected = if byte & 1 == 0 {
            WORD.load(Acquire)
        } else {
            word
        };
        sum = match WORD.compare_exchange(expected, word ^ 1, AcqRel, Acquire) {
            Ok(old) => mix_word(sum, old),
            Err(old) => mix_word(sum ^ 0xff, old),
        };
        let grown = WORD.fetch_update(SeqCst, SeqCst, |old| {
            (old < 0x8000).then_some(old + word / 2)
        });
        sum = mix(sum, u8::from(grown.is_ok()));
        sum = mix(sum, u8::from(FLAG.fetch_not(SeqCst)));
        let last = pointer.swap(other, SeqCst);
        // Both point to bytes of `cells`, which nobody else uses meanwhile.
        sum = mix(sum, unsafe { *last });
        pointer.store(last, Release);
    }
    sum
}

entry::entry!();
