//! Every function as instructions, its storage locations still slots: the stage between the register search and addresses.

use super::{Lowered, Options};
use crate::alloc::convention::{Conventions, POINTER_BLOCK, Stack};
use crate::alloc::frames::Frame;
use crate::alloc::state::{Costs, Price};
use crate::alloc::{terminators, zeropage};
use crate::analyse::planes::Planes;
use crate::asm::effects::ZeroPage;
use crate::asm::env::Env;
use crate::asm::inst::{Inst, Line, Mnemonic, Operand, Place};
use crate::asm::text;
use crate::check;
use crate::error::Result;
use crate::ir::model::Module;
use crate::lower::stack::OBJECT_POINTER;
use crate::ops::call_graph::CallGraph;
use crate::ops::model::Func;
use crate::runtime;
use std::collections::{BTreeMap, BTreeSet};

/// A program whose functions have their instructions, generated callees first.
pub struct Allocated<'m> {
    pub(super) module: &'m Module,
    /// Objects that lie in byte planes.
    pub(super) planes: Planes,
    pub(super) funcs: BTreeMap<usize, Func>,
    pub(super) graph: CallGraph,
    pub(super) conventions: Conventions,
    pub(super) costs: Costs,
    pub(super) next_slot: u32,
    /// The functions' code with slots, one frame each.
    pub frames: Vec<Frame>,
    /// Globals that live in zero page.
    pub(super) globals: BTreeSet<String>,
    /// What each routine may assume of its callers and callees.
    pub(super) surroundings: BTreeMap<usize, Env>,
    pub(super) stack: Stack,
}

impl<'m> Lowered<'m> {
    /// Calling conventions, registers and instructions for every function.
    pub fn allocate(self, options: &Options) -> Allocated<'m> {
        let mut allocated = Allocated::begin(self, options);
        allocated.generate_all();
        for frame in &allocated.frames {
            let name = &allocated.funcs[&frame.function].name;
            let show = &options.show;
            show.add("alloc", name, || text::lines(&frame.lines));
        }
        allocated
    }
}

impl<'m> Allocated<'m> {
    /// Before any function is generated: the busiest globals have their place in zero page.
    fn begin(lowered: Lowered<'m>, options: &Options) -> Allocated<'m> {
        let Lowered {
            module,
            planes,
            funcs,
            graph,
        } = lowered;
        let globals = zeropage::choose(module, &funcs, &graph);
        let blocks = runtime::BLOCKS.into_iter();
        let reserved = blocks.chain([POINTER_BLOCK, OBJECT_POINTER, "rt_level"]);
        let symbols = globals.iter().cloned().chain(reserved.map(str::to_owned));
        let zero_page = ZeroPage {
            symbols: symbols.collect(),
        };
        let names = module.functions.iter();
        let conventions = Conventions {
            of: vec![None; module.functions.len()],
            names: names.map(|function| function.name.clone()).collect(),
        };
        Allocated {
            module,
            planes,
            funcs,
            graph,
            conventions,
            costs: Costs {
                zero_page,
                price: Price::FAST,
            },
            next_slot: 0,
            frames: Vec::new(),
            globals,
            surroundings: BTreeMap::new(),
            stack: options.stack,
        }
    }

    /// Whether a function is to be small rather than fast.
    pub(super) fn is_small(&self, function: usize) -> bool {
        self.module.functions[function].attributes.opt_size
    }

    /// The independent check of what the register search made.
    pub fn check(&self) -> Result<()> {
        for frame in &self.frames {
            let func = &self.funcs[&frame.function];
            let reaches = |other: &usize| self.graph.reach(*other).contains(&frame.function);
            let leads_back = self.funcs.keys().copied().filter(reaches).collect();
            let locations = func.var_count + terminators::vector_slots(func);
            check::check(
                &check::Interface {
                    func,
                    index: frame.function,
                    locations: frame.slots.start..frame.slots.start + locations,
                    conventions: &self.conventions,
                    leads_back: &leads_back,
                    levels: self.stack.levels,
                    by_pointer: &self.graph.by_pointer[&frame.function],
                },
                &frame.lines,
            )?;
        }
        Ok(())
    }

    /// Routines of the runtime that only small functions call are the small ones.
    pub fn call_small_runtime(&mut self) {
        for (fast, small) in runtime::SMALL {
            let calls = |frame: &Frame| frame.lines.iter().any(|line| is_call(line, fast.label()));
            let mut frames = self.frames.iter();
            if frames.any(|frame| calls(frame) && !self.is_small(frame.function)) {
                continue;
            }
            for line in self.frames.iter_mut().flat_map(|frame| &mut frame.lines) {
                if is_call(line, fast.label())
                    && let Line::Inst(inst) = line
                {
                    inst.arg = Operand::Memory(Place::Symbol(small.label().to_owned(), 0));
                }
            }
        }
    }
}

/// A call of the symbol, or a jump there in place of a call and a return.
fn is_call(line: &Line, symbol: &str) -> bool {
    let Line::Inst(Inst {
        op: Mnemonic::Jsr | Mnemonic::Jmp,
        arg: Operand::Memory(Place::Symbol(name, _)),
        ..
    }) = line
    else {
        return false;
    };
    name == symbol
}
