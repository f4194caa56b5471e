//! A program that does not fit, in words: which region is too small and by how much, what is largest in it, and what to do.

use super::layout::Layout;
use crate::asm::effects::ZeroPage;
use crate::asm::pack;
use crate::asm::program::Program;
use crate::asm::text::{letters, readable};
use crate::asm::write::{segment_of, segment_of_routine, totals};
use crate::error::Error;
use std::collections::BTreeMap;
use std::fmt::Write;

/// How many of the largest functions and objects are named.
const LARGEST: usize = 8;

/// What ld65's messages mean, if they are about regions that are too small.
pub fn explain(
    messages: &str,
    program: &Program,
    layout: &Layout,
    zero_page: &ZeroPage,
) -> Option<Error> {
    let mut areas: BTreeMap<&str, (u32, Vec<&str>)> = BTreeMap::new();
    for (segment, area, bytes) in messages.lines().filter_map(overflow) {
        let entry = areas.entry(area).or_default();
        // Segments of an area follow each other: the last one's excess is that of all.
        entry.0 = entry.0.max(bytes);
        entry.1.push(segment);
    }
    let mut text = String::new();
    for (area, (bytes, segments)) in &areas {
        let region = region(area, layout);
        writeln!(
            text,
            "the program needs {bytes} bytes more than {region} has"
        )
        .unwrap();
        let mut sizes = sizes(program, segments, zero_page);
        sizes.sort_by_key(|(bytes, name)| (std::cmp::Reverse(*bytes), name.clone()));
        for (bytes, name) in sizes.iter().take(LARGEST) {
            writeln!(text, "  {bytes:6} {name}").unwrap();
        }
    }
    text.push_str(
        "Make the region larger in the layout, move statics to another with #[link_section], or build smaller code: --level Oz, \
         or --small PATH for what runs seldom.",
    );
    (!areas.is_empty()).then(|| Error::new(text))
}

/// Segment, memory area and excess of a line of ld65.
fn overflow(line: &str) -> Option<(&str, &str, u32)> {
    let (_, rest) = line.split_once("Segment '")?;
    let (segment, rest) = rest.split_once("' overflows memory area '")?;
    let (area, rest) = rest.split_once("' by ")?;
    let bytes = rest.split(' ').next()?.parse().ok()?;
    Some((segment, area, bytes))
}

/// A memory area of the configuration as the layout calls it.
fn region(area: &str, layout: &Layout) -> String {
    let named = layout
        .regions
        .iter()
        .find(|region| area == format!("R_{}", letters(&region.name)));
    let (name, start, end) = match (area, named) {
        ("ZP", _) => return "the zero page of the layout".to_owned(),
        (_, Some(region)) => (&region.name, region.start, region.end),
        ("LOAD", _) => {
            let file = layout.file_region();
            (&file.name, file.start, file.load_end.unwrap_or(file.end))
        }
        _ => {
            let file = layout.file_region();
            (&file.name, file.start, file.end)
        }
    };
    format!("region {name} (${start:04x} to ${end:04x})")
}

/// Functions and objects that lie in one of the segments, with their bytes.
fn sizes(program: &Program, segments: &[&str], zero_page: &ZeroPage) -> Vec<(u32, String)> {
    let inside = |segment: &str| segments.contains(&letters(segment).as_str());
    let routines = program
        .routines
        .iter()
        .filter(|routine| inside(segment_of_routine(routine)))
        .map(|routine| (totals(routine, zero_page).0, readable(&routine.name)));
    let objects = program
        .objects
        .iter()
        .filter(|object| inside(segment_of(object)))
        .map(|object| (pack::size(object), readable(&object.name)));
    routines.chain(objects).collect()
}
