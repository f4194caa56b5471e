//! The passes after instruction selection: single edits by example, and all of them together on random routines, whose
//! outcome on the simulator must not change.

#[allow(dead_code)] // each test file uses its own part
mod machine;

use machine::encode::encode;
use machine::random::{ROUTINE, Random};
use machine::{End, Machine};
use mosaic::asm::effects::{RegSet, ZeroPage};
use mosaic::asm::env::{CallEffect, Env, Touched};
use mosaic::asm::inst::{Inst, Label, Line, Mnemonic::*, Operand, Place, Routine};
use mosaic::asm::write;
use mosaic::peephole;
use mosaic::peephole::block_placement;
use mosaic::peephole::branch_range;
use mosaic::peephole::hits::Hits;
use std::rc::Rc;

/// Reads the little assembly of these tests: one line per item, labels as `L1:`, memory as `$40`, `t,x`, `($50),y`, slots as `%2`;
/// a name is a symbol, `!` in front makes the access volatile.
fn lines(text: &str) -> Vec<Line> {
    text.split(';')
        .map(str::trim)
        .filter(|item| !item.is_empty())
        .map(line)
        .collect()
}

fn line(text: &str) -> Line {
    if let Some(label) = text.strip_suffix(':') {
        return Line::Label(label_number(label));
    }
    let (volatile, text) = text
        .strip_prefix('!')
        .map_or((false, text), |rest| (true, rest));
    let (name, arg) = text.split_once(' ').unwrap_or((text, ""));
    let rows = mosaic::cpu::opcode::OPCODES.iter();
    let op = rows
        .map(|row| row.op)
        .find(|op| op.to_string() == name)
        .unwrap_or_else(|| panic!("no {name}"));
    Line::Inst(Inst {
        op,
        arg: operand(arg),
        volatile,
    })
}

fn label_number(text: &str) -> Label {
    Label(text[1..].parse().unwrap())
}

fn operand(text: &str) -> Operand {
    let place = |text: &str| match (text.strip_prefix('$'), text.strip_prefix('%')) {
        (Some(hex), _) => Place::Address(u16::from_str_radix(hex, 16).unwrap()),
        (_, Some(slot)) => Place::Slot(slot.parse().unwrap()),
        _ => Place::Symbol(text.into(), 0),
    };
    if let Some(value) = text.strip_prefix("#$") {
        return Operand::Immediate(u8::from_str_radix(value, 16).unwrap());
    }
    match text {
        "" => Operand::None,
        "a" => Operand::Accumulator,
        _ if text.starts_with('#') => Operand::Immediate(text[1..].parse().unwrap()),
        _ if text.starts_with('L') && text[1..].parse::<u32>().is_ok() => {
            Operand::Label(label_number(text))
        }
        _ if text.ends_with("),y") => Operand::IndirectY(place(&text[1..text.len() - 3])),
        _ if text.ends_with(",x") => Operand::MemoryX(place(&text[..text.len() - 2])),
        _ if text.ends_with(",y") => Operand::MemoryY(place(&text[..text.len() - 2])),
        _ => Operand::Memory(place(text)),
    }
}

fn shown(lines: &[Line]) -> String {
    let item = |line: &Line| match line {
        Line::Label(label) => format!("{}:", &label.to_string()[1..]),
        Line::Inst(inst) => inst.to_string().replace('@', ""),
        Line::Data(data) => format!(".byte {data}"),
        Line::Comment(comment) => format!("// {comment}"),
    };
    lines.iter().map(item).collect::<Vec<_>>().join(" ; ")
}

/// The caller looks at A only; private bytes die with the routine.
fn quiet() -> Env {
    Env {
        live_at_return: RegSet::A,
        places_at_return: Touched::Only(Vec::new()),
        ..Env::default()
    }
}

#[track_caller]
fn becomes(before: &str, after: &str) {
    becomes_in(&quiet(), before, after);
}

#[track_caller]
fn becomes_in(env: &Env, before: &str, after: &str) {
    let mut routine = Routine {
        name: "test".into(),
        section: None,
        lines: lines(before),
    };
    peephole::run(&mut routine, env, &[]);
    assert_eq!(shown(&routine.lines), shown(&lines(after)));
}

