//! Static frames: every slot gets a byte in zero page or in the frames area, and slots share a byte where they can.
//!
//! A 6502 has no cheap stack frame, so a local variable has a fixed address. What makes that affordable is an interference
//! graph over the slots of the whole program. Two slots conflict
//! - inside a function, when one is written while the other is live;
//! - across functions, when one is live across a call and the other belongs to the callee or to anything it may call;
//! - always, when one belongs to an interrupt handler and the other does not.
//!
//! The graph is coloured greedily, pointers first and then by how often a slot is accessed: colour 0 is the first byte of
//! zero page, and colours beyond its end lie in the frames area. That is right because a byte is only read as the slot that
//! was written to it last: anything that could be written in between conflicts by one of the three rules. Recursion needs
//! no rule of its own: what lives across a recursive call has been saved on the software stack by the call sequence
//! (`alloc::call_sequence`), whose loads and stores are in the code that is looked at here. `check::slots` proves the result
//! by another argument.
//!
//! Needs: code with slots. Leaves: code without. Slots of a pointer pair end up side by side in zero page.

use crate::asm::flow::{Exit, Flow};
use crate::asm::inst::{Inst, Line, Mnemonic, Operand, Place};
use crate::asm::write::{FRAMES, ZERO_PAGE_FRAMES};
use crate::cpu::opcode::Access;
use crate::error::{Error, Result};
use crate::ops::call_graph::CallGraph;
use crate::ops::live::BitSet;
use crate::runtime::CALL_POINTER;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A function's code as far as its slots matter.
pub struct Frame {
    /// Index of the function in the module.
    pub function: usize,
    /// Its code, with virtual slots for the bytes of its frame.
    pub lines: Vec<Line>,
    /// How often each line runs, over the whole program.
    pub frequency: Vec<f64>,
    /// Slots of this function: storage locations of variables, argument and result slots.
    pub slots: std::ops::Range<u32>,
    /// Argument slots, written by callers.
    pub arguments: Vec<u32>,
    /// Result slots, read by callers.
    pub results: Vec<u32>,
    /// Low slot to high slot of pointer pairs.
    pub pairs: BTreeMap<u32, u32>,
}

/// The address of every slot of the program.
pub struct Placement {
    /// Bytes that the frames take in zero page.
    pub zero_page: u32,
    /// Bytes that the frames take outside zero page.
    pub frames: u32,
    /// The byte each slot was given.
    pub place_of: HashMap<u32, Place>,
}

/// Gives every slot a byte, the busiest first.
pub fn place(
    frames: &[Frame],
    graph: &CallGraph,
    names: &[String],
    zero_page_bytes: u32,
) -> Result<Placement> {
    let count = frames
        .iter()
        .map(|frame| frame.slots.end)
        .max()
        .unwrap_or(0) as usize;
    let mut conflicts = Conflicts {
        rows: vec![BitSet::new(count); count],
        used: BitSet::new(count),
    };
    let mut weight = vec![0.0; count];
    let by_name: HashMap<&str, usize> = names
        .iter()
        .enumerate()
        .map(|(index, name)| (name.as_str(), index))
        .collect();
    let slots_of: HashMap<usize, &Frame> =
        frames.iter().map(|frame| (frame.function, frame)).collect();
    let mut reach: HashMap<usize, BitSet> = HashMap::new();
    for frame in frames {
        let mut set = BitSet::new(count);
        for function in graph.reach(frame.function) {
            if let Some(other) = slots_of.get(&function) {
                other
                    .slots
                    .clone()
                    .for_each(|slot| set.insert(slot as usize));
            }
        }
        reach.insert(frame.function, set);
    }
    keep_handlers_apart(frames, graph, &reach, &mut conflicts);
    for frame in frames {
        analyse(
            frame,
            &by_name,
            &slots_of,
            &reach,
            graph,
            count,
            &mut conflicts,
            &mut weight,
        );
    }
    assign(frames, &conflicts, &weight, zero_page_bytes)
}

