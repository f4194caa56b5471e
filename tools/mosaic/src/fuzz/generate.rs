//! Random IR modules, as text. A program reads `@input`, runs `@fuzz_main` and leaves its results in `@output` and
//! in its other globals. Every operation is made safe where it is written (shift amounts and indices masked, divisors
//! odd and positive, loops counted), so nearly all programs have exactly one meaning; the interpreter finds the rest.

use fastrand::Rng;
use std::fmt::Write;
use std::ops::Range;

/// Bytes of `@input` and `@output`.
pub const INPUT_BYTES: u32 = 16;
pub const OUTPUT_BYTES: u32 = 64;

/// Steps the whole program may take at most, by the generator's own estimate.
const COST_LIMIT: u64 = 6_000;

/// How much a program holds; each number is drawn anew.
#[derive(Debug, Clone)]
pub(super) struct Size {
    arrays: Range<usize>,
    /// Bytes after which an array grows no further.
    array_bytes: u32,
    /// Functions, groups of recursive ones and tables of them beside `@fuzz_main`.
    functions: Range<usize>,
    statements: Range<usize>,
    statements_in_main: Range<usize>,
    /// Bytes of `@output` that are written at least.
    output_bytes: u32,
}

const LARGE: Size = Size {
    arrays: 2..6,
    array_bytes: 500,
    functions: 0..4,
    statements: 3..14,
    statements_in_main: 10..40,
    output_bytes: OUTPUT_BYTES - 16,
};

const SMALL: Size = Size {
    arrays: 1..3,
    array_bytes: 32,
    functions: 0..2,
    statements: 1..5,
    statements_in_main: 2..9,
    output_bytes: 8,
};

/// An object whose address is a multiple of `align`.
#[derive(Debug, Clone)]
pub(super) struct Aligned {
    pub(super) name: String,
    pub(super) align: u32,
    pub(super) room: u32,
    pub(super) writable: bool,
}

/// What the generator knows of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Int(u32),
    /// `room` bytes may be accessed from here on, written only if `writable`.
    Pointer {
        room: u32,
        writable: bool,
    },
    /// `{ iN, i1 }`, the result of an overflow-checking intrinsic.
    Checked(u32),
}

