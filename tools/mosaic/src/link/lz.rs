//! Packing by repetition (LZ77) in the blocks of the ZX0 format, which a 6502 unpacks in place with some two hundred bytes of code
//! (`runtime/unpack.s`). The order of the bits is ours:
//!
//! ```text
//! literals       gamma(length) bytes                  first block, or behind a match: bit 0 before it
//! old offset     0 gamma(length)                      a match at the offset of the one before; only behind literals
//! new offset     1 gamma(high + 1) low gamma(length - 1)
//! more literals  0 gamma(256)                         only behind 255 literals
//! end            1 gamma(256)
//! ```
//!
//! `gamma(n)` is n in interlaced Elias gamma code: for each bit below the highest a one and that bit, then a zero, which 256 does without. An offset
//! less one is `high << 7 | low`; `low` is a whole byte, and its lowest bit is the first one of the length that follows. Matches have
//! 255 bytes at most. Bits are taken from bytes, highest first, which stand where the first of their bits is needed.
//!
//! Of all encodings of the data the parser finds the shortest, by dynamic programming over the position and the last offset; the
//! crate `zx0` does the same in minutes, because it looks at every offset at every position, and this looks at matches only.

const LONGEST: u32 = 255;
const FARTHEST: usize = 255 << 7;
const MORE: u32 = 256;

/// Packed data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// In the order in which they are read.
    pub bytes: Vec<u8>,
    /// How far unpacking runs ahead: with the packed data moving in one direction and ending this many bytes behind the end of the
    /// unpacked, no byte is overwritten before it was read.
    pub lead: usize,
}

/// A literal block (offset 0) or a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Block {
    offset: u32,
    length: u32,
}

/// Packs data that is not empty. Every match is taken to cost `bias` bits more than it does: with fewer of them the data is unpacked faster.
pub fn pack(data: &[u8], bias: u32) -> Packed {
    let mut writer = Writer::default();
    let mut written = 0;
    let mut ahead = 0;
    let mut offset = 1;
    let mut behind_literals = true;
    for (number, block) in Parser::new(data, bias).blocks().into_iter().enumerate() {
        if block.offset == 0 {
            if number > 0 {
                writer.bit(false);
            }
            let literals = &data[written..written + block.length as usize];
            writer.literals(literals);
        } else if block.offset == offset && behind_literals {
            writer.bit(false);
            writer.gamma(block.length);
        } else {
            writer.bit(true);
            writer.offset_and_length(block);
        }
        if block.offset != 0 {
            offset = block.offset;
        }
        behind_literals = block.offset == 0;
        written += block.length as usize;
        ahead = ahead.max(written as isize - writer.bytes.len() as isize);
    }
    writer.bit(true);
    writer.gamma(MORE);
    let lead = ahead + writer.bytes.len() as isize - data.len() as isize;
    Packed {
        lead: lead.max(0) as usize,
        bytes: writer.bytes,
    }
}

/// Bits and bytes in the order in which they are read.
#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
    /// The byte that bits go to, and the next of them; none when it is full.
    bits_at: usize,
    mask: u8,
}

impl Writer {
    fn bit(&mut self, bit: bool) {
        if self.mask == 0 {
            self.bits_at = self.bytes.len();
            self.bytes.push(0);
            self.mask = 0x80;
        }
        if bit {
            self.bytes[self.bits_at] |= self.mask;
        }
        self.mask >>= 1;
    }

    fn gamma(&mut self, number: u32) {
        for shift in (0..number.ilog2()).rev() {
            self.bit(true);
            self.bit(number >> shift & 1 != 0);
        }
        if number != MORE {
            self.bit(false);
        }
    }

    fn literals(&mut self, bytes: &[u8]) {
        for (number, part) in bytes.chunks(LONGEST as usize).enumerate() {
            if number > 0 {
                self.bit(false);
                self.gamma(MORE);
            }
            self.gamma(part.len() as u32);
            self.bytes.extend(part);
        }
    }

