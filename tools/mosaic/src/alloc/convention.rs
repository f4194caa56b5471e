//! How each function takes its arguments and gives its result. The first bytes travel in registers, the rest in
//! memory of the callee; what a call may destroy is known per function once its code is there.

use super::state::Reg;
use crate::asm::inst::Place;

/// The software stack that keeps variables across recursive calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stack {
    /// Recursive calls that can be open at one time.
    pub levels: u32,
    /// Stop at [`OVERFLOW`] when there would be one more.
    pub check: bool,
}

pub use crate::runtime::OVERFLOW;

/// Bytes of the processor's stack that a recursive call leaves to interrupts and to what does not recurse.
pub const STACK_RESERVE: u8 = 40;

/// Where a byte crosses a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Crossing {
    /// In a register.
    Register(Reg),
    /// In a byte of memory, as a rule a slot of the callee.
    Memory(Place),
    /// The callee does not look at it.
    Unused,
}

/// How one function is called: where each byte of its parameters and results crosses, and what the call leaves of
/// the caller's state.
#[derive(Debug, Clone)]
pub struct Convention {
    /// Where the bytes of the parameters cross, in order.
    pub params: Vec<Crossing>,
    /// Where the bytes of the result cross, in order.
    pub results: Vec<Crossing>,
    /// Registers the function may change.
    pub clobbers: [bool; 3],
    /// N and Z tell about A at return.
    pub flags_from_a: bool,
    /// Functions that can call each other in a circle share a number.
    pub group: usize,
    /// The function can be active more than once, so a call may have to save what lives across it.
    pub recursive: bool,
    /// A call through a pointer may come back to this function.
    pub pointer_recursive: bool,
}

/// The conventions of a whole program.
#[derive(Debug, Default)]
pub struct Conventions {
    /// By function index; functions without a body have none.
    pub of: Vec<Option<Convention>>,
    /// Symbols of all functions.
    pub names: Vec<String>,
}

/// Zero-page block through which arguments and results of calls by pointer travel.
pub const POINTER_BLOCK: &str = "rt_arg";

impl Conventions {
    /// The convention of a function that has been laid out already.
    pub fn get(&self, index: usize) -> &Convention {
        self.of[index]
            .as_ref()
            .expect("callees are laid out before callers")
    }
}

/// The registers in the order they are given out.
pub const ORDER: [Reg; 3] = [Reg::A, Reg::X, Reg::Y];

/// Convention of functions whose address is taken: all in one block, results in registers first.
pub fn by_pointer(params: usize, results: usize) -> (Vec<Crossing>, Vec<Crossing>) {
    let block =
        |index: usize| Crossing::Memory(Place::Symbol(POINTER_BLOCK.to_owned(), index as i32));
    (
        (0..params).map(block).collect(),
        (0..results)
            .map(|index| {
                ORDER
                    .get(index)
                    .map_or_else(|| block(index), |reg| Crossing::Register(*reg))
            })
            .collect(),
    )
}
