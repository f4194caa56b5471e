//! Bytes, truths and memories as formulas. Equal formulas have equal numbers, and the few laws that relate what an
//! operation asks for to what the 6502 offers (`inx` is an addition, `cmp #$80` a look at the sign) are applied when a
//! formula is built, so that "the same value" is "the same number".

use crate::asm::inst::{Label, Place};
use crate::ops::model::Logic;
use std::collections::HashMap;

/// Number of a formula.
pub type Id = u32;

/// A truth: the formula or its opposite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Truth {
    pub id: Id,
    pub not: bool,
}

impl Truth {
    pub fn opposite(self) -> Truth {
        Truth {
            not: !self.not,
            ..self
        }
    }
}

/// An address outside the frames.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Address {
    Fixed(Place),
    Indexed(Place, Id),
    Pointer { low: Id, high: Id, index: Id },
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    // Bytes.
    Const(u8),
    Low(Place),
    High(Place),
    /// A byte about which only its identity is known.
    Symbol(u32),
    Sum(Id, Id, Truth),
    Difference(Id, Id, Truth),
    Logic(Logic, Id, Id),
    ShiftedLeft(Id, Truth),
    ShiftedRight(Id, Truth),
    Load(Id, Address),
    /// Entry of a table inside the code.
    Entry(Label, i32, Id),
    /// A difference that exists in the zero flag only.
    Compared(Id, Id),
    /// What a call leaves in a register (0, 1, 2) or a byte.
    LeftInRegister(Id, u8),
    LeftIn(Id, Place),
    Choice(Id, Id, Id),
    // Memories.
    Stored(Id, Address, Id, bool),
    Observed(Id, Address),
    Called(Id, String, Vec<Id>),
    // Truths.
    True,
    Equal(Id, Id),
    AtLeast(Id, Id),
    Negative(Id),
    LowBit(Id),
    SumCarry(Id, Id, Truth),
    DifferenceCarry(Id, Id, Truth),
    Overflow(bool, Id, Id, Truth),
    ChoiceOfTruths(Id, Truth, Truth),
}

#[derive(Default)]
pub struct Values {
    nodes: Vec<Node>,
    ids: HashMap<Node, Id>,
    symbols: u32,
    /// What bytes of a memory are known to hold.
    contents: HashMap<(Id, Place), Id>,
}

/// Symbols are objects of their own; inside one, two fixed offsets are two bytes.
fn is_elsewhere(at: &Address, place: &Place) -> bool {
    let Place::Symbol(name, offset) = place else {
        return false;
    };
    match at {
        Address::Fixed(Place::Symbol(other, at)) => other != name || at != offset,
        Address::Indexed(Place::Symbol(other, _), _) => other != name,
        _ => false,
    }
}

impl Values {
    /// `symbols` names below this number are taken.
    pub fn new(symbols: u32) -> Values {
        Values {
            symbols,
            ..Values::default()
        }
    }

    pub fn make(&mut self, node: Node) -> Id {
        if let Some(id) = self.ids.get(&node) {
            return *id;
        }
        let id = self.nodes.len() as Id;
        self.nodes.push(node.clone());
        self.ids.insert(node, id);
        id
    }

    pub fn node(&self, id: Id) -> &Node {
        &self.nodes[id as usize]
    }

    /// A byte or truth nothing is known about.
    pub fn fresh(&mut self) -> Id {
        self.symbols += 1;
        self.make(Node::Symbol(self.symbols - 1))
    }

    pub fn fresh_truth(&mut self) -> Truth {
        let byte = self.fresh();
        self.low_bit(byte)
    }

    pub fn constant(&mut self, value: u8) -> Id {
        self.make(Node::Const(value))
    }

    pub fn as_constant(&self, id: Id) -> Option<u8> {
        match self.node(id) {
            Node::Const(value) => Some(*value),
            _ => None,
        }
    }

    pub fn truth(&mut self, value: bool) -> Truth {
        Truth {
            id: self.make(Node::True),
            not: !value,
        }
    }

    pub fn as_known(&self, truth: Truth) -> Option<bool> {
        (*self.node(truth.id) == Node::True).then_some(!truth.not)
    }

    fn plain(&mut self, node: Node) -> Truth {
        Truth {
            id: self.make(node),
            not: false,
        }
    }

    pub fn sum(&mut self, a: Id, b: Id, carry: Truth) -> Id {
        let (a, b) = self.ordered(a, b);
        match (self.as_constant(b), self.as_known(carry)) {
            (Some(step), Some(carry)) => self.stepped(a, step.wrapping_add(carry as u8)),
            _ => self.make(Node::Sum(a, b, carry)),
        }
    }