    fn offset_and_length(&mut self, block: Block) {
        let distance = block.offset - 1;
        self.gamma((distance >> 7) + 1);
        let length = block.length - 1;
        let is_longer = length > 1;
        self.bytes.push((distance << 1) as u8 | u8::from(is_longer));
        for shift in (0..length.ilog2()).rev() {
            self.bit(length >> shift & 1 != 0);
            self.bit(shift > 0);
        }
    }
}

fn gamma_bits(number: u32) -> u32 {
    2 * number.ilog2() + 1
}

fn literal_bits(length: u32) -> u32 {
    1 + gamma_bits(length) + 8 * length
}

/// A number that no sum of bits reaches.
const NEVER: u32 = u32::MAX / 2;

/// The last block of an encoding of the data up to `end`.
#[derive(Clone, Copy)]
struct Node {
    end: u32,
    offset: u32,
    before: usize,
}

/// What is known of one offset.
#[derive(Clone, Copy)]
struct AtOffset {
    /// Behind the last position that matched, and how many matched in a row.
    touched: u32,
    run: u32,
    /// The shortest encoding that ends with a match at this offset.
    bits: u32,
    end: u32,
    before: usize,
    /// The shortest encoding that ends with literals behind such a match, where the present run began.
    literals_bits: u32,
    literals: usize,
}

struct Parser<'d> {
    data: &'d [u8],
    bias: u32,
    nodes: Vec<Node>,
    /// The shortest encoding up to each position: its bits and its last block.
    best: Vec<(u32, usize)>,
    /// The shortest of those that end with a match.
    best_match: Vec<(u32, usize)>,
    at_offset: Vec<AtOffset>,
}

/// Literals this long and longer are only tried from the position that was best for the first of them.
const LONG_RUN: usize = 1024;
/// A new offset costs at most 23 bits more than the last one: an encoding that is so much longer need not be followed for its offset.
const WORTH_AN_OFFSET: u32 = 32;

