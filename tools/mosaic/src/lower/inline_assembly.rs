//! Inline assembly: `core::arch::asm!` with 6502 instructions. rustc knows only the registers of the AVR, so three of those
//! stand for ours: `r24` for A, `r22` for X and `r20` for Y. Each operand is a byte in one of them; all three, the flags and
//! all memory count as changed, whatever is declared.
//!
//! The text becomes a routine that is called, one for each different text, so its labels are its own; it has to leave the
//! stack as it found it. A text that only calls a routine, `jsr $ffd2`, is that call.

use super::function::Lowering;
use crate::error::{Error, Result};
use crate::ir::model::{Call as IrCall, Type};
use crate::ops::model::*;

/// Registers of the operands: outputs in order, then inputs in order.
#[derive(Debug, PartialEq, Eq)]
struct Operands {
    outputs: Vec<Fixed>,
    inputs: Vec<Fixed>,
}

impl Operands {
    /// Of LLVM's constraints, such as `={r24},{r22},0,~{memory}`.
    fn of(constraints: &str) -> Result<Operands> {
        let mut operands = Operands {
            outputs: Vec::new(),
            inputs: Vec::new(),
        };
        for constraint in constraints.split(',').filter(|word| !word.is_empty()) {
            if constraint.starts_with('~') {
                continue;
            }
            if let Some(output) = constraint.strip_prefix('=') {
                operands.outputs.push(register(output)?);
            } else if let Ok(output) = constraint.parse::<usize>() {
                let tied = operands.outputs.get(output).cloned();
                let missing = || Error::new(format!("there is no output {output}"));
                operands.inputs.push(tied.ok_or_else(missing)?);
            } else {
                operands.inputs.push(register(constraint)?);
            }
        }
        Ok(operands)
    }
}

fn register(constraint: &str) -> Result<Fixed> {
    match constraint.trim_start_matches('&') {
        "{r24}" => Ok(Fixed::A),
        "{r22}" => Ok(Fixed::X),
        "{r20}" => Ok(Fixed::Y),
        other => Err(Error::new(format!(
            "an operand of inline assembly is in {other}: name its register, \"r24\" for A, \"r22\" for X or \"r20\" for Y"
        ))),
    }
}

/// The text as written: LLVM doubles dollar signs, and a single one names an operand.
fn plain(template: &str) -> Result<String> {
    let parts: Vec<&str> = template.split("$$").collect();
    if parts.iter().any(|part| part.contains('$')) {
        return Err(Error::new(
            "inline assembly cannot name its operands in the text: they are in A, X and Y",
        ));
    }
    Ok(parts.join("$"))
}

/// What a text calls that is nothing but one call of an address.
fn only_call(text: &str) -> Option<u16> {
    let address = text.trim().strip_prefix("jsr")?.trim().strip_prefix('$')?;
    u16::from_str_radix(address, 16).ok()
}

fn is_byte(ty: &Type) -> bool {
    ty.size() == 1
}

impl<'m> Lowering<'m> {
    /// Lowers `asm!`: a call of a routine that holds the text, with operands in the registers that its constraints
    /// name.
    pub fn inline_assembly(
        &mut self,
        template: &str,
        constraints: &str,
        call: &'m IrCall,
    ) -> Result<Option<Vec<Src>>> {
        let text = plain(template)?;
        let operands = Operands::of(constraints)?;
        let results: &[Type] = match &call.ret {
            Type::Void => &[],
            Type::Struct(fields) => fields,
            one => std::slice::from_ref(one),
        };
        let mut types = results.iter().chain(call.args.iter().map(|(ty, _)| ty));
        if !types.all(is_byte) {
            return Err(Error::new(
                "an operand of inline assembly is larger than a byte: A, X and Y hold one each",
            ));
        }
        let mut args = Vec::new();
        for ((ty, operand), register) in call.args.iter().zip(operands.inputs) {
            let bytes = self.operand(operand, ty)?;
            args.extend(bytes.into_iter().map(|src| (Some(register.clone()), src)));
        }
        let vars: Vec<Var> = results.iter().map(|_| self.builder.var()).collect();
        let outputs = operands.outputs.into_iter().zip(&vars).enumerate();
        self.builder.emit(Op::Call(Call {
            target: match only_call(&text) {
                Some(address) => Target::Address(address),
                None => Target::Assembly(text),
            },
            args,
            results: outputs
                .map(|(at, (register, var))| (Some(register), at as u32, *var))
                .collect(),
        }));
        let bytes: Vec<Src> = vars.into_iter().map(Src::Var).collect();
        Ok((!bytes.is_empty()).then_some(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_are_those_of_the_constraints() {
        let operands = Operands::of("=&{r24},={r22},0,{r20},~{sreg},~{memory}").unwrap();
        assert_eq!(operands.outputs, [Fixed::A, Fixed::X]);
        assert_eq!(operands.inputs, [Fixed::A, Fixed::Y]);
        assert!(
            Operands::of("r")
                .unwrap_err()
                .message
                .contains("\"r24\" for A")
        );
    }

    #[test]
    fn dollars_are_halved_and_one_call_is_known() {
        assert_eq!(plain("lda #$$41").unwrap(), "lda #$41");
        assert!(plain("lda ${0}").is_err());
        assert_eq!(only_call("  jsr $ffd2"), Some(0xffd2));
        assert_eq!(only_call("jsr $ffd2\nrts"), None);
    }
}
