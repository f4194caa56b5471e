//! Cycles of single instructions against the data sheet, and what this crate adds to the core.

use super::*;

const CODE: u16 = 0x1000;

/// Cycles of one instruction with all registers at `index`.
fn cycles(system: System, code: &[u8], index: u8) -> u64 {
    let mut machine = Machine::new(system);
    machine.memory_mut().load(CODE, code);
    machine.memory_mut().load(0x82, &[0xFF, 0x20]);
    for register in [Register::A, Register::X, Register::Y] {
        machine.set_register(register, index);
    }
    machine.registers_mut().program_counter = CODE;
    machine.step();
    machine.cycles()
}

/// Cycles without and with a page crossed by the index: `$20FF,X` and `($82),Y` cross with 1.
fn both(system: System, code: &[u8]) -> (u64, u64) {
    (cycles(system, code, 0), cycles(system, code, 1))
}

#[test]
fn reads_pay_for_the_page_they_cross_and_stores_and_modifications_never_do() {
    #[rustfmt::skip]
    //   code                      same page, next page
    let table: [(&[u8], (u64, u64)); 17] = [
        (&[0xBD, 0xFF, 0x20],      (4, 5)),  // LDA abs,X
        (&[0xB9, 0xFF, 0x20],      (4, 5)),  // LDA abs,Y
        (&[0xB1, 0x82],            (5, 6)),  // LDA (zp),Y
        (&[0x7D, 0xFF, 0x20],      (4, 5)),  // ADC abs,X
        (&[0xBE, 0xFF, 0x20],      (4, 5)),  // LDX abs,Y
        (&[0x1C, 0xFF, 0x20],      (4, 5)),  // NOP abs,X
        (&[0x9D, 0xFF, 0x20],      (5, 5)),  // STA abs,X
        (&[0x99, 0xFF, 0x20],      (5, 5)),  // STA abs,Y
        (&[0x91, 0x82],            (6, 6)),  // STA (zp),Y
        (&[0xFE, 0xFF, 0x20],      (7, 7)),  // INC abs,X
        (&[0xDE, 0xFF, 0x20],      (7, 7)),  // DEC abs,X
        (&[0x1E, 0xFF, 0x20],      (7, 7)),  // ASL abs,X
        (&[0x7E, 0xFF, 0x20],      (7, 7)),  // ROR abs,X
        (&[0x1F, 0xFF, 0x20],      (7, 7)),  // SLO abs,X
        (&[0xDB, 0xFF, 0x20],      (7, 7)),  // DCP abs,Y
        (&[0xF3, 0x82],            (8, 8)),  // ISC (zp),Y
        (&[0x9E, 0xFF, 0x20],      (5, 5)),  // SHX abs,Y
    ];
    for (code, expected) in table {
        assert_eq!(both(System::Generic6502, code), expected, "{code:02X?}");
    }
}

#[test]
fn branches_pay_for_being_taken_and_for_the_page() {
    let branch = |offset: u8, zero: bool, at: u16| {
        let mut machine = Machine::new(System::Generic6502);
        machine.memory_mut().load(at, &[0xF0, offset]);
        machine.set_flag(Flag::Zero, zero);
        machine.registers_mut().program_counter = at;
        machine.step();
        machine.cycles()
    };
    assert_eq!(branch(0x10, false, 0x1000), 2);
    assert_eq!(branch(0x10, true, 0x1000), 3);
    assert_eq!(branch(0x10, true, 0x10F0), 4);
    assert_eq!(branch(0xF0, true, 0x1000), 4);
}

#[test]
fn the_65c02_pays_for_crossing_in_shifts_and_for_taken_bit_branches() {
    let system = System::Generic65C02;
    assert_eq!(both(system, &[0x1E, 0xFF, 0x20]), (6, 7));
    assert_eq!(both(system, &[0xFE, 0xFF, 0x20]), (7, 7));
    assert_eq!(cycles(system, &[0x0F, 0x80, 0x10], 0), 6, "BBR0 taken");
    assert_eq!(cycles(system, &[0x8F, 0x80, 0x10], 0), 5, "BBS0 not taken");
    assert_eq!(
        cycles(system, &[0x0F, 0x80, 0x80], 0),
        7,
        "BBR0 to another page"
    );
    assert_eq!(cycles(system, &[0x64, 0x10], 0), 3, "STZ zp");
}