impl<'d> Parser<'d> {
    fn new(data: &'d [u8], bias: u32) -> Parser<'d> {
        let unknown = AtOffset {
            touched: 0,
            run: 0,
            bits: NEVER,
            end: 0,
            before: 0,
            literals_bits: NEVER,
            literals: 0,
        };
        // At the beginning the last match is taken to be one at offset 1.
        let mut parser = Parser {
            data,
            bias,
            nodes: vec![Node {
                end: 0,
                offset: 1,
                before: 0,
            }],
            best: vec![(0, 0)],
            best_match: vec![(0, 0)],
            at_offset: vec![unknown; FARTHEST + 1],
        };
        parser.at_offset[1].bits = 0;
        parser
    }

    /// The blocks of the shortest encoding.
    fn blocks(mut self) -> Vec<Block> {
        // For each byte its last position before this one, to find the positions with the same byte.
        let mut earlier: Vec<Option<usize>> = Vec::with_capacity(self.data.len());
        let mut last = [None; 256];
        let mut far = None;
        for (position, byte) in self.data.iter().enumerate() {
            earlier.push(last[usize::from(*byte)].replace(position));
            let literals = self.literals_up_to(position + 1, &mut far);
            let matched = self.matches_at(position, &earlier);
            self.best_match.push(matched);
            let best = if matched.0 <= literals.0 {
                matched
            } else {
                let node = self.add(position + 1, 0, literals.1);
                (literals.0, node)
            };
            self.best.push(best);
        }
        self.walk_back()
    }

    fn walk_back(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut node = self.best[self.data.len()].1;
        while node != 0 {
            let Node {
                end,
                offset,
                before,
            } = self.nodes[node];
            let length = end - self.nodes[before].end;
            blocks.push(Block { offset, length });
            node = before;
        }
        blocks.reverse();
        blocks
    }

    fn add(&mut self, end: usize, offset: usize, before: usize) -> usize {
        self.nodes.push(Node {
            end: end as u32,
            offset: offset as u32,
            before,
        });
        self.nodes.len() - 1
    }

    /// Bits of the shortest encoding up to `end` whose last block is literal, and the block before that.
    fn literals_up_to(&self, end: usize, far: &mut Option<usize>) -> (u32, usize) {
        let cost = |from: usize| {
            let (bits, node) = self.best_match[from];
            (bits + literal_bits((end - from) as u32), node)
        };
        if let Some(new) = end.checked_sub(LONG_RUN + 1)
            && far.is_none_or(|far| cost(new).0 <= cost(far).0)
        {
            *far = Some(new);
        }
        let near = end.saturating_sub(LONG_RUN)..end;
        let candidates = near.chain(*far).map(cost);
        candidates
            .min_by_key(|(bits, _)| *bits)
            .expect("one byte at least")
    }

    /// Looks at all matches of the byte at `position`; gives the shortest encoding up to its end whose last block is a match.
    fn matches_at(&mut self, position: usize, earlier: &[Option<usize>]) -> (u32, usize) {
        let end = position + 1;
        let mut lengths = Lengths::new(end);
        let mut shortest = NEVER;
        let mut found = (0, 0);
        let mut other = earlier[position];
        while let Some(at) = other {
            let offset = position - at;
            if offset > FARTHEST {
                break;
            }
            other = earlier[at];
            self.touch(position, offset);
            // Within a long run of one byte there is nothing better than the run itself.
            if offset == 1 && self.at_offset[1].run > 2 * LONGEST {
                other = None;
            }
            let state = &mut self.at_offset[offset];
            let mut encoding = (NEVER, 0);
            if state.literals_bits < NEVER {
                let length = end as u32 - self.nodes[state.literals].end;
                if length <= LONGEST {
                    let bits = state.literals_bits + 1 + self.bias + gamma_bits(length);
                    encoding = (bits, state.literals);
                } else {
                    state.literals_bits = NEVER;
                }
            }
            if state.run > 1 {
                let run = state.run.min(LONGEST) as usize;
                let (bits, length) = lengths.best(run, &self.best);
                let high = (offset as u32 - 1) >> 7;
                let bits = bits + 8 + self.bias + gamma_bits(high + 1);
                if bits < encoding.0 {
                    encoding = (bits, self.best[end - length].1);
                }
            }
            if encoding.0 < NEVER {
                (state.bits, state.before) = encoding;
                state.end = end as u32;
                if encoding.0 < shortest {
                    shortest = encoding.0;
                    found = (offset, encoding.1);
                }
            }
        }
        if shortest == NEVER {
            return (NEVER, 0);
        }
        (shortest, self.add(end, found.0, found.1))
    }

    /// Notes that the byte at `position` matches at this offset.
    fn touch(&mut self, position: usize, offset: usize) {
        let state = self.at_offset[offset];
        if state.touched as usize == position {
            self.at_offset[offset].run += 1;
        } else {
            // Between the last match and this one there would be literals.
            let length = position as u32 - state.end;
            let bits = state.bits.saturating_add(literal_bits(length.max(1)));
            let is_worth = state.bits < NEVER && bits <= self.best[position].0 + WORTH_AN_OFFSET;
            let literals = if is_worth {
                let before = match state.end {
                    0 => 0,
                    end => self.add(end as usize, offset, state.before),
                };
                self.add(position, 0, before)
            } else {
                0
            };
            let state = &mut self.at_offset[offset];
            state.run = 1;
            state.literals = literals;
            state.literals_bits = if is_worth { bits } else { NEVER };
            if !is_worth {
                state.bits = NEVER;
            }
        }
        self.at_offset[offset].touched = position as u32 + 1;
    }
}

/// For every length of a match that ends at one place the best length up to it, found as far as it is asked for.
struct Lengths {
    end: usize,
    /// From length 2 on: bits up to the match and of its length, and that length.
    best: Vec<(u32, usize)>,
}

impl Lengths {
    fn new(end: usize) -> Lengths {
        let best = Vec::new();
        Lengths { end, best }
    }

