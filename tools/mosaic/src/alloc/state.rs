//! The processor as the register search sees it: what A, X and Y hold, which variables are only there and not yet
//! in their storage locations, what is known of the flags, and the code that led here with its cost.

use crate::asm::effects::ZeroPage;
use crate::asm::inst::{Inst, Label, Line, Mnemonic, Operand, Place};
pub use crate::cpu::registers::{REGS, Reg};
use crate::ops::model::Var;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

/// What a register is known to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hold {
    /// Nothing that is of use.
    Nothing,
    /// The current value of a variable.
    Var(Var),
    /// A constant.
    Const(u8),
}

/// What a cycle and a byte cost.
#[derive(Debug, Clone, Copy)]
pub struct Price {
    /// The price of a cycle.
    pub cycle: u32,
    /// The price of a byte.
    pub byte: u32,
}

impl Price {
    /// A byte only decides between sequences of equal time.
    pub const FAST: Price = Price { cycle: 32, byte: 1 };
    /// Bytes first; cycles decide between sequences of equal length.
    pub const SMALL: Price = Price { cycle: 2, byte: 32 };

    /// Whether code counts by where it stands rather than by how often it runs.
    pub fn is_small(self) -> bool {
        self.byte > self.cycle
    }
}

/// The processor at one place of the code, with the code that leads there.
#[derive(Debug, Clone)]
pub struct State {
    /// What A, X and Y hold, in this order.
    pub regs: [Hold; 3],
    /// Variables whose storage location is out of date; each is in a register.
    pub stale: Vec<Var>,
    /// The carry flag, where it is known.
    pub carry: Option<bool>,
    /// N and Z tell about this variable.
    pub flags: Option<Var>,
    /// What the code so far costs.
    pub cost: u32,
    /// The code so far.
    pub code: Code,
    /// Number of the state it comes from among those the stretch of operations began with.
    pub origin: usize,
}

/// Lines in reverse, shared between states with a common past.
#[derive(Debug, Clone, Default)]
pub struct Code(Option<Rc<Link>>);

#[derive(Debug)]
struct Link {
    piece: Piece,
    before: Code,
}

#[derive(Debug)]
enum Piece {
    Line(Line),
    Stretch(Code),
}

impl Drop for Link {
    /// Long chains are taken apart in a loop: the derived drop would recurse once per line.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(link) = next {
            match Rc::try_unwrap(link) {
                Ok(mut link) => next = link.before.0.take(),
                Err(_) => break,
            }
        }
    }
}

impl Code {
    fn push(&mut self, line: Line) {
        let before = Code(self.0.take());
        let piece = Piece::Line(line);
        self.0 = Some(Rc::new(Link { piece, before }));
    }

    /// This code and then that of a stretch.
    pub fn followed_by(&self, stretch: &Code) -> Code {
        Code(Some(Rc::new(Link {
            piece: Piece::Stretch(stretch.clone()),
            before: self.clone(),
        })))
    }

    /// The lines in the order in which they run.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        self.add_reversed(&mut lines);
        lines.reverse();
        lines
    }

    fn add_reversed(&self, lines: &mut Vec<Line>) {
        let mut at = &self.0;
        while let Some(link) = at {
            match &link.piece {
                Piece::Line(line) => lines.push(line.clone()),
                Piece::Stretch(code) => code.add_reversed(lines),
            }
            at = &link.before.0;
        }
    }
}

/// What decides how the code can go on: two states alike here differ only in cost.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Shape {
    /// What A, X and Y hold.
    pub regs: [Hold; 3],
    /// Variables whose storage location is out of date.
    pub stale: Vec<Var>,
    /// The carry flag, where it is known.
    pub carry: Option<bool>,
    /// The variable that N and Z tell about.
    pub flags: Option<Var>,
}

impl State {
    /// A state of this shape that has no code yet.
    pub fn with(shape: Shape) -> State {
        State {
            regs: shape.regs,
            stale: shape.stale,
            carry: shape.carry,
            flags: shape.flags,
            cost: 0,
            code: Code::default(),
            origin: 0,
        }
    }

    /// What of the state matters to the code that follows: two states of one shape differ in cost alone.
    pub fn shape(&self) -> Shape {
        Shape {
            regs: self.regs,
            stale: self.stale.clone(),
            carry: self.carry,
            flags: self.flags,
        }
    }

    /// What a register holds.
    pub fn hold(&self, reg: Reg) -> Hold {
        self.regs[reg as usize]
    }