#[test]
fn a_carry_that_a_small_sum_leaves_clear_is_not_cleared() {
    let env = Env {
        largest: Rc::new([("t".to_owned(), 60)].into()),
        ..quiet()
    };
    // Four of 60 make 240, five may be too many.
    becomes_in(
        &env,
        "lda t,x ; clc ; adc t,y ; ldx g ; clc ; adc t,x ; ldy h ; clc ; adc t,y ; ldx i ; clc ; adc t,x ; ldy j ; clc ; adc t,y ; rts",
        "lda t,x ; clc ; adc t,y ; ldx g ; adc t,x ; ldy h ; adc t,y ; ldx i ; adc t,x ; ldy j ; clc ; adc t,y ; rts",
    );
    // What a branch, a mask and a comparison tell of a byte.
    becomes(
        "lda g ; bmi L1 ; clc ; adc #$10 ; sta h ; and #$70 ; clc ; adc #$ff ; rts ; L1: ; lda #0 ; rts",
        "lda g ; bmi L1 ; clc ; adc #$10 ; sta h ; and #$70 ; adc #$ff ; rts ; L1: ; lda #$00 ; rts",
    );
    becomes(
        "lda g ; cmp #$20 ; bcs L1 ; adc #$40 ; sta h ; clc ; adc i ; L1: ; rts",
        "lda g ; cmp #$20 ; bcs L1 ; adc #$40 ; sta h ; adc i ; L1: ; rts",
    );
    // A loop makes a byte as large as it can be.
    becomes(
        "lda #0 ; ldx g ; L1: ; clc ; adc #3 ; sta h ; dex ; bne L1 ; rts",
        "lda #$00 ; ldx g ; L1: ; clc ; adc #$03 ; sta h ; dex ; bne L1 ; rts",
    );
    // What others may write has any size.
    becomes(
        "lda g ; and #$10 ; sta h ; sta i ; jsr k ; lda h ; asl a ; sta j ; lda i ; clc ; adc h ; rts",
        "lda g ; and #$10 ; sta h ; sta i ; jsr k ; lda h ; asl a ; sta j ; lda i ; clc ; adc h ; rts",
    );
}

#[test]
fn of_equal_pointers_one_is_made() {
    let env = Env {
        pairs: Rc::new([(0, 1), (2, 3)].into()),
        ..quiet()
    };
    becomes_in(
        &env,
        "lda h ; sta %0 ; sta %2 ; lda i ; sta %1 ; sta %3 ; ldy g ; lda (%0),y ; ldy j ; sec ; sbc (%2),y ; rts",
        "lda h ; sta %0 ; lda i ; sta %1 ; ldy g ; lda (%0),y ; ldy j ; sec ; sbc (%0),y ; rts",
    );
    // The first one changes in between.
    let changed = "lda h ; sta %0 ; sta %2 ; lda i ; sta %1 ; sta %3 ; ldy g ; lda (%0),y ; inc %1 ; sta (%0),y ; ldy j ; lda (%2),y ; rts";
    becomes_in(&env, changed, changed);
}

#[test]
fn a_load_of_what_a_register_holds_goes() {
    becomes(
        "lda $3000 ; sta $3001 ; ldx $40 ; lda $3000 ; rts",
        "lda $3000 ; sta $3001 ; rts",
    );
    becomes(
        "ldx #0 ; stx $3000 ; lda #0 ; rts",
        "ldx #$00 ; stx $3000 ; txa ; rts",
    );
    becomes(
        "sta g ; lda h ; sta i ; lda g ; sta j ; lda #1 ; rts",
        "sta g ; ldx h ; stx i ; sta j ; lda #$01 ; rts",
    );
}

#[test]
fn a_volatile_access_stays() {
    becomes(
        "!lda $d012 ; !lda $d012 ; rts",
        "lda $d012 ; lda $d012 ; rts",
    );
    becomes("!lda $d012 ; lda #1 ; rts", "lda $d012 ; lda #$01 ; rts");
    becomes(
        "lda #1 ; !sta $d020 ; !sta $d020 ; rts",
        "lda #$01 ; sta $d020 ; sta $d020 ; rts",
    );
}

#[test]
fn a_store_through_a_pointer_hides_globals_but_not_private_bytes() {
    becomes(
        "lda g ; sta ($50),y ; lda g ; rts",
        "lda g ; sta ($50),y ; lda g ; rts",
    );
    becomes(
        "lda $40 ; sta ($50),y ; lda $40 ; rts",
        "lda $40 ; sta ($50),y ; rts",
    );
    becomes("lda g ; sta h,x ; lda g ; rts", "lda g ; sta h,x ; rts");
    becomes(
        "lda g ; sta g,x ; lda g ; rts",
        "lda g ; sta g,x ; lda g ; rts",
    );
}

