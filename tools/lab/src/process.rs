//! A chess engine's process: lines to it, lines from it, and an end to waiting.
//!
//! Whatever the engine does, a read returns: with a line, or with what went wrong. Dropping the process ends it. What the
//! lines mean is left to `uci` and `cecp`.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Where Debian puts chess engines; root's search path leaves it out.
const GAMES: &str = "/usr/games";
/// How long an engine may take to end after it was told to.
const FAREWELL: Duration = Duration::from_millis(1500);

pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    reader: Option<JoinHandle<()>>,
    patience: Duration,
    name: String,
}

impl Process {
    /// `command` is a program and its arguments. A read that brings no line within `patience` fails.
    pub fn start(command: &[String], patience: Duration) -> Result<Process, String> {
        let (program, arguments) = command.split_first().ok_or("an empty engine command")?;
        let mut child = spawn(Path::new(program), arguments)
            .or_else(|error| match error.kind() {
                std::io::ErrorKind::NotFound => {
                    spawn(&Path::new(GAMES).join(program), arguments).map_err(|_| error)
                }
                _ => Err(error),
            })
            .map_err(|error| format!("{program}: {error}"))?;
        let output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let (sender, lines) = channel();
        let reader = std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Process {
            input: child.stdin.take(),
            child,
            lines,
            reader: Some(reader),
            patience,
            name: program.clone(),
        })
    }

    pub fn send(&mut self, line: &str) -> Result<(), String> {
        let input = self.input.as_mut().expect("input is open until the drop");
        writeln!(input, "{line}")
            .and_then(|()| input.flush())
            .map_err(|error| format!("{} does not take `{line}`: {error}", self.name))
    }

    /// Lines up to the first that `last` accepts, that one included.
    pub fn read_until(
        &mut self,
        awaited: &str,
        last: impl Fn(&str) -> bool,
    ) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + self.patience;
        let mut lines = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    let is_last = last(&line);
                    lines.push(line);
                    if is_last {
                        return Ok(lines);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    let seconds = self.patience.as_secs();
                    return Err(format!("{}: no {awaited} in {seconds} s", self.name));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(format!("{} ended without a {awaited}", self.name));
                }
            }
        }
    }
}

fn spawn(program: &Path, arguments: &[String]) -> std::io::Result<Child> {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
}

impl Drop for Process {
    fn drop(&mut self) {
        // Failures here change nothing: the engine may be gone already.
        let _ = self.send("quit");
        self.input = None;
        let deadline = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() >= deadline {
                let _ = self.child.kill();
                break;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.wait();
        if let Some(reader) = self.reader.take() {
            let _ = reader.join();
        }
    }
}
