//! Every documented opcode against the data sheet: length and cycles, with and without a page crossed.
//!
//! The table is the data sheet's own, written down once; the core is judged by it and never fills it in.

use c64::{Flat, Power, Registers};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Imp,
    Imm,
    Zp,
    ZpX,
    ZpY,
    Abs,
    AbsX,
    AbsY,
    IndX,
    IndY,
    Ind,
    Rel,
}
use Mode::*;

impl Mode {
    fn length(self) -> u16 {
        match self {
            Imp => 1,
            Imm | Zp | ZpX | ZpY | IndX | IndY | Rel => 2,
            Abs | AbsX | AbsY | Ind => 3,
        }
    }
}

/// Whether one more cycle is due when the index carries into the next page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Extra {
    Never,
    Cross,
}
use Extra::*;

#[rustfmt::skip]
const DATA_SHEET: &[(u8, &str, Mode, u64, Extra)] = &[
//   code  name   mode  cycles extra
    (0x69, "adc", Imm,  2, Never), (0x65, "adc", Zp,   3, Never), (0x75, "adc", ZpX,  4, Never), (0x6D, "adc", Abs,  4, Never),
    (0x7D, "adc", AbsX, 4, Cross), (0x79, "adc", AbsY, 4, Cross), (0x61, "adc", IndX, 6, Never), (0x71, "adc", IndY, 5, Cross),
    (0x29, "and", Imm,  2, Never), (0x25, "and", Zp,   3, Never), (0x35, "and", ZpX,  4, Never), (0x2D, "and", Abs,  4, Never),
    (0x3D, "and", AbsX, 4, Cross), (0x39, "and", AbsY, 4, Cross), (0x21, "and", IndX, 6, Never), (0x31, "and", IndY, 5, Cross),
    (0x0A, "asl", Imp,  2, Never), (0x06, "asl", Zp,   5, Never), (0x16, "asl", ZpX,  6, Never), (0x0E, "asl", Abs,  6, Never),
    (0x1E, "asl", AbsX, 7, Never),
    (0x90, "bcc", Rel,  2, Never), (0xB0, "bcs", Rel,  2, Never), (0xF0, "beq", Rel,  2, Never), (0x30, "bmi", Rel,  2, Never),
    (0xD0, "bne", Rel,  2, Never), (0x10, "bpl", Rel,  2, Never), (0x50, "bvc", Rel,  2, Never), (0x70, "bvs", Rel,  2, Never),
    (0x24, "bit", Zp,   3, Never), (0x2C, "bit", Abs,  4, Never), (0x00, "brk", Imp,  7, Never),
    (0x18, "clc", Imp,  2, Never), (0xD8, "cld", Imp,  2, Never), (0x58, "cli", Imp,  2, Never), (0xB8, "clv", Imp,  2, Never),
    (0xC9, "cmp", Imm,  2, Never), (0xC5, "cmp", Zp,   3, Never), (0xD5, "cmp", ZpX,  4, Never), (0xCD, "cmp", Abs,  4, Never),
    (0xDD, "cmp", AbsX, 4, Cross), (0xD9, "cmp", AbsY, 4, Cross), (0xC1, "cmp", IndX, 6, Never), (0xD1, "cmp", IndY, 5, Cross),
    (0xE0, "cpx", Imm,  2, Never), (0xE4, "cpx", Zp,   3, Never), (0xEC, "cpx", Abs,  4, Never),
    (0xC0, "cpy", Imm,  2, Never), (0xC4, "cpy", Zp,   3, Never), (0xCC, "cpy", Abs,  4, Never),
    (0xC6, "dec", Zp,   5, Never), (0xD6, "dec", ZpX,  6, Never), (0xCE, "dec", Abs,  6, Never), (0xDE, "dec", AbsX, 7, Never),
    (0xCA, "dex", Imp,  2, Never), (0x88, "dey", Imp,  2, Never),
    (0x49, "eor", Imm,  2, Never), (0x45, "eor", Zp,   3, Never), (0x55, "eor", ZpX,  4, Never), (0x4D, "eor", Abs,  4, Never),
    (0x5D, "eor", AbsX, 4, Cross), (0x59, "eor", AbsY, 4, Cross), (0x41, "eor", IndX, 6, Never), (0x51, "eor", IndY, 5, Cross),
    (0xE6, "inc", Zp,   5, Never), (0xF6, "inc", ZpX,  6, Never), (0xEE, "inc", Abs,  6, Never), (0xFE, "inc", AbsX, 7, Never),
    (0xE8, "inx", Imp,  2, Never), (0xC8, "iny", Imp,  2, Never),
    (0x4C, "jmp", Abs,  3, Never), (0x6C, "jmp", Ind,  5, Never), (0x20, "jsr", Abs,  6, Never),
    (0xA9, "lda", Imm,  2, Never), (0xA5, "lda", Zp,   3, Never), (0xB5, "lda", ZpX,  4, Never), (0xAD, "lda", Abs,  4, Never),
    (0xBD, "lda", AbsX, 4, Cross), (0xB9, "lda", AbsY, 4, Cross), (0xA1, "lda", IndX, 6, Never), (0xB1, "lda", IndY, 5, Cross),
    (0xA2, "ldx", Imm,  2, Never), (0xA6, "ldx", Zp,   3, Never), (0xB6, "ldx", ZpY,  4, Never), (0xAE, "ldx", Abs,  4, Never),
    (0xBE, "ldx", AbsY, 4, Cross),
    (0xA0, "ldy", Imm,  2, Never), (0xA4, "ldy", Zp,   3, Never), (0xB4, "ldy", ZpX,  4, Never), (0xAC, "ldy", Abs,  4, Never),
    (0xBC, "ldy", AbsX, 4, Cross),
    (0x4A, "lsr", Imp,  2, Never), (0x46, "lsr", Zp,   5, Never), (0x56, "lsr", ZpX,  6, Never), (0x4E, "lsr", Abs,  6, Never),
    (0x5E, "lsr", AbsX, 7, Never), (0xEA, "nop", Imp,  2, Never),
    (0x09, "ora", Imm,  2, Never), (0x05, "ora", Zp,   3, Never), (0x15, "ora", ZpX,  4, Never), (0x0D, "ora", Abs,  4, Never),
    (0x1D, "ora", AbsX, 4, Cross), (0x19, "ora", AbsY, 4, Cross), (0x01, "ora", IndX, 6, Never), (0x11, "ora", IndY, 5, Cross),
    (0x48, "pha", Imp,  3, Never), (0x08, "php", Imp,  3, Never), (0x68, "pla", Imp,  4, Never), (0x28, "plp", Imp,  4, Never),
    (0x2A, "rol", Imp,  2, Never), (0x26, "rol", Zp,   5, Never), (0x36, "rol", ZpX,  6, Never), (0x2E, "rol", Abs,  6, Never),
    (0x3E, "rol", AbsX, 7, Never),
    (0x6A, "ror", Imp,  2, Never), (0x66, "ror", Zp,   5, Never), (0x76, "ror", ZpX,  6, Never), (0x6E, "ror", Abs,  6, Never),
    (0x7E, "ror", AbsX, 7, Never), (0x40, "rti", Imp,  6, Never), (0x60, "rts", Imp,  6, Never),
    (0xE9, "sbc", Imm,  2, Never), (0xE5, "sbc", Zp,   3, Never), (0xF5, "sbc", ZpX,  4, Never), (0xED, "sbc", Abs,  4, Never),
    (0xFD, "sbc", AbsX, 4, Cross), (0xF9, "sbc", AbsY, 4, Cross), (0xE1, "sbc", IndX, 6, Never), (0xF1, "sbc", IndY, 5, Cross),
    (0x38, "sec", Imp,  2, Never), (0xF8, "sed", Imp,  2, Never), (0x78, "sei", Imp,  2, Never),
    (0x85, "sta", Zp,   3, Never), (0x95, "sta", ZpX,  4, Never), (0x8D, "sta", Abs,  4, Never), (0x9D, "sta", AbsX, 5, Never),
    (0x99, "sta", AbsY, 5, Never), (0x81, "sta", IndX, 6, Never), (0x91, "sta", IndY, 6, Never),
    (0x86, "stx", Zp,   3, Never), (0x96, "stx", ZpY,  4, Never), (0x8E, "stx", Abs,  4, Never),
    (0x84, "sty", Zp,   3, Never), (0x94, "sty", ZpX,  4, Never), (0x8C, "sty", Abs,  4, Never),
    (0xAA, "tax", Imp,  2, Never), (0xA8, "tay", Imp,  2, Never), (0xBA, "tsx", Imp,  2, Never), (0x8A, "txa", Imp,  2, Never),
    (0x9A, "txs", Imp,  2, Never), (0x98, "tya", Imp,  2, Never),
];

