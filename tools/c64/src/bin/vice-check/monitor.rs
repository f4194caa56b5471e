//! The binary monitor of VICE: a TCP connection over which memory, registers and joysticks are driven.
//!
//! Every command stops the emulator; [`Monitor::resume`] lets it go on. Only the commands needed here are spoken.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const START: u8 = 2;
const API: u8 = 2;

const MEMORY_GET: u8 = 0x01;
const MEMORY_SET: u8 = 0x02;
const REGISTERS_GET: u8 = 0x31;
const REGISTERS_SET: u8 = 0x32;
const DISPLAY_GET: u8 = 0x84;
const JOYPORT_SET: u8 = 0xA2;
const EXIT: u8 = 0xAA;
const QUIT: u8 = 0xBB;

const PROGRAM_COUNTER: u8 = 3;
const RAM_BANK: u16 = 1;

/// A whole frame as VICE holds it: colour indices.
pub struct Display {
    pub width: usize,
    pub pixels: Vec<u8>,
}

/// A connection to a running emulator.
pub struct Monitor {
    stream: TcpStream,
    request: u32,
}

impl Monitor {
    /// Connects to the local port, trying until the emulator listens or `patience` is over.
    pub fn connect(port: u16, patience: Duration) -> io::Result<Monitor> {
        let end = Instant::now() + patience;
        loop {
            match TcpStream::connect(("127.0.0.1", port)) {
                Ok(stream) => {
                    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
                    return Ok(Monitor { stream, request: 0 });
                }
                Err(error) if Instant::now() > end => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(50)),
            }
        }
    }

    /// Sends one command and waits for its answer, past the events the emulator sends on its own.
    fn command(&mut self, command: u8, body: &[u8]) -> io::Result<Vec<u8>> {
        self.request += 1;
        let mut message = vec![START, API];
        message.extend((body.len() as u32).to_le_bytes());
        message.extend(self.request.to_le_bytes());
        message.push(command);
        message.extend(body);
        self.stream.write_all(&message)?;
        loop {
            let mut header = [0; 12];
            self.stream.read_exact(&mut header)?;
            let [_, _, l0, l1, l2, l3, _, error, r0, r1, r2, r3] = header;
            let mut answer = vec![0; u32::from_le_bytes([l0, l1, l2, l3]) as usize];
            self.stream.read_exact(&mut answer)?;
            if u32::from_le_bytes([r0, r1, r2, r3]) != self.request {
                continue;
            }
            if error != 0 {
                let message =
                    format!("VICE answers command ${command:02x} with error ${error:02x}");
                return Err(io::Error::other(message));
            }
            return Ok(answer);
        }
    }

    /// Lets the emulator run.
    pub fn resume(&mut self) -> io::Result<()> {
        self.command(EXIT, &[]).map(drop)
    }

    /// Ends the emulator; it may hang up before it answers.
    pub fn quit(mut self) {
        let _ = self.command(QUIT, &[]);
    }

    /// All 64 KB of RAM, whatever is banked over it.
    pub fn ram(&mut self) -> io::Result<Vec<u8>> {
        let mut body = vec![0, 0x00, 0x00, 0xFF, 0xFF, 0];
        body.extend(RAM_BANK.to_le_bytes());
        Ok(self.command(MEMORY_GET, &body)?.split_off(2))
    }

    /// Puts a program file into RAM, where its first two bytes say.
    pub fn write(&mut self, prg: &[u8]) -> io::Result<()> {
        let [low, high, bytes @ ..] = prg else {
            return Err(io::Error::other("the program file has no address"));
        };
        let start = u16::from_le_bytes([*low, *high]);
        let end = start.wrapping_add(bytes.len() as u16).wrapping_sub(1);
        let mut body = vec![0];
        body.extend(start.to_le_bytes());
        body.extend(end.to_le_bytes());
        body.push(0);
        body.extend(RAM_BANK.to_le_bytes());
        body.extend(bytes);
        self.command(MEMORY_SET, &body).map(drop)
    }

    /// Sends the processor to an address.
    pub fn set_program_counter(&mut self, address: u16) -> io::Result<()> {
        let [low, high] = address.to_le_bytes();
        self.command(REGISTERS_SET, &[0, 1, 0, 3, PROGRAM_COUNTER, low, high])
            .map(drop)
    }

    /// The program counter.
    pub fn program_counter(&mut self) -> io::Result<u16> {
        let answer = self.command(REGISTERS_GET, &[0])?;
        let mut rest = &answer[2..];
        while let [size, register, low, high, ..] = *rest {
            if register == PROGRAM_COUNTER {
                return Ok(u16::from_le_bytes([low, high]));
            }
            rest = &rest[usize::from(size) + 1..];
        }
        Err(io::Error::other("VICE names no program counter"))
    }

    /// Pulls `lines` of control port 1 (index 0) or 2 (index 1) low.
    pub fn joystick(&mut self, index: u16, lines: u16) -> io::Result<()> {
        let levels = !lines & 0x1F;
        let body = [index.to_le_bytes(), levels.to_le_bytes()].concat();
        self.command(JOYPORT_SET, &body).map(drop)
    }

    /// The picture on the screen.
    pub fn display(&mut self) -> io::Result<Display> {
        let answer = self.command(DISPLAY_GET, &[1, 0])?;
        let word = |at: usize| usize::from(u16::from_le_bytes([answer[at], answer[at + 1]]));
        let fields = u32::from_le_bytes([answer[0], answer[1], answer[2], answer[3]]) as usize;
        Ok(Display {
            width: word(4),
            pixels: answer[4 + fields..].to_vec(),
        })
    }
}
