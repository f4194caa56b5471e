//! Assembling and placing: the program's text, the runtime modules it needs and the start code go through ca65 and
//! ld65 in a directory of their own; what comes back is the file, every address and every size.

use super::assemble::{self, Linked, Segment, Source, assemble, field, number, quoted, segments};
use super::heap;
use super::in_place;
use super::layout::{self, Layout};
use super::overflow;
use super::packed;
use super::placement;
use super::start;
use super::too_large;
use crate::asm::effects::ZeroPage;
use crate::asm::inst::{Line, Place};
use crate::asm::pack;
use crate::asm::program::{Content, Program};
use crate::asm::text::readable;
use crate::asm::write::{self, Block, Plan};
use crate::error::{Error, Result};
use crate::runtime::{self, Libcall};
use std::collections::{BTreeMap, BTreeSet};

/// A linked program.
#[derive(Debug, Clone, Default)]
pub struct Image {
    /// Load address and contents, as a C64 loads it.
    pub prg: Vec<u8>,
    /// Where a C64 loads the file.
    pub load: u16,
    /// The second file: all of memory as it is when the start code is done, with what lies beside the program.
    pub beside: Vec<u8>,
    /// Names of what only the second file has.
    pub only_beside: BTreeSet<String>,
    /// Where the loaded program is entered, and the subroutine that only initialises memory.
    pub entry: u16,
    /// Address of `mosaic_init`, which initialises memory and returns.
    pub init: u16,
    /// Addresses by the program's own names: functions, objects, runtime labels, `start`, `mosaic_init`.
    pub symbols: BTreeMap<String, u16>,
    /// Objects without a byte, which share their address with what happens to follow.
    pub empty: BTreeSet<String>,
    /// The names the program makes public, for the symbol files.
    pub exports: BTreeMap<String, u16>,
    /// Segments with their addresses, in the order of the linker's report.
    pub segments: Vec<Segment>,
    /// Bytes by kind of contents.
    pub sizes: Sizes,
    /// All assembly source: the program, the runtime it uses, the start code.
    pub listing: String,
}

/// Bytes by kind; the start code is counted apart, because it runs once and every program has it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Code of functions and runtime routines.
    pub code: u32,
    /// Constants.
    pub rodata: u32,
    /// Variables with a first value.
    pub data: u32,
    /// Variables without one.
    pub bss: u32,
    /// The BASIC line and the start code.
    pub start: u32,
}

/// Assembles and links a program by a layout.
pub fn link(program: &Program, layout: &Layout) -> Result<Image> {
    refuse_slots(program)?;
    let used = layout::segments_used(program, layout)?;
    let wanted = runtime_wanted(program);
    let mut plan = plan(program, layout, &wanted)?;
    let mut sources = Vec::new();
    for call in runtime::closure(&wanted) {
        let own = (call == Libcall::Overflow)
            .then(|| overflow::source(program, layout, &plan.spelling))
            .flatten();
        sources.push(Source {
            name: call.label().to_owned(),
            text: own.unwrap_or_else(|| call.source().to_owned()),
        });
    }
    sources.extend(inline_assembly(program, &plan));
    if plan.imports.iter().any(|name| runtime::is_heap_bound(name)) {
        sources.push(Source {
            name: "heap".into(),
            text: heap::source(layout),
        });
    }
    let entry = layout
        .start
        .entry
        .as_deref()
        .map(|name| plan.spelling.get(name));
    sources.push(Source {
        name: "start".into(),
        text: start::source(program, layout, &used, entry),
    });
    plan.starts = placement::starts(
        program,
        layout,
        &plan.zero_page,
        &assemble::sizes(&sources)?,
    );
    let own = Source {
        name: "program".into(),
        text: write::write(program, &plan),
    };
    sources.insert(0, own);
    let assembled = assemble(&sources, &layout::configuration(layout, &used));
    let Linked {
        file,
        beside,
        debug,
    } = assembled.map_err(|error| {
        too_large::explain(&error.message, program, layout, &plan.zero_page).unwrap_or(error)
    })?;
    let mut image = read_debug(&debug, program, &plan);
    placement::check(program, &image.symbols)?;
    image.add_labels(layout)?;
    image.load = layout.file_region().start;
    image.beside = in_place::file(&file, &beside, &image.segments);
    let beside = layout.segment_beside();
    image.only_beside = beside.map_or_else(BTreeSet::new, |segment| program.members(segment));
    let file = if layout.start.packed {
        let memory = packed::Memory::of(&file, &image.segments, layout);
        let (file, entry) = packed::file(&memory, layout, image.entry)?;
        image.entry = entry;
        file
    } else {
        file
    };
    image.prg = [&image.load.to_le_bytes()[..], &file].concat();
    image.empty = program
        .objects
        .iter()
        .filter(|object| pack::size(object) == 0)
        .map(|object| object.name.clone())
        .collect();
    image.sizes = sizes(&image, program, &plan.zero_page);
    image.listing = sources
        .iter()
        .map(|source| format!("; {}.s\n{}\n", source.name, source.text))
        .collect();
    Ok(image)
}