const CODE: u16 = 0x1000;
const DATA: u16 = 0x2080;
const POINTER: u8 = 0x40;

/// Cycles of one `opcode` on data at `DATA` with both index registers at `index`, and where it left the PC.
fn run_once(opcode: u8, mode: Mode, index: u8, status: u8) -> (u64, u16) {
    let mut flat = Flat::new(Power::Fill(0xEA));
    let operand = match mode {
        Imp => vec![],
        Imm => vec![0x33],
        Rel => vec![0x10],
        Zp => vec![POINTER],
        ZpX | ZpY | IndX => vec![POINTER.wrapping_sub(index)],
        IndY => vec![POINTER],
        Abs | AbsX | AbsY | Ind => DATA.to_le_bytes().to_vec(),
    };
    flat.load(CODE, &[&[opcode], operand.as_slice()].concat());
    flat.poke_word(POINTER.into(), DATA);
    flat.set_registers(Registers {
        a: 0x11,
        x: index,
        y: index,
        s: 0xF0,
        p: status,
        pc: CODE,
    });
    flat.step().unwrap();
    (flat.cycles(), flat.registers().pc)
}

fn jumps(name: &str) -> bool {
    ["brk", "jmp", "jsr", "rti", "rts"].contains(&name)
}

#[test]
fn the_data_sheet_has_151_opcodes_each_once() {
    let mut codes: Vec<u8> = DATA_SHEET.iter().map(|row| row.0).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!((DATA_SHEET.len(), codes.len()), (151, 151));
}

