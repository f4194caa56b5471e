//! The heap: memory that no object of the program lies in, offered to an allocator as the addresses of two symbols. A region
//! kept as `heap` is it; without one it is what the program leaves of the file's region.

use super::layout::{Keep, Layout};
use crate::runtime::HEAP;

/// The module that defines both.
pub fn source(layout: &Layout) -> String {
    let region = layout.regions.iter().find(|r| r.keep == Keep::Heap);
    let (start, last) = match region {
        Some(region) => (format!("${:04x}", region.start), region.end),
        None => ("__AFTER_LAST__".to_owned(), layout.file_region().end),
    };
    let [start_name, last_name] = HEAP;
    let mut text = String::from("; The heap, written by mosaic.\n");
    if region.is_none() {
        text.push_str(".import __AFTER_LAST__\n");
    }
    text + &format!(".export {start_name} := {start}\n.export {last_name} := ${last:04x}\n")
}
