//! The machine as a program sees it: start, stop, banks, interrupts and stolen cycles, value and cycles together.

use c64::{Fault, Joystick, Key, Machine, Model, Power, Roms, Symbols};

/// A program at `$1000` in a machine with the display off and nothing interrupting.
fn with_code(code: &[u8]) -> Machine {
    let mut machine = Machine::new(Model::Pal, Power::Noise(64));
    machine.poke(1, 0x35);
    machine.poke(0, 0x2F);
    machine.ram_mut()[0x1000..0x1000 + code.len()].copy_from_slice(code);
    machine
}

fn prg(text: &[u8]) -> Vec<u8> {
    // 10 SYS …, then the program at $0810: lda #$42 ; sta $0400 ; rts
    let mut prg = vec![0x01, 0x08, 0x0C, 0x08, 0x0A, 0x00, 0x9E];
    prg.extend(text);
    prg.extend([0, 0, 0]);
    prg.resize(2 + 0x0F, 0);
    prg.extend([0xA9, 0x42, 0x8D, 0x00, 0x04, 0x60]);
    prg
}

#[test]
fn a_program_starts_where_its_sys_leads_and_ends_when_it_returns() {
    let mut machine = Machine::new(Model::Pal, Power::Noise(1));
    machine.load_prg(&prg(b" 2064")).unwrap();
    assert_eq!(machine.start(), Ok(0x0810));
    let cycles = machine.run_until(1_000, |_| false);
    assert_eq!((machine.peek(0x0400), cycles), (0x42, Ok(2 + 4 + 6)));
    assert!(machine.has_returned());
}

#[test]
fn a_program_without_sys_is_refused() {
    let mut machine = Machine::new(Model::Pal, Power::Fill(0));
    assert_eq!(
        machine.start().unwrap_err(),
        "the BASIC line at $0801 has no SYS"
    );
    machine.load_prg(&prg(b"99999")).unwrap();
    let message = machine.start().unwrap_err();
    assert_eq!(
        message,
        "the SYS at $0801 leads to `99999`, which is no address"
    );
}

#[test]
fn a_started_program_finds_the_machine_as_the_kernal_leaves_it() {
    for (model, flag) in [(Model::Pal, 1), (Model::Ntsc, 0)] {
        let mut machine = Machine::new(model, Power::Noise(2));
        machine.load_prg(&prg(b"2064")).unwrap();
        machine.start().unwrap();
        assert_eq!([machine.peek(0), machine.peek(1)], [0x2F, 0x37]);
        assert_eq!([machine.peek(0xD018), machine.peek(0xD021)], [0x15, 0xF6]);
        assert_eq!(
            (machine.peek(0x02A6), machine.screen_row(12)),
            (flag, String::new())
        );
    }
}

#[test]
fn the_jiffy_clock_runs_sixty_times_a_second() {
    let mut machine = Machine::new(Model::Pal, Power::Fill(0));
    let mut program = prg(b"2064");
    program.splice(2 + 0x0F.., [0x4C, 0x10, 0x08]); // jmp *
    machine.load_prg(&program).unwrap();
    machine.start().unwrap();
    machine.run_cycles(985_248).unwrap();
    assert_eq!(machine.ram()[0xA2], 59);
}

#[test]
fn a_run_stops_at_an_address_a_cycle_or_a_callback() {
    let mut machine = with_code(&[0xE8, 0xE8, 0xE8, 0x4C, 0x00, 0x10]); // inx ×3 ; jmp $1000
    machine.set_registers(c64::Registers {
        pc: 0x1000,
        x: 0,
        ..machine.registers()
    });
    assert_eq!(machine.run_to(0x1003, 100), Ok(6));
    assert_eq!(machine.run_cycles(10), Ok(3 + 2 + 2 + 2 + 3));
    machine
        .run_until(1_000, |machine| machine.registers().x == 100)
        .unwrap();
    assert_eq!(machine.registers().x, 100);
    let fault = machine.run_to(0x2000, 500).unwrap_err();
    assert!(matches!(
        fault,
        Fault::CycleLimit {
            at: 0x1000..=0x1003,
            cycles: 500
        }
    ));
}

