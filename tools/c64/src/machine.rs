//! The whole computer, as its user drives it: load and start a program, run it to a goal, look at it and type.
//!
//! How an instruction passes, cycle by cycle, is left to `step`, pictures to
//! [`screen`](crate::screen).

use crate::board::Board;
use crate::burst::Stops;
use crate::core::{self, Cpu, Fault, RETURN_ADDRESS, Registers};
use crate::flat::split_prg;
use crate::kernal;
use crate::keyboard::{Joystick, Key};
use crate::model::Model;
use crate::observe::Observers;
use crate::power::Power;
use crate::sid::Write;
use crate::symbols::Symbols;
use mos6502::instruction::Nmos6502;
use mos6502::registers::Status;

const RESET_VECTOR: u16 = 0xFFFC;

/// ROM images; a socket without one is empty, except that the KERNAL's then holds [`kernal`]'s.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roms<'a> {
    /// BASIC, at `$A000`.
    pub basic: Option<&'a [u8; 0x2000]>,
    /// The character sets, which the VIC-II sees too.
    pub characters: Option<&'a [u8; 0x1000]>,
    /// The KERNAL, at `$E000`.
    pub kernal: Option<&'a [u8; 0x2000]>,
}

/// A Commodore 64.
pub struct Machine {
    pub(crate) cpu: Cpu<Board>,
    /// The vector of an interrupt that the last instruction recognised.
    pub(crate) interrupt: Option<u16>,
    model: Model,
    /// Names of the program's addresses.
    pub symbols: Symbols,
    pub(crate) observers: Observers,
}

impl Machine {
    /// A machine without ROM images, just switched on, at its reset vector.
    pub fn new(model: Model, power: Power) -> Machine {
        Machine::with_roms(model, power, Roms::default())
    }

    /// A machine with the given ROM images, just switched on, at its reset vector.
    pub fn with_roms(model: Model, power: Power, roms: Roms) -> Machine {
        let mut board = Board::new(model, power);
        match roms.kernal {
            Some(image) => board.banks.set_kernal(image),
            None => board.banks.set_kernal(&kernal::image()),
        }
        if let Some(image) = roms.basic {
            board.banks.set_basic(image);
        }
        if let Some(image) = roms.characters {
            board.banks.set_characters(image);
        }
        let mut cpu = Cpu::new(board, Nmos6502);
        cpu.registers.stack_pointer.0 = 0xFF;
        let mut machine = Machine {
            cpu,
            interrupt: None,
            model,
            symbols: Symbols::default(),
            observers: Observers::default(),
        };
        machine.cpu.registers.program_counter = machine.peek_word(RESET_VECTOR);
        machine
    }

    /// Copies a program file into RAM, where its first two bytes say; returns that address.
    pub fn load_prg(&mut self, prg: &[u8]) -> Result<u16, String> {
        let (address, bytes) = split_prg(prg)?;
        let start = usize::from(address);
        self.cpu.memory.banks.ram_mut()[start..start + bytes.len()].copy_from_slice(bytes);
        Ok(address)
    }

    /// Starts the program in memory as `RUN` does: sets the machine up as the KERNAL leaves it and jumps where
    /// the `SYS` of the first BASIC line leads. Its `RTS` ends a run.
    pub fn start(&mut self) -> Result<u16, String> {
        let target = sys_address(&self.ram()[BASIC_START..])?;
        self.set_up_as_kernal();
        self.cpu.registers.stack_pointer.0 = 0xF8;
        self.cpu.registers.status = Status::from_bits_retain(0x20);
        core::enter_routine(&mut self.cpu, target);
        Ok(target)
    }

