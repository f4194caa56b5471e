//! The start code, generated from the layout: an optional BASIC line, machine set-up, then `mosaic_init`, which moves
//! copied segments to where they run and zeroes what must be zero. It may be called again in layouts without copied
//! regions; what those hold is overwritten in the file's place by BSS. If the layout names a segment for it, the start code
//! moves that segment first and `mosaic_init` runs there: in memory that the program uses for something else afterwards.
//! The linker checks that no move overwrites what is still to be moved.

use super::layout::{Keep, Layout, Span};
use crate::asm::program::{Content, Object, Program};
use crate::asm::text::letters;
use crate::asm::write::is_zero_page;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Where a loaded program is entered.
pub const ENTRY: &str = "start";
/// The subroutine a simulator calls before any function.
pub const INIT: &str = "mosaic_init";

/// The module's text; `entry` is the entry function as the assembler spells it.
pub fn source(
    program: &Program,
    layout: &Layout,
    used: &BTreeMap<String, u32>,
    entry: Option<&str>,
) -> String {
    let mut text = String::from("; Start code, written by mosaic.\n.setcpu \"6502\"\n");
    text.push_str(include_str!("../../runtime/start.inc"));
    writeln!(text, ".export {ENTRY}, {INIT}").unwrap();
    let init = layout.start.init.as_deref().map(letters);
    let init = init.as_deref().unwrap_or("START");
    let packed = layout.start.packed;
    if let Some(line) = layout.start.basic_line.filter(|_| !packed) {
        writeln!(
            text,
            ".segment \"BASIC\"\n    basic_line {line}, {}",
            layout.file_region().start
        )
        .unwrap();
    }
    // Who unpacks a program has put everything into its place already.
    let segment = if packed { init } else { "START" };
    writeln!(text, ".segment \"{segment}\"\n{ENTRY}:").unwrap();
    let returning = layout
        .start
        .entry
        .as_ref()
        .is_some_and(|name| program.returning.contains(name));
    match entry {
        Some(entry) if returning && layout.start.basic_line.is_some() && !packed => {
            write_return_to_basic(&mut text, layout, entry)
        }
        entry => {
            if let Some(port) = layout.start.port {
                writeln!(text, "    own_machine ${port:02x}").unwrap();
            }
            match entry {
                Some(entry) => {
                    write_call_of_init(&mut text, layout);
                    writeln!(text, ".import {entry}\n    jmp {entry}").unwrap()
                }
                None => writeln!(text, "    jmp {INIT}").unwrap(),
            }
        }
    }
    writeln!(text, ".segment \"{init}\"\n{INIT}:").unwrap();
    write_init(&mut text, program, layout, used);
    text.push_str("    rts\n");
    text
}

/// An entry that returns goes back to BASIC, which needs its zero page, the banks and its interrupt as they were.
fn write_return_to_basic(text: &mut String, layout: &Layout, entry: &str) {
    let Span { start, end } = layout.zeropage;
    let bytes = end - start + 1;
    let before = start.wrapping_sub(1) & 0xff;
    let (port, back) = match layout.start.port {
        Some(port) => (
            format!("    sei\n    lda $01\n    pha\n    lda #${port:02x}\n    sta $01\n"),
            "    pla\n    sta $01\n",
        ),
        None => (String::new(), ""),
    };
    // Copied segments still lie in the file where NOINIT will be.
    let has_copied = layout.regions.iter().any(|r| r.keep == Keep::Copied);
    let segment = if has_copied { "START" } else { "NOINIT" };
    write!(
        text,
        ".import {entry}\n    cld\n{port}    ldx #{bytes}\n\
         keep_zero_page:\n    lda <${before:02x},x\n    sta zero_page_of_basic - 1,x\n    dex\n    bne keep_zero_page\n"
    )
    .unwrap();
    write_call_of_init(text, layout);
    write!(
        text,
        "    jsr {entry}\n    sei\n    cld\n    ldx #{bytes}\n\
         give_zero_page:\n    lda zero_page_of_basic - 1,x\n    sta <${before:02x},x\n    dex\n    bne give_zero_page\n{back}    \
         cli\n    rts\n.segment \"{segment}\"\nzero_page_of_basic: .res {bytes}\n.segment \"START\"\n"
    )
    .unwrap();
}

/// Moves a segment from its place in the file to where it runs.
fn write_move(text: &mut String, segment: &str) {
    let bounds = format!("__{segment}_LOAD__, __{segment}_RUN__, __{segment}_SIZE__");
    writeln!(text, ".import {bounds}\n    move {bounds}").unwrap();
}

/// Calls `mosaic_init`, after moving it to its place if it has one of its own.
fn write_call_of_init(text: &mut String, layout: &Layout) {
    if let Some(segment) = layout.start.init.as_ref().filter(|_| !layout.start.packed) {
        write_move(text, &letters(segment));
    }
    writeln!(text, "    jsr {INIT}").unwrap();
}

/// The segments that the start code moves, in order.
fn moved(layout: &Layout, used: &BTreeMap<String, u32>) -> Vec<String> {
    if layout.start.packed {
        let zero_page = used.contains_key("ZPDATA").then(|| "ZPDATA".to_owned());
        return zero_page.into_iter().collect();
    }
    let segments = |over: bool| {
        let regions = layout.copied().filter(move |r| r.over.is_some() == over);
        regions.flat_map(|r| &r.segments).map(String::as_str)
    };
    let init = layout.start.init.as_deref();
    let others = segments(false).chain(["ZPDATA"]).chain(segments(true));
    let others = others.filter(|name| used.contains_key(*name) && init != Some(*name));
    init.into_iter().chain(others).map(letters).collect()
}

/// A move must not overwrite what is still to be moved, itself included: the copying loops do not care for overlaps.
fn write_checks(text: &mut String, moved: &[String]) {
    for (index, to) in moved.iter().enumerate() {
        for from in &moved[index..] {
            writeln!(
                text,
                ".import __{to}_RUN__, __{to}_SIZE__, __{from}_LOAD__, __{from}_SIZE__\n\
                 .assert __{to}_RUN__ >= __{from}_LOAD__ + __{from}_SIZE__ || \
                 __{to}_RUN__ + __{to}_SIZE__ <= __{from}_LOAD__, lderror, \
                 \"segment {to} would be copied over {from} while that is still in the file\""
            )
            .unwrap();
        }
    }
}

fn write_init(text: &mut String, program: &Program, layout: &Layout, used: &BTreeMap<String, u32>) {
    let in_regions = |keep: Keep| {
        let regions = layout.regions.iter().filter(move |r| r.keep == keep);
        regions.flat_map(|r| &r.segments).map(String::as_str)
    };
    // Copied segments lie in the file where BSS will be: they move before anything is zeroed.
    let moved = moved(layout, used);
    let is_moved = layout.start.init.is_some() && !layout.start.packed;
    for segment in moved.iter().skip(usize::from(is_moved)) {
        write_move(text, segment);
    }
    write_checks(text, &moved);
    let is_zeroed =
        |object: &Object| is_zero_page(object) && matches!(object.content, Content::Zero(_));
    let has_zeroed = program.objects.iter().any(is_zeroed);
    let zero_page = has_zeroed.then_some("ZPBSS");
    let zeroed = in_regions(Keep::Zeroed)
        .chain(["BSS"])
        .filter(|name| used.contains_key(*name))
        .chain(zero_page);
    for segment in zeroed.map(letters) {
        writeln!(text, ".import __{segment}_RUN__, __{segment}_SIZE__").unwrap();
        writeln!(text, "    clear __{segment}_RUN__, __{segment}_SIZE__").unwrap();
    }
}
