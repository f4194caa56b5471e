//! Every peephole rule proved by simulation: both sides run from the same random registers and memory and must end in
//! the same place with the same state, apart from what the rule calls dead; and no rule may cost bytes or cycles.

#[allow(dead_code)] // each test file uses its own part
mod machine;

use machine::encode::encode;
use machine::{End, Machine};
use mosaic::asm::effects::{RegSet, ZeroPage};
use mosaic::asm::inst::{Inst, Label, Line, Mnemonic::*, Operand, Place};
use mosaic::peephole;
use mosaic::peephole::apply::{self, COMPILED, Compiled};
use mosaic::peephole::pattern::{Arg, Bindings, Step};
use mosaic::peephole::rules::Only;
use std::collections::BTreeSet;

struct Random(u64);

impl Random {
    fn byte(&mut self) -> u8 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 56) as u8
    }

    /// Bytes near the edges come often: carries and signs change there.
    fn telling(&mut self) -> u8 {
        match self.byte() % 4 {
            0 => [0, 1, 2, 0x7f, 0x80, 0x81, 0xfe, 0xff][usize::from(self.byte() % 8)],
            _ => self.byte(),
        }
    }
}

/// Where the code stands, and the routine `f` of call rules.
const CODE: u16 = 0x2000;
const ROUTINE: u16 = 0x2800;
/// Counts exits by way of the rule's label.
const EXIT_MARK: u16 = 0xf0;
/// The label a rule branches to, unless it marks it itself.
const OUTSIDE: u32 = 900;
/// Numbers of the labels a rule marks itself, by letter.
const INSIDE: u32 = 500;

fn letter_of(arg: Arg) -> Option<char> {
    match arg {
        Arg::Constant(l)
        | Arg::Direct(l)
        | Arg::Loadable(l)
        | Arg::Plain(l)
        | Arg::Memory(l)
        | Arg::Label(l)
        | Arg::Routine(l) => Some(l),
        Arg::None | Arg::Accumulator | Arg::Number(_) => None,
    }
}

/// Operands a variable may stand for, in every addressing mode of its kind.
fn choices(arg: Arg, random: &mut Random) -> Vec<Operand> {
    let near = |address| Operand::Memory(Place::Address(address));
    let far = Operand::Memory(Place::Address(0x3040));
    let indexed = [
        Operand::MemoryX(Place::Address(0x3000)),
        Operand::MemoryY(Place::Address(0x3000)),
        Operand::MemoryX(Place::Address(0x48)),
        Operand::IndirectY(Place::Address(0x50)),
    ];
    match arg {
        Arg::Constant(_) => vec![Operand::Immediate(random.telling())],
        Arg::Direct('m') => vec![near(0x40), far],
        // The second byte may be the first one too.
        Arg::Direct(_) => vec![near(0x42), near(0x40), far],
        Arg::Loadable(_) => [
            vec![
                Operand::Immediate(random.telling()),
                near(0x40),
                near(0x44),
                far,
            ],
            indexed.to_vec(),
        ]
        .concat(),
        Arg::Plain(_) => vec![Operand::Immediate(random.telling()), near(0x44), far],
        Arg::Memory(_) => [vec![near(0x44), far], indexed.to_vec()].concat(),
        Arg::Label(_) => vec![Operand::Label(Label(OUTSIDE))],
        Arg::Routine(_) => vec![Operand::Memory(Place::Address(ROUTINE))],
        Arg::None | Arg::Accumulator | Arg::Number(_) => Vec::new(),
    }
}

/// All ways to fill in the variables of a rule's left side.
fn fillings(compiled: &Compiled, random: &mut Random) -> Vec<Bindings> {
    let mut all = vec![Bindings::new()];
    for step in &compiled.find {
        let Step::Inst(_, arg) = step else { continue };
        let Some(letter) = letter_of(*arg).filter(|letter| !all[0].contains_key(letter)) else {
            continue;
        };
        let own_label = compiled.find.contains(&Step::Mark(letter));
        let choices = if own_label {
            vec![Operand::Label(Label(INSIDE + letter as u32))]
        } else {
            choices(*arg, random)
        };
        let extend = |old: &Bindings| {
            let filled = |choice: &Operand| {
                old.iter()
                    .map(|(k, v)| (*k, v.clone()))
                    .chain([(letter, choice.clone())])
                    .collect()
            };
            choices.iter().map(filled).collect::<Vec<Bindings>>()
        };
        all = all.iter().flat_map(extend).collect();
    }
    all
}

/// One side as lines, with both ways out marked: the end returns, the label counts and returns with the flags kept.
fn side(steps: &[Step], filling: &Bindings) -> Vec<Line> {
    let mut bindings = filling.clone();
    let mut next = 0;
    let mut lines: Vec<Line> = steps
        .iter()
        .map(|step| step.build(&mut bindings, &mut next))
        .collect();
    let mark = Operand::Memory(Place::Address(EXIT_MARK));
    lines.push(Line::Inst(Inst::implied(Rts)));
    lines.push(Line::Label(Label(OUTSIDE)));
    for inst in [
        Inst::implied(Php),
        Inst::new(Inc, mark),
        Inst::implied(Plp),
        Inst::implied(Rts),
    ] {
        lines.push(Line::Inst(inst));
    }
    lines
}

fn legal(lines: &[Line]) -> bool {
    lines.iter().all(
        |line| !matches!(line, Line::Inst(inst) if inst.opcode(&ZeroPage::default()).is_none()),
    )
}

