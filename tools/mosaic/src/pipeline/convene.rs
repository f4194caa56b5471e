//! How each function is called, and its code: conventions first, then the register search, callees before callers.

use super::Allocated;
use crate::alloc::convention::{Convention, Crossing, ORDER, by_pointer};
use crate::alloc::frames::Frame;
use crate::alloc::generate;
use crate::alloc::moves::Search;
use crate::alloc::rematerialise;
use crate::alloc::state::{Hold, Price, REGS, Shape};
use crate::alloc::terminators;
use crate::asm::inst::{Line, Mnemonic, Operand, Place};
use crate::ops::flow::Flow;
use crate::ops::live::Live;
use crate::ops::model::*;
use std::cell::Cell as Counter;

impl Allocated<'_> {
    pub(super) fn generate_all(&mut self) {
        // The functions of a circle call each other before their code is known: their conventions come first.
        for index in self.graph.order.clone() {
            if self.graph.recursive.contains(&index) {
                self.convene(index);
            }
        }
        for index in self.graph.order.clone() {
            if !self.graph.recursive.contains(&index) {
                self.convene(index);
            }
            self.generate(index);
        }
    }

    fn slots(&mut self, count: u32) -> u32 {
        self.next_slot += count;
        self.next_slot - count
    }

    /// Decides how a function is called, and lays out its slots.
    fn convene(&mut self, index: usize) {
        let mut frame = self.empty_frame(index);
        let (crossings, moves) = if self.graph.address_taken.contains(&index) {
            self.cross_by_pointer(index)
        } else {
            self.cross_by_register(index, &mut frame)
        };
        frame.slots.end = self.next_slot;
        if let Some(func) = self.funcs.get_mut(&index) {
            func.blocks[0].ops.splice(0..0, moves);
        }
        self.frames.push(frame);
        let group = self.graph.group[&index];
        let recursive = self.graph.recursive.contains(&index);
        let mut by_pointer = self.graph.by_pointer[&index].iter();
        self.conventions.of[index] = Some(Convention {
            params: crossings.params,
            results: crossings.results,
            clobbers: [true; 3],
            flags_from_a: false,
            group,
            recursive,
            pointer_recursive: recursive
                && by_pointer.any(|taken| self.graph.group[taken] == group),
        });
    }

    /// A frame with a slot for each variable, and two for the vector of a jump table.
    fn empty_frame(&mut self, index: usize) -> Frame {
        let func = &self.funcs[&index];
        let pairs = func.pairs.clone();
        let vector = terminators::vector_slots(func);
        let vars = func.var_count + vector;
        let first = self.slots(vars);
        let vector = (vector > 0).then(|| terminators::vector_slot(first, &self.funcs[&index]));
        Frame {
            function: index,
            lines: Vec::new(),
            frequency: Vec::new(),
            slots: first..first,
            arguments: Vec::new(),
            results: Vec::new(),
            pairs: pairs
                .iter()
                .map(|(low, high)| (first + low, first + high))
                .chain(vector.map(|low| (low, low + 1)))
                .collect(),
        }
    }

    /// All functions whose address is taken are called alike, because the caller does not know which one it calls: their
    /// arguments cross in one common block, and are copied from there before a call of their own can overwrite it.
    fn cross_by_pointer(&self, index: usize) -> (Crossings, Vec<Op>) {
        let func = &self.funcs[&index];
        let (params, results) = by_pointer(func.params.len(), func.result_bytes as usize);
        let crossed = params.iter().zip(&func.params);
        let moves = crossed
            .filter_map(|(crossing, param)| match (crossing, param) {
                (Crossing::Memory(place), Some(var)) => Some(fetch(*var, place.clone())),
                _ => None,
            })
            .collect();
        (Crossings { params, results }, moves)
    }

    /// The first bytes that the function looks at cross in registers, the others in slots of the callee. Where it is not
    /// recursive that is the variable's own slot; a recursive one fetches it, since the next activation writes it anew.
    fn cross_by_register(&mut self, index: usize, frame: &mut Frame) -> (Crossings, Vec<Op>) {
        let func = &self.funcs[&index];
        let live = Live::of(func, &Flow::of(func));
        let recursive = self.graph.recursive.contains(&index);
        let (params, results) = (func.params.clone(), func.result_bytes as usize);
        let mut registers = ORDER.iter();
        let mut crossings = Crossings::default();
        let mut moves = Vec::new();
        for param in params {
            let var = param.filter(|var| live.at_start[0].contains(*var as usize));
            crossings.params.push(match (var, registers.as_slice()) {
                (None, _) => Crossing::Unused,
                (Some(_), [_, ..]) => Crossing::Register(*registers.next().expect("one is left")),
                (Some(var), []) => {
                    let slot = if recursive {
                        let slot = self.slots(1);
                        moves.push(fetch(var, Place::Slot(slot)));
                        slot
                    } else {
                        frame.slots.start + var
                    };
                    frame.arguments.push(slot);
                    Crossing::Memory(Place::Slot(slot))
                }
            });
        }
        for byte in 0..results {
            crossings.results.push(match ORDER.get(byte) {
                Some(reg) => Crossing::Register(*reg),
                None => {
                    let slot = self.slots(1);
                    frame.results.push(slot);
                    Crossing::Memory(Place::Slot(slot))
                }
            });
        }
        (crossings, moves)
    }

    fn generate(&mut self, index: usize) {
        self.costs.price = if self.module.functions[index].attributes.opt_size {
            Price::SMALL
        } else {
            Price::FAST
        };
        let func = &self.funcs[&index];
        let frame = self
            .frames
            .iter()
            .position(|frame| frame.function == index)
            .expect("it was convened");
        let search = Search {
            func,
            copies: rematerialise::copies_of_globals(func, &self.costs),
            index,
            costs: &self.costs,
            first_slot: self.frames[frame].slots.start,
            labels: Counter::new(func.blocks.len() as u32),
            conventions: &self.conventions,
            stack: self.stack,
        };
        let entry = entry_shape(func, self.conventions.get(index));
        let generated = generate::generate(&search, entry);
        let calls = self.graph.frequency[&index];
        let mut clobbers = self.clobbers(&generated.lines);
        for result in &self.conventions.get(index).results {
            if let Crossing::Register(reg) = result {
                clobbers[*reg as usize] = true;
            }
        }
        let flags = self.flags_from_a(index, &generated.lines);
        self.frames[frame].frequency = generated
            .frequency
            .iter()
            .map(|times| times * calls)
            .collect();
        self.frames[frame].lines = generated.lines;
        if let Some(convention) = &mut self.conventions.of[index] {
            convention.clobbers = clobbers;
            convention.flags_from_a = flags;
        }
    }

    fn clobbers(&self, lines: &[Line]) -> [bool; 3] {
        let mut clobbers = [false; 3];
        for line in lines {
            let Line::Inst(inst) = line else { continue };
            let writes = inst.writes();
            for reg in REGS {
                clobbers[reg as usize] |= writes.meets(reg.into());
            }
            if let (Mnemonic::Jsr, Operand::Memory(Place::Symbol(name, _))) = (inst.op, &inst.arg) {
                let callee = self
                    .conventions
                    .names
                    .iter()
                    .position(|other| other == name);
                let destroyed = callee
                    .and_then(|callee| self.conventions.of[callee].as_ref())
                    .map_or([true; 3], |callee| callee.clobbers);
                for reg in 0..3 {
                    clobbers[reg] |= destroyed[reg];
                }
            }
        }
        clobbers
    }

    /// Does every return come right after something that sets N and Z from A?
    fn flags_from_a(&self, index: usize, lines: &[Line]) -> bool {
        if self.funcs[&index].result_bytes == 0 {
            return false;
        }
        let insts: Vec<_> = lines.iter().collect();
        insts.windows(2).all(|pair| match pair {
            [before, Line::Inst(inst)] if inst.op == Mnemonic::Rts => match before {
                Line::Inst(before) => before.sets_flags_from_a(),
                _ => false,
            },
            _ => true,
        })
    }
}

/// Where the bytes of arguments and results are during a call.
#[derive(Default)]
struct Crossings {
    params: Vec<Crossing>,
    results: Vec<Crossing>,
}

/// A parameter is read from where it crossed.
fn fetch(var: Var, place: Place) -> Op {
    Op::Move {
        dst: var,
        src: Src::Mem(Addr::Abs(place)),
    }
}

/// What the registers hold when a function begins.
fn entry_shape(func: &Func, convention: &Convention) -> Shape {
    let mut shape = Shape {
        regs: [Hold::Nothing; 3],
        stale: Vec::new(),
        carry: None,
        flags: None,
    };
    for (param, crossing) in func.params.iter().zip(&convention.params) {
        if let (Some(var), Crossing::Register(reg)) = (param, crossing) {
            shape.regs[*reg as usize] = Hold::Var(*var);
            shape.stale.push(*var);
        }
    }
    shape.stale.sort_unstable();
    shape
}