    pub fn difference(&mut self, a: Id, b: Id, carry: Truth) -> Id {
        match (self.as_constant(b), self.as_known(carry)) {
            (Some(step), Some(carry)) => self.stepped(a, (!step).wrapping_add(carry as u8)),
            _ => self.make(Node::Difference(a, b, carry)),
        }
    }

    /// `a` plus a constant, in one form for `adc`, `sbc`, `inx`, `dec`…
    pub fn stepped(&mut self, a: Id, step: u8) -> Id {
        if let Some(value) = self.as_constant(a) {
            return self.constant(value.wrapping_add(step));
        }
        let no_carry = self.truth(false);
        let (base, step) = match *self.node(a) {
            Node::Sum(base, other, carry) if carry == no_carry => match self.as_constant(other) {
                Some(before) => (base, step.wrapping_add(before)),
                None => (a, step),
            },
            _ => (a, step),
        };
        if step == 0 {
            return base;
        }
        let step = self.constant(step);
        self.make(Node::Sum(base, step, no_carry))
    }

    /// Constants second, otherwise by number: for operations whose operands may change places.
    fn ordered(&self, a: Id, b: Id) -> (Id, Id) {
        let key = |id| (self.as_constant(id).is_some(), id);
        if key(a) <= key(b) { (a, b) } else { (b, a) }
    }

    pub fn logic(&mut self, op: Logic, a: Id, b: Id) -> Id {
        let (a, b) = self.ordered(a, b);
        if let (Some(a), Some(b)) = (self.as_constant(a), self.as_constant(b)) {
            return self.constant(match op {
                Logic::And => a & b,
                Logic::Or => a | b,
                Logic::Xor => a ^ b,
            });
        }
        self.make(Node::Logic(op, a, b))
    }

    pub fn left(&mut self, a: Id, carry: Truth) -> Id {
        self.make(Node::ShiftedLeft(a, carry))
    }

    pub fn right(&mut self, a: Id, carry: Truth) -> Id {
        self.make(Node::ShiftedRight(a, carry))
    }

    pub fn load(&mut self, memory: Id, address: Address) -> Id {
        match self.settled(address) {
            Address::Fixed(place) => self.load_fixed(memory, place),
            address => self.make(Node::Load(memory, address)),
        }
    }

    /// A byte at a fixed address is what it was before the stores that cannot have changed it.
    fn load_fixed(&mut self, memory: Id, place: Place) -> Id {
        if let Some(value) = self.contents.get(&(memory, place.clone())) {
            return *value;
        }
        match self.node(memory).clone() {
            Node::Stored(before, at, ..) if is_elsewhere(&at, &place) => {
                self.load_fixed(before, place)
            }
            Node::Choice(_, one, other) => {
                let (one, other) = (
                    self.load_fixed(one, place.clone()),
                    self.load_fixed(other, place.clone()),
                );
                if one == other {
                    one
                } else {
                    self.make(Node::Load(memory, Address::Fixed(place)))
                }
            }
            _ => self.make(Node::Load(memory, Address::Fixed(place))),
        }
    }

    /// Notes what a byte of a memory holds.
    pub fn contains(&mut self, memory: Id, place: Place, value: Id) {
        self.contents.insert((memory, place), value);
    }

    /// An index that is a constant is part of the address.
    pub fn settled(&self, address: Address) -> Address {
        match address {
            Address::Indexed(Place::Symbol(name, offset), index) => match self.as_constant(index) {
                Some(index) => Address::Fixed(Place::Symbol(name, offset + i32::from(index))),
                None => Address::Indexed(Place::Symbol(name, offset), index),
            },
            other => other,
        }
    }

