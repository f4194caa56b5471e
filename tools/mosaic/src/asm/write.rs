//! The program as ca65 source: one block per function with its Rust path, totals and frame map, then the data. Every
//! name it uses but does not define is imported, so the text assembles alone; addresses are the linker's business.

use super::effects::ZeroPage;
use super::inst::{Inst, Line, Place, Routine};
use super::pack;
use super::program::{Cell, Content, Object, Program};
use super::text::{Spelled, Spelling};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Zero-page space that belongs to no object: a name and its bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its symbol.
    pub name: String,
    /// Its size.
    pub bytes: u32,
}

/// What the linker decided about a program before it is written.
#[derive(Debug, Default)]
pub struct Plan {
    /// How the assembler knows each symbol.
    pub spelling: Spelling,
    /// Symbols in zero page.
    pub zero_page: ZeroPage,
    /// Blocks of the runtime, after the frames.
    pub blocks: Vec<Block>,
    /// Names defined in other modules.
    pub imports: Vec<String>,
    /// Names other modules use.
    pub exports: Vec<String>,
    /// Where the objects of each segment begin; a segment that is not here starts on a page.
    pub starts: BTreeMap<String, pack::Start>,
}

/// Zero-page space of all frames, at the start of the layout's zero page.
pub const ZERO_PAGE_FRAMES: &str = "zero_page_frames";
/// Frames outside zero page.
pub const FRAMES: &str = "frames";
/// The software stack.
pub const SOFT_STACK: &str = "softstack";

/// The program as assembly source for ca65.
pub fn write(program: &Program, plan: &Plan) -> String {
    let mut text = String::from("; Written by mosaic.\n.setcpu \"6502\"\n");
    for name in &plan.imports {
        writeln!(text, ".import {name}").unwrap();
    }
    for name in &plan.exports {
        writeln!(text, ".export {name}").unwrap();
    }
    write_zero_page(&mut text, program, plan);
    for routine in &program.routines {
        write_routine(&mut text, program, routine, plan);
    }
    let accesses = pack::Accesses::of(program);
    for (segment, objects) in by_segment(program) {
        let start = plan.starts.get(segment).copied().unwrap_or_default();
        for (padding, object) in pack::pack(&objects, start, &accesses) {
            write_object(&mut text, object, padding, plan);
        }
    }
    write_reserved(&mut text, program);
    text
}

/// The objects outside zero page.
pub fn by_segment(program: &Program) -> BTreeMap<&str, Vec<&Object>> {
    let mut segments: BTreeMap<&str, Vec<&Object>> = BTreeMap::new();
    for object in program
        .objects
        .iter()
        .filter(|object| !is_zero_page(object))
    {
        segments.entry(segment_of(object)).or_default().push(object);
    }
    segments
}

/// The segment an object is placed in.
pub fn segment_of(object: &Object) -> &str {
    match (&object.section, &object.content) {
        (Some(section), Content::Bytes(_)) if section == "ZEROPAGE" => "ZPDATA",
        (Some(section), Content::Zero(_)) if section == "ZEROPAGE" => "ZPBSS",
        (Some(section), _) => section,
        (None, Content::Zero(_)) => "BSS",
        (None, Content::Bytes(_)) if object.constant => "RODATA",
        (None, Content::Bytes(_)) => "DATA",
    }
}

/// The segment a routine is placed in.
pub fn segment_of_routine(routine: &Routine) -> &str {
    routine.section.as_deref().unwrap_or("CODE")
}

/// Zero-page objects are written first: ca65 picks the short form only for names it has seen.
pub fn is_zero_page(object: &Object) -> bool {
    object.section.as_deref() == Some("ZEROPAGE")
}

fn write_zero_page(text: &mut String, program: &Program, plan: &Plan) {
    writeln!(text, "\n.segment \"ZEROPAGE\": zeropage").unwrap();
    if program.zero_page_frames > 0 {
        writeln!(
            text,
            "{ZERO_PAGE_FRAMES}: .res {}",
            program.zero_page_frames
        )
        .unwrap();
    }
    for block in &plan.blocks {
        writeln!(
            text,
            ".exportzp {0}\n{0}: .res {1}",
            block.name, block.bytes
        )
        .unwrap();
    }
    let objects = program.objects.iter().filter(|o| is_zero_page(o));
    let (zeroed, given): (Vec<&Object>, Vec<&Object>) =
        objects.partition(|o| matches!(o.content, Content::Zero(_)));
    for (segment, objects) in [("ZPBSS", zeroed), ("ZPDATA", given)] {
        if !objects.is_empty() {
            writeln!(text, ".segment \"{segment}\": zeropage").unwrap();
        }
        for object in objects {
            if object.align > 1 {
                writeln!(text, ".align {}", object.align).unwrap();
            }
            write_label_and_content(text, object, plan);
        }
    }
}

fn write_routine(text: &mut String, program: &Program, routine: &Routine, plan: &Plan) {
    let (bytes, cycles) = totals(routine, &plan.zero_page);
    writeln!(text, "\n; {:#}", rustc_demangle::demangle(&routine.name)).unwrap();
    writeln!(
        text,
        ";   {bytes} bytes, {cycles} cycles if every line ran once"
    )
    .unwrap();
    for note in program.notes.get(&routine.name).into_iter().flatten() {
        writeln!(text, ";   {note}").unwrap();
    }
    writeln!(
        text,
        ".segment \"{}\"",
        super::text::letters(segment_of_routine(routine))
    )
    .unwrap();
    writeln!(text, "{}:", plan.spelling.get(&routine.name)).unwrap();
    for line in &routine.lines {
        write_line(text, line, plan);
    }
}

