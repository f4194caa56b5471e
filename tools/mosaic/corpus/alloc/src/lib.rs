//! Collections of `alloc`: a vector that grows, a map, a queue, shared and boxed values.
#![no_std]

use entry::{input, mix, mix_all};

#[cfg(target_vendor = "c64")]
use mosaic_alloc as _;
extern crate alloc;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

fn run() -> u32 {
    let mut map = BTreeMap::new();
    let mut queue = VecDeque::new();
    let mut text = String::new();
    for byte in input::<60>() {
        *map.entry(byte & 31).or_insert(0u16) += u16::from(byte);
        queue.push_front(byte);
        if queue.len() > 9 {
            queue.pop_back();
        }
        text.push(char::from(b'a' + byte % 26));
    }
    let sorted: Vec<u16> = map.into_values().collect();
    let shared = Rc::new(sorted);
    let other = Rc::clone(&shared);
    let filters: [Box<dyn Fn(u16) -> bool>; 2] =
        [Box::new(|n| n & 1 == 0), Box::new(move |n| n > other[0])];
    let mut sum = mix_all(0, text.as_bytes());
    for &number in shared.iter() {
        for filter in &filters {
            sum = mix(sum, u8::from(filter(number)));
        }
    }
    queue.into_iter().fold(sum, mix)
}

entry::entry!();
