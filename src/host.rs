//! The machine for tests on the host: a screen of arrays, a clock that tests set, sounds and disks that are remembered.
//!
//! The same names as `c64`, so that everything above is compiled from one source for both.

use crate::cells::Byte;

/// Screen, colours and character set.
pub mod screen {
    use super::Byte;
    use crate::codes::charset;
    use core::cell::UnsafeCell;

    pub const CELLS: usize = 1000;

    struct Memory {
        codes: UnsafeCell<[u8; CELLS]>,
        colours: UnsafeCell<[u8; CELLS]>,
        characters: UnsafeCell<[u8; charset::SIZE]>,
    }

    // SAFETY: one thread at a time uses the program, see `cells`.
    unsafe impl Sync for Memory {}

    static MEMORY: Memory = Memory {
        codes: UnsafeCell::new([b' '; CELLS]),
        colours: UnsafeCell::new([0; CELLS]),
        characters: UnsafeCell::new(charset::IMAGE),
    };

    fn index(cell: i16) -> usize {
        usize::try_from(cell).expect("a cell on the screen")
    }

    pub fn put(cell: i16, code: u8, colour: u8) {
        // SAFETY: one thread; the index is checked.
        unsafe {
            (*MEMORY.codes.get())[index(cell)] = code;
            (*MEMORY.colours.get())[index(cell)] = colour;
        }
    }

    pub fn holds(cell: i16, code: u8, colour: u8) -> bool {
        code_at(cell) == code && colour_at(cell) == colour
    }

    pub fn code_at(cell: i16) -> u8 {
        // SAFETY: as in `put`.
        unsafe { (*MEMORY.codes.get())[index(cell)] }
    }

    pub fn colour_at(cell: i16) -> u8 {
        // SAFETY: as in `put`.
        unsafe { (*MEMORY.colours.get())[index(cell)] }
    }

    pub fn pattern(code: u8, line: u8) -> u8 {
        // SAFETY: as in `put`.
        unsafe { (*MEMORY.characters.get())[usize::from(code) * 8 + usize::from(line)] }
    }

    pub fn set_pattern(code: u8, line: u8, bits: u8) {
        // SAFETY: as in `put`.
        unsafe {
            (*MEMORY.characters.get())[usize::from(code) * 8 + usize::from(line)] = bits;
        }
    }

    /// Colours of the board's light and dark squares.
    pub fn set_board_colours(_light: u8, _dark: u8) {}

    /// Frames that were waited for while a sprite was on the screen.
    pub static FRAMES: Byte = Byte::new(0);
    static SPRITE_IS_ON: Byte = Byte::new(0);

    pub fn wait_frame() {
        FRAMES.set(FRAMES.get() + SPRITE_IS_ON.get());
    }

    pub fn set_sprite(_place: u8, _bits: u8) {}

    pub fn place_sprite(_x: u8, _y: u8) {}

    pub fn move_sprite(_right: u8, _down: u8) {}

    pub fn is_sprite_shown() -> bool {
        SPRITE_IS_ON.get() != 0
    }

    pub fn show_sprite(_colour: u8) {
        FRAMES.set(0);
        SPRITE_IS_ON.set(1);
    }

    pub fn hide_sprite() {
        SPRITE_IS_ON.set(0);
    }
}

/// The time of day in tenths of a second, which tests set; and cycles by a price for each node of the search, so that a
/// search with a budget is repeatable and resembles the C64.
pub mod clock {
    use crate::cells::{Long, Word};
    use crate::search::frame::NODES;

    /// Cycles that a node costs.
    pub static NODE_PRICE: Long = Long::new(4_000);

    pub fn cycles() -> u32 {
        NODES.get().wrapping_mul(NODE_PRICE.get())
    }

    pub static TENTHS: Word = Word::new(0);

    pub fn beat() -> u8 {
        (TENTHS.get() % 10 / 2) as u8
    }

    pub fn tenths() -> u8 {
        (TENTHS.get() % 100) as u8
    }
}

/// Keys wait in a queue of one.
pub mod keys {
    use super::Byte;

    pub static NEXT: Byte = Byte::new(0);

