//! The passes in order: the map of the compiler.
//!
//! ```text
//! module            interrupts     functions that a handler shares with the program are copied for it
//!                   induction      pointer induction variables become counters
//!                   planes         which arrays are split into byte planes (an analysis)
//! byte operations   lower          IR to byte operations, single assignment
//!                   clean          copies, dead code
//!                   sink           operations moved into colder blocks
//!                   memory         loads folded into operations, read-modify-write
//!                   clean
//!                   call graph     order of the functions, recursion, frequencies (an analysis)
//!                   split edges    blocks for the copies of phis
//!                   webs           out of single assignment: coalescing
//!                   thread jumps   blocks that stayed empty
//! code with slots   conventions    where arguments and results cross, callees first
//!                   alloc          register search and instruction selection together
//!                   (check)        the allocation proved, function by function
//!                   peephole       rules, redundant loads, threading, dead code, loops, until nothing changes
//! code              frames         a byte for every slot
//!                   (check)        the bytes proved, over the whole program
//!                   small runtime  short routines where only small functions call them
//!                   peephole       once more: slots that share a byte leave idle moves
//!                   interrupts     entry and exit of handlers
//! program           objects        globals, tables and stack objects
//!                   passing        what only passing code uses lies with it, and one function calls it
//!                   zero page      what is left goes to the busiest objects
//!                   shrink         tail merging, outlining, order of routines, branch ranges
//! ```

mod convene;
mod finish;
mod objects;
mod passing;
mod polish;

use self::objects::OBJECT_STACK;
use crate::alloc::convention::Stack;
use crate::alloc::convention::{Conventions, POINTER_BLOCK};
use crate::alloc::frames::{self, Frame, Placement};
use crate::alloc::state::{Costs, Price};
use crate::alloc::terminators;
use crate::alloc::{webs, zeropage};
use crate::analyse::planes::{Object, Planes};
use crate::analyse::{interrupts, recursion};
use crate::asm::effects::ZeroPage;
use crate::asm::env::Env;
use crate::asm::inst::Place;
use crate::asm::program::Program;
use crate::asm::text;
use crate::check;
use crate::error::Result;
use crate::induction;
use crate::ir::{self, model::Module};
use crate::lower::function::lower;
use crate::lower::stack::{OBJECT_POINTER, ObjectStack};
use crate::ops::call_graph::CallGraph;
use crate::ops::model::*;
use crate::opt::memory_operands;
use crate::opt::{clean, sink};
use crate::peephole;
use crate::runtime;
use crate::show::Show;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// What a compilation may use and what it aims at.
#[derive(Debug, Clone)]
pub struct Options {
    /// Bytes of zero page the program may use, runtime blocks included.
    pub zero_page: u32,
    /// Peephole rules and passes that must not be used, by name.
    pub disabled: Vec<String>,
    /// Prove the allocation of every function and of the whole program.
    pub check: bool,
    /// Functions entered by an interrupt.
    pub interrupts: Vec<String>,
    /// Room for recursion, and whether the program looks before it uses it.
    pub stack: Stack,
    /// Bytes for the stack objects of recursive functions.
    pub object_stack: u32,
    /// Segments that the program overwrites when it has run what lies there.
    pub passing: Vec<String>,
    /// Passes whose output is wanted, and that output.
    pub show: Rc<Show>,
}

/// Passes over the module that `Options::disabled` may name.
const PASSES: [&str; 2] = ["induction", "planes"];

/// Everything that can be switched off: passes over the module, and the edits of instructions.
pub fn names() -> impl Iterator<Item = &'static str> {
    PASSES.into_iter().chain(peephole::names())
}

impl Options {
    fn is_off(&self, pass: &str) -> bool {
        self.disabled.iter().any(|name| name == pass)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            zero_page: 254,
            disabled: Vec::new(),
            check: cfg!(debug_assertions),
            interrupts: Vec::new(),
            stack: Stack {
                levels: 64,
                check: false,
            },
            object_stack: 1024,
            passing: Vec::new(),
            show: Rc::default(),
        }
    }
}

/// Compiles a whole program.
pub fn compile(module: &Module, options: &Options) -> Result<Program> {
    let mut module = interrupts::separate(module, &options.interrupts)?;
    if !options.is_off("induction") {
        module = induction::pointers_to_counters(module);
    }
    for function in &module.functions {
        options.show.add("induction", &function.name, || {
            ir::text::function(&module, function)
        });
    }
    if options.check {
        ir::verify(&module)?;
    }
    let mut unit = allocate(&module, options)?;
    if options.check {
        unit.check_functions()?;
    }
    unit.polish(options);
    let placement = unit.placement(options)?;
    if options.check {
        unit.check_places(&placement)?;
    }
    unit.call_small_runtime();
    unit.finish(&placement, options)
}

