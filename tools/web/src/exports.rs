//! The console for JavaScript: functions on numbers, one buffer for what comes in and one for what goes out.
//!
//! JavaScript asks `incoming(length)` for a place and writes bytes there before a call that reads them; a call that answers
//! with bytes or text leaves them at `outgoing()`, `outgoing_length()` long, until the next call. A call that can fail
//! returns 0 and leaves the reason there.

use crate::console::Console;
use crate::hand::{Command, Touch};
use crate::story::Given;
use crate::{pgn, script};
use c64::keyboard::KEYS;
use c64::{AccessMap, Key, Model};
use std::cell::RefCell;

/// Rows of a profile that are told.
const PROFILE_ROWS: usize = 40;

#[derive(Default)]
struct Shared {
    console: Option<Console>,
    labels: String,
    incoming: Vec<u8>,
    outgoing: Vec<u8>,
    facts: Vec<f64>,
    touch: Touch,
    /// How bright each cell of the memory map is: instructions, reads, writes.
    heat: Option<AccessMap>,
}

thread_local! {
    static SHARED: RefCell<Shared> = RefCell::new(Shared::default());
}

fn with<T>(act: impl FnOnce(&mut Shared) -> T) -> T {
    SHARED.with(|shared| act(&mut shared.borrow_mut()))
}

impl Shared {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.incoming).into_owned()
    }

    fn say(&mut self, text: String) {
        self.outgoing = text.into_bytes();
    }
}

/// A call that needs the machine; 1 when it went well, else 0 and the reason.
fn attempt(act: impl FnOnce(&mut Console, &str, &mut Touch) -> Result<Vec<u8>, String>) -> u32 {
    with(|shared| {
        let text = shared.text();
        let said = match &mut shared.console {
            Some(console) => act(console, &text, &mut shared.touch),
            None => Err("the machine is not switched on".to_string()),
        };
        let worked = said.is_ok();
        shared.outgoing = said.unwrap_or_else(String::into_bytes);
        u32::from(worked)
    })
}

fn quietly(act: impl FnOnce(&mut Console, &str, &mut Touch) -> Result<(), String>) -> u32 {
    attempt(|console, text, touch| act(console, text, touch).map(|()| Vec::new()))
}

