//! How fast the machine runs with every chip at work: display on, a sprite shown, the KERNAL's timer interrupt and
//! a raster interrupt coming, a program that computes. Prints millions of emulated cycles for each second of
//! processor time, so that other programs on the same machine do not count.
//!
//! `cargo run --release -p c64-machine --example bench-machine`

use c64::{Flat, Machine, Model, Power, Registers};
use std::time::Instant;

const CYCLES: u64 = 200_000_000;

/// Time the processor gave to this thread; where the system does not tell, time on the wall.
struct Stopwatch {
    wall: Instant,
    busy: Option<u64>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch {
            wall: Instant::now(),
            busy: busy_nanoseconds(),
        }
    }

    fn megahertz(self) -> f64 {
        let seconds = match (self.busy, busy_nanoseconds()) {
            (Some(before), Some(after)) => (after - before) as f64 / 1e9,
            _ => self.wall.elapsed().as_secs_f64(),
        };
        CYCLES as f64 / 1e6 / seconds
    }
}

fn busy_nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

/// A sum over two tables through a pointer, with a call in the loop: the mix of a chess program.
#[rustfmt::skip]
const WORK: [u8; 30] = [
    0xA0, 0x00,       // 1000  ldy #0
    0xB1, 0x20,       // 1002  lda ($20),y
    0x18,             // 1004  clc
    0x79, 0x00, 0x30, // 1005  adc $3000,y
    0x99, 0x00, 0x31, // 1008  sta $3100,y
    0x20, 0x17, 0x10, // 100b  jsr $1017
    0xC8,             // 100e  iny
    0xD0, 0xF1,       // 100f  bne $1002
    0xC6, 0x10,       // 1011  dec $10
    0xD0, 0xED,       // 1013  bne $1002
    0x60,             // 1015  rts
    0x00,             // 1016
    0xAA,             // 1017  tax
    0x4A,             // 1018  lsr
    0x45, 0x11,       // 1019  eor $11
    0x85, 0x11,       // 101b  sta $11
    0x60,             // 101d  rts
];

/// `inc $12 ; asl $d019 ; lda $dc0d ; rti`
const HANDLER: [u8; 9] = [0xE6, 0x12, 0x0E, 0x19, 0xD0, 0xAD, 0x0D, 0xDC, 0x40];

fn main() {
    println!(
        "machine, display and sprite on  {:6.1} MHz",
        machine(0x1B, 0x01)
    );
    println!(
        "machine, display on             {:6.1} MHz",
        machine(0x1B, 0x00)
    );
    println!(
        "machine, display off            {:6.1} MHz",
        machine(0x0B, 0x00)
    );
    println!("flat memory, no chips           {:6.1} MHz", flat());
}

fn machine(control: u8, sprites: u8) -> f64 {
    let mut machine = Machine::new(Model::Pal, Power::Noise(1));
    machine.ram_mut()[0x1000..][..WORK.len()].copy_from_slice(&WORK);
    machine.ram_mut()[0x1100..][..HANDLER.len()].copy_from_slice(&HANDLER);
    machine.ram_mut()[0xFFFE..].copy_from_slice(&[0x00, 0x11]);
    #[rustfmt::skip]
    let registers = [
        (0x0001, 0x35), (0x0000, 0x2F), (0x0020, 0x00), (0x0021, 0x40),
        (0xD011, control), (0xD012, 0x80), (0xD015, sprites), (0xD001, 0x64), (0xD01A, 0x01),
        (0xDC04, 0x25), (0xDC05, 0x40), (0xDC0D, 0x81), (0xDC0E, 0x11),
        (0xDD0F, 0x51), (0xDD0E, 0x11), (0xD40F, 0xFF), (0xD412, 0x80),
    ];
    for (address, value) in registers {
        machine.poke(address, value);
    }
    machine.set_registers(Registers {
        p: 0x20,
        ..machine.registers()
    });
    let end = machine.cycles() + CYCLES;
    let clock = Stopwatch::start();
    while machine.cycles() < end {
        machine.call(0x1000, CYCLES).expect("the work returns");
    }
    clock.megahertz()
}

fn flat() -> f64 {
    let mut flat = Flat::new(Power::Noise(1));
    flat.load(0x1000, &WORK);
    flat.poke_word(0x20, 0x4000);
    let clock = Stopwatch::start();
    while flat.cycles() < CYCLES {
        flat.call(0x1000, CYCLES).expect("the work returns");
    }
    clock.megahertz()
}