impl Kind {
    pub(super) fn text(self) -> String {
        match self {
            Kind::Int(bits) => format!("i{bits}"),
            Kind::Pointer { .. } => "ptr".to_owned(),
            Kind::Checked(bits) => format!("{{ i{bits}, i1 }}"),
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Value {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// A global array: `count` elements of a struct of `fields` (one field is a plain integer).
#[derive(Debug, Clone)]
pub(super) struct Array {
    pub(super) name: String,
    pub(super) count: u32,
    pub(super) fields: Vec<u32>,
    pub(super) writable: bool,
    /// Only ever indexed and stepped through: its address goes nowhere.
    pub(super) shut: bool,
}

impl Array {
    pub(super) fn stride(&self) -> u32 {
        self.fields.iter().map(|bits| bits / 8).sum()
    }

    pub(super) fn element(&self) -> String {
        match self.fields.as_slice() {
            [bits] => format!("i{bits}"),
            fields => {
                let fields: Vec<String> = fields.iter().map(|bits| format!("i{bits}")).collect();
                format!("{{ {} }}", fields.join(", "))
            }
        }
    }
}

#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) params: Vec<Kind>,
    pub(super) ret: Option<Kind>,
    pub(super) cost: u64,
    /// The first parameter is a depth, to be kept at most this large.
    pub(super) depth: Option<u32>,
}

/// The module so far.
pub(super) struct Generator {
    pub(super) rng: Rng,
    size: Size,
    pub(super) arrays: Vec<Array>,
    /// Scalars of odd widths: name and width.
    pub(super) cells: Vec<(String, u32)>,
    /// Variables that hold a pointer, with the room it always has.
    pub(super) pointers: Vec<(String, u32)>,
    pub(super) functions: Vec<Signature>,
    /// Tables of functions of one signature: name, entries, signature.
    pub(super) tables: Vec<(String, u32, Signature)>,
    /// Globals whose address is a multiple of something.
    pub(super) aligned: Vec<Aligned>,
    pub(super) text: String,
    /// Functions ask to be made small rather than fast.
    pub(super) small: bool,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    sized_program(seed, LARGE)
}

/// The small program of a seed: a few statements, at most one function more.
pub(super) fn small_program(seed: u64) -> String {
    sized_program(seed, SMALL)
}

fn sized_program(seed: u64, size: Size) -> String {
    let mut generator = Generator {
        rng: Rng::with_seed(seed),
        size,
        arrays: Vec::new(),
        cells: Vec::new(),
        pointers: Vec::new(),
        functions: Vec::new(),
        tables: Vec::new(),
        aligned: Vec::new(),
        text: format!("; seed {seed}\ndeclare i16 @memcmp(ptr, ptr, i16)\n"),
        small: seed / 4 % 2 == 1,
    };
    generator.globals();
    generator.all_functions();
    generator.text
}

impl Generator {
    pub(super) fn chance(&mut self, percent: u32) -> bool {
        self.rng.u32(0..100) < percent
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        self.rng.usize(0..count.max(1))
    }

    /// Any width, bytes and words first.
    pub(super) fn width(&mut self) -> u32 {
        match self.rng.u32(0..100) {
            0..40 => 8,
            40..62 => 16,
            62..72 => 1,
            72..82 => 32,
            82..86 => 64,
            86..90 => 24,
            90..92 => self.rng.u32(65..=128),
            _ => self.rng.u32(1..=64),
        }
    }

    /// A width that fills its bytes.
    pub(super) fn memory_width(&mut self) -> u32 {
        match self.rng.u32(0..100) {
            0..50 => 8,
            50..75 => 16,
            75..88 => 32,
            88..94 => 64,
            94..96 => 128,
            _ => 8 * self.rng.u32(3..8),
        }
    }

    /// Numbers near the edges more often than others.
    pub(super) fn number(&mut self, bits: u32) -> i128 {
        let value = match self.rng.u32(0..10) {
            0 => 0,
            1 => 1,
            2 => -1,
            3 => i128::MIN >> (128 - bits),
            4 => i128::MAX >> (128 - bits),
            5 => 1i128 << self.rng.u32(0..bits),
            6..8 => self.rng.i128(-20..20),
            _ => self.rng.i128(..),
        };
        let shift = 128 - bits;
        (value << shift) >> shift
    }

    fn globals(&mut self) {
        let _ = writeln!(
            self.text,
            "@input = global [{INPUT_BYTES} x i8] zeroinitializer"
        );
        let _ = writeln!(
            self.text,
            "@output = global [{OUTPUT_BYTES} x i8] zeroinitializer"
        );
        for number in 0..self.rng.usize(self.size.arrays.clone()) {
            self.array(number);
        }
        for number in 0..self.rng.usize(0..3) {
            let bits = self.rng.u32(1..=72);
            let value = self.number(bits);
            let align = self.alignment();
            let _ = writeln!(
                self.text,
                "@cell{number} = internal global i{bits} {value}, align {align}"
            );
            self.cells.push((format!("@cell{number}"), bits));
        }
        for number in 0..self.rng.usize(0..2) {
            let Some(target) = self
                .arrays
                .iter()
                .find(|array| array.writable && !array.shut)
                .cloned()
            else {
                break;
            };
            let room = target.count * target.stride();
            let _ = writeln!(
                self.text,
                "@pointer{number} = internal global ptr {}",
                target.name
            );
            self.pointers
                .push((format!("@pointer{number}"), room.min(8)));
        }
    }

    fn array(&mut self, number: usize) {
        let fields = match self.rng.u32(0..4) {
            0 => (0..self.rng.usize(2..5))
                .map(|_| self.memory_width())
                .collect(),
            _ => vec![self.memory_width()],
        };
        let writable = self.chance(75);
        let mut array = Array {
            name: format!("@array{number}"),
            count: 1,
            fields,
            writable,
            shut: self.chance(35),
        };
        while array.count * array.stride() < 8
            || (self.chance(65) && array.count * array.stride() < self.size.array_bytes)
        {
            array.count *= 2;
        }
        let kind = if writable { "global" } else { "constant" };
        let linkage = if array.shut || self.chance(60) {
            "internal "
        } else {
            ""
        };
        let element = array.element();
        let init = if writable && self.chance(40) {
            "zeroinitializer".to_owned()
        } else {
            self.contents(&array)
        };
        let align = self.alignment();
        let (name, count) = (&array.name, array.count);
        let _ = writeln!(
            self.text,
            "{name} = {linkage}{kind} [{count} x {element}] {init}, align {align}"
        );
        if align > 1 && !array.shut {
            self.aligned.push(Aligned {
                name: name.clone(),
                align,
                room: count * array.stride(),
                writable,
            });
        }
        self.arrays.push(array);
    }

    fn contents(&mut self, array: &Array) -> String {
        let elements: Vec<String> = (0..array.count)
            .map(|_| {
                let fields: Vec<String> = array
                    .fields
                    .iter()
                    .map(|bits| format!("i{bits} {}", self.number(*bits)))
                    .collect();
                match fields.as_slice() {
                    [field] => field.clone(),
                    fields => format!("{} {{ {} }}", array.element(), fields.join(", ")),
                }
            })
            .collect();
        format!("[{}]", elements.join(", "))
    }

    fn all_functions(&mut self) {
        for number in 0..self.rng.usize(self.size.functions.clone()) {
            match self.rng.u32(0..10) {
                0..2 => self.recursive_group(number),
                2..4 => self.table(number),
                _ => self.plain_function(number),
            }
        }
        self.main();
    }

    fn parameter(&mut self) -> Kind {
        if self.chance(20) {
            Kind::Pointer {
                room: 4,
                writable: true,
            }
        } else {
            Kind::Int(self.width())
        }
    }

    fn plain_function(&mut self, number: usize) {
        let params = (0..self.rng.usize(0..5))
            .map(|_| self.parameter())
            .collect();
        let ret = match self.rng.u32(0..10) {
            0 => None,
            1 => Some(Kind::Checked(self.width())),
            _ => Some(Kind::Int(self.width())),
        };
        let signature = Signature {
            name: format!("@function{number}"),
            params,
            ret,
            cost: 0,
            depth: None,
        };
        self.function(signature, None);
    }

    /// Functions that call the next of the group with a smaller depth.
    fn recursive_group(&mut self, number: usize) {
        let mut params = vec![Kind::Int(8)];
        params.extend((0..self.rng.usize(0..3)).map(|_| self.parameter()));
        let ret = Some(Kind::Int(self.width()));
        let size = self.rng.usize(1..3);
        let depth = Some(self.rng.u32(1..3).next_power_of_two() * 2 - 1);
        let name = |member: usize| format!("@recursive{number}_{}", member % size);
        for member in 0..size {
            let signature = Signature {
                name: name(member),
                params: params.clone(),
                ret,
                cost: 0,
                depth,
            };
            self.function(signature, Some(name(member + 1)));
        }
        // Only the first is called from outside, when all of them exist.
        let group = self.functions.split_off(self.functions.len() - size);
        let cost = group.iter().map(|function| function.cost).sum::<u64>() * 30;
        self.functions.push(Signature {
            cost,
            ..group[0].clone()
        });
    }

    fn table(&mut self, number: usize) {
        let params: Vec<Kind> = (0..self.rng.usize(1..4))
            .map(|_| Kind::Int(self.width()))
            .collect();
        let ret = Some(Kind::Int(self.width()));
        let count = 1 << self.rng.u32(1..3);
        let mut cost = 0;
        let mut entries = Vec::new();
        for entry in 0..count {
            let name = format!("@entry{number}_{entry}");
            entries.push(format!("ptr {name}"));
            self.function(
                Signature {
                    name,
                    params: params.clone(),
                    ret,
                    cost: 0,
                    depth: None,
                },
                None,
            );
            cost += self.functions.last().map_or(0, |function| function.cost);
        }
        let name = format!("@table{number}");
        let _ = writeln!(
            self.text,
            "{name} = internal constant [{count} x ptr] [{}]",
            entries.join(", ")
        );
        let signature = Signature {
            name: name.clone(),
            params,
            ret,
            cost,
            depth: None,
        };
        self.tables.push((name, count, signature));
    }

    fn function(&mut self, mut signature: Signature, recursion: Option<String>) {
        let size = self.rng.usize(self.size.statements.clone());
        let mut body = Body::new(self, signature.clone(), recursion);
        body.whole(size);
        signature.cost = body.cost;
        let text = body.finish();
        self.text.push_str(&text);
        self.functions.push(signature);
    }

    fn main(&mut self) {
        let signature = Signature {
            name: "@fuzz_main".to_owned(),
            params: Vec::new(),
            ret: None,
            cost: 0,
            depth: None,
        };
        let size = self.rng.usize(self.size.statements_in_main.clone());
        let mut body = Body::new(self, signature, None);
        body.read_input();
        body.statements(size);
        body.write_output();
        body.line("  ret void");
        let text = body.finish();
        self.text.push_str(&text);
    }
}

/// A function being written.
pub(super) struct Body<'g> {
    pub(super) module: &'g mut Generator,
    pub(super) signature: Signature,
    /// The function of the group to call with a smaller depth, until it has been called twice.
    pub(super) recursion: Option<String>,
    lines: Vec<String>,
    /// Values that may be used here.
    pub(super) scope: Vec<Value>,
    /// Label of the block being written.
    pub(super) block: String,
    next: u32,
    /// How often the code here runs, and the steps so far.
    pub(super) repeat: u64,
    pub(super) cost: u64,
    pub(super) nesting: u32,
    /// Locals whose address is a multiple of something.
    pub(super) aligned: Vec<Aligned>,
    output_at: u32,
}

impl<'g> Body<'g> {
    fn new(module: &'g mut Generator, signature: Signature, recursion: Option<String>) -> Body<'g> {
        let mut body = Body {
            module,
            recursion,
            lines: Vec::new(),
            scope: Vec::new(),
            block: "entry".to_owned(),
            next: 0,
            repeat: 1,
            cost: 0,
            nesting: 0,
            aligned: Vec::new(),
            output_at: 0,
            signature,
        };
        for (number, kind) in body.signature.params.clone().into_iter().enumerate() {
            body.scope.push(Value {
                name: format!("%p{number}"),
                kind,
            });
        }
        body.line("entry:");
        body.locals();
        body
    }

    pub(super) fn fresh(&mut self) -> String {
        self.next += 1;
        format!("%v{}", self.next)
    }

    pub(super) fn label(&mut self) -> String {
        self.next += 1;
        format!("b{}", self.next)
    }

    pub(super) fn line(&mut self, text: &str) {
        self.cost += self.repeat;
        self.lines.push(text.to_owned());
    }

    pub(super) fn replace_line(&mut self, at: usize, text: String) {
        self.lines[at] = text;
    }

    /// Number of the line just written.
    pub(super) fn last_line(&self) -> usize {
        self.lines.len() - 1
    }

    pub(super) fn start_block(&mut self, label: &str) {
        self.line(&format!("{label}:"));
        self.block = label.to_owned();
    }

    /// Writes `%v = text` and makes the result usable.
    pub(super) fn define(&mut self, kind: Kind, text: &str) -> String {
        let name = self.fresh();
        self.line(&format!("  {name} = {text}"));
        self.scope.push(Value {
            name: name.clone(),
            kind,
        });
        name
    }

    /// Whether the program stays short if something of this cost is done here.
    pub(super) fn affordable(&self, cost: u64) -> bool {
        self.cost + self.repeat * cost < COST_LIMIT
    }

    /// Memory of its own, defined before anything reads it.
    fn locals(&mut self) {
        let count = if self.module.chance(30) {
            self.module.rng.u32(1..3)
        } else {
            0
        };
        for _ in 0..count {
            let room = 1 << self.module.rng.u32(3..6);
            let align = self.module.alignment();
            let name = self.define(
                Kind::Pointer {
                    room,
                    writable: true,
                },
                &format!("alloca [{room} x i8], align {align}"),
            );
            if align > 1 {
                self.aligned.push(Aligned {
                    name: name.clone(),
                    align,
                    room,
                    writable: true,
                });
            }
            let byte = self.module.number(8);
            self.line(&format!(
                "  call void @llvm.memset.p0.i16(ptr {name}, i8 {byte}, i16 {room}, i1 false)"
            ));
        }
    }

    /// A function from its parameters to its result; a recursive one ends at depth zero.
    fn whole(&mut self, size: usize) {
        if self.recursion.is_some() {
            let (stop, more) = (self.label(), self.label());
            let zero = self.define(Kind::Int(1), "icmp eq i8 %p0, 0");
            self.line(&format!("  br i1 {zero}, label %{stop}, label %{more}"));
            let scope = self.scope.clone();
            self.start_block(&stop);
            self.return_value();
            self.scope = scope;
            self.start_block(&more);
            self.statements(size / 2);
            self.recurse();
        }
        self.statements(size);
        self.return_value();
    }

    fn recurse(&mut self) {
        let Some(name) = self.recursion.clone() else {
            return;
        };
        let signature = Signature {
            name,
            ..self.signature.clone()
        };
        for _ in 0..self.module.rng.u32(1..3) {
            let depth = self.define(Kind::Int(8), "add i8 %p0, -1");
            self.call_with_first(&signature, Some(depth));
        }
    }

    pub(super) fn return_value(&mut self) {
        match self.signature.ret {
            None => self.line("  ret void"),
            Some(kind) => {
                let operand = self.operand(kind);
                self.line(&format!("  ret {} {operand}", kind.text()));
            }
        }
    }

    fn read_input(&mut self) {
        let mut at = 0;
        while at < INPUT_BYTES {
            let bits = self.module.memory_width().min(8 * (INPUT_BYTES - at));
            let place = self.fresh();
            self.line(&format!(
                "  {place} = getelementptr i8, ptr @input, i16 {at}"
            ));
            self.define(Kind::Int(bits), &format!("load i{bits}, ptr {place}"));
            at += bits / 8;
        }
    }

    fn write_output(&mut self) {
        while self.output_at < self.module.size.output_bytes {
            let bits = self.module.width();
            let operand = self.operand(Kind::Int(bits));
            self.output(bits, &operand);
        }
    }

    /// Leaves a value in the next place of `@output`.
    pub(super) fn output(&mut self, bits: u32, operand: &str) {
        let at = self.output_at;
        self.output_at += bits.div_ceil(8);
        let place = self.fresh();
        self.line(&format!(
            "  {place} = getelementptr i8, ptr @output, i16 {at}"
        ));
        self.line(&format!("  store i{bits} {operand}, ptr {place}"));
    }

    fn finish(self) -> String {
        let params: Vec<String> = self
            .signature
            .params
            .iter()
            .enumerate()
            .map(|(i, kind)| format!("{} %p{i}", kind.text()))
            .collect();
        let ret = self.signature.ret.map_or("void".to_owned(), Kind::text);
        let linkage = if self.signature.name == "@fuzz_main" {
            ""
        } else {
            "internal "
        };
        let (name, params, lines) = (
            &self.signature.name,
            params.join(", "),
            self.lines.join("\n"),
        );
        let size = if self.module.small {
            " minsize optsize"
        } else {
            ""
        };
        format!("\ndefine {linkage}{ret} {name}({params}){size} {{\n{lines}\n}}\n")
    }
}
