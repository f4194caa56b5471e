//! What happens when the program panics: a red border, and everything stops.

/// For `cargo mosaic test`, which prints where a test failed.
#[cfg(mosaic_test)]
#[unsafe(no_mangle)]
static mut PANIC_LINE: u32 = 0;
#[cfg(mosaic_test)]
#[unsafe(no_mangle)]
static mut PANIC_FILE: *const str = "";

#[panic_handler]
fn panic(info: &core::panic::PanicInfo) -> ! {
    const RED: u8 = 2;
    unsafe { (0xd020 as *mut u8).write_volatile(RED) };
    // Where it happened is stored for tests only: the names of files take room.
    #[cfg(mosaic_test)]
    if let Some(place) = info.location() {
        unsafe {
            (&raw mut PANIC_LINE).write_volatile(place.line());
            (&raw mut PANIC_FILE).write_volatile(place.file());
        }
    }
    #[cfg(not(mosaic_test))]
    let _ = info;
    loop {}
}
