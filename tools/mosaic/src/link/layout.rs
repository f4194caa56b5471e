//! The memory layout a crate supplies, as TOML: regions of memory, the segments in each, and how their contents get
//! there. One region is the file itself; ld65 receives a configuration derived from it and from what the program uses.

use crate::asm::program::{Content, Program};
use crate::asm::text::letters;
use crate::asm::write::{is_zero_page, segment_of, segment_of_routine};
use crate::error::{Error, Result};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A layout file, as `docs/layout.md` describes it key by key.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layout {
    /// What happens before the program.
    #[serde(default)]
    pub start: Start,
    /// Bytes of zero page the compiler may use.
    pub zeropage: Span,
    /// Sizes of the soft stack and whether they are checked.
    #[serde(default)]
    pub stack: Stack,
    /// Further names for places within exported objects, for the symbol files.
    #[serde(default)]
    pub labels: BTreeMap<String, Label>,
    /// Pieces of memory, in the order of the file.
    #[serde(rename = "region")]
    pub regions: Vec<Region>,
}

/// What happens before the entry function.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// Function to call: if it returns, so does the program, to BASIC. Without one the start code returns after initialising.
    pub entry: Option<String>,
    /// Number of the BASIC line `SYS`; without it there is none.
    pub basic_line: Option<u16>,
    /// Functions entered by an interrupt: they keep all registers and end in `rti`.
    #[serde(default)]
    pub interrupts: Vec<String>,
    /// Value for the processor port; setting it means owning the machine: interrupts off, stack empty.
    pub port: Option<u8>,
    /// Segment of a copied region that `mosaic_init` lies in, instead of before the code.
    pub init: Option<String>,
    /// Whether the file is packed and unpacks itself.
    #[serde(default)]
    pub packed: bool,
}

/// A place within an exported object.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Label {
    /// The object, by its exported name.
    pub of: String,
    /// Bytes from its beginning.
    pub plus: u16,
}

/// Room for recursion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Stack {
    /// Recursive calls that can be open at one time.
    pub levels: u32,
    /// Bytes for the objects that recursive functions keep on the stack.
    pub objects: u32,
    /// Whether the program looks for room first; a program that has none stops at `rt_overflow`.
    pub check: bool,
}

impl Default for Stack {
    fn default() -> Stack {
        Stack {
            levels: 64,
            objects: 1024,
            check: true,
        }
    }
}

/// A return address takes two bytes of the processor's stack, which has 256 for all calls together.
const MOST_LEVELS: u32 = 112;

/// Addresses from `start` to `end`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Span {
    /// First address.
    pub start: u16,
    /// Last address.
    pub end: u16,
}

/// A piece of memory.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// For messages and the size report.
    pub name: String,
    /// First address.
    pub start: u16,
    /// Last address.
    pub end: u16,
    /// How its contents get there.
    #[serde(default)]
    pub keep: Keep,
    /// What lies in it, in this order.
    #[serde(default)]
    pub segments: Vec<String>,
    /// For the file region: last address the file may occupy before copied segments are moved away.
    pub load_end: Option<u16>,
    /// For a copied region: the reserved region it lies in, whose memory it has until the program uses that for something else.
    pub over: Option<String>,
}

/// How a region gets its contents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// Part of the file, loaded in place; exactly one region.
    #[default]
    File,
    /// Stored in the file behind the file region and copied by the start code.
    Copied,
    /// Zeroed by the start code.
    Zeroed,
    /// Left as it is.
    Reserved,
    /// What an allocator hands out; it has no segments.
    Heap,
    /// In the second file alone, in memory that the program has for something else.
    Beside,
}

/// The linker's file of what lies beside the program.
pub(super) const BESIDE: &str = "beside.bin";

/// Segments that hold nothing in the file even inside the file region.
const UNSTORED: [&str; 2] = ["BSS", "NOINIT"];

impl Layout {
    /// Reads a layout; the message names the line that is wrong.
    pub fn parse(text: &str) -> Result<Layout> {
        let layout: Layout =
            toml::from_str(text).map_err(|e| Error::new(format!("layout: {e}")))?;
        layout.check()?;
        Ok(layout)
    }

