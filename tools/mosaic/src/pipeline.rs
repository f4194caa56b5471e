//! The passes in order: the map of the compiler.
//!
//! ```text
//! module ─lower─▶ byte operations ─clean, memory─▶ ─webs─▶ variables ─generate─▶ code with slots ─frames─▶ code
//! ```

use crate::alloc::convention::{
    Convention, Conventions, Crossing, ORDER, POINTER_BLOCK, by_pointer,
};
use crate::alloc::frames::{self, Frame};
use crate::alloc::generate;
use crate::alloc::moves::Search;
use crate::alloc::state::{Costs, Hold, Price, Reg, Shape};
use crate::alloc::{select, webs, zeropage};
use crate::analyse::calls::CallGraph;
use crate::analyse::flow::Flow;
use crate::analyse::live::Live;
use crate::analyse::recursion;
use crate::asm::effects::{RegSet, ZeroPage};
use crate::asm::env::{CallEffect, Env, Touched};
use crate::asm::inst::{Label, Line, Mnemonic, Operand, Place, Routine};
use crate::asm::program::{Cell, Content, Object, Program};
use crate::asm::write::ZERO_PAGE_FRAMES;
use crate::asm::{branches, peephole};
use crate::error::{Error, Result};
use crate::ir::model::{Const, Module, Symbol, Type};
use crate::link::runtime;
use crate::lower::function::{OBJECT_POINTER, lower};
use crate::lower::ops::*;
use crate::opt::{clean, memory};
use std::cell::Cell as Counter;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

#[derive(Debug, Clone)]
pub struct Options {
    /// Bytes of zero page the program may use, runtime blocks included.
    pub zero_page: u32,
    /// Peephole rules and passes that must not be used, by name.
    pub disabled: Vec<String>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            zero_page: 254,
            disabled: Vec::new(),
        }
    }
}

/// Memory of the stack objects of recursive functions.
const OBJECT_STACK: &str = "object_stack";
const OBJECT_STACK_BYTES: u32 = 1024;

/// Compiles a whole program.
pub fn compile(module: &Module, options: &Options) -> Result<Program> {
    let mut funcs = lower_all(module)?;
    for func in funcs.values_mut() {
        prepare(func);
    }
    let graph = CallGraph::of(module, &funcs);
    for func in funcs.values_mut() {
        clean::split_edges(func);
        webs::run(func);
        clean::thread_jumps(func);
    }
    let mut unit = Unit::new(module, graph, funcs);
    unit.generate_all();
    unit.finish(options)
}

fn lower_all(module: &Module) -> Result<BTreeMap<usize, Func>> {
    let recursive = recursion::recursive(module);
    let mut funcs = BTreeMap::new();
    for (index, function) in module.functions.iter().enumerate() {
        if !function.blocks.is_empty() {
            funcs.insert(index, lower(module, index, recursive.contains(&index))?);
        }
    }
    Ok(funcs)
}

fn prepare(func: &mut Func) {
    clean::run(func);
    memory::run(func);
    clean::run(func);
}

