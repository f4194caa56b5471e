//! Characters and colours -> VIC-II.

use super::map;
use crate::cells::{ByModule, Bytes};
use crate::codes::charset;

/// The character set is loaded in its place, apart from what `draw_dark_pieces` makes and the squares with marks.
#[unsafe(export_name = "Charset")]
#[unsafe(link_section = "CHARSET")]
static IMAGE: [u8; charset::LOADED] = *charset::IMAGE.first_chunk().unwrap();

/// Where interrupts lead: nowhere. RESTORE is an NMI that cannot be switched off, so its handler is an `rti`, one byte
/// before the vectors.
#[unsafe(export_name = "Vectors")]
#[unsafe(link_section = "VECTORS")]
static HANDLER_AND_VECTORS: [u8; 7] = [0x40, 0xf9, 0xff, 0xf9, 0xff, 0xf9, 0xff];

#[inline(always)]
pub fn put(cell: i16, code: u8, colour: u8) {
    map::SCREEN.at(cell as u16).write(code);
    map::COLOURS.at(cell as u16).write(colour);
}

/// Does a cell show this already? Only four bits of a colour are there to be read.
#[inline(always)]
pub fn holds(cell: i16, code: u8, colour: u8) -> bool {
    map::SCREEN.at(cell as u16).read() == code
        && (map::COLOURS.at(cell as u16).read() ^ colour) & 0x0f == 0
}

#[inline(never)]
fn pattern_place(code: u8, line: u8) -> map::Register {
    map::CHARACTERS.at(u16::from(code) << 3 | u16::from(line))
}

pub fn pattern(code: u8, line: u8) -> u8 {
    pattern_place(code, line).read()
}

pub fn set_pattern(code: u8, line: u8, bits: u8) {
    pattern_place(code, line).write(bits);
}

/// Colours of the board's light and dark squares.
pub fn set_board_colours(light: u8, dark: u8) {
    map::LIGHT_SQUARES.write(light);
    map::DARK_SQUARES.write(dark);
}

/// Black screen, own characters, multicolour where a cell's colour asks for it. Nothing of it is seen before `show`:
/// where the screen will be there is code still. The picture that is being drawn may end as it began.
pub fn init() {
    map::RASTER_CONTROL.write(DISPLAY_OFF);
    wait_frame();
    map::MODE_CONTROL.write(0x18);
    map::SPRITES_ON.write(0);
    map::SPRITES_FAR_RIGHT.write(0);
    map::SPRITES_TALL.write(0);
    map::SPRITES_BEHIND.write(0);
    map::SPRITES_MULTICOLOUR.write(FIRST_SPRITE);
    map::SPRITES_WIDE.write(0);
    map::SPRITE_OUTLINE.write(0);
    map::SPRITE_POINTER.write(map::SPRITE_NUMBER);
    map::BORDER_COLOUR.write(0);
    map::PAPER.write(0);
    select();
}

/// Puts a byte among the pieces on light squares, and what it is on dark ones among those; returns what was there. The place is that of
/// the first piece's byte and a further one.
#[inline(always)]
pub fn exchange_piece(first: u16, further: u8, byte: u8) -> u8 {
    const LIGHT: u16 = charset::LIGHT_PIECES as u16 * 8;
    const DARK: u16 = charset::DARK_PIECES as u16 * 8;
    let light = map::CHARACTERS.at(LIGHT + first).at(u16::from(further));
    let before = light.read();
    light.write(byte);
    map::CHARACTERS
        .at(DARK + first)
        .at(u16::from(further))
        .write(charset::darkened(byte));
    before
}

/// The pieces on dark squares, made of those on light ones.
pub fn draw_dark_pieces() {
    const FURTHER: u16 = (charset::DARK_PIECES - charset::LIGHT_PIECES) as u16 * 8;
    const END: u16 = charset::DARK_PIECES as u16 * 8;
    let mut place = charset::LIGHT_PIECES as u16 * 8;
    while place != END {
        let row = map::CHARACTERS.at(place).read();
        map::CHARACTERS
            .at(place + FURTHER)
            .write(charset::darkened(row));
        place += 1;
    }
}

/// Eight rows of pixels for each character of the large digits that the loaded set has not; what is between them is nobody's yet.
#[unsafe(link_section = "INIT")]
static LARGE_DIGITS: [u8; LARGE_BYTES] = {
    let (_, digits) = charset::IMAGE.split_at(charset::LARGE as usize * 8);
    *digits.first_chunk().unwrap()
};
const LARGE_BYTES: usize = (charset::LAST_LARGE - charset::LARGE + 1) as usize * 8;