    /// For simulators: loaded at $1000, called directly.
    pub fn bare() -> Layout {
        Layout::parse(include_str!("../../layouts/bare.toml"))
            .expect("the built-in layout is right")
    }

    fn check(&self) -> Result<()> {
        let fail = |message: String| Err(Error::new(format!("layout: {message}")));
        if self.zeropage.end > 0xff || self.zeropage.start > self.zeropage.end {
            return fail("zeropage must lie within 0x00..0xff".into());
        }
        if !(1..=MOST_LEVELS).contains(&self.stack.levels) {
            return fail(format!(
                "stack.levels must be 1 to {MOST_LEVELS}: each takes two bytes of the processor's 256"
            ));
        }
        for region in &self.regions {
            if region.start > region.end {
                return fail(format!("region {} ends before it starts", region.name));
            }
        }
        let files = self.regions.iter().filter(|r| r.keep == Keep::File).count();
        if files != 1 {
            return fail(format!(
                "exactly one region must be kept in the file, {files} are"
            ));
        }
        let heaps: Vec<&Region> = self
            .regions
            .iter()
            .filter(|r| r.keep == Keep::Heap)
            .collect();
        if let [_, second, ..] = heaps.as_slice() {
            return fail(format!("region {} is a second heap", second.name));
        }
        if let Some(heap) = heaps.iter().find(|heap| !heap.segments.is_empty()) {
            return fail(format!(
                "region {} is the heap and cannot have segments",
                heap.name
            ));
        }
        let mut owner = BTreeMap::new();
        for region in &self.regions {
            for segment in &region.segments {
                if let Some(other) = owner.insert(segment, &region.name) {
                    return fail(format!(
                        "segment {segment} is in regions {other} and {}",
                        region.name
                    ));
                }
            }
        }
        for segment in ["CODE", "RODATA", "DATA", "BSS", "NOINIT"] {
            if !owner.contains_key(&segment.to_owned()) {
                return fail(format!("segment {segment} is in no region"));
            }
        }
        if let Some(segment) = &self.start.init {
            if self
                .region_of(segment)
                .is_none_or(|r| r.keep != Keep::Copied)
            {
                return fail(format!(
                    "start.init must be a segment of a copied region, {segment} is not"
                ));
            }
            if self.start.entry.is_none() {
                return fail(
                    "start.init needs start.entry: nobody else moves it to its place".into(),
                );
            }
        }
        self.check_packed()?;
        self.check_over()?;
        self.check_overlap()
    }

    /// Unpacking needs the whole machine, and writes from the file region's first address upwards.
    fn check_packed(&self) -> Result<()> {
        let Start {
            entry,
            basic_line,
            port,
            packed,
            ..
        } = &self.start;
        if !packed {
            return Ok(());
        }
        let missing = [
            ("entry", entry.is_none()),
            ("basic_line", basic_line.is_none()),
            ("port", port.is_none()),
        ];
        if let Some((key, _)) = missing.iter().find(|(_, is_missing)| *is_missing) {
            return Err(Error::new(format!(
                "layout: start.packed needs start.{key}"
            )));
        }
        let first = self.file_region().start;
        match self.copied().find(|region| region.start < first) {
            Some(region) => Err(Error::new(format!(
                "layout: a packed program has nothing below its file region, but region {} is copied there",
                region.name
            ))),
            None => Ok(()),
        }
    }

    /// A region that lies over another is copied there, and only into memory that nobody else fills.
    fn check_over(&self) -> Result<()> {
        for region in &self.regions {
            let Some(name) = &region.over else { continue };
            let below = self.regions.iter().find(|below| below.name == *name);
            let reason = match below {
                _ if region.keep != Keep::Copied => "only a copied region lies over another".into(),
                None => format!("there is no region {name}"),
                Some(below) if below.keep != Keep::Reserved => format!("{name} is not reserved"),
                Some(below) if region.start < below.start || below.end < region.end => {
                    format!("it does not lie within {name}")
                }
                Some(_) => continue,
            };
            return Err(Error::new(format!(
                "layout: region {} cannot lie over {name}: {reason}",
                region.name
            )));
        }
        Ok(())
    }