#[test]
fn every_opcode_costs_what_the_data_sheet_says_inside_a_page() {
    for &(opcode, name, mode, cycles, _) in DATA_SHEET {
        if mode == Rel {
            continue;
        }
        let (spent, pc) = run_once(opcode, mode, 0x01, 0x20);
        assert_eq!(spent, cycles, "{name} {mode:?}");
        if !jumps(name) {
            assert_eq!(pc, CODE + mode.length(), "{name} {mode:?}");
        }
    }
}

#[test]
fn only_the_reads_marked_so_pay_for_the_page_they_cross() {
    for &(opcode, name, mode, cycles, extra) in DATA_SHEET {
        if [AbsX, AbsY, IndY].contains(&mode) {
            let (spent, _) = run_once(opcode, mode, 0x80, 0x20);
            assert_eq!(spent, cycles + u64::from(extra == Cross), "{name} {mode:?}");
        }
    }
}

#[test]
fn decimal_arithmetic_costs_no_more_on_the_nmos_chip() {
    for &(opcode, name, mode, cycles, _) in DATA_SHEET {
        if ["adc", "sbc"].contains(&name) {
            let (spent, _) = run_once(opcode, mode, 0x01, 0x28);
            assert_eq!(spent, cycles, "{name} {mode:?}");
        }
    }
}

