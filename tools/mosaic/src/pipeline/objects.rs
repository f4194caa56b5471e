//! The program's data: globals with their contents, stack objects, lookup tables, the object stack of recursive functions.

use crate::analyse::planes::{self, Planes, Shape};
use crate::asm::inst::Place;
use crate::asm::pack::SMALLEST_TABLE;
use crate::asm::program::{Cell, Content, Object, Program};
use crate::error::{Error, Result};
use crate::ir::model::{Const, Module, Symbol, Type};
use crate::lower::stack::OBJECT_POINTER;
use crate::ops::model::Func;
use crate::runtime;
use std::collections::{BTreeMap, BTreeSet};

/// Memory of the stack objects of recursive functions.
pub(super) const OBJECT_STACK: &str = "object_stack";

/// Room for the stack objects of recursive functions, and the word that says how much of it is taken.
pub(super) fn add_object_stack(program: &mut Program, bytes: u32) {
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
        content: Content::Zero(bytes),
    });
}

/// The module's globals and where they lie.
pub(super) struct Globals<'a> {
    pub module: &'a Module,
    pub in_zero_page: &'a BTreeSet<String>,
    pub planes: &'a Planes,
}

pub(super) fn add_objects(
    program: &mut Program,
    globals: &Globals,
    funcs: &BTreeMap<usize, Func>,
) -> Result<()> {
    let module = globals.module;
    for (index, global) in module.globals.iter().enumerate() {
        // Lists of symbols for LLVM's own linker stage.
        if global.section.as_deref() == Some("llvm.metadata") {
            continue;
        }
        if global.init.is_none() && runtime::is_heap_bound(&global.name) {
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
        let shape = globals.planes.shape(planes::Object::Global(index));
        if let Some(shape) = shape {
            cells = shape.split(&cells);
        }
        program.objects.push(Object {
            name: global.name.clone(),
            section: if globals.in_zero_page.contains(&global.name) {
                Some("ZEROPAGE".into())
            } else {
                global.section.clone()
            },
            constant: global.constant,
            align: shape.map_or(1, page_align).max(global.align),
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
        for object in &func.stack_objects {
            program.objects.push(Object {
                name: object.name.clone(),
                section: Some("NOINIT".into()),
                constant: false,
                align: object.align,
                content: Content::Zero(object.size),
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

/// The largest byte of each constant whose bytes are all known.
pub(super) fn largest(module: &Module) -> BTreeMap<String, u8> {
    let mut found = BTreeMap::new();
    for global in module.globals.iter().filter(|global| global.constant) {
        let mut cells = Vec::new();
        if let Some(init) = &global.init {
            flatten(module, &global.ty, init, &mut cells);
        }
        let bytes = cells.iter().map(|cell| match cell {
            Cell::Byte(value) => *value,
            Cell::Low(_) | Cell::High(_) => u8::MAX,
        });
        found.extend(bytes.max().map(|largest| (global.name.clone(), largest)));
    }
    found
}

/// Planes of a power of two bytes, on an address of the same kind, never cross a page.
fn page_align(shape: Shape) -> u32 {
    let tables = shape.count.is_power_of_two() && shape.count >= SMALLEST_TABLE;
    if tables { shape.count } else { 1 }
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
