//! The collections of `alloc` on the allocator that comes with mosaic: growing, shrinking and freeing in random order.

extern crate alloc;
#[cfg(target_vendor = "c64")]
use mosaic_alloc as _;

use self::alloc::{
    boxed::Box, collections::BTreeMap, collections::VecDeque, rc::Rc, string::String, vec::Vec,
};

static SEED: u32 = 12345;

fn hidden<T: Copy>(value: &T) -> T {
    unsafe { core::ptr::read_volatile(value) }
}

fn hash(items: impl Iterator<Item = u64>) -> u64 {
    items.fold(0xCBF2_9CE4, |hash, item| {
        (hash ^ item).wrapping_mul(0x0100_0193)
    })
}

struct Random(u32);

impl Random {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1664525).wrapping_add(1013904223);
        (self.0 >> 16) % limit
    }
}

trait Shape {
    fn area(&self) -> u32;
}

struct Square(u16);
struct Rectangle(u8, u32);

impl Shape for Square {
    fn area(&self) -> u32 {
        u32::from(self.0) * u32::from(self.0)
    }
}

impl Shape for Rectangle {
    fn area(&self) -> u32 {
        u32::from(self.0) * self.1
    }
}

#[repr(align(32))]
struct Wide([u8; 40]);

/// Blocks of random lengths come and go; each is filled with its number, which must still be there in the end.
fn blocks(random: &mut Random) -> u64 {
    let mut held: Vec<Vec<u8>> = Vec::new();
    let mut sum = 0u64;
    for turn in 0..400u32 {
        if held.len() > 20 || (!held.is_empty() && random.below(3) == 0) {
            let gone = held.swap_remove(random.below(held.len() as u32) as usize);
            sum = sum.wrapping_mul(31) + hash(gone.iter().map(|byte| u64::from(*byte)));
        } else if !held.is_empty() && random.below(3) == 0 {
            let at = random.below(held.len() as u32) as usize;
            let more = random.below(60) as usize;
            let length = held[at].len();
            held[at].resize(length + more, turn as u8);
            held[at].shrink_to_fit();
        } else {
            let mut block = Vec::with_capacity(random.below(90) as usize + 1);
            block.resize(random.below(80) as usize, turn as u8);
            held.push(block);
        }
    }
    sum + hash(held.iter().flatten().map(|byte| u64::from(*byte)))
}

fn map(random: &mut Random) -> u64 {
    let mut map = BTreeMap::new();
    for _ in 0..150 {
        *map.entry(random.below(70) as u8).or_insert(0u32) += random.below(1000);
    }
    for key in 10..40 {
        map.remove(&key);
    }
    hash(
        map.iter()
            .map(|(key, value)| u64::from(*key) << 32 | u64::from(*value)),
    )
}

fn shapes(random: &mut Random) -> u64 {
    let shapes: Vec<Box<dyn Shape>> = (0..9u8)
        .map(|n| -> Box<dyn Shape> {
            if n % 3 == 0 {
                Box::new(Square(u16::from(n) + 200))
            } else {
                Box::new(Rectangle(n, random.below(5000)))
            }
        })
        .collect();
    shapes.iter().map(|shape| u64::from(shape.area())).sum()
}

fn text(_: &mut Random) -> u64 {
    let mut text = String::new();
    for word in ["ba", "na", "nas", " und "] {
        text.insert_str(text.len() / 2, word);
        text.push_str(word);
    }
    hash(text.bytes().map(u64::from))
}

fn shared(random: &mut Random) -> u64 {
    let shared = Rc::new(random.below(500));
    let others: Vec<Rc<u32>> = (0..5).map(|_| shared.clone()).collect();
    (Rc::strong_count(&shared) as u64) << 16 | u64::from(*others[3])
}

fn queue(_: &mut Random) -> u64 {
    let mut queue: VecDeque<u16> = (0..40).collect();
    queue.rotate_left(7);
    (0..20).for_each(|n| queue.push_front(n * 3));
    hash(queue.iter().map(|n| u64::from(*n)))
}

fn wide(_: &mut Random) -> u64 {
    let wide: Vec<Box<Wide>> = (0..4).map(|n| Box::new(Wide([n; 40]))).collect();
    let off = wide
        .iter()
        .map(|object| object.0.as_ptr() as usize % 32)
        .sum::<usize>();
    off as u64 + hash(wide.iter().map(|object| u64::from(object.0[39])))
}

/// Too much is refused; and after all that went before, a block as large as half of what is left fits: everything came back.
fn room(_: &mut Random) -> u64 {
    let refused = Vec::<u8>::new().try_reserve(usize::MAX).is_err();
    let fits = Vec::<u8>::new().try_reserve_exact(8_000).is_ok();
    u64::from(refused) + u64::from(fits)
}

/// Called through a table, so that each stays a function of its own.
static PARTS: [fn(&mut Random) -> u64; 8] = [blocks, map, shapes, text, shared, queue, wide, room];

pub fn run(results: &mut [u64; 8]) {
    let mut random = Random(hidden(&SEED));
    for (result, part) in results.iter_mut().zip(&PARTS) {
        *result = hidden(part)(&mut random);
    }
}