#[test]
fn a_run_stops_when_the_screen_shows_a_text() {
    // ldx #0 ; dex ; bne * ; lda #$08 ; sta $0428 ; lda #$09 ; sta $0429 ; jmp *
    let mut machine = with_code(&[
        0xA2, 0x00, 0xCA, 0xD0, 0xFD, 0xA9, 0x08, 0x8D, 0x28, 0x04, 0xA9, 0x09, 0x8D, 0x29, 0x04,
        0x4C, 0x0F, 0x10,
    ]);
    machine.poke(0xD018, 0x14);
    machine.ram_mut()[0x0400..0x07E8].fill(0x20);
    machine.set_registers(c64::Registers {
        pc: 0x1000,
        ..machine.registers()
    });
    machine.run_until_text("HI", 100_000).unwrap();
    assert_eq!(machine.screen_row(1), "HI");
    assert!(machine.run_until_text("HO", 100_000).is_err());
}

#[test]
fn a_routine_is_called_by_symbol_and_its_memory_read_by_symbol() {
    let mut machine = with_code(&[0xE6, 0x80, 0xD0, 0x02, 0xE6, 0x81, 0x60]); // 16-bit increment
    machine.symbols = Symbols::parse(".label Increment=$1000\n.label Count=$80\n").unwrap();
    machine.set_at("Count", &[0xFF, 0x41]).unwrap();
    let routine = machine.address_of("Increment").unwrap();
    let cycles = machine.call(routine, 100);
    assert_eq!(
        (machine.word_at("Count"), cycles),
        (Ok(0x4200), Ok(5 + 2 + 5 + 6))
    );
    assert_eq!(
        machine.byte_at("Missing"),
        Err("no symbol `Missing`".into())
    );
}

#[test]
fn a_break_nobody_handles_is_a_fault_at_its_own_address() {
    let mut machine = Machine::new(Model::Pal, Power::Noise(3));
    let mut program = prg(b"2064");
    program.splice(2 + 0x0F.., [0xEA, 0x00]);
    machine.load_prg(&program).unwrap();
    machine.start().unwrap();
    assert_eq!(machine.run_cycles(100), Err(Fault::Break { at: 0x0811 }));
}

#[test]
fn a_call_into_a_kernal_that_is_not_there_is_a_fault() {
    let mut machine = Machine::new(Model::Pal, Power::Noise(3));
    let mut program = prg(b"2064");
    program.splice(2 + 0x0F.., [0x20, 0xD2, 0xFF]); // jsr CHROUT
    machine.load_prg(&program).unwrap();
    machine.start().unwrap();
    let fault = machine.run_cycles(100);
    assert_eq!(
        fault,
        Err(Fault::Jam {
            at: 0xFFD2,
            opcode: 0x02
        })
    );
}

#[test]
fn ram_under_the_chips_is_reached_with_the_chips_banked_out() {
    // lda #$34 ; sta $01 ; lda #$5a ; sta $d020 ; ldx $d020 ; lda #$35 ; sta $01 ; ldy $d020 ; rts
    let mut machine = with_code(&[
        0xA9, 0x34, 0x85, 0x01, 0xA9, 0x5A, 0x8D, 0x20, 0xD0, 0xAE, 0x20, 0xD0, 0xA9, 0x35, 0x85,
        0x01, 0xAC, 0x20, 0xD0, 0x60,
    ]);
    machine.poke(0xD020, 0x03);
    let cycles = machine.call(0x1000, 100);
    let registers = machine.registers();
    assert_eq!((registers.x, registers.y), (0x5A, 0xF3));
    assert_eq!(
        (machine.ram()[0xD020], cycles),
        (0x5A, Ok(2 + 3 + 2 + 4 + 4 + 2 + 3 + 4 + 6))
    );
}

/// Waits for line 0, then counts how often a loop of nine cycles turns until line 0 comes again.
fn loops_in_a_frame(model: Model, control: u8) -> u64 {
    let mut machine = Machine::new(model, Power::Noise(9));
    machine.poke(0xD011, control);
    let code = [0x4C, 0x00, 0x10]; // jmp $1000
    machine.ram_mut()[0x1000..0x1003].copy_from_slice(&code);
    machine.set_registers(c64::Registers {
        pc: 0x1000,
        ..machine.registers()
    });
    machine.run_cycles(3 * model.frame_cycles()).unwrap();
    let start = machine.cycles();
    let mut loops = 0;
    machine
        .run_until(u64::MAX, |machine| {
            loops += 1;
            machine.cycles() >= start + 10 * model.frame_cycles()
        })
        .unwrap();
    loops
}

#[test]
fn the_display_steals_at_least_forty_cycles_of_every_eighth_line() {
    for (model, frame) in [(Model::Pal, 19_656), (Model::Ntsc, 17_095)] {
        let (dark, lit) = (loops_in_a_frame(model, 0x0B), loops_in_a_frame(model, 0x1B));
        assert!(dark.abs_diff(frame * 10 / 3) <= 2, "{dark}");
        // A jump only reads, so it waits for all 43 cycles of the 25 bad lines.
        let lost = (dark - lit) * 3;
        assert!(lost.abs_diff(10 * 25 * 43) <= 6, "{lost}");
    }
}

