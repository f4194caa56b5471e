//! Pictures and text: each display mode, sprites, banks, and what changes from line to line.

use c64::screen::PALETTE;
use c64::{Frame, Machine, Model, Power, Registers};

const BORDER: u8 = 14;
const BACKGROUND: u8 = 6;
const LEFT: usize = 32;
const TOP: usize = 35;

/// A machine that shows an empty screen: matrix at `$0400`, characters at `$2000`, all of them blank.
fn machine() -> Machine {
    let mut machine = Machine::new(Model::Pal, Power::Noise(5));
    machine.ram_mut()[0x0400..0x07E8].fill(0x20);
    machine.ram_mut()[0x2000..0x4000].fill(0x00);
    #[rustfmt::skip]
    let registers = [
        (1, 0x35), (0, 0x2F), (0xD011, 0x1B), (0xD016, 0xC8), (0xD018, 0x18),
        (0xD020, BORDER), (0xD021, BACKGROUND), (0xD022, 2), (0xD023, 5), (0xD024, 7),
        (0xDD00, 0x03), (0xDD02, 0x03),
    ];
    for (register, value) in registers {
        machine.poke(register, value);
    }
    for cell in 0..1000 {
        machine.poke(0xD800 + cell, 1);
    }
    machine
}

/// The eight pixels of the line `line` of the first cell.
fn first_cell(frame: &Frame, line: usize) -> [u8; 8] {
    std::array::from_fn(|x| frame.pixel(LEFT + x, TOP + line))
}

#[test]
fn an_empty_screen_is_background_inside_a_border() {
    let frame = machine().screenshot();
    assert_eq!((Frame::WIDTH, frame.height), (384, 272));
    for y in 0..frame.height {
        for x in 0..Frame::WIDTH {
            let inside = (LEFT..LEFT + 320).contains(&x) && (TOP..TOP + 200).contains(&y);
            let expected = if inside { BACKGROUND } else { BORDER };
            assert_eq!(frame.pixel(x, y), expected, "{x},{y}");
        }
    }
}

#[test]
fn a_display_switched_off_is_all_border() {
    let mut machine = machine();
    machine.poke(0xD011, 0x0B);
    assert!(
        machine
            .screenshot()
            .pixels
            .iter()
            .all(|&colour| colour == BORDER)
    );
}

#[test]
fn narrow_borders_widen_by_seven_left_nine_right_and_four_lines() {
    let mut machine = machine();
    machine.poke(0xD011, 0x13);
    machine.poke(0xD016, 0xC0);
    let frame = machine.screenshot();
    let row = |x| frame.pixel(x, 100);
    assert_eq!([row(LEFT + 6), row(LEFT + 7)], [BORDER, BACKGROUND]);
    assert_eq!([row(LEFT + 310), row(LEFT + 311)], [BACKGROUND, BORDER]);
    let column = |y| frame.pixel(100, y);
    assert_eq!([column(TOP + 3), column(TOP + 4)], [BORDER, BACKGROUND]);
    assert_eq!([column(TOP + 195), column(TOP + 196)], [BACKGROUND, BORDER]);
}

#[test]
fn a_character_is_drawn_in_its_own_colour() {
    let mut machine = machine();
    machine.ram_mut()[0x0400] = 7;
    machine.ram_mut()[0x2000 + 7 * 8 + 3] = 0b1010_0001;
    machine.poke(0xD800, 13);
    let frame = machine.screenshot();
    let (b, c) = (BACKGROUND, 13);
    assert_eq!(first_cell(&frame, 3), [c, b, c, b, b, b, b, c]);
    assert_eq!(first_cell(&frame, 4), [b; 8]);
}

