//! Floating point. LLVM optimises `float` and `double` as such; what is left of them becomes calls of the routines of
//! `compiler_builtins`, which are Rust and are compiled like the rest. A program without floats never comes here.
//!
//! The rewriting is by lines, because in the text of a module every instruction has a line of its own. To the reader of the
//! result a `float` is then only an integer of 32 bits, and a `double` one of 64.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Functions of `compiler_builtins` that are mosaic's own routines; they must not take their names.
const OURS: [&str; 7] = [
    "memcpy", "memmove", "memset", "memcmp", "bcmp", "strlen", "abort",
];

/// Intrinsics that are one function of one, two or three numbers: LLVM's name and that of C.
#[rustfmt::skip]
const FUNCTIONS: &[(&str, &str, usize)] = &[
    ("sqrt", "sqrt", 1),     ("floor", "floor", 1),         ("ceil", "ceil", 1),          ("trunc", "trunc", 1),
    ("rint", "rint", 1),     ("nearbyint", "rint", 1),      ("round", "round", 1),        ("roundeven", "roundeven", 1),
    ("fma", "fma", 3),       ("minnum", "fmin", 2),         ("maxnum", "fmax", 2),        ("pow", "pow", 2),
    ("minimum", "fminimum", 2), ("maximum", "fmaximum", 2), ("minimumnum", "fminimum_num", 2),
    ("maximumnum", "fmaximum_num", 2), ("exp", "exp", 1),   ("exp2", "exp2", 1),          ("log", "log", 1),
    ("log2", "log2", 1),     ("log10", "log10", 1),         ("sin", "sin", 1),            ("cos", "cos", 1),
    ("tan", "tan", 1),       ("asin", "asin", 1),           ("acos", "acos", 1),          ("atan", "atan", 1),
    ("sinh", "sinh", 1),     ("cosh", "cosh", 1),           ("tanh", "tanh", 1),          ("atan2", "atan2", 2),
];

/// Names by which LLVM would know such a call and make an intrinsic of it again.
pub fn library_names() -> impl Iterator<Item = String> {
    let functions = FUNCTIONS.iter().map(|(_, name, _)| *name);
    let unknown = ["fma", "fminimum", "fmaximum"];
    let known = functions.filter(move |name| !unknown.contains(name));
    let all = known.chain(["fmod", "fabs", "copysign"]);
    all.flat_map(|name| [name.to_owned(), format!("{name}f")])
}

/// Whether a module computes with floats.
pub fn are_in(text: &str) -> bool {
    text.lines().any(|line| Line::of(line).is_some())
}

/// The library of routines, without the names that mosaic's own routines have.
pub fn without_ours(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines().filter(|line| !line.starts_with("module asm")) {
        let mut line = line.to_owned();
        for name in OURS {
            line = line.replace(&format!("@{name}("), &format!("@builtins.{name}("));
        }
        out.push_str(&line);
        out.push('\n');
    }
    out
}

/// The module with calls in place of operations, and declarations of what it calls.
pub fn as_calls(text: &str) -> String {
    let mut rewriting = Rewriting {
        out: String::with_capacity(text.len()),
        declared: BTreeSet::new(),
        fresh: last_fresh(text),
    };
    for line in text.lines() {
        match Line::of(line) {
            Some(parts) => rewriting.replace(&parts),
            None => {
                rewriting.out.push_str(&without_place(line));
                rewriting.out.push('\n');
            }
        }
    }
    let defined: BTreeSet<&str> = super::exports::all_functions(text).collect();
    for (name, declaration) in &rewriting.declared {
        if !defined.contains(name.as_str()) {
            let _ = writeln!(rewriting.out, "{declaration}");
        }
    }
    rewriting.out
}

/// A line of a function without its place in the source. LLVM demands one of every call in a function that has one, and the
/// operations that become calls have often lost theirs: a program with floats has none at all.
fn without_place(line: &str) -> Cow<'_, str> {
    const ATTACHED: &str = "!dbg !";
    let is_code = line.starts_with("define ") || line.starts_with("  ");
    let Some(at) = line.find(ATTACHED).filter(|_| is_code) else {
        return Cow::Borrowed(line);
    };
    let number = &line[at + ATTACHED.len()..];
    let digits = number.find(|c: char| !c.is_ascii_digit());
    let rest = &number[digits.unwrap_or(number.len())..];
    let before = line[..at].trim_end_matches(' ').trim_end_matches(',');
    Cow::Owned(format!("{before}{rest}"))
}