    /// Chips, vectors and screen as the KERNAL leaves them before it waits for a line.
    fn set_up_as_kernal(&mut self) {
        let timer = match self.model {
            Model::Pal => 0x4025_u16,
            Model::Ntsc => 0x4295,
        };
        #[rustfmt::skip]
        let registers = [
            (0x0001, 0x37), (0x0000, 0x2F),
            (0xD011, 0x1B), (0xD012, 0x37), (0xD016, 0xC8), (0xD018, 0x15), (0xD015, 0x00), (0xD01A, 0x00),
            (0xD020, 0x0E), (0xD021, 0x06), (0xD418, 0x00),
            (0xDC0D, 0x7F), (0xDD0D, 0x7F), (0xDC00, 0x7F), (0xDC02, 0xFF), (0xDC03, 0x00),
            (0xDD00, 0x07), (0xDD02, 0x3F), (0xDD03, 0x00), (0xDC0F, 0x08), (0xDD0E, 0x08), (0xDD0F, 0x08),
            (0xDC04, timer as u8), (0xDC05, (timer >> 8) as u8), (0xDC0D, 0x81), (0xDC0E, 0x11),
            (0x0288, 0x04), (0x02A6, u8::from(self.model == Model::Pal)), (0x00CC, 0x01),
        ];
        for (address, value) in registers {
            self.poke(address, value);
        }
        for (index, vector) in kernal::VECTORS.into_iter().enumerate() {
            self.poke_word(kernal::VECTORS_AT + 2 * index as u16, vector);
        }
        self.cpu.memory.banks.ram_mut()[0x0400..0x07E8].fill(b' ');
        self.cpu.memory.colours[..1000].fill(0x0E);
    }

    /// Which machine it is.
    pub fn model(&self) -> Model {
        self.model
    }

    /// Cycles since power-on.
    pub fn cycles(&self) -> u64 {
        self.cpu.cycles
    }

    /// The raster line of the cycle to come.
    pub fn raster(&mut self) -> u16 {
        self.cpu.memory.advance(self.cpu.cycles);
        self.cpu.memory.vic.raster
    }

    /// The address of the next instruction.
    #[inline(always)]
    pub fn program_counter(&self) -> u16 {
        self.cpu.registers.program_counter
    }

    /// The registers of the processor.
    pub fn registers(&self) -> Registers {
        core::registers(&self.cpu)
    }

    /// Sets the registers of the processor.
    pub fn set_registers(&mut self, registers: Registers) {
        core::set_registers(&mut self.cpu, registers);
    }

    /// What the processor would read at `address`, without the effects of reading.
    pub fn peek(&self, address: u16) -> u8 {
        self.cpu.memory.peek(address, self.cpu.cycles)
    }

    /// The little-endian word the processor would read at `address`.
    pub fn peek_word(&self, address: u16) -> u16 {
        u16::from_le_bytes([self.peek(address), self.peek(address.wrapping_add(1))])
    }

    /// Writes as the processor would: to the chip at `address` when it is banked in, else to RAM.
    pub fn poke(&mut self, address: u16, value: u8) {
        let now = self.cpu.cycles;
        self.cpu.memory.poke(address, value, now);
    }

    /// Writes a little-endian word as the processor would.
    pub fn poke_word(&mut self, address: u16, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.poke(address, low);
        self.poke(address.wrapping_add(1), high);
    }

    /// The RAM, whatever is banked over it.
    pub fn ram(&self) -> &[u8; 0x1_0000] {
        self.cpu.memory.banks.ram()
    }

    /// The RAM, to be changed; not for `$00` and `$01`.
    pub fn ram_mut(&mut self) -> &mut [u8; 0x1_0000] {
        self.cpu.memory.banks.ram_mut()
    }

    /// The address of a symbol; an error names what is missing.
    pub fn address_of(&self, name: &str) -> Result<u16, String> {
        self.symbols
            .address(name)
            .ok_or_else(|| format!("no symbol `{name}`"))
    }

    /// The RAM byte at a symbol.
    pub fn byte_at(&self, name: &str) -> Result<u8, String> {
        Ok(self.ram()[usize::from(self.address_of(name)?)])
    }

    /// The little-endian RAM word at a symbol.
    pub fn word_at(&self, name: &str) -> Result<u16, String> {
        let address = self.address_of(name)?;
        let high = address.wrapping_add(1);
        Ok(u16::from_le_bytes(
            [address, high].map(|cell| self.ram()[usize::from(cell)]),
        ))
    }

    /// Writes RAM bytes from a symbol on.
    pub fn set_at(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let start = usize::from(self.address_of(name)?);
        let end = start + bytes.len();
        self.ram_mut()
            .get_mut(start..end)
            .ok_or_else(|| format!("{} bytes at `{name}` do not fit", bytes.len()))?
            .copy_from_slice(bytes);
        Ok(())
    }