/// The routines of inline assembly, each in a file of its own so that its labels are.
fn inline_assembly(program: &Program, plan: &Plan) -> Vec<Source> {
    let mentioned = write::mentioned(program);
    let names = mentioned.iter().map(|(name, _)| name);
    let routines =
        names.filter_map(|name| Some((plan.spelling.get(name), runtime::assembly_text(name)?)));
    let source = |(label, text): (&str, &str)| Source {
        name: label.to_owned(),
        text: format!(
            ".setcpu \"6502\"\n.export {label}\n.segment \"CODE\"\n\n{label}:\n{text}\n        rts\n"
        ),
    };
    routines.map(source).collect()
}

/// Slots are virtual: every one must have an address before the program is written.
fn refuse_slots(program: &Program) -> Result<()> {
    for routine in &program.routines {
        for line in &routine.lines {
            if let Line::Inst(inst) = line
                && let Some(Place::Slot(_)) = inst.place()
            {
                return Err(
                    Error::new(format!("`{inst}` still has a slot")).in_function(&routine.name)
                );
            }
        }
    }
    Ok(())
}

fn defined(program: &Program) -> BTreeSet<&str> {
    let routines = program.routines.iter().map(|routine| routine.name.as_str());
    let objects = program.objects.iter().map(|object| object.name.as_str());
    let reserved = [
        (write::FRAMES, program.frames),
        (write::SOFT_STACK, program.stack),
    ];
    let reserved = reserved
        .into_iter()
        .filter(|(_, bytes)| *bytes > 0)
        .map(|(name, _)| name);
    let frames = (program.zero_page_frames > 0).then_some(write::ZERO_PAGE_FRAMES);
    routines
        .chain(objects)
        .chain(reserved)
        .chain(frames)
        .collect()
}

/// Runtime routines by name: those the program lists and those it simply mentions.
fn runtime_wanted(program: &Program) -> BTreeSet<Libcall> {
    let defined = defined(program);
    let mentioned = write::mentioned(program);
    let undefined = mentioned
        .iter()
        .filter(|(name, _)| !defined.contains(name.as_str()));
    let mentioned = undefined.filter_map(|(name, _)| Libcall::labelled(name));
    program.runtime.iter().copied().chain(mentioned).collect()
}

fn plan(program: &Program, layout: &Layout, wanted: &BTreeSet<Libcall>) -> Result<Plan> {
    let mut plan = Plan {
        blocks: blocks(program, wanted),
        ..Plan::default()
    };
    for fixed in runtime::BLOCKS
        .into_iter()
        .chain([start::ENTRY, start::INIT])
    {
        plan.spelling.forbid(fixed);
    }
    for fixed in [write::FRAMES, write::SOFT_STACK, write::ZERO_PAGE_FRAMES] {
        plan.spelling.forbid(fixed);
    }
    for name in program
        .routines
        .iter()
        .map(|r| &r.name)
        .chain(program.objects.iter().map(|o| &o.name))
    {
        plan.spelling.assign(name);
    }
    reserve_mentioned(&mut plan, program, layout)?;
    plan.exports.extend(
        layout
            .start
            .entry
            .iter()
            .map(|name| plan.spelling.get(name).to_owned()),
    );
    if overflow::has_kernal(&layout.start) {
        let callers = overflow::callers(program);
        let spelled = callers.map(|name| plan.spelling.get(name).to_owned());
        let missing: Vec<String> = spelled
            .filter(|name| !plan.exports.contains(name))
            .collect();
        plan.exports.extend(missing);
    }
    plan.exports
        .extend((program.stack > 0).then(|| write::SOFT_STACK.to_owned()));
    let objects = program
        .objects
        .iter()
        .filter(|o| write::is_zero_page(o))
        .map(|o| o.name.clone());
    let blocks = plan.blocks.iter().map(|block| block.name.clone());
    let frames = [write::ZERO_PAGE_FRAMES.to_owned()];
    plan.zero_page = ZeroPage {
        symbols: objects.chain(blocks).chain(frames).collect(),
    };
    Ok(plan)
}

