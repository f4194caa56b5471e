//! Linking: what goes where, what the files say, and that the start code prepares the memory.

#[allow(dead_code)] // each test file uses its own part
mod machine;

use machine::Machine;
use mosaic::asm::inst::{Inst, Label, Line, Mnemonic::*, Operand, Place, Routine};
use mosaic::asm::program::{Cell, Content, Object, Program};
use mosaic::link::assemble::Segment;
use mosaic::link::layout::Keep;
use mosaic::link::{Image, Layout, link, report, symbols};

fn place(name: &str) -> Place {
    Place::Symbol(name.into(), 0)
}

fn line(op: mosaic::asm::inst::Mnemonic, arg: Operand) -> Line {
    Line::Inst(Inst::new(op, arg))
}

fn routine(name: &str, lines: Vec<Line>) -> Routine {
    Routine {
        name: name.into(),
        section: None,
        lines,
    }
}

fn object(name: &str, section: Option<&str>, content: Content) -> Object {
    Object {
        name: name.into(),
        section: section.map(str::to_owned),
        constant: false,
        align: 1,
        content,
    }
}

fn bytes(values: &[u8]) -> Content {
    Content::Bytes(values.iter().map(|b| Cell::Byte(*b)).collect())
}

fn loaded(image: &Image) -> Machine {
    let mut machine = Machine::default();
    machine.load(image.load, image.contents());
    machine
}

#[test]
fn a_function_returns_the_byte_of_a_table_it_indexes() {
    let table = Object {
        constant: true,
        ..object("my.table", None, bytes(&[10, 20, 30]))
    };
    let lines = vec![
        line(Lda, Operand::MemoryX(place("my.table"))),
        line(Beq, Operand::Label(Label(3))),
        Line::Comment("not zero".into()),
        Line::Label(Label(3)),
        line(Rts, Operand::None),
    ];
    let program = Program {
        routines: vec![routine("get", lines)],
        objects: vec![table],
        ..Program::default()
    };
    let image = link(&program, &Layout::bare()).unwrap();
    let end = loaded(&image).registers(0, 2, 0).call(image.symbols["get"]);
    assert_eq!((end.a, end.cycles), (30, 12));
    assert_eq!(
        (image.load, image.sizes.code, image.sizes.rodata),
        (0x1000, 6, 3)
    );
}

#[test]
fn start_code_zeroes_bss_and_fills_initialised_zero_page() {
    let objects = vec![
        object("big", None, Content::Zero(600)),
        object("small", Some("ZEROPAGE"), Content::Zero(3)),
        object("given", Some("ZEROPAGE"), bytes(&[1, 2, 3])),
        object(
            "mutable",
            None,
            Content::Bytes(vec![
                Cell::Low(place("big")),
                Cell::High(place("big")),
                Cell::Byte(9),
            ]),
        ),
    ];
    let use_them =
        ["big", "small", "given", "mutable"].map(|name| line(Lda, Operand::Memory(place(name))));
    let lines = use_them
        .into_iter()
        .chain([line(Rts, Operand::None)])
        .collect();
    let mut program = Program {
        routines: vec![routine("f", lines)],
        objects,
        ..Program::default()
    };
    program.stack = 64;
    program.zero_page_frames = 5;
    let image = link(&program, &Layout::bare()).unwrap();
    let mut machine = loaded(&image);
    for _ in 0..2 {
        machine.call(image.init);
        let big = image.symbols["big"];
        assert!((big..big + 600).all(|at| machine.peek(at) == 0));
        assert_eq!(machine.peek(big + 600), 0xa5);
        assert_eq!(machine.number(image.symbols["small"], 3), 0);
        assert_eq!(machine.number(image.symbols["given"], 3), 0x030201);
        assert_eq!(
            machine.number(image.symbols["mutable"], 3),
            0x09_0000 | u64::from(big)
        );
    }
    assert_eq!(image.symbols["zero_page_frames"], 2);
    assert!(image.symbols["small"] < 256 && image.symbols["given"] < 256);
}

fn c64() -> Layout {
    Layout::parse(include_str!("../layouts/c64.toml")).unwrap()
}