    /// Holds a key down.
    pub fn press(&mut self, key: Key) {
        self.cpu.memory.keyboard.press(key);
    }

    /// Lets a key go.
    pub fn release(&mut self, key: Key) {
        self.cpu.memory.keyboard.release(key);
    }

    /// Lets every key go.
    pub fn release_all(&mut self) {
        self.cpu.memory.keyboard.release_all();
    }

    /// Sets the stick in control port 1 or 2.
    pub fn set_joystick(&mut self, port: usize, joystick: Joystick) {
        self.cpu.memory.keyboard.joysticks[port - 1] = joystick;
    }

    /// Moves a 1351 mouse by so many counts; before it moves there is none. It is seen whichever port the CIA selects.
    pub fn move_mouse(&mut self, right: i8, up: i8) {
        for (place, by) in self
            .cpu
            .memory
            .sid
            .potentiometers
            .iter_mut()
            .zip([right, up])
        {
            *place = place.wrapping_add_signed(by.wrapping_mul(2)) & 0x7E;
        }
    }

    /// Presses RESTORE: an NMI.
    pub fn press_restore(&mut self) {
        let now = self.cpu.cycles;
        self.cpu.memory.press_restore(now);
    }

    /// From now on the writes to the SID are kept for [`Sound`](crate::Sound).
    pub fn keep_sound(&mut self) {
        self.cpu.memory.sid.keep_writes();
    }

    /// The writes to the SID since the last time.
    pub fn take_sound(&mut self) -> Vec<Write> {
        self.cpu.memory.sid.take_writes()
    }

    /// Executes one instruction or serves one interrupt; a fault when the opcode stops the processor.
    pub fn step(&mut self) -> Result<(), Fault> {
        let at = self.cpu.registers.program_counter;
        if self.advance_one() {
            return Ok(());
        }
        let opcode = self.peek(at);
        if at == kernal::BREAK_TRAP {
            return Err(Fault::Break {
                at: self.interrupted_at().wrapping_sub(2),
            });
        }
        Err(Fault::Jam { at, opcode })
    }

    /// The return address that the KERNAL's interrupt entry finds below the three registers it saved.
    fn interrupted_at(&self) -> u16 {
        let stack = |offset: u8| {
            let cell = self.cpu.registers.stack_pointer.0.wrapping_add(offset);
            self.ram()[0x0100 + usize::from(cell)]
        };
        u16::from_le_bytes([stack(5), stack(6)])
    }

    /// Runs until `done` says so, asked before every instruction; returns the cycles that took.
    ///
    /// A program started by [`Machine::start`] or [`Machine::call`] that returns ends the run too: test
    /// [`Machine::has_returned`] where that matters.
    pub fn run_until(
        &mut self,
        limit: u64,
        mut done: impl FnMut(&Machine) -> bool,
    ) -> Result<u64, Fault> {
        let start = self.cpu.cycles;
        let end = start.saturating_add(limit);
        while !done(self) && !self.has_returned() {
            if self.cpu.cycles >= end {
                let at = self.cpu.registers.program_counter;
                return Err(Fault::CycleLimit { at, cycles: limit });
            }
            self.step()?;
        }
        Ok(self.cpu.cycles - start)
    }

    /// Runs until cycle `end` is reached or the next instruction is at one of `stops`, whichever comes first: the fastest
    /// way to run. Only the stops end it, so [`RETURN_ADDRESS`] has to be one of them where the program may return.
    pub fn run_to_stop(&mut self, end: u64, stops: &Stops) -> Result<(), Fault> {
        loop {
            self.burst(end, stops);
            if self.cpu.cycles >= end || stops.contains(self.cpu.registers.program_counter) {
                return Ok(());
            }
            self.step()?;
        }
    }

    /// Runs until the next instruction is the one at `address`, or the program returns.
    pub fn run_to(&mut self, address: u16, limit: u64) -> Result<u64, Fault> {
        self.run_to_one_of(&Stops::at([address, RETURN_ADDRESS]), limit)
    }

