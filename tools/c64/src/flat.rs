//! A 6502 with 64 KB of RAM and nothing else, for tests of compiled code and of single routines.
//!
//! Every address is RAM, `$00` and `$01` too. Nothing interrupts, so a routine called twice in the same
//! memory costs the same cycles. What needs chips or banks belongs in [`Machine`](crate::Machine).

use crate::burst::{self, Cells, Stops};
use crate::core::{self, Cpu, Fault, RETURN_ADDRESS, Registers};
use crate::power::Power;
use mos6502::instruction::Nmos6502;
use mos6502::memory::Bus;

const BRK: u8 = 0x00;

/// 64 KB in which every address is an ordinary cell.
#[derive(Clone)]
pub struct Ram(Box<[u8; 0x1_0000]>);

impl Bus for Ram {
    #[inline(always)]
    fn get_byte(&mut self, address: u16) -> u8 {
        self.0[usize::from(address)]
    }

    #[inline(always)]
    fn set_byte(&mut self, address: u16, value: u8) {
        self.0[usize::from(address)] = value;
    }
}

impl Cells for Ram {
    #[inline(always)]
    fn is_plain_code(&self, _: u16) -> bool {
        true
    }

    #[inline(always)]
    fn is_plain_read(&self, _: u16) -> bool {
        true
    }

    #[inline(always)]
    fn is_plain_write(&self, _: u16) -> bool {
        true
    }

    #[inline(always)]
    fn read(&self, at: u16) -> u8 {
        self.0[usize::from(at)]
    }

    #[inline(always)]
    fn write(&mut self, at: u16, value: u8) {
        self.0[usize::from(at)] = value;
    }

    #[inline(always)]
    fn read_low(&self, at: u16) -> u8 {
        self.0[usize::from(at)]
    }
}

/// The processor in flat memory.
pub struct Flat {
    cpu: Cpu<Ram>,
}

impl Flat {
    /// A machine just switched on: RAM as `power` says, the stack empty, interrupts off.
    pub fn new(power: Power) -> Flat {
        let mut ram = Ram(Box::new([0; 0x1_0000]));
        power.fill(&mut *ram.0);
        let mut cpu = Cpu::new(ram, Nmos6502);
        cpu.registers.stack_pointer.0 = 0xFF;
        Flat { cpu }
    }

    /// Copies `bytes` to `address` and up. Panics when they do not fit below the end of memory.
    pub fn load(&mut self, address: u16, bytes: &[u8]) {
        let start = usize::from(address);
        self.cpu.memory.0[start..start + bytes.len()].copy_from_slice(bytes);
    }

    /// Loads a program file, whose first two bytes say where it goes; returns that address.
    pub fn load_prg(&mut self, prg: &[u8]) -> Result<u16, String> {
        let (address, bytes) = split_prg(prg)?;
        self.load(address, bytes);
        Ok(address)
    }

    /// The byte at `address`.
    pub fn peek(&self, address: u16) -> u8 {
        self.cpu.memory.0[usize::from(address)]
    }

    /// The little-endian word at `address`.
    pub fn peek_word(&self, address: u16) -> u16 {
        u16::from_le_bytes([self.peek(address), self.peek(address.wrapping_add(1))])
    }

    /// Writes one byte.
    pub fn poke(&mut self, address: u16, value: u8) {
        self.cpu.memory.0[usize::from(address)] = value;
    }

    /// Writes a little-endian word.
    pub fn poke_word(&mut self, address: u16, value: u16) {
        let [low, high] = value.to_le_bytes();
        self.poke(address, low);
        self.poke(address.wrapping_add(1), high);
    }

    /// All of memory.
    pub fn memory(&self) -> &[u8; 0x1_0000] {
        &self.cpu.memory.0
    }

    /// All of memory, to be changed.
    pub fn memory_mut(&mut self) -> &mut [u8; 0x1_0000] {
        &mut self.cpu.memory.0
    }

    /// The registers of the processor.
    pub fn registers(&self) -> Registers {
        core::registers(&self.cpu)
    }

    /// Sets the registers; `pc` too, though [`Flat::call`] sets its own.
    pub fn set_registers(&mut self, registers: Registers) {
        core::set_registers(&mut self.cpu, registers);
    }

    /// Cycles since power-on.
    pub fn cycles(&self) -> u64 {
        self.cpu.cycles
    }

    /// Executes the instruction at the program counter.
    pub fn step(&mut self) -> Result<(), Fault> {
        let at = self.cpu.registers.program_counter;
        if core::step(&mut self.cpu) {
            Ok(())
        } else {
            let opcode = self.peek(at);
            Err(Fault::Jam { at, opcode })
        }
    }

    /// Runs until cycle `end` is reached or the program counter is at one of `stops`, whichever comes first.
    ///
    /// A `BRK`, which nobody here would serve, and a jam are faults.
    pub fn run(&mut self, end: u64, stops: &Stops) -> Result<(), Fault> {
        loop {
            let cpu = &mut self.cpu;
            cpu.cycles = burst::run(&mut cpu.registers, &mut cpu.memory, cpu.cycles, end, stops);
            let at = cpu.registers.program_counter;
            if cpu.cycles >= end || stops.contains(at) {
                return Ok(());
            }
            if self.peek(at) == BRK {
                return Err(Fault::Break { at });
            }
            self.step()?;
        }
    }

