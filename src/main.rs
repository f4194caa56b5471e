//! The program on the Commodore 64: sets up the machine, shows the title, then runs the app frame by frame.
//!
//! Part of the library there, because the program is compiled as one module; the start code jumps to `main`.

use crate::c64::{clock, disk, keys, map, screen, sound};
use crate::chance;
use crate::engine;
use crate::game::{record, settings};
use crate::title;
use crate::ui::app;

/// Where the start code jumps to.
#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    set_up();
    title::run();
    app::start();
    while app::STATE.get() != app::LEAVING {
        screen::wait_frame();
        let key = keys::poll();
        if key != 0 {
            // Nobody presses a key at the same cycle twice.
            chance::stir(map::CYCLES.read());
        }
        app::turn(key);
    }
    leave()
}

/// Chips, tables, chance, settings and a board. This code lies where the screen will be: it runs once, before anything is drawn.
#[unsafe(link_section = "INIT")]
#[inline(never)]
fn set_up() {
    silence_interrupts();
    screen::init();
    screen::draw_dark_pieces();
    screen::draw_large_digits();
    sound::init();
    keys::init();
    disk::init();
    clock::init(screen::is_pal());
    engine::set_up();
    chance::seed(sound::random(), map::CYCLES.read());
    settings::reset();
    record::begin();
}

/// No chip may ask for an interrupt; reading a request clears it.
fn silence_interrupts() {
    map::CIA1_IRQ.write(0x7f);
    map::CIA2_IRQ.write(0x7f);
    map::VIDEO_IRQ_MASK.write(0);
    map::VIDEO_IRQ.write(0xff);
    map::CIA1_IRQ.read();
    map::CIA2_IRQ.read();
}

/// Back to BASIC: the ROMs in, then the KERNAL's own reset sets up everything else.
fn leave() -> ! {
    map::PROCESSOR_PORT.write(map::BANKS_BASIC);
    map::call(map::KERNAL_RESET);
    loop {}
}

/// A broken invariant: stop where it happened, with a red border, rather than go on wrong.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    map::BORDER_COLOUR.write(2);
    loop {}
}
