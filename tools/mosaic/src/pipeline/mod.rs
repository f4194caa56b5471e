//! The passes in order: the map of the compiler.
//!
//! ```text
//! module            interrupts     functions that a handler shares with the program are copied for it
//!                   partial inline the test that ends a recursion is made before the call
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
//!                   rematerialise  copies of globals that need no slot (an analysis)
//!                   alloc          register search and instruction selection together
//!                   (check)        the allocation proved, function by function
//!                   peephole       rules, redundant loads, threading, dead code, loops, until nothing changes
//!                   small runtime  short routines where only small functions call them
//! code              frames         a byte for every slot
//!                   (check)        the bytes proved, over the whole program
//!                   peephole       once more: slots that share a byte leave idle moves
//!                   interrupts     entry and exit of handlers
//! program           objects        globals, tables and stack objects
//!                   passing        what only passing code uses lies with it, and one function calls it
//!                   zero page      what is left goes to the busiest objects
//!                   shrink         tail merging, outlining, block placement, order of routines, branch ranges
//! ```

mod allocated;
mod convene;
mod finish;
mod lowered;
mod needs;
mod objects;
mod passing;
mod placed;
mod polish;

pub use allocated::Allocated;
pub use lowered::Lowered;
pub use placed::Placed;

use crate::alloc::convention::Stack;
use crate::analyse::interrupts;
use crate::asm::program::Program;
use crate::error::Result;
use crate::induction;
use crate::ir::{self, model::Module};
use crate::partial_inline;
use crate::peephole;
use crate::show::Show;
use std::borrow::Cow;
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
    /// The segment of what lies beside the program, which pays nothing for it.
    pub beside: Option<String>,
    /// Passes whose output is wanted, and that output.
    pub show: Rc<Show>,
}

/// Passes over the module that `Options::disabled` may name.
const PASSES: [&str; 4] = ["induction", "partial-inline", "planes", "recompute"];

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
            beside: None,
            show: Rc::default(),
        }
    }
}

/// Compiles a whole program.
pub fn compile(module: &Module, options: &Options) -> Result<Program> {
    let module = prepare(module, options)?;
    let lowered = Lowered::of(&module, options)?;
    let mut allocated = lowered.allocate(options);
    if options.check {
        allocated.check()?;
    }
    allocated.polish(options);
    allocated.call_small_runtime();
    let placed = allocated.place(options)?;
    if options.check {
        placed.check()?;
    }
    placed.finish(options)
}

/// Passes over the module.
fn prepare<'m>(module: &'m Module, options: &Options) -> Result<Cow<'m, Module>> {
    let mut module = interrupts::separate(module, &options.interrupts)?;
    if !options.is_off("partial-inline") {
        module = partial_inline::early_exits(module);
    }
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
    Ok(module)
}