/// A handler runs while any other code does: its bytes, and those of all it calls, are nobody else's.
fn keep_handlers_apart(
    frames: &[Frame],
    graph: &CallGraph,
    reach: &HashMap<usize, BitSet>,
    conflicts: &mut Conflicts,
) {
    for handler in &graph.handlers {
        let Some(own) = reach.get(handler) else {
            continue;
        };
        let all = frames.iter().flat_map(|frame| frame.slots.clone());
        let others: Vec<usize> = all
            .map(|slot| slot as usize)
            .filter(|slot| !own.contains(*slot))
            .collect();
        for slot in own.iter().collect::<Vec<_>>() {
            others.iter().for_each(|other| conflicts.add(slot, *other));
        }
    }
}

struct Conflicts {
    rows: Vec<BitSet>,
    used: BitSet,
}

impl Conflicts {
    fn add(&mut self, a: usize, b: usize) {
        if a != b {
            self.rows[a].insert(b);
            self.rows[b].insert(a);
        }
    }
}

/// Slots an instruction reads and writes.
fn accesses(inst: &Inst, pairs: &BTreeMap<u32, u32>) -> (Vec<u32>, Option<u32>) {
    match (&inst.arg, inst.access()) {
        (Operand::IndirectY(Place::Slot(low)) | Operand::Indirect(Place::Slot(low), _), _) => {
            (vec![*low, pairs[low]], None)
        }
        (Operand::Memory(Place::Slot(slot)), Access::Write) => (Vec::new(), Some(*slot)),
        (Operand::Memory(Place::Slot(slot)), Access::Modify) => (vec![*slot], Some(*slot)),
        (Operand::Memory(Place::Slot(slot)), _) => (vec![*slot], None),
        _ => (Vec::new(), None),
    }
}