/// As far as registers: every function has its instructions, storage locations are still slots.
pub fn allocate<'m>(module: &'m Module, options: &Options) -> Result<Unit<'m>> {
    let show = &options.show;
    let handlers = interrupts::handlers(module, &options.interrupts)?;
    let planes = if options.is_off("planes") {
        Planes::default()
    } else {
        Planes::of(module)
    };
    for (index, global) in module.globals.iter().enumerate() {
        if let Some(shape) = planes.shape(Object::Global(index)) {
            show.add("planes", &global.name, || shape.to_string());
        }
    }
    let mut funcs = lower_all(module, &planes, options)?;
    for func in funcs.values_mut() {
        show.add("lower", &func.name, || func.to_string());
        prepare(func, show);
    }
    let graph = CallGraph::of(module, &funcs, handlers);
    for func in funcs.values_mut() {
        clean::split_edges(func);
        webs::run(func);
        clean::thread_jumps(func);
        show.add("webs", &func.name, || func.to_string());
    }
    let mut unit = Unit::new(module, graph, funcs);
    unit.planes = planes;
    unit.stack = options.stack;
    unit.object_stack = options.object_stack;
    unit.generate_all();
    for frame in &unit.frames {
        show.add("alloc", &unit.funcs[&frame.function].name, || {
            text::lines(&frame.lines)
        });
    }
    Ok(unit)
}

fn lower_all(module: &Module, planes: &Planes, options: &Options) -> Result<BTreeMap<usize, Func>> {
    let recursive = recursion::recursive(module);
    let mut funcs = BTreeMap::new();
    for (index, function) in module.functions.iter().enumerate() {
        if !function.blocks.is_empty() {
            let stack = ObjectStack {
                recursive: recursive.contains(&index),
                limit: options
                    .stack
                    .check
                    .then(|| Place::Symbol(OBJECT_STACK.into(), options.object_stack as i32 + 1)),
            };
            funcs.insert(index, lower(module, index, stack, planes)?);
        }
    }
    Ok(funcs)
}

fn prepare(func: &mut Func, show: &Show) {
    clean::run(func);
    show.add("clean", &func.name, || func.to_string());
    sink::run(func);
    show.add("sink", &func.name, || func.to_string());
    memory_operands::run(func);
    show.add("memory", &func.name, || func.to_string());
    clean::run(func);
}

/// The program while its functions are generated, callees first.
pub struct Unit<'m> {
    module: &'m Module,
    graph: CallGraph,
    funcs: BTreeMap<usize, Func>,
    conventions: Conventions,
    costs: Costs,
    next_slot: u32,
    /// The functions' code with slots, one frame each.
    pub frames: Vec<Frame>,
    /// Globals that live in zero page.
    globals: BTreeSet<String>,
    /// What each routine may assume of its callers and callees.
    surroundings: BTreeMap<usize, Env>,
    stack: Stack,
    object_stack: u32,
    /// Objects that lie in byte planes.
    planes: Planes,
}

impl<'m> Unit<'m> {
    fn new(module: &'m Module, graph: CallGraph, funcs: BTreeMap<usize, Func>) -> Self {
        let mut zero_page = ZeroPage::default();
        let globals = zeropage::choose(module, &funcs, &graph);
        zero_page.symbols.extend(globals.iter().cloned());
        zero_page
            .symbols
            .extend(runtime::BLOCKS.iter().map(|name| (*name).to_owned()));
        zero_page.symbols.extend([
            POINTER_BLOCK.to_owned(),
            OBJECT_POINTER.to_owned(),
            "rt_level".to_owned(),
        ]);
        let names = module
            .functions
            .iter()
            .map(|function| function.name.clone())
            .collect();
        let count = module.functions.len();
        Unit {
            module,
            graph,
            funcs,
            conventions: Conventions {
                of: vec![None; count],
                names,
            },
            costs: Costs {
                zero_page,
                price: Price::FAST,
            },
            next_slot: 0,
            frames: Vec::new(),
            globals,
            surroundings: BTreeMap::new(),
            stack: Options::default().stack,
            object_stack: 0,
            planes: Planes::default(),
        }
    }

    /// Whether a function is to be small rather than fast.
    fn is_small(&self, function: usize) -> bool {
        self.module.functions[function].attributes.opt_size
    }

    /// The independent check of what the register search made.
    pub fn check_functions(&self) -> Result<()> {
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

    /// The independent check of the bytes given to slots.
    pub fn check_places(&self, placement: &Placement) -> Result<()> {
        let bodies = self.frames.iter().map(|frame| {
            let mut after = frame.lines.clone();
            frames::rewrite(&mut after, placement);
            check::slots::Body {
                function: frame.function,
                before: &frame.lines,
                after,
                arguments: &frame.arguments,
                results: &frame.results,
                pairs: &frame.pairs,
            }
        });
        check::slots::Program {
            bodies: bodies.collect(),
            names: &self.conventions.names,
            by_pointer: &self.graph.by_pointer,
            place_of: &placement.place_of,
            handlers: &self.graph.handlers,
        }
        .check()
    }
}
