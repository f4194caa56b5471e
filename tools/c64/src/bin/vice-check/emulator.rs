//! VICE on a screen of its own: finds the tools, starts the emulator on an image of ours, and ends it.
//!
//! A tool that is missing is no failure of ours: [`Tools::find`] says which one, and the check is skipped.

use crate::monitor::{Display, Monitor};
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Where every program ends.
pub const FINISH: u16 = 0xFF00;
/// What the BASIC and the character ROM are filled with.
pub const BASIC_BYTE: u8 = 0xBA;
pub const CHARACTER_BYTE: u8 = 0xC4;

const PATIENCE: Duration = Duration::from_secs(60);
/// The power-on pattern of `Power::Pattern`, and no random bits in it.
#[rustfmt::skip]
const RAM_PATTERN: [&str; 16] = [
    "-raminitstartvalue", "0", "-raminitvalueinvert", "64", "-raminitvalueoffset", "0",
    "-raminitpatterninvert", "0", "-raminitpatterninvertvalue", "0", "-raminitstartrandom", "0",
    "-raminitrepeatrandom", "0", "-raminitrandomchance", "0",
];

/// Keys of the host to hold, by their X11 names, and control port lines to pull.
#[derive(Clone, Copy, Default)]
pub struct Hands {
    pub keys: &'static [&'static str],
    pub sticks: [u16; 2],
}

/// How to run a program.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    pub model: &'a str,
    pub hands: Hands,
    /// Go on for some frames after the end.
    pub linger: bool,
    /// Keys will be pressed while it runs: no faster than the real machine.
    pub typed: bool,
    /// Emulate the SID: it stands still while VICE makes no sound, or runs faster than sound can.
    pub sound: bool,
}

/// What a finished program leaves behind.
pub struct Outcome {
    pub ram: Vec<u8>,
    pub display: Display,
}

/// The tools, a directory for their files, and a screen nobody sees.
pub struct Tools {
    directory: PathBuf,
    screen: Child,
    display: String,
}

impl Tools {
    /// Starts the screen; the error names the first tool that is missing.
    pub fn find() -> Result<Tools, String> {
        for tool in ["x64sc", "Xvfb", "xdotool", "ca65", "ld65"] {
            if !is_installed(tool) {
                return Err(format!("{tool} is not installed"));
            }
        }
        let directory = std::env::temp_dir().join(format!("c64-vice-check-{}", std::process::id()));
        let prepare = || -> io::Result<(Child, String)> {
            fs::create_dir_all(&directory)?;
            fs::write(directory.join("basic"), [BASIC_BYTE; 0x2000])?;
            fs::write(directory.join("characters"), [CHARACTER_BYTE; 0x1000])?;
            let mut screen = Command::new("Xvfb")
                .args(["-displayfd", "1", "-screen", "0", "1024x768x24"])
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()?;
            let mut number = String::new();
            if let Some(output) = screen.stdout.take() {
                BufReader::new(output).read_line(&mut number)?;
            }
            Ok((screen, format!(":{}", number.trim())))
        };
        let (screen, display) =
            prepare().map_err(|error| format!("Xvfb does not start: {error}"))?;
        Ok(Tools {
            directory,
            screen,
            display,
        })
    }

    /// Assembles a program of the `vice` directory, or of a path of its own, into an 8 KB image.
    pub fn assemble(&self, name: &str, defines: &[(&str, u8)]) -> Result<Vec<u8>, String> {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("vice");
        let object = self.directory.join("program.o");
        let image = self.directory.join("kernal");
        let mut assembler = Command::new("ca65");
        assembler.arg("-I").arg(&source).arg("-o").arg(&object);
        for (define, value) in defines {
            assembler.arg("-D").arg(format!("{define}={value}"));
        }
        run(assembler.arg(source.join(name).with_extension("s")))?;
        let mut linker = Command::new("ld65");
        linker.arg("-C").arg(source.join("rom.cfg"));
        run(linker.arg("-o").arg(&image).arg(&object))?;
        fs::read(&image).map_err(|error| format!("{}: {error}", image.display()))
    }

    /// Keeps a program's text where [`Tools::assemble`] finds it by the name returned.
    pub fn write_source(&self, name: &str, text: &str) -> Result<String, String> {
        let path = self.directory.join(name);
        let file = path.with_extension("s");
        fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
        Ok(path.display().to_string())
    }

    /// Runs the image last assembled to its end.
    pub fn run(&self, run: Run) -> Result<Outcome, String> {
        let port = free_port().map_err(|error| format!("no free port: {error}"))?;
        let mut emulator = self.start(port, run, None)?;
        let outcome = self.drive(port, run);
        wait_or_kill(&mut emulator);
        outcome.map_err(|error| format!("VICE: {error}"))
    }

    /// Starts the image last assembled, lets it come to its end, and hands the emulator over.
    pub fn with_emulator<T>(
        &self,
        act: impl FnOnce(&mut Monitor) -> Result<T, String>,
    ) -> Result<T, String> {
        self.act_in_emulator(None, |monitor| {
            run_to_finish(monitor).map_err(|error| format!("VICE: {error}"))?;
            act(monitor)
        })
    }

    /// Starts an EasyFlash image and hands the emulator over. The KERNAL's routines return at once: there is no KERNAL here
    /// that could be used, and what the image starts needs none until it uses a disk.
    pub fn with_cartridge<T>(
        &self,
        image: &Path,
        act: impl FnOnce(&mut Monitor) -> Result<T, String>,
    ) -> Result<T, String> {
        const RTS: u8 = 0x60;
        let kernal = self.directory.join("kernal");
        fs::write(&kernal, [RTS; 0x2000])
            .map_err(|error| format!("{}: {error}", kernal.display()))?;
        self.act_in_emulator(Some(image), act)
    }

