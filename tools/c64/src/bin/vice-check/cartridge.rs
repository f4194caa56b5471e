//! The cartridge image in VICE's EasyFlash: it must start the program by itself, and the program must answer a key.

use crate::emulator::Tools;
use crate::program::{text, wait_for};
use std::path::Path;

/// Where the program has its screen, see `src/c64/layout.toml`.
const SCREEN: u16 = 0xF400;

pub fn check(tools: &Tools, image: &Path) -> Result<(), String> {
    tools.with_cartridge(image, |monitor| {
        let complain = |error: std::io::Error| format!("VICE: {error}");
        let mut wait = |shown: &str| {
            wait_for(monitor, SCREEN, shown, |screen| {
                text(screen).contains(shown)
            })
        };
        wait("Press a key")?;
        tools.key("keydown", "space").map_err(complain)?;
        wait("Your move")?;
        tools.key("keyup", "space").map_err(complain)
    })
}