    fn best(&mut self, longest: usize, encodings: &[(u32, usize)]) -> (u32, usize) {
        while self.best.len() + 1 < longest {
            let length = self.best.len() + 2;
            let bits = encodings[self.end - length].0 + gamma_bits(length as u32 - 1);
            let best = match self.best.last() {
                Some(best) if best.0 < bits => *best,
                _ => (bits, length),
            };
            self.best.push(best);
        }
        self.best[longest - 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads what `pack` wrote.
    struct Reader<'p> {
        bytes: std::slice::Iter<'p, u8>,
        bits: u8,
        left: u8,
    }

    impl Reader<'_> {
        fn byte(&mut self) -> u8 {
            *self.bytes.next().expect("the end stands before")
        }

        fn bit(&mut self) -> u32 {
            if self.left == 0 {
                (self.bits, self.left) = (self.byte(), 8);
            }
            self.left -= 1;
            u32::from(self.bits >> self.left & 1)
        }

        fn gamma(&mut self) -> u32 {
            let mut number = 1;
            while number != MORE && self.bit() == 1 {
                number = number * 2 + self.bit();
            }
            number
        }
    }

    fn unpack(packed: &[u8]) -> Vec<u8> {
        let mut reader = Reader {
            bytes: packed.iter(),
            bits: 0,
            left: 0,
        };
        let mut data: Vec<u8> = Vec::new();
        let mut offset = 1;
        let mut is_literal = true;
        loop {
            if is_literal {
                let length = reader.gamma();
                data.extend((0..length).map(|_| reader.byte()));
            }
            let length = match reader.bit() {
                1 => {
                    let high = reader.gamma() - 1;
                    if high + 1 == MORE {
                        return data;
                    }
                    let low = reader.byte();
                    offset = (high << 7 | u32::from(low >> 1)) as usize + 1;
                    let mut length = 1;
                    let mut goes_on = low & 1;
                    while goes_on == 1 {
                        length = length * 2 + reader.bit();
                        goes_on = reader.bit() as u8;
                    }
                    length + 1
                }
                _ if is_literal => match reader.gamma() {
                    MORE => continue,
                    length => length,
                },
                _ => {
                    is_literal = true;
                    continue;
                }
            };
            for _ in 0..length {
                data.push(data[data.len() - offset]);
            }
            is_literal = false;
        }
    }

    /// Bytes of which some repeat: a few words in random order between random bytes.
    fn sample(seed: u64, length: usize) -> Vec<u8> {
        let mut chance = fastrand::Rng::with_seed(seed);
        let mut words: Vec<Vec<u8>> = Vec::new();
        let mut data = Vec::new();
        while data.len() < length {
            if words.is_empty() || chance.u8(..8) == 0 {
                let bytes = chance.usize(1..40);
                words.push((0..bytes).map(|_| chance.u8(..)).collect());
            }
            data.extend(&words[chance.usize(..words.len())]);
        }
        data
    }

    #[test]
    fn what_is_packed_is_unpacked_again() {
        let random: Vec<u8> = sample(1, 5000);
        let mut chance = fastrand::Rng::with_seed(2);
        let noise: Vec<u8> = (0..3000).map(|_| chance.u8(..)).collect();
        let far = [&random[..], &vec![7; FARTHEST - 5000], &random].concat();
        let cases = [vec![1], vec![0; 7000], random, noise, far];
        for data in &cases {
            for bias in [0, 4] {
                let packed = pack(data, bias);
                assert!(unpack(&packed.bytes) == *data);
            }
        }
        assert!(pack(&cases[1], 0).bytes.len() < 100);
        assert!(pack(&cases[3], 0).bytes.len() < 3000 + 3000 / 50);
    }

    #[test]
    fn nothing_packs_it_shorter() {
        for seed in 0..4 {
            let data = sample(seed, 3000);
            let own = pack(&data, 0).bytes.len();
            let reference = zx0::Compressor::new().compress(&data).output.len();
            assert!(own <= reference, "{own} bytes, zx0 has {reference}");
        }
    }

    #[test]
    fn a_bias_makes_fewer_matches() {
        let data = sample(5, 20_000);
        let matches = |bias| {
            let blocks = Parser::new(&data, bias).blocks();
            blocks.iter().filter(|block| block.offset > 0).count()
        };
        assert!(matches(6) < matches(0));
    }
}
