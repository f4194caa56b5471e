//! Text written with `core::fmt`, whose arguments carry tags in aligned pointers, beside objects of odd length; sorting and
//! selecting, in which LLVM leaves traps.

use core::fmt::Write;

static WORDS: [i16; 6] = [-300, 20000, 0, -1, 77, -32768];

fn hidden<T: Copy>(value: &T) -> T {
    unsafe { core::ptr::read_volatile(value) }
}

struct Buffer {
    odd: [u8; 3],
    bytes: [u8; 61],
    length: usize,
}

impl Write for Buffer {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        for byte in text.bytes() {
            *self.bytes.get_mut(self.length).ok_or(core::fmt::Error)? = byte;
            self.length += 1;
        }
        Ok(())
    }
}

fn hash(bytes: impl Iterator<Item = u64>) -> u64 {
    bytes.fold(0xCBF2_9CE4, |hash, item| {
        (hash ^ item).wrapping_mul(0x0100_0193)
    })
}

fn written(arguments: core::fmt::Arguments) -> u64 {
    let mut buffer = Buffer {
        odd: [1; 3],
        bytes: [0; 61],
        length: 0,
    };
    let outcome = buffer.write_fmt(arguments);
    let odd = buffer.odd.iter().map(|byte| u64::from(*byte));
    let text = buffer.bytes.iter().map(|byte| u64::from(*byte));
    hash(odd.chain(text)) ^ u64::from(outcome.is_err())
}

#[repr(align(2))]
struct Aligned(u8, u8, u8);

#[inline(never)]
fn address(object: &Aligned, beside: &[u8; 3]) -> u64 {
    core::hint::black_box(beside);
    (core::hint::black_box(object) as *const Aligned as usize % 2) as u64
}

pub fn run(results: &mut [u64; 6]) {
    let words = hidden(&WORDS);
    results[0] = written(format_args!("{} and {:>7}", words[0], words[1]));
    results[1] = written(format_args!("{:#x} {:08b} {:?}", words[4], words[4], words[3]));
    results[2] = written(format_args!("{:?} {:?}", Some(words[2]), &words[4..]));
    results[3] = address(&Aligned(1, 2, words[2] as u8), &[1, 2, words[4] as u8]);
    let mut many = [0u16; 100];
    let mut state = words[4] as u16;
    for item in many.iter_mut() {
        state = state.wrapping_mul(25173).wrapping_add(13849);
        *item = state;
    }
    many.select_nth_unstable(usize::from(words[4] as u8 % 50));
    results[4] = u64::from(many[usize::from(words[4] as u8 % 50)]);
    many.sort_unstable();
    results[5] = hash(many.iter().map(|item| u64::from(*item)));
}
