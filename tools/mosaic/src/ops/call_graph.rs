//! The call graph: who calls whom, which functions can reach each other in a circle, and an order with callees first.

use super::flow::Flow;
use crate::asm::inst::Place;
use crate::ir::model::{Const, Module, Symbol};
use crate::ops::model::*;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Frequencies above this say nothing more.
const MOST: f64 = 1e12;

/// Who calls whom, and what follows from it.
pub struct CallGraph {
    /// For each function the functions it can call, through pointers too.
    pub callees: BTreeMap<usize, BTreeSet<usize>>,
    /// Functions whose address is taken: they can be called through a pointer.
    pub address_taken: BTreeSet<usize>,
    /// For each function, those its calls through pointers may reach: the ones of fitting types.
    pub by_pointer: BTreeMap<usize, BTreeSet<usize>>,
    /// Interrupt handlers: nobody calls them, and they run while anything else does.
    pub handlers: BTreeSet<usize>,
    /// Number of the circle each function is in.
    pub group: HashMap<usize, usize>,
    /// Functions that can be active more than once.
    pub recursive: BTreeSet<usize>,
    /// Callees before callers, except around a circle.
    pub order: Vec<usize>,
    /// How often each function is called, as a guess.
    pub frequency: HashMap<usize, f64>,
}

impl CallGraph {
    /// The call graph of a lowered module. `handlers` are entered by interrupts; `beside` is the segment of functions that the program
    /// does not call.
    pub fn of(
        module: &Module,
        funcs: &BTreeMap<usize, Func>,
        handlers: BTreeSet<usize>,
        beside: Option<&str>,
    ) -> CallGraph {
        let taken = address_taken(module, funcs);
        let mut graph = CallGraph {
            callees: BTreeMap::new(),
            address_taken: taken.difference(&handlers).copied().collect(),
            handlers,
            by_pointer: BTreeMap::new(),
            group: HashMap::new(),
            recursive: BTreeSet::new(),
            order: Vec::new(),
            frequency: HashMap::new(),
        };
        for (index, func) in funcs {
            let callees = graph.callees.entry(*index).or_default();
            let by_pointer = graph.by_pointer.entry(*index).or_default();
            let mut calls_pointer = false;
            for op in func.blocks.iter().flat_map(|block| &block.ops) {
                match op {
                    Op::Call(Call {
                        target: Target::Function(callee),
                        ..
                    }) => {
                        callees.insert(*callee);
                    }
                    Op::Call(Call {
                        target: Target::Pointer,
                        ..
                    }) => calls_pointer = true,
                    _ => {}
                }
            }
            if calls_pointer {
                by_pointer.extend(module.reached_by_pointer(*index, &graph.address_taken));
                callees.extend(&*by_pointer);
            }
        }
        graph.find_groups();
        graph.estimate(module, funcs, beside);
        graph
    }

    /// Tarjan's strongly connected components; they come out callees first.
    fn find_groups(&mut self) {
        let mut finder = Components {
            graph: &self.callees,
            index: HashMap::new(),
            low: HashMap::new(),
            stack: Vec::new(),
            groups: Vec::new(),
        };
        for function in self.callees.keys() {
            if !finder.index.contains_key(function) {
                finder.visit(*function);
            }
        }
        for (number, members) in finder.groups.into_iter().enumerate() {
            let circle = members.len() > 1 || self.callees[&members[0]].contains(&members[0]);
            for member in members {
                self.group.insert(member, number);
                self.order.push(member);
                if circle {
                    self.recursive.insert(member);
                }
            }
        }
    }

    /// Callers before callees, each call adding the frequency of its block.
    fn estimate(&mut self, module: &Module, funcs: &BTreeMap<usize, Func>, beside: Option<&str>) {
        for index in self.order.iter().rev() {
            let function = &module.functions[*index];
            if !function.internal {
                // What lies beside the program must not change what is busy in it.
                let is_beside = beside.is_some() && function.section.as_deref() == beside;
                let calls = if is_beside { 0.0 } else { 1.0 };
                self.frequency.insert(*index, calls);
            }
        }
        for index in self.order.clone().iter().rev() {
            let here = self
                .frequency
                .get(index)
                .copied()
                .unwrap_or(0.001)
                .min(MOST);
            self.frequency.insert(*index, here);
            let flow = Flow::of(&funcs[index]);
            for (block, body) in funcs[index].blocks.iter().enumerate() {
                for op in &body.ops {
                    if let Op::Call(Call {
                        target: Target::Function(callee),
                        ..
                    }) = op
                    {
                        *self.frequency.entry(*callee).or_default() += here * flow.frequency[block];
                    }
                }
            }
        }
    }

    /// A function and everything it may call, directly or not.
    pub fn reach(&self, function: usize) -> BTreeSet<usize> {
        let mut seen = BTreeSet::new();
        let mut work = vec![function];
        while let Some(next) = work.pop() {
            if seen.insert(next) {
                work.extend(self.callees.get(&next).into_iter().flatten());
            }
        }
        seen
    }
}

struct Components<'g> {
    graph: &'g BTreeMap<usize, BTreeSet<usize>>,
    index: HashMap<usize, usize>,
    low: HashMap<usize, usize>,
    stack: Vec<usize>,
    groups: Vec<Vec<usize>>,
}

impl Components<'_> {
    fn visit(&mut self, function: usize) {
        let number = self.index.len();
        self.index.insert(function, number);
        self.low.insert(function, number);
        self.stack.push(function);
        for &callee in self.graph.get(&function).into_iter().flatten() {
            if !self.index.contains_key(&callee) {
                self.visit(callee);
                let low = self.low[&callee].min(self.low[&function]);
                self.low.insert(function, low);
            } else if self.stack.contains(&callee) {
                let low = self.index[&callee].min(self.low[&function]);
                self.low.insert(function, low);
            }
        }
        if self.low[&function] == self.index[&function] {
            let at = self
                .stack
                .iter()
                .position(|other| *other == function)
                .expect("it was pushed");
            self.groups.push(self.stack.split_off(at));
        }
    }
}

fn address_taken(module: &Module, funcs: &BTreeMap<usize, Func>) -> BTreeSet<usize> {
    let mut taken = BTreeSet::new();
    for global in &module.globals {
        if let Some(init) = &global.init {
            each_function(init, &mut |index| {
                taken.insert(index);
            });
        }
    }
    let mut look = |src: &Src| {
        if let Src::Low(Place::Symbol(name, _)) | Src::High(Place::Symbol(name, _)) = src
            && let Some(Symbol::Function(index)) = module.symbols.get(name)
        {
            taken.insert(*index);
        }
    };
    for func in funcs.values() {
        for block in &func.blocks {
            block
                .phis
                .iter()
                .for_each(|phi| phi.incoming.iter().for_each(|(_, src)| look(src)));
            block.ops.iter().for_each(|op| op.each_src(&mut look));
            match &block.term {
                Term::Return(values) => values.iter().for_each(&mut look),
                Term::Branch { test, .. } => test.each_src(&mut look),
                _ => {}
            }
        }
    }
    taken.retain(|index| funcs.contains_key(index));
    taken
}

fn each_function(constant: &Const, visit: &mut impl FnMut(usize)) {
    match constant {
        Const::Address(Symbol::Function(index), _) => visit(*index),
        Const::Aggregate(fields) => fields
            .iter()
            .for_each(|(_, field)| each_function(field, visit)),
        _ => {}
    }
}
