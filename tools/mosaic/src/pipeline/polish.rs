//! The small passes on every routine, while storage locations are still slots that nothing else can name, with what each routine may
//! assume of its callers and callees.

use super::{Allocated, Options, objects};
use crate::alloc::convention::{Crossing, OVERFLOW};
use crate::alloc::frames::Frame;
use crate::alloc::state::REGS;
use crate::asm::effects::{RegSet, ZeroPage};
use crate::asm::env::{CallEffect, Env, Touched};
use crate::asm::inst::{Label, Line, Mnemonic, Operand, Place, Routine};
use crate::peephole;
use crate::peephole::shrink;
use crate::runtime::{self, Libcall};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What all functions have in common of what surrounds them.
struct Surroundings {
    calls: Rc<BTreeMap<String, CallEffect>>,
    pairs: Rc<BTreeMap<u32, u32>>,
    zero_page: Rc<ZeroPage>,
    largest: Rc<BTreeMap<String, u8>>,
}

impl Allocated<'_> {
    /// Peephole rules on every routine, while storage locations are still slots that nothing else can name.
    pub fn polish(&mut self, options: &Options) {
        let program = Surroundings {
            calls: Rc::new(self.call_effects()),
            pairs: Rc::new(
                self.frames
                    .iter()
                    .flat_map(|frame| frame.pairs.clone())
                    .collect(),
            ),
            zero_page: Rc::new(self.costs.zero_page.clone()),
            largest: Rc::new(objects::largest(self.module)),
        };
        for place in 0..self.frames.len() {
            let env = self.surroundings_of(&self.frames[place], &program, options);
            let frame = &mut self.frames[place];
            let index = frame.function;
            let times = label_times(&frame.lines, &frame.frequency);
            let mut routine = Routine {
                name: self.conventions.names[index].clone(),
                section: None,
                lines: std::mem::take(&mut frame.lines),
            };
            let small = self.module.functions[index].attributes.opt_size;
            peephole::run(
                &mut routine,
                &env,
                &shrink::switched_off(&options.disabled, small),
            );
            self.surroundings.insert(index, env);
            frame.lines = routine.lines;
            frame.frequency = spread_times(&frame.lines, &times);
        }
    }

    /// What the passes may assume about everything around one function.
    fn surroundings_of(&self, frame: &Frame, program: &Surroundings, options: &Options) -> Env {
        let results = frame.results.iter().map(|slot| Place::Slot(*slot));
        Env {
            zero_page: program.zero_page.clone(),
            calls: self.calls_from(frame.function, &program.calls),
            live_at_return: self.live_at_return(frame.function),
            places_at_return: Touched::Only(results.collect()),
            pairs: program.pairs.clone(),
            largest: program.largest.clone(),
            show: options.show.clone(),
            ..Env::default()
        }
    }

    /// Registers that a caller may look at: those of the result, and those it was promised to find unchanged.
    fn live_at_return(&self, index: usize) -> RegSet {
        let convention = self.conventions.get(index);
        let mut live = RegSet::EMPTY;
        for reg in REGS {
            if convention.results.contains(&Crossing::Register(reg))
                || !convention.clobbers[reg as usize]
            {
                live |= reg.into();
            }
        }
        if convention.flags_from_a {
            live |= RegSet::NZ;
        }
        live
    }

    /// The effects of calls as this function sees them: a call that may come back to it can touch every slot of it.
    fn calls_from(
        &self,
        index: usize,
        calls: &Rc<BTreeMap<String, CallEffect>>,
    ) -> Rc<BTreeMap<String, CallEffect>> {
        let mut calls = calls.clone();
        let convention = self.conventions.get(index);
        if convention.recursive {
            let table = Rc::make_mut(&mut calls);
            for (member, group) in &self.graph.group {
                if *group == convention.group {
                    let name = self.conventions.names[*member].clone();
                    table.insert(name, CallEffect::default());
                }
            }
            table.insert(runtime::CALL_POINTER.into(), CallEffect::default());
        }
        calls
    }

    /// Slots a call may change for its caller: those in which arguments and results of the function cross, because
    /// it may use its arguments up, and those of all functions below it. One that calls through a pointer is left out.
    fn crossing_slots(&self) -> BTreeMap<usize, BTreeSet<u32>> {
        let mut written: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
        let mut callees: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for frame in &self.frames {
            let own = frame.arguments.iter().chain(&frame.results).copied();
            written.insert(frame.function, own.collect());
            let below = callees.entry(frame.function).or_default();
            for line in &frame.lines {
                let Line::Inst(inst) = line else { continue };
                if let (Mnemonic::Jsr | Mnemonic::Jmp, Operand::Memory(Place::Symbol(name, _))) =
                    (inst.op, &inst.arg)
                {
                    if name == runtime::CALL_POINTER {
                        written.remove(&frame.function);
                    }
                    below.extend(
                        self.conventions
                            .names
                            .iter()
                            .position(|other| other == name),
                    );
                }
            }
        }
        loop {
            let before = written.clone();
            for (function, below) in &callees {
                for callee in below {
                    match written.get(callee).cloned() {
                        Some(slots) => {
                            if let Some(own) = written.get_mut(function) {
                                own.extend(slots);
                            }
                        }
                        None if callees.contains_key(callee) => {
                            written.remove(function);
                        }
                        None => {}
                    }
                }
            }
            if before == written {
                return written;
            }
        }
    }

    fn call_effects(&self) -> BTreeMap<String, CallEffect> {
        let mut written = self.crossing_slots();
        let mut effects = BTreeMap::new();
        for frame in &self.frames {
            let convention = self.conventions.get(frame.function);
            let mut reads = RegSet::EMPTY;
            let mut writes = RegSet::FLAGS;
            for reg in REGS {
                if convention.params.contains(&Crossing::Register(reg)) {
                    reads |= reg.into();
                }
                if convention.clobbers[reg as usize] {
                    writes |= reg.into();
                }
            }
            let slots = |slots: &[u32]| {
                Touched::Only(slots.iter().map(|slot| Place::Slot(*slot)).collect())
            };
            effects.insert(
                self.conventions.names[frame.function].clone(),
                CallEffect {
                    reads,
                    writes,
                    reads_places: slots(&frame.arguments),
                    writes_places: written
                        .remove(&frame.function)
                        .map_or(Touched::Anything, |slots_written| {
                            slots(&slots_written.into_iter().collect::<Vec<_>>())
                        }),
                },
            );
        }
        for call in Libcall::ALL {
            let none = Touched::Only(Vec::new());
            effects.insert(
                call.label().to_owned(),
                CallEffect {
                    reads_places: none.clone(),
                    writes_places: none,
                    ..CallEffect::default()
                },
            );
        }
        // It stops there: nothing is taken and nothing comes back changed.
        effects.insert(
            OVERFLOW.into(),
            CallEffect {
                reads: RegSet::EMPTY,
                writes: RegSet::EMPTY,
                reads_places: Touched::Only(Vec::new()),
                writes_places: Touched::Only(Vec::new()),
            },
        );
        effects
    }
}

/// How often the code after each label runs.
fn label_times(lines: &[Line], frequency: &[f64]) -> BTreeMap<Label, f64> {
    let times = lines.iter().zip(frequency);
    times
        .filter_map(|(line, times)| {
            if let Line::Label(label) = line {
                Some((*label, *times))
            } else {
                None
            }
        })
        .collect()
}

/// Frequencies of lines that were moved about with their labels.
fn spread_times(lines: &[Line], times: &BTreeMap<Label, f64>) -> Vec<f64> {
    let mut now = times.values().next().copied().unwrap_or(1.0);
    lines
        .iter()
        .map(|line| {
            if let Line::Label(label) = line
                && let Some(known) = times.get(label)
            {
                now = *known;
            }
            now
        })
        .collect()
}
