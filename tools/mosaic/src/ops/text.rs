//! Byte operations as text, one a line, for messages and `--show`.

use super::model::*;
use std::fmt::{self, Display, Formatter};

impl Display for Src {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Src::Var(var) => write!(f, "v{var}"),
            Src::Const(value) => write!(f, "${value:02x}"),
            Src::Low(place) => write!(f, "<{place}"),
            Src::High(place) => write!(f, ">{place}"),
            Src::Mem(addr) => write!(f, "{addr}"),
        }
    }
}

impl Display for Addr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Addr::Abs(place) => write!(f, "[{place}]"),
            Addr::Indexed(place, var) => write!(f, "[{place} + v{var}]"),
            Addr::Indirect { low, high, index } => match index {
                Index::Const(value) => write!(f, "[v{high}:v{low} + {value}]"),
                Index::Var(var) => write!(f, "[v{high}:v{low} + v{var}]"),
            },
        }
    }
}

impl Display for CarryIn {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CarryIn::Clear => "",
            CarryIn::Set => ", carry set",
            CarryIn::Chain => ", carry on",
        })
    }
}

/// The left side of an operation that may be done for its carry alone.
struct Target(Option<Var>);

impl Display for Target {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(var) => write!(f, "v{var}"),
            None => f.write_str("carry"),
        }
    }
}

impl Display for Op {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Op::Move { dst, src } => write!(f, "v{dst} = {src}"),
            Op::VolatileLoad { dst, addr } => write!(f, "v{dst} = volatile {addr}"),
            Op::Store {
                addr,
                src,
                volatile,
            } => {
                let kind = if *volatile { "volatile " } else { "" };
                write!(f, "{kind}{addr} = {src}")
            }
            Op::Logic { op, dst, a, b } => {
                let sign = ["&", "|", "^"][*op as usize];
                write!(f, "v{dst} = {a} {sign} {b}")
            }
            Op::Add { dst, a, b, carry } => write!(f, "{} = {a} + {b}{carry}", Target(*dst)),
            Op::Sub { dst, a, b, carry } => write!(f, "{} = {a} - {b}{carry}", Target(*dst)),
            Op::Compare { a, b } => write!(f, "carry = {a} >= {b}"),
            Op::Shift { op, dst, a, carry } => {
                let sign = ["<<", ">>"][*op as usize];
                write!(f, "v{dst} = {a} {sign} 1{carry}")
            }
            Op::SignToCarry { a } => write!(f, "carry = sign of {a}"),
            Op::SignFill { dst, a } => write!(f, "v{dst} = sign of {a} in every bit"),
            Op::CarryToByte { dst } => write!(f, "v{dst} = carry"),
            Op::Modify { op, addr } => write!(f, "{op:?} {addr}"),
            Op::Step { vars, up } => {
                let bytes: Vec<String> = vars.iter().rev().map(StepByte::to_string).collect();
                let sign = if *up { "+" } else { "-" };
                write!(f, "{} {sign}= 1", bytes.join(":"))
            }
            Op::Call(call) => write!(f, "{call}"),
        }
    }
}

impl Display for StepByte {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            StepByte::Var(var) => write!(f, "v{var}"),
            StepByte::Mem(addr) => write!(f, "{addr}"),
        }
    }
}

impl Display for Call {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let results: Vec<String> = self
            .results
            .iter()
            .map(|(_, byte, var)| format!("v{var} = byte {byte} of "))
            .collect();
        let args: Vec<String> = self.args.iter().map(|(_, src)| src.to_string()).collect();
        let target = match &self.target {
            super::model::Target::Function(index) => format!("function {index}"),
            super::model::Target::Pointer => "pointer".to_owned(),
            super::model::Target::Runtime(call) => call.label().to_owned(),
            super::model::Target::Address(address) => format!("${address:04x}"),
            super::model::Target::Assembly(text) => format!("asm {text:?}"),
        };
        write!(f, "{}call {target}({})", results.join(""), args.join(", "))
    }
}

impl Display for Test {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Test::Equal(a, b) => write!(f, "{a} == {b}"),
            Test::NotEqual(a, b) => write!(f, "{a} != {b}"),
            Test::Less(a, b) => write!(f, "{a} < {b}"),
            Test::GreaterOrEqual(a, b) => write!(f, "{a} >= {b}"),
            Test::Negative(a) => write!(f, "{a} is negative"),
            Test::NotNegative(a) => write!(f, "{a} is not negative"),
            Test::CarryClear => f.write_str("no carry"),
            Test::CarrySet => f.write_str("carry"),
            Test::SignedLess => f.write_str("less, signed"),
            Test::SignedGreaterOrEqual => f.write_str("not less, signed"),
        }
    }
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Jump(target) => write!(f, "jump {target}"),
            Term::Branch {
                test, then, other, ..
            } => write!(f, "if {test} jump {then} else {other}"),
            Term::Switch {
                value,
                cases,
                default,
            } => {
                write!(f, "switch {value}")?;
                for (key, target) in cases {
                    write!(f, ", ${key:02x}: {target}")?;
                }
                write!(f, ", else {default}")
            }
            Term::Return(values) => {
                let values: Vec<String> = values.iter().map(Src::to_string).collect();
                write!(f, "return {}", values.join(", "))
            }
            Term::Stop => f.write_str("stop"),
        }
    }
}

impl Display for Func {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (number, block) in self.blocks.iter().enumerate() {
            writeln!(f, "{number}:")?;
            for phi in &block.phis {
                write!(f, "    v{} = phi", phi.dst)?;
                for (from, src) in &phi.incoming {
                    write!(f, " {from}: {src}")?;
                }
                writeln!(f)?;
            }
            for op in &block.ops {
                writeln!(f, "    {op}")?;
            }
            writeln!(f, "    {}", block.term)?;
        }
        Ok(())
    }
}
