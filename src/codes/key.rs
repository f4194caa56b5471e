//! Keys as the program sees them: ASCII where there is one, shifted letters as capitals, the rest from $81 on.

pub const NONE: u8 = 0;
pub const DELETE: u8 = 8;
pub const RETURN: u8 = 13;
pub const UP: u8 = 0x81;
pub const DOWN: u8 = 0x82;
pub const LEFT: u8 = 0x83;
pub const RIGHT: u8 = 0x84;
/// The button of either joystick.
pub const FIRE: u8 = 0x85;
pub const HOME: u8 = 0x86;
pub const STOP: u8 = 0x87;
pub const F1: u8 = 0x88;
pub const F3: u8 = 0x89;
pub const F5: u8 = 0x8a;
pub const F7: u8 = 0x8b;
/// The key left of 1.
pub const LEFT_ARROW: u8 = 0x8c;

/// RETURN or the button: choose.
pub fn chooses(key: u8) -> bool {
    key == RETURN || key == FIRE
}

/// The letter of a key, small.
#[inline(never)]
pub fn lower(key: u8) -> u8 {
    if key.is_ascii_uppercase() {
        key | 0x20
    } else {
        key
    }
}