#[test]
fn private_stores_nobody_reads_go() {
    becomes("lda g ; sta $40 ; lda #1 ; rts", "lda #$01 ; rts");
    becomes(
        "lda g ; sta $40 ; lda #1 ; sta $40 ; lda ($40),y ; rts",
        "lda #$01 ; sta $40 ; lda ($40),y ; rts",
    );
    becomes(
        "lda g ; sta $41 ; lda ($40),y ; rts",
        "lda g ; sta $41 ; lda ($40),y ; rts",
    );
}

#[test]
fn flags_that_are_set_already_are_not_set_again() {
    becomes(
        "lda g ; cmp #0 ; beq L1 ; lda #2 ; rts ; L1: ; lda #1 ; rts",
        "lda g ; beq L1 ; lda #$02 ; rts ; L1: ; lda #$01 ; rts",
    );
    becomes(
        "L1: ; inx ; stx g ; cpx #0 ; bne L1 ; txa ; rts",
        "L1: ; inx ; stx g ; bne L1 ; txa ; rts",
    );
    becomes(
        "clc ; lda g ; adc #1 ; sta g ; clc ; lda h ; adc g ; rts",
        "clc ; lda g ; adc #$01 ; sta g ; clc ; adc h ; rts",
    );
    becomes(
        "clc ; lda g ; and #3 ; clc ; adc h ; rts",
        "clc ; lda g ; and #$03 ; adc h ; rts",
    );
}

#[test]
fn a_known_carry_moves_into_the_operand() {
    becomes(
        "lda g ; cmp #5 ; bcc L1 ; lda h ; clc ; adc #4 ; rts ; L1: ; lda i ; rts",
        "lda g ; cmp #$05 ; bcc L1 ; lda h ; adc #$03 ; rts ; L1: ; lda i ; rts",
    );
}

#[test]
fn what_a_branch_tells_is_used() {
    becomes(
        "lda g ; beq L1 ; lda #5 ; rts ; L1: ; lda #0 ; rts",
        "lda g ; beq L1 ; lda #$05 ; L1: ; rts",
    );
    becomes(
        "ldx g ; cpx #3 ; bne L1 ; ldx #3 ; lda t,x ; rts ; L1: ; txa ; rts",
        "ldx g ; cpx #$03 ; bne L1 ; lda t,x ; rts ; L1: ; txa ; rts",
    );
}

#[test]
fn a_condition_tested_again_is_decided_by_the_way() {
    becomes(
        "lda t,x ; beq L1 ; ldx #1 ; jmp L2 ; L1: ; ldx #0 ; L2: ; cmp #0 ; bne L3 ; stx g ; rts ; L3: ; stx h ; rts",
        "lda t,x ; beq L1 ; ldx #1 ; stx h ; rts ; L1: ; tax ; stx g ; rts",
    );
    becomes(
        "lda g ; cmp #6 ; beq L1 ; sta h ; jmp L2 ; L1: ; sta i ; L2: ; cmp #6 ; beq L3 ; lda #1 ; rts ; L3: ; lda #2 ; rts",
        "lda g ; cmp #6 ; beq L1 ; sta h ; lda #1 ; rts ; L1: ; sta i ; lda #2 ; rts",
    );
}

#[test]
fn known_values_survive_a_loop_that_keeps_them() {
    becomes(
        "ldy #0 ; L1: ; ldy #0 ; lda ($50),y ; sta t,x ; dex ; bne L1 ; lda g ; rts",
        "ldy #$00 ; L1: ; lda ($50),y ; sta t,x ; dex ; bne L1 ; lda g ; rts",
    );
    becomes(
        "ldy #0 ; L1: ; lda ($50),y ; sta t,x ; iny ; dex ; bne L1 ; ldy #0 ; lda ($50),y ; rts",
        "ldy #$00 ; L1: ; lda ($50),y ; sta t,x ; iny ; dex ; bne L1 ; ldy #$00 ; lda ($50),y ; rts",
    );
}

