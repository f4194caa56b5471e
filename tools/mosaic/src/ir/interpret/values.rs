//! Values of the interpreter: numbers masked to their width, poison, and aggregates of them.

use crate::ir::model::{Range, Type};

/// A value of the interpreted program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// An integer or a pointer.
    Int(u128),
    /// The result of an undefined operation, or memory nobody wrote.
    Poison,
    /// Fields of a struct or elements of an array.
    Parts(Vec<Value>),
}

impl Value {
    /// The number, if it is one.
    pub fn int(&self) -> Option<u128> {
        match self {
            Value::Int(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether any part is poison.
    pub fn has_poison(&self) -> bool {
        match self {
            Value::Int(_) => false,
            Value::Poison => true,
            Value::Parts(parts) => parts.iter().any(Value::has_poison),
        }
    }

    /// The value of a type whose bits are all zero.
    pub fn zero(ty: &Type) -> Value {
        Value::filled(ty, &Value::Int(0))
    }

    /// The value of a type of which every part is poison.
    pub fn poison(ty: &Type) -> Value {
        Value::filled(ty, &Value::Poison)
    }

    fn filled(ty: &Type, with: &Value) -> Value {
        match ty {
            Type::Array(count, element) => {
                Value::Parts(vec![Value::filled(element, with); *count as usize])
            }
            Type::Struct(fields) => Value::Parts(
                fields
                    .iter()
                    .map(|field| Value::filled(field, with))
                    .collect(),
            ),
            _ => with.clone(),
        }
    }

    /// The part at `path`; the verifier has seen to it that there is one.
    pub fn part(&self, path: &[u32]) -> &Value {
        path.iter().fold(self, |value, &index| match value {
            Value::Parts(parts) => &parts[index as usize],
            other => other,
        })
    }

    /// The part at `path` of an aggregate, or the value itself when the path is empty.
    pub fn part_mut(&mut self, path: &[u32]) -> &mut Value {
        match (path, self) {
            ([first, rest @ ..], Value::Parts(parts)) => parts[*first as usize].part_mut(rest),
            (_, value) => value,
        }
    }
}

pub fn mask(bits: u32) -> u128 {
    u128::MAX >> (128 - bits.clamp(1, 128))
}

/// The number as a signed one of `bits` bits.
pub fn signed(value: u128, bits: u32) -> i128 {
    let shift = 128 - bits.clamp(1, 128);
    ((value << shift) as i128) >> shift
}

/// A value outside the range promised for it is poison.
pub fn in_range(value: Value, range: Option<Range>) -> Value {
    let (Some(Range { low, high }), Value::Int(number)) = (range, &value) else {
        return value;
    };
    let inside = if low < high {
        (low..high).contains(number)
    } else {
        *number >= low || *number < high
    };
    if inside || low == high {
        value
    } else {
        Value::Poison
    }
}