/// A place for so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn incoming(length: u32) -> *mut u8 {
    with(|shared| {
        shared.incoming = vec![0; length as usize];
        shared.incoming.as_mut_ptr()
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn outgoing() -> *const u8 {
    with(|shared| shared.outgoing.as_ptr())
}

#[unsafe(no_mangle)]
pub extern "C" fn outgoing_length() -> u32 {
    with(|shared| shared.outgoing.len() as u32)
}

/// Takes the text that came in as the program's symbols.
#[unsafe(no_mangle)]
pub extern "C" fn set_symbols() {
    with(|shared| shared.labels = shared.text());
}

/// Switches the machine on with the program that came in; the files of the drive stay.
#[unsafe(no_mangle)]
pub extern "C" fn switch_on(ntsc: u32, seed: u32) -> u32 {
    with(|shared| {
        let model = if ntsc == 0 { Model::Pal } else { Model::Ntsc };
        let prg = shared.incoming.clone();
        match Console::start(prg, &shared.labels, model, seed.into()) {
            Ok(mut console) => {
                if let Some(old) = shared.console.take() {
                    console.drive.files = old.drive.files;
                }
                shared.console = Some(console);
                shared.outgoing.clear();
                1
            }
            Err(reason) => {
                shared.say(reason);
                0
            }
        }
    })
}

/// Lets the machine run for so many cycles.
#[unsafe(no_mangle)]
pub extern "C" fn run(cycles: u32) -> u32 {
    quietly(|console, _, _| console.run(cycles.into()))
}

/// Is the program thinking? A search is run faster than a person's time.
#[unsafe(no_mangle)]
pub extern "C" fn is_thinking() -> u32 {
    with(|shared| {
        let thinks = shared.console.as_ref().is_some_and(Console::is_thinking);
        u32::from(thinks)
    })
}

/// The picture, four bytes a pixel; returns its height.
#[unsafe(no_mangle)]
pub extern "C" fn picture() -> u32 {
    attempt(|console, _, _| Ok(console.picture()));
    with(|shared| (shared.outgoing.len() / 4 / c64::Frame::WIDTH) as u32)
}

/// Makes sound from now on.
#[unsafe(no_mangle)]
pub extern "C" fn make_sound(sample_rate: u32) {
    quietly(|console, _, _| {
        console.make_sound(sample_rate);
        Ok(())
    });
}

/// The samples since the last call as 32-bit floats; returns how many. Unheard time leaves none.
#[unsafe(no_mangle)]
pub extern "C" fn samples(heard: u32) -> u32 {
    attempt(|console, _, _| {
        let samples = console.samples(heard != 0);
        Ok(samples
            .iter()
            .flat_map(|sample| sample.to_le_bytes())
            .collect())
    });
    with(|shared| shared.outgoing.len() as u32 / 4)
}

/// A key of the host's keyboard goes down: keys of the matrix by number, with SHIFT in bit 8.
#[unsafe(no_mangle)]
pub extern "C" fn press(id: u32, number: u32) {
    quietly(|console, _, _| {
        let mut keys = Vec::new();
        if number & 0x100 != 0 {
            keys.push(Key::LeftShift);
        }
        keys.extend(KEYS.get(number as usize & 0xFF));
        console.strokes.press(id, keys);
        Ok(())
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn release(id: u32) {
    quietly(|console, _, _| {
        console.strokes.release(id);
        Ok(())
    });
}

#[unsafe(no_mangle)]
pub extern "C" fn press_restore() {
    quietly(|console, _, _| {
        console.machine.press_restore();
        Ok(())
    });
}

/// A finger goes down at a pixel; returns the square of the piece it lifted, 255 for none.
#[unsafe(no_mangle)]
pub extern "C" fn touch(x: u32, y: u32) -> u32 {
    let mut lifted = u32::from(u8::MAX);
    quietly(|console, _, touch| {
        *touch = console.touch(x as usize, y as usize)?;
        lifted = touch.lifted().unwrap_or(u8::MAX).into();
        Ok(())
    });
    lifted
}

/// It comes up again.
#[unsafe(no_mangle)]
pub extern "C" fn lift(x: u32, y: u32) -> u32 {
    quietly(|console, _, touch| {
        let touch = std::mem::take(touch);
        console.lift(touch, x as usize, y as usize)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn promote(letter: u32) -> u32 {
    quietly(|console, _, _| console.promote(char::from(letter as u8)))
}

/// A button by its number in `hand::Command`.
#[unsafe(no_mangle)]
pub extern "C" fn command(number: u32) -> u32 {
    quietly(|console, _, _| {
        let command = Command::numbered(number).ok_or("no such button")?;
        console.command(command)
    })
}

#[unsafe(no_mangle)]
pub extern "C" fn set_level(level: u32) -> u32 {
    quietly(|console, _, _| console.set_level(level as u8))
}

/// Continues from the FEN that came in.
#[unsafe(no_mangle)]
pub extern "C" fn load_fen() -> u32 {
    quietly(|console, text, _| {
        let fen = text.split_whitespace().collect::<Vec<&str>>().join(" ");
        console.load_game(&Given {
            fen,
            moves: Vec::new(),
        })
    })
}

/// Continues from the PGN that came in.
#[unsafe(no_mangle)]
pub extern "C" fn load_pgn() -> u32 {
    quietly(|console, text, _| {
        let given = pgn::read(text)?;
        if given.moves.is_empty() && given.fen == crate::story::STANDARD {
            return Err("PGN: no moves found".to_string());
        }
        console.load_game(&given)
    })
}

/// Saves the game under the name that came in.
#[unsafe(no_mangle)]
pub extern "C" fn save() -> u32 {
    quietly(|console, text, _| console.save(text))
}

/// Loads the game of the name that came in.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> u32 {
    quietly(|console, text, _| console.load(text))
}

/// Puts a file on the disk: its name, a line feed, its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn put_file() {
    with(|shared| {
        let mut parts = shared.incoming.splitn(2, |&byte| byte == b'\n');
        let name = String::from_utf8_lossy(parts.next().unwrap_or_default()).into_owned();
        let bytes = parts.next().unwrap_or_default().to_vec();
        if let Some(console) = &mut shared.console {
            console.drive.files.insert(name, bytes);
        }
    });
}

/// The bytes of the file whose name came in; 0 when there is none.
#[unsafe(no_mangle)]
pub extern "C" fn file() -> u32 {
    attempt(|console, name, _| {
        let missing = || format!("no file `{name}`");
        console.drive.files.get(name).cloned().ok_or_else(missing)
    })
}

/// Forgets the file whose name came in.
#[unsafe(no_mangle)]
pub extern "C" fn remove_file() {
    quietly(|console, name, _| {
        console.drive.files.remove(name);
        Ok(())
    });
}

/// The names of the files, one a line.
#[unsafe(no_mangle)]
pub extern "C" fn files() {
    attempt(|console, _, _| {
        let names: Vec<&str> = console.drive.files.keys().map(String::as_str).collect();
        Ok(names.join("\n").into_bytes())
    });
}

/// The disk with program and games as a `.d64`.
#[unsafe(no_mangle)]
pub extern "C" fn disk_image() -> u32 {
    attempt(|console, _, _| console.disk_image())
}

/// Numbers about machine, game and search, in the order of `FACTS` in the page's `machine.js`.
#[unsafe(no_mangle)]
pub extern "C" fn facts() -> *const f64 {
    with(|shared| {
        if let Some(console) = &mut shared.console {
            console.story();
            shared.facts = facts_of(console);
        }
        shared.facts.as_ptr()
    })
}

fn facts_of(console: &Console) -> Vec<f64> {
    let settings = console.settings();
    let finding = console.finding();
    let white = console.is_white_to_move();
    vec![
        console.machine.cycles() as f64,
        console.machine.model().clock_hz() as f64,
        console.machine.model().frame_cycles() as f64,
        f64::from(u8::from(console.is_thinking())),
        finding.cycles as f64,
        f64::from(finding.budget),
        f64::from(finding.depth),
        f64::from(finding.score),
        f64::from(finding.nodes),
        console.screen() as u8 as f64,
        f64::from(settings.level),
        f64::from(settings.players),
        f64::from(u8::from(settings.flipped)),
        console.played() as f64,
        f64::from(console.story_changes),
        f64::from(console.disk_changes),
        f64::from(u8::from(white)),
        f64::from(u8::from(settings.computer_plays(white))),
        f64::from(u8::from(console.machine.has_ended())),
    ]
}

/// Texts by number: message, FEN, moves, PGN, best line, scores by half move, the screen.
#[unsafe(no_mangle)]
pub extern "C" fn text(which: u32) -> u32 {
    attempt(|console, _, _| {
        Ok(match which {
            0 => console.message(),
            1 => console.story().fen.clone(),
            2 => {
                let story = console.story();
                let begins = if story.black_begins { "b" } else { "w" };
                format!("{begins}\n{}", story.moves.join("\n"))
            }
            3 => console.story().pgn.clone(),
            4 => console.finding().line.join(" "),
            5 => {
                let scores = console.scores.iter();
                let lines: Vec<String> = scores
                    .map(|(ply, score)| format!("{ply} {score}"))
                    .collect();
                lines.join("\n")
            }
            6 => console.machine.screen_text(),
            _ => return Err("no such text".to_string()),
        }
        .into_bytes())
    })
}

/// Runs the script that came in; the answer goes out.
#[unsafe(no_mangle)]
pub extern "C" fn run_script() -> u32 {
    let labels = with(|shared| shared.labels.clone());
    attempt(|console, text, _| script::run(console, &labels, text).map(String::into_bytes))
}

/// Begins or ends watching which memory is touched and where the cycles go; the machine is slower meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn look_inside(on: u32) {
    with(|shared| {
        let Some(console) = &mut shared.console else {
            return;
        };
        if on == 0 {
            console.machine.stop_access_map();
            console.machine.take_profile();
            shared.heat = None;
        } else {
            console.machine.start_access_map();
            console.machine.start_profile();
            shared.heat = Some(AccessMap::default());
        }
    });
}

/// The memory as a picture of 256 by 256 cells, a page a row: red is written, green is read, blue is executed.
#[unsafe(no_mangle)]
pub extern "C" fn memory_map() -> u32 {
    with(|shared| {
        let fresh = shared
            .console
            .as_mut()
            .and_then(|console| console.machine.take_access_map());
        let (Some(fresh), Some(heat)) = (fresh, &mut shared.heat) else {
            return 0;
        };
        warm(&mut heat.executed, &fresh.executed);
        warm(&mut heat.read, &fresh.read);
        warm(&mut heat.written, &fresh.written);
        let cells = heat.written.iter().zip(&heat.read).zip(&heat.executed);
        shared.outgoing = cells
            .flat_map(|((&written, &read), &executed)| [written, read, executed, 0xFF])
            .collect();
        1
    })
}

/// A touched cell glows and fades.
fn warm(heat: &mut [u8], touched: &[u8]) {
    for (heat, &touched) in heat.iter_mut().zip(touched) {
        *heat = if touched > 0 {
            0xFF
        } else {
            *heat - *heat / 8 - u8::from(*heat > 0)
        };
    }
}

/// The profile since it was last asked for: a line for each symbol, with its cycles and calls.
#[unsafe(no_mangle)]
pub extern "C" fn profile() -> u32 {
    attempt(|console, _, _| {
        let report = console
            .machine
            .take_profile()
            .ok_or("no profile is being taken")?;
        console.machine.start_profile();
        let rows = report.rows.iter().take(PROFILE_ROWS);
        let lines: Vec<String> = rows
            .map(|row| format!("{} {} {}", row.name, row.cycles, row.calls))
            .collect();
        Ok(lines.join("\n").into_bytes())
    })
}
