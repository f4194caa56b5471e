//! A character set for the empty ROM socket: letters and signs of the free font8x8, in the order of the C64's screen codes.
//!
//! Commodore's own is not ours to ship. Each cell shows what a C64 shows there, in another hand.

use font8x8::UnicodeFonts;

/// Cells 64 to 127 of the set with graphics, as Unicode has them.
const GRAPHICS: &str = "─♠│─▔▔▁▏▕╮╰╯└╲╱┌┐●▂♥▏╭╳○♣▕♦┼▒│π◥ ▌▄▔▁▏▒▕▒◤▕├▗└┐▂┌┴┬┤▎▍▐▔▀▃┘▖▝┘▘▚";

/// What font8x8 does not draw.
const DRAWN: [(char, [u8; 8]); 12] = [
    ('♠', [0x08, 0x1c, 0x3e, 0x7f, 0x7f, 0x1c, 0x3e, 0x00]),
    ('♥', [0x36, 0x7f, 0x7f, 0x7f, 0x3e, 0x1c, 0x08, 0x00]),
    ('♣', [0x18, 0x18, 0x66, 0x66, 0x18, 0x18, 0x3c, 0x00]),
    ('♦', [0x08, 0x1c, 0x3e, 0x7f, 0x3e, 0x1c, 0x08, 0x00]),
    ('●', [0x3c, 0x7e, 0xff, 0xff, 0xff, 0xff, 0x7e, 0x3c]),
    ('○', [0x3c, 0x66, 0xc3, 0x81, 0x81, 0xc3, 0x66, 0x3c]),
    ('◥', [0xff, 0x7f, 0x3f, 0x1f, 0x0f, 0x07, 0x03, 0x01]),
    ('◤', [0xff, 0xfe, 0xfc, 0xf8, 0xf0, 0xe0, 0xc0, 0x80]),
    ('↑', [0x18, 0x3c, 0x7e, 0x18, 0x18, 0x18, 0x18, 0x00]),
    ('←', [0x00, 0x10, 0x30, 0x7f, 0x7f, 0x30, 0x10, 0x00]),
    ('£', [0x1c, 0x36, 0x30, 0x7c, 0x30, 0x30, 0x7e, 0x00]),
    ('π', [0x00, 0x00, 0x7e, 0x24, 0x24, 0x24, 0x24, 0x00]),
];

/// The 4 KB image: capitals and graphics, their reverse, small letters and capitals, their reverse.
pub fn image() -> Box<[u8; 0x1000]> {
    let mut image = Box::new([0; 0x1000]);
    for (code, cell) in image.chunks_exact_mut(8).enumerate() {
        let reversed = if code & 0x80 == 0 { 0x00 } else { 0xff };
        let drawn = bitmap(character((code & 0x7f) as u8, code & 0x100 != 0));
        for (to, from) in cell.iter_mut().zip(drawn) {
            *to = from ^ reversed;
        }
    }
    image
}

fn character(code: u8, small_letters: bool) -> char {
    match code {
        0 => '@',
        1..=26 if small_letters => char::from(code + 0x60),
        1..=26 => char::from(code + 0x40),
        27 => '[',
        28 => '£',
        29 => ']',
        30 => '↑',
        31 => '←',
        32..=63 => char::from(code),
        65..=90 if small_letters => char::from(code),
        _ => GRAPHICS.chars().nth(usize::from(code) - 64).unwrap_or(' '),
    }
}

/// Eight rows, the leftmost pixel in bit 7.
fn bitmap(character: char) -> [u8; 8] {
    if let Some((_, rows)) = DRAWN.iter().find(|(drawn, _)| *drawn == character) {
        return *rows;
    }
    let sets: [Option<[u8; 8]>; 3] = [
        font8x8::BASIC_FONTS.get(character),
        font8x8::BOX_FONTS.get(character),
        font8x8::BLOCK_FONTS.get(character),
    ];
    let rows = sets.into_iter().flatten().next().unwrap_or([0; 8]);
    rows.map(u8::reverse_bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_but_the_blanks_has_a_shape_and_its_reverse() {
        assert_eq!(GRAPHICS.chars().count(), 64);
        let image = image();
        let cell = |code: usize| &image[code * 8..code * 8 + 8];
        for code in 0..128 {
            let blank = cell(code).iter().all(|&row| row == 0);
            assert_eq!(blank, matches!(code, 32 | 96), "code {code}");
            let reverse: Vec<u8> = cell(code).iter().map(|row| !row).collect();
            assert_eq!(cell(code + 128), reverse, "code {code}");
        }
        assert_eq!(cell(1), cell(256 + 65), "A in both sets");
    }
}