    pub fn poll() -> u8 {
        let key = NEXT.get();
        NEXT.set(0);
        key
    }

    pub fn catch() -> u8 {
        poll()
    }

    pub fn watch() {}

    pub fn is_waiting() -> bool {
        NEXT.get() != 0
    }

    pub fn give_back(key: u8) {
        NEXT.set(key);
    }
}

/// Another thread, or a test, may ask for the move.
pub mod stop {
    use core::sync::atomic::{AtomicU8, Ordering};

    /// The one byte that a thread other than the engine's may write.
    pub struct Request(AtomicU8);

    impl Request {
        pub fn get(&self) -> u8 {
            self.0.load(Ordering::Relaxed)
        }

        pub fn set(&self, value: u8) {
            self.0.store(value, Ordering::Relaxed);
        }
    }

    /// Set to stop a running search at the next look at the clock.
    pub static STOP_REQUEST: Request = Request(AtomicU8::new(0));

    pub fn is_requested() -> bool {
        STOP_REQUEST.get() != 0
    }
}

/// The last sound is remembered.
pub mod sound {
    use super::Byte;

    pub static LAST: Byte = Byte::new(0);

    pub fn play(sound: u8) {
        LAST.set(sound);
    }
}

/// A disk that holds one file and can be told to fail.
pub mod disk {
    use super::Byte;
    use crate::cells::{ByModule, Bytes, Word};
    use core::cell::UnsafeCell;

    pub const DONE: u8 = 0;
    pub const NO_DEVICE: u8 = 1;
    pub const FAILED: u8 = 2;
    pub const REFUSED: u8 = 4;
    pub const EXISTS: u8 = 5;

    pub const LONGEST_NAME: u8 = 16;
    // SAFETY: as of `c64::disk::NAME`.
    pub static NAME: Bytes<{ LONGEST_NAME as usize }, ByModule> = unsafe { Bytes::by_module(0) };
    pub static NAME_LENGTH: Byte = Byte::new(0);
    pub static DEVICE: Byte = Byte::new(8);
    /// What the drive says when it refuses, with a 0 behind it.
    // SAFETY: as of `c64::disk::CHANNEL`.
    pub static CHANNEL: Bytes<36, ByModule> = unsafe { Bytes::by_module(0) };
    /// Bytes in the buffer, and the place that is read next.
    pub static LENGTH: Word = Word::new(0);
    static PLACE: Word = Word::new(0);
    /// The status that the next operation ends with.
    pub static STATUS: Byte = Byte::new(DONE);

    /// Bytes that fit the buffer; what is put beyond them is dropped.
    pub const ROOM: i16 = 0x2000;

    struct Memory(UnsafeCell<[u8; ROOM as usize]>);

    // SAFETY: one thread at a time uses the program, see `cells`.
    unsafe impl Sync for Memory {}

    static BUFFER: Memory = Memory(UnsafeCell::new([0; ROOM as usize]));

    /// Puts a byte at a place of the buffer and returns what was there.
    pub fn swap(place: i16, byte: u8) -> u8 {
        let place = usize::try_from(place).expect("a place in the buffer");
        // SAFETY: one thread; the index is checked.
        unsafe { core::mem::replace(&mut (*BUFFER.0.get())[place], byte) }
    }

    pub fn clear() {
        LENGTH.set(0);
    }

    pub fn rewind() {
        PLACE.set(0);
    }

    pub fn at_end() -> bool {
        PLACE.get() == LENGTH.get()
    }

    pub fn put(byte: u8) {
        let place = LENGTH.get();
        LENGTH.set(place + 1);
        if place < ROOM {
            swap(place, byte);
        }
    }

    pub fn get() -> u8 {
        let byte = exchange(0);
        swap(PLACE.get() - 1, byte);
        byte
    }

    pub fn exchange(byte: u8) -> u8 {
        let place = PLACE.get();
        PLACE.set(place + 1);
        swap(place, byte)
    }

    pub fn save() -> u8 {
        STATUS.get()
    }

    pub fn replace() -> u8 {
        DONE
    }

    pub fn load(_room: i16) -> u8 {
        STATUS.get()
    }

    pub fn directory() -> u8 {
        STATUS.get()
    }
}