#[test]
fn a_value_of_the_last_round_is_not_taken_for_this_one() {
    becomes(
        "L1: ; lda t,x ; ldy $40 ; sta $40 ; dex ; bne L1 ; sty g ; lda $40 ; ora g ; rts",
        "L1: ; lda t,x ; ldy $40 ; sta $40 ; dex ; bne L1 ; sty g ; ora g ; rts",
    );
}

#[test]
fn a_constant_the_loop_sets_each_time_is_set_before_it() {
    becomes(
        "ldx #9 ; L1: ; ldy #0 ; lda ($50),y ; sta t,x ; dex ; bne L1 ; lda g ; rts",
        "ldx #9 ; ldy #0 ; L1: ; lda ($50),y ; sta t,x ; dex ; bne L1 ; lda g ; rts",
    );
    becomes(
        "ldy #9 ; L1: ; lda t,y ; sta $41 ; lda #5 ; sta $40 ; lda #1 ; sta ($40),y ; dey ; bne L1 ; lda g ; rts",
        "ldy #9 ; lda #5 ; sta $40 ; L1: ; lda t,y ; sta $41 ; lda #1 ; sta ($40),y ; dey ; bne L1 ; lda g ; rts",
    );
    // All registers are busy at the head: the store goes where one is free.
    becomes(
        "ldy #9 ; lda g ; ldx h ; L1: ; sta t,x ; inx ; sta $41 ; lda #5 ; sta $40 ; lda $41 ; sta ($40),y ; dey ; bne L1 ; rts",
        "ldy #9 ; lda g ; ldx #5 ; stx $40 ; ldx h ; L1: ; sta t,x ; inx ; sta $41 ; sta ($40),y ; dey ; bne L1 ; rts",
    );
    // The loop needs what it held before: it stays.
    let stays = "ldy #9 ; ldx #5 ; L1: ; lda $40 ; sta t,y ; stx $40 ; dey ; bne L1 ; lda g ; rts";
    becomes(stays, stays);
}

#[test]
fn a_carry_that_comes_back_set_is_set_before_the_loop() {
    becomes(
        "lda g ; L1: ; clc ; adc #16 ; tay ; ldx t,y ; cpx #48 ; beq L1 ; rts",
        "lda g ; sec ; L1: ; adc #15 ; tay ; ldx t,y ; cpx #48 ; beq L1 ; rts",
    );
    // The comparison's carry is gone on one way back.
    let stays =
        "lda g ; L1: ; clc ; adc #16 ; tay ; ldx t,y ; cpx #48 ; beq L1 ; sty h ; bmi L1 ; rts";
    becomes(stays, stays);
}

#[test]
fn a_block_on_the_way_back_stands_above_the_loop() {
    becomes(
        "lda g ; L1: ; sta h ; sta j ; sta k ; asl a ; bcc L2 ; lda #1 ; rts ; L2: ; eor i ; jmp L1",
        "lda g ; jmp L1 ; L2: ; eor i ; L1: ; sta h ; sta j ; sta k ; asl a ; bcc L2 ; lda #1 ; rts",
    );
    becomes(
        "lda g ; L1: ; sta h ; sta j ; sta k ; asl a ; bcs L2 ; eor i ; jmp L1 ; L2: ; lda #1 ; rts",
        "lda g ; jmp L1 ; L3: ; eor i ; L1: ; sta h ; sta j ; sta k ; asl a ; bcc L3 ; lda #1 ; rts",
    );
}

#[test]
fn a_loop_tests_at_its_bottom() {
    becomes(
        "ldx #0 ; L1: ; lda t,x ; beq L2 ; sta g ; inx ; jmp L1 ; L2: ; lda #1 ; rts",
        "ldx #0 ; lda t,x ; beq L2 ; L3: ; sta g ; inx ; lda t,x ; bne L3 ; L2: ; lda #1 ; rts",
    );
}

#[test]
fn jumps_are_threaded_inverted_and_dropped() {
    becomes(
        "beq L1 ; jmp L2 ; L1: ; lda #1 ; L2: ; rts",
        "bne L2 ; lda #$01 ; L2: ; rts",
    );
    becomes(
        "lda g ; jmp L1 ; L2: ; lda #1 ; rts ; L1: ; bmi L2 ; rts",
        "lda g ; bmi L2 ; rts ; L2: ; lda #$01 ; rts",
    );
    becomes("lda g ; bne L1 ; L1: ; jmp L2 ; L2: ; rts", "lda g ; rts");
    becomes("jsr f ; rts", "jmp f");
    becomes(
        "lda g ; bmi L1 ; bne L2 ; sta h ; L1: ; lda #1 ; rts ; L2: ; sta i ; jmp L1",
        "lda g ; bmi L1 ; bne L2 ; sta h ; L1: ; lda #1 ; rts ; L2: ; sta i ; lda #1 ; rts",
    );
    becomes("jmp L1 ; lda #1 ; L1: ; lda #2 ; rts", "lda #$02 ; rts");
}

