//! The order of a segment's objects: an indexed access pays a cycle whenever it crosses a page, so tables that fit a
//! page are laid out not to cross one. The segment itself starts on a page; smaller objects fill what larger ones leave.

use super::program::{Content, Object};

const PAGE: u32 = 256;
/// Smaller objects are hardly tables: where they lie does not matter.
pub const SMALLEST_TABLE: u32 = 16;
/// Most bytes left empty to start a table on the next page; with more room it crosses instead.
const MOST_PADDING: u32 = 32;

/// Bytes of an object.
pub fn size(object: &Object) -> u32 {
    match &object.content {
        Content::Bytes(cells) => cells.len() as u32,
        Content::Zero(bytes) => *bytes,
    }
}

/// Whether it matters where the pages lie: then the segment must start on one.
pub fn wants_page(object: &Object) -> bool {
    (SMALLEST_TABLE..=PAGE).contains(&size(object))
}

/// The objects in their new order, each with the empty bytes before it.
pub fn pack<'a>(objects: &[&'a Object]) -> Vec<(u32, &'a Object)> {
    let mut waiting = objects.to_vec();
    // Largest first; a stable sort keeps equal ones in the program's order.
    waiting.sort_by_key(|object| std::cmp::Reverse((object.align, size(object))));
    let mut packed = Vec::new();
    let mut at = 0;
    while !waiting.is_empty() {
        let index = choose(&waiting, at);
        let object = waiting.remove(index);
        let padding = padding(object, at);
        at += padding + size(object);
        packed.push((padding, object));
    }
    packed
}

/// The largest object that can stand here without padding and without crossing; else the one that pads least.
fn choose(waiting: &[&Object], at: u32) -> usize {
    let fits = |object: &&Object| padding(object, at) == 0 && !crosses(object, at);
    let cost = |index: &usize| (padding(waiting[*index], at), crosses(waiting[*index], at));
    let fitting = waiting.iter().position(fits);
    fitting
        .or_else(|| (0..waiting.len()).min_by_key(cost))
        .expect("somebody is waiting")
}

fn crosses(object: &Object, at: u32) -> bool {
    wants_page(object) && at % PAGE + size(object) > PAGE
}

fn padding(object: &Object, at: u32) -> u32 {
    let aligned = at.next_multiple_of(object.align.max(1)) - at;
    let room = PAGE - at % PAGE;
    if crosses(object, at + aligned) && room <= MOST_PADDING {
        room
    } else {
        aligned
    }
}
