//! Shows the joystick in port 2: it moves a sprite, and the button changes its colour.
#![no_std]

use console::Text;
use mos_hardware::c64::{self, DEFAULT_SPRITE_PTR};
use mos_hardware::cia::GameController;
use mos_hardware::vic2::{self, Sprites, to_sprite_pointer};
use ufmt::uwrite;

const SHAPE_AT: u16 = 0x0340;

/// A cross: the middle rows are full, the others have a bar.
fn shape() {
    for row in 0..21u16 {
        let bytes = if (8..13).contains(&row) {
            [0xff; 3]
        } else {
            [0, 0x3c, 0]
        };
        unsafe { ((SHAPE_AT + row * 3) as *mut [u8; 3]).write_volatile(bytes) };
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    console::fill(b' ', vic2::WHITE);
    let _ = uwrite!(Text::at(0, 7), "move with the stick, port 2");
    shape();
    let vic = c64::vic2();
    unsafe {
        DEFAULT_SPRITE_PTR[0].write_volatile(to_sprite_pointer(SHAPE_AT));
        vic.sprite_enable.write(Sprites::SPRITE0);
    }
    let (mut x, mut y, mut ink) = (160u8, 140u8, vic2::WHITE);
    loop {
        console::wait_frame();
        // A switch that is closed pulls its line low.
        let stick = c64::cia1().port_a.read();
        let pressed = |switch: GameController| !stick.contains(switch);
        if pressed(GameController::LEFT) {
            x = x.saturating_sub(2).max(24);
        }
        if pressed(GameController::RIGHT) {
            x = x.saturating_add(2);
        }
        if pressed(GameController::UP) {
            y = y.saturating_sub(2).max(50);
        }
        if pressed(GameController::DOWN) {
            y = y.saturating_add(2).min(229);
        }
        if pressed(GameController::FIRE) {
            ink = (ink + 1) & 15;
        }
        vic.set_sprite_pos(0, x, y);
        vic.set_sprite_color(0, ink);
        let _ = uwrite!(Text::at(2, 15), "{} {}   ", x, y);
    }
}
