//! The switch for everything that leaves moves out, searches them shallower or evaluates a position less exactly. Always on in
//! the program; a test turns it off to compare scores that must not depend on the order of moves.

#[cfg(not(target_vendor = "c64"))]
pub static ENABLED: crate::cells::Byte = crate::cells::Byte::new(1);

#[inline(always)]
pub fn is_on() -> bool {
    #[cfg(target_vendor = "c64")]
    return true;
    #[cfg(not(target_vendor = "c64"))]
    return ENABLED.get() != 0;
}