#[test]
fn a_raster_interrupt_comes_once_a_frame_at_its_line() {
    // handler at $1100: inc $80 ; lda $d012 ; sta $81 ; lda #1 ; sta $d019 ; rti
    let mut machine = with_code(&[0x58, 0x4C, 0x01, 0x10]); // cli ; jmp *
    let handler = [
        0xE6, 0x80, 0xAD, 0x12, 0xD0, 0x85, 0x81, 0xA9, 0x01, 0x8D, 0x19, 0xD0, 0x40,
    ];
    machine.ram_mut()[0x1100..0x110D].copy_from_slice(&handler);
    machine.ram_mut()[0xFFFE..].copy_from_slice(&[0x00, 0x11]);
    machine.ram_mut()[0x80] = 0;
    for (address, value) in [
        (0xD011, 0x0B),
        (0xD012, 0x64),
        (0xD019, 0x0F),
        (0xD01A, 0x01),
    ] {
        machine.poke(address, value);
    }
    machine.set_registers(c64::Registers {
        pc: 0x1000,
        ..machine.registers()
    });
    machine.run_cycles(50 * 19_656).unwrap();
    assert_eq!((machine.ram()[0x80], machine.ram()[0x81]), (50, 0x64));
}

#[test]
fn an_interrupt_acknowledged_by_a_shift_is_acknowledged() {
    // The shift writes the old value back before the new one: asl $d019 clears what it read.
    let mut machine = with_code(&[0x0E, 0x19, 0xD0, 0xAD, 0x19, 0xD0, 0x60]); // asl ; lda $d019 ; rts
    machine.poke(0xD012, 0x01);
    machine.run_to(machine.registers().pc, 1).unwrap();
    machine.set_registers(c64::Registers {
        pc: 0xFCE2,
        ..machine.registers()
    });
    machine.poke(1, 0x37);
    machine.run_cycles(19_656).unwrap();
    assert_eq!(machine.peek(0xD019) & 1, 1);
    machine.call(0x1000, 100).unwrap();
    assert_eq!(machine.registers().a, 0x70);
}

#[test]
fn a_timer_interrupt_costs_seven_cycles_and_its_handler() {
    // nop forever; handler at $1100: inc $80 ; lda $dc0d ; rti — 5 + 4 + 6 cycles and 7 to enter
    let mut machine = with_code(&[0x58, 0x4C, 0x01, 0x10]);
    machine.ram_mut()[0x1100..0x1106].copy_from_slice(&[0xE6, 0x80, 0xAD, 0x0D, 0xDC, 0x40]);
    machine.ram_mut()[0xFFFE..].copy_from_slice(&[0x00, 0x11]);
    machine.ram_mut()[0x80] = 0;
    for (address, value) in [(0xDC04, 99), (0xDC05, 0), (0xDC0D, 0x81), (0xDC0E, 0x11)] {
        machine.poke(address, value);
    }
    machine.set_registers(c64::Registers {
        pc: 0x1000,
        ..machine.registers()
    });
    let mut jumps = 0;
    let cycles = machine
        .run_until(21_000, |machine| {
            jumps += u64::from(machine.registers().pc == 0x1001);
            machine.ram()[0x80] == 200
        })
        .unwrap();
    assert!(cycles.abs_diff(200 * 100) < 20, "{cycles}");
    // Each period of 100 cycles leaves 78 for 26 jumps; the jump is also seen when the interrupt is served.
    // The first period has no handler in it.
    assert!(jumps.abs_diff(199 * (26 + 1) + 35) < 3, "{jumps}");
}

#[test]
fn an_irq_waits_while_it_is_masked_and_comes_one_instruction_after_cli() {
    // sei ; nop ×4 while the timer runs out ; cli ; inx ; inx ; jmp *, handler: stx $80 ; jam
    let mut machine = with_code(&[
        0x78, 0xEA, 0xEA, 0xEA, 0xEA, 0x58, 0xE8, 0xE8, 0x4C, 0x08, 0x10,
    ]);
    machine.ram_mut()[0x1100..0x1103].copy_from_slice(&[0x86, 0x80, 0x02]);
    machine.ram_mut()[0xFFFE..].copy_from_slice(&[0x00, 0x11]);
    for (address, value) in [(0xDC04, 1), (0xDC05, 0), (0xDC0D, 0x81), (0xDC0E, 0x19)] {
        machine.poke(address, value);
    }
    machine.set_registers(c64::Registers {
        pc: 0x1000,
        x: 0,
        ..machine.registers()
    });
    assert!(machine.run_cycles(100).is_err());
    assert_eq!(machine.ram()[0x80], 1);
}

