//! Integers of 128 bits and floating point, every operation with operands the compiler cannot see. `PART`, which the test
//! appends, chooses one of the three kinds: together they are more than a 6502 can hold.

static LONG: [u128; 6] = [
    0x0123_4567_89AB_CDEF_FEDC_BA98_7654_3210,
    1_000_000_007,
    u128::MAX,
    0x8000_0000_0000_0000_0000_0000_0000_0000,
    12_345_678_901_234_567_890_123,
    37,
];
static SINGLE: [f32; 8] = [1.5, -2.25, 0.1, 1.0e30, -1.0e-30, 300.75, 0.0, f32::INFINITY];
static DOUBLE: [f64; 6] = [1.5, -2.25e100, 0.1, 3.0e-200, -65536.5, 255.4];

fn hidden<T: Copy>(value: &T) -> T {
    unsafe { core::ptr::read_volatile(value) }
}

fn hash(items: impl Iterator<Item = u64>) -> u64 {
    items.fold(0xCBF2_9CE4, |hash, item| {
        (hash ^ item).wrapping_mul(0x0100_0000_01B3)
    })
}

fn halves(value: u128) -> u64 {
    value as u64 ^ (value >> 64) as u64
}

#[inline(never)]
fn long(a: u128, b: u128) -> u64 {
    let shift = (b as u32) & 127;
    let (sa, sb) = (a as i128, b as i128);
    let items = [
        halves(a.wrapping_add(b)),
        halves(a.wrapping_sub(b)),
        halves(a.wrapping_mul(b)),
        halves(a / b),
        halves(a % b),
        halves(sa.wrapping_div(sb) as u128),
        halves(sa.wrapping_rem(sb) as u128),
        halves(a << shift),
        halves(a >> shift),
        halves((sa >> shift) as u128),
        halves(a.rotate_left(shift)),
        halves(a & b | !a),
        u64::from(a < b) + 2 * u64::from(sa < sb),
        a.checked_mul(b).map_or(1, halves),
        sa.checked_mul(sb).map_or(2, |product| halves(product as u128)),
        halves(a.saturating_add(b)),
        u64::from(a.leading_zeros() + b.trailing_zeros() + a.count_ones()),
        halves(a.swap_bytes()),
    ];
    hash(items.into_iter())
}

#[inline(never)]
fn single(a: f32, b: f32) -> u64 {
    let items = [
        (a + b).to_bits(),
        (a - b).to_bits(),
        (a * b).to_bits(),
        (if b == 0.0 { a } else { a / b }).to_bits(),
        (-a).to_bits(),
        a.abs().to_bits(),
        u32::from(a < b) + 2 * u32::from(a >= b) + 4 * u32::from(a == b) + 8 * u32::from(a != b),
        a as i32 as u32,
        u32::from(a as u8),
        a as i16 as u32,
        a.max(b).to_bits(),
        (f64::from(a) as f32).to_bits(),
        u32::from(a.is_nan()) + 2 * u32::from(b.is_infinite()),
    ];
    hash(items.into_iter().map(u64::from))
}

#[inline(never)]
fn double(a: f64, b: f64, n: i64) -> u64 {
    let items = [
        (a + b).to_bits(),
        (a - b).to_bits(),
        (a * b).to_bits(),
        (a / b).to_bits(),
        u64::from(a < b) + 2 * u64::from(a >= b),
        a as i64 as u64,
        a as u64,
        (n as f64).to_bits(),
        (n as u64 as f64).to_bits(),
        ((n as i16) as f64 * 0.5).to_bits(),
        u64::from((a as f32).to_bits()),
    ];
    hash(items.into_iter())
}

pub fn run(results: &mut [u64; 8]) {
    for index in 0..8 {
        results[index] = match PART {
            0 if index < 6 => long(hidden(&LONG[index]), hidden(&LONG[(index + 1) % 6])),
            1 => {
                let (a, b) = (hidden(&SINGLE[index]), hidden(&SINGLE[(index + 3) % 8]));
                // Infinity less infinity is not a number, whose bits are nobody's promise.
                if a.is_infinite() || b.is_infinite() {
                    u64::from(a < b)
                } else {
                    single(a, b)
                }
            }
            2 if index < 6 => {
                let (a, b) = (hidden(&DOUBLE[index]), hidden(&DOUBLE[(index + 1) % 6]));
                double(a, b, hidden(&LONG[index]) as i64)
            }
            _ => 0,
        };
    }
}
