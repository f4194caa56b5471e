//! Shows `alloc`: a `BTreeMap` counts the words of a text, `Vec`, `String` and `Box<dyn>` are there too.
#![no_std]

extern crate alloc;

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use console::Text;
use ufmt::{uwrite, uwriteln};
// The heap is what the program leaves of its region.
use mosaic_alloc as _;

const TEXT: &str = "the cat sat on the mat and the dog sat on the cat";

/// How a line of the result is chosen.
fn filters() -> Vec<Box<dyn Fn(u8) -> bool>> {
    let mut filters: Vec<Box<dyn Fn(u8) -> bool>> = Vec::new();
    for least in [1, 2, 3] {
        filters.push(Box::new(move |count| count >= least));
    }
    filters
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    let mut words: BTreeMap<String, u8> = BTreeMap::new();
    for word in TEXT.split(' ') {
        *words.entry(String::from(word)).or_insert(0) += 1;
    }
    let mut text = Text::at(1, 0);
    let _ = uwriteln!(text, "{} words, in order:\n", words.len());
    for (word, count) in &words {
        let _ = uwriteln!(text, "{} {}", count, word.as_str());
    }
    let _ = uwrite!(text, "\nat least 1, 2, 3 times:");
    for filter in filters() {
        let chosen = words.values().filter(|count| filter(**count)).count();
        let _ = uwrite!(text, " {}", chosen);
    }
    loop {}
}
