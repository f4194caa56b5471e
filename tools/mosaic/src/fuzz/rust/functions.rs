//! Random Rust functions: variables, arrays, loops, iterators, calls and recursion around random expressions.

use super::Program;
use super::expressions::Writer;
use fastrand::Rng;
use std::fmt::Write;

/// Calls of each function, with other inputs.
const CALLS: usize = 3;
const INPUTS: usize = 16;

/// Name, parameters and result of a function written so far.
type Signature = (String, Vec<&'static str>, &'static str);

/// A program of `count` random functions, each called a few times.
pub fn source(seed: u64, count: usize) -> Program {
    let mut rng = Rng::with_seed(seed);
    let inputs: Vec<String> = (0..INPUTS).map(|_| rng.u64(..).to_string()).collect();
    let mut text = format!(
        "// seed {seed}\nstatic INPUTS: [u64; {INPUTS}] = [{}];\n\
         fn input(at: usize) -> u64 {{\n    unsafe {{ core::ptr::read_volatile(&INPUTS[at]) }}\n}}\n",
        inputs.join(", ")
    );
    let mut functions: Vec<Signature> = Vec::new();
    for number in 0..count {
        let signature = function(&mut rng, number, &functions, &mut text);
        functions.push(signature);
    }
    let results = count * CALLS;
    let _ = writeln!(text, "pub fn run(results: &mut [u64; {results}]) {{");
    for (number, (name, parameters, _)) in functions.iter().enumerate() {
        for call in 0..CALLS {
            let arguments: Vec<String> = parameters
                .iter()
                .map(|ty| format!("input({}) as {ty}", rng.usize(0..INPUTS)))
                .collect();
            let _ = writeln!(
                text,
                "    results[{}] = {name}({}) as u64;",
                number * CALLS + call,
                arguments.join(", ")
            );
        }
    }
    text.push_str("}\n");
    Program {
        functions: text,
        results,
        dependencies: String::new(),
    }
}

fn function(rng: &mut Rng, number: usize, earlier: &[Signature], text: &mut String) -> Signature {
    // Few and recent callees: chains of calls would make the run times explode.
    let callees = earlier.iter().rev().take(1).cloned().collect();
    let mut writer = Writer {
        rng,
        variables: Vec::new(),
        arrays: Vec::new(),
        functions: callees,
        next: 0,
    };
    let name = format!("f{number}");
    let parameters: Vec<&'static str> = (0..writer.rng.usize(1..4)).map(|_| writer.ty()).collect();
    let result = writer.ty();
    for (at, ty) in parameters.iter().enumerate() {
        writer.variables.push((format!("p{at}"), ty, false));
    }
    let list: Vec<String> = parameters
        .iter()
        .enumerate()
        .map(|(at, ty)| format!("p{at}: {ty}"))
        .collect();
    if writer.chance(50) {
        text.push_str("#[inline(never)]\n");
    }
    let _ = writeln!(text, "pub fn {name}({}) -> {result} {{", list.join(", "));
    if number % 3 == 2 {
        writer.functions.clear();
    }
    let mut body = String::new();
    writer.declarations(&mut body);
    for _ in 0..writer.rng.usize(1..5) {
        writer.statement(&mut body, 2);
    }
    let value = writer.expression(result, 2);
    let _ = writeln!(text, "{body}    {value}\n}}");
    (name, parameters, result)
}

impl Writer<'_> {
    fn declarations(&mut self, text: &mut String) {
        for _ in 0..self.rng.usize(1..4) {
            let (name, ty) = (self.fresh(), self.ty());
            let value = self.expression(ty, 2);
            let _ = writeln!(text, "    let mut {name}: {ty} = {value};");
            self.variables.push((name, ty, true));
        }
        if self.chance(50) {
            let (name, ty) = (self.fresh(), self.ty());
            let length = 1 << self.rng.u32(1..5);
            let elements: Vec<String> = (0..length).map(|_| self.expression(ty, 0)).collect();
            let _ = writeln!(
                text,
                "    let mut {name}: [{ty}; {length}] = [{}];",
                elements.join(", ")
            );
            self.arrays.push((name, ty, length, true));
        }
    }

    fn statement(&mut self, text: &mut String, depth: u32) {
        match self.rng.u32(0..10) {
            0..4 => self.assignment(text),
            4..6 => self.array_statement(text),
            6..8 if depth > 0 => self.repetition(text, depth),
            _ if depth > 0 => {
                let condition = self.condition(1);
                let _ = writeln!(text, "    if {condition} {{");
                self.statement(text, depth - 1);
                text.push_str("    } else {\n");
                self.statement(text, depth - 1);
                text.push_str("    }\n");
            }
            _ => self.assignment(text),
        }
    }

    fn assignment(&mut self, text: &mut String) {
        let free: Vec<(String, &'static str)> = self
            .variables
            .iter()
            .filter(|(_, _, free)| *free)
            .map(|(name, ty, _)| (name.clone(), *ty))
            .collect();
        let Some((name, ty)) = free.get(self.rng.usize(0..free.len().max(1))).cloned() else {
            return;
        };
        let value = self.expression(ty, 2);
        let _ = writeln!(text, "    {name} = {value};");
    }

    fn array_statement(&mut self, text: &mut String) {
        let free: Vec<(String, &'static str, usize)> = self
            .arrays
            .iter()
            .filter(|(_, _, _, free)| *free)
            .map(|(name, ty, length, _)| (name.clone(), *ty, *length))
            .collect();
        let Some((name, ty, length)) = free.get(self.rng.usize(0..free.len().max(1))).cloned()
        else {
            return self.assignment(text);
        };
        let _ = match self.rng.u32(0..8) {
            0 => writeln!(text, "    {name}.sort_unstable();"),
            1 => writeln!(text, "    {name}.reverse();"),
            2 => {
                let (a, b) = (self.index(length, 1), self.index(length, 1));
                writeln!(
                    text,
                    "    {{ let (a, b) = ({a}, {b}); {name}.swap(a, b); }}"
                )
            }
            3 => {
                let value = self.expression(ty, 1);
                writeln!(
                    text,
                    "    {{ let y = {value}; for x in {name}.iter_mut() {{ *x = x.wrapping_add(y); }} }}"
                )
            }
            4 => {
                let value = self.expression(ty, 1);
                writeln!(
                    text,
                    "    {{ let y = {value}; {name}[..{}].fill(y); }}",
                    length / 2
                )
            }
            _ => {
                let (at, value) = (self.index(length, 1), self.expression(ty, 1));
                writeln!(
                    text,
                    "    {{ let (at, y) = ({at}, {value}); {name}[at] = y; }}"
                )
            }
        };
    }

    fn repetition(&mut self, text: &mut String, depth: u32) {
        let counter = self.fresh();
        let times = self.rng.u8(1..6);
        let _ = match self.rng.u32(0..3) {
            0 => writeln!(text, "    for {counter} in (0..{times}u8).rev() {{"),
            1 => writeln!(
                text,
                "    for {counter} in (0..{}u8).step_by(2) {{",
                times * 2
            ),
            _ => writeln!(text, "    for {counter} in 0..{times}u8 {{"),
        };
        self.variables.push((counter, "u8", false));
        for _ in 0..self.rng.usize(1..3) {
            self.statement(text, depth - 1);
        }
        if self.chance(30) {
            let condition = self.condition(1);
            let _ = writeln!(text, "    if {condition} {{ break; }}");
        }
        self.variables.pop();
        text.push_str("    }\n");
    }
}
