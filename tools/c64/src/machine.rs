//! The whole computer: the processor on its board, run instruction by instruction with every cycle accounted for.
//!
//! Most instructions take the short way: nothing can happen before the board's horizon. The others take the careful
//! way: chips are brought up to date, cycles the VIC-II steals are waited for, interrupts are served as the
//! processor does it, sampled in the last cycle but one of an instruction.

use crate::board::Board;
use crate::cia::NEVER;
use crate::core::{self, Cpu, Decoded, Fault, RETURN_ADDRESS, Registers};
use crate::flat::split_prg;
use crate::kernal;
use crate::keyboard::{Joystick, Key};
use crate::model::Model;
use crate::observe::{Observers, Step};
use crate::power::Power;
use crate::symbols::Symbols;
use mos6502::instruction::{Instruction, Nmos6502, OpInput};
use mos6502::registers::Status;

const NMI_VECTOR: u16 = 0xFFFA;
const RESET_VECTOR: u16 = 0xFFFC;
const IRQ_VECTOR: u16 = 0xFFFE;

/// No instruction is longer, not even one more cycle to the next.
const LONGEST_INSTRUCTION: u64 = 8;
const RTI: u8 = 0x40;

/// Cycles of the interrupt sequence, and which of them write.
const INTERRUPT_CYCLES: u64 = 7;
const INTERRUPT_WRITES: u8 = 0b001_1100;

/// ROM images; a socket without one is empty, except that the KERNAL's then holds [`kernal`]'s.
#[derive(Clone, Copy, Debug, Default)]
pub struct Roms<'a> {
    pub basic: Option<&'a [u8; 0x2000]>,
    pub characters: Option<&'a [u8; 0x1000]>,
    pub kernal: Option<&'a [u8; 0x2000]>,
}