#[test]
fn a_multicolour_character_has_four_colours_in_pairs() {
    let mut machine = machine();
    machine.ram_mut()[0x0400] = 7;
    machine.ram_mut()[0x2000 + 7 * 8] = 0b00_01_10_11;
    machine.poke(0xD016, 0xD8);
    machine.poke(0xD800, 8 + 3);
    assert_eq!(
        first_cell(&machine.screenshot(), 0),
        [6, 6, 2, 2, 5, 5, 3, 3]
    );
    machine.poke(0xD800, 3); // without bit 3 a cell stays in two colours
    assert_eq!(
        first_cell(&machine.screenshot(), 0),
        [6, 6, 6, 3, 3, 6, 3, 3]
    );
}

#[test]
fn an_extended_character_chooses_its_background() {
    let mut machine = machine();
    machine.ram_mut()[0x0400] = 0b1100_0001;
    machine.ram_mut()[0x2000 + 8] = 0b1000_0000;
    machine.poke(0xD011, 0x5B);
    assert_eq!(
        first_cell(&machine.screenshot(), 0),
        [1, 7, 7, 7, 7, 7, 7, 7]
    );
}

#[test]
fn a_bitmap_takes_its_colours_from_the_matrix() {
    let mut machine = machine();
    machine.ram_mut()[0x0400] = 0x25;
    machine.ram_mut()[0x2000] = 0b1100_0000;
    machine.poke(0xD011, 0x3B);
    assert_eq!(
        first_cell(&machine.screenshot(), 0),
        [2, 2, 5, 5, 5, 5, 5, 5]
    );
}

#[test]
fn characters_and_matrix_are_found_in_every_bank() {
    for bank in 0..4_u16 {
        let mut machine = machine();
        let base = usize::from(bank) << 14;
        machine.ram_mut()[base + 0x0400] = 9;
        machine.ram_mut()[base + 0x2000 + 9 * 8] = 0xFF;
        machine.poke(0xDD00, 3 - bank as u8);
        assert_eq!(first_cell(&machine.screenshot(), 0), [1; 8], "bank {bank}");
    }
}

#[test]
fn a_sprite_stands_where_its_registers_say() {
    let mut machine = machine();
    machine.ram_mut()[0x07F8] = 0x30;
    machine.ram_mut()[0x0C00..0x0C40].fill(0xFF);
    for (register, value) in [(0xD000, 24), (0xD001, 50), (0xD015, 1), (0xD027, 9)] {
        machine.poke(register, value);
    }
    let frame = machine.screenshot();
    let shown = |x, y| frame.pixel(x, y) == 9;
    assert!(shown(LEFT, TOP) && shown(LEFT + 23, TOP + 20));
    assert!(!shown(LEFT + 24, TOP) && !shown(LEFT, TOP + 21));
    machine.poke(0xD01D, 1);
    machine.poke(0xD017, 1);
    let frame = machine.screenshot();
    let shown = |x, y| frame.pixel(x, y) == 9;
    assert!(shown(LEFT + 47, TOP + 41) && !shown(LEFT + 48, TOP) && !shown(LEFT, TOP + 42));
}

#[test]
fn a_sprite_can_be_behind_the_characters_and_the_lower_number_is_in_front() {
    let mut machine = machine();
    machine.ram_mut()[0x0400] = 7;
    machine.ram_mut()[0x2000 + 7 * 8] = 0xF0;
    machine.ram_mut()[0x07F8..0x07FA].fill(0x30);
    machine.ram_mut()[0x0C00..0x0C40].fill(0xFF);
    #[rustfmt::skip]
    let registers = [
        (0xD000, 24), (0xD001, 50), (0xD002, 24), (0xD003, 50), (0xD015, 3), (0xD027, 9), (0xD028, 10),
    ];
    for (register, value) in registers {
        machine.poke(register, value);
    }
    assert_eq!(first_cell(&machine.screenshot(), 0), [9; 8]);
    machine.poke(0xD01B, 3);
    assert_eq!(
        first_cell(&machine.screenshot(), 0),
        [1, 1, 1, 1, 9, 9, 9, 9]
    );
    machine.poke(0xD015, 2);
    assert_eq!(
        first_cell(&machine.screenshot(), 0),
        [1, 1, 1, 1, 10, 10, 10, 10]
    );
}

