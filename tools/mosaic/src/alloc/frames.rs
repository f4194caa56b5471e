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
    let program = Program::new(frames, graph, names, count);
    let mut conflicts = Conflicts {
        rows: vec![BitSet::new(count); count],
        used: BitSet::new(count),
        weight: vec![0.0; count],
    };
    keep_handlers_apart(frames, graph, &program.reach, &mut conflicts);
    for frame in frames {
        let liveness = Liveness::of(frame, &program);
        liveness.add_conflicts(&program, &mut conflicts);
        liveness.add_conflicts_on_entry(&mut conflicts);
    }
    assign(frames, &conflicts, zero_page_bytes)
}

/// What liveness has to know of the program around a function.
struct Program<'f> {
    by_name: HashMap<&'f str, usize>,
    frames: HashMap<usize, &'f Frame>,
    graph: &'f CallGraph,
    /// By function: the slots of all that may run while a call of it lasts.
    reach: HashMap<usize, BitSet>,
    /// Slots of the whole program.
    count: usize,
}

impl<'f> Program<'f> {
    fn new(frames: &'f [Frame], graph: &'f CallGraph, names: &'f [String], count: usize) -> Self {
        let by_function: HashMap<usize, &Frame> =
            frames.iter().map(|frame| (frame.function, frame)).collect();
        let slots_below = |frame: &Frame| {
            let mut set = BitSet::new(count);
            for function in graph.reach(frame.function) {
                if let Some(other) = by_function.get(&function) {
                    let slots = other.slots.clone();
                    slots.for_each(|slot| set.insert(slot as usize));
                }
            }
            (frame.function, set)
        };
        Self {
            reach: frames.iter().map(slots_below).collect(),
            by_name: names
                .iter()
                .enumerate()
                .map(|(index, name)| (name.as_str(), index))
                .collect(),
            frames: by_function,
            graph,
            count,
        }
    }

    /// The functions of the program that an instruction of `caller` may call. A jump to a function is a call, too: the callee
    /// returns in the caller's place.
    fn called(&self, caller: &Frame, inst: &Inst) -> Vec<&'f Frame> {
        let (Mnemonic::Jsr | Mnemonic::Jmp, Operand::Memory(Place::Symbol(name, 0))) =
            (&inst.op, &inst.arg)
        else {
            return Vec::new();
        };
        let callees: Vec<usize> = match self.by_name.get(name.as_str()) {
            Some(index) => vec![*index],
            None if name == CALL_POINTER => self.graph.by_pointer[&caller.function]
                .iter()
                .copied()
                .collect(),
            None => Vec::new(),
        };
        let with_frames = callees.iter().filter_map(|callee| self.frames.get(callee));
        with_frames.copied().collect()
    }
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

/// The interference graph.
struct Conflicts {
    /// By slot: the slots that must have another byte.
    rows: Vec<BitSet>,
    /// Slots that some instruction names; the others need no byte.
    used: BitSet,
    /// By slot: how often it is accessed.
    weight: Vec<f64>,
}

impl Conflicts {
    fn add(&mut self, a: usize, b: usize) {
        if a != b {
            self.rows[a].insert(b);
            self.rows[b].insert(a);
        }
    }

    fn add_all(&mut self, slot: usize, others: &BitSet) {
        others.iter().for_each(|other| self.add(slot, other));
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

/// Which slots of a function are live where.
struct Liveness<'f> {
    frame: &'f Frame,
    flow: Flow,
    /// By block: live where it begins.
    at_start: Vec<BitSet>,
    /// Live where the function returns: its results.
    at_return: BitSet,
    /// Slots of the whole program.
    slot_count: usize,
}

impl<'f> Liveness<'f> {
    /// The usual backward data-flow analysis, to its fixed point.
    fn of(frame: &'f Frame, program: &Program) -> Self {
        let flow = Flow::new(&frame.lines);
        let mut at_return = BitSet::new(program.count);
        let results = frame.results.iter();
        results.for_each(|slot| at_return.insert(*slot as usize));
        let mut found = Self {
            frame,
            at_start: vec![BitSet::new(program.count); flow.blocks.len()],
            flow,
            at_return,
            slot_count: program.count,
        };
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..found.flow.blocks.len()).rev() {
                let mut live = found.at_end(block);
                for line in frame.lines[found.flow.blocks[block].lines.clone()]
                    .iter()
                    .rev()
                {
                    if let Line::Inst(inst) = line {
                        found.step_back(&mut live, inst, program);
                    }
                }
                changed |= found.at_start[block].union(&live);
            }
        }
        found
    }

    fn at_end(&self, block: usize) -> BitSet {
        let block = &self.flow.blocks[block];
        let mut live = if block.exit == Exit::Inside {
            BitSet::new(self.slot_count)
        } else {
            self.at_return.clone()
        };
        for next in &block.next {
            live.union(&self.at_start[*next]);
        }
        live
    }

    /// From what is live after an instruction to what is live before it. A call writes the callee's results and reads its
    /// arguments, which are slots of the callee.
    fn step_back(&self, live: &mut BitSet, inst: &Inst, program: &Program) {
        for callee in program.called(self.frame, inst) {
            let (results, arguments) = (callee.results.iter(), callee.arguments.iter());
            results.for_each(|slot| live.remove(*slot as usize));
            arguments.for_each(|slot| live.insert(*slot as usize));
        }
        let (reads, write) = accesses(inst, &self.frame.pairs);
        if let Some(slot) = write {
            live.remove(slot as usize);
        }
        reads.iter().for_each(|slot| live.insert(*slot as usize));
    }

    /// Conflicts inside the function and across its calls, and how often each slot is accessed.
    fn add_conflicts(&self, program: &Program, conflicts: &mut Conflicts) {
        for block in 0..self.flow.blocks.len() {
            let mut live = self.at_end(block);
            for at in self.flow.blocks[block].lines.clone().rev() {
                let Line::Inst(inst) = &self.frame.lines[at] else {
                    continue;
                };
                for callee in program.called(self.frame, inst) {
                    // Its results are written by the call itself, so they need not survive what it calls.
                    let mut across = live.clone();
                    let results = callee.results.iter();
                    results.for_each(|slot| across.remove(*slot as usize));
                    let below = &program.reach[&callee.function];
                    across
                        .iter()
                        .for_each(|slot| conflicts.add_all(slot, below));
                }
                let (reads, write) = accesses(inst, &self.frame.pairs);
                for slot in reads.iter().chain(&write) {
                    conflicts.weight[*slot as usize] += self.frame.frequency[at];
                    conflicts.used.insert(*slot as usize);
                }
                // What is written may destroy whatever is live after it, its own slot apart.
                if let Some(slot) = write {
                    conflicts.add_all(slot as usize, &live);
                }
                self.step_back(&mut live, inst, program);
            }
        }
    }

    /// What is live on entry was all put there before, and by nobody of this function: it conflicts with each other.
    fn add_conflicts_on_entry(&self, conflicts: &mut Conflicts) {
        let live = self.at_start.first().into_iter().flat_map(BitSet::iter);
        let arguments = self.frame.arguments.iter().map(|slot| *slot as usize);
        let entry: BTreeSet<usize> = live.chain(arguments).collect();
        for a in &entry {
            for b in &entry {
                conflicts.add(*a, *b);
            }
        }
    }
}

