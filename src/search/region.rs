//! The memory that holds the transposition table, byte by byte.
//!
//! On the C64 it has 8 KB from `$C000`, of which the last 4 lie under the chips and are reached with the chips banked out; an
//! interrupt handler that touches a chip must set and restore `$01` itself. On the host it is an array of twice that, of which
//! less can be used.

/// Pages of 256 bytes.
pub const PAGES: u8 = if cfg!(target_vendor = "c64") { 32 } else { 64 };

#[cfg(target_vendor = "c64")]
mod memory {
    use core::ptr::{with_exposed_provenance_mut, write_volatile};

    pub const FIRST_PAGE: u8 = 0xe0 - super::PAGES;
    const FIRST_PAGE_UNDER_CHIPS: u8 = 0xd0 - FIRST_PAGE;
    pub const PROCESSOR_PORT: u16 = 0x0001;
    /// Its values: RAM everywhere but for the chips at `$D000`, and RAM everywhere.
    pub const CHIPS_IN: u8 = 0x35;
    pub const CHIPS_OUT: u8 = 0x34;

    #[inline(always)]
    pub fn pages() -> u8 {
        super::PAGES
    }

    #[inline(always)]
    fn bank(value: u8) {
        // SAFETY: the processor port; the program runs from RAM in every setting used here.
        unsafe { write_volatile(with_exposed_provenance_mut(PROCESSOR_PORT as usize), value) }
    }

    #[inline(always)]
    fn address(page: u8, offset: u8) -> *mut u8 {
        let high = FIRST_PAGE.wrapping_add(page);
        with_exposed_provenance_mut(usize::from(high) << 8 | usize::from(offset))
    }

    /// Runs `act` with the eight bytes at `offset` of `page` (a multiple of eight below the page's end).
    #[inline(always)]
    pub fn with_entry<T>(page: u8, offset: u8, act: impl FnOnce(*mut u8) -> T) -> T {
        let hidden = page >= FIRST_PAGE_UNDER_CHIPS;
        if hidden {
            bank(CHIPS_OUT);
        }
        let result = act(address(page, offset));
        if hidden {
            bank(CHIPS_IN);
        }
        result
    }
}

#[cfg(not(target_vendor = "c64"))]
mod memory {
    use crate::cells::Byte;
    use core::cell::UnsafeCell;

    /// Fewer than all make the host search the tree of a machine with a smaller table. A power of two.
    pub static PAGES_IN_USE: Byte = Byte::new(super::PAGES);

    pub fn pages() -> u8 {
        PAGES_IN_USE.get()
    }

    struct Memory(UnsafeCell<[u8; 0x4000]>);

    // SAFETY: one thread at a time uses the engine, see `cells`.
    unsafe impl Sync for Memory {}

    static MEMORY: Memory = Memory(UnsafeCell::new([0; 0x4000]));

    pub fn with_entry<T>(page: u8, offset: u8, act: impl FnOnce(*mut u8) -> T) -> T {
        let start = usize::from(page & 0x3f) << 8 | usize::from(offset & 0xf8);
        // SAFETY: the start is at most $3FF8, so eight bytes follow.
        act(unsafe { MEMORY.0.get().cast::<u8>().add(start) })
    }
}

pub use memory::*;