/// Bytes and data-sheet cycles.
fn cost(steps: &[Step], filling: &Bindings) -> (u32, u32) {
    let zero_page = ZeroPage::default();
    let lines = side(steps, filling);
    let insts = lines.iter().filter_map(|line| {
        if let Line::Inst(inst) = line {
            Some(inst)
        } else {
            None
        }
    });
    insts.fold((0, 0), |(bytes, cycles), inst| {
        (
            bytes + inst.bytes(&zero_page),
            cycles + inst.cycles(&zero_page),
        )
    })
}

/// Runs code from a state made by a seed; gives the end and all memory but the code and the stack.
fn outcome(code: &[u8], seed: u64) -> (End, Vec<u8>) {
    let mut random = Random(seed);
    let mut machine = Machine::default();
    let noise: Vec<u8> = (0..0x300).map(|_| random.telling()).collect();
    machine.load(0x3000, &noise);
    machine.load(0x40, &noise[..0x10]);
    machine.load(0x50, &[0x20, 0x30]);
    machine.load(EXIT_MARK, &[0]);
    machine.load(CODE, code);
    machine.load(ROUTINE, &[0xe8, 0x69, 0x03, 0x60]); // inx ; adc #3 ; rts
    let (a, x, y) = (random.telling(), random.telling(), random.telling());
    machine.registers(a, x, y).flags(random.byte());
    let end = machine.call(CODE);
    let memory = [
        &machine.memory()[..0x100],
        &machine.memory()[0x3000..0x3400],
    ]
    .concat();
    (end, memory)
}

/// What is left of an end when the dead parts are masked out.
fn visible(end: &End, dead: RegSet) -> (u8, u8, u8, u8) {
    let keep = |register: RegSet, value: u8| if dead.meets(register) { 0 } else { value };
    let flag = |register: RegSet, bit: u8| keep(register, end.flags & bit);
    let flags =
        flag(RegSet::C, 1) | flag(RegSet::Z, 2) | flag(RegSet::V, 0x40) | flag(RegSet::N, 0x80);
    (
        keep(RegSet::A, end.a),
        keep(RegSet::X, end.x),
        keep(RegSet::Y, end.y),
        flags,
    )
}

#[test]
fn both_sides_of_every_rule_end_in_the_same_state() {
    let mut random = Random(11);
    for compiled in COMPILED.iter() {
        let dead = compiled
            .rule
            .only
            .iter()
            .fold(RegSet::EMPTY, |dead, only| dead | only.dead());
        let mut proved = 0;
        for filling in fillings(compiled, &mut random) {
            let (old, new) = (
                side(&compiled.find, &filling),
                side(&compiled.becomes, &filling),
            );
            let must_differ = compiled.rule.only.contains(&Only::Apart);
            if !legal(&old) || !legal(&new) || (must_differ && !apply::apart(&filling)) {
                continue;
            }
            let (old, new) = (encode(&old, CODE), encode(&new, CODE));
            for _ in 0..200 {
                let seed = u64::from_le_bytes([0; 8].map(|_: u8| random.byte()));
                let (old_end, old_memory) = outcome(&old, seed);
                let (new_end, new_memory) = outcome(&new, seed);
                let name = compiled.rule.name;
                assert_eq!(
                    visible(&old_end, dead),
                    visible(&new_end, dead),
                    "{name} with {filling:?}, seed {seed:#x}"
                );
                assert!(
                    old_memory == new_memory,
                    "{name} with {filling:?} leaves other memory, seed {seed:#x}"
                );
                assert!(
                    new_end.cycles <= old_end.cycles,
                    "{name} with {filling:?} is slower, seed {seed:#x}"
                );
            }
            proved += 1;
        }
        assert!(proved > 0, "{} can never be used", compiled.rule.name);
    }
}

#[test]
fn no_rule_costs_bytes_or_cycles_and_each_saves_some() {
    let mut random = Random(12);
    for compiled in COMPILED.iter() {
        for filling in fillings(compiled, &mut random) {
            if !legal(&side(&compiled.find, &filling)) || !legal(&side(&compiled.becomes, &filling))
            {
                continue;
            }
            let (old, new) = (
                cost(&compiled.find, &filling),
                cost(&compiled.becomes, &filling),
            );
            // The engine refuses a filling that does not pay; the plainest one must.
            let plain = filling
                .values()
                .all(|operand| !matches!(operand, Operand::Memory(Place::Address(256..))));
            if plain {
                let name = compiled.rule.name;
                assert!(
                    new.0 <= old.0 && new.1 <= old.1 && new != old,
                    "{name}: {old:?} becomes {new:?}"
                );
            }
        }
    }
}

#[test]
fn a_rule_that_may_meet_io_keeps_the_accesses_in_order() {
    for compiled in COMPILED.iter() {
        let not_io = compiled.rule.only.contains(&Only::NotIo);
        let same = apply::accesses(&compiled.find) == apply::accesses(&compiled.becomes);
        assert!(
            not_io || same,
            "{} changes accesses and does not say NotIo",
            compiled.rule.name
        );
    }
}

#[test]
fn every_edit_has_a_name_of_its_own() {
    let names: Vec<&str> = peephole::names().collect();
    let unique: BTreeSet<&&str> = names.iter().collect();
    assert_eq!(unique.len(), names.len());
}