/// What gets its bytes together: a slot, or the two of a pointer.
struct Unit {
    low: u32,
    high: Option<u32>,
    weight: f64,
}

/// All units, in the order in which they choose: pointers first, because they must be in zero page, then the busiest.
fn units(frames: &[Frame], conflicts: &Conflicts) -> Vec<Unit> {
    let pairs: BTreeMap<u32, u32> = frames
        .iter()
        .flat_map(|frame| frame.pairs.clone())
        .collect();
    let weight = |slot: u32| conflicts.weight[slot as usize];
    let is_used = |slot: u32| conflicts.used.contains(slot as usize);
    let highs: BTreeSet<u32> = pairs.values().copied().collect();
    let mut units: Vec<Unit> = Vec::new();
    for low in conflicts.used.iter().map(|slot| slot as u32) {
        if highs.contains(&low) {
            continue;
        }
        let high = pairs.get(&low).copied();
        units.push(Unit {
            low,
            high,
            weight: weight(low) + high.map_or(0.0, weight),
        });
    }
    // A half used alone, without its partner ever being read, still has its place.
    for slot in highs {
        let mut partners = pairs.iter().filter(|(_, high)| **high == slot);
        if is_used(slot) && !partners.any(|(low, _)| is_used(*low)) {
            units.push(Unit {
                low: slot,
                high: None,
                weight: weight(slot),
            });
        }
    }
    units.sort_by(|a, b| {
        b.high
            .is_some()
            .cmp(&a.high.is_some())
            .then(b.weight.total_cmp(&a.weight))
            .then(a.low.cmp(&b.low))
    });
    units
}

/// Greedy colouring: each unit takes the first byte where it meets nobody it conflicts with.
fn assign(frames: &[Frame], conflicts: &Conflicts, zero_page_bytes: u32) -> Result<Placement> {
    let mut offset_of: HashMap<u32, u32> = HashMap::new();
    let mut placement = Placement {
        zero_page: 0,
        frames: 0,
        place_of: HashMap::new(),
    };
    for unit in units(frames, conflicts) {
        let members: Vec<u32> = [Some(unit.low), unit.high].into_iter().flatten().collect();
        let size = members.len() as u32;
        let free = |at: u32| {
            members.iter().enumerate().all(|(index, slot)| {
                conflicts.rows[*slot as usize]
                    .iter()
                    .all(|other| offset_of.get(&(other as u32)) != Some(&(at + index as u32)))
            })
        };
        let first_free = |from: u32| {
            (from..)
                .find(|at| free(*at))
                .expect("the frames have no end")
        };
        let mut at = first_free(0);
        if unit.high.is_some() && at + size > zero_page_bytes {
            return Err(Error::new(format!(
                "zero page is full: no room for a pointer, {zero_page_bytes} bytes are available"
            )));
        }
        // Zero page is the first part of one long row of bytes; what comes after it lies in the frames area.
        if at + size > zero_page_bytes && at < zero_page_bytes {
            at = first_free(zero_page_bytes);
        }
        for (slot, offset) in members.into_iter().zip(at..) {
            offset_of.insert(slot, offset);
            placement.put(slot, offset, zero_page_bytes);
        }
    }
    Ok(placement)
}

impl Placement {
    /// A slot gets the byte with this number in the row of zero page and frames.
    fn put(&mut self, slot: u32, offset: u32, zero_page_bytes: u32) {
        let place = if offset < zero_page_bytes {
            self.zero_page = self.zero_page.max(offset + 1);
            Place::Symbol(ZERO_PAGE_FRAMES.into(), offset as i32)
        } else {
            self.frames = self.frames.max(offset + 1 - zero_page_bytes);
            Place::Symbol(FRAMES.into(), (offset - zero_page_bytes) as i32)
        };
        self.place_of.insert(slot, place);
    }
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
