//! Routines at fixed addresses that take and give bytes in registers, as those of a ROM do. A program declares one by a name that
//! begins with its address: `#[link_name = "$ffd2 a"]`, `"$ffe4 -> a"`, `"$fff0 x y -> x y"`. The bytes of the arguments go
//! to the registers before the arrow in order, those of the result come from the registers behind it.

use super::function::Lowering;
use crate::error::{Error, Result};
use crate::ir::model::Call as IrCall;
use crate::ops::model::*;

/// What such a name says.
struct Routine {
    address: u16,
    takes: Vec<Fixed>,
    gives: Vec<Fixed>,
}

impl Routine {
    /// Nothing if the name is no address; else the routine, or what is wrong with it.
    fn named(name: &str) -> Option<Result<Routine>> {
        let text = name.strip_prefix('$')?;
        let (takes, gives) = text.split_once("->").unwrap_or((text, ""));
        let mut takes = takes.split_whitespace();
        let address = u16::from_str_radix(takes.next()?, 16).ok()?;
        Some(registers(takes).and_then(|takes| {
            let gives = registers(gives.split_whitespace())?;
            Ok(Routine {
                address,
                takes,
                gives,
            })
        }))
    }
}

fn registers<'a>(words: impl Iterator<Item = &'a str>) -> Result<Vec<Fixed>> {
    words
        .map(|word| match word {
            "a" => Ok(Fixed::A),
            "x" => Ok(Fixed::X),
            "y" => Ok(Fixed::Y),
            other => Err(Error::new(format!(
                "`{other}` is no register: a, x and y are"
            ))),
        })
        .collect()
}

impl<'m> Lowering<'m> {
    /// Calls a routine that is declared by its address; nothing if the name is no address.
    pub fn call_routine(
        &mut self,
        name: &str,
        call: &'m IrCall,
    ) -> Option<Result<Option<Vec<Src>>>> {
        let routine = Routine::named(name)?;
        Some(routine.and_then(|routine| self.call_at(routine, call)))
    }

    fn call_at(&mut self, routine: Routine, call: &'m IrCall) -> Result<Option<Vec<Src>>> {
        let mut args = Vec::new();
        for (ty, operand) in &call.args {
            args.extend(self.operand(operand, ty)?);
        }
        let size = call.ret.size() as usize;
        if (args.len(), size) != (routine.takes.len(), routine.gives.len()) {
            return Err(Error::new(format!(
                "the routine at ${:04x} is declared with {} registers for {} bytes of arguments and {} for {size} of its result: \
                 name one register for each byte",
                routine.address,
                routine.takes.len(),
                args.len(),
                routine.gives.len(),
            )));
        }
        let results: Vec<Var> = (0..size).map(|_| self.builder.var()).collect();
        let given = routine.gives.into_iter().zip(&results).enumerate();
        self.builder.emit(Op::Call(Call {
            target: Target::Address(routine.address),
            args: routine.takes.into_iter().map(Some).zip(args).collect(),
            results: given
                .map(|(at, (register, var))| (Some(register), at as u32, *var))
                .collect(),
        }));
        let bytes: Vec<Src> = results.into_iter().map(Src::Var).collect();
        self.learn_width(&bytes, &call.ret);
        Ok((!bytes.is_empty()).then_some(bytes))
    }
}
