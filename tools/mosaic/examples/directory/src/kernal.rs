//! Routines of the KERNAL as functions: bytes travel in A, X and Y, which `asm!` knows as `r24`, `r22` and `r20`, and the carry
//! tells of an error.

use core::arch::asm;

/// Opens a file or a channel; false when the device does not answer.
pub fn open(file: u8, device: u8, channel: u8, name: &'static [u8]) -> bool {
    let [low, high] = name.as_ptr().addr().to_le_bytes();
    let carry: u8;
    unsafe {
        // SETNAM, SETLFS, OPEN.
        asm!("jsr $ffbd", in("r24") name.len() as u8, in("r22") low, in("r20") high);
        asm!("jsr $ffba", in("r24") file, in("r22") device, in("r20") channel);
        asm!("jsr $ffc0", "lda #0", "rol", out("r24") carry);
    }
    carry == 0
}

/// Takes input from a file that is open: CHKIN.
pub fn chkin(file: u8) -> bool {
    let carry: u8;
    unsafe { asm!("jsr $ffc6", "lda #0", "rol", in("r22") file, out("r24") carry) }
    carry == 0
}

/// The next byte of the input: CHRIN.
pub fn chrin() -> u8 {
    let byte: u8;
    unsafe { asm!("jsr $ffcf", out("r24") byte) }
    byte
}

/// The state of the bus, not zero after the last byte or an error: READST.
pub fn readst() -> u8 {
    let state: u8;
    unsafe { asm!("jsr $ffb7", out("r24") state) }
    state
}

/// Input from the keyboard and output to the screen again: CLRCHN.
pub fn clrchn() {
    unsafe { asm!("jsr $ffcc") }
}

/// CLOSE.
pub fn close(file: u8) {
    unsafe { asm!("jsr $ffc3", in("r24") file) }
}
