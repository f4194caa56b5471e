//! Interrupt handlers. One can run between any two instructions of the program, so nothing it uses may be in use
//! already: functions that both the program and a handler reach are copied for the handler, and what cannot be made
//! its own (recursion, calls through pointers) is refused.

use super::recursion::{callees, recursive, taken_addresses};
use crate::error::{Error, Result};
use crate::ir::model::*;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The handlers: functions named by the caller, and those with the attribute `"interrupt"`.
pub fn handlers(module: &Module, names: &[String]) -> Result<BTreeSet<usize>> {
    let mut found: BTreeSet<usize> = module
        .functions
        .iter()
        .enumerate()
        .filter(|(_, function)| function.attributes.strings.contains_key("interrupt"))
        .map(|(index, _)| index)
        .collect();
    for name in names {
        match module.symbols.get(name) {
            Some(Symbol::Function(index)) => found.insert(*index),
            _ => {
                return Err(Error::new(format!(
                    "the interrupt handler {name} is not a function of the program"
                )));
            }
        };
    }
    for index in &found {
        let function = &module.functions[*index];
        if !function.params.is_empty() || function.ret != Type::Void || function.blocks.is_empty() {
            return Err(refused(
                function,
                "an interrupt handler takes no arguments and returns nothing",
            ));
        }
    }
    Ok(found)
}

/// The module with copies of all functions that a handler shares with the program or with another handler.
pub fn separate<'m>(module: &'m Module, names: &[String]) -> Result<Cow<'m, Module>> {
    let handlers = handlers(module, names)?;
    let mut module = Cow::Borrowed(module);
    for handler in &handlers {
        let own = reach(&module, [*handler], &BTreeSet::new());
        check(&module, *handler, &own, &handlers)?;
        let others: Vec<usize> = (0..module.functions.len())
            .filter(|index| index != handler)
            .filter(|index| !module.functions[*index].internal || handlers.contains(index))
            .chain(taken_addresses(&module).difference(&handlers).copied())
            .collect();
        let elsewhere = reach(&module, others, &taken_addresses(&module));
        let shared: Vec<usize> = own.intersection(&elsewhere).copied().collect();
        if !shared.is_empty() {
            copy_for(module.to_mut(), *handler, &own, &shared);
        }
    }
    Ok(module)
}

fn refused(function: &Function, why: &str) -> Error {
    Error::at(function.line, why).in_function(&function.name)
}

/// Functions reached from some, themselves included.
fn reach(
    module: &Module,
    from: impl IntoIterator<Item = usize>,
    by_pointer: &BTreeSet<usize>,
) -> BTreeSet<usize> {
    let mut seen = BTreeSet::new();
    let mut open: Vec<usize> = from.into_iter().collect();
    while let Some(next) = open.pop() {
        if seen.insert(next) {
            open.extend(callees(module, next, by_pointer));
        }
    }
    seen.retain(|index| !module.functions[*index].blocks.is_empty());
    seen
}

fn check(
    module: &Module,
    handler: usize,
    own: &BTreeSet<usize>,
    handlers: &BTreeSet<usize>,
) -> Result<()> {
    let recursive = recursive(module);
    for index in own {
        let function = &module.functions[*index];
        if recursive.contains(index) {
            return Err(refused(
                function,
                "an interrupt handler cannot use recursion",
            ));
        }
        if *index != handler && handlers.contains(index) {
            return Err(refused(function, "an interrupt handler cannot be called"));
        }
        for instr in function.blocks.iter().flat_map(|block| &block.instrs) {
            if let Op::Call(Call {
                callee: Callee::Pointer(_),
                ..
            }) = &instr.op
            {
                let error = Error::at(
                    instr.line,
                    "an interrupt handler cannot call through a pointer",
                );
                return Err(error.in_function(&function.name));
            }
        }
    }
    Ok(())
}

fn copy_for(module: &mut Module, handler: usize, own: &BTreeSet<usize>, shared: &[usize]) {
    let mut copies: BTreeMap<usize, usize> = BTreeMap::new();
    for index in shared {
        let mut copy = module.functions[*index].clone();
        copy.name = format!("{}.{}", copy.name, module.functions[handler].name);
        copy.internal = true;
        let at = module.functions.len();
        module
            .symbols
            .insert(copy.name.clone(), Symbol::Function(at));
        module.functions.push(copy);
        copies.insert(*index, at);
    }
    let callers = own
        .iter()
        .copied()
        .filter(|index| !copies.contains_key(index));
    for caller in callers.chain(copies.values().copied()).collect::<Vec<_>>() {
        let blocks = module.functions[caller].blocks.iter_mut();
        for instr in blocks.flat_map(|block| &mut block.instrs) {
            if let Op::Call(Call {
                callee: Callee::Function(callee),
                ..
            }) = &mut instr.op
                && let Some(copy) = copies.get(callee)
            {
                *callee = *copy;
            }
        }
    }
}