#[test]
fn a_c64_program_starts_by_sys_and_copies_what_lives_under_the_kernal() {
    let high: Vec<u8> = (0..700u32).map(|n| (n * 7) as u8).collect();
    let objects = vec![
        object("book", Some("HIGH"), bytes(&high)),
        object("table", Some("TABLE"), Content::Zero(0x4000)),
        object("counter", None, Content::Zero(2)),
        object("squares", Some("HIGH"), bytes(&[5; 100])),
    ];
    let lines = vec![
        line(Lda, Operand::Memory(place("counter"))),
        line(Rts, Operand::None),
    ];
    let program = Program {
        routines: vec![routine("main", lines)],
        objects,
        ..Program::default()
    };
    let image = link(&program, &c64()).unwrap();
    assert_eq!(&image.prg[..14], b"\x01\x08\x0b\x08\xea\x07\x9e2061\0\0\0");
    assert_eq!((image.entry, image.symbols["table"]), (2061, 0xa000));
    let book = image.symbols["book"];
    assert_eq!(book.min(image.symbols["squares"]), 0xe000);
    let mut machine = loaded(&image);
    machine.call(image.init);
    assert!(
        high.iter()
            .enumerate()
            .all(|(at, byte)| machine.peek(book + at as u16) == *byte)
    );
    assert_eq!(machine.number(image.symbols["squares"], 4), 0x05050505);
    assert_eq!(machine.peek(0xe000 + 800), 0xa5);
    assert_eq!(
        machine.peek(0xa000),
        0xa5,
        "a reserved region is left alone"
    );
}

#[test]
fn the_start_code_can_lie_in_memory_that_the_program_uses_later() {
    let high: Vec<u8> = (0..700u32).map(|n| (n * 7) as u8).collect();
    let text = include_str!("../layouts/c64.toml")
        .replace("port = 0x35", "# 0x35")
        .replace("[zeropage]", "init = \"ONCE\"\n[zeropage]")
        .replace("segments = [\"HIGH\"]", "segments = [\"HIGH\", \"ONCE\"]");
    let program = Program {
        routines: vec![routine("main", vec![line(Rts, Operand::None)])],
        objects: vec![
            object("book", Some("HIGH"), bytes(&high)),
            object("counter", None, Content::Zero(600)),
        ],
        ..Program::default()
    };
    let image = link(&program, &Layout::parse(&text).unwrap()).unwrap();
    let plain = link(&program, &c64()).unwrap();
    assert_eq!(image.init, 0xe000 + 700, "behind HIGH");
    assert!(image.symbols["main"] < plain.symbols["main"]);
    let mut machine = loaded(&image);
    machine.call(image.entry);
    let same = |(at, byte): (usize, &u8)| machine.peek(0xe000 + at as u16) == *byte;
    assert!(high.iter().enumerate().all(same));
    let counter = image.symbols["counter"];
    assert!((0..600).all(|at| machine.peek(counter + at) == 0));

    let message =
        |from: &str, to: &str| Layout::parse(&text.replace(from, to)).unwrap_err().message;
    assert!(
        message("\"ONCE\"\n", "\"TABLE\"\n").contains("start.init must be a segment of a copied")
    );
    assert!(message("entry = \"main\"", "").contains("start.init needs start.entry"));
}

/// The C64's layout with a region over the table, and a file that reaches into it.
fn with_passing_region() -> String {
    let passing = "[[region]]\nname = \"PASSING\"\nstart = 0xa000\nend = 0xbfff\nkeep = \"copied\"\nover = \"TABLE\"\n\
                   segments = [\"ONCE\"]\n";
    let text = include_str!("../layouts/c64.toml").replace("port = 0x35", "# 0x35");
    format!("{text}\n{passing}")
}

#[test]
fn a_copied_region_may_lie_over_a_reserved_one() {
    let pattern = |count: u32, factor: u32| -> Vec<u8> {
        (0..count).map(|n| ((n * factor) >> 3) as u8).collect()
    };
    let (once, high) = (pattern(0x1234, 11), pattern(0x1c00, 7));
    let program = |filler: u32| Program {
        routines: vec![routine("main", vec![line(Rts, Operand::None)])],
        objects: vec![
            object("title", Some("ONCE"), bytes(&once)),
            object("book", Some("HIGH"), bytes(&high)),
            object("table", Some("TABLE"), Content::Zero(0x4000)),
            object("code", None, bytes(&vec![0xea; filler as usize])),
            object("given", Some("ZEROPAGE"), bytes(&[1, 2, 3])),
        ],
        ..Program::default()
    };
    let layout = Layout::parse(&with_passing_region()).unwrap();
    // The contents of HIGH lie in the file where ONCE is copied to.
    let image = link(&program(0x7000), &layout).unwrap();
    assert!(usize::from(image.load) + image.contents().len() > 0xa000);
    assert_eq!(
        (image.symbols["title"], image.symbols["table"]),
        (0xa000, 0xa000)
    );
    let mut machine = loaded(&image);
    machine.call(image.init);
    let holds = |at: usize, bytes: &[u8]| machine.memory()[at..at + bytes.len()] == *bytes;
    assert!(holds(0xa000, &once) && holds(0xe000, &high));
    assert_eq!(machine.number(image.symbols["given"], 3), 0x030201);
    // So far behind the program ONCE itself lies where it is copied to.
    let message = link(&program(0x8700), &layout).unwrap_err().message;
    assert!(
        message.contains("segment ONCE would be copied over ONCE"),
        "{message}"
    );
}

