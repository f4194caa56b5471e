//! A queue between an interrupt and the program, as both ends of one.
#![no_std]

use entry::{input, mix};
use heapless::spsc::Queue;

fn run() -> u32 {
    let mut queue: Queue<u8, 8> = Queue::new();
    let (mut producer, mut consumer) = queue.split();
    let mut sum = 0;
    for byte in input::<64>() {
        if producer.enqueue(byte).is_err() || byte & 3 == 0 {
            while let Some(byte) = consumer.dequeue() {
                sum = mix(sum, byte);
            }
        }
        sum = mix(sum, producer.len() as u8);
    }
    sum
}

entry::entry!();
