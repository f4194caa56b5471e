//! `cargo mosaic run --headless`: runs a program without showing it, until its screen says something or its time is up.

use crate::computer::Computer;
use crate::project::write;
use std::path::PathBuf;

/// When to stop and what to leave behind.
#[derive(Debug, Clone, Default)]
pub struct Goal {
    /// Typed once the program runs; a line feed is RETURN.
    pub keys: String,
    /// Stop when the screen shows this.
    pub until_text: Option<String>,
    /// Stop after so many cycles at the latest.
    pub cycles: u64,
    /// Where to write a picture of the screen at the end.
    pub screenshot: Option<PathBuf>,
}

/// Runs to the goal and returns what the screen then shows. A text that never comes is an error, with the screen in it.
pub fn run(computer: &mut Computer, goal: &Goal) -> Result<String, String> {
    let end = computer.machine.cycles() + goal.cycles;
    if !goal.keys.is_empty() {
        computer.run_frames(10)?;
        computer.type_text(&goal.keys)?;
    }
    let is_there = |computer: &Computer| {
        let text = goal.until_text.as_deref();
        text.is_some_and(|text| computer.machine.screen_text().contains(text))
    };
    while computer.machine.cycles() < end && !computer.has_ended() && !is_there(computer) {
        computer.run_frames(1)?;
    }
    if let Some(file) = &goal.screenshot {
        write(file, &computer.machine.screenshot().png())?;
    }
    let screen = shown(&computer.machine.screen_text());
    match &goal.until_text {
        Some(text) if !is_there(computer) => Err(format!(
            "`{text}` did not appear within {} cycles; the screen shows\n{screen}",
            goal.cycles
        )),
        _ => Ok(screen),
    }
}

/// The rows of the screen without blanks at their ends, up to the last that shows something.
fn shown(screen: &str) -> String {
    let rows: Vec<&str> = screen.lines().map(str::trim_end).collect();
    let last = rows.iter().rposition(|row| !row.is_empty());
    let rows = &rows[..last.map_or(0, |last| last + 1)];
    rows.iter().map(|row| format!("{row}\n")).collect()
}