#[test]
fn a_call_before_a_return_that_others_use_is_a_jump() {
    becomes(
        "lda g ; beq L1 ; jsr f ; L1: ; rts",
        "lda g ; beq L1 ; jmp f ; L1: ; rts",
    );
}

#[test]
fn what_a_call_keeps_is_still_known_after_it() {
    let mut env = quiet();
    let nothing = || Touched::Only(Vec::new());
    let kind = CallEffect {
        reads: RegSet::A,
        writes: RegSet::A | RegSet::FLAGS,
        reads_places: nothing(),
        writes_places: nothing(),
    };
    env.calls = std::rc::Rc::new([("kind".to_owned(), kind)].into());
    let before =
        "ldx #1 ; stx $40 ; ldy #2 ; jsr kind ; ldx #1 ; lda t,x ; ldx $40 ; ora u,x ; rts";
    let mut routine = Routine {
        name: "test".into(),
        section: None,
        lines: lines(before),
    };
    peephole::run(&mut routine, &env, &[]);
    assert_eq!(
        shown(&routine.lines),
        shown(&lines("ldx #1 ; jsr kind ; lda t,x ; ora u,x ; rts"))
    );
    becomes(
        "ldx #1 ; jsr rough ; ldx #1 ; lda t,x ; rts",
        "ldx #1 ; jsr rough ; ldx #1 ; lda t,x ; rts",
    );
}

#[test]
fn after_placement_calls_may_touch_every_frame() {
    let frame = |at: i32| Operand::Memory(Place::Symbol(write::ZERO_PAGE_FRAMES.into(), at));
    let code = [
        (Lda, frame(0)),
        (Sta, frame(0)),
        (Sta, frame(1)),
        (Jsr, operand("f")),
        (Lda, frame(1)),
        (Rts, Operand::None),
    ];
    let lines = code
        .map(|(op, arg)| Line::Inst(Inst::new(op, arg)))
        .to_vec();
    let mut routine = Routine {
        name: "test".into(),
        section: None,
        lines,
    };
    peephole::run(&mut routine, &quiet().placed(), &[]);
    let expected =
        "lda zero_page_frames ; sta zero_page_frames+1 ; jsr f ; lda zero_page_frames+1 ; rts";
    assert_eq!(shown(&routine.lines), expected);
}

#[test]
fn a_disabled_edit_is_not_made() {
    let mut routine = Routine {
        name: "test".into(),
        section: None,
        lines: lines("jsr f ; rts"),
    };
    let hits = peephole::run(&mut routine, &quiet(), &["tail-call".to_owned()]);
    assert_eq!(
        (shown(&routine.lines), hits.counts.len()),
        ("jsr f ; rts".to_owned(), 0)
    );
    let hits = peephole::run(&mut routine, &quiet(), &[]);
    assert_eq!(hits.counts, [("tail-call", 1)].into());
}

#[test]
fn a_branch_too_far_becomes_a_jump() {
    for (count, length) in [(126, 128), (127, 129), (128, 133)] {
        let far = |first: &str| {
            let nops = vec!["nop"; count].join(" ; ");
            let mut routine = Routine {
                name: "test".into(),
                section: None,
                lines: lines(&format!("{first} ; {nops} ; L1:")),
            };
            branch_range::relax(&mut routine, &ZeroPage::default(), false);
            write::totals(&routine, &ZeroPage::default()).0
        };
        assert_eq!(far("beq L1"), length, "{count}");
    }
    let back = |count: usize| {
        let nops = vec!["nop"; count].join(" ; ");
        let mut routine = Routine {
            name: "test".into(),
            section: None,
            lines: lines(&format!("L1: ; {nops} ; bcs L1")),
        };
        branch_range::relax(&mut routine, &ZeroPage::default(), false);
        write::totals(&routine, &ZeroPage::default()).0
    };
    assert_eq!((back(126), back(127)), (128, 132));
}