/// The same layout with entry points beside the program, where the book is.
fn layout_with_entries(text: &str) -> Layout {
    let beside = "[[region]]\nname = \"ENTRIES\"\nstart = 0xe100\nend = 0xe1ff\nkeep = \"beside\"\nsegments = [\"TESTS\"]\n";
    Layout::parse(&format!("{text}\n{beside}")).unwrap()
}

fn program_with_entries() -> Program {
    let mut entry = routine(
        "Entry",
        vec![
            line(Inc, Operand::Memory(place("given"))),
            line(Rts, Operand::None),
        ],
    );
    entry.section = Some("TESTS".into());
    let mut program = Program {
        routines: vec![routine("main", vec![line(Rts, Operand::None)]), entry],
        objects: vec![
            object("book", Some("HIGH"), bytes(&[7; 0x300])),
            object("given", Some("ZEROPAGE"), bytes(&[41, 2])),
            object("counter", None, Content::Zero(2)),
            object("input", Some("TESTS"), bytes(&[9])),
        ],
        ..Program::default()
    };
    for name in ["main", "Entry", "input"] {
        program.exports.insert(name.into(), place(name));
    }
    program
}

/// What the two files make of memory, by address.
fn memory_of_second(image: &Image) -> Vec<u8> {
    assert_eq!(image.beside[..2], [2, 0]);
    [&[0, 0], &image.beside[2..]].concat()
}

#[test]
fn a_second_file_holds_the_started_program_with_what_lies_beside_it() {
    for text in [
        include_str!("../layouts/c64.toml").to_owned(),
        packed_layout(),
    ] {
        let image = link(&program_with_entries(), &layout_with_entries(&text)).unwrap();
        let without = Program {
            routines: vec![routine("main", vec![line(Rts, Operand::None)])],
            objects: program_with_entries()
                .objects
                .into_iter()
                .filter(|o| o.name != "input")
                .collect(),
            ..Program::default()
        };
        assert_eq!(
            image.prg,
            link(&without, &Layout::parse(&text).unwrap()).unwrap().prg
        );
        let second = memory_of_second(&image);
        let mut machine = loaded(&image);
        match text.contains("packed = true") {
            true => machine.run(image.entry, image.symbols["main"]),
            false => machine.call(image.init),
        };
        // The start code changes itself, and scratch memory has no first value.
        let others = ["START", "ONCE", "NOINIT"];
        let is_filled =
            |segment: &&Segment| !segment.beside && !others.contains(&segment.name.as_str());
        for segment in image.segments.iter().filter(is_filled) {
            let first = usize::from(segment.start);
            let filled = second.iter().zip(machine.memory()).enumerate();
            for (at, (here, there)) in filled.skip(first).take(segment.bytes as usize) {
                let is_beside = (0xe100..0xe104).contains(&at);
                assert!(is_beside || here == there, "{at:04x}");
            }
        }
        let given = image.symbols["given"] as u8;
        assert_eq!(second[0xe100..0xe105], [0xe6, given, 0x60, 9, 7]);
    }
}

#[test]
fn names_of_what_lies_beside_are_in_the_second_symbol_file_alone() {
    let layout = layout_with_entries(include_str!("../layouts/c64.toml"));
    let image = link(&program_with_entries(), &layout).unwrap();
    let (own, both) = (
        symbols::kick_assembler(&image),
        symbols::kick_assembler_beside(&image),
    );
    assert!(both.contains(".label Entry=$e100\n") && both.contains(".label input=$e103\n"));
    assert!(!own.contains("Entry") && !own.contains("input"));
    assert!(own.lines().all(|label| both.contains(label)) && own.contains(".label main="));
    assert!(!symbols::vice(&image).contains("Entry"));
    let report = report::report(&image, &layout, &report::Profile::new());
    let row = |name: &str| {
        report
            .lines()
            .find(|line| line.ends_with(name))
            .map(str::to_owned)
    };
    assert!(
        row(" Entry").is_some_and(|row| row.starts_with("  e100      3 ")),
        "{report}"
    );
    assert!(
        row(" book").is_some_and(|row| row.starts_with("  e000    768 ")),
        "{report}"
    );
    assert_eq!(
        (image.sizes.code, image.sizes.rodata + image.sizes.data),
        (1, 0x302)
    );
}

