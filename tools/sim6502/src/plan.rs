//! From the tree to what will be executed: symbol tables read, program files loaded, every symbol and
//! constant address of every test checked, skipped tests too. Nothing runs here, so all that is wrong
//! with a suite file is known before its first instruction.

use crate::diagnostic::{Diagnostic, Severity, nearest};
use crate::files::find;
use crate::lex::{Number, NumberFault};
use crate::memory::RomName;
use crate::options::Options;
use crate::source::{Source, Span};
use crate::symbols::SymbolTable;
use crate::tree::*;
use std::rc::Rc;

/// Edits within which a misspelt symbol is recognised.
const SYMBOL_EDITS: usize = 3;

const ADDRESSES: i32 = 0x10000;

pub struct Plan<'t> {
    pub suites: Vec<PlannedSuite<'t>>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Plan<'_> {
    /// Whether the original runner would have thrown; the plan then ends before that item.
    pub fn aborted(&self) -> bool {
        let mut severities = self.diagnostics.iter().map(|one| one.severity);
        severities.any(|severity| severity == Severity::Abort)
    }
}

pub struct PlannedSuite<'t> {
    pub suite: &'t Suite,
    pub actions: Vec<Action<'t>>,
}

pub enum Action<'t> {
    Symbols(Rc<SymbolTable>),
    /// Queue a file that is copied before every later test.
    Load(Rc<Image>),
    Rom(RomName, Vec<u8>),
    Warn(String),
    Setup(&'t [Step]),
    Test(&'t Test),
}

pub struct Image {
    pub address: u16,
    pub bytes: Vec<u8>,
}

pub fn plan<'t>(source: &'t Source, file: &'t File, options: &'t Options) -> Plan<'t> {
    let mut planner = Planner {
        source,
        options,
        symbols: Rc::default(),
        symbols_missing: false,
        setup: None,
        diagnostics: Vec::new(),
    };
    let mut suites = Vec::new();
    for suite in &file.suites {
        let (actions, complete) = planner.suite(suite);
        suites.push(PlannedSuite { suite, actions });
        if !complete {
            break;
        }
    }
    Plan {
        suites,
        diagnostics: planner.diagnostics,
    }
}