    /// Runs to one of the stops; not to reach one within `limit` cycles is a fault.
    fn run_to_one_of(&mut self, stops: &Stops, limit: u64) -> Result<u64, Fault> {
        let start = self.cpu.cycles;
        self.run_to_stop(start.saturating_add(limit), stops)?;
        let at = self.cpu.registers.program_counter;
        if stops.contains(at) {
            Ok(self.cpu.cycles - start)
        } else {
            Err(Fault::CycleLimit { at, cycles: limit })
        }
    }

    /// Runs for at least this many cycles, to the end of the instruction in which they end, or until the program returns.
    pub fn run_cycles(&mut self, cycles: u64) -> Result<u64, Fault> {
        let start = self.cpu.cycles;
        self.run_to_stop(start + cycles, Stops::on_return())?;
        Ok(self.cpu.cycles - start)
    }

    /// Runs until the screen shows `text` in one of its rows; looked for once a frame.
    pub fn run_until_text(&mut self, text: &str, limit: u64) -> Result<u64, Fault> {
        let start = self.cpu.cycles;
        let mut look_at = start;
        self.run_until(limit, |machine| {
            if machine.cpu.cycles < look_at {
                return false;
            }
            look_at = machine.cpu.cycles + machine.model.frame_cycles();
            machine.screen_text().contains(text)
        })
    }

    /// Whether the program came back from where [`Machine::start`] or [`Machine::call`] sent it.
    pub fn has_returned(&self) -> bool {
        self.cpu.registers.program_counter == RETURN_ADDRESS
    }

    /// Whether the program gave the machine back: it returned, or it jumped to the KERNAL's reset.
    pub fn has_ended(&self) -> bool {
        const KERNAL_IN: u8 = 2;
        let reset = self.cpu.registers.program_counter == kernal::RESET;
        self.has_returned() || (reset && self.peek(1) & KERNAL_IN != 0)
    }

    /// Makes the processor stand at the routine at `address` as if the host had called it; nothing runs yet.
    pub fn enter(&mut self, address: u16) {
        core::enter_routine(&mut self.cpu, address);
    }

    /// Calls the routine at `address` and returns its cycles, its `RTS` included and the `JSR` not.
    pub fn call(&mut self, address: u16, limit: u64) -> Result<u64, Fault> {
        let stack = self.cpu.registers.stack_pointer.0;
        self.enter(address);
        let cycles = self.run_to_one_of(Stops::on_return(), limit)?;
        core::check_balance(&self.cpu, stack)?;
        Ok(cycles)
    }

    /// Types `text`, each key held for three frames and followed by three without, while the program runs.
    pub fn type_text(&mut self, text: &str) -> Result<(), String> {
        let hold = 3 * self.model.frame_cycles();
        for character in text.chars() {
            let keys =
                Key::typing(character).ok_or_else(|| format!("no key types `{character}`"))?;
            self.hold_keys(&keys, hold)
                .map_err(|fault| fault.to_string())?;
        }
        Ok(())
    }

    /// Holds `keys` for so many cycles, then none for as many, while the program runs.
    pub fn hold_keys(&mut self, keys: &[Key], cycles: u64) -> Result<(), Fault> {
        keys.iter().for_each(|&key| self.press(key));
        self.run_cycles(cycles)?;
        keys.iter().for_each(|&key| self.release(key));
        self.run_cycles(cycles)?;
        Ok(())
    }
}

const BASIC_START: usize = 0x0801;

/// Where the `SYS` of a program file's first line leads.
pub fn sys_target(prg: &[u8]) -> Result<u16, String> {
    sys_address(split_prg(prg)?.1)
}

/// The address behind the `SYS` of the BASIC line that `memory` begins with.
fn sys_address(memory: &[u8]) -> Result<u16, String> {
    const SYS: u8 = 0x9E;
    let line = memory.get(4..).unwrap_or(&[]);
    let line = &line[..line.len().min(80)];
    let line = line.split(|&byte| byte == 0).next().unwrap_or(&[]);
    let after = line
        .iter()
        .position(|&byte| byte == SYS)
        .ok_or("the BASIC line at $0801 has no SYS")?;
    let digits: String = line[after + 1..]
        .iter()
        .map(|&byte| char::from(byte))
        .skip_while(|character| matches!(character, ' ' | '('))
        .take_while(char::is_ascii_digit)
        .collect();
    digits
        .parse()
        .map_err(|_| format!("the SYS at $0801 leads to `{digits}`, which is no address"))
}