#[test]
fn the_text_of_the_screen_is_read_from_the_matrix() {
    let mut machine = machine();
    let codes = [0x08, 0x05, 0x0C, 0x0C, 0x0F, 0x20, 0x36, 0x34, 0x21];
    machine.ram_mut()[0x0428..0x0431].copy_from_slice(&codes);
    machine.poke(0xD018, 0x14);
    assert_eq!(machine.screen_row(1), "HELLO 64!");
    machine.poke(0xD018, 0x16);
    assert_eq!(machine.screen_row(1), "hello 64!");
    let text = machine.screen_text();
    assert_eq!(text.lines().count(), 25);
    assert!(text.lines().all(|line| line.chars().count() == 40));
}

#[test]
fn a_frame_shows_what_the_program_changes_from_line_to_line() {
    // loop: ldx $d012 ; stx $d020 ; jmp loop
    let mut machine = machine();
    machine.poke(0xD011, 0x0B);
    machine.ram_mut()[0x1000..0x1009]
        .copy_from_slice(&[0xAE, 0x12, 0xD0, 0x8E, 0x20, 0xD0, 0x4C, 0x00, 0x10]);
    machine.set_registers(Registers {
        pc: 0x1000,
        ..machine.registers()
    });
    let frame = machine.next_frame().unwrap();
    for y in 0..frame.height {
        assert_eq!(frame.pixel(5, y), ((y + 16) & 15) as u8, "row {y}");
    }
    // A still makes the changes of the last frame once more.
    let still = machine.screenshot();
    assert!(still.pixels == frame.pixels);
}

/// On a bad line with eight sprites an instruction can begin before the line's characters are fetched and end in the next line.
#[test]
fn a_line_that_an_instruction_is_stopped_over_is_drawn() {
    for delay in 0..32 {
        // `delay` times nop, then loop: lda $d012 ; cmp #$ff ; jmp loop
        let mut machine = machine();
        machine.ram_mut()[0x3FC0..0x4000].fill(0xFF);
        machine.ram_mut()[0x07F8..0x0800].fill(0xFF);
        for sprite in 0..8 {
            machine.poke(0xD000 + 2 * sprite, 40 + 24 * sprite as u8);
            machine.poke(0xD001 + 2 * sprite, 100);
            machine.poke(0xD027 + sprite, 7);
        }
        machine.poke(0xD015, 0xFF);
        machine.ram_mut()[0x1000..0x1040].fill(0xEA);
        let program = &mut machine.ram_mut()[0x1000 + delay..];
        program[..8].copy_from_slice(&[0xAD, 0x12, 0xD0, 0xC9, 0xFF, 0x4C, delay as u8, 0x10]);
        machine.set_registers(Registers {
            pc: 0x1000,
            ..machine.registers()
        });
        let frame = machine.next_frame().unwrap();
        for y in 0..frame.height {
            // A sprite is seen from the line behind its own on.
            let expected = match y {
                _ if !(TOP..TOP + 200).contains(&y) => BORDER,
                85..106 => 7,
                _ => BACKGROUND,
            };
            assert_eq!(frame.pixel(LEFT + 40, y), expected, "{delay}: row {y}");
        }
    }
}

#[test]
fn a_png_holds_the_colours_of_the_frame() {
    let frame = machine().screenshot();
    let file = frame.png();
    let mut reader = png::Decoder::new(std::io::Cursor::new(file))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (384, 272));
    assert_eq!(pixels, frame.rgb());
    assert_eq!(pixels[..3], PALETTE[usize::from(BORDER)]);
}

#[test]
fn an_ntsc_frame_has_247_rows() {
    let machine = Machine::new(Model::Ntsc, Power::Pattern);
    assert_eq!(machine.screenshot().height, 247);
}