/// The characters of the large digits, some of which lie where the lights have their gaps.
pub fn draw_large_digits() {
    let first = map::CHARACTERS.at(u16::from(charset::LARGE) * 8);
    let mut place = 0;
    while place < LARGE_BYTES {
        first.at(place as u16).write(LARGE_DIGITS[place]);
        place += 1;
    }
}

/// `$D011`: 25 rows of text, with the border everywhere or only around it.
const DISPLAY_OFF: u8 = 0x0b;
const DISPLAY_ON: u8 = 0x1b;

/// The first screen is drawn: from the next picture on it is seen.
pub fn show() {
    map::RASTER_CONTROL.write(DISPLAY_ON);
}

/// Black until `show`: a screen is drawn unseen.
pub fn hide() {
    map::RASTER_CONTROL.write(DISPLAY_OFF);
}

/// Makes the VIC-II look at our screen: after start-up, and after the KERNAL used the port.
pub fn select() {
    map::VIDEO_BANK.write(map::VIDEO_BANK.read() & !3);
    select_characters();
}

/// The colour of one cell.
#[inline(always)]
pub fn set_colour(cell: u16, colour: u8) {
    map::COLOURS.at(cell).write(colour);
}

/// The background's colour, from this cycle on.
#[inline(always)]
pub fn set_paper(colour: u8) {
    map::PAPER.write(colour);
}

/// The screen as always, with the second character set of the bank: the title's logo.
#[inline(always)]
pub fn select_logo() {
    map::VIDEO_MEMORY.write(map::SCREEN_AND_LOGO);
}

/// The screen with the characters of the game.
#[inline(always)]
pub fn select_characters() {
    map::VIDEO_MEMORY.write(map::SCREEN_AND_CHARACTERS);
}

const FIRST_SPRITE: u8 = 1;

/// The sprite lies among the characters of squares that the last move marks, which has no marks while a piece is on its way.
// SAFETY: `ui::slide` counts to its length.
#[unsafe(export_name = "Sprite")]
#[unsafe(link_section = "SPRITE")]
static SPRITE: Bytes<63, ByModule> = unsafe { Bytes::by_module(0) };

/// A byte of the sprite, three of which are a row.
pub fn set_sprite(place: u8, bits: u8) {
    SPRITE.set(place, bits);
}

/// The place of the sprite's upper left corner.
pub fn place_sprite(x: u8, y: u8) {
    map::SPRITE_X.write(x);
    map::SPRITE_Y.write(y);
}

/// Moves it by so many pixels, which may be negative.
pub fn move_sprite(right: u8, down: u8) {
    map::SPRITE_X.write(map::SPRITE_X.read().wrapping_add(right));
    map::SPRITE_Y.write(map::SPRITE_Y.read().wrapping_add(down));
}

pub fn is_sprite_shown() -> bool {
    map::SPRITES_ON.read() != 0
}

pub fn show_sprite(colour: u8) {
    map::SPRITE_COLOUR.write(colour);
    map::SPRITES_ON.write(FIRST_SPRITE);
}

pub fn hide_sprite() {
    map::SPRITES_ON.write(0);
}

/// Waits until the picture is at a line, and knows its beginning within ten cycles.
#[inline(always)]
pub fn wait_line(line: u8) {
    while map::RASTER.read() != line {}
}

/// Thirty cycles, whatever the picture does.
#[inline(always)]
pub fn wait_thirty_cycles() {
    map::RASTER.read();
    map::RASTER.read();
    map::RASTER.read();
    map::RASTER.read();
    map::RASTER.read();
    map::RASTER.read();
    // In zero page: three cycles instead of four.
    map::PROCESSOR_PORT.read();
    map::PROCESSOR_PORT.read();
}

/// Waits for the end of the visible picture: once a frame.
pub fn wait_frame() {
    const LOWER_BORDER: u8 = 251;
    while map::RASTER.read() == LOWER_BORDER {}
    while map::RASTER.read() != LOWER_BORDER {}
}

/// Lines above 263 exist on PAL machines alone.
pub fn is_pal() -> bool {
    const HIGH_BIT: u8 = 0x80;
    while map::RASTER_CONTROL.read() & HIGH_BIT != 0 {}
    while map::RASTER_CONTROL.read() & HIGH_BIT == 0 {}
    let mut last = 0;
    while map::RASTER_CONTROL.read() & HIGH_BIT != 0 {
        let line = map::RASTER.read();
        // The register may have gone on to line 0 between the two reads.
        if line > last && line < 0x40 {
            last = line;
        }
    }
    last > 0x10
}