    /// Makes the processor stand at the routine at `address` as if the host had called it; nothing runs yet. It comes
    /// back to [`RETURN_ADDRESS`].
    pub fn enter(&mut self, address: u16) {
        core::enter_routine(&mut self.cpu, address);
    }

    /// Calls the routine at `address` and returns its cycles, its `RTS` included and the `JSR` not.
    ///
    /// The registers are passed and come back as they are. A `BRK`, a jam, more than `limit` cycles and a return
    /// with the stack out of balance are faults; after one, the stack pointer is as the routine left it.
    pub fn call(&mut self, address: u16, limit: u64) -> Result<u64, Fault> {
        let stack = self.cpu.registers.stack_pointer.0;
        let start = self.cpu.cycles;
        self.enter(address);
        self.run(
            start.saturating_add(limit).saturating_add(1),
            Stops::on_return(),
        )?;
        let at = self.cpu.registers.program_counter;
        if at != RETURN_ADDRESS {
            return Err(Fault::CycleLimit { at, cycles: limit });
        }
        core::check_balance(&self.cpu, stack)?;
        Ok(self.cpu.cycles - start)
    }
}

/// Splits a program file into its load address and its bytes; they must fit below the end of memory.
pub(crate) fn split_prg(prg: &[u8]) -> Result<(u16, &[u8]), String> {
    let [low, high, bytes @ ..] = prg else {
        return Err(format!(
            "a program of {} bytes has no load address",
            prg.len()
        ));
    };
    let address = u16::from_le_bytes([*low, *high]);
    let end = usize::from(address) + bytes.len();
    if end > 0x1_0000 {
        return Err(format!(
            "the program of {} bytes at ${address:04x} ends ${:x} bytes above $ffff",
            bytes.len(),
            end - 0x1_0000
        ));
    }
    Ok((address, bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use mos6502::registers::Status;

    fn with_code(code: &[u8]) -> Flat {
        let mut flat = Flat::new(Power::Noise(64));
        flat.load(0x1000, code);
        flat
    }

    #[test]
    fn a_call_counts_the_rts_and_leaves_the_stack_as_it_was() {
        let mut flat = with_code(&[0x20, 0x04, 0x10, 0x60, 0xE8, 0x60]); // jsr $1004 ; rts ; inx ; rts
        flat.set_registers(Registers {
            x: 4,
            ..flat.registers()
        });
        let cycles = flat.call(0x1000, 100);
        assert_eq!((cycles, flat.registers().x), (Ok(6 + 2 + 6 + 6), 5));
        assert_eq!(flat.registers().s, 0xFF);
    }

    #[test]
    fn a_runaway_routine_is_stopped_at_its_last_address() {
        let mut flat = with_code(&[0xEA, 0x4C, 0x00, 0x10]); // nop ; jmp $1000
        let fault = flat.call(0x1000, 1_000).unwrap_err();
        assert!(matches!(
            fault,
            Fault::CycleLimit {
                at: 0x1000 | 0x1001,
                cycles: 1_000
            }
        ));
    }

    #[test]
    fn a_break_and_a_jam_are_faults_with_their_address() {
        let fault = with_code(&[0xEA, 0x00]).call(0x1000, 100);
        assert_eq!(fault, Err(Fault::Break { at: 0x1001 }));
        let fault = with_code(&[0xEA, 0x02]).call(0x1000, 100);
        assert_eq!(
            fault,
            Err(Fault::Jam {
                at: 0x1001,
                opcode: 0x02
            })
        );
    }

    #[test]
    fn a_return_with_the_stack_out_of_balance_is_a_fault() {
        let mut flat = with_code(&[0xBA, 0xE8, 0xE8, 0xE8, 0x9A, 0x6C, 0x20, 0x10]); // S + 3 ; jmp ($1020)
        flat.poke_word(0x1020, 0x0000);
        let fault = flat.call(0x1000, 100);
        let (stack, expected) = (0x00, 0xFF);
        assert_eq!(fault, Err(Fault::Unbalanced { stack, expected }));
    }

    #[test]
    fn a_program_file_goes_where_its_first_two_bytes_say() {
        let mut flat = Flat::new(Power::Fill(0xEE));
        assert_eq!(flat.load_prg(&[0x34, 0x12, 0xAB, 0xCD]), Ok(0x1234));
        assert_eq!((flat.peek_word(0x1234), flat.peek(0x1236)), (0xCDAB, 0xEE));
        assert!(flat.load_prg(&[0x01]).is_err());
        assert!(flat.load_prg(&[0xFF, 0xFF, 1, 2]).is_err());
    }

    #[test]
    fn the_fast_path_takes_every_documented_opcode_but_brk() {
        let taken = |opcode: u8| {
            let mut cpu = with_code(&[opcode, 0x40, 0x20]).cpu;
            cpu.registers.program_counter = 0x1000;
            cpu.registers.status = Status::from_bits_retain(0x20);
            let nowhere = Stops::at([]);
            burst::run(&mut cpu.registers, &mut cpu.memory, 0, 1, &nowhere) > 0
        };
        assert_eq!((0..=255).filter(|&opcode| taken(opcode)).count(), 150);
        assert!(!taken(BRK));
    }
}
