//! A heap for Rust programs on a 6502: `use mosaic_alloc as _;`, and `Vec`, `String`, `Box`, `Rc` and `BTreeMap` of the
//! crate `alloc` work. It has what the layout's region `heap` has, or all that the program leaves of the file's region.
//!
//! Free blocks form a list in the order of their addresses; a block that is given back joins its neighbours. Above the
//! last block lies memory that was never given away (`Heap::top`), into which the youngest block grows in place: a `Vec`
//! that is alone in growing is never copied. A block costs its size rounded up to four bytes and no header.
//!
//! When nothing is left, an allocation that cannot fail ends in the program's panic handler with the words `memory
//! allocation of N bytes failed`; `try_reserve` returns an error instead. Interrupt handlers must not allocate.
#![no_std]

use core::alloc::{GlobalAlloc, Layout};
use core::cell::UnsafeCell;
use core::ptr::null_mut;

extern "C" {
    // Only their addresses mean something; the linker defines them from the layout.
    static mosaic_heap_start: u8;
    static mosaic_heap_last: u8;
}

/// Blocks start and end on a multiple of this: a free one has to hold its length and the address of the next.
const GRAIN: usize = 4;

/// The head of a free block, kept in the block itself.
struct Free {
    size: usize,
    next: *mut Free,
}

struct Heap {
    first: *mut Free,
    /// Address of the memory never given away, 0 before the first allocation.
    top: usize,
}

struct Shared(UnsafeCell<Heap>);

// SAFETY: there is one thread, and interrupt handlers must not allocate.
unsafe impl Sync for Shared {}

#[global_allocator]
static HEAP: Shared = Shared(UnsafeCell::new(Heap {
    first: null_mut(),
    top: 0,
}));

fn rounded(size: usize) -> usize {
    // Sizes are below 32 KB, so the sum stays in 16 bits.
    (size + (GRAIN - 1)) & !(GRAIN - 1)
}

/// The first address that is no longer given away; never 0, even if the heap ends with the memory.
fn end() -> usize {
    &raw const mosaic_heap_last as usize & !(GRAIN - 1)
}

impl Heap {
    fn top(&mut self) -> usize {
        if self.top == 0 {
            self.top = (&raw const mosaic_heap_start as usize + GRAIN - 1) & !(GRAIN - 1);
        }
        self.top
    }

    /// Bytes above the last block.
    fn left(&mut self) -> usize {
        end().saturating_sub(self.top())
    }

    /// The first free block that is large enough; what it has too much stays free.
    unsafe fn take(&mut self, size: usize) -> *mut u8 {
        let mut link: *mut *mut Free = &mut self.first;
        loop {
            let block = *link;
            if block.is_null() {
                return null_mut();
            }
            let rest = (*block).size.wrapping_sub(size);
            if rest == 0 {
                *link = (*block).next;
                return block.cast();
            }
            if (*block).size > size {
                // The end of the block is handed out: the list does not change.
                (*block).size = rest;
                return (block as usize + rest) as *mut u8;
            }
            link = &mut (*block).next;
        }
    }

    /// New memory from the top.
    fn extend(&mut self, size: usize) -> *mut u8 {
        if size > self.left() {
            return null_mut();
        }
        let at = self.top;
        self.top = at + size;
        at as *mut u8
    }

    /// Puts a block back where its address belongs, and joins it with the blocks before and behind it.
    unsafe fn give_back(&mut self, at: usize, size: usize) {
        let mut before: *mut Free = null_mut();
        let mut next = self.first;
        while !next.is_null() && (next as usize) < at {
            before = next;
            next = (*next).next;
        }
        let mut block = at as *mut Free;
        (*block).size = size;
        (*block).next = next;
        if at + size == next as usize {
            (*block).size += (*next).size;
            (*block).next = (*next).next;
        }
        if before.is_null() {
            self.first = block;
        } else if before as usize + (*before).size == at {
            (*before).size += (*block).size;
            (*before).next = (*block).next;
            block = before;
        } else {
            (*before).next = block;
        }
        if block as usize + (*block).size == self.top {
            self.lower_top(block);
        }
    }

    /// The last free block touches the top: it is no block any more.
    unsafe fn lower_top(&mut self, last: *mut Free) {
        let mut link: *mut *mut Free = &mut self.first;
        while *link != last {
            link = &mut (**link).next;
        }
        *link = null_mut();
        self.top = last as usize;
    }

    /// A block whose address is a multiple of `align`, cut out of a larger one.
    unsafe fn take_aligned(&mut self, size: usize, align: usize) -> *mut u8 {
        let Some(room) = size.checked_add(align) else {
            return null_mut();
        };
        let block = self.allocate(room);
        if block.is_null() {
            return block;
        }
        let start = block as usize;
        let at = (start + align - 1) & !(align - 1);
        // Behind first: if it lies at the top, the top goes down.
        self.give_back_some(at + size, start + room - at - size);
        self.give_back_some(start, at - start);
        at as *mut u8
    }

    unsafe fn give_back_some(&mut self, at: usize, size: usize) {
        if size > 0 {
            self.give_back(at, size);
        }
    }

    unsafe fn allocate(&mut self, size: usize) -> *mut u8 {
        let block = self.take(size);
        if block.is_null() {
            self.extend(size)
        } else {
            block
        }
    }
}

// SAFETY: blocks never overlap, lie inside the heap and are aligned as asked; a failure gives a null pointer.
unsafe impl GlobalAlloc for Shared {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let heap = &mut *self.0.get();
        let size = rounded(layout.size());
        if layout.align() > GRAIN {
            heap.take_aligned(size, layout.align())
        } else {
            heap.allocate(size)
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        (*self.0.get()).give_back(block as usize, rounded(layout.size()));
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let heap = &mut *self.0.get();
        let (old, new) = (rounded(layout.size()), rounded(new_size));
        if new == old {
            return block;
        }
        if block as usize + old == heap.top && (new < old || new - old <= heap.left()) {
            heap.top = block as usize + new;
            return block;
        }
        let moved = self.alloc(Layout::from_size_align_unchecked(
            new_size,
            layout.align(),
        ));
        if !moved.is_null() {
            core::ptr::copy_nonoverlapping(block, moved, layout.size().min(new_size));
            self.dealloc(block, layout);
        }
        moved
    }
}

/// Bytes that can still be allocated, in all free blocks together.
pub fn free_bytes() -> usize {
    // SAFETY: as above, nobody else has the heap in hand.
    let heap = unsafe { &mut *HEAP.0.get() };
    let mut bytes = heap.left();
    let mut block = heap.first;
    while !block.is_null() {
        // SAFETY: the list holds free blocks only.
        unsafe {
            bytes += (*block).size;
            block = (*block).next;
        }
    }
    bytes
}
