//! The opcode table against two independent judges: ca65 for codes and lengths, the simulator for cycles.

#[allow(dead_code)] // each test file uses its own part
mod machine;

use machine::Machine;
use mosaic::asm::effects::{RegSet, ZeroPage};
use mosaic::asm::inst::{Inst, Label, Line, Mnemonic::*, Operand, Place, Routine};
use mosaic::asm::program::Program;
use mosaic::cpu::opcode::{Access, Extra, Mode, OPCODES, Opcode};
use mosaic::link::{Layout, link};

const NEAR: Place = Place::Address(0x40);
const FAR: Place = Place::Address(0x4042);

/// An instruction that assembles to this opcode; branches and jumps go to the next line.
fn example(opcode: &Opcode) -> Inst {
    let arg = match opcode.mode {
        Mode::Imp => Operand::None,
        Mode::Acc => Operand::Accumulator,
        Mode::Imm => Operand::Immediate(0x55),
        Mode::Zp => Operand::Memory(NEAR),
        Mode::ZpX => Operand::MemoryX(NEAR),
        Mode::ZpY => Operand::MemoryY(NEAR),
        Mode::Abs => Operand::Memory(FAR),
        Mode::AbsX => Operand::MemoryX(FAR),
        Mode::AbsY => Operand::MemoryY(FAR),
        Mode::IndX => Operand::IndirectX(NEAR),
        Mode::IndY => Operand::IndirectY(NEAR),
        Mode::Ind => Operand::Indirect(FAR, Label(0)),
        Mode::Rel => Operand::Label(Label(0)),
    };
    Inst::new(opcode.op, arg)
}

#[test]
fn ca65_agrees_with_every_code_and_length() {
    let zero_page = ZeroPage::default();
    let one = |(number, opcode)| {
        let lines = vec![Line::Inst(example(opcode)), Line::Label(Label(0))];
        Routine {
            name: format!("routine{number}"),
            section: None,
            lines,
        }
    };
    let program = Program {
        routines: OPCODES.iter().enumerate().map(one).collect(),
        ..Program::default()
    };
    let image = link(&program, &Layout::bare()).unwrap();
    for (number, opcode) in OPCODES.iter().enumerate() {
        let at = image.symbols[&format!("routine{number}")];
        assert_eq!(
            image.contents()[usize::from(at - image.load)],
            opcode.code,
            "{opcode:?}"
        );
        if let Some(next) = image.symbols.get(&format!("routine{}", number + 1)) {
            assert_eq!(u32::from(next - at), opcode.mode.length(), "{opcode:?}");
        }
        assert_eq!(
            example(opcode).opcode(&zero_page),
            Some(opcode),
            "{opcode:?}"
        );
    }
}

/// Cycles of one instruction with the index registers at `index` and no flag set.
fn measured(opcode: &Opcode, index: u8) -> u64 {
    let mut machine = Machine::default();
    machine.load(0x40, &[0x42, 0x40, 0x42, 0x40]);
    machine.load(0x4042, &[0x03, 0x20]);
    machine.load(0x2000, &[opcode.code, 0x40, 0x40]);
    match opcode.mode {
        Mode::Rel => machine.load(0x2001, &[2]),
        Mode::Ind => machine.load(0x2001, &[0x42, 0x40]),
        Mode::Abs if matches!(opcode.op, Jmp | Jsr) => machine.load(0x2001, &[0x03, 0x20]),
        Mode::Abs | Mode::AbsX | Mode::AbsY => machine.load(0x2001, &[0x42, 0x40]),
        _ => {}
    }
    machine.registers(1, index, index).step(0x2000).cycles
}

#[test]
fn the_simulator_agrees_with_every_cycle_count() {
    for opcode in OPCODES.iter().filter(|opcode| opcode.op != Brk) {
        let base = u64::from(opcode.cycles);
        let taken = matches!(opcode.op, Bcc | Bne | Bpl | Bvc) && opcode.extra == Extra::Branch;
        assert_eq!(measured(opcode, 0), base + u64::from(taken), "{opcode:?}");
        // Index $ff: $4042 + $ff lies on the next page.
        let crossing = u64::from(opcode.extra == Extra::PageCross);
        assert_eq!(
            measured(opcode, 0xff),
            base + u64::from(taken) + crossing,
            "{opcode:?}"
        );
    }
}

