//! Random programs for processor and chips, run by VICE and by this crate's machine: every byte of memory and every
//! count of cycles must be equal.
//!
//! A program is the number of a case. It is synchronised with the raster, fills the registers, and runs a body of random
//! instructions [`TURNS`] times: loads, stores, arithmetic in both modes, shifts, stack, subroutines, branches, reads of raster
//! and timers, writes that move sprites and switch the display on and off. What it finds it leaves in memory; both timers of
//! the second CIA count its cycles. Starting VICE takes far longer than running a program, so as many as fit share one image.

use crate::emulator::{Hands, Run, Tools};
use crate::run_image;
use c64::Model;
use std::fmt::Write;

/// How many programs share an image of 8 KB.
pub const IN_ONE_IMAGE: u64 = 16;
const TURNS: usize = 90;
const INSTRUCTIONS: usize = 45;
/// Registers and cycles of each program: eight bytes for each.
const RESULTS: u16 = 0x0400;
/// Where programs may read and write.
const ZERO_PAGE: std::ops::Range<u64> = 0x20..0x80;
const PAGES: std::ops::Range<u64> = 0x20..0x40;

/// Tries the programs; do all agree?
pub fn run(tools: &Tools, first: u64, count: u64) -> Result<bool, String> {
    let mut failed = 0;
    let mut number = first;
    while number < first + count {
        let end = (first + count).min(number + IN_ONE_IMAGE);
        let model = if number / IN_ONE_IMAGE % 4 == 3 {
            Model::Ntsc
        } else {
            Model::Pal
        };
        failed += compare(tools, number..end, model)?;
        number = end;
    }
    println!("{} passed, {failed} failed", count - failed);
    Ok(failed == 0)
}

/// How many of the programs differ.
fn compare(tools: &Tools, numbers: std::ops::Range<u64>, model: Model) -> Result<u64, String> {
    let ntsc = model == Model::Ntsc;
    let source = tools.write_source("random", &source(numbers.clone()))?;
    let image = tools.assemble(&source, &[("NTSC", u8::from(ntsc))])?;
    let theirs = tools.run(Run {
        model: if ntsc { "ntsc" } else { "c64" },
        hands: Hands::default(),
        linger: false,
        typed: false,
        sound: false,
    })?;
    let ours = run_image(&image, model)?;
    let mut failed = 0;
    for (index, number) in numbers.clone().enumerate() {
        let at = usize::from(RESULTS) + 16 * index;
        let (vice, mine) = (&theirs.ram[at..at + 16], &ours.ram()[at..at + 16]);
        if vice != mine {
            println!("program {number}: VICE {vice:02x?}, ours {mine:02x?}");
            failed += 1;
        }
    }
    let differing =
        (crate::FIRST_CELL..0x1_0000).filter(|&cell| theirs.ram[cell] != ours.ram()[cell]);
    let differing: Vec<usize> = differing.collect();
    if let (Some(cell), 0) = (differing.first(), failed) {
        let (vice, mine) = (theirs.ram[*cell], ours.ram()[*cell]);
        println!(
            "programs {numbers:?}: {} bytes differ, first ${cell:04x}: VICE {vice:02x}, ours {mine:02x}",
            differing.len()
        );
        failed = 1;
    }
    Ok(failed)
}

