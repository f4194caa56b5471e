//! What every crate of the corpus begins with: bytes to work on, a checksum, and the entry that the simulator calls.
#![no_std]

/// Bytes that look random and that no optimiser knows.
pub fn input<const N: usize>() -> [u8; N] {
    let mut state = core::hint::black_box(0x6502u16);
    [0; N].map(|_| {
        state = state.wrapping_mul(25173).wrapping_add(13849);
        (state >> 8) as u8
    })
}

/// Adds a byte to a checksum.
pub fn mix(sum: u32, byte: u8) -> u32 {
    sum.rotate_left(5).wrapping_add(u32::from(byte)) ^ 0x9e37
}

pub fn mix_word(sum: u32, word: u16) -> u32 {
    mix_all(sum, &word.to_le_bytes())
}

pub fn mix_long(sum: u32, long: u32) -> u32 {
    mix_all(sum, &long.to_le_bytes())
}

pub fn mix_all(sum: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(sum, |sum, &byte| mix(sum, byte))
}

/// The checksum of what is written.
pub struct Sum(pub u32);

impl core::fmt::Write for Sum {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.0 = mix_all(self.0, text.as_bytes());
        Ok(())
    }
}

/// Exports `run` to the host, and on the 6502 as `kernel_main`, which leaves its checksum in `RESULT`.
#[macro_export]
macro_rules! entry {
    () => {
        pub fn checksum() -> u32 {
            run()
        }

        #[cfg(target_vendor = "c64")]
        #[unsafe(no_mangle)]
        pub static mut RESULT: u32 = 0;

        #[cfg(target_vendor = "c64")]
        #[unsafe(no_mangle)]
        pub extern "C" fn kernel_main() {
            let sum = run();
            unsafe { (&raw mut RESULT).write_volatile(sum) };
        }
    };
}

#[cfg(target_vendor = "c64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