    /// Starts the emulator for someone who will press keys.
    fn act_in_emulator<T>(
        &self,
        cartridge: Option<&Path>,
        act: impl FnOnce(&mut Monitor) -> Result<T, String>,
    ) -> Result<T, String> {
        let complain = |error: io::Error| format!("VICE: {error}");
        let port = free_port().map_err(|error| format!("no free port: {error}"))?;
        let run = Run {
            model: "c64",
            hands: Hands::default(),
            linger: false,
            typed: true,
            sound: false,
        };
        let mut emulator = self.start(port, run, cartridge)?;
        let outcome = Monitor::connect(port, PATIENCE)
            .map_err(complain)
            .and_then(|mut monitor| {
                monitor.resume().map_err(complain)?;
                let outcome = act(&mut monitor);
                monitor.quit();
                outcome
            });
        wait_or_kill(&mut emulator);
        outcome
    }

    /// Presses (`keydown`) or lets go (`keyup`) a key of the host.
    pub fn key(&self, action: &str, key: &str) -> io::Result<()> {
        self.xdotool(&[
            "search",
            "--sync",
            "--name",
            "VICE",
            "windowfocus",
            "--sync",
            action,
            key,
        ])
    }

    fn start(&self, port: u16, run: Run, cartridge: Option<&Path>) -> Result<Child, String> {
        let mut command = Command::new("x64sc");
        command
            .env("DISPLAY", &self.display)
            .env("HOME", &self.directory);
        command.args(["-default", "-model", run.model]);
        if run.sound {
            command.args(["-sound", "-sounddev", "wav", "-soundarg"]);
            command.arg(self.directory.join("sound"));
        } else {
            command.arg("+sound");
        }
        if run.hands.keys.is_empty() && !run.sound && !run.typed {
            command.arg("-warp");
        }
        if run.hands.sticks != [0; 2] {
            // The device whose lines the monitor can set.
            command.args(["-controlport1device", "37", "-controlport2device", "37"]);
        }
        command.args(RAM_PATTERN);
        for (socket, file) in [
            ("-kernal", "kernal"),
            ("-basic", "basic"),
            ("-chargen", "characters"),
        ] {
            command.arg(socket).arg(self.directory.join(file));
        }
        if let Some(image) = cartridge {
            command.arg("-cartcrt").arg(image);
        }
        command.args(["-binarymonitor", "-binarymonitoraddress"]);
        command.arg(format!("ip4://127.0.0.1:{port}"));
        command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("x64sc does not start: {error}"))
    }

    fn drive(&self, port: u16, run: Run) -> io::Result<Outcome> {
        let hands = run.hands;
        let mut monitor = Monitor::connect(port, PATIENCE)?;
        if hands.sticks != [0; 2] {
            for (index, lines) in hands.sticks.into_iter().enumerate() {
                monitor.joystick(index as u16, lines)?;
            }
        }
        monitor.resume()?;
        self.hold(hands.keys)?;
        run_to_finish(&mut monitor)?;
        if run.linger {
            monitor.resume()?;
            std::thread::sleep(Duration::from_millis(500));
            run_to_finish(&mut monitor)?;
        }
        let outcome = Outcome {
            ram: monitor.ram()?,
            display: monitor.display()?,
        };
        monitor.quit();
        self.let_go(hands.keys)?;
        Ok(outcome)
    }

    fn hold(&self, keys: &[&str]) -> io::Result<()> {
        if keys.is_empty() {
            return Ok(());
        }
        // The window takes keys only once it is there and has the focus.
        let mut arguments = vec![
            "search",
            "--sync",
            "--name",
            "VICE",
            "windowfocus",
            "--sync",
        ];
        keys.iter()
            .for_each(|key| arguments.extend(["keydown", key]));
        self.xdotool(&arguments)
    }

    fn let_go(&self, keys: &[&str]) -> io::Result<()> {
        let arguments: Vec<&str> = keys.iter().flat_map(|key| ["keyup", key]).collect();
        if arguments.is_empty() {
            return Ok(());
        }
        self.xdotool(&arguments)
    }

    fn xdotool(&self, arguments: &[&str]) -> io::Result<()> {
        let status = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        if !status.success() {
            return Err(io::Error::other("xdotool cannot press keys"));
        }
        Ok(())
    }
}

impl Drop for Tools {
    fn drop(&mut self) {
        let _ = self.screen.kill();
        let _ = self.screen.wait();
        let _ = fs::remove_dir_all(&self.directory);
    }
}

/// Lets the emulator run until it is seen at the end of the program.
fn run_to_finish(monitor: &mut Monitor) -> io::Result<()> {
    let end = Instant::now() + PATIENCE;
    while monitor.program_counter()? != FINISH {
        if Instant::now() > end {
            return Err(io::Error::other("the program does not end"));
        }
        monitor.resume()?;
        std::thread::sleep(Duration::from_millis(100));
    }
    Ok(())
}

fn is_installed(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|directory| directory.join(tool).is_file())
}

fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|error| format!("{name} does not start: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "{name}: {}",
            String::from_utf8_lossy(&output.stderr).trim()
        ));
    }
    Ok(())
}

fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// Gives the emulator a moment to end by itself.
fn wait_or_kill(emulator: &mut Child) {
    let end = Instant::now() + Duration::from_secs(3);
    while Instant::now() < end {
        if !matches!(emulator.try_wait(), Ok(None)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let _ = emulator.kill();
    let _ = emulator.wait();
}