    /// The register that holds a variable or constant, if one does.
    pub fn find(&self, hold: Hold) -> Option<Reg> {
        REGS.into_iter().find(|reg| self.hold(*reg) == hold)
    }

    /// Whether a variable is in a register alone, its storage location out of date.
    pub fn is_stale(&self, var: Var) -> bool {
        self.stale.contains(&var)
    }

    /// Notes what a register holds from now on.
    pub fn put(&mut self, reg: Reg, hold: Hold) {
        self.regs[reg as usize] = hold;
    }

    /// A new value for a variable, in `reg` and nowhere else yet.
    pub fn define(&mut self, reg: Reg, var: Var) {
        self.forget(var);
        self.put(reg, Hold::Var(var));
        self.mark_stale(var);
    }

    /// Notes that the storage location of a variable is out of date.
    pub fn mark_stale(&mut self, var: Var) {
        if let Err(at) = self.stale.binary_search(&var) {
            self.stale.insert(at, var);
        }
    }

    /// Notes that the storage location of a variable is up to date.
    pub fn mark_stored(&mut self, var: Var) {
        self.stale.retain(|other| *other != var);
    }

    /// No register holds the variable any more, nor do the flags speak of it.
    pub fn forget(&mut self, var: Var) {
        for hold in &mut self.regs {
            if *hold == Hold::Var(var) {
                *hold = Hold::Nothing;
            }
        }
        if self.flags == Some(var) {
            self.flags = None;
        }
        self.mark_stored(var);
    }

    /// Adds an instruction and its cost.
    pub fn emit(&mut self, costs: &Costs, op: Mnemonic, arg: Operand) {
        self.emit_inst(costs, Inst::new(op, arg));
    }

    /// Adds an instruction that is already put together, for instance a volatile one.
    pub fn emit_inst(&mut self, costs: &Costs, inst: Inst) {
        self.cost += costs.of(&inst);
        self.code.push(Line::Inst(inst));
    }

    /// Adds a label, which costs nothing.
    pub fn label(&mut self, label: Label) {
        self.code.push(Line::Label(label));
    }

    /// Adds a byte of data among the code, for a jump table.
    pub fn data(&mut self, data: crate::asm::inst::Data) {
        self.cost += 1;
        self.code.push(Line::Data(data));
    }

    /// Extra cycles that no instruction shows, such as a branch that is usually taken.
    pub fn charge(&mut self, costs: &Costs, cycles: u32) {
        self.cost += cycles * costs.price.cycle;
    }
}

/// Keeps the cheapest state of each shape, and of those the cheapest few.
pub fn prune(states: &mut Vec<State>, keep: usize) {
    let mut best: HashMap<Shape, usize> = HashMap::with_capacity(states.len());
    let mut chosen: Vec<State> = Vec::with_capacity(states.len());
    for state in states.drain(..) {
        match best.entry(state.shape()) {
            Entry::Occupied(at) => {
                let held = &mut chosen[*at.get()];
                if state.cost < held.cost {
                    *held = state;
                }
            }
            Entry::Vacant(at) => {
                at.insert(chosen.len());
                chosen.push(state);
            }
        }
    }
    // What is not yet in memory may still have to be stored.
    chosen.sort_by_key(|state| state.cost + state.stale.len() as u32 * Price::FAST.cycle);
    chosen.truncate(keep);
    *states = chosen;
}

/// Cost of instructions, from the opcode table.
pub struct Costs {
    /// Which places lie in zero page: their instructions are shorter and faster.
    pub zero_page: ZeroPage,
    /// What a cycle and a byte count.
    pub price: Price,
}

impl Costs {
    /// The cost of one instruction. Panics if the 6502 does not have it in this addressing mode.
    pub fn of(&self, inst: &Inst) -> u32 {
        match inst.opcode(&self.zero_page) {
            Some(opcode) => {
                u32::from(opcode.cycles) * self.price.cycle + opcode.mode.length() * self.price.byte
            }
            None => panic!("no such instruction: {inst:?}"),
        }
    }

    /// Whether the 6502 has the operation with such an operand.
    pub fn exists(&self, op: Mnemonic, arg: &Operand) -> bool {
        Inst::new(op, arg.clone()).opcode(&self.zero_page).is_some()
    }

    /// Whether a place lies in zero page.
    pub fn in_zero_page(&self, place: &Place) -> bool {
        self.zero_page.holds(place)
    }
}