/// The largest number that a name of an earlier rewriting has.
fn last_fresh(text: &str) -> u32 {
    let names = text.split("%float.").skip(1);
    let number = |name: &str| {
        let end = name.find(|c: char| !c.is_ascii_digit());
        name[..end.unwrap_or(name.len())].parse().unwrap_or(0)
    };
    names.map(number).max().unwrap_or(0)
}

/// `float` or `double`: the letter it has in the routines' names, and its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Single,
    Double,
}

impl Kind {
    fn of(word: &str) -> Option<Kind> {
        match word {
            "float" => Some(Kind::Single),
            "double" => Some(Kind::Double),
            _ => None,
        }
    }

    fn text(self) -> &'static str {
        match self {
            Kind::Single => "float",
            Kind::Double => "double",
        }
    }

    fn letters(self) -> &'static str {
        match self {
            Kind::Single => "sf",
            Kind::Double => "df",
        }
    }

    /// The integer of the same bits.
    fn integer(self) -> &'static str {
        match self {
            Kind::Single => "i32",
            Kind::Double => "i64",
        }
    }

    /// All bits but the sign, as a number.
    fn magnitude(self) -> i64 {
        match self {
            Kind::Single => 0x7FFF_FFFF,
            Kind::Double => i64::MAX,
        }
    }

    /// The sign bit, as a signed number.
    fn sign(self) -> i64 {
        match self {
            Kind::Single => i64::from(i32::MIN),
            Kind::Double => i64::MIN,
        }
    }

    fn library(self, name: &str) -> String {
        match self {
            Kind::Single => format!("{name}f"),
            Kind::Double => name.to_owned(),
        }
    }
}

/// An instruction on floats: its result, and what it does.
struct Line<'t> {
    result: &'t str,
    work: Work<'t>,
}