fn write_line(text: &mut String, line: &Line, plan: &Plan) {
    match line {
        Line::Label(label) => writeln!(text, "{label}:"),
        Line::Inst(inst) => writeln!(text, "    {}", Spelled(inst, &plan.spelling)),
        Line::Data(data) => writeln!(text, "    .byte {data}"),
        Line::Comment(comment) => writeln!(text, "    ; {comment}"),
    }
    .unwrap();
}

/// Bytes of a routine, and the sum of its data-sheet cycles.
pub fn totals(routine: &Routine, zero_page: &ZeroPage) -> (u32, u32) {
    routine
        .lines
        .iter()
        .fold((0, 0), |(bytes, cycles), line| match line {
            Line::Inst(inst) => (
                bytes + inst.bytes(zero_page),
                cycles + inst.cycles(zero_page),
            ),
            Line::Data(_) => (bytes + 1, cycles),
            Line::Label(_) | Line::Comment(_) => (bytes, cycles),
        })
}

fn write_object(text: &mut String, object: &Object, padding: u32, plan: &Plan) {
    writeln!(text, "\n; {:#}", rustc_demangle::demangle(&object.name)).unwrap();
    writeln!(
        text,
        ".segment \"{}\"",
        super::text::letters(segment_of(object))
    )
    .unwrap();
    if padding > 0 {
        writeln!(text, "    .res {padding}").unwrap();
    }
    write_label_and_content(text, object, plan);
}

fn write_label_and_content(text: &mut String, object: &Object, plan: &Plan) {
    writeln!(text, "{}:", plan.spelling.get(&object.name)).unwrap();
    match &object.content {
        Content::Zero(bytes) => writeln!(text, "    .res {bytes}").unwrap(),
        Content::Bytes(cells) => write_cells(text, cells, plan),
    }
}

/// Cells of a row of data: what fits an assembler line comfortably.
const ROW: usize = 16;

fn write_cells(text: &mut String, cells: &[Cell], plan: &Plan) {
    let mut row = Vec::new();
    let mut rest = cells;
    while let [first, tail @ ..] = rest {
        if let (Cell::Low(low), Some(Cell::High(high))) = (first, tail.first())
            && low == high
        {
            flush(text, &mut row);
            writeln!(text, "    .addr {}", Spelled(low, &plan.spelling)).unwrap();
            rest = &tail[1..];
            continue;
        }
        row.push(cell_text(first, plan));
        if row.len() == ROW {
            flush(text, &mut row);
        }
        rest = tail;
    }
    flush(text, &mut row);
}

fn flush(text: &mut String, row: &mut Vec<String>) {
    if !row.is_empty() {
        writeln!(text, "    .byte {}", row.join(", ")).unwrap();
        row.clear();
    }
}

fn cell_text(cell: &Cell, plan: &Plan) -> String {
    match cell {
        Cell::Byte(value) => format!("${value:02x}"),
        Cell::Low(place) => format!("<({})", Spelled(place, &plan.spelling)),
        Cell::High(place) => format!(">({})", Spelled(place, &plan.spelling)),
    }
}

/// Space nobody initialises: frames and the software stack.
fn write_reserved(text: &mut String, program: &Program) {
    for (name, bytes) in [(FRAMES, program.frames), (SOFT_STACK, program.stack)] {
        if bytes > 0 {
            writeln!(text, "\n.segment \"NOINIT\"\n{name}: .res {bytes}").unwrap();
        }
    }
}

/// Every symbol the program mentions, with its largest offset, in order of first mention.
pub fn mentioned(program: &Program) -> Vec<(String, i32)> {
    let mut found: Vec<(String, i32)> = Vec::new();
    let mut index = std::collections::BTreeMap::new();
    let mut mention = |place: &Place| {
        let Place::Symbol(name, offset) = place else {
            return;
        };
        let at = *index.entry(name.clone()).or_insert_with(|| {
            found.push((name.clone(), *offset));
            found.len() - 1
        });
        found[at].1 = found[at].1.max(*offset);
    };
    let lines = program.routines.iter().flat_map(|routine| &routine.lines);
    lines
        .filter_map(|line| {
            if let Line::Inst(inst) = line {
                inst.place()
            } else {
                None
            }
        })
        .for_each(&mut mention);
    for object in &program.objects {
        if let Content::Bytes(cells) = &object.content {
            for cell in cells {
                if let Cell::Low(place) | Cell::High(place) = cell {
                    mention(place);
                }
            }
        }
    }
    program.exports.values().for_each(mention);
    found
}

impl Inst {
    /// The place the operand is built on, if it has one.
    pub fn place(&self) -> Option<&Place> {
        use super::inst::Operand::*;
        match &self.arg {
            ImmediateLow(p)
            | ImmediateHigh(p)
            | Memory(p)
            | MemoryX(p)
            | MemoryY(p)
            | IndirectY(p)
            | IndirectX(p)
            | Indirect(p, _) => Some(p),
            None | Accumulator | Immediate(_) | Label(_) | LabelX(..) => Option::None,
        }
    }
}
