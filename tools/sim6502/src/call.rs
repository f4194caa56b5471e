//! One `jsr`: where it ends and what it pays for. Nothing is pushed for the call and the call itself is
//! free; the instruction that ends it, whichever it is, is executed and paid for. Only the opcodes JSR
//! and RTS move the depth, so code that drops return addresses must be stopped by address.

use crate::machine::Machine;

const BRK: u8 = 0x00;
const JSR: u8 = 0x20;
const RTS: u8 = 0x60;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The RTS of the routine itself, or only a BRK if false.
    Rts(bool),
    /// The instruction at this address; 0 and below is never reached.
    Address(i32),
}

#[derive(Debug, PartialEq, Eq)]
pub enum Ending {
    Finished,
    Break,
    /// A halting opcode stands here; it was not executed.
    Halted(u16),
    /// The cycle limit was reached after the instruction here.
    Limit(u16),
}

/// Runs from `target` until the end that was asked for, a BRK, a halting opcode or the cycle limit.
/// `watch` sees the machine before each instruction.
pub fn call(
    machine: &mut Machine,
    target: u16,
    until: Until,
    limit: u64,
    mut watch: Option<&mut dyn FnMut(&Machine)>,
) -> Ending {
    let deadline = machine.cycles().saturating_add(limit);
    let mut depth = 1_i64;
    let mut last = target;
    machine.registers_mut().program_counter = target;
    while machine.cycles() < deadline {
        let at = machine.registers().program_counter;
        let opcode = machine.opcode();
        if machine.halts(opcode) {
            return Ending::Halted(at);
        }
        match opcode {
            JSR => depth += 1,
            RTS => depth -= 1,
            _ => {}
        }
        let ended = match until {
            Until::Rts(wanted) => wanted && opcode == RTS && depth == 0,
            Until::Address(address) => address > 0 && address == i32::from(at),
        };
        if let Some(watch) = watch.as_mut() {
            watch(machine);
        }
        machine.step();
        last = at;
        if opcode == BRK {
            return Ending::Break;
        }
        if ended {
            return Ending::Finished;
        }
    }
    Ending::Limit(last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::System;

    const CODE: u16 = 0x1000;

    fn machine(code: &[u8]) -> Machine {
        let mut machine = Machine::new(System::Generic6502);
        machine.memory_mut().load(CODE, code);
        machine
    }

    fn ending(machine: &mut Machine, until: Until, limit: u64) -> Ending {
        call(machine, CODE, until, limit, None)
    }

    #[test]
    fn a_bare_rts_costs_six_cycles_and_raises_the_stack_pointer_by_two() {
        let mut machine = machine(&[RTS]);
        assert_eq!(
            ending(&mut machine, Until::Rts(true), 100),
            Ending::Finished
        );
        assert_eq!(machine.cycles(), 6);
        assert_eq!(machine.registers().stack_pointer.0, 0xFF);
    }

    #[test]
    fn a_break_is_executed_and_pushes_three_bytes() {
        let mut machine = machine(&[BRK]);
        assert_eq!(ending(&mut machine, Until::Rts(true), 100), Ending::Break);
        assert_eq!(machine.cycles(), 7);
        assert_eq!(machine.registers().stack_pointer.0, 0xFA);
    }

    #[test]
    fn the_instruction_at_the_stop_address_is_executed() {
        let mut machine = machine(&[0xA9, 0x07, 0xA2, 0x05, 0xA0, 0x09]);
        let until = Until::Address(0x1002);
        assert_eq!(ending(&mut machine, until, 100), Ending::Finished);
        let registers = machine.registers();
        assert_eq!(
            (registers.accumulator, registers.index_x, registers.index_y),
            (7, 5, 0)
        );
        assert_eq!(machine.cycles(), 4);
    }

    #[test]
    fn an_inner_rts_does_not_end_the_call() {
        let mut machine = machine(&[0x20, 0x05, 0x10, 0xE8, RTS, 0xC8, RTS]);
        assert_eq!(
            ending(&mut machine, Until::Rts(true), 100),
            Ending::Finished
        );
        assert_eq!(
            (machine.registers().index_x, machine.registers().index_y),
            (1, 1)
        );
        assert_eq!(machine.cycles(), 6 + 2 + 6 + 2 + 6);
    }

    #[test]
    fn a_loop_ends_at_the_limit_with_the_address_it_was_at() {
        let mut machine = machine(&[0xEA, 0x4C, 0x00, 0x10]);
        assert_eq!(
            ending(&mut machine, Until::Rts(true), 50),
            Ending::Limit(0x1001)
        );
        assert_eq!(machine.cycles(), 50);
    }

    #[test]
    fn a_jam_is_found_before_it_is_executed() {
        let mut machine = machine(&[0xEA, 0x02]);
        assert_eq!(
            ending(&mut machine, Until::Rts(true), 50),
            Ending::Halted(0x1001)
        );
    }

    #[test]
    fn a_stop_address_of_zero_never_stops() {
        let mut machine = machine(&[]);
        machine.memory_mut().load(0, &[0xEA, 0x4C, 0x00, 0x00]);
        let ending = call(&mut machine, 0, Until::Address(0), 20, None);
        assert!(matches!(ending, Ending::Limit(_)));
    }
}
