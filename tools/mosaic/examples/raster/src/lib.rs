//! Shows an interrupt in Rust: the VIC-II calls `on_raster` at chosen lines, while the main program shows how often.
#![no_std]
#![feature(asm_experimental_arch)]

use console::Text;
use core::arch::asm;
use mos_hardware::c64;
use mos_hardware::vic2::{self, ControlYFlags, IRQEnableFlags, InterruptFlags};
use ufmt::uwrite;

/// Lines at which the colour changes.
const LINES: [u8; 4] = [50, 100, 150, 200];
const COLOURS: [u8; 4] = [vic2::BLUE, vic2::PURPLE, vic2::LIGHT_RED, vic2::YELLOW];

/// The stripe that comes next. Only the handler uses it.
static mut NEXT: u8 = 0;
/// Frames so far: written by the handler and read by the program, so every access is volatile.
static mut FRAMES: u8 = 0;

/// Named in the layout: the compiler saves all registers, and its variables are shared with nothing else.
#[unsafe(no_mangle)]
pub extern "C" fn on_raster() {
    let vic = c64::vic2();
    unsafe {
        let stripe = usize::from(NEXT & 3);
        vic.border_color.write(COLOURS[stripe]);
        vic.background_color0.write(COLOURS[stripe]);
        NEXT = NEXT.wrapping_add(1);
        vic.raster_counter.write(LINES[usize::from(NEXT & 3)]);
        if stripe == 3 {
            let frames = &raw mut FRAMES;
            frames.write_volatile(frames.read_volatile().wrapping_add(1));
        }
        // Acknowledged: the chip may ask again.
        vic.irq_status.write(InterruptFlags::RASTER_COMPARE_IRQ);
    }
}

/// The processor's vectors for NMI, reset and IRQ, at the top of memory.
#[unsafe(no_mangle)]
#[unsafe(link_section = "VECTORS")]
static VECTOR_TABLE: [extern "C" fn(); 3] = [ignore, ignore, on_raster];

/// Nothing asks for it: RESTORE is not pressed here.
#[unsafe(no_mangle)]
pub extern "C" fn ignore() {}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> ! {
    console::fill(b' ', vic2::WHITE);
    let vic = c64::vic2();
    unsafe {
        // Vectors and memory are ours; the timers' interrupts are switched off, the raster's on.
        c64::cia1().interrupt.write(0x7f);
        c64::cia2().interrupt.write(0x7f);
        let _ = c64::cia1().interrupt.read();
        vic.control_y.write(ControlYFlags::from_bits_truncate(0x1b));
        vic.raster_counter.write(LINES[0]);
        vic.irq_enable.write(IRQEnableFlags::RASTER_COMPARE);
        vic.irq_status.write(InterruptFlags::RASTER_COMPARE_IRQ);
        asm!("cli");
    }
    loop {
        let frames = unsafe { (&raw const FRAMES).read_volatile() };
        let _ = uwrite!(Text::at(12, 15), "frame {}  ", frames);
    }
}
