//! Bytes for slots, the runtime the program needs, and everything together as one program.

use super::objects::{Globals, add_object_stack, add_objects};
use super::{Options, Unit, passing};
use crate::alloc::convention::POINTER_BLOCK;
use crate::alloc::frames::{self, Frame, Placement};
use crate::alloc::zeropage;
use crate::asm::env::Env;
use crate::asm::inst::{Inst, Line, Mnemonic, Operand, Place, Routine};
use crate::asm::program::{Content, Object, Program};
use crate::asm::text;
use crate::asm::write::ZERO_PAGE_FRAMES;
use crate::error::Result;
use crate::ir::model::{Block, Symbol, Terminator};
use crate::lower::stack::OBJECT_POINTER;
use crate::peephole;
use crate::peephole::interrupt;
use crate::peephole::shrink;
use crate::runtime::{self, Libcall};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

impl Unit<'_> {
    /// A byte for every slot.
    pub fn placement(&self, options: &Options) -> Result<Placement> {
        let reserved = self.reserve(&mut Program::default());
        frames::place(
            &self.frames,
            &self.graph,
            &self.conventions.names,
            options.zero_page.saturating_sub(reserved),
        )
    }

    /// Gives every slot its address, polishes the assembly of all functions and puts the program together.
    pub fn finish(self, placement: &Placement, options: &Options) -> Result<Program> {
        let mut program = Program::default();
        let reserved = self.reserve(&mut program);
        program.zero_page_frames = placement.zero_page;
        program.frames = placement.frames;
        let mut zero_page = self.costs.zero_page.clone();
        zero_page.symbols.insert(ZERO_PAGE_FRAMES.into());
        let handlers = self.graph.handlers.iter();
        let scratch: BTreeMap<usize, Vec<Place>> = handlers
            .map(|handler| (*handler, self.runtime_bytes(*handler)))
            .collect();
        let mut by_function: BTreeMap<usize, Frame> = self
            .frames
            .into_iter()
            .map(|frame| (frame.function, frame))
            .collect();
        for (index, func) in &self.funcs {
            let Some(mut frame) = by_function.remove(index) else {
                continue;
            };
            frames::rewrite(&mut frame.lines, placement);
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
            let function = &self.module.functions[*index];
            let disabled = shrink::switched_off(&options.disabled, function.attributes.opt_size);
            peephole::run(&mut routine, &env, &disabled);
            if self.graph.handlers.contains(index) {
                interrupt::wrap(&mut routine.lines, &scratch[index]);
            }
            options
                .show
                .add("places", &routine.name, || text::lines(&routine.lines));
            program.routines.push(routine);
            let returns = |block: &Block| matches!(block.term, Terminator::Ret(_));
            if !function.attributes.no_return && function.blocks.iter().any(returns) {
                program.returning.insert(func.name.clone());
            }
            if !function.internal {
                program
                    .exports
                    .insert(func.name.clone(), Place::Symbol(func.name.clone(), 0));
            }
        }
        let globals = Globals {
            module: self.module,
            in_zero_page: &self.globals,
            planes: &self.planes,
        };
        add_objects(&mut program, &globals, &self.funcs)?;
        for segment in &options.passing {
            passing::gather(&mut program, segment);
        }
        let left = options
            .zero_page
            .saturating_sub(reserved + placement.zero_page);
        for name in zeropage::fill(&program.objects, &program.routines, left) {
            let mut objects = program.objects.iter_mut();
            let object = objects.find(|object| object.name == name);
            object.expect("it was among them").section = Some("ZEROPAGE".into());
            zero_page.symbols.insert(name);
        }
        let attributes = |name: &str| match self.module.symbols.get(name) {
            Some(Symbol::Function(index)) => Some(&self.module.functions[*index].attributes),
            _ => None,
        };
        let small = |name: &str| attributes(name).is_some_and(|of| of.opt_size);
        let whole =
            |name: &str| attributes(name).is_some_and(|of| of.strings.contains_key("nooutline"));
        let choice = shrink::Choice {
            small: &small,
            whole: &whole,
        };
        let routines = std::mem::take(&mut program.routines);
        program.routines = shrink::run(routines, &choice, &zero_page, &options.disabled);
        for routine in &program.routines {
            options
                .show
                .add("shrink", &routine.name, || text::lines(&routine.lines));
        }
        for segment in &options.passing {
            passing::check(&program, segment)?;
        }
        Ok(program)
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

    /// Runtime routines, their zero-page blocks, the software stack; returns the zero page they take.
    fn reserve(&self, program: &mut Program) -> u32 {
        let mut wanted: BTreeSet<Libcall> = BTreeSet::new();
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
                Operand::Memory(Place::Symbol(name, _))
                    if matches!(inst.op, Mnemonic::Jsr | Mnemonic::Jmp) =>
                {
                    wanted.extend(Libcall::labelled(name));
                }
                Operand::MemoryX(Place::Symbol(name, offset))
                    if name == crate::asm::write::SOFT_STACK =>
                {
                    levels = levels.max(*offset as u32 + self.stack.levels);
                }
                _ => {}
            }
        }
        program.stack = levels;
        program.runtime = wanted;
        // A pointer each to the stack of variables and to the stack of objects.
        let pointers = 2 * (u32::from(levels > 0) + u32::from(objects));
        if objects {
            add_object_stack(program, self.object_stack);
        }
        let mut reserved: u32 = runtime::blocks_of(&program.runtime).values().sum();
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
            + pointers
            + self
                .globals
                .iter()
                .map(|name| self.global_size(name))
                .sum::<u32>()
    }

    /// Bytes of the runtime's blocks that a function, and what it calls, may change.
    fn runtime_bytes(&self, function: usize) -> Vec<Place> {
        let reached = self.graph.reach(function);
        let frames = self
            .frames
            .iter()
            .filter(|frame| reached.contains(&frame.function));
        let routines = frames
            .flat_map(|frame| &frame.lines)
            .filter_map(|line| match line {
                Line::Inst(Inst {
                    op: Mnemonic::Jsr | Mnemonic::Jmp,
                    arg: Operand::Memory(Place::Symbol(name, _)),
                    ..
                }) => Libcall::labelled(name),
                _ => None,
            })
            .collect();
        let blocks = runtime::blocks_of(&routines);
        let bytes = blocks.into_iter().flat_map(|(name, bytes)| {
            (0..bytes).map(move |byte| Place::Symbol(name.to_owned(), byte as i32))
        });
        bytes.collect()
    }

    fn global_size(&self, name: &str) -> u32 {
        match self.module.symbols.get(name) {
            Some(Symbol::Global(index)) => self.module.globals[*index].ty.size(),
            _ => 0,
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