/// Pseudo-random numbers that a seed repeats: splitmix64.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn within(&mut self, range: std::ops::Range<u64>) -> u64 {
        range.start + self.below(range.end - range.start)
    }

    fn pick(&mut self, list: &[&'static str]) -> &'static str {
        list[self.below(list.len() as u64) as usize]
    }
}

/// All programs of an image, one after the other.
fn source(numbers: std::ops::Range<u64>) -> String {
    let mut text = String::from(PREAMBLE);
    for (index, number) in numbers.clone().enumerate() {
        let _ = writeln!(text, "        jsr program{index}");
        let _ = number;
    }
    text += "        jmp finish\n";
    for (index, number) in numbers.enumerate() {
        program(&mut text, index, number);
    }
    text
}

const PREAMBLE: &str = ".include \"rom.inc\"
turns = $0f
pointer = $f0

irq_handler:
nmi_handler:
        rti

; Into a known state: no display, no sprites, no decimal mode, pointers into the pages of the programs.
prepare:
        cld
        lda #$0b
        sta $d011
        lda #0
        sta $d015
        sta $d017
        sta $d01d
        sta $dd0e
        sta $dd0f
        ldx #8
@next:  lda #$22
        sta pointer-1,x
        dex
        lda #$40
        sta pointer-1,x
        dex
        bne @next
        jmp synchronise

helper: inc $20
        rol $2100
        rts

main:
";

/// One program: its preparation, its body, and what it leaves.
fn program(text: &mut String, index: usize, number: u64) {
    let mut dice = Dice(number.wrapping_mul(0xD129_0D3F_7E3C_9A6B));
    let results = usize::from(RESULTS) + 16 * index;
    let _ = writeln!(
        text,
        "program{index}:\n        jsr prepare\n        lda #{TURNS}\n        sta turns"
    );
    for register in 0..16 {
        let _ = writeln!(
            text,
            "        lda #{}\n        sta $d0{register:02x}",
            dice.below(256)
        );
    }
    let _ = writeln!(text, "        start_count $dd00");
    for register in ["lda", "ldx", "ldy"] {
        let _ = writeln!(text, "        {register} #{}", dice.below(256));
    }
    let _ = writeln!(text, "turn{index}:");
    for step in 0..INSTRUCTIONS {
        instruction(text, &mut dice, &format!("skip{index}_{step}"));
    }
    let _ = writeln!(
        text,
        "        dec turns\n        beq end{index}\n        jmp turn{index}\nend{index}:\n        php\n        cld\n        \
         sta ${results:04x}\n        stx ${:04x}\n        sty ${:04x}\n        pla\n        sta ${:04x}\n        tsx\n        \
         stx ${:04x}\n        stop_count $dd00",
        results + 1,
        results + 2,
        results + 3,
        results + 4
    );
    for byte in 0..4 {
        let _ = writeln!(
            text,
            "        lda cycles+{byte}\n        sta ${:04x}",
            results + 8 + byte
        );
    }
    let _ = writeln!(text, "        rts");
}

const READS: [&str; 11] = [
    "lda", "ldx", "ldy", "adc", "sbc", "and", "ora", "eor", "cmp", "cpx", "cpy",
];
const INDEXED_READS: [&str; 8] = ["lda", "adc", "sbc", "and", "ora", "eor", "cmp", "sta"];
const CHANGES: [&str; 6] = ["inc", "dec", "asl", "lsr", "rol", "ror"];
const SHORT: [&str; 20] = [
    "tax", "tay", "txa", "tya", "inx", "iny", "dex", "dey", "clc", "sec", "clv", "sed", "cld",
    "nop", "asl a", "lsr a", "rol a", "ror a", "tsx", "nop",
];
const BRANCHES: [&str; 8] = ["bcc", "bcs", "beq", "bne", "bmi", "bpl", "bvc", "bvs"];
/// Chips' registers whose contents depend on nothing but time.
const CLOCKS: [&str; 4] = ["$d012", "$dd04", "$dd05", "$dd06"];
/// Registers that may be written: border and background, sprites, their sizes.
const WRITABLE: [&str; 8] = [
    "$d020", "$d021", "$d015", "$d017", "$d01d", "$d001", "$d005", "$d009",
];

fn instruction(text: &mut String, dice: &mut Dice, label: &str) {
    let zero = dice.within(ZERO_PAGE);
    let page = dice.within(PAGES);
    let low = dice.below(256);
    let byte = dice.below(256);
    let line = match dice.below(24) {
        0..=2 => format!("{} #{byte}", dice.pick(&READS)),
        3 | 4 => format!("{} ${zero:02x}", dice.pick(&READS)),
        5 => format!("{} ${zero:02x}", dice.pick(&["sta", "stx", "sty", "bit"])),
        6 => format!(
            "{} ${page:02x}{low:02x}",
            dice.pick(&["sta", "stx", "sty", "bit", "lda", "adc"])
        ),
        7 => format!("{} ${page:02x}{low:02x},x", dice.pick(&INDEXED_READS)),
        8 => format!("{} ${page:02x}{low:02x},y", dice.pick(&INDEXED_READS)),
        9 => format!(
            "{} (pointer+{}),y",
            dice.pick(&INDEXED_READS),
            2 * dice.below(4)
        ),
        // The index is bounded, or the processor's own port would be hit.
        10 => format!(
            "ldx #{}\n        {} ${zero:02x},x",
            dice.below(16),
            dice.pick(&CHANGES)
        ),
        11 => format!(
            "ldy #{}\n        {} ${zero:02x},y",
            dice.below(16),
            dice.pick(&["ldx", "stx"])
        ),
        12 => format!(
            "ldx #{}\n        {} (pointer,x)",
            2 * dice.below(4),
            dice.pick(&INDEXED_READS)
        ),
        13 => format!("{} ${page:02x}{low:02x}", dice.pick(&CHANGES)),
        14 => format!("{} ${page:02x}{low:02x},x", dice.pick(&CHANGES)),
        15 => format!("pha\n        {}\n        pla", dice.pick(&SHORT)),
        16 => "php\n        plp".to_string(),
        17 => "jsr helper".to_string(),
        18 => format!(
            "{} {label}\n        {}\n{label}:",
            dice.pick(&BRANCHES),
            dice.pick(&SHORT)
        ),
        19 => format!(
            "lda {}\n        sta ${page:02x}{low:02x}",
            dice.pick(&CLOCKS)
        ),
        20 => format!("sta {}", dice.pick(&WRITABLE)),
        21 => format!("lda #${:02x}\n        sta $d011", 0x0b | dice.below(2) << 4),
        _ => dice.pick(&SHORT).to_string(),
    };
    let _ = writeln!(text, "        {line}");
}
