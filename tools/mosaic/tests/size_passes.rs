//! The passes that make code smaller, on random programs of several routines: every register, flag and byte of memory
//! must end as before, and the code must have become smaller.

#[allow(dead_code)] // each test file uses its own part
mod machine;

use machine::Machine;
use machine::encode::encode;
use machine::random::{ROUTINE, Random};
use mosaic::asm::effects::ZeroPage;
use mosaic::asm::inst::{Inst, Label, Line, Mnemonic, Mnemonic::*, Operand, Place, Routine};
use mosaic::peephole::block_placement;
use mosaic::peephole::branch_range;
use mosaic::peephole::fallthrough;
use mosaic::peephole::hits::Hits;
use mosaic::peephole::outline;
use mosaic::peephole::shrink;
use mosaic::peephole::tail_merge;

const CODE: u16 = 0x2000;
/// Labels of one routine; those of the next follow.
const LABELS: u32 = 1000;
/// Routines of a program; one calls only those behind it, so that every call ends.
const ROUTINES: usize = 4;
const PROGRAMS: usize = 600;
const RUNS: usize = 4;

fn name(number: usize) -> String {
    format!("routine{number}")
}

/// A call or a jump to one of the routines behind this one.
fn onward(random: &mut Random, number: usize, op: Mnemonic) -> Inst {
    let to = number + 1 + random.below(ROUTINES - 1 - number);
    Inst::new(op, Operand::Memory(Place::Symbol(name(to), 0)))
}

/// A few sequences that come again and again, and what random routines have between them.
fn program(random: &mut Random) -> Vec<Routine> {
    let sequences: Vec<Vec<Inst>> = (0..4)
        .map(|_| (0..2 + random.below(5)).map(|_| random.inst()).collect())
        .collect();
    (0..ROUTINES)
        .map(|number| {
            let mut lines = Vec::new();
            for line in random.routine() {
                let is_label = matches!(line, Line::Label(_));
                if !is_label && random.below(4) == 0 {
                    lines.extend(random.pick(&sequences).into_iter().map(Line::Inst));
                }
                if !is_label && number + 1 < ROUTINES && random.below(10) == 0 {
                    lines.push(Line::Inst(onward(random, number, Jsr)));
                }
                let ends = matches!(&line, Line::Inst(inst) if inst.op == Rts);
                if ends && number + 1 < ROUTINES && random.below(2) == 0 {
                    lines.push(Line::Inst(onward(random, number, Jmp)));
                } else {
                    lines.push(line);
                }
            }
            Routine {
                name: name(number),
                section: None,
                lines,
            }
        })
        .collect()
}

/// All routines as one, in their order: labels and names become labels of the whole.
fn joined(routines: &[Routine]) -> Vec<Line> {
    let entry = |number: usize| Label((number as u32 + 1) * LABELS - 1);
    let called = |name: &str| routines.iter().position(|routine| routine.name == name);
    let mut lines = Vec::new();
    for (number, routine) in routines.iter().enumerate() {
        let whole = |label: Label| Label(number as u32 * LABELS + label.0);
        lines.push(Line::Label(entry(number)));
        for line in &routine.lines {
            lines.push(match line {
                Line::Label(label) => Line::Label(whole(*label)),
                Line::Inst(inst) => {
                    let mut inst = inst.clone();
                    match &inst.arg {
                        Operand::Label(label) => inst.arg = Operand::Label(whole(*label)),
                        Operand::Memory(Place::Symbol(name, 0)) => {
                            let to = called(name).expect("a routine of the program");
                            inst.arg = Operand::Label(entry(to));
                        }
                        _ => {}
                    }
                    Line::Inst(inst)
                }
                other => other.clone(),
            });
        }
    }
    lines
}

/// Everything a run leaves: A, X, Y, N, V, Z, C, private bytes, globals.
type Outcome = ([u8; 4], Vec<u8>, Vec<u8>);

/// Runs the first routine from a seeded state; `None` when it does not return soon.
fn outcome(routines: &[Routine], seed: u64, limit: u64) -> Option<Outcome> {
    let mut random = Random(seed);
    let mut machine = Machine::default();
    let noise: Vec<u8> = (0..0x210)
        .map(|_| random.pick(&[0, 1, 2, 0x7f, 0x80, 0xff, 0x35]))
        .collect();
    machine.load(0x3000, &noise);
    machine.load(0x40, &noise[..4]);
    machine.load(0x50, &[0x00, 0x30]);
    let first = routines.iter().position(|routine| routine.name == name(0));
    let before = &routines[..first.expect("the first routine is still there")];
    let start = CODE + encode(&joined(routines), CODE).len() as u16;
    // The program is entered by a jump, wherever its first routine has come to stand.
    let mut code = joined(routines);
    let entry = Label((before.len() as u32 + 1) * LABELS - 1);
    code.push(Line::Inst(Inst::new(Jmp, Operand::Label(entry))));
    machine.load(CODE, &encode(&code, CODE));
    // inc $41 ; inx ; clc ; adc $42 ; sta $3001 ; rts
    machine.load(
        ROUTINE,
        &[0xe6, 0x41, 0xe8, 0x18, 0x65, 0x42, 0x8d, 0x01, 0x30, 0x60],
    );
    let byte = |random: &mut Random| random.pick(&[0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff]);
    machine
        .registers(byte(&mut random), byte(&mut random), byte(&mut random))
        .flags(random.below(256) as u8);
    let end = machine.call_within(start, limit)?;
    Some((
        [end.a, end.x, end.y, end.flags & 0b1100_0011],
        machine.memory()[0x40..0x60].to_vec(),
        machine.memory()[0x3000..0x3300].to_vec(),
    ))
}