struct Planner<'t> {
    source: &'t Source,
    options: &'t Options,
    symbols: Rc<SymbolTable>,
    /// A symbol file could not be read: its symbols would all be reported undefined, hiding the cause.
    symbols_missing: bool,
    setup: Option<&'t [Step]>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Planner<'t> {
    /// The actions of a suite, and whether it was planned to its end.
    fn suite(&mut self, suite: &'t Suite) -> (Vec<Action<'t>>, bool) {
        self.setup = None;
        let mut actions = Vec::new();
        if suite.deprecated {
            let text = "processor() is deprecated; use system() instead";
            actions.push(Action::Warn(text.to_string()));
        }
        for item in &suite.items {
            let planned = self.item(suite.system, item);
            let severity = self.diagnostics.iter().map(|one| one.severity).min();
            if severity == Some(Severity::Abort) {
                return (actions, false);
            }
            actions.extend(planned);
        }
        (actions, true)
    }

    fn item(&mut self, system: System, item: &'t Item) -> Option<Action<'t>> {
        match item {
            Item::Symbols(file) => self.symbols(file).map(Action::Symbols),
            Item::Load {
                file,
                address,
                strip_header,
            } => {
                let image = self.image(file, address.as_ref(), *strip_header)?;
                Some(Action::Load(Rc::new(image)))
            }
            Item::Rom { name, file } => self.rom(system, name, file),
            Item::Setup(steps) => {
                self.setup = Some(steps);
                self.steps(steps);
                Some(Action::Setup(steps))
            }
            Item::Test(test) => {
                if let Some((number, span)) = test.timeout {
                    self.number(number, span);
                }
                // The table may have been replaced since the block was registered.
                self.steps(self.setup.unwrap_or_default());
                self.steps(&test.body);
                Some(Action::Test(test))
            }
        }
    }

    fn error(&mut self, severity: Severity, span: Span, text: impl Into<String>) {
        self.diagnostics.push(Diagnostic::new(severity, span, text));
    }

    // Files.

    /// The content of a file; missing and empty files are errors.
    fn read(&mut self, file: &Quoted) -> Option<Vec<u8>> {
        let path = find(&file.text, self.source.path(), &self.options.prefix_maps);
        let Some(path) = path else {
            let text = format!("File '{}' does not exist", file.text);
            self.error(Severity::Semantic, file.span, text);
            return None;
        };
        match std::fs::read(&path) {
            Ok(bytes) if bytes.is_empty() => {
                let text = format!("File '{}' is empty", file.text);
                self.error(Severity::Semantic, file.span, text);
                None
            }
            Ok(bytes) => Some(bytes),
            Err(error) => {
                let text = format!("File '{}' cannot be read: {error}", file.text);
                self.error(Severity::Semantic, file.span, text);
                None
            }
        }
    }

    fn symbols(&mut self, file: &Quoted) -> Option<Rc<SymbolTable>> {
        let bytes = self.read(file);
        self.symbols_missing = bytes.is_none();
        match SymbolTable::parse(&String::from_utf8_lossy(&bytes?)) {
            Ok(table) => {
                self.symbols = Rc::new(table);
                Some(Rc::clone(&self.symbols))
            }
            Err(error) => {
                let text = format!("In '{}', {error}", file.text);
                self.error(Severity::Abort, file.span, text);
                None
            }
        }
    }

    fn image(&mut self, file: &Quoted, at: Option<&'t Place>, strip: bool) -> Option<Image> {
        let address = at.map(|place| self.place(place));
        let mut bytes = self.read(file)?;
        let address = match (address, bytes.as_slice()) {
            (Some(address), _) => address,
            (None, &[low, high, ..]) => u16::from_le_bytes([low, high]).into(),
            (None, _) => {
                let text = format!("File '{}' is too short for a load address", file.text);
                self.error(Severity::Abort, file.span, text);
                return None;
            }
        };
        if strip && bytes.len() >= 2 {
            bytes.drain(..2);
        }
        let end = address.saturating_add(i32::try_from(bytes.len()).unwrap_or(i32::MAX));
        match u16::try_from(address) {
            Ok(address) if end <= ADDRESSES => Some(Image { address, bytes }),
            _ => {
                let text = format!("File '{}' does not fit below $FFFF", file.text);
                self.error(Severity::Abort, file.span, text);
                None
            }
        }
    }

    fn rom(&mut self, system: System, name: &Quoted, file: &Quoted) -> Option<Action<'t>> {
        let Some(rom) = RomName::parse(&name.text) else {
            let text = format!("There is no ROM called '{}'", name.text);
            return Some(Action::Warn(text));
        };
        if !matches!(system, System::C64 | System::C64Timed) {
            let text = format!("This machine has no ROM; '{}' is ignored", file.text);
            return Some(Action::Warn(text));
        }
        let bytes = self.read(file)?;
        if bytes.len() > rom.size() {
            let (length, room) = (bytes.len(), rom.size());
            let text = format!("'{}' has {length} bytes, the ROM only {room}", file.text);
            self.error(Severity::Semantic, file.span, text);
            return None;
        }
        Some(Action::Rom(rom, bytes))
    }

    // Symbols and numbers in statements.

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::SetRegister(_, value) | Step::SetFlag { value, .. } => self.expr(value),
            Step::StoreRegister(place, _) => self.target(place),
            Step::Store { target, value, .. } => {
                match target {
                    Expr::Place(place) => self.target(place),
                    target => self.expr(target),
                }
                self.expr(value);
            }
            Step::Jsr { target, stop, .. } => {
                self.place(target);
                if let Stop::AtAddress(place) = stop {
                    self.place(place);
                }
            }
            Step::Fill(arguments) => self.exprs(arguments),
            Step::Dump(arguments) => self.exprs(arguments),
            Step::Assert(condition, _) => self.condition(condition),
        }
    }

    /// The left side of an assignment: a constant address must exist.
    fn target(&mut self, place: &Place) {
        let address = self.place(place);
        let constant = matches!(place.kind, PlaceKind::Number(_));
        if constant && !(0..ADDRESSES).contains(&address) {
            let text = format!("Address {address} is outside $0000-$FFFF");
            self.error(Severity::Semantic, place.span, text);
        }
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Memory(test) => self.memory_test(test),
            Condition::Compare(left, _, right) => {
                match left {
                    Left::ByteAt(place) => {
                        self.place(place);
                    }
                    Left::Value(value) | Left::Memory(value, _) => self.expr(value),
                    Left::Register(_) | Left::Flag(_) | Left::Cycles => {}
                }
                self.expr(right);
            }
        }
    }

    fn memory_test(&mut self, test: &MemoryTest) {
        match test {
            MemoryTest::Check(arguments) | MemoryTest::Compare(arguments) => {
                self.exprs(arguments.as_slice());
            }
        }
    }

    fn exprs(&mut self, exprs: &[Expr]) {
        for expr in exprs {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match expr {
            Expr::Place(place) | Expr::Part(place, _) => {
                self.place(place);
            }
            Expr::Bool(_) => {}
            Expr::PeekByte(inner) | Expr::PeekWord(inner) | Expr::Group(inner) => self.expr(inner),
            Expr::Memory(test) => self.memory_test(test),
            Expr::Chain(_, operands) => self.exprs(operands),
        }
    }

    /// The value of a place; 0 and an error if it has none.
    fn place(&mut self, place: &Place) -> i32 {
        match &place.kind {
            PlaceKind::Number(number) => self.number(*number, place.span),
            PlaceKind::Symbol(name) => self.symbol(name, place.span),
        }
    }

    fn number(&mut self, number: Number, span: Span) -> i32 {
        let text = match number {
            Ok(value) => return value,
            Err(NumberFault::TooLarge) => "This number does not fit in 32 bits",
            Err(NumberFault::UpperCasePrefix) => {
                "Hexadecimal is written with '$' or '0x', not '0X'"
            }
        };
        self.error(Severity::Abort, span, text);
        0
    }

    fn symbol(&mut self, name: &str, span: Span) -> i32 {
        let value = self.symbols.get(name);
        if value.is_none() && !self.symbols_missing {
            let meant = nearest(name, self.symbols.names(), SYMBOL_EDITS);
            let text = format!("Undefined symbol '{name}'");
            let error = Diagnostic::new(Severity::Semantic, span, text).with_hint(meant);
            self.diagnostics.push(error);
        }
        value.unwrap_or(0)
    }
}
