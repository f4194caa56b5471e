//! The order of a segment's objects. A segment starts where the one before it ends, anywhere in a page, and an indexed access pays a
//! cycle whenever it crosses a page. So the order is one in which aligned objects leave few bytes empty, tables that fit a page do not
//! cross one, and larger ones begin where their indexed accesses cross least: smaller objects fill what is left.

use super::inst::{Line, Operand, Place};
use super::program::{Content, Object, Program};
use std::collections::HashMap;

const PAGE: u32 = 256;
/// Smaller objects are hardly tables: where they lie does not matter.
pub const SMALLEST_TABLE: u32 = 16;
/// What a table that fits a page and crosses one costs, besides its accesses.
const CROSSING: u32 = 24 * 64;
/// What one instruction costs whose every access crosses a page.
const INSTRUCTION: u32 = 16;
/// What all accesses of an object cost at most.
const MOST_OF_ACCESSES: u32 = 64 * 64;
/// Where the objects of a segment begin.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Start {
    /// The first address.
    pub at: u32,
    /// Whether memory is short there: then a byte that is left empty costs more.
    pub is_scarce: bool,
}

impl Start {
    /// What a byte costs that is left empty: where memory is short, a table crosses a page rather than leave 32 bytes empty.
    fn byte(self) -> u32 {
        if self.is_scarce { 64 } else { 1 }
    }
}

/// Objects that the search for a better order looks at.
const EFFORT: usize = 4_000_000;

/// Bytes of an object.
pub fn size(object: &Object) -> u32 {
    match &object.content {
        Content::Bytes(cells) => cells.len() as u32,
        Content::Zero(bytes) => *bytes,
    }
}

/// Bytes of objects that follow each other as they are, from an address of the strictest alignment on.
pub fn size_in_order<'a>(objects: impl Iterator<Item = &'a Object>) -> u32 {
    objects.fold(0, |at, object| {
        at.next_multiple_of(object.align.max(1)) + size(object)
    })
}

/// Where the program's instructions index each object or make a pointer into it: one offset for each instruction.
#[derive(Debug, Default)]
pub struct Accesses<'p>(HashMap<&'p str, Vec<u32>>);

impl<'p> Accesses<'p> {
    /// Those of a program.
    pub fn of(program: &'p Program) -> Accesses<'p> {
        let mut accesses = Accesses::default();
        let lines = program.routines.iter().flat_map(|routine| &routine.lines);
        for line in lines {
            if let Line::Inst(inst) = line
                && let Operand::MemoryX(Place::Symbol(name, offset))
                | Operand::MemoryY(Place::Symbol(name, offset))
                | Operand::ImmediateLow(Place::Symbol(name, offset)) = &inst.arg
            {
                let offsets = accesses.0.entry(name).or_default();
                offsets.extend(u32::try_from(*offset));
            }
        }
        accesses
    }
}

/// The objects in their new order, each with the empty bytes before it.
pub fn pack<'a>(
    objects: &[&'a Object],
    start: Start,
    accesses: &Accesses,
) -> Vec<(u32, &'a Object)> {
    let mut waiting = objects.to_vec();
    // Largest first; a stable sort keeps equal ones in the program's order.
    waiting.sort_by_key(|object| std::cmp::Reverse((object.align, size(object))));
    let piece = |object| Piece::of(object, start.byte(), accesses);
    let mut order = greedy(waiting.into_iter().map(piece).collect(), start.at);
    improve(&mut order, start.at);
    let mut at = start.at;
    let mut packed = Vec::new();
    for piece in &order {
        let (padding, _) = piece.stand(at);
        at += padding + piece.size;
        packed.push((padding, piece.object));
    }
    packed
}

/// An object with what it costs where it begins.
struct Piece<'a> {
    object: &'a Object,
    size: u32,
    align: u32,
    /// What an empty byte costs.
    byte: u32,
    /// By place in a page; empty if it does not matter.
    crossing: Vec<u32>,
}

impl Piece<'_> {
    fn of<'a>(object: &'a Object, byte: u32, accesses: &Accesses) -> Piece<'a> {
        let size = size(object);
        let offsets = accesses.0.get(object.name.as_str());
        let offsets = offsets.map_or(&[][..], Vec::as_slice);
        let crossing = if size < SMALLEST_TABLE {
            Vec::new()
        } else {
            (0..PAGE).map(|at| crossing(at, size, offsets)).collect()
        };
        Piece {
            object,
            size,
            align: object.align.max(1),
            byte,
            crossing,
        }
    }

    /// The empty bytes before the object if it comes next, and what it costs with them.
    fn stand(&self, at: u32) -> (u32, u32) {
        let aligned = at.next_multiple_of(self.align);
        let here = (
            aligned - at,
            (aligned - at) * self.byte + self.cost(aligned),
        );
        if here.1 == 0 {
            return here;
        }
        let page = at.next_multiple_of(self.align.max(PAGE));
        let there = (page - at, (page - at) * self.byte + self.cost(page));
        if there.1 < here.1 { there } else { here }
    }

    fn cost(&self, at: u32) -> u32 {
        let place = (at % PAGE) as usize;
        self.crossing.get(place).copied().unwrap_or_default()
    }
}

/// What an object of this size costs at a place in a page.
fn crossing(at: u32, size: u32, offsets: &[u32]) -> u32 {
    let inside = offsets.iter().filter(|offset| **offset < size);
    let accesses: u32 = inside
        .map(|offset| {
            let (first, indices) = ((at + offset) % PAGE, (size - offset).min(PAGE));
            let beyond = (first + indices).saturating_sub(PAGE);
            // Low indices are more frequent than high ones.
            INSTRUCTION * beyond * beyond / (indices * indices)
        })
        .sum();
    let table = size <= PAGE && at + size > PAGE;
    accesses.min(MOST_OF_ACCESSES) + if table { CROSSING } else { 0 }
}

/// What costs least comes next, of several the largest.
fn greedy(mut waiting: Vec<Piece>, start: u32) -> Vec<Piece> {
    let mut order = Vec::new();
    let mut at = start;
    while let Some(next) = (0..waiting.len()).min_by_key(|index| waiting[*index].stand(at).1) {
        let piece = waiting.remove(next);
        at += piece.stand(at).0 + piece.size;
        order.push(piece);
    }
    order
}

/// Moves objects to other places as long as that does not cost more.
fn improve(order: &mut Vec<Piece>, start: u32) {
    let mut best = cost(order, start);
    let mut random = fastrand::Rng::with_seed(0);
    for _ in 0..EFFORT / order.len().max(1) {
        if best == 0 {
            return;
        }
        let (from, to) = (random.usize(..order.len()), random.usize(..order.len()));
        let piece = order.remove(from);
        order.insert(to, piece);
        let cost = cost(order, start);
        if cost <= best {
            best = cost;
        } else {
            let piece = order.remove(to);
            order.insert(from, piece);
        }
    }
}

fn cost(order: &[Piece], start: u32) -> u32 {
    let mut at = start;
    let mut cost = 0;
    for piece in order {
        let (padding, price) = piece.stand(at);
        at += padding + piece.size;
        cost += price;
    }
    cost
}