enum Work<'t> {
    Arithmetic(&'t str, Kind, &'t str, &'t str),
    Negate(Kind, &'t str),
    Compare(&'t str, Kind, &'t str, &'t str),
    /// Integer of so many bits to float.
    FromInteger(bool, u32, &'t str, Kind),
    ToInteger(bool, bool, Kind, &'t str, u32),
    Resize(Kind, &'t str, Kind),
    Intrinsic(&'t str, Kind, Vec<&'t str>),
}

impl<'t> Line<'t> {
    fn of(line: &'t str) -> Option<Line<'t>> {
        let (result, rest) = line.trim_start().strip_prefix('%')?.split_once(" = ")?;
        let rest = rest.split_once(", !").map_or(rest, |(rest, _)| rest);
        let (op, rest) = rest.split_once(' ')?;
        let work = match op {
            "fadd" | "fsub" | "fmul" | "fdiv" | "frem" => {
                let (kind, rest) = typed(rest)?;
                let (a, b) = rest.split_once(", ")?;
                Work::Arithmetic(op, kind, a, b)
            }
            "fneg" => {
                let (kind, value) = typed(rest)?;
                Work::Negate(kind, value)
            }
            "fcmp" => {
                let (predicate, kind, rest) = compared(rest)?;
                let (a, b) = rest.split_once(", ")?;
                Work::Compare(predicate, kind, a, b)
            }
            "sitofp" | "uitofp" => {
                let rest = rest.strip_prefix("nneg ").unwrap_or(rest);
                let (from, to) = rest.split_once(" to ")?;
                let (ty, value) = from.split_once(' ')?;
                let bits = ty.strip_prefix('i')?.parse().ok()?;
                Work::FromInteger(op == "sitofp", bits, value, Kind::of(to.trim())?)
            }
            "fptosi" | "fptoui" => {
                let (from, to) = rest.split_once(" to ")?;
                let (kind, value) = typed(from)?;
                let bits = to.trim().strip_prefix('i')?.parse().ok()?;
                Work::ToInteger(op == "fptosi", false, kind, value, bits)
            }
            "fpext" | "fptrunc" => {
                let (from, to) = rest.split_once(" to ")?;
                let (kind, value) = typed(from)?;
                Work::Resize(kind, value, Kind::of(to.trim())?)
            }
            "tail" | "call" | "notail" | "musttail" => intrinsic(rest)?,
            _ => return None,
        };
        Some(Line { result, work })
    }
}

/// Past the fast-math flags: the type and what follows it.
fn typed(text: &str) -> Option<(Kind, &str)> {
    let mut rest = text;
    loop {
        let (word, behind) = rest.split_once(' ')?;
        match Kind::of(word) {
            Some(kind) => return Some((kind, behind)),
            None if word.chars().all(|c| c.is_ascii_lowercase()) => rest = behind,
            None => return None,
        }
    }
}

/// The predicate is the last word before the type.
fn compared(text: &str) -> Option<(&str, Kind, &str)> {
    let mut predicate = "";
    let mut rest = text;
    loop {
        let (word, behind) = rest.split_once(' ')?;
        match Kind::of(word) {
            Some(kind) => return Some((predicate, kind, behind)),
            None => (predicate, rest) = (word, behind),
        }
    }
}

/// `… @llvm.name.f32(float %x, …)`: intrinsics with a float among their arguments.
fn intrinsic(text: &str) -> Option<Work<'_>> {
    let (_, rest) = text.split_once("@llvm.")?;
    let (name, arguments) = rest.split_once('(')?;
    let arguments = arguments.rsplit_once(')')?.0;
    let mut values = Vec::new();
    let mut first = None;
    for argument in arguments.split(", ") {
        let mut words = argument.split(' ');
        let ty = words.next()?;
        first = first.or(Kind::of(ty));
        values.push(words.next_back()?);
    }
    let kind = first?;
    let (base, _) = name
        .split_once(".f32")
        .or_else(|| name.split_once(".f64"))?;
    if let Some((cast @ ("fptosi.sat" | "fptoui.sat"), bits)) = base.rsplit_once(".i") {
        let signed = cast == "fptosi.sat";
        return Some(Work::ToInteger(
            signed,
            true,
            kind,
            values[0],
            bits.parse().ok()?,
        ));
    }
    Some(Work::Intrinsic(base, kind, values))
}

struct Rewriting {
    out: String,
    /// Routines called, with their declarations.
    declared: BTreeSet<(String, String)>,
    fresh: u32,
}

impl Rewriting {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "  {text}");
    }

    fn fresh(&mut self) -> String {
        self.fresh += 1;
        format!("%float.{}", self.fresh)
    }

    /// `result = routine(arguments)`
    fn call(&mut self, result: &str, ret: &str, routine: &str, arguments: &[(&str, &str)]) {
        let types: Vec<&str> = arguments.iter().map(|(ty, _)| *ty).collect();
        let values: Vec<String> = arguments
            .iter()
            .map(|(ty, value)| format!("{ty} {value}"))
            .collect();
        self.declared.insert((
            routine.to_owned(),
            format!("declare {ret} @{routine}({})", types.join(", ")),
        ));
        self.line(&format!(
            "{result} = call {ret} @{routine}({})",
            values.join(", ")
        ));
    }

    fn replace(&mut self, line: &Line) {
        let result = format!("%{}", line.result);
        match &line.work {
            Work::Arithmetic(op, kind, a, b) => self.arithmetic(&result, op, *kind, a, b),
            Work::Negate(kind, value) => self.on_bits(&result, *kind, value, "xor", kind.sign()),
            Work::Compare(predicate, kind, a, b) => self.compare(&result, predicate, *kind, a, b),
            Work::FromInteger(signed, bits, value, kind) => {
                self.integer_to_float(&result, *signed, *bits, value, *kind)
            }
            Work::ToInteger(signed, saturating, kind, value, bits) => {
                self.float_to_integer(&result, (*signed, *saturating), *kind, value, *bits)
            }
            Work::Resize(from, value, to) => {
                let routine = match to {
                    Kind::Double => "__extendsfdf2",
                    Kind::Single => "__truncdfsf2",
                };
                self.call(&result, to.text(), routine, &[(from.text(), value)]);
            }
            Work::Intrinsic(name, kind, values) => self.intrinsic(&result, name, *kind, values),
        }
    }

    fn arithmetic(&mut self, result: &str, op: &str, kind: Kind, a: &str, b: &str) {
        let ty = kind.text();
        let routine = match op {
            "frem" => kind.library("fmod"),
            _ => format!("__{}{}3", &op[1..], kind.letters()),
        };
        self.call(result, ty, &routine, &[(ty, a), (ty, b)]);
    }

    /// The bits of a float, changed with a constant.
    fn on_bits(&mut self, result: &str, kind: Kind, value: &str, op: &str, constant: i64) {
        let (ty, integer) = (kind.text(), kind.integer());
        let (bits, changed) = (self.fresh(), self.fresh());
        self.line(&format!("{bits} = bitcast {ty} {value} to {integer}"));
        self.line(&format!("{changed} = {op} {integer} {bits}, {constant}"));
        self.line(&format!("{result} = bitcast {integer} {changed} to {ty}"));
    }

    fn compare(&mut self, result: &str, predicate: &str, kind: Kind, a: &str, b: &str) {
        // The routine, and how its result compares with zero. Each gives for unordered operands what makes the test false
        // or, for the predicates that begin with `u`, true.
        let (routine, test) = match predicate {
            "oeq" => ("eq", "eq"),
            "une" => ("ne", "ne"),
            "olt" => ("lt", "slt"),
            "ole" => ("le", "sle"),
            "ogt" => ("gt", "sgt"),
            "oge" => ("ge", "sge"),
            "ult" => ("ge", "slt"),
            "ule" => ("gt", "sle"),
            "ugt" => ("le", "sgt"),
            "uge" => ("lt", "sge"),
            "ord" => ("unord", "eq"),
            "uno" => ("unord", "ne"),
            "one" => return self.compare_both(result, ("and", "une", "ord"), kind, a, b),
            "ueq" => return self.compare_both(result, ("or", "oeq", "uno"), kind, a, b),
            constant => {
                return self.line(&format!(
                    "{result} = icmp {} i1 true, true",
                    if constant == "true" { "eq" } else { "ne" }
                ));
            }
        };
        let ty = kind.text();
        let order = self.fresh();
        let routine = format!("__{routine}{}2", kind.letters());
        self.call(&order, "i8", &routine, &[(ty, a), (ty, b)]);
        self.line(&format!("{result} = icmp {test} i8 {order}, 0"));
    }

    fn compare_both(
        &mut self,
        result: &str,
        (join, one, other): (&str, &str, &str),
        kind: Kind,
        a: &str,
        b: &str,
    ) {
        let (first, second) = (self.fresh(), self.fresh());
        self.compare(&first, one, kind, a, b);
        self.compare(&second, other, kind, a, b);
        self.line(&format!("{result} = {join} i1 {first}, {second}"));
    }

    fn integer_to_float(&mut self, result: &str, signed: bool, bits: u32, value: &str, kind: Kind) {
        let (wide, name) = routine_width(bits);
        let value = if wide == bits {
            value.to_owned()
        } else {
            let extended = self.fresh();
            let op = if signed { "sext" } else { "zext" };
            self.line(&format!("{extended} = {op} i{bits} {value} to i{wide}"));
            extended
        };
        let sign = if signed { "" } else { "un" };
        let routine = format!("__float{sign}{name}{}", kind.letters());
        self.call(
            result,
            kind.text(),
            &routine,
            &[(&format!("i{wide}"), &value)],
        );
    }

    /// The routines stop at the limits of their own width; a narrower integer is limited here.
    fn float_to_integer(
        &mut self,
        result: &str,
        (signed, saturating): (bool, bool),
        kind: Kind,
        value: &str,
        bits: u32,
    ) {
        let (wide, name) = routine_width(bits);
        let sign = if signed { "" } else { "uns" };
        let routine = format!("__fix{sign}{}{name}", kind.letters());
        let ty = format!("i{wide}");
        if wide == bits {
            return self.call(result, &ty, &routine, &[(kind.text(), value)]);
        }
        let mut number = self.fresh();
        self.call(&number, &ty, &routine, &[(kind.text(), value)]);
        if saturating {
            let most = if signed { bits - 1 } else { bits };
            let mut limits = vec![(if signed { "smin" } else { "umin" }, (1i128 << most) - 1)];
            if signed {
                limits.push(("smax", -1i128 << (bits - 1)));
            }
            for (limit, constant) in limits {
                let limited = self.fresh();
                self.call(
                    &limited,
                    &ty,
                    &format!("llvm.{limit}.{ty}"),
                    &[(&ty, &number), (&ty, &constant.to_string())],
                );
                number = limited;
            }
        }
        self.line(&format!("{result} = trunc {ty} {number} to i{bits}"));
    }

    fn intrinsic(&mut self, result: &str, name: &str, kind: Kind, values: &[&str]) {
        let ty = kind.text();
        if let Some((_, function, count)) = FUNCTIONS.iter().find(|(known, _, _)| *known == name) {
            let arguments: Vec<(&str, &str)> = values
                .iter()
                .take(*count)
                .map(|value| (ty, *value))
                .collect();
            return self.call(result, ty, &kind.library(function), &arguments);
        }
        match name {
            "fabs" => self.on_bits(result, kind, values[0], "and", kind.magnitude()),
            "copysign" => {
                let (size, sign, integer) = (self.fresh(), self.fresh(), kind.integer());
                self.on_bits(&size, kind, values[0], "and", kind.magnitude());
                self.on_bits(&sign, kind, values[1], "and", kind.sign());
                let [a, b, both] = [self.fresh(), self.fresh(), self.fresh()];
                self.line(&format!("{a} = bitcast {ty} {size} to {integer}"));
                self.line(&format!("{b} = bitcast {ty} {sign} to {integer}"));
                self.line(&format!("{both} = or {integer} {a}, {b}"));
                self.line(&format!("{result} = bitcast {integer} {both} to {ty}"));
            }
            "fmuladd" => {
                let product = self.fresh();
                self.arithmetic(&product, "fmul", kind, values[0], values[1]);
                self.arithmetic(result, "fadd", kind, &product, values[2]);
            }
            "powi" => {
                let routine = format!("__powi{}2", kind.letters());
                self.call(result, ty, &routine, &[(ty, values[0]), ("i32", values[1])]);
            }
            "is.fpclass" => self.class(result, kind, values),
            // Left as it is: the reader refuses it by name.
            _ => {
                let arguments: Vec<(&str, &str)> =
                    values.iter().map(|value| (ty, *value)).collect();
                self.call(result, ty, &format!("llvm.{name}.{ty}"), &arguments);
            }
        }
    }

    /// `llvm.is.fpclass` for the classes Rust asks for: not a number, infinite, finite.
    fn class(&mut self, result: &str, kind: Kind, values: &[&str]) {
        let (integer, ty) = (kind.integer(), kind.text());
        let infinite = match kind {
            Kind::Single => 0x7F80_0000i64,
            Kind::Double => 0x7FF0_0000_0000_0000,
        };
        let magnitude = self.fresh();
        let size = self.fresh();
        self.on_bits(&magnitude, kind, values[0], "and", kind.magnitude());
        self.line(&format!("{size} = bitcast {ty} {magnitude} to {integer}"));
        let test = match values[1] {
            "3" => "ugt",
            "516" => "eq",
            "504" => "ult",
            "1020" => "ule",
            "519" => "uge",
            "507" => "ne",
            // A class nobody has asked for yet is named by the reader.
            other => {
                return self.line(&format!(
                    "{result} = call i1 @llvm.is.fpclass.{other}({integer} {size})"
                ));
            }
        };
        self.line(&format!(
            "{result} = icmp {test} {integer} {size}, {infinite}"
        ));
    }
}

/// The narrowest integer the conversions know, and its letters.
fn routine_width(bits: u32) -> (u32, &'static str) {
    match bits {
        0..=32 => (32, "si"),
        33..=64 => (64, "di"),
        _ => (128, "ti"),
    }
}

#[cfg(test)]
mod tests {
    use super::{are_in, as_calls};

    #[test]
    fn operations_become_calls_and_are_declared_once() {
        let text = "define float @f(float %a, i8 %n) {\n  %b = sitofp i8 %n to float\n  \
                    %c = fadd nnan float %a, %b\n  %d = fcmp ult float %c, 1.000000e+00\n  ret float %c\n}\n";
        assert!(are_in(text));
        assert_eq!(
            as_calls(text),
            "define float @f(float %a, i8 %n) {\n  %float.1 = sext i8 %n to i32\n  \
             %b = call float @__floatsisf(i32 %float.1)\n  %c = call float @__addsf3(float %a, float %b)\n  \
             %float.2 = call i8 @__gesf2(float %c, float 1.000000e+00)\n  %d = icmp slt i8 %float.2, 0\n  \
             ret float %c\n}\ndeclare float @__addsf3(float, float)\ndeclare float @__floatsisf(i32)\n\
             declare i8 @__gesf2(float, float)\n"
        );
        assert!(!are_in(&as_calls(text)));
    }

    #[test]
    fn places_in_the_source_are_left_out() {
        let text = "define void @f() unnamed_addr #0 !dbg !9 {\n  %r = fadd float %a, %b, !dbg !12\n  \
                    call void @g(), !dbg !13, !noundef !3\n  ret void, !dbg !14\n}\n";
        assert_eq!(
            as_calls(text),
            "define void @f() unnamed_addr #0 {\n  %r = call float @__addsf3(float %a, float %b)\n  \
             call void @g(), !noundef !3\n  ret void\n}\ndeclare float @__addsf3(float, float)\n"
        );
    }

    #[test]
    fn casts_of_rust_stop_at_the_limits_of_the_integer() {
        let text = "  %r = tail call i8 @llvm.fptoui.sat.i8.f64(double %x)\n";
        let calls = as_calls(text);
        assert!(
            calls.contains("call i32 @__fixunsdfsi(double %x)"),
            "{calls}"
        );
        assert!(
            calls.contains("@llvm.umin.i32(i32 %float.1, i32 255)"),
            "{calls}"
        );
        assert!(calls.contains("%r = trunc i32 %float.2 to i8"), "{calls}");
    }
}
