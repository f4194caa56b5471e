//! The runtime routines on the simulator: random and extreme operands against the host's own arithmetic, with a limit
//! on the cycles of each.

#[allow(dead_code)] // each test file uses its own part
mod machine;

use machine::{End, Machine};
use mosaic::asm::program::Program;
use mosaic::link::{Image, Layout, link};
use mosaic::runtime::Libcall;

/// All routines in one image.
fn runtime() -> (Image, Machine) {
    let program = Program {
        runtime: Libcall::ALL.iter().copied().collect(),
        ..Program::default()
    };
    let image = link(&program, &Layout::bare()).unwrap();
    let mut machine = Machine::default();
    machine.load(image.load, image.contents());
    (image, machine)
}

/// Numbers that look like those of real programs: any bit length is as likely as any other, extremes come often.
struct Numbers(u64);

impl Numbers {
    fn word(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        self.0 >> 33 ^ self.0 << 31
    }

    fn next(&mut self, bits: u32) -> u64 {
        let mask = u64::MAX >> (64 - bits);
        let length = self.word() as u32 % (bits + 1);
        let value = self.word() & (u64::MAX.checked_shr(64 - length).unwrap_or(0));
        match self.word() % 8 {
            0 => !value & mask,
            1 => (1 << (bits - 1)) & mask,
            2 => [0, 1, mask, mask >> 1][self.word() as usize % 4],
            _ => value & mask,
        }
    }
}

struct Bench {
    image: Image,
    machine: Machine,
    slowest: u64,
    total: u64,
    calls: u64,
}

impl Bench {
    fn new() -> Bench {
        let (image, machine) = runtime();
        Bench {
            image,
            machine,
            slowest: 0,
            total: 0,
            calls: 0,
        }
    }

    fn at(&self, block: &str) -> u16 {
        self.image.symbols[block]
    }

    fn call(&mut self, name: &str) -> End {
        let end = self.machine.call(self.image.symbols[&format!("rt_{name}")]);
        self.slowest = self.slowest.max(end.cycles);
        self.total += end.cycles;
        self.calls += 1;
        end
    }

    fn arithmetic(&mut self, name: &str, bytes: u16, a: u64, b: u64) -> (u64, u64) {
        let (at_a, at_b, at_r) = (self.at("rt_a"), self.at("rt_b"), self.at("rt_r"));
        self.machine.set_number(at_a, bytes, a);
        self.machine.set_number(at_b, bytes, b);
        self.call(name);
        (
            self.machine.number(at_a, bytes),
            self.machine.number(at_r, bytes),
        )
    }

    /// Mean and slowest cycles of the calls since the last time.
    fn cycles(&mut self) -> (u64, u64) {
        let figures = (self.total / self.calls, self.slowest);
        (self.slowest, self.total, self.calls) = (0, 0, 0);
        figures
    }
}

/// Random tests of one routine.
const ROUNDS: usize = 3000;

fn signed(value: u64, bits: u32) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

#[test]
fn multiplication_gives_the_low_part() {
    let mut bench = Bench::new();
    let mut numbers = Numbers(1);
    //                     bits mean  slowest
    for (name, bits, limits) in [
        ("mul16", 16, (270, 600)),
        ("mul24", 24, (400, 1000)),
        ("mul32", 32, (600, 1500)),
        ("mul64", 64, (1600, 3800)),
        ("small_mul16", 16, (1200, 1700)),
        ("small_mul24", 24, (2300, 3300)),
        ("small_mul32", 32, (3800, 5400)),
        ("small_mul64", 64, (12800, 18700)),
    ] {
        for _ in 0..ROUNDS {
            let (a, b) = (numbers.next(bits), numbers.next(bits));
            let mask = u64::MAX >> (64 - bits);
            let (product, _) = bench.arithmetic(name, bits as u16 / 8, a, b);
            assert_eq!(
                product,
                a.wrapping_mul(b) & mask,
                "{a:#x} * {b:#x} in {bits} bits"
            );
        }
        let cycles = bench.cycles();
        assert!(
            cycles.0 <= limits.0 && cycles.1 <= limits.1,
            "{name}: mean and slowest {cycles:?}"
        );
    }
}

