//! Profile and trace of small programs whose cycles can be counted by hand.

use c64::{Machine, Model, Power, Registers, Symbols, TraceRange};

/// `Main` at `$1000` calls `Twice` three times, which calls `Once` two times.
#[rustfmt::skip]
const CODE: [u8; 0x23] = [
    0xA2, 0x03,             // 1000 Main   ldx #3          2
    0x20, 0x10, 0x10,       // 1002        jsr Twice       6
    0xCA,                   // 1005        dex             2
    0xD0, 0xFA,             // 1006        bne $1002       3 or 2
    0x60,                   // 1008        rts             6
    0, 0, 0, 0, 0, 0, 0,
    0x20, 0x20, 0x10,       // 1010 Twice  jsr Once        6
    0x20, 0x20, 0x10,       // 1013        jsr Once        6
    0x60,                   // 1016        rts             6
    0, 0, 0, 0, 0, 0, 0, 0, 0,
    0xE6, 0x80,             // 1020 Once   inc $80         5
    0x60,                   // 1022        rts             6
];

const MAIN: u64 = 2 + 3 * (6 + 2 + 3) - 1 + 6;
const TWICE: u64 = 18;
const ONCE: u64 = 11;

fn machine() -> Machine {
    let mut machine = Machine::new(Model::Pal, Power::Noise(1));
    machine.ram_mut()[0x1000..][..CODE.len()].copy_from_slice(&CODE);
    let symbols = ".label Main=$1000\n.label Twice=$1010\n.label Once=$1020\n";
    machine.symbols = Symbols::parse(symbols).unwrap();
    machine
}

#[test]
fn a_profile_charges_every_cycle_to_one_symbol() {
    let mut machine = machine();
    machine.start_profile();
    let cycles = machine.call(0x1000, 1_000).unwrap();
    let report = machine.take_profile().unwrap();
    let row = |name: &str| {
        let row = report.row(name).unwrap();
        (row.calls, row.cycles, row.with_callees)
    };
    assert_eq!(row("Once"), (6, 6 * ONCE, 6 * ONCE));
    assert_eq!(row("Twice"), (3, 3 * TWICE, 3 * (TWICE + 2 * ONCE)));
    assert_eq!(row("Main").1, MAIN);
    let sum: u64 = report.rows.iter().map(|row| row.cycles).sum();
    assert_eq!((sum, report.cycles), (cycles, cycles));
    let shares: f64 = report.rows.iter().map(|row| report.share(row)).sum();
    assert!((shares - 100.0).abs() < 1e-9);
}

#[test]
fn a_profile_names_the_most_expensive_symbol_first() {
    let mut machine = machine();
    machine.start_profile();
    machine.call(0x1000, 1_000).unwrap();
    let text = machine.take_profile().unwrap().to_string();
    let names: Vec<&str> = text
        .lines()
        .skip(1)
        .filter_map(|line| line.split_whitespace().nth(4))
        .collect();
    assert_eq!(names, ["Once", "Twice", "Main"]);
    assert!(machine.take_profile().is_none());
}

#[test]
fn a_recursive_routine_is_counted_once_with_its_callees() {
    // Deep: dex ; beq + ; jsr Deep ; + rts
    let mut machine = Machine::new(Model::Pal, Power::Noise(1));
    machine.ram_mut()[0x1000..0x1007].copy_from_slice(&[0xCA, 0xF0, 0x03, 0x20, 0x00, 0x10, 0x60]);
    machine.symbols = Symbols::parse(".label Deep=$1000\n.label Caller=$2000\n").unwrap();
    machine.ram_mut()[0x2000..0x2004].copy_from_slice(&[0x20, 0x00, 0x10, 0x60]);
    machine.set_registers(Registers {
        x: 10,
        ..machine.registers()
    });
    machine.start_profile();
    let cycles = machine.call(0x2000, 1_000).unwrap();
    let report = machine.take_profile().unwrap();
    let row = report.row("Deep").unwrap();
    assert_eq!((row.calls, row.with_callees), (10, cycles - 6 - 6));
}

#[test]
fn watching_changes_no_cycle() {
    let mut plain = machine();
    let mut watched = machine();
    watched.start_profile();
    watched.start_trace(TraceRange::default());
    assert_eq!(plain.call(0x1000, 1_000), watched.call(0x1000, 1_000));
    assert_eq!(plain.ram(), watched.ram());
}