#[test]
fn a_branch_too_far_in_small_code_goes_by_way_of_another() {
    let bytes = |text: &str, small: bool| {
        let nops = vec!["nop"; 100].join(" ; ");
        let mut routine = Routine {
            name: "test".into(),
            section: None,
            lines: lines(&text.replace("nops", &nops)),
        };
        branch_range::relax(&mut routine, &ZeroPage::default(), small);
        write::totals(&routine, &ZeroPage::default()).0
    };
    // The second branch on the same condition reaches the label, or has a jump of its own.
    assert_eq!(bytes("beq L1 ; nops ; beq L1 ; nops ; L1:", false), 207);
    assert_eq!(bytes("beq L1 ; nops ; beq L1 ; nops ; L1:", true), 204);
    let twice = "beq L1 ; nops ; beq L1 ; nops ; nops ; L1:";
    assert_eq!((bytes(twice, false), bytes(twice, true)), (310, 307));
    assert_eq!(bytes("bne L1 ; nops ; beq L1 ; nops ; L1:", true), 207);
    // Backwards as well, by way of a jump.
    let back = "L1: ; nops ; jmp L1 ; nops ; bcs L1";
    assert_eq!((bytes(back, false), bytes(back, true)), (208, 205));
}

#[test]
fn a_branch_too_far_uses_the_same_code_nearby_or_copies_it() {
    let relaxed = |text: String| {
        let mut routine = Routine {
            name: "test".into(),
            section: None,
            lines: lines(&text),
        };
        branch_range::relax(&mut routine, &ZeroPage::default(), false);
        shown(
            &routine
                .lines
                .into_iter()
                .filter(|line| *line != Line::Inst(Inst::implied(Nop)))
                .collect::<Vec<_>>(),
        )
    };
    let nops = vec!["nop"; 200].join(" ; ");
    assert_eq!(
        relaxed(format!("beq L1 ; {nops} ; rts ; L1: ; lda #1 ; rts")),
        "bne L2 ; lda #$01 ; rts ; L2: ; rts ; L1: ; lda #$01 ; rts"
    );
    assert_eq!(
        relaxed(format!(
            "beq L1 ; bmi L2 ; lda #1 ; rts ; L2: ; {nops} ; rts ; L1: ; lda #1 ; rts"
        )),
        "beq L3 ; bmi L2 ; L3: ; lda #$01 ; rts ; L2: ; rts ; L1: ; lda #$01 ; rts"
    );
    assert_eq!(
        relaxed(format!(
            "L2: ; sta g ; beq L1 ; jmp L2 ; {nops} ; rts ; L1: ; sta g ; sta h ; rts"
        )),
        "L2: ; sta g ; bne L2 ; jmp L1 ; rts ; L1: ; sta g ; sta h ; rts"
    );
    assert_eq!(
        relaxed(format!(
            "beq L1 ; bmi L1 ; {nops} ; rts ; L1: ; sta g ; sta h ; rts"
        )),
        "bne L2 ; L3: ; jmp L1 ; L2: ; bmi L3 ; rts ; L1: ; sta g ; sta h ; rts"
    );
}

/// The routine with its blocks in a cheaper order, without its long stretches of `nop`.
fn placed(text: &str, small: bool) -> String {
    let nops = vec!["nop"; 150].join(" ; ");
    let mut lines = lines(&text.replace("nops", &nops));
    block_placement::run(&mut lines, &ZeroPage::default(), small, &mut Hits::new(&[]));
    lines.dedup_by(|line, before| line == before && *line == Line::Inst(Inst::implied(Nop)));
    shown(&lines)
}

#[test]
fn a_long_body_that_is_often_skipped_stands_behind_its_loop() {
    let long = "ldx g ; L1: ; lda t,x ; beq L2 ; nops ; L2: ; dex ; bne L1 ; rts";
    assert_eq!(
        placed(long, false),
        "ldx g ; L4: ; lda t,x ; bne L5 ; L6: ; dex ; bne L4 ; rts ; L5: ; nop ; jmp L6"
    );
    // Everything is within reach: nothing is to be gained.
    let short = long.replace("nops", "nop");
    assert_eq!(placed(&short, false), short);
}

