//! Where the bytes and the cycles went: one line per function, largest first, and what each region has left.

use super::layout::{Keep, Layout};
use super::prg::Image;
use crate::asm::text::readable;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Cycles by address of the instruction, as a simulator counts them.
pub type Profile = BTreeMap<u16, u64>;

/// A stretch of code or data from one label to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The readable name of the label.
    pub name: String,
    /// The segment it lies in.
    pub segment: String,
    /// Its first address.
    pub address: u16,
    /// Its size.
    pub bytes: u32,
    /// Cycles spent in it, if a profile was given.
    pub cycles: u64,
}

/// Everything stored in memory by label, in address order.
pub fn entries(image: &Image, profile: &Profile) -> Vec<Entry> {
    let mut labels: Vec<(u16, &str)> = image
        .symbols
        .iter()
        .filter(|(name, _)| !image.empty.contains(*name))
        .map(|(name, at)| (*at, name.as_str()))
        .collect();
    labels.sort();
    // What lies beside the program has addresses that the program has, too.
    let (mut beside, mut own): (Vec<_>, Vec<_>) = labels
        .into_iter()
        .partition(|(_, name)| image.only_beside.contains(*name));
    for labels in [&mut beside, &mut own] {
        labels.dedup_by_key(|(address, _)| *address);
    }
    let mut entries = Vec::new();
    for segment in &image.segments {
        let labels = if segment.beside { &beside } else { &own };
        let (start, end) = (
            u32::from(segment.start),
            u32::from(segment.start) + segment.bytes,
        );
        let inside: Vec<_> = labels
            .iter()
            .filter(|(at, _)| (start..end).contains(&u32::from(*at)))
            .collect();
        for (index, (address, name)) in inside.iter().enumerate() {
            let next = inside.get(index + 1).map_or(end, |(at, _)| u32::from(*at));
            let last = (next - 1) as u16;
            entries.push(Entry {
                name: readable(name),
                segment: segment.name.clone(),
                address: *address,
                bytes: next - u32::from(*address),
                cycles: profile
                    .range(*address..=last)
                    .map(|(_, cycles)| cycles)
                    .sum(),
            });
        }
    }
    entries.sort_by_key(|entry| entry.address);
    entries
}

/// The report as text.
pub fn report(image: &Image, layout: &Layout, profile: &Profile) -> String {
    let mut text = String::new();
    let mut entries = entries(image, profile);
    let total: u64 = entries.iter().map(|entry| entry.cycles).sum();
    entries.sort_by_key(|entry| {
        (
            std::cmp::Reverse((entry.cycles, entry.bytes)),
            entry.address,
        )
    });
    writeln!(text, "  addr  bytes       cycles  share  segment   name").unwrap();
    for entry in &entries {
        let share = if total == 0 {
            0.0
        } else {
            100.0 * entry.cycles as f64 / total as f64
        };
        let Entry {
            name,
            segment,
            address,
            bytes,
            cycles,
        } = entry;
        writeln!(
            text,
            "  {address:04x} {bytes:6} {cycles:12} {share:5.1}%  {segment:9} {name}"
        )
        .unwrap();
    }
    let sizes = image.sizes;
    writeln!(
        text,
        "\ncode {} rodata {} data {} bss {} start {}",
        sizes.code, sizes.rodata, sizes.data, sizes.bss, sizes.start
    )
    .unwrap();
    writeln!(text, "file {} bytes", image.prg.len()).unwrap();
    for (name, used, room) in regions(image, layout) {
        writeln!(
            text,
            "region {name:10} {used:6} of {room:6} bytes, {:6} free",
            room - used
        )
        .unwrap();
    }
    text
}

/// Bytes used and available by region: zero page first.
pub fn regions(image: &Image, layout: &Layout) -> Vec<(String, u32, u32)> {
    let used = |names: &[&str]| {
        let inside = image
            .segments
            .iter()
            .filter(|segment| names.contains(&segment.name.as_str()));
        inside.map(|segment| segment.bytes).sum::<u32>()
    };
    let zero_page = layout.zeropage;
    let room = u32::from(zero_page.end - zero_page.start) + 1;
    let mut rows = vec![(
        "zero page".to_owned(),
        used(&["ZEROPAGE", "ZPBSS", "ZPDATA"]),
        room,
    )];
    for region in &layout.regions {
        let plain: Vec<String> = region
            .segments
            .iter()
            .map(|name| crate::asm::text::letters(name))
            .collect();
        let mut names: Vec<&str> = plain.iter().map(String::as_str).collect();
        if region.keep == Keep::File {
            names.extend(["BASIC", "START"]);
        }
        rows.push((
            region.name.clone(),
            used(&names),
            u32::from(region.end) - u32::from(region.start) + 1,
        ));
    }
    rows
}
