//! Where the objects of each segment begin. Segments follow each other without a gap, so this is known once the code in front of them
//! is measured; the small objects of a segment then fill the page in which the segment before it ends.

use super::layout::{Keep, Layout, Region};
use crate::asm::effects::ZeroPage;
use crate::asm::pack::{self, Accesses, Start};
use crate::asm::program::{Content, Object, Program};
use crate::asm::text::letters;
use crate::asm::write;
use crate::error::{Error, Result};
use std::collections::BTreeMap;

/// First values of zero page, as they lie in the file.
const FIRST_VALUES: &str = "ZPDATA";

/// Bytes that a region must have left for memory not to be short there.
const PLENTY: u32 = 1024;

/// Where each segment's objects begin. `others` are the bytes by segment of what is linked with the program: the start code and the
/// runtime.
pub(super) fn starts(
    program: &Program,
    layout: &Layout,
    zero_page: &ZeroPage,
    others: &BTreeMap<String, u32>,
) -> BTreeMap<String, Start> {
    let contents = Contents {
        program,
        code: code(program, zero_page),
        objects: write::by_segment(program),
        accesses: pack::Accesses::of(program),
        others,
    };
    let mut starts = BTreeMap::new();
    for region in &layout.regions {
        let segments = segments(layout, region);
        let (mut placed, end) = contents.place(&segments, region.start, false);
        if end + PLENTY > u32::from(region.end) {
            (placed, _) = contents.place(&segments, region.start, true);
        }
        starts.extend(placed);
    }
    starts
}

/// What lies in the segments: of each the program's functions first, then its objects, then the others.
struct Contents<'p> {
    program: &'p Program,
    code: BTreeMap<&'p str, u32>,
    objects: BTreeMap<&'p str, Vec<&'p Object>>,
    accesses: Accesses<'p>,
    others: &'p BTreeMap<String, u32>,
}

impl Contents<'_> {
    /// Where the objects of segments begin that follow each other, and where the last segment ends.
    fn place(&self, segments: &[&str], first: u16, is_scarce: bool) -> (Vec<(String, Start)>, u32) {
        let mut at = u32::from(first);
        let mut starts = Vec::new();
        for &segment in segments {
            at += self.code.get(segment).copied().unwrap_or_default();
            let start = Start { at, is_scarce };
            starts.push((segment.to_owned(), start));
            let objects = self.objects.get(segment).into_iter();
            let packed = objects.flat_map(|objects| pack::pack(objects, start, &self.accesses));
            at += packed
                .map(|(padding, object)| padding + pack::size(object))
                .sum::<u32>();
            at += match segment {
                FIRST_VALUES => first_values(self.program),
                "NOINIT" => self.program.frames + self.program.stack,
                _ => 0,
            };
            let others = self.others.get(&letters(segment));
            at += others.copied().unwrap_or_default();
        }
        (starts, at)
    }
}

/// The segments of a region in the order of their addresses.
fn segments<'l>(layout: &'l Layout, region: &'l Region) -> Vec<&'l str> {
    if region.keep != Keep::File {
        return region.segments.iter().map(String::as_str).collect();
    }
    let first_values = layout.first_values_stay().then_some(FIRST_VALUES);
    let stored = ["BASIC", "START"].into_iter().chain(region.stored());
    stored
        .chain(first_values)
        .chain(region.unstored())
        .collect()
}

/// Bytes of the program's functions by segment.
fn code<'p>(program: &'p Program, zero_page: &ZeroPage) -> BTreeMap<&'p str, u32> {
    let mut code = BTreeMap::new();
    for routine in &program.routines {
        *code.entry(write::segment_of_routine(routine)).or_default() +=
            write::totals(routine, zero_page).0;
    }
    code
}

fn first_values(program: &Program) -> u32 {
    let objects = program.objects.iter().filter(|o| write::is_zero_page(o));
    pack::size_in_order(objects.filter(|o| matches!(o.content, Content::Bytes(_))))
}

/// Whether every object lies where its alignment wants it: a mistake in the measures must not become a wrong program.
pub(super) fn check(program: &Program, symbols: &BTreeMap<String, u16>) -> Result<()> {
    for object in &program.objects {
        let address = symbols.get(&object.name).copied();
        if let Some(address) = address.filter(|at| u32::from(*at) % object.align.max(1) != 0) {
            return Err(Error::new(format!(
                "{} is aligned to {} and lies at ${address:04x}",
                object.name, object.align
            )));
        }
    }
    Ok(())
}
