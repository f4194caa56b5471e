//! The last stage: addresses in the code, the last round of peephole rules, objects, and everything together as one program.

use super::needs::libcall;
use super::objects::{Globals, add_objects};
use super::{Allocated, Options, Placed, passing};
use crate::alloc::frames::{self, Frame, Placement};
use crate::alloc::zeropage;
use crate::asm::effects::ZeroPage;
use crate::asm::env::Env;
use crate::asm::inst::{Line, Place, Routine};
use crate::asm::program::Program;
use crate::asm::text;
use crate::asm::write::ZERO_PAGE_FRAMES;
use crate::error::Result;
use crate::ir::model::{Block, FunctionAttributes, Symbol, Terminator};
use crate::peephole;
use crate::peephole::interrupt;
use crate::peephole::shrink;
use crate::runtime;
use std::collections::BTreeMap;
use std::rc::Rc;

impl Placed<'_> {
    /// Writes the addresses into the code and puts the program together.
    pub fn finish(self, options: &Options) -> Result<Program> {
        let Placed {
            mut code,
            needs,
            placement,
            left,
        } = self;
        let mut program = Program::default();
        needs.add_to(&mut program, options.object_stack);
        program.zero_page_frames = placement.zero_page;
        program.frames = placement.frames;
        let mut zero_page = code.costs.zero_page.clone();
        zero_page.symbols.insert(ZERO_PAGE_FRAMES.into());
        code.add_routines(&mut program, &placement, &zero_page, options);
        let globals = Globals {
            module: code.module,
            in_zero_page: &code.globals,
            planes: &code.planes,
        };
        add_objects(&mut program, &globals, &code.funcs)?;
        for segment in options.passing.iter().chain(&options.beside) {
            passing::gather(&mut program, segment);
        }
        fill_zero_page(&mut program, left, &mut zero_page);
        code.shrink(&mut program, &zero_page, options);
        for segment in &options.passing {
            passing::check(&program, segment)?;
        }
        Ok(program)
    }
}

impl Allocated<'_> {
    /// The code of every function with addresses in place of slots, in the order of the module.
    fn add_routines(
        &mut self,
        program: &mut Program,
        placement: &Placement,
        zero_page: &ZeroPage,
        options: &Options,
    ) {
        let zero_page = Rc::new(zero_page.clone());
        let handlers = self.graph.handlers.iter();
        let scratch: BTreeMap<usize, Vec<Place>> = handlers
            .map(|handler| (*handler, self.runtime_bytes(*handler)))
            .collect();
        let frames = std::mem::take(&mut self.frames).into_iter();
        let by_function: BTreeMap<usize, Frame> =
            frames.map(|frame| (frame.function, frame)).collect();
        for (index, mut frame) in by_function {
            frames::rewrite(&mut frame.lines, placement);
            let mut routine = self.routine(index, frame.lines, &zero_page, options);
            if let Some(scratch) = scratch.get(&index) {
                interrupt::wrap(&mut routine.lines, scratch);
            }
            options
                .show
                .add("places", &routine.name, || text::lines(&routine.lines));
            self.note_symbol(index, program);
            program.routines.push(routine);
        }
    }

    /// A function after the last round of peephole rules: slots that came to share a byte may have made a load or a store
    /// idle.
    fn routine(
        &self,
        index: usize,
        lines: Vec<Line>,
        zero_page: &Rc<ZeroPage>,
        options: &Options,
    ) -> Routine {
        let func = &self.funcs[&index];
        let mut routine = Routine {
            name: func.name.clone(),
            section: func.section.clone(),
            lines,
        };
        let env = Env {
            zero_page: zero_page.clone(),
            ..self.surroundings[&index].placed()
        };
        let disabled = shrink::switched_off(&options.disabled, self.is_small(index));
        peephole::run(&mut routine, &env, &disabled);
        routine
    }

    /// Whether a function comes back to its caller, and whether it is visible outside.
    fn note_symbol(&self, index: usize, program: &mut Program) {
        let function = &self.module.functions[index];
        let name = &function.name;
        let returns = |block: &Block| matches!(block.term, Terminator::Ret(_));
        if !function.attributes.no_return && function.blocks.iter().any(returns) {
            program.returning.insert(name.clone());
        }
        if !function.internal {
            let place = Place::Symbol(name.clone(), 0);
            program.exports.insert(name.clone(), place);
        }
    }

    /// Passes over all routines together.
    fn shrink(&self, program: &mut Program, zero_page: &ZeroPage, options: &Options) {
        let small = |name: &str| self.attributes(name).is_some_and(|of| of.opt_size);
        let whole = |name: &str| {
            let attributes = self.attributes(name);
            attributes.is_some_and(|of| of.strings.contains_key("nooutline"))
        };
        let choice = shrink::Choice {
            small: &small,
            whole: &whole,
        };
        let routines = std::mem::take(&mut program.routines);
        program.routines = shrink::run(routines, &choice, zero_page, &options.disabled);
        for routine in &program.routines {
            options
                .show
                .add("shrink", &routine.name, || text::lines(&routine.lines));
        }
    }

    fn attributes(&self, name: &str) -> Option<&FunctionAttributes> {
        match self.module.symbols.get(name) {
            Some(Symbol::Function(index)) => Some(&self.module.functions[*index].attributes),
            _ => None,
        }
    }

    /// Bytes of the runtime's blocks that a function, and what it calls, may change.
    fn runtime_bytes(&self, function: usize) -> Vec<Place> {
        let reached = self.graph.reach(function);
        let frames = self.frames.iter();
        let routines = frames
            .filter(|frame| reached.contains(&frame.function))
            .flat_map(|frame| &frame.lines)
            .filter_map(|line| match line {
                Line::Inst(inst) => libcall(inst),
                _ => None,
            })
            .collect();
        let blocks = runtime::blocks_of(&routines).into_iter();
        let bytes = blocks.flat_map(|(name, bytes)| {
            (0..bytes).map(move |byte| Place::Symbol(name.to_owned(), byte as i32))
        });
        bytes.collect()
    }
}

/// Gives what is left of zero page to the busiest objects.
fn fill_zero_page(program: &mut Program, left: u32, zero_page: &mut ZeroPage) {
    for name in zeropage::fill(&program.objects, &program.routines, left) {
        let mut objects = program.objects.iter_mut();
        let object = objects.find(|object| object.name == name);
        object.expect("it was among them").section = Some("ZEROPAGE".into());
        zero_page.symbols.insert(name);
    }
}