    fn check_overlap(&self) -> Result<()> {
        for (index, one) in self.regions.iter().enumerate() {
            for other in &self.regions[index + 1..] {
                let is_over = one.over.as_ref() == Some(&other.name)
                    || other.over.as_ref() == Some(&one.name);
                let keeps = [one.keep, other.keep];
                let is_beside = keeps.contains(&Keep::Beside) && !keeps.contains(&Keep::File);
                if !is_over && !is_beside && one.start <= other.end && other.start <= one.end {
                    return Err(Error::new(format!(
                        "layout: regions {} and {} overlap",
                        one.name, other.name
                    )));
                }
            }
        }
        Ok(())
    }

    /// The one region that the file is loaded into.
    pub fn file_region(&self) -> &Region {
        self.regions
            .iter()
            .find(|r| r.keep == Keep::File)
            .expect("checked")
    }

    /// Copied regions in the order in which the start code moves their contents. Those that lie over another region come
    /// last, because the file may hold others at their new place; in the file they stand first, away from that place.
    pub fn copied(&self) -> impl Iterator<Item = &Region> {
        let copied = |over: bool| {
            let regions = self.regions.iter();
            regions.filter(move |r| r.keep == Keep::Copied && r.over.is_some() == over)
        };
        copied(false).chain(copied(true))
    }

    /// Segments whose contents are there only until the program uses their memory for something else.
    pub fn passing_segments(&self) -> impl Iterator<Item = &str> {
        let over = self.regions.iter().filter(|region| region.over.is_some());
        over.flat_map(|region| &region.segments).map(String::as_str)
    }

    /// Whether the first values of zero page are in the file in front of BSS. If there is anything that only passes through the
    /// file they are behind what stays, and BSS may take their place.
    pub fn first_values_stay(&self) -> bool {
        !self.regions.iter().any(|r| r.keep == Keep::Copied)
    }

    /// The segment that only the second file has.
    pub fn segment_beside(&self) -> Option<&str> {
        let mut regions = self.regions.iter();
        let region = regions.find(|region| region.keep == Keep::Beside)?;
        region.segments.first().map(String::as_str)
    }

    /// The region that a segment lies in.
    pub fn region_of(&self, segment: &str) -> Option<&Region> {
        self.regions
            .iter()
            .find(|r| r.segments.iter().any(|s| s == segment))
    }
}

impl Region {
    /// Of the file region: segments that have their contents in the file.
    pub fn stored(&self) -> impl Iterator<Item = &str> {
        self.of_file(true)
    }

    /// Of the file region: segments that need memory behind the file alone.
    pub fn unstored(&self) -> impl Iterator<Item = &str> {
        self.of_file(false)
    }

    fn of_file(&self, stored: bool) -> impl Iterator<Item = &str> {
        let names = self.segments.iter().map(String::as_str);
        names.filter(move |name| UNSTORED.contains(name) != stored)
    }
}

/// The segments a program uses and the alignment with which each must start: outside zero page none, because objects are placed
/// where their segment happens to lie (`placement.rs`).
pub fn segments_used(program: &Program, layout: &Layout) -> Result<BTreeMap<String, u32>> {
    let mut used: BTreeMap<String, u32> = BTreeMap::new();
    let mut add = |name: &str, align: u32| {
        let strictest = used.entry(name.to_owned()).or_insert(1);
        *strictest = (*strictest).max(align);
    };
    for routine in &program.routines {
        let segment = segment_of_routine(routine);
        require_room(layout, segment, &routine.name, true)?;
        add(segment, 1);
    }
    for object in &program.objects {
        if !is_zero_page(object) {
            let stored = matches!(object.content, Content::Bytes(_));
            require_room(layout, segment_of(object), &object.name, stored)?;
        }
        let align = if is_zero_page(object) {
            object.align
        } else {
            1
        };
        add(segment_of(object), align);
    }
    if program.frames > 0 || program.stack > 0 {
        add("NOINIT", 1);
    }
    if let Some(segment) = &layout.start.init {
        add(segment, 1);
    }
    Ok(used)
}

fn require_room(layout: &Layout, segment: &str, name: &str, stored: bool) -> Result<()> {
    let Some(region) = layout.region_of(segment) else {
        return Err(Error::new(format!(
            "{name} asks for section {segment}, which no region of the layout has"
        )));
    };
    if stored
        && (matches!(region.keep, Keep::Zeroed | Keep::Reserved) || UNSTORED.contains(&segment))
    {
        return Err(Error::new(format!(
            "{name} has contents, but region {} is not stored in the file",
            region.name
        )));
    }
    Ok(())
}