#[test]
fn byte_multiplication_gives_both_bytes_for_every_pair() {
    let mut bench = Bench::new();
    for (name, limits) in [("mul8", (116, 130)), ("small_mul8", (190, 210))] {
        for (a, x) in (0..=255u8).flat_map(|a| (0..=255u8).map(move |x| (a, x))) {
            bench.machine.registers(a, x, 0x77);
            let end = bench.call(name);
            assert_eq!(
                u16::from_le_bytes([end.a, end.x]),
                u16::from(a) * u16::from(x),
                "{a} * {x}"
            );
        }
        let cycles = bench.cycles();
        assert!(
            cycles.0 <= limits.0 && cycles.1 <= limits.1,
            "{name}: mean and slowest {cycles:?}"
        );
    }
}

#[test]
fn byte_division_gives_quotient_and_remainder_for_every_pair() {
    let mut bench = Bench::new();
    for (a, x) in (0..=255u8).flat_map(|a| (1..=255u8).map(move |x| (a, x))) {
        bench.machine.registers(a, x, 0x77);
        let end = bench.call("udiv8");
        assert_eq!((end.a, end.x), (a / x, a % x), "{a} / {x}");
    }
    let cycles = bench.cycles();
    assert!(
        cycles.0 <= 115 && cycles.1 <= 240,
        "div8: mean and slowest {cycles:?}"
    );
}

#[test]
fn unsigned_division_gives_quotient_and_remainder() {
    let mut bench = Bench::new();
    let mut numbers = Numbers(2);
    //                     bits mean  slowest
    for (name, bits, limits) in [
        ("udiv16", 16, (260, 500)),
        ("udiv24", 24, (420, 1100)),
        ("udiv32", 32, (600, 2000)),
        ("udiv64", 64, (2500, 9000)),
        ("small_udiv16", 16, (600, 1100)),
        ("small_udiv24", 24, (1200, 2600)),
        ("small_udiv32", 32, (2100, 4600)),
        ("small_udiv64", 64, (8400, 19000)),
    ] {
        for _ in 0..ROUNDS {
            let (a, b) = (numbers.next(bits), numbers.next(bits).max(1));
            let end = bench.arithmetic(name, bits as u16 / 8, a, b);
            assert_eq!(end, (a / b, a % b), "{a:#x} / {b:#x} in {bits} bits");
        }
        let cycles = bench.cycles();
        assert!(
            cycles.0 <= limits.0 && cycles.1 <= limits.1,
            "{name}: mean and slowest {cycles:?}"
        );
    }
}

#[test]
fn dividing_a_long_by_ten_takes_the_short_way() {
    let mut bench = Bench::new();
    //                   dividend   cycles
    for (dividend, limit) in [
        (9, 130),
        (255, 255),
        (0xffff, 400),
        (0xff_ffff, 540),
        (0xffff_ffff, 680),
    ] {
        let end = bench.arithmetic("udiv32", 4, dividend, 10);
        assert_eq!(end, (dividend / 10, dividend % 10));
        let cycles = bench.cycles();
        assert!(
            cycles.1 <= limit,
            "{dividend} / 10 takes {} cycles",
            cycles.1
        );
    }
}

#[test]
fn signed_division_rounds_towards_zero() {
    let mut bench = Bench::new();
    let mut numbers = Numbers(3);
    for bits in [16, 24, 32, 64] {
        for _ in 0..ROUNDS {
            let (a, b) = (numbers.next(bits), numbers.next(bits).max(1));
            let mask = u64::MAX >> (64 - bits);
            let (x, y) = (signed(a, bits), signed(b, bits));
            let expected = (
                x.wrapping_div(y) as u64 & mask,
                x.wrapping_rem(y) as u64 & mask,
            );
            let end = bench.arithmetic(&format!("sdiv{bits}"), bits as u16 / 8, a, b);
            assert_eq!(end, expected, "{x} / {y} in {bits} bits");
        }
    }
}

/// Two areas that may overlap, and the memory between and around them.
const AREA: u16 = 0x6000;
const LENGTHS: [u16; 10] = [0, 1, 2, 3, 255, 256, 257, 511, 512, 700];