#[test]
fn decimal_arithmetic_sets_the_flags_of_the_nmos_chip() {
    let flags_after = |code: [u8; 5]| {
        let mut flat = Flat::new(Power::Noise(1));
        // SED, the code, PHP, CLD, PLA, STA $2000, RTS
        let after = [0x08, 0xD8, 0x68, 0x8D, 0x00, 0x20, 0x60];
        flat.load(0x1000, &[&[0xF8], &code[..], &after[..]].concat());
        flat.call(0x1000, 100).expect("it returns");
        flat.peek(0x2000) & 0xC3
    };
    // 99 + 1 is 00 with carry, yet not zero and negative; 00 - 80 is 20 with a borrow, yet negative and an overflow.
    assert_eq!(flags_after([0x18, 0xA9, 0x99, 0x69, 0x01]), 0x81);
    assert_eq!(flags_after([0x38, 0xA9, 0x00, 0xE9, 0x80]), 0xC0);
}

/// `RRA` rotates its operand and adds it with the bit that fell out, `ISC` subtracts the operand it has incremented.
#[test]
fn undocumented_sums_are_decimal_too() {
    let after = |code: [u8; 5], operand: u8| {
        let mut flat = Flat::new(Power::Noise(1));
        flat.poke(0x80, operand);
        // SED, the code, PHP, CLD, STA $2000, PLA, STA $2001, RTS
        let rest = [0x08, 0xD8, 0x8D, 0x00, 0x20, 0x68, 0x8D, 0x01, 0x20, 0x60];
        flat.load(0x1000, &[&[0xF8], &code[..], &rest[..]].concat());
        flat.call(0x1000, 100).expect("it returns");
        (flat.peek(0x80), flat.peek(0x2000), flat.peek(0x2001) & 0xC3)
    };
    // CLC, LDA #$19, RRA $80: $13 becomes $09 with carry, and 19 + 09 + 1 = 29.
    assert_eq!(
        after([0x18, 0xA9, 0x19, 0x67, 0x80], 0x13),
        (0x09, 0x29, 0x00)
    );
    // SEC: $00 becomes $80 without carry, and 99 + 80 = 79 with carry; the sum before its correction is 119.
    assert_eq!(
        after([0x38, 0xA9, 0x99, 0x67, 0x80], 0x00),
        (0x80, 0x79, 0x41)
    );
    // SEC, LDA #$20, ISC $80: 20 - 02 = 18. CLC: 00 - 80 - 1 = 19 with a borrow.
    assert_eq!(
        after([0x38, 0xA9, 0x20, 0xE7, 0x80], 0x01),
        (0x02, 0x18, 0x01)
    );
    assert_eq!(
        after([0x18, 0xA9, 0x00, 0xE7, 0x80], 0x7F),
        (0x80, 0x19, 0x00)
    );
}

/// The flag each branch looks at, and the value of it that branches.
#[rustfmt::skip]
const BRANCHES: [(u8, u8, bool); 8] = [
    (0x90, 0x01, false), (0xB0, 0x01, true), // bcc bcs
    (0xD0, 0x02, false), (0xF0, 0x02, true), // bne beq
    (0x50, 0x40, false), (0x70, 0x40, true), // bvc bvs
    (0x10, 0x80, false), (0x30, 0x80, true), // bpl bmi
];

#[test]
fn a_branch_pays_one_when_taken_and_one_more_into_another_page() {
    for (opcode, flag, branches_if) in BRANCHES {
        for (at, offset, target, taken_cycles) in [
            (0x1000_u16, 0x10_u8, 0x1012_u16, 3),
            (0x10F0, 0x10, 0x1102, 4),
            (0x1010, 0x80, 0x0F92, 4),
            (0x10FD, 0x01, 0x1100, 4),
            (0x10FE, 0x01, 0x1101, 3), // the next instruction already lies in the new page
        ] {
            for set in [false, true] {
                let mut flat = Flat::new(Power::Fill(0xEA));
                flat.load(at, &[opcode, offset]);
                let p = if set { 0x20 | flag } else { 0x20 };
                let before = Registers {
                    p,
                    pc: at,
                    ..flat.registers()
                };
                flat.set_registers(before);
                flat.step().unwrap();
                let expected = if set == branches_if {
                    (target, taken_cycles)
                } else {
                    (at + 2, 2)
                };
                let end = (flat.registers().pc, flat.cycles());
                assert_eq!(end, expected, "opcode ${opcode:02x} at ${at:04x}");
            }
        }
    }
}
