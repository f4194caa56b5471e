//! Sequences that occur again and again become routines of their own, in code that is to be small. A call and a return
//! change no register and no flag, so a sequence without branches, labels and use of the stack means the same in a
//! routine; one that ends in a return or a jump out is jumped to instead of called.
//!
//! The repeats are the common prefixes of neighbours in the sorted list of all suffixes; the one that saves most is
//! taken first, then the next of what is left, until nothing is gained; then again, over the shorter code.

use super::hits::Hits;
use crate::asm::effects::{RegSet, ZeroPage};
use crate::asm::flow::{is_branch, is_end};
use crate::asm::inst::{Inst, Line, Mnemonic, Operand, Place, Routine};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Names of the edits, for `--disable`.
pub const NAMES: [&str; 1] = ["outline"];

/// Bytes of a call or jump.
const CALL: i32 = 3;
/// Least gain for which a routine is made.
const LEAST: i32 = 2;
/// Instructions of the longest sequence looked for.
const LONGEST: usize = 64;
/// How often the whole code is gone through.
const ROUNDS: usize = 8;

/// Takes repeats out of the routines for which `small` says so; returns the new routines.
pub fn run(
    routines: &mut [Routine],
    small: &dyn Fn(&Routine) -> bool,
    zero_page: &ZeroPage,
    hits: &mut Hits,
) -> Vec<Routine> {
    let mut made: Vec<Routine> = Vec::new();
    for _ in 0..ROUNDS {
        if !hits.allows(NAMES[0]) {
            break;
        }
        let mut bodies: Vec<&mut Vec<Line>> = routines
            .iter_mut()
            .filter(|routine| small(routine))
            .chain(&mut made)
            .map(|routine| &mut routine.lines)
            .collect();
        let text = Text::new(&bodies, zero_page);
        let taken = text.choose();
        if taken.is_empty() {
            break;
        }
        let first = bodies.len();
        let names: Vec<String> = (0..taken.len())
            .map(|number| format!("common.{}", first + number))
            .collect();
        text.replace(&mut bodies, &taken, &names);
        for (repeat, name) in taken.iter().zip(names) {
            hits.count(NAMES[0]);
            made.push(text.routine(repeat, name));
        }
    }
    number(routines, made)
}

/// Gives the new routines their final names, counted from one.
fn number(routines: &mut [Routine], mut made: Vec<Routine>) -> Vec<Routine> {
    let names: HashMap<String, String> = made
        .iter()
        .enumerate()
        .map(|(number, routine)| (routine.name.clone(), format!("common.{}", number + 1)))
        .collect();
    for routine in routines.iter_mut().chain(&mut made) {
        if let Some(name) = names.get(&routine.name) {
            routine.name.clone_from(name);
        }
        for line in &mut routine.lines {
            if let Line::Inst(inst) = line
                && let Operand::Memory(Place::Symbol(name, _)) = &mut inst.arg
                && let Some(new) = names.get(name)
            {
                name.clone_from(new);
            }
        }
    }
    made
}

/// Where a token stands: body and line.
#[derive(Debug, Clone, Copy)]
struct At {
    body: usize,
    line: usize,
}

/// All code as one string of numbers: equal instructions have equal numbers, and whatever no sequence may contain has a
/// number of its own.
struct Text {
    tokens: Vec<u32>,
    at: Vec<At>,
    /// The instruction of a token; the others separate.
    insts: Vec<Option<Inst>>,
    bytes: Vec<i32>,
}

/// A sequence worth a routine, and where it goes out.
struct Repeat {
    length: usize,
    places: Vec<usize>,
}

