//! Each line of `run` leans on another part of `core`; inputs are read volatile, so nothing is folded away. `PART`,
//! which the test appends, chooses a third of them: all together are more than a 6502 can hold.

static BYTES: [u8; 16] = [
    7, 3, 250, 0, 99, 3, 128, 127, 64, 1, 255, 17, 42, 200, 5, 31,
];
static WORDS: [i16; 8] = [-300, 20000, 0, -1, 77, -32768, 32767, 12];
static NUMBERS: [u64; 4] = [0x0123_4567_89AB_CDEF, 1_000_000_007, u64::MAX, 12345];
static TEXT: &str = "e2e4 e7e5 g1f3";

fn hidden<T: Copy>(value: &T) -> T {
    unsafe { core::ptr::read_volatile(value) }
}

fn hash(items: impl Iterator<Item = u64>) -> u64 {
    items.fold(0xCBF2_9CE4, |hash, item| {
        (hash ^ item).wrapping_mul(0x0100_0193)
    })
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Pawn,
    Knight { on: u8 },
    Rook(i16),
}

fn parse(text: &[u8]) -> Result<(u8, u8), u8> {
    match text {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8', ..] => Ok((file - b'a', rank - b'1')),
        [first, ..] => Err(*first),
        [] => Err(0),
    }
}

struct Buffer {
    bytes: [u8; 24],
    length: usize,
}

impl ufmt::uWrite for Buffer {
    type Error = core::convert::Infallible;
    fn write_str(&mut self, text: &str) -> Result<(), Self::Error> {
        for byte in text.bytes() {
            self.bytes[self.length % 24] = byte;
            self.length += 1;
        }
        Ok(())
    }
}

fn formatted(value: i32, other: u64) -> u64 {
    let mut buffer = Buffer {
        bytes: [0; 24],
        length: 0,
    };
    let _ = ufmt::uwrite!(buffer, "{}/{}", value, other as u32);
    hash(buffer.bytes.iter().map(|byte| u64::from(*byte)))
}

fn sorted(mut items: [u8; 16], by_distance: bool) -> u64 {
    if by_distance {
        items.sort_unstable_by_key(|item| (item.abs_diff(100), *item));
    } else {
        items.sort_unstable();
    }
    hash(items.iter().map(|item| u64::from(*item)))
}

fn best(pieces: &[Piece]) -> Option<Piece> {
    pieces.iter().copied().max()
}

pub fn run(results: &mut [u64; 24]) {
    let bytes = hidden(&BYTES);
    let words = hidden(&WORDS);
    let numbers = hidden(&NUMBERS);
    if PART == 0 {
        results[0] = bytes.iter().map(|byte| u64::from(*byte)).sum();
        results[1] = hash(
            bytes
                .iter()
                .rev()
                .enumerate()
                .map(|(at, byte)| at as u64 * u64::from(*byte)),
        );
        results[2] = hash(
            bytes
                .windows(2)
                .filter(|pair| pair[0] < pair[1])
                .map(|pair| u64::from(pair[1] - pair[0])),
        );
        results[3] = hash(
            bytes
                .chunks(3)
                .map(|chunk| chunk.len() as u64 + u64::from(chunk[0])),
        );
        results[4] = sorted(bytes, false);
        results[5] = sorted(bytes, true);
        results[6] = bytes
            .iter()
            .position(|byte| *byte == 128)
            .map_or(99, |at| at as u64);
    }
    if PART == 1 {
        results[7] = words.iter().copied().min().map_or(0, |word| word as u64);
        results[8] = hash(
            words
                .iter()
                .zip(&bytes)
                .map(|(word, byte)| i64::from(*word * 2 % 7 + i16::from(*byte)) as u64),
        );
        results[9] = numbers
            .iter()
            .fold(1u64, |product, number| product.wrapping_mul(*number | 1));
        results[10] = numbers[0] / numbers[3] + numbers[1] % 1009;
        results[11] = (numbers[0] as i64 >> 7) as u64 ^ numbers[2].rotate_left(13);
        results[12] = numbers[1].checked_mul(numbers[3]).unwrap_or(7)
            ^ numbers[2].checked_add(1).unwrap_or(5);
    }
    if PART == 2 {
        results[13] = hash(TEXT.split(' ').map(|word| word.len() as u64));
        results[14] = hash(TEXT.split(' ').map(|word| match parse(word.as_bytes()) {
            Ok((file, rank)) => u64::from(file) << 8 | u64::from(rank),
            Err(byte) => u64::from(byte),
        }));
        results[15] = TEXT
            .chars()
            .filter(char::is_ascii_digit)
            .filter_map(|c| c.to_digit(10))
            .map(u64::from)
            .sum();
        results[16] = formatted(i32::from(words[5]), numbers[1]);
        let pieces = [
            Piece::Pawn,
            Piece::Rook(words[0]),
            Piece::Knight { on: bytes[4] },
            Piece::Rook(words[3]),
        ];
        results[17] = match best(&pieces[..usize::from(bytes[1])]) {
            Some(Piece::Rook(value)) => value as u64,
            Some(Piece::Knight { on }) => u64::from(on),
            Some(Piece::Pawn) | None => 1,
        };
        let mut copy = bytes;
        copy[..8].copy_from_slice(&bytes[8..]);
        copy.rotate_left(3);
        copy[4..12].reverse();
        results[18] = hash(copy.iter().map(|byte| u64::from(*byte)));
        results[19] = u64::from(copy[2..9] == bytes[5..12]) + u64::from(copy < bytes);
        results[20] = bytes
            .binary_search(&42)
            .map_or_else(|at| at as u64 + 100, |at| at as u64);
        results[21] =
            u64::from(u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]).leading_zeros());
        results[22] = i64::from(words[1]).pow(3) as u64;
        results[23] = hash(
            (0..5u8)
                .flat_map(|x| (x..5).step_by(2))
                .skip(2)
                .take_while(|x| *x < 9)
                .map(u64::from),
        );
    }
}