/// Names that the program mentions and does not define: routines of the runtime and of others, inline assembly, the heap.
fn reserve_mentioned(plan: &mut Plan, program: &Program, layout: &Layout) -> Result<()> {
    let defined = defined(program);
    let entry = layout.start.entry.clone().map(|name| (name, 0));
    for (name, _) in write::mentioned(program).into_iter().chain(entry) {
        if defined.contains(name.as_str()) || plan.blocks.iter().any(|block| block.name == name) {
            continue;
        }
        if runtime::assembly_text(&name).is_some() {
            let spelled = format!("rt_asm_{}", plan.imports.len());
            plan.spelling.reserve(&name, &spelled);
            plan.imports.push(spelled);
            continue;
        }
        // The address of a routine that is not part of the program.
        if name.starts_with('$') {
            plan.spelling.reserve(&name, &name);
            continue;
        }
        if runtime::is_heap_bound(&name) {
            plan.spelling.reserve(&name, &name);
            plan.imports.push(name);
            continue;
        }
        if Libcall::labelled(&name).is_none() {
            return Err(Error::new(undefined(&name, layout)));
        }
        plan.spelling.reserve(&name, &name);
        if !plan.imports.contains(&name) {
            plan.imports.push(name);
        }
    }
    Ok(())
}

/// What to say of a name that is used and not there.
fn undefined(name: &str, layout: &Layout) -> String {
    if layout.start.entry.as_deref() == Some(name) {
        return format!(
            "the layout starts the program at `{name}` ([start] entry), but the crate exports no such function: write \
             `#[unsafe(no_mangle)] pub extern \"C\" fn {name}()`, or name another entry"
        );
    }
    let name = readable(name);
    format!("{name} is used but defined nowhere")
}

/// Runtime blocks, each as large as its largest user needs.
fn blocks(program: &Program, wanted: &BTreeSet<Libcall>) -> Vec<Block> {
    let mut sizes: BTreeMap<String, u32> = BTreeMap::new();
    let mut need = |name: &str, bytes: u32| {
        let size = sizes.entry(name.to_owned()).or_default();
        *size = (*size).max(bytes);
    };
    for (name, bytes) in runtime::blocks_of(wanted) {
        need(name, bytes);
    }
    for (name, offset) in write::mentioned(program) {
        if runtime::BLOCKS.contains(&name.as_str()) {
            need(&name, offset.max(0) as u32 + 1);
        }
    }
    sizes
        .into_iter()
        .map(|(name, bytes)| Block { name, bytes })
        .collect()
}

/// Labels inside runtime modules and macros are plain words; every name of the program is known to the plan, and the
/// entries of the modules start with `rt_`.
fn is_inner(name: &str, plan: &Plan) -> bool {
    let fixed = [start::ENTRY, start::INIT];
    let reserved = [write::FRAMES, write::SOFT_STACK, write::ZERO_PAGE_FRAMES];
    !(name.starts_with("rt_")
        || fixed.contains(&name)
        || reserved.contains(&name)
        || plan.spelling.is_used(name))
}

