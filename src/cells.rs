//! The engine's memory: byte arrays at fixed addresses, read and written by a byte index.
//!
//! A 6502 reaches `table,x` in four cycles when the table has a fixed address and at most 256 entries; everything hot
//! lives in such statics. The machine has one thread and the engine one state, so the cells are `Sync` by decree: on
//! the host, whoever runs the engine from several threads holds a lock around each use.
//!
//! An index is below the length of its array for one of three reasons, and the type of the array says for which:
//!
//! - `ByType`: the type of the index promises it (`Place`). A side and a kind of piece are always within the arrays of two and
//!   of eight, a byte and a square within those of 256. No call can read outside such an array.
//! - `ByLimit`: the index is a count of its own type, and whoever counts stops at a limit: a ply is a number of moves made.
//! - `ByModule`: the index is a bare byte or lies in one of several pages, and the module that declares the array answers for
//!   all the indices it makes.
//!
//! What the type alone does not promise is declared by an `unsafe` constructor, and the comment there says why every index is in
//! bounds.
//!
//! The host checks every index of all three, in every build, so a wrong one stops a test, a tool or the native engine where it
//! happens. The 6502 build leaves the check out: nobody outside the crate calls it there, it is the same source, and the tests
//! that compare the two builds drive it with the same positions.
//!
//! Besides this file, memory is reached without a check in `c64::map`, `search::region` and `search::table`.

use core::cell::UnsafeCell;
use core::marker::PhantomData;

/// Stops when a place is not within an array of `N`, on the host.
#[inline(always)]
fn check<const N: usize>(place: usize) {
    if cfg!(not(target_vendor = "c64")) {
        assert!(place < N, "place {place} of an array of {N}");
    }
}

/// Indices are in bounds by their type.
pub struct ByType;
/// Indices are in bounds by the limits of those who count.
pub struct ByLimit;
/// Indices are in bounds by what the declaring module does.
pub struct ByModule;

/// What may stand for a place in an array of `N`.
///
/// # Safety
/// `place` is below `N` in an array `ByType`. In any other whoever declared the array has promised it.
pub unsafe trait Place<const N: usize, By = ByType>: Copy {
    fn place(self) -> u8;
}

// SAFETY: a byte is below 256.
unsafe impl Place<256> for u8 {
    #[inline(always)]
    fn place(self) -> u8 {
        self
    }
}

// SAFETY: promised by the `unsafe` constructor of the array.
unsafe impl<const N: usize> Place<N, ByModule> for u8 {
    #[inline(always)]
    fn place(self) -> u8 {
        self
    }
}

/// `N` one-byte variables: numbers, or a type that wraps one.
#[repr(transparent)]
pub struct Cells<T, const N: usize, By = ByType>(UnsafeCell<[T; N]>, PhantomData<By>);

/// `N` bytes of variable memory.
pub type Bytes<const N: usize, By = ByType> = Cells<u8, N, By>;

// SAFETY: one thread at a time uses the engine (see the head of this file).
unsafe impl<T: Send, const N: usize, By> Sync for Cells<T, N, By> {}

impl<T: Copy, const N: usize> Cells<T, N> {
    pub const fn new(fill: T) -> Self {
        Self(UnsafeCell::new([fill; N]), PhantomData)
    }
}

impl<T: Copy, const N: usize> Cells<T, N> {
    /// For a module that uses the array in another sense for a while.
    ///
    /// # Safety
    /// As of `by_module`.
    pub const unsafe fn lent(&self) -> &Cells<T, N, ByModule> {
        // SAFETY: the marker is of no size, so both types are the array alone.
        unsafe { &*core::ptr::from_ref(self).cast() }
    }
}

impl<T: Copy, const N: usize> Cells<T, N, ByLimit> {
    /// # Safety
    /// Whoever makes an index of the array's type keeps it within the array.
    pub const unsafe fn by_limit(fill: T) -> Self {
        Self(UnsafeCell::new([fill; N]), PhantomData)
    }
}

impl<T: Copy, const N: usize> Cells<T, N, ByModule> {
    /// # Safety
    /// The declaring module, and whoever it lets use the array, keeps every index within it.
    pub const unsafe fn by_module(fill: T) -> Self {
        Self(UnsafeCell::new([fill; N]), PhantomData)
    }

    /// # Safety
    /// As of `by_module`.
    pub const unsafe fn by_module_holding(values: [T; N]) -> Self {
        Self(UnsafeCell::new(values), PhantomData)
    }
}

impl<T: Copy, const N: usize, By> Cells<T, N, By> {
    #[inline(always)]
    pub fn get(&self, place: impl Place<N, By>) -> T {
        let index = usize::from(place.place());
        check::<N>(index);
        // SAFETY: the index is below N, and no reference to the array is ever made.
        unsafe { *self.0.get().cast::<T>().add(index) }
    }

    #[inline(always)]
    pub fn set(&self, place: impl Place<N, By>, value: T) {
        let index = usize::from(place.place());
        check::<N>(index);
        // SAFETY: as in `get`.
        unsafe { *self.0.get().cast::<T>().add(index) = value }
    }

    /// Sets every byte; the loop counts in one byte, so `N` may be 256 at most.
    pub fn fill(&self, value: T) {
        const { assert!(0 < N && N <= 256) };
        let mut index = 0u8;
        loop {
            // SAFETY: the index is below N, at which the loop ends.
            unsafe { *self.0.get().cast::<T>().add(usize::from(index)) = value }
            index = index.wrapping_add(1);
            if usize::from(index) == N % 256 {
                break;
            }
        }
    }
}

