//! A KERNAL of ours, just enough for a program started by `RUN` on a machine without ROM images.
//!
//! It holds the interrupt entries with the documented exits, at the documented addresses; every other byte
//! stops the processor, so a call into a KERNAL that is not there is found at once. What the real one
//! would have done before `RUN`, [`Machine::start`](crate::Machine::start) does from outside.

use std::iter::repeat_n;

/// Where a `BRK` ends up when no program has taken it over.
pub const BREAK_TRAP: u16 = 0xFE66;
/// Where a reset ends up: an endless loop.
pub const RESET: u16 = 0xFCE2;
const NMI: u16 = 0xFE43;
const NMI_DEFAULT: u16 = 0xFE47;
const IRQ: u16 = 0xFF48;
const IRQ_DEFAULT: u16 = 0xEA31;
const IRQ_EXIT: u16 = 0xEA81;

/// RAM vectors that the KERNAL sets up: IRQ, BRK and NMI, from `$0314` on.
pub const VECTORS_AT: u16 = 0x0314;
/// What stands in them after a reset.
pub const VECTORS: [u16; 3] = [IRQ_DEFAULT, BREAK_TRAP, NMI_DEFAULT];

/// Address and code of each routine.
#[rustfmt::skip]
const ROUTINES: [(u16, &[u8]); 7] = [
    // Default IRQ: count the jiffy, acknowledge, leave.
    (IRQ_DEFAULT, &[0xE6, 0xA2,             // inc $a2
                    0xD0, 0x06,             // bne +6
                    0xE6, 0xA1,             // inc $a1
                    0xD0, 0x02,             // bne +2
                    0xE6, 0xA0,             // inc $a0
                    0xAD, 0x0D, 0xDC,       // lda $dc0d
                    0x4C, 0x81, 0xEA]),     // jmp $ea81
    (IRQ_EXIT,    &[0x68, 0xA8,             // pla ; tay
                    0x68, 0xAA,             // pla ; tax
                    0x68, 0x40]),           // pla ; rti
    (RESET,       &[0x4C, 0xE2, 0xFC]),     // jmp $fce2
    (NMI,         &[0x78,                   // sei
                    0x6C, 0x18, 0x03]),     // jmp ($0318)
    (NMI_DEFAULT, &[0x48,                   // pha
                    0xAD, 0x0D, 0xDD,       // lda $dd0d
                    0x68, 0x40]),           // pla ; rti
    (IRQ,         &[0x48, 0x8A, 0x48,       // pha ; txa ; pha
                    0x98, 0x48, 0xBA,       // tya ; pha ; tsx
                    0xBD, 0x04, 0x01,       // lda $0104,x
                    0x29, 0x10,             // and #$10
                    0xF0, 0x03,             // beq +3
                    0x6C, 0x16, 0x03,       // jmp ($0316)
                    0x6C, 0x14, 0x03]),     // jmp ($0314)
    (0xFFFA,      &[NMI as u8, (NMI >> 8) as u8, RESET as u8, (RESET >> 8) as u8, IRQ as u8, (IRQ >> 8) as u8]),
];

/// The 8 KB image for `$E000–$FFFF`.
pub fn image() -> Box<[u8; 0x2000]> {
    const STOPS: u8 = 0x02;
    let mut image: Vec<u8> = repeat_n(STOPS, 0x2000).collect();
    for (address, code) in ROUTINES {
        let start = usize::from(address - 0xE000);
        image[start..start + code.len()].copy_from_slice(code);
    }
    image
        .into_boxed_slice()
        .try_into()
        .expect("the length is the array's")
}