impl Text {
    fn new(bodies: &[&mut Vec<Line>], zero_page: &ZeroPage) -> Text {
        let mut text = Text {
            tokens: Vec::new(),
            at: Vec::new(),
            insts: Vec::new(),
            bytes: Vec::new(),
        };
        let mut known: HashMap<(Mnemonic, Operand, bool), u32> = HashMap::new();
        let mut next = 0;
        for (body, lines) in bodies.iter().enumerate() {
            for (line, content) in lines.iter().enumerate() {
                let inst = match content {
                    Line::Comment(_) => continue,
                    Line::Inst(inst) if may_move(inst) => Some(inst),
                    Line::Inst(_) | Line::Label(_) | Line::Data(_) => None,
                };
                let mut fresh = || {
                    next += 1;
                    next
                };
                text.tokens.push(match inst {
                    Some(inst) => *known
                        .entry((inst.op, inst.arg.clone(), inst.volatile))
                        .or_insert_with(fresh),
                    None => fresh(),
                });
                text.at.push(At { body, line });
                text.bytes
                    .push(inst.map_or(0, |inst| inst.bytes(zero_page) as i32));
                text.insts.push(inst.cloned());
                if inst.is_some_and(is_end) {
                    next += 1;
                    text.separate(next, At { body, line });
                }
            }
            // Nothing goes from one body into the next.
            next += 1;
            let line = lines.len();
            text.separate(next, At { body, line });
        }
        text
    }

    fn separate(&mut self, number: u32, at: At) {
        self.tokens.push(number);
        self.at.push(at);
        self.bytes.push(0);
        self.insts.push(None);
    }

    /// The repeats to take out, the best first; no two share an instruction.
    fn choose(&self) -> Vec<Repeat> {
        let mut free = vec![true; self.tokens.len()];
        let mut heap: BinaryHeap<(i32, Reverse<usize>, Reverse<usize>)> = BinaryHeap::new();
        let candidates = self.repeats();
        for (number, candidate) in candidates.iter().enumerate() {
            let gain = self.gain(candidate, &self.fitting(candidate, &free));
            if gain >= LEAST {
                heap.push((gain, Reverse(candidate.length), Reverse(number)));
            }
        }
        let mut taken = Vec::new();
        while let Some((expected, length, Reverse(number))) = heap.pop() {
            let candidate = &candidates[number];
            let places = self.fitting(candidate, &free);
            let gain = self.gain(candidate, &places);
            if gain < LEAST {
                continue;
            }
            if gain < expected {
                heap.push((gain, length, Reverse(number)));
                continue;
            }
            for place in &places {
                free[*place..place + candidate.length].fill(false);
            }
            taken.push(Repeat {
                length: candidate.length,
                places,
            });
        }
        taken
    }

    /// Every sequence that occurs twice and cannot be made longer without losing an occurrence.
    fn repeats(&self) -> Vec<Repeat> {
        let count = self.tokens.len();
        let key = |start: &usize| &self.tokens[*start..count.min(start + LONGEST)];
        let mut suffixes: Vec<usize> = (0..count)
            .filter(|start| self.insts[*start].is_some())
            .collect();
        suffixes.sort_by(|a, b| key(a).cmp(key(b)).then(a.cmp(b)));
        let common = |a: &usize, b: &usize| {
            let equal = key(a).iter().zip(key(b)).take_while(|(a, b)| a == b);
            equal.count()
        };
        let mut repeats = Vec::new();
        // Open prefixes, shorter ones below longer ones, each with the index of its first suffix.
        let mut open: Vec<(usize, usize)> = Vec::new();
        for index in 1..=suffixes.len() {
            let shared = match suffixes.get(index) {
                Some(next) => common(&suffixes[index - 1], next),
                None => 0,
            };
            let mut first = index - 1;
            while let Some((length, start)) = open.last().copied()
                && length > shared
            {
                open.pop();
                first = start;
                let mut places = suffixes[start..index].to_vec();
                places.sort_unstable();
                repeats.push(Repeat { length, places });
            }
            if shared > 0 && open.last().is_none_or(|(length, _)| *length < shared) {
                open.push((shared, first));
            }
        }
        repeats
    }

