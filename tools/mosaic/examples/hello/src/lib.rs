//! Shows formatted output: `ufmt` writes numbers and values of one's own to the screen.
#![no_std]

use console::Text;
use ufmt::{derive::uDebug, uDisplay, uwrite, uwriteln};

#[derive(uDebug)]
struct Machine {
    bits: u8,
    kilobytes: u16,
}

/// A number of cycles, shown with its unit.
struct Cycles(u32);

impl uDisplay for Cycles {
    fn fmt<W>(&self, f: &mut ufmt::Formatter<'_, W>) -> Result<(), W::Error>
    where
        W: ufmt::uWrite + ?Sized,
    {
        uwrite!(f, "{} cycles a second", self.0)
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    let mut text = Text::at(1, 0);
    let machine = Machine {
        bits: 8,
        kilobytes: 64,
    };
    let _ = uwriteln!(text, "Hello from Rust on a Commodore {}!\n", 64u8);
    let _ = uwriteln!(text, "{:?}", machine);
    let _ = uwriteln!(text, "{}", Cycles(985_248));
    let _ = uwriteln!(text, "{} {} {:?}", -32768i16, true, [1u8, 2, 3]);
    loop {}
}