#[test]
fn a_trace_tells_cycle_place_instruction_and_registers() {
    let mut machine = machine();
    machine.set_registers(Registers {
        a: 0x12,
        x: 0,
        y: 0x34,
        s: 0xFF,
        p: 0x24,
        pc: 0,
    });
    let start = machine.cycles();
    machine.start_trace(TraceRange {
        addresses: 0x1000..=0x1005,
        ..TraceRange::default()
    });
    machine.call(0x1000, 1_000).unwrap();
    let lines = machine.take_trace();
    assert_eq!(lines.len(), 1 + 3 * 2);
    let expected = "1000 Main               ldx #$03         a=12 x=03 y=34 s=fd p=nvdIzc";
    assert_eq!(lines[0], format!("{start:>10} {expected}"));
    assert!(
        lines[1].contains("1002 Main+2             jsr $1010"),
        "{}",
        lines[1]
    );
}

#[test]
fn a_trace_keeps_to_its_cycles_and_its_lines() {
    let mut machine = machine();
    let start = machine.cycles();
    machine.start_trace(TraceRange {
        cycles: start..=start + 7,
        ..TraceRange::default()
    });
    machine.call(0x1000, 1_000).unwrap();
    assert_eq!(machine.take_trace().len(), 2);
    machine.start_trace(TraceRange {
        lines: 3,
        ..TraceRange::default()
    });
    machine.call(0x1000, 1_000).unwrap();
    let lines = machine.take_trace();
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[3], "… and 29 more");
}

#[test]
fn an_interrupt_is_told_in_the_trace() {
    let mut machine = Machine::new(Model::Pal, Power::Noise(1));
    machine.ram_mut()[0x1000..0x1003].copy_from_slice(&[0x4C, 0x00, 0x10]);
    machine.ram_mut()[0x0318..0x031A].copy_from_slice(&[0x00, 0x10]);
    machine.set_registers(Registers {
        pc: 0x1000,
        ..machine.registers()
    });
    machine.start_trace(TraceRange::default());
    machine.press_restore();
    machine.run_cycles(30).unwrap();
    let lines = machine.take_trace();
    assert!(
        lines
            .iter()
            .any(|line| line.contains("(interrupt to $fe43)")),
        "{lines:?}"
    );
}

#[test]
fn the_access_map_counts_instructions_reads_and_writes_by_address() {
    let mut machine = machine();
    machine.start_access_map();
    machine.call(0x1000, 1_000).unwrap();
    let map = machine.take_access_map().unwrap();
    // Main's call of Twice, three bytes, runs three times; Once six times.
    assert_eq!(map.executed[0x1002..0x1005], [3, 3, 3]);
    assert_eq!(map.executed[0x1020..0x1024], [6, 6, 6, 0]);
    assert_eq!((map.read[0x80], map.written[0x80]), (6, 6));
    // The innermost return address: twice for each of three calls, written and read.
    let deepest = (0x100..0x200).find(|&cell| map.written[cell] > 0).unwrap();
    assert_eq!((map.written[deepest], map.read[deepest]), (6, 6));
    // A call's operand is no read of the routine.
    assert_eq!((map.read[0x1010], map.read[0x1020]), (0, 0));
    machine.call(0x1020, 100).unwrap();
    assert_eq!(machine.take_access_map().unwrap().executed[0x1020], 1);
    machine.stop_access_map();
    assert_eq!(machine.take_access_map(), None);
}

#[test]
fn the_access_map_knows_every_addressing_mode() {
    #[rustfmt::skip]
    let cases: [(&[u8], u16); 8] = [
        (&[0xA5, 0x40],       0x0040), // lda $40
        (&[0xB5, 0xFE],       0x0002), // lda $fe,x
        (&[0xB6, 0x10],       0x0018), // ldx $10,y
        (&[0xAD, 0x34, 0x12], 0x1234), // lda $1234
        (&[0xBD, 0xFF, 0x12], 0x1303), // lda $12ff,x
        (&[0xB9, 0x00, 0x20], 0x2008), // lda $2000,y
        (&[0xA1, 0x20],       0x3000), // lda ($20,x)
        (&[0xB1, 0x24],       0x3008), // lda ($24),y
    ];
    for (code, address) in cases {
        let mut machine = machine();
        machine.ram_mut()[0x2000..][..code.len()].copy_from_slice(code);
        machine.ram_mut()[0x24..0x26].copy_from_slice(&[0x00, 0x30]);
        machine.set_registers(Registers {
            x: 4,
            y: 8,
            pc: 0x2000,
            ..machine.registers()
        });
        machine.start_access_map();
        machine.step().unwrap();
        let map = machine.take_access_map().unwrap();
        assert_eq!(map.read[usize::from(address)], 1, "{code:02x?}");
    }
}