#[test]
fn restore_is_an_nmi_that_nothing_masks() {
    let mut machine = with_code(&[0x78, 0x4C, 0x01, 0x10]);
    machine.ram_mut()[0x1100..0x1103].copy_from_slice(&[0xE6, 0x80, 0x40]); // inc $80 ; rti
    machine.ram_mut()[0xFFFA..0xFFFC].copy_from_slice(&[0x00, 0x11]);
    machine.ram_mut()[0x80] = 0;
    machine.set_registers(c64::Registers {
        pc: 0x1000,
        ..machine.registers()
    });
    machine.run_cycles(100).unwrap();
    for _ in 0..3 {
        machine.press_restore();
        machine.run_cycles(100).unwrap();
    }
    assert_eq!(machine.ram()[0x80], 3);
}

#[test]
fn cia_2_pulls_the_nmi_once_until_it_is_read() {
    let mut machine = with_code(&[0x4C, 0x00, 0x10]);
    machine.ram_mut()[0x1100..0x1103].copy_from_slice(&[0xE6, 0x80, 0x40]); // does not read $dd0d
    machine.ram_mut()[0xFFFA..0xFFFC].copy_from_slice(&[0x00, 0x11]);
    machine.ram_mut()[0x80] = 0;
    for (address, value) in [(0xDD04, 50), (0xDD05, 0), (0xDD0D, 0x81), (0xDD0E, 0x11)] {
        machine.poke(address, value);
    }
    machine.set_registers(c64::Registers {
        pc: 0x1000,
        ..machine.registers()
    });
    machine.run_cycles(1_000).unwrap();
    machine.press_restore();
    machine.run_cycles(1_000).unwrap();
    assert_eq!(machine.ram()[0x80], 1);
}

#[test]
fn a_scan_sees_the_keys_held_and_the_joysticks() {
    // lda #$ff ; sta $dc02 ; lda #0 ; sta $dc03 ; lda #$fd ; sta $dc00 ; lda $dc01 ; ldx #$ff ; stx $dc00
    // ldy $dc00 ; rts
    let mut machine = with_code(&[
        0xA9, 0xFF, 0x8D, 0x02, 0xDC, 0xA9, 0x00, 0x8D, 0x03, 0xDC, 0xA9, 0xFD, 0x8D, 0x00, 0xDC,
        0xAD, 0x01, 0xDC, 0xA2, 0xFF, 0x8E, 0x00, 0xDC, 0xAC, 0x00, 0xDC, 0x60,
    ]);
    machine.press(Key::A);
    machine.press(Key::E);
    let fire = Joystick {
        fire: true,
        ..Joystick::default()
    };
    machine.set_joystick(2, fire);
    let cycles = machine.call(0x1000, 100);
    let registers = machine.registers();
    assert_eq!((registers.a, registers.y), (!0b0100_0100, !0b0001_0000));
    assert_eq!(cycles, Ok(2 + 4 + 2 + 4 + 2 + 4 + 4 + 2 + 4 + 4 + 6));
}

#[test]
fn a_rom_image_of_ones_own_takes_the_reset() {
    let mut kernal = [0xEA; 0x2000];
    kernal[0x1FFC..0x1FFE].copy_from_slice(&[0x34, 0xF2]);
    let roms = Roms {
        kernal: Some(&kernal),
        ..Roms::default()
    };
    let machine = Machine::with_roms(Model::Pal, Power::Pattern, roms);
    assert_eq!(
        (machine.registers().pc, machine.peek(0xF234)),
        (0xF234, 0xEA)
    );
}

#[test]
fn a_random_byte_comes_from_voice_3() {
    // lda #$ff ; sta $d40f ; lda #$80 ; sta $d412 ; lda $d41b ; sta $80 ; lda $d41b ; sta $81 ; rts
    let mut machine = with_code(&[
        0xA9, 0xFF, 0x8D, 0x0F, 0xD4, 0xA9, 0x80, 0x8D, 0x12, 0xD4, 0xA2, 0x00, 0xAD, 0x1B, 0xD4,
        0x9D, 0x00, 0x20, 0xE8, 0xD0, 0xF7, 0x60,
    ]);
    machine.call(0x1000, 10_000).unwrap();
    let mut bytes = machine.ram()[0x2000..0x2100].to_vec();
    bytes.sort_unstable();
    bytes.dedup();
    assert!(bytes.len() > 100, "{} different bytes of 256", bytes.len());
}