impl<T: Copy, const N: usize> Cells<T, N, ByModule> {
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
pub struct Words<const N: usize, By = ByType> {
    low: Bytes<N, By>,
    high: Bytes<N, By>,
}

impl<const N: usize> Words<N, ByLimit> {
    /// # Safety
    /// As of `Cells::by_limit`.
    pub const unsafe fn by_limit() -> Self {
        // SAFETY: both are indexed by the same count.
        unsafe {
            Self {
                low: Bytes::by_limit(0),
                high: Bytes::by_limit(0),
            }
        }
    }
}

impl<const N: usize> Words<N, ByModule> {
    /// # Safety
    /// As of `Cells::by_module`.
    pub const unsafe fn by_module() -> Self {
        // SAFETY: both are indexed by the same byte.
        unsafe {
            Self {
                low: Bytes::by_module(0),
                high: Bytes::by_module(0),
            }
        }
    }
}

impl<const N: usize, By> Words<N, By> {
    #[inline(always)]
    pub fn get(&self, place: impl Place<N, By>) -> i16 {
        i16::from_le_bytes([self.low.get(place), self.high.get(place)])
    }

    #[inline(always)]
    pub fn set(&self, place: impl Place<N, By>, value: i16) {
        let [low, high] = value.to_le_bytes();
        self.low.set(place, low);
        self.high.set(place, high);
    }
}

/// `N` constant bytes.
#[repr(transparent)]
pub struct Table<const N: usize, By = ByType>(pub [u8; N], PhantomData<By>);

impl<const N: usize> Table<N> {
    pub const fn new(values: [u8; N]) -> Self {
        Self(values, PhantomData)
    }
}

impl<const N: usize> Table<N, ByModule> {
    /// # Safety
    /// As of `Cells::by_module`.
    pub const unsafe fn by_module(values: [u8; N]) -> Self {
        Self(values, PhantomData)
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
}

impl<const N: usize, By> Table<N, By> {
    #[inline(always)]
    pub fn get(&self, place: impl Place<N, By>) -> u8 {
        let index = usize::from(place.place());
        check::<N>(index);
        // SAFETY: the index is below N.
        unsafe { *self.0.as_ptr().add(index) }
    }

    /// The byte read as a signed number.
    #[inline(always)]
    pub fn signed(&self, place: impl Place<N, By>) -> i8 {
        self.get(place) as i8
    }
}

/// `N` bytes of numbers that games tune: constant on the C64, and on the host filled anew whenever a number changes.
#[repr(transparent)]
pub struct TunedTable<const N: usize, By = ByType>(
    #[cfg(target_vendor = "c64")] Table<N, By>,
    #[cfg(not(target_vendor = "c64"))] Bytes<N, By>,
);

impl<const N: usize> TunedTable<N> {
    pub const fn new(values: [u8; N]) -> Self {
        Self::holding(values)
    }
}

impl<const N: usize> TunedTable<N, ByModule> {
    /// # Safety
    /// As of `Cells::by_module`.
    pub const unsafe fn by_module(values: [u8; N]) -> Self {
        Self::holding(values)
    }
}

impl<const N: usize, By> TunedTable<N, By> {
    #[cfg(target_vendor = "c64")]
    const fn holding(values: [u8; N]) -> Self {
        Self(Table(values, PhantomData))
    }

    #[cfg(not(target_vendor = "c64"))]
    const fn holding(values: [u8; N]) -> Self {
        Self(Cells(UnsafeCell::new(values), PhantomData))
    }

    #[cfg(not(target_vendor = "c64"))]
    pub fn refill(&self, values: [u8; N]) {
        // SAFETY: one thread, no references.
        unsafe { *self.0.0.get() = values }
    }

    #[inline(always)]
    pub fn get(&self, place: impl Place<N, By>) -> u8 {
        self.0.get(place)
    }

    /// The byte read as a signed number.
    #[inline(always)]
    pub fn signed(&self, place: impl Place<N, By>) -> i8 {
        self.get(place) as i8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_by_page_and_by_offset_are_those_of_the_array() {
        // SAFETY: the indices below are within the array.
        static CELLS: Bytes<600, ByModule> = unsafe { Bytes::by_module(0) };
        CELLS.set_in_page(2, 7, 1);
        CELLS.set_from(300, 45, 2);
        assert_eq!(
            (CELLS.get_from(260, 255 - 3), CELLS.get_in_page(2, 7)),
            (0, 1)
        );
        assert_eq!((CELLS.get_in_page(1, 89), CELLS.get_from(300, 45)), (2, 2));
        // SAFETY: as above.
        static WORDS: Words<3, ByModule> = unsafe { Words::by_module() };
        WORDS.set(2, -2);
        assert_eq!([0, 1, 2].map(|place| WORDS.get(place)), [0, 0, -2]);
        static FULL: Cells<u8, 256> = Cells::new(0);
        FULL.fill(9);
        assert!((0..=255).all(|place| FULL.get(place) == 9));
        // SAFETY: as above.
        let table = unsafe { Table::by_module([5, 0xfe]) };
        assert_eq!(table.signed(1), -2);
    }

    #[test]
    #[should_panic(expected = "place 3 of an array of 3")]
    fn an_index_beyond_the_end_is_refused() {
        // SAFETY: on the host every index is checked.
        unsafe { Bytes::<3, ByModule>::by_module(0) }.get(3);
    }

    #[test]
    #[should_panic(expected = "place 600 of an array of 600")]
    fn a_page_beyond_the_end_is_refused() {
        // SAFETY: as above.
        unsafe { Bytes::<600, ByModule>::by_module(0) }.set_in_page(2, 88, 1);
    }
}
