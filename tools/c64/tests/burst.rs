//! The fast path of the processor against the core that is its reference, one instruction at a time and in long runs.

use c64::{Flat, Machine, Model, Power, Registers, Stops};

const TRIALS: u64 = 200;

/// Numbers that look random and are the same in every run (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn byte(&mut self) -> u8 {
        self.roll() as u8
    }
}

fn random_registers(dice: &mut Dice) -> Registers {
    Registers {
        a: dice.byte(),
        x: dice.byte(),
        y: dice.byte(),
        s: dice.byte(),
        p: dice.byte(),
        pc: dice.roll() as u16,
    }
}

/// Makes a machine be about to execute `opcode` with random operands and registers, in memory as `noise` has it.
fn prepare(flat: &mut Flat, opcode: u8, trial: u64, noise: &Flat) {
    let mut dice = Dice(u64::from(opcode) << 32 | trial);
    let registers = random_registers(&mut dice);
    *flat.memory_mut() = *noise.memory();
    flat.set_registers(registers);
    flat.poke(registers.pc, opcode);
}

#[test]
fn every_opcode_does_in_a_run_what_it_does_in_a_step() {
    let nowhere = Stops::at([]);
    let mut stepped = Flat::new(Power::Fill(0));
    let mut run = Flat::new(Power::Fill(0));
    for trial in 0..TRIALS {
        let noise = Flat::new(Power::Noise(trial));
        // A run takes BRK for a fault.
        for opcode in 1..=255 {
            prepare(&mut stepped, opcode, trial, &noise);
            prepare(&mut run, opcode, trial, &noise);
            let outcomes = (stepped.step(), run.run(run.cycles() + 1, &nowhere));
            let ends = [&stepped, &run].map(|flat| (flat.registers(), flat.cycles()));
            assert_eq!(outcomes.0, outcomes.1, "opcode ${opcode:02x}, {trial}");
            assert_eq!(ends[0], ends[1], "opcode ${opcode:02x}, {trial}");
            let same_memory = stepped.memory() == run.memory();
            assert!(same_memory, "opcode ${opcode:02x}, {trial}: memory");
        }
    }
}

#[test]
fn a_run_ends_at_a_stop_before_the_instruction_there() {
    let mut flat = Flat::new(Power::Fill(0xEA));
    flat.set_registers(Registers {
        pc: 0x1000,
        ..flat.registers()
    });
    flat.run(1_000, &Stops::at([0x1005, 0x1040])).unwrap();
    assert_eq!((flat.registers().pc, flat.cycles()), (0x1005, 10));
    flat.run(1_000, &Stops::at([0x1005])).unwrap();
    assert_eq!(
        flat.cycles(),
        10,
        "a stop holds where the machine stands on it"
    );
    flat.run(13, &Stops::at([])).unwrap();
    assert_eq!((flat.registers().pc, flat.cycles()), (0x1007, 14));
}

/// A machine with random code in RAM and chips that interrupt and steal, everything banked in.
fn busy_machine(model: Model, seed: u64) -> Machine {
    let mut dice = Dice(seed);
    let mut machine = Machine::new(model, Power::Noise(seed));
    // Every vector leads to a handler that acknowledges both chips, if they are there: lda $dc0d ; asl $d019 ; inc $40 ; rti.
    let handler = [0xAD, 0x0D, 0xDC, 0x0E, 0x19, 0xD0, 0xE6, 0x40, 0x40];
    machine.ram_mut()[0x0340..][..handler.len()].copy_from_slice(&handler);
    let vectors = [0x40, 0x03, 0x40, 0x03, 0x40, 0x03];
    machine.ram_mut()[0xFFFA..].copy_from_slice(&vectors);
    random_code(&mut machine, &mut dice);
    let timer = dice.byte() | 0x10;
    #[rustfmt::skip]
    let registers = [
        (0x0001, 0x35), (0x0000, 0x2F), (0xD011, 0x18 | dice.byte() & 7), (0xD012, dice.byte()), (0xD015, dice.byte()),
        (0xD01A, 0x01), (0xDC04, dice.byte()), (0xDC05, timer), (0xDC0D, 0x81), (0xDC0E, 0x11),
    ];
    for (address, value) in registers {
        machine.poke(address, value);
    }
    machine.set_registers(Registers {
        p: 0x20,
        s: 0xFF,
        pc: 0x1000,
        ..machine.registers()
    });
    machine
}

fn one_of<T: Copy>(choices: &[T], dice: &mut Dice) -> T {
    choices[dice.roll() as usize % choices.len()]
}

/// A page of instructions that go round for ever; a fifth of them touch a chip, some bank the chips in and out.
fn random_code(machine: &mut Machine, dice: &mut Dice) {
    #[rustfmt::skip]
    const SHORT: [u8; 12] = [0x0A, 0x4A, 0x2A, 0x6A, 0xE8, 0xC8, 0xCA, 0x88, 0x18, 0x38, 0xAA, 0xA8];
    #[rustfmt::skip]
    const LOW: [u8; 12] = [0xA5, 0x85, 0x65, 0xE5, 0xC5, 0xE6, 0xC6, 0x06, 0x46, 0x55, 0x75, 0xB1];
    #[rustfmt::skip]
    const LONG: [u8; 10] = [0xAD, 0x8D, 0x6D, 0xED, 0xEE, 0xCE, 0x9D, 0xBD, 0xDE, 0x2C];
    #[rustfmt::skip]
    const CHIPS: [u16; 8] = [0xD012, 0xD019, 0xDC04, 0xD020, 0xD015, 0xDC0D, 0xD800, 0xD000];
    let mut code = Vec::new();
    while code.len() < 240 {
        match dice.roll() % 20 {
            0..4 => code.push(one_of(&SHORT, dice)),
            4..12 => code.extend([one_of(&LOW, dice), 0x60 | dice.byte() & 0x1F]),
            12..16 => {
                let [low, high] = (0x2000 | dice.roll() as u16 & 0x0FFF).to_le_bytes();
                code.extend([one_of(&LONG, dice), low, high]);
            }
            16 => code.extend([0xA9, 0x34 | dice.byte() & 1, 0x85, 0x01]),
            _ => {
                let [low, high] = one_of(&CHIPS, dice).to_le_bytes();
                code.extend([one_of(&[0xAD, 0x8D, 0xEE], dice), low, high]);
            }
        }
    }
    code.extend([0x4C, 0x00, 0x10]);
    machine.ram_mut()[0x1000..][..code.len()].copy_from_slice(&code);
    // The pointers of `lda (zp),y` lead into plain memory.
    machine.ram_mut()[0x60..0x81].fill(0x30);
}

#[test]
fn a_busy_machine_runs_as_it_steps() {
    for seed in 0..24 {
        let model = [Model::Pal, Model::Ntsc][seed as usize % 2];
        let mut stepped = busy_machine(model, seed);
        let mut run = busy_machine(model, seed);
        let end = stepped.cycles() + 60_000;
        let nowhere = Stops::at([]);
        let mut piece = 1;
        while run.cycles() < end {
            piece = piece * 7 % 1_009;
            let to = run.cycles() + piece;
            run.run_to_stop(to, &nowhere).unwrap();
            while stepped.cycles() < to {
                stepped.step().unwrap();
            }
            assert_eq!(
                (stepped.cycles(), stepped.registers()),
                (run.cycles(), run.registers()),
                "seed {seed}"
            );
        }
        assert!(stepped.ram() == run.ram(), "seed {seed}: memory");
    }
}
