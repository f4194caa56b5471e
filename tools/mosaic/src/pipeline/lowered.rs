//! From IR to byte operations out of single assignment: what the register search begins with.

use super::Options;
use super::objects::OBJECT_STACK;
use crate::alloc::webs;
use crate::analyse::planes::{Object, Planes};
use crate::analyse::{interrupts, recursion};
use crate::asm::inst::Place;
use crate::error::Result;
use crate::ir::model::Module;
use crate::lower::function::lower;
use crate::lower::stack::ObjectStack;
use crate::ops::call_graph::CallGraph;
use crate::ops::model::Func;
use crate::opt::{clean, memory_operands, recompute, sink};
use crate::show::Show;
use std::collections::BTreeMap;

/// A module whose functions are byte operations.
pub struct Lowered<'m> {
    pub(super) module: &'m Module,
    /// Objects that lie in byte planes.
    pub(super) planes: Planes,
    /// Functions with a body, by their index in the module.
    pub(super) funcs: BTreeMap<usize, Func>,
    pub(super) graph: CallGraph,
}

impl<'m> Lowered<'m> {
    /// Lowers and optimises every function that has a body.
    pub fn of(module: &'m Module, options: &Options) -> Result<Lowered<'m>> {
        let show = &options.show;
        let handlers = interrupts::handlers(module, &options.interrupts)?;
        let planes = split_arrays(module, options);
        let mut funcs = lower_all(module, &planes, options)?;
        let recursive = recursion::recursive(module);
        for (index, func) in &mut funcs {
            show.add("lower", &func.name, || func.to_string());
            optimise(func, show);
            if recursive.contains(index) && !options.is_off("recompute") {
                recompute::run(func, &recursive);
                clean::run(func);
                show.add("recompute", &func.name, || func.to_string());
            }
        }
        let graph = CallGraph::of(module, &funcs, handlers, options.beside.as_deref());
        for func in funcs.values_mut() {
            clean::split_edges(func);
            webs::run(func);
            clean::thread_jumps(func);
            show.add("webs", &func.name, || func.to_string());
        }
        Ok(Lowered {
            module,
            planes,
            funcs,
            graph,
        })
    }
}

fn split_arrays(module: &Module, options: &Options) -> Planes {
    if options.is_off("planes") {
        return Planes::default();
    }
    let planes = Planes::of(module);
    for (index, global) in module.globals.iter().enumerate() {
        if let Some(shape) = planes.shape(Object::Global(index)) {
            let show = &options.show;
            show.add("planes", &global.name, || shape.to_string());
        }
    }
    planes
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

fn optimise(func: &mut Func, show: &Show) {
    clean::run(func);
    show.add("clean", &func.name, || func.to_string());
    sink::run(func);
    show.add("sink", &func.name, || func.to_string());
    memory_operands::run(func);
    show.add("memory", &func.name, || func.to_string());
    clean::run(func);
}