#[allow(clippy::too_many_arguments)] // the whole program's tables
fn analyse(
    frame: &Frame,
    by_name: &HashMap<&str, usize>,
    frames: &HashMap<usize, &Frame>,
    reach: &HashMap<usize, BitSet>,
    graph: &CallGraph,
    count: usize,
    conflicts: &mut Conflicts,
    weight: &mut [f64],
) {
    let called = |inst: &Inst| -> Vec<usize> {
        match (&inst.op, &inst.arg) {
            (Mnemonic::Jsr | Mnemonic::Jmp, Operand::Memory(Place::Symbol(name, 0))) => {
                match by_name.get(name.as_str()) {
                    Some(index) => vec![*index],
                    None if name == CALL_POINTER => {
                        let by_pointer = &graph.by_pointer[&frame.function];
                        by_pointer.iter().copied().collect()
                    }
                    None => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    };
    let flow = Flow::new(&frame.lines);
    let mut at_start: Vec<BitSet> = vec![BitSet::new(count); flow.blocks.len()];
    let exit_live = {
        let mut set = BitSet::new(count);
        frame
            .results
            .iter()
            .for_each(|slot| set.insert(*slot as usize));
        set
    };
    let step = |live: &mut BitSet, inst: &Inst| {
        for callee in called(inst) {
            if let Some(other) = frames.get(&callee) {
                other
                    .results
                    .iter()
                    .for_each(|slot| live.remove(*slot as usize));
                other
                    .arguments
                    .iter()
                    .for_each(|slot| live.insert(*slot as usize));
            }
        }
        let (reads, write) = accesses(inst, &frame.pairs);
        if let Some(slot) = write {
            live.remove(slot as usize);
        }
        reads.iter().for_each(|slot| live.insert(*slot as usize));
    };
    let end_of = |block: usize, at_start: &[BitSet]| {
        let mut live = BitSet::new(count);
        for next in &flow.blocks[block].next {
            live.union(&at_start[*next]);
        }
        if flow.blocks[block].exit != Exit::Inside {
            live.union(&exit_live);
        }
        live
    };
    let mut changed = true;
    while changed {
        changed = false;
        for block in (0..flow.blocks.len()).rev() {
            let mut live = end_of(block, &at_start);
            for line in frame.lines[flow.blocks[block].lines.clone()].iter().rev() {
                if let Line::Inst(inst) = line {
                    step(&mut live, inst);
                }
            }
            changed |= at_start[block].union(&live);
        }
    }
    for block in 0..flow.blocks.len() {
        let mut live = end_of(block, &at_start);
        for at in flow.blocks[block].lines.clone().rev() {
            let Line::Inst(inst) = &frame.lines[at] else {
                continue;
            };
            for callee in called(inst) {
                let mut across = live.clone();
                if let Some(other) = frames.get(&callee) {
                    other
                        .results
                        .iter()
                        .for_each(|slot| across.remove(*slot as usize));
                    for slot in across.iter().collect::<Vec<_>>() {
                        for other in reach[&callee].iter().collect::<Vec<_>>() {
                            conflicts.add(slot, other);
                        }
                    }
                }
            }
            let (reads, write) = accesses(inst, &frame.pairs);
            for slot in reads.iter().chain(&write) {
                weight[*slot as usize] += frame.frequency[at];
                conflicts.used.insert(*slot as usize);
            }
            if let Some(slot) = write {
                for other in live.iter().collect::<Vec<_>>() {
                    conflicts.add(slot as usize, other);
                }
            }
            step(&mut live, inst);
        }
    }
    // What is there on entry was all put there before.
    let entry: BTreeSet<usize> = at_start
        .first()
        .into_iter()
        .flat_map(BitSet::iter)
        .chain(frame.arguments.iter().map(|slot| *slot as usize))
        .collect();
    for a in &entry {
        for b in &entry {
            conflicts.add(*a, *b);
        }
    }
}

fn assign(
    frames: &[Frame],
    conflicts: &Conflicts,
    weight: &[f64],
    zero_page_bytes: u32,
) -> Result<Placement> {
    let pairs: BTreeMap<u32, u32> = frames
        .iter()
        .flat_map(|frame| frame.pairs.clone())
        .collect();
    let highs: BTreeSet<u32> = pairs.values().copied().collect();
    let mut units: Vec<(bool, f64, u32, Option<u32>)> = Vec::new();
    for slot in conflicts.used.iter().map(|slot| slot as u32) {
        if highs.contains(&slot) {
            continue;
        }
        let high = pairs.get(&slot).copied();
        let total = weight[slot as usize] + high.map_or(0.0, |high| weight[high as usize]);
        units.push((high.is_some(), total, slot, high));
    }
    // A half used alone, without its partner ever being read, still has its place.
    for slot in &highs {
        if conflicts.used.contains(*slot as usize)
            && !pairs
                .iter()
                .any(|(low, high)| high == slot && conflicts.used.contains(*low as usize))
        {
            units.push((false, weight[*slot as usize], *slot, None));
        }
    }
    units.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.total_cmp(&a.1)).then(a.2.cmp(&b.2)));
    let mut offset_of: HashMap<u32, u32> = HashMap::new();
    let mut placement = Placement {
        zero_page: 0,
        frames: 0,
        place_of: HashMap::new(),
    };
    for (pair, _, low, high) in units {
        let members: Vec<u32> = [Some(low), high].into_iter().flatten().collect();
        let size = members.len() as u32;
        let free = |at: u32| {
            members.iter().enumerate().all(|(index, slot)| {
                conflicts.rows[*slot as usize]
                    .iter()
                    .all(|other| offset_of.get(&(other as u32)) != Some(&(at + index as u32)))
            })
        };
        let mut at = 0;
        while !free(at) {
            at += 1;
        }
        if pair && at + size > zero_page_bytes {
            return Err(Error::new(format!(
                "zero page is full: no room for a pointer, {zero_page_bytes} bytes are available"
            )));
        }
        // Zero page is the first part of one long row of bytes; what comes after it lies in the frames area.
        if at + size > zero_page_bytes && at < zero_page_bytes {
            at = zero_page_bytes;
            while !free(at) {
                at += 1;
            }
        }
        for (index, slot) in members.iter().enumerate() {
            let offset = at + index as u32;
            offset_of.insert(*slot, offset);
            let place = if offset < zero_page_bytes {
                placement.zero_page = placement.zero_page.max(offset + 1);
                Place::Symbol(ZERO_PAGE_FRAMES.into(), offset as i32)
            } else {
                placement.frames = placement.frames.max(offset + 1 - zero_page_bytes);
                Place::Symbol(FRAMES.into(), (offset - zero_page_bytes) as i32)
            };
            placement.place_of.insert(*slot, place);
        }
    }
    Ok(placement)
}

/// Puts the places into the code.
pub fn rewrite(lines: &mut [Line], placement: &Placement) {
    for line in lines {
        if let Line::Inst(inst) = line
            && let Operand::Memory(place) | Operand::IndirectY(place) | Operand::Indirect(place, _) =
                &mut inst.arg
            && let Place::Slot(slot) = place
        {
            *place = placement.place_of[slot].clone();
        }
    }
}