#[test]
fn exactly_the_twelve_jams_halt_the_nmos_processor() {
    let machine = Machine::new(System::Generic6502);
    for opcode in 0..=255 {
        let jam = matches!(machine.decode(opcode), Some((Instruction::JAM, _)));
        assert_eq!(machine.halts(opcode), jam, "${opcode:02X}");
    }
    let halting = (0..=255).filter(|&opcode| machine.halts(opcode));
    assert_eq!(halting.count(), 12);
}

#[test]
fn waiting_and_stopping_halt_the_65c02() {
    let machine = Machine::new(System::Generic65C02);
    for opcode in 0..=255 {
        let halt = matches!(
            machine.decode(opcode),
            Some((Instruction::WAI | Instruction::STP | Instruction::JAM, _))
        );
        assert_eq!(machine.halts(opcode), halt, "${opcode:02X}");
    }
}

#[test]
fn every_nmos_opcode_executes_or_halts() {
    for opcode in 0..=255_u8 {
        let mut machine = Machine::new(System::Generic6502);
        machine.memory_mut().load(CODE, &[opcode, 0x10, 0x20]);
        machine.registers_mut().program_counter = CODE;
        if !machine.halts(opcode) {
            machine.step();
            let cycles = machine.cycles();
            assert!((2..=8).contains(&cycles), "${opcode:02X} took {cycles}");
            assert_ne!(machine.registers().program_counter, CODE, "${opcode:02X}");
        }
    }
}

#[test]
fn the_unstable_stores_write_their_registers_and_the_high_byte_plus_one() {
    let mut machine = Machine::new(System::Generic6502);
    machine
        .memory_mut()
        .load(CODE, &[0x9E, 0x00, 0x20, 0x9C, 0x10, 0x20, 0xAB, 0x0F]);
    machine.set_register(Register::X, 0xFF);
    machine.set_register(Register::Y, 0x05);
    machine.registers_mut().program_counter = CODE;
    machine.step();
    assert_eq!(machine.memory().read(0x2005), 0x21, "SHX: $FF and $21");
    machine.set_register(Register::X, 0x01);
    machine.step();
    assert_eq!(machine.memory().read(0x2011), 0x01, "SHY: $05 and $21");
    machine.set_register(Register::A, 0x01);
    machine.step();
    assert_eq!(
        machine.register(Register::A),
        0x0F,
        "LXA: ($01 or $EE) and $0F"
    );
    assert_eq!(machine.register(Register::X), 0x0F);
    assert_eq!(machine.cycles(), 5 + 5 + 2);
}

#[test]
fn a_new_machine_starts_with_s_at_fd_and_p_at_24() {
    let machine = Machine::new(System::C64);
    let registers = machine.registers();
    assert_eq!(registers.stack_pointer.0, 0xFD);
    assert_eq!(registers.status.bits(), 0x24);
    let zero = [Register::A, Register::X, Register::Y].map(|one| machine.register(one));
    assert_eq!((zero, machine.cycles()), ([0; 3], 0));
}

/// Accumulator and the flags N, V, Z, C after `SED` and three instructions more.
fn decimal(system: System, code: &[u8]) -> (u8, u8) {
    let mut machine = Machine::new(system);
    machine.memory_mut().load(CODE, &[&[0xF8], code].concat());
    machine.memory_mut().load(0x80, &[0x13]);
    machine.registers_mut().program_counter = CODE;
    for _ in 0..4 {
        machine.step();
    }
    let flags = machine.registers().status.bits() & 0xC3;
    (machine.register(Register::A), flags)
}

#[test]
fn decimal_sums_have_the_flags_of_their_chip() {
    // CLC, LDA #$99, ADC #$01 is 00 with carry: on the NMOS chip negative and not zero, on the 65C02 as it looks.
    let sum = [0x18, 0xA9, 0x99, 0x69, 0x01];
    assert_eq!(decimal(System::Generic6502, &sum), (0x00, 0x81));
    assert_eq!(decimal(System::Generic65C02, &sum), (0x00, 0x03));
    // CLC, LDA #$19, RRA $80: 19 + 09 and the bit that fell out.
    let rotated = [0x18, 0xA9, 0x19, 0x67, 0x80];
    assert_eq!(decimal(System::Generic6502, &rotated), (0x29, 0x00));
}