/// The program while its functions are generated, callees first.
struct Unit<'m> {
    module: &'m Module,
    graph: CallGraph,
    funcs: BTreeMap<usize, Func>,
    conventions: Conventions,
    costs: Costs,
    next_slot: u32,
    frames: Vec<Frame>,
    /// Globals that live in zero page.
    globals: BTreeSet<String>,
    /// What each routine may assume of its callers and callees.
    surroundings: BTreeMap<usize, Env>,
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
        }
    }

    fn generate_all(&mut self) {
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
        let func = &self.funcs[&index];
        let flow = Flow::of(func);
        let live = Live::of(func, &flow);
        let recursive = self.graph.recursive.contains(&index);
        let (params, results, pairs) = (func.params.clone(), func.result_bytes, func.pairs.clone());
        let vars = func.var_count;
        let first = self.slots(vars);
        let mut frame = Frame {
            function: index,
            lines: Vec::new(),
            frequency: Vec::new(),
            slots: first..first,
            arguments: Vec::new(),
            results: Vec::new(),
            pairs: pairs
                .iter()
                .map(|(low, high)| (first + low, first + high))
                .collect(),
        };
        let mut moves = Vec::new();
        let (crossings, result_crossings) = if self.graph.address_taken.contains(&index) {
            let (crossings, results) = by_pointer(params.len(), results as usize);
            for (crossing, param) in crossings.iter().zip(&params) {
                if let (Crossing::Memory(place), Some(var)) = (crossing, param) {
                    moves.push(Op::Move {
                        dst: *var,
                        src: Src::Mem(Addr::Abs(place.clone())),
                    });
                }
            }
            (crossings, results)
        } else {
            let mut registers = ORDER.iter();
            let mut crossings = Vec::new();
            for param in &params {
                let var = param.filter(|var| live.at_start[0].contains(*var as usize));
                crossings.push(match (var, registers.as_slice().is_empty()) {
                    (None, _) => Crossing::Unused,
                    (Some(_), false) => Crossing::Register(*registers.next().expect("one is left")),
                    (Some(var), true) if recursive => {
                        let slot = self.slots(1);
                        frame.arguments.push(slot);
                        moves.push(Op::Move {
                            dst: var,
                            src: Src::Mem(Addr::Abs(Place::Slot(slot))),
                        });
                        Crossing::Memory(Place::Slot(slot))
                    }
                    (Some(var), true) => {
                        frame.arguments.push(first + var);
                        Crossing::Memory(Place::Slot(first + var))
                    }
                });
            }
            let mut result_crossings = Vec::new();
            for byte in 0..results as usize {
                result_crossings.push(match ORDER.get(byte) {
                    Some(reg) => Crossing::Register(*reg),
                    None => {
                        let slot = self.slots(1);
                        frame.results.push(slot);
                        Crossing::Memory(Place::Slot(slot))
                    }
                });
            }
            (crossings, result_crossings)
        };
        frame.slots.end = self.next_slot;
        if let Some(func) = self.funcs.get_mut(&index) {
            func.blocks[0].ops.splice(0..0, moves);
        }
        self.frames.push(frame);
        self.conventions.of[index] = Some(Convention {
            params: crossings,
            results: result_crossings,
            clobbers: [true; 3],
            flags_from_a: false,
            group: self.graph.group[&index],
            recursive,
            pointer_recursive: recursive
                && self
                    .graph
                    .address_taken
                    .iter()
                    .any(|taken| self.graph.group[taken] == self.graph.group[&index]),
        });
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
            index,
            costs: &self.costs,
            first_slot: self.frames[frame].slots.start,
            labels: Counter::new(func.blocks.len() as u32),
            conventions: &self.conventions,
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
            for (reg, set) in [RegSet::A, RegSet::X, RegSet::Y].into_iter().enumerate() {
                clobbers[reg] |= writes.meets(set);
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
                Line::Inst(before) => {
                    use Mnemonic::*;
                    matches!(before.op, Lda | Txa | Tya | And | Ora | Eor | Adc | Sbc)
                        || (matches!(before.op, Asl | Lsr | Rol | Ror)
                            && before.arg == Operand::Accumulator)
                }
                _ => false,
            },
            _ => true,
        })
    }

    fn finish(self, options: &Options) -> Result<Program> {
        let mut this = self;
        this.polish(&options.disabled);
        this.place(options)
    }

    /// Peephole rules on every routine, while homes are still slots that nothing else can name.
    fn polish(&mut self, disabled: &[String]) {
        let calls = Rc::new(self.call_effects());
        let pairs: Rc<BTreeMap<u32, u32>> = Rc::new(
            self.frames
                .iter()
                .flat_map(|frame| frame.pairs.clone())
                .collect(),
        );
        let zero_page = Rc::new(self.costs.zero_page.clone());
        for frame in &mut self.frames {
            let index = frame.function;
            let convention = self.conventions.get(index);
            let mut live = RegSet::EMPTY;
            for (reg, set) in [
                (Reg::A, RegSet::A),
                (Reg::X, RegSet::X),
                (Reg::Y, RegSet::Y),
            ] {
                if convention.results.contains(&Crossing::Register(reg))
                    || !convention.clobbers[reg as usize]
                {
                    live |= set;
                }
            }
            if convention.flags_from_a {
                live |= RegSet::NZ;
            }
            let mut calls = calls.clone();
            if convention.recursive {
                // A call that may come back here can touch every slot of ours.
                let group = convention.group;
                let circle = self
                    .graph
                    .group
                    .iter()
                    .filter(|(_, other)| **other == group)
                    .map(|(member, _)| *member);
                let table = Rc::make_mut(&mut calls);
                for member in circle {
                    table.insert(
                        self.conventions.names[member].clone(),
                        CallEffect::default(),
                    );
                }
                table.insert("rt_callptr".into(), CallEffect::default());
            }
            let env = Env {
                zero_page: zero_page.clone(),
                calls,
                live_at_return: live,
                places_at_return: Touched::Only(
                    frame
                        .results
                        .iter()
                        .map(|slot| Place::Slot(*slot))
                        .collect(),
                ),
                pairs: pairs.clone(),
                ..Env::default()
            };
            let times = label_times(&frame.lines, &frame.frequency);
            let mut routine = Routine {
                name: String::new(),
                section: None,
                lines: std::mem::take(&mut frame.lines),
            };
            peephole::run(&mut routine, &env, disabled);
            self.surroundings.insert(index, env);
            frame.lines = routine.lines;
            frame.frequency = spread_times(&frame.lines, &times);
        }
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
                    if name == "rt_callptr" {
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
            for (reg, set) in [
                (Reg::A, RegSet::A),
                (Reg::X, RegSet::X),
                (Reg::Y, RegSet::Y),
            ] {
                if convention.params.contains(&Crossing::Register(reg)) {
                    reads |= set;
                }
                if convention.clobbers[reg as usize] {
                    writes |= set;
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
        for module in runtime::MODULES {
            let none = Touched::Only(Vec::new());
            effects.insert(
                module.label(),
                CallEffect {
                    reads_places: none.clone(),
                    writes_places: none,
                    ..CallEffect::default()
                },
            );
        }
        effects
    }

    fn place(self, options: &Options) -> Result<Program> {
        let mut program = Program::default();
        let reserved = self.reserve(&mut program);
        let placement = frames::place(
            &self.frames,
            &self.graph,
            &self.conventions.names,
            options.zero_page.saturating_sub(reserved),
        )?;
        program.zero_page_frames = placement.zero_page;
        program.frames = placement.frames;
        let mut zero_page = self.costs.zero_page.clone();
        zero_page.symbols.insert(ZERO_PAGE_FRAMES.into());
        let mut by_function: BTreeMap<usize, Frame> = self
            .frames
            .into_iter()
            .map(|frame| (frame.function, frame))
            .collect();
        for (index, func) in &self.funcs {
            let Some(mut frame) = by_function.remove(index) else {
                continue;
            };
            frames::rewrite(&mut frame.lines, &placement);
            let mut routine = Routine {
                name: func.name.clone(),
                section: func.section.clone(),
                lines: frame.lines,
            };
            // Slots that came to share a byte may have made a load or a store idle.
            let env = Env {
                zero_page: Rc::new(zero_page.clone()),
                ..self.surroundings[index].placed()
            };
            peephole::run(&mut routine, &env, &options.disabled);
            branches::relax(&mut routine, &zero_page);
            program.routines.push(routine);
            let function = &self.module.functions[*index];
            if !function.internal {
                program
                    .exports
                    .insert(func.name.clone(), Place::Symbol(func.name.clone(), 0));
            }
        }
        add_objects(&mut program, self.module, &self.funcs, &self.globals)?;
        Ok(program)
    }

    /// Runtime routines, their zero-page blocks, the software stack; returns the zero page they take.
    fn reserve(&self, program: &mut Program) -> u32 {
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        let mut levels = 0;
        let mut arguments = 0;
        let mut objects = false;
        for line in self.frames.iter().flat_map(|frame| &frame.lines) {
            let Line::Inst(inst) = line else { continue };
            match &inst.arg {
                Operand::Memory(Place::Symbol(name, offset)) if name == POINTER_BLOCK => {
                    arguments = arguments.max(offset + 1)
                }
                Operand::Memory(Place::Symbol(name, _)) if name == OBJECT_POINTER => objects = true,
                Operand::Memory(Place::Symbol(name, _)) if inst.op == Mnemonic::Jsr => {
                    if let Some(module) = runtime::named_by(name) {
                        wanted.insert(module.name.to_owned());
                    }
                }
                Operand::MemoryX(Place::Symbol(name, offset))
                    if name == crate::asm::write::SOFT_STACK =>
                {
                    levels = levels.max(*offset as u32 + select::STACK_LEVELS);
                }
                _ => {}
            }
        }
        program.stack = levels;
        program.runtime = wanted;
        if objects {
            add_object_stack(program);
        }
        let mut reserved: u32 = runtime::closure(&program.runtime)
            .iter()
            .fold(BTreeMap::<&str, u32>::new(), |mut blocks, module| {
                for (name, bytes) in module.blocks() {
                    let held = blocks.entry(name).or_default();
                    *held = (*held).max(bytes);
                }
                blocks
            })
            .values()
            .sum();
        for (name, bytes) in [
            ("rt_level", u32::from(levels > 0)),
            (POINTER_BLOCK, arguments as u32),
        ] {
            if bytes > 0 {
                program.objects.push(Object {
                    name: name.into(),
                    section: Some("ZEROPAGE".into()),
                    constant: false,
                    align: 1,
                    content: Content::Zero(bytes),
                });
                reserved += bytes;
            }
        }
        reserved
            + self
                .globals
                .iter()
                .map(|name| self.global_size(name))
                .sum::<u32>()
    }

    fn global_size(&self, name: &str) -> u32 {
        match self.module.symbols.get(name) {
            Some(Symbol::Global(index)) => self.module.globals[*index].ty.size(),
            _ => 0,
        }
    }
}

/// Room for the stack objects of recursive functions, and the word that says how much of it is taken.
fn add_object_stack(program: &mut Program) {
    let stack = Place::Symbol(OBJECT_STACK.into(), 0);
    program.objects.push(Object {
        name: OBJECT_POINTER.into(),
        section: Some("ZEROPAGE".into()),
        constant: false,
        align: 1,
        content: Content::Bytes(vec![Cell::Low(stack.clone()), Cell::High(stack)]),
    });
    program.objects.push(Object {
        name: OBJECT_STACK.into(),
        section: Some("NOINIT".into()),
        constant: false,
        align: 1,
        content: Content::Zero(OBJECT_STACK_BYTES),
    });
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

fn add_objects(
    program: &mut Program,
    module: &Module,
    funcs: &BTreeMap<usize, Func>,
    in_zero_page: &BTreeSet<String>,
) -> Result<()> {
    for global in &module.globals {
        // Lists of symbols for LLVM's own linker stage.
        if global.section.as_deref() == Some("llvm.metadata") {
            continue;
        }
        let Some(init) = &global.init else {
            return Err(Error::at(
                global.line,
                format!("global {} is not defined", global.name),
            ));
        };
        let mut cells = Vec::new();
        flatten(module, &global.ty, init, &mut cells);
        let zero = cells.iter().all(|cell| *cell == Cell::Byte(0)) && !global.constant;
        let size = cells.len() as u32;
        program.objects.push(Object {
            name: global.name.clone(),
            section: if in_zero_page.contains(&global.name) {
                Some("ZEROPAGE".into())
            } else {
                global.section.clone()
            },
            constant: global.constant,
            align: global.align,
            content: if zero {
                Content::Zero(size)
            } else {
                Content::Bytes(cells)
            },
        });
        if !global.internal || is_plain(&global.name) {
            program
                .exports
                .insert(global.name.clone(), Place::Symbol(global.name.clone(), 0));
        }
    }
    let mut tables: BTreeMap<&str, &Vec<u8>> = BTreeMap::new();
    for func in funcs.values() {
        for (name, size) in &func.stack_objects {
            program.objects.push(Object {
                name: name.clone(),
                section: Some("NOINIT".into()),
                constant: false,
                align: 1,
                content: Content::Zero(*size),
            });
        }
        tables.extend(
            func.tables
                .iter()
                .map(|(name, bytes)| (name.as_str(), bytes)),
        );
    }
    for (name, bytes) in tables {
        program.objects.push(Object {
            name: name.to_owned(),
            section: None,
            constant: true,
            align: 1,
            content: Content::Bytes(bytes.iter().map(|byte| Cell::Byte(*byte)).collect()),
        });
    }
    Ok(())
}

/// Names a person chose, as opposed to mangled ones.
fn is_plain(name: &str) -> bool {
    !name.starts_with("_R")
        && !name.starts_with("_ZN")
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn flatten(module: &Module, ty: &Type, init: &Const, cells: &mut Vec<Cell>) {
    let size = ty.size() as usize;
    match init {
        Const::Int(value) => {
            cells.extend((0..size).map(|index| Cell::Byte((value >> (8 * index)) as u8)))
        }
        Const::Undef | Const::Zero => cells.extend(std::iter::repeat_n(Cell::Byte(0), size)),
        Const::Bytes(bytes) => cells.extend(bytes.iter().map(|byte| Cell::Byte(*byte))),
        Const::Aggregate(fields) => fields
            .iter()
            .for_each(|(field_ty, field)| flatten(module, field_ty, field, cells)),
        Const::Address(symbol, offset) => {
            let name = match symbol {
                Symbol::Global(index) => module.globals[*index].name.clone(),
                Symbol::Function(index) => module.functions[*index].name.clone(),
            };
            let place = Place::Symbol(name, *offset);
            cells.extend([Cell::Low(place.clone()), Cell::High(place)]);
            cells.extend(std::iter::repeat_n(Cell::Byte(0), size.saturating_sub(2)));
        }
    }
}