/// The ld65 configuration.
pub fn configuration(layout: &Layout, used: &BTreeMap<String, u32>) -> String {
    let mut text = String::from("MEMORY {\n");
    let Span { start, end } = layout.zeropage;
    writeln!(
        text,
        "    ZP: start = ${start:02x}, size = ${:x}, type = rw, define = yes;",
        end - start + 1
    )
    .unwrap();
    let file = layout.file_region();
    // What is packed is never in memory in the linker's order.
    let load_end = match layout.start.packed {
        true => 0x2_0000,
        false => u32::from(file.load_end.unwrap_or(file.end)) + 1,
    };
    let file_end = u32::from(file.end) + 1;
    let file_size = file_end - u32::from(file.start);
    writeln!(
        text,
        "    MAIN: start = ${:04x}, size = ${file_size:x}, file = %O, define = yes;",
        file.start
    )
    .unwrap();
    writeln!(
        text,
        "    LOAD: start = __MAIN_LAST__, size = ${load_end:x} - __MAIN_LAST__, file = %O;"
    )
    .unwrap();
    writeln!(
        text,
        "    AFTER: start = __MAIN_LAST__, size = ${file_end:x} - __MAIN_LAST__, file = \"\", define = yes;"
    )
    .unwrap();
    for region in layout.regions.iter().filter(|r| r.keep != Keep::File) {
        let size = region.end as u32 - region.start as u32 + 1;
        let (name, start) = (memory_name(region), region.start);
        let file = match region.keep {
            Keep::Beside => BESIDE,
            _ => "",
        };
        writeln!(
            text,
            "    {name}: start = ${start:04x}, size = ${size:x}, type = rw, file = \"{file}\";"
        )
        .unwrap();
    }
    text.push_str("}\nSEGMENTS {\n");
    write_segments(&mut text, layout, used);
    text.push_str("}\n");
    text
}

fn memory_name(region: &Region) -> String {
    format!("R_{}", letters(&region.name))
}

fn write_segments(text: &mut String, layout: &Layout, used: &BTreeMap<String, u32>) {
    let mut segment = |name: &str, place: &str, kind: &str| {
        let align = used.get(name).copied().unwrap_or(1);
        let align = if align > 1 {
            format!(", align = {align}")
        } else {
            String::new()
        };
        let name = letters(name);
        writeln!(
            text,
            "    {name}: {place}, type = {kind}, define = yes, optional = yes{align};"
        )
        .unwrap();
    };
    segment("ZEROPAGE", "load = ZP", "zp");
    segment("ZPBSS", "load = ZP", "zp");
    segment("BASIC", "load = MAIN", "ro");
    segment("START", "load = MAIN", "ro");
    let file = layout.file_region();
    for name in file.stored() {
        segment(name, "load = MAIN", "rw");
    }
    let load = if layout.first_values_stay() {
        "MAIN"
    } else {
        "LOAD"
    };
    segment("ZPDATA", &format!("load = {load}, run = ZP"), "rw");
    let (over, others): (Vec<&Region>, Vec<&Region>) =
        layout.copied().partition(|region| region.over.is_some());
    for region in over.into_iter().chain(others) {
        let place = format!("load = LOAD, run = {}", memory_name(region));
        region
            .segments
            .iter()
            .for_each(|name| segment(name, &place, "rw"));
    }
    for region in layout.regions.iter().filter(|r| r.keep == Keep::Beside) {
        let place = format!("load = {}", memory_name(region));
        region
            .segments
            .iter()
            .for_each(|name| segment(name, &place, "rw"));
    }
    let stored = [Keep::File, Keep::Copied, Keep::Beside];
    let regions = layout.regions.iter();
    for region in regions.filter(|region| !stored.contains(&region.keep)) {
        let place = format!("load = {}", memory_name(region));
        region
            .segments
            .iter()
            .for_each(|name| segment(name, &place, "bss"));
    }
    for name in file.unstored() {
        segment(name, "load = AFTER", "bss");
    }
}