#[test]
fn what_lies_beside_the_program_is_not_over_its_file() {
    let text = include_str!("../layouts/c64.toml");
    let beside = "[[region]]\nname = \"ENTRIES\"\nstart = 0x8000\nend = 0x80ff\nkeep = \"beside\"\nsegments = [\"TESTS\"]\n";
    let message = Layout::parse(&format!("{text}\n{beside}"))
        .unwrap_err()
        .message;
    assert!(
        message.contains("regions MAIN and ENTRIES overlap"),
        "{message}"
    );
}

/// The C64's layout with a region over the table, and a packed file.
fn packed_layout() -> String {
    let text = with_passing_region().replace("# 0x35", "port = 0x35");
    text.replace("[zeropage]", "init = \"ONCE\"\npacked = true\n[zeropage]")
}

#[test]
fn a_packed_program_unpacks_itself_into_every_region() {
    let mut chance = fastrand::Rng::with_seed(1);
    // Code repeats itself: words of one to nine bytes, some of them new.
    let mut text = |length: usize| -> Vec<u8> {
        let words: Vec<Vec<u8>> = (0..200)
            .map(|_| (0..chance.usize(1..10)).map(|_| chance.u8(..)).collect())
            .collect();
        let mut bytes = Vec::new();
        while bytes.len() < length {
            bytes.extend(&words[chance.usize(..words.len())]);
        }
        bytes.truncate(length);
        bytes
    };
    let (once, high, code) = (text(0x1f00), text(0x1e00), text(0x9000));
    let noise: Vec<u8> = (0..700).map(|_| fastrand::u8(..)).collect();
    let program = Program {
        routines: vec![routine("main", vec![line(Rts, Operand::None)])],
        objects: vec![
            object("title", Some("ONCE"), bytes(&once)),
            object("book", Some("HIGH"), bytes(&high)),
            object("vectors", Some("VECTORS"), bytes(&[1, 2, 3, 4, 5, 6])),
            object("code", None, bytes(&code)),
            object("noise", None, bytes(&noise)),
            object("given", Some("ZEROPAGE"), bytes(&[1, 2, 3])),
            object("counter", None, Content::Zero(600)),
        ],
        ..Program::default()
    };
    let layout = Layout::parse(&packed_layout()).unwrap();
    let image = link(&program, &layout).unwrap();
    let bytes = image.contents().len();
    assert!(bytes < 0x9000, "{bytes} bytes");
    assert_eq!(
        &image.prg[..15],
        b"\x01\x08\x0b\x08\xea\x07\x9e2061\0\0\0\x78"
    );
    // The ROMs are banked out before anything that may lie under them is entered.
    assert_eq!(image.entry, 2061);
    assert_eq!(image.symbols["main"], 0x0801, "no start code stays");
    let mut machine = loaded(&image);
    machine.run(image.entry, image.symbols["main"]);
    let holds = |name: &str, bytes: &[u8]| {
        let at = usize::from(image.symbols[name]);
        machine.memory()[at..at + bytes.len()] == *bytes
    };
    assert!(holds("title", &once) && holds("book", &high));
    assert!(holds("code", &code) && holds("noise", &noise));
    assert!(holds("vectors", &[1, 2, 3, 4, 5, 6]) && holds("given", &[1, 2, 3]));
    assert!(holds("counter", &[0; 600]));
    assert_eq!(machine.peek(0x01), 0x35);
    // Everything below is left alone but the stack and zero page.
    assert!((0x0200..0x0801).all(|at| machine.peek(at) == 0xa5));
}

#[test]
fn what_cannot_be_packed_is_refused() {
    let wrong = |from: &str, to: &str| {
        let text = packed_layout().replace(from, to);
        Layout::parse(&text).unwrap_err().message
    };
    assert!(wrong("port = 0x35", "").contains("start.packed needs start.port"));
    assert!(wrong("basic_line = 2026", "").contains("start.packed needs start.basic_line"));
    let low = "[[region]]\nname = \"LOW\"\nstart = 0x0400\nend = 0x07ff\nkeep = \"copied\"\nsegments = [\"LOW\"]\n[[region]]\nname = \"MAIN\"";
    let message = wrong("[[region]]\nname = \"MAIN\"", low);
    assert!(message.contains("region LOW is copied there"), "{message}");
    let mut chance = fastrand::Rng::with_seed(1);
    let noise: Vec<u8> = (0..20_000).map(|_| chance.u8(..)).collect();
    let program = Program {
        routines: vec![routine("main", vec![line(Rts, Operand::None)])],
        objects: vec![object("noise", None, bytes(&noise))],
        ..Program::default()
    };
    let layout = Layout::parse(&packed_layout()).unwrap();
    let message = link(&program, &layout).unwrap_err().message;
    assert!(message.contains("leave out start.packed"), "{message}");
}