/// Reads segments and labels from ld65's debug file.
fn read_debug(debug: &str, program: &Program, plan: &Plan) -> Image {
    let mut image = Image::default();
    let mut labels = BTreeMap::new();
    image.segments = segments(debug);
    for line in debug.lines() {
        let Some((kind, fields)) = line.split_once('\t') else {
            continue;
        };
        let name = quoted(fields, "name");
        match kind {
            // Labels of the modules' own steps are of no use to anybody outside.
            "sym"
                if field(fields, "type") == Some("lab")
                    && field(fields, "parent").is_none()
                    && !is_inner(&name, plan) =>
            {
                labels.insert(name, number(fields, "val").unwrap_or_default() as u16);
            }
            _ => {}
        }
    }
    let routines = program.routines.iter().map(|r| r.name.as_str());
    let objects = program.objects.iter().map(|o| o.name.as_str());
    for name in routines.chain(objects) {
        if let Some(address) = labels.remove(plan.spelling.get(name)) {
            image.symbols.insert(name.to_owned(), address);
        }
    }
    image.entry = labels[start::ENTRY];
    image.init = labels[start::INIT];
    for (name, address) in labels {
        image.symbols.entry(name).or_insert(address);
    }
    image.exports = program
        .exports
        .iter()
        .map(|(name, place)| (name.clone(), image.address(place)))
        .collect();
    image
}

impl Image {
    /// The address of a place of the linked program.
    pub fn address(&self, place: &Place) -> u16 {
        match place {
            Place::Address(address) => *address,
            Place::Symbol(name, offset) => self.symbols[name].wrapping_add_signed(*offset as i16),
            Place::Slot(slot) => panic!("slot {slot} has no address"),
        }
    }

    /// Adds the names that the layout gives to places within exported objects.
    fn add_labels(&mut self, layout: &Layout) -> Result<()> {
        for (name, label) in &layout.labels {
            let fail = |reason: String| {
                Err(Error::new(format!(
                    "layout: [labels] {name} cannot be a place in {}: {reason}",
                    label.of
                )))
            };
            let Some(start) = self.exports.get(&label.of) else {
                return fail("the crate exports no object of that name".into());
            };
            let address = start.wrapping_add(label.plus);
            if self.exports.insert(name.clone(), address).is_some() {
                return fail(format!("the crate exports a {name} of its own"));
            }
        }
        Ok(())
    }

    /// The address of a name the program makes public, or of any other label.
    pub fn symbol(&self, name: &str) -> Option<u16> {
        self.exports
            .get(name)
            .or_else(|| self.symbols.get(name))
            .copied()
    }

    /// The readable name of the label at or before an address: the function it lies in.
    pub fn function_at(&self, address: u16) -> Option<String> {
        let before = self.symbols.iter().filter(|(_, at)| **at <= address);
        let (name, _) = before.max_by_key(|(_, at)| **at)?;
        Some(crate::asm::text::readable(name))
    }

    /// The bytes that follow the load address.
    pub fn contents(&self) -> &[u8] {
        &self.prg[2..]
    }
}

fn sizes(image: &Image, program: &Program, zero_page: &ZeroPage) -> Sizes {
    let segment = |name: &str| {
        image
            .segments
            .iter()
            .find(|s| s.name == name)
            .map_or(0, |s| s.bytes)
    };
    let mut sizes = Sizes {
        code: segment("CODE"),
        rodata: segment("RODATA"),
        data: segment("DATA") + segment("ZPDATA"),
        bss: segment("BSS") + segment("NOINIT") + segment("ZPBSS") + segment("ZEROPAGE"),
        start: segment("START") + segment("BASIC"),
    };
    for routine in program
        .routines
        .iter()
        .filter(|r| write::segment_of_routine(r) != "CODE" && !image.only_beside.contains(&r.name))
    {
        sizes.code += write::totals(routine, zero_page).0;
    }
    for object in &program.objects {
        let is_counted =
            ["RODATA", "DATA", "ZPDATA", "BSS", "ZPBSS"].contains(&write::segment_of(object));
        if is_counted || image.only_beside.contains(&object.name) {
            continue;
        }
        match &object.content {
            Content::Bytes(cells) if object.constant => sizes.rodata += cells.len() as u32,
            Content::Bytes(cells) => sizes.data += cells.len() as u32,
            Content::Zero(bytes) => sizes.bss += bytes,
        }
    }
    sizes
}