fn bytes(routines: &[Routine]) -> usize {
    encode(&joined(routines), CODE).len()
}

fn shown(routines: &[Routine]) -> String {
    let of = |routine: &Routine| {
        let lines = routine.lines.iter().map(|line| format!("    {line:?}\n"));
        format!("{}:\n{}", routine.name, lines.collect::<String>())
    };
    routines.iter().map(of).collect()
}

/// Applies a pass to many programs and compares what they do; returns how many bytes of a thousand it left.
fn compare(seed: u64, pass: impl Fn(Vec<Routine>) -> Vec<Routine>) -> usize {
    let mut random = Random(seed);
    let (mut compared, mut before, mut after) = (0, 0, 0);
    for number in 0..PROGRAMS {
        let raw = program(&mut random);
        let new = pass(raw.clone());
        let old = relaxed(raw);
        before += bytes(&old);
        after += bytes(&new);
        for _ in 0..RUNS {
            let run = random.below(1 << 30) as u64;
            let Some(expected) = outcome(&old, run, 3_000) else {
                continue;
            };
            // Calls of routines cost cycles.
            let found = outcome(&new, run, 60_000);
            assert!(
                found == Some(expected),
                "program {number}, run {run}:\n{}became\n{}",
                shown(&old),
                shown(&new)
            );
            compared += 1;
        }
    }
    assert!(compared > PROGRAMS, "only {compared} runs ended");
    after * 1000 / before
}

/// Branches of a routine that has been moved or has grown reach again.
fn relaxed(mut routines: Vec<Routine>) -> Vec<Routine> {
    for routine in &mut routines {
        branch_range::relax(routine, &ZeroPage::default(), false);
    }
    routines
}

#[test]
fn joined_ends_change_nothing() {
    let left = compare(1, |mut routines| {
        for routine in &mut routines {
            tail_merge::run(
                &mut routine.lines,
                &ZeroPage::default(),
                &mut Hits::new(&[]),
            );
        }
        relaxed(routines)
    });
    assert!(left < 995, "{left} of 1000 bytes are left");
}

#[test]
fn outlined_repeats_change_nothing() {
    let left = compare(2, |mut routines| {
        let hits = &mut Hits::new(&[]);
        let made = outline::run(&mut routines, &|_| true, &ZeroPage::default(), hits);
        routines.extend(made);
        relaxed(routines)
    });
    assert!(left < 950, "{left} of 1000 bytes are left");
}

#[test]
fn routines_in_a_new_order_change_nothing() {
    let left = compare(3, |routines| {
        let hits = &mut Hits::new(&[]);
        relaxed(fallthrough::run(
            routines,
            &|_| true,
            &ZeroPage::default(),
            hits,
        ))
    });
    assert!(left < 1000, "{left} of 1000 bytes are left");
}

/// The blocks of every routine in a cheaper order.
fn placed(mut routines: Vec<Routine>, small: bool) -> Vec<Routine> {
    for routine in &mut routines {
        let hits = &mut Hits::new(&[]);
        block_placement::run(&mut routine.lines, &ZeroPage::default(), small, hits);
    }
    relaxed(routines)
}

#[test]
fn blocks_in_a_new_order_change_nothing() {
    let left = compare(5, |routines| placed(routines, true));
    assert!(left < 996, "{left} of 1000 bytes are left");
    let left = compare(6, |routines| placed(routines, false));
    assert!(left < 1010, "{left} of 1000 bytes are left");
}

/// Whether a routine calls or jumps to one that the outliner made.
fn calls_outlined(routines: &[Routine], name: &str) -> bool {
    let routine = routines.iter().find(|routine| routine.name == name);
    let lines = &routine.expect("it is still there").lines;
    lines.iter().any(|line| match line {
        Line::Inst(inst) => {
            matches!(&inst.arg, Operand::Memory(Place::Symbol(to, _)) if to.starts_with("common."))
        }
        _ => false,
    })
}

#[test]
fn all_together_change_nothing_and_only_place_the_blocks_of_fast_routines() {
    let small = |name: &str| name != "routine1";
    let left = compare(4, |routines| {
        let fast = placed(vec![routines[1].clone()], false).remove(0);
        let choice = shrink::Choice {
            small: &small,
            whole: &|name| name == "routine2",
        };
        let shrunk = shrink::run(routines, &choice, &ZeroPage::default(), &[]);
        assert!(!calls_outlined(&shrunk, "routine2"));
        let kept = shrunk.iter().find(|routine| routine.name == fast.name);
        assert_eq!(kept.expect("it is still there").lines, fast.lines);
        shrunk
    });
    assert!(left < 930, "{left} of 1000 bytes are left");
}