impl Bench {
    fn pointers(&mut self, p: u16, q: u16, n: u16) {
        for (block, value) in [("rt_p", p), ("rt_q", q), ("rt_n", n)] {
            let at = self.at(block);
            self.machine.set_number(at, 2, value.into());
        }
    }

    /// Fills the area with noise and gives a copy of it.
    fn noise(&mut self, numbers: &mut Numbers) -> Vec<u8> {
        let bytes: Vec<u8> = (0..0x1000).map(|_| numbers.word() as u8).collect();
        self.machine.load(AREA, &bytes);
        bytes
    }

    fn area(&self) -> &[u8] {
        &self.machine.memory()[usize::from(AREA)..][..0x1000]
    }
}

#[test]
fn copy_moves_every_length_and_touches_nothing_else() {
    let mut bench = Bench::new();
    let mut numbers = Numbers(5);
    for length in LENGTHS {
        let mut expected = bench.noise(&mut numbers);
        bench.pointers(AREA + 0x123, AREA + 0x7f1, length);
        let cycles = bench.call("copy").cycles;
        expected.copy_within(0x7f1..0x7f1 + usize::from(length), 0x123);
        assert!(bench.area() == expected, "{length} bytes");
        assert!(
            cycles <= 40 + u64::from(length) * 17,
            "{length} bytes take {cycles} cycles"
        );
    }
}

#[test]
fn move_handles_both_kinds_of_overlap() {
    let mut bench = Bench::new();
    let mut numbers = Numbers(6);
    for (length, (to, from)) in LENGTHS.into_iter().flat_map(|n| {
        [
            (0x105, 0x103),
            (0x103, 0x105),
            (0x180, 0x2ff),
            (0x2ff, 0x180),
            (0x200, 0x200),
        ]
        .map(|d| (n, d))
    }) {
        let mut expected = bench.noise(&mut numbers);
        bench.pointers(AREA + to, AREA + from, length);
        bench.call("move");
        expected.copy_within(usize::from(from)..usize::from(from + length), to.into());
        assert!(
            bench.area() == expected,
            "{length} bytes from {from:#x} to {to:#x}"
        );
    }
}

#[test]
fn fill_sets_every_length_and_touches_nothing_else() {
    let mut bench = Bench::new();
    let mut numbers = Numbers(7);
    for length in LENGTHS {
        let mut expected = bench.noise(&mut numbers);
        bench.pointers(AREA + 0x123, 0, length);
        bench.machine.registers(0x5c, 1, 2);
        let cycles = bench.call("fill").cycles;
        expected[0x123..][..usize::from(length)].fill(0x5c);
        assert!(bench.area() == expected, "{length} bytes");
        assert!(
            cycles <= 40 + u64::from(length) * 12,
            "{length} bytes take {cycles} cycles"
        );
    }
}

#[test]
fn compare_finds_the_first_difference_and_its_sign() {
    let mut bench = Bench::new();
    let mut numbers = Numbers(8);
    for length in LENGTHS {
        for differ in [
            None,
            Some(0),
            Some(length / 2),
            Some(length.saturating_sub(1)),
            Some(length),
        ] {
            let noise = bench.noise(&mut numbers);
            bench.machine.load(AREA + 0x800, &noise[0x10..0x410]);
            if let Some(at) = differ {
                bench
                    .machine
                    .load(AREA + 0x800 + at, &[numbers.word() as u8]);
            }
            let n = usize::from(length);
            let expected = bench.area()[0x10..0x10 + n].cmp(&bench.area()[0x800..0x800 + n]);
            bench.pointers(AREA + 0x10, AREA + 0x800, length);
            let end = bench.call("compare");
            assert_eq!(
                i16::from_le_bytes([end.a, end.x]).cmp(&0),
                expected,
                "{length} bytes, {differ:?}"
            );
        }
    }
}

#[test]
fn callptr_passes_the_registers_to_the_function() {
    let mut bench = Bench::new();
    bench.machine.load(0x5000, &[0xe8, 0xc8, 0x60]); // inx ; iny ; rts
    bench.pointers(0x5000, 0, 0);
    bench.machine.registers(1, 2, 3);
    let end = bench.call("callptr");
    assert_eq!((end.a, end.x, end.y, end.cycles), (1, 3, 4, 15));
}