#[test]
fn access_follows_from_operation_and_operand() {
    for opcode in &OPCODES {
        assert_eq!(example(opcode).access(), opcode.access, "{opcode:?}");
    }
}

/// Registers and flags after one step from given ones, as `[a, x, y, c, z, n, v]`.
fn after(opcode: &Opcode, [a, x, y]: [u8; 3], flags: u8) -> [u8; 7] {
    let mut machine = Machine::default();
    machine.load(0x40, &[0x80, 0x40, 0x80, 0x40]);
    machine.load(0x4042, &[0x03]);
    machine.load(0x4080, &[0xc1]);
    machine.load(0x2000, &[opcode.code, 0x40, 0x40]);
    machine.registers(a, x, y);
    let end = machine.flags(flags).step(0x2000);
    let bit = |number: u8| end.flags >> number & 1;
    [end.a, end.x, end.y, bit(0), bit(1), bit(7), bit(6)]
}

#[test]
fn what_is_not_in_the_effects_is_neither_changed_nor_looked_at() {
    let registers = [
        RegSet::A,
        RegSet::X,
        RegSet::Y,
        RegSet::C,
        RegSet::Z,
        RegSet::N,
        RegSet::V,
    ];
    let plain = |opcode: &&Opcode| {
        !matches!(
            opcode.op,
            Brk | Rti | Rts | Jsr | Jmp | Plp | Pla | Php | Tsx | Txs | Sed | Cld
        )
    };
    for opcode in OPCODES
        .iter()
        .filter(plain)
        .filter(|opcode| opcode.mode != Mode::Rel)
    {
        let inst = example(opcode);
        let start = [[0x12, 0, 0], [0x80, 1, 2], [0xff, 0x80, 0xff], [0, 0xff, 1]];
        for (values, flags) in start
            .into_iter()
            .flat_map(|v| [0u8, 0xc3, 0x41, 0x82].map(|f| (v, f)))
        {
            let bit = |number: u8| flags >> number & 1;
            let before = [
                values[0],
                values[1],
                values[2],
                bit(0),
                bit(1),
                bit(7),
                bit(6),
            ];
            let end = after(opcode, values, flags);
            for (index, register) in registers.iter().enumerate() {
                if !inst.writes().meets(*register) {
                    assert_eq!(end[index], before[index], "{opcode:?} changes {register:?}");
                }
            }
            unread_registers_do_not_matter(opcode, &inst, values, flags, end);
        }
    }
}

fn unread_registers_do_not_matter(
    opcode: &Opcode,
    inst: &Inst,
    values: [u8; 3],
    flags: u8,
    end: [u8; 7],
) {
    let registers = [
        RegSet::A,
        RegSet::X,
        RegSet::Y,
        RegSet::C,
        RegSet::Z,
        RegSet::N,
        RegSet::V,
    ];
    for (changed, register) in registers
        .iter()
        .enumerate()
        .filter(|(_, r)| !inst.reads().meets(**r))
    {
        let (mut other, mut other_flags) = (values, flags);
        match changed {
            0..3 => other[changed] ^= 0x35,
            _ => other_flags ^= [0x01, 0x02, 0x80, 0x40][changed - 3],
        }
        let other_end = after(opcode, other, other_flags);
        for (index, written) in registers
            .iter()
            .enumerate()
            .filter(|(_, r)| inst.writes().meets(**r))
        {
            assert_eq!(
                other_end[index], end[index],
                "{opcode:?}: {written:?} depends on {register:?}"
            );
        }
    }
}

#[test]
fn a_symbol_is_short_only_when_it_is_known_to_lie_in_zero_page() {
    let load = Inst::new(Lda, Operand::Memory(Place::Symbol("counter".into(), 1)));
    let near = ZeroPage {
        symbols: ["counter".to_owned()].into(),
    };
    assert_eq!((load.bytes(&near), load.cycles(&near)), (2, 3));
    assert_eq!(
        (
            load.bytes(&ZeroPage::default()),
            load.cycles(&ZeroPage::default())
        ),
        (3, 4)
    );
    let indexed = Inst::new(Lda, Operand::MemoryY(NEAR));
    assert_eq!(indexed.bytes(&near), 3, "lda has no zero page,y");
    assert_eq!(Inst::new(Sta, Operand::Immediate(1)).opcode(&near), None);
    assert_eq!(Inst::new(Jmp, Operand::Memory(NEAR)).bytes(&near), 3);
    assert_eq!(load.access(), Access::Read);
}