    pub fn equal(&mut self, a: Id, b: Id) -> Truth {
        let (a, b) = self.ordered(a, b);
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => self.truth(a == b),
            (None, Some(value)) => match *self.node(a) {
                Node::Sum(base, step, carry) if self.as_known(carry) == Some(false) => {
                    match self.as_constant(step) {
                        Some(step) => {
                            let value = self.constant(value.wrapping_sub(step));
                            self.equal(base, value)
                        }
                        None => self.plain(Node::Equal(a, b)),
                    }
                }
                Node::Compared(x, y) if value == 0 => self.equal(x, y),
                _ => self.plain(Node::Equal(a, b)),
            },
            _ if a == b => self.truth(true),
            _ => self.plain(Node::Equal(a, b)),
        }
    }

    pub fn zero(&mut self, a: Id) -> Truth {
        let zero = self.constant(0);
        self.equal(a, zero)
    }

    /// `a >= b`, unsigned.
    pub fn at_least(&mut self, a: Id, b: Id) -> Truth {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => self.truth(a >= b),
            (None, Some(0)) => self.truth(true),
            (None, Some(1)) => self.zero(a).opposite(),
            (None, Some(0x80)) => self.negative(a),
            (None, Some(0xff)) => self.equal(a, b),
            _ => self.plain(Node::AtLeast(a, b)),
        }
    }

    pub fn negative(&mut self, a: Id) -> Truth {
        match *self.node(a) {
            Node::Const(value) => self.truth(value & 0x80 != 0),
            Node::Logic(Logic::Or, other, mask) if self.leaves_sign(mask, 0) => {
                self.negative(other)
            }
            Node::Logic(Logic::And, other, mask) if self.leaves_sign(mask, 0x80) => {
                self.negative(other)
            }
            _ => self.plain(Node::Negative(a)),
        }
    }

    fn leaves_sign(&self, mask: Id, bit: u8) -> bool {
        self.as_constant(mask)
            .is_some_and(|mask| mask & 0x80 == bit)
    }

    pub fn low_bit(&mut self, a: Id) -> Truth {
        match self.as_constant(a) {
            Some(value) => self.truth(value & 1 != 0),
            None => self.plain(Node::LowBit(a)),
        }
    }

    pub fn sum_carry(&mut self, a: Id, b: Id, carry: Truth) -> Truth {
        let (a, b) = self.ordered(a, b);
        self.plain(Node::SumCarry(a, b, carry))
    }

    pub fn difference_carry(&mut self, a: Id, b: Id, carry: Truth) -> Truth {
        match self.as_known(carry) {
            Some(true) => self.at_least(a, b),
            _ => self.plain(Node::DifferenceCarry(a, b, carry)),
        }
    }

    pub fn overflow(&mut self, subtracted: bool, a: Id, b: Id, carry: Truth) -> Truth {
        let (a, b) = if subtracted {
            (a, b)
        } else {
            self.ordered(a, b)
        };
        self.plain(Node::Overflow(subtracted, a, b, carry))
    }

    /// `yes` where the truth holds, else `no`. What is the same on both sides stays as it is: written first with what
    /// one side knows (`byte | $7f` of a negative byte is `$ff`), the two would look different.
    pub fn choice(&mut self, truth: Truth, yes: Id, no: Id) -> Id {
        if yes == no {
            return yes;
        }
        if let Some(known) = self.as_known(truth) {
            return if known { yes } else { no };
        }
        let (yes, no) = if truth.not { (no, yes) } else { (yes, no) };
        let yes = self.sign_filled(yes, truth.id);
        let (yes, no) = (
            self.given(yes, truth.id, true),
            self.given(no, truth.id, false),
        );
        if yes == no {
            return yes;
        }
        self.make(Node::Choice(truth.id, yes, no))
    }

    /// A formula where a truth is known to hold or not: choices it decides are made.
    fn given(&mut self, value: Id, known: Id, holds: bool) -> Id {
        let Node::Choice(truth, yes, no) = *self.node(value) else {
            return value;
        };
        if truth == known {
            return self.given(if holds { yes } else { no }, known, holds);
        }
        let (yes, no) = (self.given(yes, known, holds), self.given(no, known, holds));
        if yes == no {
            yes
        } else {
            self.make(Node::Choice(truth, yes, no))
        }
    }

    /// `byte | $7f` where it is known that `byte` is negative.
    fn sign_filled(&mut self, value: Id, known: Id) -> Id {
        let Node::Logic(Logic::Or, byte, mask) = *self.node(value) else {
            return value;
        };
        if self.as_constant(mask) != Some(0x7f) {
            return value;
        }
        let negative = self.negative(byte);
        if negative.id == known && !negative.not {
            self.constant(0xff)
        } else {
            value
        }
    }

    pub fn choice_of_truths(&mut self, truth: Truth, yes: Truth, no: Truth) -> Truth {
        if let Some(known) = self.as_known(truth) {
            return if known { yes } else { no };
        }
        let (yes, no) = if truth.not { (no, yes) } else { (yes, no) };
        if yes == no {
            return yes;
        }
        self.plain(Node::ChoiceOfTruths(truth.id, yes, no))
    }

    /// Whether one depth of the software stack is surely below another: both are small steps from one start.
    pub fn depth_below(&self, depth: Id, other: Id) -> bool {
        let (base, step) = self.base_and_step(depth);
        let (other_base, other_step) = self.base_and_step(other);
        base == other_base && step < other_step && other_step < 0x80
    }

    /// A byte as another plus a constant.
    pub fn base_and_step(&self, id: Id) -> (Id, u8) {
        match *self.node(id) {
            Node::Sum(base, step, carry) if self.as_known(carry) == Some(false) => {
                self.as_constant(step).map_or((id, 0), |step| (base, step))
            }
            _ => (id, 0),
        }
    }

    /// The innermost formulas in which two different ones differ.
    pub fn difference_of(&self, a: Id, b: Id) -> (Id, Id) {
        let (inside_a, inside_b) = (self.parts(a), self.parts(b));
        let same_kind =
            std::mem::discriminant(self.node(a)) == std::mem::discriminant(self.node(b));
        let differing = inside_a.iter().zip(&inside_b).find(|(a, b)| a != b);
        match differing {
            Some((a, b)) if same_kind && inside_a.len() == inside_b.len() => {
                self.difference_of(*a, *b)
            }
            _ => (a, b),
        }
    }

    fn parts(&self, id: Id) -> Vec<Id> {
        let address = |address: &Address| match address {
            Address::Fixed(_) => Vec::new(),
            Address::Indexed(_, index) => vec![*index],
            Address::Pointer { low, high, index } => vec![*low, *high, *index],
        };
        match self.node(id) {
            Node::Stored(before, at, value, _) => {
                [vec![*before], address(at), vec![*value]].concat()
            }
            Node::Observed(before, at) | Node::Load(before, at) => {
                [vec![*before], address(at)].concat()
            }
            Node::Called(before, _, given) => [vec![*before], given.clone()].concat(),
            Node::Choice(a, b, c) => vec![*a, *b, *c],
            Node::Logic(_, a, b) | Node::Equal(a, b) | Node::AtLeast(a, b) => vec![*a, *b],
            Node::Sum(a, b, carry) | Node::Difference(a, b, carry) => vec![*a, *b, carry.id],
            _ => Vec::new(),
        }
    }

    /// A formula as text, cut off where it gets deep.
    pub fn text(&self, id: Id) -> String {
        self.text_to(id, 4)
    }

    fn text_to(&self, id: Id, depth: u32) -> String {
        if depth == 0 {
            return "…".to_owned();
        }
        let inner = |id: &Id| self.text_to(*id, depth - 1);
        match self.node(id) {
            Node::Const(value) => format!("${value:02x}"),
            Node::Low(place) => format!("<{place}"),
            Node::High(place) => format!(">{place}"),
            Node::Symbol(number) => format!("value{number}"),
            Node::Sum(a, b, _) => format!("({} + {})", inner(a), inner(b)),
            Node::Difference(a, b, _) => format!("({} - {})", inner(a), inner(b)),
            Node::Logic(op, a, b) => format!("({} {op:?} {})", inner(a), inner(b)),
            Node::ShiftedLeft(a, _) => format!("({} << 1)", inner(a)),
            Node::ShiftedRight(a, _) => format!("({} >> 1)", inner(a)),
            Node::Load(_, address) => format!("load {}", self.address_text(address, depth)),
            Node::Stored(before, address, value, _) => format!(
                "{}; store {} to {}",
                inner(before),
                inner(value),
                self.address_text(address, depth)
            ),
            Node::Observed(before, address) => format!(
                "{}; volatile load {}",
                inner(before),
                self.address_text(address, depth)
            ),
            Node::Called(before, name, args) => {
                let args: Vec<String> = args.iter().map(inner).collect();
                format!("{}; call {name}({})", inner(before), args.join(", "))
            }
            Node::Choice(truth, yes, no) => {
                format!("({} ? {} : {})", inner(truth), inner(yes), inner(no))
            }
            Node::Equal(a, b) => format!("{} == {}", inner(a), inner(b)),
            Node::AtLeast(a, b) => format!("{} >= {}", inner(a), inner(b)),
            Node::Negative(a) => format!("{} < 0", inner(a)),
            Node::LeftIn(_, place) => format!("what the call leaves in {place}"),
            Node::LeftInRegister(_, register) => {
                format!(
                    "what the call leaves in {}",
                    ["A", "X", "Y"][*register as usize]
                )
            }
            other => format!("{other:?}"),
        }
    }

    fn address_text(&self, address: &Address, depth: u32) -> String {
        let inner = |id: &Id| self.text_to(*id, depth - 1);
        match address {
            Address::Fixed(place) => place.to_string(),
            Address::Indexed(place, index) => format!("{place} + {}", inner(index)),
            Address::Pointer { low, high, index } => {
                format!("({}, {}) + {}", inner(low), inner(high), inner(index))
            }
        }
    }
}