#[test]
fn a_region_lies_over_reserved_memory_alone() {
    let wrong = |from: &str, to: &str| {
        let text = with_passing_region().replace(from, to);
        Layout::parse(&text).unwrap_err().message
    };
    let over = "over = \"TABLE\"";
    assert!(wrong(over, "").contains("regions TABLE and PASSING overlap"));
    assert!(wrong(over, "over = \"NONE\"").contains("there is no region NONE"));
    assert!(wrong(over, "over = \"HIGH\"").contains("HIGH is not reserved"));
    assert!(wrong("end = 0xbfff", "end = 0xe0ff").contains("does not lie within TABLE"));
    let zeroed = format!("keep = \"zeroed\"\n{over}");
    let copied = format!("keep = \"copied\"\n{over}");
    assert!(wrong(&copied, &zeroed).contains("only a copied region lies over another"));
}

#[test]
fn names_the_assembler_cannot_take_are_respelled_and_stay_distinct() {
    let names = [
        "a.b",
        "a$b",
        "lda",
        "x",
        "start",
        "rt_a",
        "_ZN4core3ptr17h0123456789abcdefE",
    ];
    let routines = names.iter().enumerate().map(|(value, name)| {
        let lines = vec![
            line(Lda, Operand::Immediate(value as u8)),
            line(Rts, Operand::None),
        ];
        routine(name, lines)
    });
    let program = Program {
        routines: routines.collect(),
        ..Program::default()
    };
    let image = link(&program, &Layout::bare()).unwrap();
    for (value, name) in names.iter().enumerate() {
        assert_eq!(
            usize::from(loaded(&image).call(image.symbols[*name]).a),
            value,
            "{name}"
        );
    }
    assert!(image.listing.contains("; core::ptr\n"), "{}", image.listing);
}

