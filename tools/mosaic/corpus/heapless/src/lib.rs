//! Vector, queue, heap and string of fixed capacity.
#![no_std]

use entry::{input, mix, mix_all, mix_word};
use heapless::{BinaryHeap, Deque, String, Vec, binary_heap::Max};

fn run() -> u32 {
    let mut vector: Vec<u16, 32> = Vec::new();
    let mut queue: Deque<u8, 8> = Deque::new();
    let mut heap: BinaryHeap<u8, Max, 16> = BinaryHeap::new();
    let mut text: String<24> = String::new();
    for byte in input::<40>() {
        let _ = vector.push(u16::from(byte) << 2);
        if queue.is_full() {
            queue.pop_front();
        }
        let _ = queue.push_back(byte);
        let _ = heap.push(byte ^ 0x55);
        let _ = text.push(char::from(b'A' + byte % 26));
    }
    let mut sum = vector.iter().fold(0, |sum, &number| mix_word(sum, number));
    while let Some(byte) = heap.pop() {
        sum = mix(sum, byte);
    }
    mix_all(
        queue.iter().fold(sum, |sum, &byte| mix(sum, byte)),
        text.as_bytes(),
    )
}

entry::entry!();