#[test]
fn a_block_moves_to_where_it_saves_a_jump() {
    for small in [false, true] {
        assert_eq!(
            placed(
                "lda g ; jmp L2 ; L1: ; stx g ; rts ; L2: ; tax ; jmp L1",
                small
            ),
            "lda g ; tax ; stx g ; rts"
        );
    }
}

const CODE: u16 = 0x2000;

/// The end of a run from a seeded state, with zero page and globals; `None` when it does not return soon.
fn outcome(lines: &[Line], seed: u64) -> Option<(End, Vec<u8>, Vec<u8>)> {
    let mut random = Random(seed);
    let mut machine = Machine::default();
    let noise: Vec<u8> = (0..0x210)
        .map(|_| random.pick(&[0, 1, 2, 0x7f, 0x80, 0xff, 0x35]))
        .collect();
    machine.load(0x3000, &noise);
    machine.load(0x40, &noise[..4]);
    machine.load(0x50, &[0x00, 0x30]);
    machine.load(CODE, &encode(lines, CODE));
    // inc $41 ; inx ; clc ; adc $42 ; sta $3001 ; rts
    machine.load(
        ROUTINE,
        &[0xe6, 0x41, 0xe8, 0x18, 0x65, 0x42, 0x8d, 0x01, 0x30, 0x60],
    );
    let byte = |random: &mut Random| random.pick(&[0, 1, 2, 3, 0x7f, 0x80, 0xfe, 0xff]);
    machine
        .registers(byte(&mut random), byte(&mut random), byte(&mut random))
        .flags(random.below(256) as u8);
    let end = machine.call_within(CODE, 3_000)?;
    Some((
        end,
        machine.memory()[0x40..0x60].to_vec(),
        machine.memory()[0x3000..0x3300].to_vec(),
    ))
}

#[test]
fn random_routines_keep_their_outcome() {
    let mut random = Random(2026);
    let mut compared = 0;
    let (mut bytes_before, mut bytes_after) = (0, 0);
    let (mut cycles_before, mut cycles_after) = (0, 0);
    for number in 0..4000 {
        let before = random.routine();
        let keeps_private = random.below(2) == 0;
        let env = Env {
            live_at_return: random.pick(&[
                RegSet::A,
                RegSet::AXY,
                RegSet::AXY | RegSet::C,
                RegSet::X | RegSet::NZ,
            ]),
            places_at_return: if keeps_private {
                Touched::Anything
            } else {
                Touched::Only(Vec::new())
            },
            ..Env::default()
        };
        let mut routine = Routine {
            name: "random".into(),
            section: None,
            lines: before.clone(),
        };
        peephole::run(&mut routine, &env, &[]);
        branch_range::relax(&mut routine, &ZeroPage::default(), false);
        bytes_before += encode(&before, CODE).len() as u64;
        bytes_after += encode(&routine.lines, CODE).len() as u64;
        for _ in 0..6 {
            let seed = random.below(1 << 30) as u64;
            let Some((old, old_private, old_globals)) = outcome(&before, seed) else {
                continue;
            };
            let case = || {
                format!(
                    "routine {number}, seed {seed}:\n{}\nbecame\n{}",
                    shown(&before),
                    shown(&routine.lines)
                )
            };
            let Some((new, private, globals)) = outcome(&routine.lines, seed) else {
                panic!("{} does not return", case())
            };
            let live = env.live_at_return;
            let kept = |register: RegSet, old: u8, new: u8| !live.meets(register) || old == new;
            assert!(
                kept(RegSet::A, old.a, new.a)
                    && kept(RegSet::X, old.x, new.x)
                    && kept(RegSet::Y, old.y, new.y),
                "{}",
                case()
            );
            assert!(
                kept(RegSet::NZ, old.flags & 0x82, new.flags & 0x82)
                    && kept(RegSet::C, old.flags & 1, new.flags & 1),
                "{}",
                case()
            );
            assert!(globals == old_globals, "{}", case());
            assert!(!keeps_private || private == old_private, "{}", case());
            cycles_before += old.cycles;
            cycles_after += new.cycles;
            compared += 1;
        }
    }
    assert!(compared > 10_000, "only {compared} runs ended");
    let saved = |before: u64, after: u64| after * 10 < before * 9;
    assert!(
        saved(bytes_before, bytes_after),
        "{bytes_before} bytes became {bytes_after}"
    );
    assert!(
        saved(cycles_before, cycles_after),
        "{cycles_before} cycles became {cycles_after}"
    );
}