    /// The occurrences that are still there and do not overlap.
    fn fitting(&self, repeat: &Repeat, free: &[bool]) -> Vec<usize> {
        let mut places = Vec::new();
        let mut end = 0;
        for place in &repeat.places {
            let range = *place..place + repeat.length;
            if *place >= end && free[range.clone()].iter().all(|free| *free) {
                end = range.end;
                places.push(*place);
            }
        }
        places
    }

    /// Bytes saved by a routine for these occurrences.
    fn gain(&self, repeat: &Repeat, places: &[usize]) -> i32 {
        let Some(first) = places.first() else {
            return 0;
        };
        let last = first + repeat.length - 1;
        let bytes: i32 = self.bytes[*first..=last].iter().sum();
        let returns = i32::from(!self.is_out(last) && !self.is_call(last));
        let returned =
            |place: &&usize| !self.is_out(last) && self.is_return(**place + repeat.length);
        let dropped = places.iter().filter(returned).count() as i32;
        places.len() as i32 * (bytes - CALL) + dropped - bytes - returns
    }

    fn op(&self, token: usize) -> Option<Mnemonic> {
        self.insts.get(token)?.as_ref().map(|inst| inst.op)
    }

    fn is_out(&self, token: usize) -> bool {
        matches!(self.op(token), Some(Mnemonic::Rts | Mnemonic::Jmp))
    }

    fn is_call(&self, token: usize) -> bool {
        self.op(token) == Some(Mnemonic::Jsr)
    }

    fn is_return(&self, token: usize) -> bool {
        self.op(token) == Some(Mnemonic::Rts)
    }

    /// Puts calls and jumps in the place of the occurrences.
    fn replace(&self, bodies: &mut [&mut Vec<Line>], taken: &[Repeat], names: &[String]) {
        let mut edits: Vec<(usize, usize, &String)> = Vec::new();
        for (repeat, name) in taken.iter().zip(names) {
            edits.extend(
                repeat
                    .places
                    .iter()
                    .map(|place| (*place, repeat.length, name)),
            );
        }
        // From the end, so that earlier lines keep their numbers.
        edits.sort_unstable_by_key(|(place, ..)| Reverse(*place));
        for (place, length, name) in edits {
            let mut last = place + length - 1;
            let leaves = self.is_out(last) || self.is_return(last + 1);
            if leaves && !self.is_out(last) {
                last += 1;
            }
            let op = if leaves { Mnemonic::Jmp } else { Mnemonic::Jsr };
            let (from, to) = (self.at[place], self.at[last]);
            bodies[from.body].splice(from.line..=to.line, [Line::Inst(out(op, name))]);
        }
    }

    fn routine(&self, repeat: &Repeat, name: String) -> Routine {
        let first = repeat.places[0];
        let mut insts: Vec<Inst> = self.insts[first..first + repeat.length]
            .iter()
            .flatten()
            .cloned()
            .collect();
        let last = insts.last_mut().expect("a repeat is not empty");
        match last.op {
            Mnemonic::Jsr => last.op = Mnemonic::Jmp,
            Mnemonic::Rts | Mnemonic::Jmp => {}
            _ => insts.push(Inst::implied(Mnemonic::Rts)),
        }
        Routine {
            name,
            section: None,
            lines: insts.into_iter().map(Line::Inst).collect(),
        }
    }
}

fn out(op: Mnemonic, name: &str) -> Inst {
    Inst::new(op, Operand::Memory(Place::Symbol(name.to_owned(), 0)))
}

/// Whether an instruction means the same in a routine: control goes on behind it, and it leaves the stack alone.
fn may_move(inst: &Inst) -> bool {
    let local = matches!(
        inst.arg,
        Operand::Label(_) | Operand::LabelX(..) | Operand::Indirect(..)
    );
    let calls = matches!(inst.op, Mnemonic::Jsr | Mnemonic::Rts | Mnemonic::Jmp);
    let stack = (inst.reads() | inst.writes()).meets(RegSet::STACK);
    let stops = matches!(inst.op, Mnemonic::Brk | Mnemonic::Rti);
    !local && !is_branch(inst.op) && !stops && (calls || !stack)
}