/// A Commodore 64.
pub struct Machine {
    pub(crate) cpu: Cpu<Board>,
    /// The vector of an interrupt that the last instruction recognised.
    interrupt: Option<u16>,
    model: Model,
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
        let target = self.sys_target()?;
        self.set_up_as_kernal();
        self.cpu.registers.stack_pointer.0 = 0xF8;
        self.cpu.registers.status = Status::from_bits_retain(0x20);
        core::enter_routine(&mut self.cpu, target);
        Ok(target)
    }

    /// The address behind the `SYS` of the BASIC line at `$0801`.
    fn sys_target(&self) -> Result<u16, String> {
        const BASIC_START: usize = 0x0801;
        const SYS: u8 = 0x9E;
        let line = &self.ram()[BASIC_START + 4..BASIC_START + 84];
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

    /// Presses RESTORE: an NMI.
    pub fn press_restore(&mut self) {
        let now = self.cpu.cycles;
        self.cpu.memory.press_restore(now);
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

    /// Runs until the next instruction is the one at `address`.
    pub fn run_to(&mut self, address: u16, limit: u64) -> Result<u64, Fault> {
        self.run_until(limit, |machine| {
            machine.cpu.registers.program_counter == address
        })
    }

    /// Runs for at least this many cycles, to the end of the instruction in which they end.
    pub fn run_cycles(&mut self, cycles: u64) -> Result<u64, Fault> {
        let end = self.cpu.cycles + cycles;
        self.run_until(NEVER, |machine| machine.cpu.cycles >= end)
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

    /// Calls the routine at `address` and returns its cycles, its `RTS` included and the `JSR` not.
    pub fn call(&mut self, address: u16, limit: u64) -> Result<u64, Fault> {
        let stack = self.cpu.registers.stack_pointer;
        core::enter_routine(&mut self.cpu, address);
        let cycles = self.run_until(limit, |_| false)?;
        if self.cpu.registers.stack_pointer != stack {
            return Err(Fault::Jam {
                at: RETURN_ADDRESS,
                opcode: self.peek(RETURN_ADDRESS),
            });
        }
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

    #[inline(always)]
    fn advance_one(&mut self) -> bool {
        if self.observers.any() {
            return self.observed_step();
        }
        self.unobserved_step()
    }

    fn observed_step(&mut self) -> bool {
        let before = self.registers();
        let start = self.cpu.cycles;
        let interrupt = self.interrupt.is_some();
        let code = [0, 1, 2].map(|offset| self.peek(before.pc.wrapping_add(offset)));
        let done = self.unobserved_step();
        if done {
            let step = Step {
                before,
                after: self.registers(),
                code,
                start,
                end: self.cpu.cycles,
                interrupt,
            };
            self.observers.observe(step);
        }
        done
    }

    #[inline(always)]
    fn unobserved_step(&mut self) -> bool {
        let start = self.cpu.cycles;
        if start + LONGEST_INSTRUCTION > self.cpu.memory.horizon
            || (self.cpu.memory.irq_since != NEVER && self.irq_could_be_taken())
        {
            return self.careful_step();
        }
        let Some(decoded) = core::decode(&mut self.cpu) else {
            return false;
        };
        self.note_access(decoded, start);
        self.cpu.execute_instruction(decoded);
        true
    }

    /// With the IRQ line low: whether the next instruction may end in an interrupt.
    fn irq_could_be_taken(&self) -> bool {
        !self.irq_masked()
            || self
                .cpu
                .memory
                .banks
                .read(self.cpu.registers.program_counter)
                == RTI
    }

    fn irq_masked(&self) -> bool {
        self.cpu
            .registers
            .status
            .contains(Status::PS_DISABLE_INTERRUPTS)
    }

    /// Tells the board in which cycle this instruction, begun at `start`, touches a chip.
    #[inline(always)]
    fn note_access(&mut self, decoded: Decoded, start: u64) {
        if let OpInput::UseAddress { address, .. } = decoded.2
            && address & 0xF000 == 0xD000
        {
            self.cpu.memory.access = start + cycles_of(decoded) - 1;
            self.cpu.memory.modifies = core::modifies_memory(decoded.0);
        }
    }

    fn careful_step(&mut self) -> bool {
        let start = self.cpu.cycles;
        self.cpu.memory.advance(start);
        if let Some(vector) = self.interrupt.take() {
            self.serve(vector);
            return true;
        }
        let masked_before = self.irq_masked();
        let Some(decoded) = core::decode(&mut self.cpu) else {
            return false;
        };
        let (instruction, ..) = decoded;
        let cycles = cycles_of(decoded);
        let writes = writes_of(instruction, cycles);
        let mut waited = self.wait_for_bus(start, cycles, writes);
        self.note_access(decoded, start + waited.total);
        self.cpu.cycles += waited.total;
        self.cpu.execute_instruction(decoded);
        let extra = self.cpu.cycles - (start + waited.total + cycles);
        if extra > 0 {
            // A branch taken: its further cycles read, too.
            let more = self.wait_for_bus(start + waited.total + cycles, extra, 0);
            self.cpu.cycles += more.total;
            waited.in_last_cycle = more.in_last_cycle;
        }
        let end = self.cpu.cycles;
        let sampled = if extra == 1 {
            // A branch taken within its page looks one cycle early, and not while its last cycle waits.
            end - 3 - waited.in_last_cycle
        } else {
            end - 2
        };
        let masked = if instruction == Instruction::RTI {
            self.irq_masked()
        } else {
            masked_before
        };
        self.sample_interrupts(sampled, masked, end);
        true
    }

    /// Looks at the interrupt lines as they are at cycle `sampled` of an instruction that ended at `end`.
    fn sample_interrupts(&mut self, sampled: u64, masked: bool, end: u64) {
        self.cpu.memory.advance(end - 1);
        if self.cpu.memory.nmi_edge <= sampled {
            self.cpu.memory.nmi_edge = NEVER;
            self.interrupt = Some(NMI_VECTOR);
        } else if self.cpu.memory.irq_since <= sampled && !masked {
            self.interrupt = Some(IRQ_VECTOR);
        }
        if self.interrupt.is_some() {
            self.cpu.memory.horizon = 0;
        }
    }

    /// The interrupt sequence: program counter and status to the stack, then through the vector.
    fn serve(&mut self, vector: u16) {
        let start = self.cpu.cycles;
        let waited = self.wait_for_bus(start, INTERRUPT_CYCLES, INTERRUPT_WRITES);
        let [low, high] = self.cpu.registers.program_counter.to_le_bytes();
        let status = (self.cpu.registers.status.bits() | 0x20) & !0x10;
        for byte in [high, low, status] {
            let cell = self.cpu.registers.stack_pointer.to_u16();
            self.cpu.memory.banks.write(cell, byte);
            self.cpu.registers.stack_pointer.decrement();
        }
        self.cpu
            .registers
            .status
            .insert(Status::PS_DISABLE_INTERRUPTS);
        let target = [vector, vector + 1].map(|cell| self.cpu.memory.banks.read(cell));
        self.cpu.registers.program_counter = u16::from_le_bytes(target);
        self.cpu.cycles += waited.total + INTERRUPT_CYCLES;
        self.cpu.memory.advance(self.cpu.cycles - 1);
    }

    /// How long an instruction of so many cycles, begun at `start`, waits for the VIC-II. Bit n of `writes` is
    /// set when its cycle n writes: a write does not wait.
    fn wait_for_bus(&mut self, start: u64, cycles: u64, writes: u8) -> Waited {
        let mut waited = Waited::default();
        for cycle in 0..cycles {
            waited.in_last_cycle = 0;
            if writes & (1 << cycle) != 0 {
                continue;
            }
            loop {
                let now = start + cycle + waited.total;
                let vic = &mut self.cpu.memory.vic;
                vic.advance(now);
                match vic.window_after(now) {
                    Some(window) if window.start <= now => {
                        waited.total += window.end - now;
                        waited.in_last_cycle += window.end - now;
                    }
                    _ => break,
                }
            }
        }
        waited
    }
}

/// Cycles an instruction waited, in all and in its last cycle.
#[derive(Clone, Copy, Default)]
struct Waited {
    total: u64,
    in_last_cycle: u64,
}

/// Cycles of an instruction by the data sheet; of a branch, those it takes when it does not branch.
fn cycles_of((instruction, mode, operand): Decoded) -> u64 {
    use Instruction::{SAX, STA, STX, STY};
    let pays = operand.page_crossed() && !matches!(instruction, STA | STX | STY | SAX);
    u64::from(instruction.base_cycles(mode)) + u64::from(pays)
}

/// Which cycles of an instruction write, as bits.
fn writes_of(instruction: Instruction, cycles: u64) -> u8 {
    use Instruction::{BRK, JSR, PHA, PHP, SAX, STA, STX, STY};
    let last = 1_u8 << (cycles - 1);
    match instruction {
        STA | STX | STY | SAX | PHA | PHP => last,
        JSR => 0b01_1000,
        BRK => INTERRUPT_WRITES,
        _ if core::modifies_memory(instruction) && cycles > 2 => last | last >> 1,
        _ => 0,
    }
}
