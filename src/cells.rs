//! The engine's memory: byte arrays at fixed addresses, read and written by a byte index.
//!
//! A 6502 reaches `table,x` in four cycles when the table has a fixed address and at most 256 entries; everything hot
//! lives in such statics. The machine has one thread and the engine one state, so the cells are `Sync` by decree: on
//! the host, whoever runs the engine from several threads holds a lock around each use.
//! An index must be below the length of its array. The host checks every one, in every build, so a wrong index stops a
//! test, a tool or the native engine where it happens. The 6502 build leaves the check out: it is the same source, and the
//! tests that compare the two builds drive it with the same positions.
//!
//! Besides this file, memory is reached without a check in `c64::map`, `search::region` and `search::table`.

use core::cell::UnsafeCell;

/// Stops when a place is not within an array of `N`, on the host.
#[inline(always)]
fn check<const N: usize>(place: usize) {
    if cfg!(not(target_vendor = "c64")) {
        assert!(place < N, "place {place} of an array of {N}");
    }
}

/// `N` one-byte variables: numbers, or a type that wraps one.
#[repr(transparent)]
pub struct Cells<T, const N: usize>(UnsafeCell<[T; N]>);

/// `N` bytes of variable memory.
pub type Bytes<const N: usize> = Cells<u8, N>;

// SAFETY: one thread at a time uses the engine (see the head of this file).
unsafe impl<T: Send, const N: usize> Sync for Cells<T, N> {}

impl<T: Copy, const N: usize> Cells<T, N> {
    pub const fn new(fill: T) -> Self {
        Self(UnsafeCell::new([fill; N]))
    }

    pub const fn holding(values: [T; N]) -> Self {
        Self(UnsafeCell::new(values))
    }

    #[inline(always)]
    pub fn get(&self, index: u8) -> T {
        check::<N>(usize::from(index));
        // SAFETY: the index is below N, and no reference to the array is ever made.
        unsafe { *self.0.get().cast::<T>().add(usize::from(index)) }
    }

    #[inline(always)]
    pub fn set(&self, index: u8, value: T) {
        check::<N>(usize::from(index));
        // SAFETY: as in `get`.
        unsafe { *self.0.get().cast::<T>().add(usize::from(index)) = value }
    }

    /// The byte at `index` of page `page`, for arrays of several pages.
    #[inline(always)]
    pub fn get_in_page(&self, page: u8, index: u8) -> T {
        check::<N>(usize::from(page) << 8 | usize::from(index));
        // SAFETY: as in `get`.
        unsafe {
            let start = self.0.get().cast::<T>().add(usize::from(page) << 8);
            *start.add(usize::from(index))
        }
    }

    #[inline(always)]
    pub fn set_in_page(&self, page: u8, index: u8, value: T) {
        check::<N>(usize::from(page) << 8 | usize::from(index));
        // SAFETY: as in `get`.
        unsafe {
            let start = self.0.get().cast::<T>().add(usize::from(page) << 8);
            *start.add(usize::from(index)) = value;
        }
    }

    /// The byte at `start + index`: an array within an array, whose start is part of the address.
    #[inline(always)]
    pub fn get_from(&self, start: usize, index: u8) -> T {
        check::<N>(start + usize::from(index));
        // SAFETY: as in `get`.
        unsafe { *self.0.get().cast::<T>().add(start).add(usize::from(index)) }
    }

    #[inline(always)]
    pub fn set_from(&self, start: usize, index: u8, value: T) {
        check::<N>(start + usize::from(index));
        // SAFETY: as in `get`.
        unsafe { *self.0.get().cast::<T>().add(start).add(usize::from(index)) = value }
    }

    /// Sets every byte; the loop counts in one byte, so `N` may be 256 at most.
    pub fn fill(&self, value: T) {
        let mut index = 0u8;
        loop {
            self.set(index, value);
            index = index.wrapping_add(1);
            if usize::from(index) == N % 256 {
                break;
            }
        }
    }
}

/// One variable: a number, or a type that wraps one.
#[repr(transparent)]
pub struct Cell<T>(UnsafeCell<T>);

// SAFETY: as for `Cells`.
unsafe impl<T: Send> Sync for Cell<T> {}

impl<T: Copy> Cell<T> {
    pub const fn new(value: T) -> Self {
        Self(UnsafeCell::new(value))
    }

    #[inline(always)]
    pub fn get(&self) -> T {
        // SAFETY: one thread, no references.
        unsafe { *self.0.get() }
    }

    #[inline(always)]
    pub fn set(&self, value: T) {
        // SAFETY: as in `get`.
        unsafe { *self.0.get() = value }
    }
}

/// One byte of variable memory.
pub type Byte = Cell<u8>;
/// One 16-bit signed number, low byte first as the 6502 likes it.
pub type Word = Cell<i16>;
/// One 32-bit counter.
pub type Long = Cell<u32>;

/// `N` 16-bit numbers as two planes of bytes, so that one byte index serves both halves.
pub struct Words<const N: usize> {
    low: Bytes<N>,
    high: Bytes<N>,
}

impl<const N: usize> Words<N> {
    pub const fn new() -> Self {
        Self {
            low: Bytes::new(0),
            high: Bytes::new(0),
        }
    }

    #[inline(always)]
    pub fn get(&self, index: u8) -> i16 {
        i16::from_le_bytes([self.low.get(index), self.high.get(index)])
    }

    #[inline(always)]
    pub fn set(&self, index: u8, value: i16) {
        let [low, high] = value.to_le_bytes();
        self.low.set(index, low);
        self.high.set(index, high);
    }
}

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// `N` constant bytes.
#[repr(transparent)]
pub struct Table<const N: usize>(pub [u8; N]);

impl<const N: usize> Table<N> {
    #[inline(always)]
    pub fn get(&self, index: u8) -> u8 {
        check::<N>(usize::from(index));
        // SAFETY: the index is below N.
        unsafe { *self.0.as_ptr().add(usize::from(index)) }
    }

    /// The byte at `index` of page `page`, for tables of several pages.
    #[inline(always)]
    pub fn get_in_page(&self, page: u8, index: u8) -> u8 {
        check::<N>(usize::from(page) << 8 | usize::from(index));
        // SAFETY: the place is below N.
        unsafe {
            let start = self.0.as_ptr().add(usize::from(page) << 8);
            *start.add(usize::from(index))
        }
    }

    /// The byte at `start + index`: a table within a table, whose start is part of the address.
    #[inline(always)]
    pub fn get_from(&self, start: usize, index: u8) -> u8 {
        check::<N>(start + usize::from(index));
        // SAFETY: the place is below N.
        unsafe { *self.0.as_ptr().add(start).add(usize::from(index)) }
    }

    /// The byte read as a signed number.
    #[inline(always)]
    pub fn signed(&self, index: u8) -> i8 {
        self.get(index) as i8
    }
}