#[test]
fn symbol_files_hold_each_plain_name_once() {
    let rts = || vec![line(Rts, Operand::None)];
    let mut program = Program {
        routines: vec![routine("f.1", rts()), routine("f_1", rts())],
        ..Program::default()
    };
    program
        .exports
        .insert("Board88".into(), Place::Symbol("f.1".into(), 1));
    program
        .exports
        .insert("border".into(), Place::Address(0xd020));
    let image = link(&program, &Layout::bare()).unwrap();
    let kick = symbols::kick_assembler(&image);
    assert!(
        kick.contains(".label border=$d020\n") && kick.contains(".label Board88=$"),
        "{kick}"
    );
    let names: Vec<&str> = kick
        .lines()
        .map(|l| l[7..].split('=').next().unwrap())
        .collect();
    assert!(
        names
            .iter()
            .all(|name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')),
        "{kick}"
    );
    let unique: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!(unique.len(), names.len(), "{kick}");
    assert!(symbols::vice(&image).contains("al C:d020 .border\n"));
}

#[test]
fn aligned_tables_start_on_their_boundary() {
    let aligned = Object {
        align: 256,
        constant: true,
        ..object("page", None, bytes(&[7; 256]))
    };
    let loose = Object {
        constant: true,
        ..object("loose", None, bytes(&[1]))
    };
    let program = Program {
        routines: vec![routine("f", vec![line(Rts, Operand::None)])],
        objects: vec![loose, aligned],
        ..Program::default()
    };
    let image = link(&program, &Layout::bare()).unwrap();
    assert_eq!(image.symbols["page"] % 256, 0);
    assert!(image.symbols["loose"] < image.symbols["page"]);
}

/// A program whose code ends in the middle of a page, with tables in every segment, one of them aligned to a page.
fn tables_behind_code(code: usize) -> Program {
    let constant = |name: &str, size: usize, align: u32| Object {
        constant: true,
        align,
        ..object(name, None, bytes(&vec![7; size]))
    };
    let mut objects: Vec<Object> = Vec::new();
    for size in 1..14 {
        let given = bytes(&vec![1; size]);
        let zeroed = Content::Zero(size as u32);
        objects.extend([
            constant(&format!("constant{size}"), size, 1),
            constant(&format!("text{size}"), size, 1),
            object(&format!("given{size}"), None, given),
            object(&format!("zeroed{size}"), None, zeroed),
            object(
                &format!("kept{size}"),
                Some("NOINIT"),
                Content::Zero(size as u32),
            ),
        ]);
    }
    objects.extend([
        constant("page", 512, 256),
        constant("fits", 200, 1),
        object("given", None, bytes(&[1; 90])),
        object("word", Some("ZEROPAGE"), bytes(&[1, 2])),
        object("zeroed", None, Content::Zero(90)),
        object("flag", None, Content::Zero(3)),
        object("kept", Some("NOINIT"), Content::Zero(90)),
    ]);
    let mut lines = vec![line(Nop, Operand::None); code];
    lines.push(line(Inc, Operand::Memory(place("word"))));
    lines.push(line(Jsr, Operand::Memory(place("rt_mul8"))));
    lines.push(line(Rts, Operand::None));
    Program {
        routines: vec![routine("f", lines)],
        objects,
        frames: 5,
        stack: 64,
        ..Program::default()
    }
}

#[test]
fn segments_follow_each_other_without_a_gap() {
    let mut layouts = vec![
        Layout::bare(),
        c64(),
        Layout::parse(&packed_layout()).unwrap(),
    ];
    layouts[1].start.entry = Some("f".into());
    layouts[2].start.entry = Some("f".into());
    for layout in &mut layouts {
        let file = layout
            .regions
            .iter_mut()
            .find(|region| region.keep == Keep::File);
        let file = file.unwrap();
        file.end = file.start + 2700;
    }
    for layout in &layouts {
        for code in [0, 77, 129, 250] {
            let program = tables_behind_code(code);
            let image = link(&program, layout).unwrap();
            let (first, last) = (layout.file_region().start, layout.file_region().end);
            let inside = |segment: &&mosaic::link::assemble::Segment| {
                segment.bytes > 0 && (first..=last).contains(&segment.start)
            };
            let mut segments: Vec<_> = image.segments.iter().filter(inside).collect();
            segments.sort_by_key(|segment| segment.start);
            let used: u32 = segments.iter().map(|segment| segment.bytes).sum();
            let end = segments
                .last()
                .map(|s| u32::from(s.start) + s.bytes)
                .unwrap();
            // First values of zero page may lie in between.
            assert!(end - u32::from(first) <= used + 2, "{segments:?}");
            let contents: u32 = program.objects.iter().map(mosaic::asm::pack::size).sum();
            let wanted = image.sizes.code + image.sizes.start + contents + 5 + 64;
            assert!(
                used <= wanted + 16,
                "{used} bytes for {wanted} with {code} bytes of code"
            );
            assert_eq!(image.symbols["page"] % 256, 0);
            for (name, size) in [("fits", 200), ("given", 90), ("zeroed", 90), ("kept", 90)] {
                let at = image.symbols[name];
                assert_eq!(at / 256, (at + size - 1) / 256, "{name} crosses a page");
            }
        }
    }
}

#[test]
fn a_large_table_starts_where_its_indexed_accesses_cross_least() {
    let sizes = [90, 70, 40, 30, 20, 14, 12, 9, 7, 5, 4, 3, 2, 1];
    let table = |size: &u32| object(&format!("t{size}"), None, Content::Zero(*size));
    let mut objects: Vec<Object> = sizes.iter().map(table).collect();
    objects.push(object("board", None, Content::Zero(300)));
    let behind_border = Operand::MemoryX(Place::Symbol("board".into(), 33));
    let program = Program {
        routines: vec![routine(
            "f",
            vec![line(Lda, behind_border), line(Rts, Operand::None)],
        )],
        objects,
        ..Program::default()
    };
    let image = link(&program, &Layout::bare()).unwrap();
    assert!((image.symbols["board"] + 33) % 256 < 32);
}

#[test]
fn tables_that_fit_a_page_do_not_cross_one() {
    let sizes = [100, 300, 128, 60, 250, 20, 256, 3, 90, 17];
    let table = |size: &u32| object(&format!("t{size}"), None, Content::Zero(*size));
    let program = Program {
        routines: vec![routine("f", vec![line(Rts, Operand::None)])],
        objects: sizes.iter().map(table).collect(),
        ..Program::default()
    };
    let image = link(&program, &Layout::bare()).unwrap();
    let crossing = sizes.iter().filter(|size| {
        let start = u32::from(image.symbols[&format!("t{size}")]);
        **size <= 256 && start / 256 != (start + **size - 1) / 256
    });
    assert_eq!(crossing.count(), 0);
    let total: u32 = sizes.iter().sum();
    assert!(
        image.sizes.bss <= total + 32,
        "{} bytes for {total}",
        image.sizes.bss
    );
}

#[test]
fn the_report_lists_functions_with_their_bytes_and_cycles() {
    let program = Program {
        routines: vec![routine(
            "f",
            vec![line(Nop, Operand::None), line(Rts, Operand::None)],
        )],
        ..Program::default()
    };
    let image = link(&program, &Layout::bare()).unwrap();
    let f = image.symbols["f"];
    let profile = report::Profile::from([(f, 20), (f + 1, 60)]);
    let entries = report::entries(&image, &profile);
    let entry = entries.iter().find(|entry| entry.name == "f").unwrap();
    assert_eq!((entry.bytes, entry.cycles), (2, 80));
    let text = report::report(&image, &Layout::bare(), &profile);
    assert!(text.contains("100.0%  CODE      f\n"), "{text}");
    assert!(text.contains("region MAIN"), "{text}");
    assert!(
        !text.contains("LOCAL"),
        "labels of macros are left out: {text}"
    );
}

#[test]
fn mistakes_are_reported_by_name() {
    let call = |name: &str| {
        vec![
            line(Jsr, Operand::Memory(place(name))),
            line(Rts, Operand::None),
        ]
    };
    let unknown = Program {
        routines: vec![routine("f", call("nowhere"))],
        ..Program::default()
    };
    assert!(
        link(&unknown, &Layout::bare())
            .unwrap_err()
            .message
            .contains("nowhere is used but defined nowhere")
    );
    let slot = vec![line(Lda, Operand::Memory(Place::Slot(4)))];
    let slotted = Program {
        routines: vec![routine("f", slot)],
        ..Program::default()
    };
    assert!(
        link(&slotted, &Layout::bare())
            .unwrap_err()
            .to_string()
            .contains("`lda slot4` still has a slot")
    );
    let lost = Program {
        objects: vec![object("o", Some("NOWHERE"), bytes(&[1]))],
        ..Program::default()
    };
    assert!(
        link(&lost, &Layout::bare())
            .unwrap_err()
            .message
            .contains("section NOWHERE")
    );
    let stored = Program {
        objects: vec![object("o", Some("TABLE"), bytes(&[1]))],
        ..Program::default()
    };
    let mut layout = c64();
    layout.start.entry = None;
    assert!(
        link(&stored, &layout)
            .unwrap_err()
            .message
            .contains("region TABLE is not stored")
    );
    let full = Program {
        objects: vec![object("o", None, Content::Zero(0xf000))],
        ..Program::default()
    };
    let message = link(&full, &Layout::bare()).unwrap_err().message;
    assert!(
        message.contains("bytes more than region") && message.contains(" 61440 o"),
        "{message}"
    );
}

#[test]
fn an_object_may_be_called_like_its_section() {
    let program = Program {
        objects: vec![object("TABLE", Some("TABLE"), Content::Zero(4))],
        ..Program::default()
    };
    let mut layout = c64();
    layout.start.entry = None;
    let image = link(&program, &layout).unwrap();
    assert_eq!(image.symbol("TABLE"), Some(0xa000));
}

#[test]
fn an_entry_that_is_missing_is_named_with_the_layout() {
    let message = link(&Program::default(), &c64()).unwrap_err().message;
    assert!(
        message.contains("`main` ([start] entry)") && message.contains("no_mangle"),
        "{message}"
    );
}

#[test]
fn a_wrong_layout_is_refused_with_its_reason() {
    let wrong = |from: &str, to: &str| {
        let text = include_str!("../layouts/c64.toml").replace(from, to);
        Layout::parse(&text).unwrap_err().message
    };
    assert!(wrong("end = 0xdfff", "end = 0xe0ff").contains("regions TABLE and HIGH overlap"));
    assert!(wrong("\"NOINIT\"]", "\"HIGH\"]").contains("segment HIGH is in regions MAIN and HIGH"));
    assert!(wrong("keep = \"copied\"", "keep = \"lost\"").contains("unknown variant `lost`"));
    assert!(wrong("\"BSS\", ", "").contains("segment BSS is in no region"));
}

#[test]
fn a_label_names_a_place_within_an_exported_object() {
    let labelled = |labels: &str| {
        let text = format!(
            "{}\n[labels]\n{labels}\n",
            include_str!("../layouts/bare.toml")
        );
        let program = Program {
            objects: vec![object("board", None, Content::Zero(300))],
            exports: [
                ("Board".to_owned(), Place::Symbol("board".into(), 0)),
                ("Taken".to_owned(), Place::Symbol("board".into(), 1)),
            ]
            .into(),
            ..Program::default()
        };
        link(&program, &Layout::parse(&text).unwrap())
    };
    let image = labelled(r#"Inner = { of = "Board", plus = 0x21 }"#).unwrap();
    assert_eq!(image.symbol("Inner"), Some(image.symbols["board"] + 0x21));
    let kick = symbols::kick_assembler(&image);
    let line = format!(".label Inner=${:04x}", image.symbols["board"] + 0x21);
    assert!(kick.contains(&line), "{kick}");
    let refused = |labels: &str| labelled(labels).unwrap_err().message;
    let message = refused(r#"Inner = { of = "Lost", plus = 1 }"#);
    assert!(
        message.contains("Inner cannot be a place in Lost: the crate exports no object"),
        "{message}"
    );
    let message = refused(r#"Taken = { of = "Board", plus = 1 }"#);
    assert!(message.contains("exports a Taken of its own"), "{message}");
}

#[test]
fn an_entry_that_returns_gives_basic_back_what_it_had() {
    let lines = vec![
        line(Inc, Operand::Memory(place("counter"))),
        line(Rts, Operand::None),
    ];
    for layout in [c64(), Layout::parse(WITH_KERNAL).unwrap()] {
        let program = Program {
            routines: vec![routine("main", lines.clone())],
            objects: vec![
                object("counter", Some("ZEROPAGE"), Content::Zero(2)),
                object("given", Some("ZEROPAGE"), bytes(&[1, 2, 3])),
                object("plain", None, Content::Zero(100)),
            ],
            returning: ["main".to_owned()].into(),
            ..Program::default()
        };
        let image = link(&program, &layout).unwrap();
        let mut machine = loaded(&image);
        machine.call(image.entry);
        assert_eq!(machine.peek(image.symbols["plain"]), 0, "it has run");
        let zero_page = &machine.memory()[..256];
        assert!(zero_page.iter().all(|byte| *byte == 0xa5), "{zero_page:x?}");
    }
}

/// A guest of the KERNAL: no banks are switched.
const WITH_KERNAL: &str = r#"
[start]
entry = "main"
basic_line = 10

[zeropage]
start = 0x02
end = 0x8f

[[region]]
name = "MAIN"
start = 0x0801
end = 0x9fff
segments = ["CODE", "RODATA", "DATA", "BSS", "NOINIT"]
"#;

#[test]
fn names_that_read_the_same_have_labels_of_their_own() {
    let rts = || vec![line(Rts, Operand::None)];
    let program = Program {
        routines: vec![
            routine("_RNvCs1234_7example4draw", rts()),
            routine("_RNvCsabcd_7example4draw", rts()),
        ],
        ..Program::default()
    };
    let image = link(&program, &Layout::bare()).unwrap();
    let kick = symbols::kick_assembler(&image);
    assert!(kick.contains(".label example__draw=$"), "{kick}");
    assert!(kick.contains(".label example__draw_2=$"), "{kick}");
}

#[test]
fn an_object_without_a_byte_is_not_reported_with_what_follows_it() {
    let program = Program {
        objects: vec![
            Object {
                align: 2,
                ..object("nothing", None, Content::Zero(0))
            },
            object("something", None, Content::Zero(300)),
        ],
        ..Program::default()
    };
    let image = link(&program, &Layout::bare()).unwrap();
    assert_eq!(image.symbols["nothing"], image.symbols["something"]);
    let entries = report::entries(&image, &report::Profile::new());
    assert!(entries.iter().all(|entry| entry.name != "nothing"));
    assert!(
        entries
            .iter()
            .any(|entry| entry.name == "something" && entry.bytes == 300)
    );
}

#[test]
fn the_heap_is_a_region_or_what_the_program_leaves() {
    let start = |name: &str| {
        let place = Place::Symbol(name.into(), 0);
        let lines = vec![
            line(Lda, Operand::ImmediateLow(place.clone())),
            line(Ldx, Operand::ImmediateHigh(place)),
            line(Rts, Operand::None),
        ];
        routine(&format!("get_{name}"), lines)
    };
    let program = || Program {
        routines: vec![start("mosaic_heap_start"), start("mosaic_heap_last")],
        objects: vec![object("plain", None, Content::Zero(100))],
        ..Program::default()
    };
    let bounds = |layout: &Layout| {
        let image = link(&program(), layout).unwrap();
        let bound = |name: &str| {
            let end = loaded(&image).call(image.symbols[&format!("get_{name}")]);
            u16::from_le_bytes([end.a, end.x])
        };
        let bounds = (bound("mosaic_heap_start"), bound("mosaic_heap_last"));
        (image.symbols["plain"], bounds)
    };
    let (plain, (first, last)) = bounds(&Layout::bare());
    assert_eq!((first, last), (plain + 100, 0xfeff));
    let with_heap = format!(
        "{WITH_KERNAL}\n[[region]]\nname = \"HEAP\"\nstart = 0xc000\nend = 0xcfff\nkeep = \"heap\"\n"
    )
    .replace("entry = \"main\"", "");
    let (_, region) = bounds(&Layout::parse(&with_heap).unwrap());
    assert_eq!(region, (0xc000, 0xcfff));
}
