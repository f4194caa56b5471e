//! The referee's programs once more, against what VICE agreed to: cycles, and a sum over all of RAM.
//!
//! `vice-check` proves that these values are VICE's; this test keeps them on machines without VICE. When a program of
//! `vice/` changes, run `vice-check` and take over the values it agreed to, which a failure here prints.

use c64::{Machine, Model, Power, Roms};
use std::path::Path;
use std::process::Command;

const FINISH: u16 = 0xFF00;
const CYCLES_AT: usize = 0x0340;

type Defines = &'static [(&'static str, u8)];

const NONE: Defines = &[];
const DARK: Defines = &[("SCREEN", 0), ("SPRITES", 0)];
const LIT: Defines = &[("SCREEN", 1), ("SPRITES", 0)];
const SPRITES: Defines = &[("SCREEN", 1), ("SPRITES", 1)];

#[rustfmt::skip]
const AGREED: [(&str, Model, Defines, u32, u64); 14] = [
//   program       model        defines  cycles     sum over RAM; `interrupts` has no timer left to count with
    ("timers",     Model::Pal,  NONE,    15_353,     0xDB3A_9D1C_8BF5_2F83),
    ("timers",     Model::Ntsc, NONE,    15_353,     0x152C_A83E_E592_9492),
    ("raster",     Model::Pal,  DARK,    1_246_726,  0xB4B4_2FCD_C03C_2206),
    ("raster",     Model::Ntsc, DARK,    1_246_726,  0x79D0_DA54_E595_72F8),
    ("raster",     Model::Pal,  LIT,     1_318_000,  0x2852_0829_2FB2_7018),
    ("raster",     Model::Ntsc, LIT,     1_329_886,  0xEE1B_3483_0E43_9876),
    ("raster",     Model::Pal,  SPRITES, 1_443_884,  0xB851_02EC_908A_A568),
    ("raster",     Model::Ntsc, SPRITES, 1_436_321,  0xBE92_EAD9_BDA6_9D1A),
    ("interrupts", Model::Pal,  NONE,    0,          0x8AA2_70A1_46EB_4889),
    ("interrupts", Model::Ntsc, NONE,    0,          0xA518_12ED_726F_CD42),
    ("banks",      Model::Pal,  NONE,    4_994,      0x52B6_BC61_F5A9_AB91),
    ("banks",      Model::Ntsc, NONE,    4_994,      0x5193_6C35_E2AA_5D4C),
    ("voice",      Model::Pal,  NONE,    1_330_271,  0x9957_5BE2_7776_6702),
    ("voice",      Model::Ntsc, NONE,    1_330_271,  0xF4D8_B230_7AD4_26E7),
];

fn run(tool: &mut Command) {
    let output = tool
        .output()
        .expect("ca65 and ld65 of the package cc65 are installed");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn assemble(program: &str, model: Model, defines: Defines) -> [u8; 0x2000] {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("vice");
    let name = format!(
        "agreed-{program}-{model:?}-{}",
        defines.iter().map(|d| d.1).sum::<u8>()
    );
    let object = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let image = object.with_extension("rom");
    let mut assembler = Command::new("ca65");
    assembler.arg("-I").arg(&source).arg("-o").arg(&object);
    for (define, value) in [defines, &[("NTSC", u8::from(model == Model::Ntsc))]].concat() {
        assembler.arg("-D").arg(format!("{define}={value}"));
    }
    run(assembler.arg(source.join(program).with_extension("s")));
    let mut linker = Command::new("ld65");
    run(linker
        .arg("-C")
        .arg(source.join("rom.cfg"))
        .arg("-o")
        .arg(&image)
        .arg(&object));
    std::fs::read(&image).unwrap().try_into().unwrap()
}

/// The FNV-1a sum of RAM without the processor port.
fn sum(ram: &[u8]) -> u64 {
    ram[2..].iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[test]
fn every_program_ends_as_it_ends_in_vice() {
    let mut differing = Vec::new();
    for (program, model, defines, cycles, memory) in AGREED {
        let roms = Roms {
            basic: Some(&[0xBA; 0x2000]),
            characters: Some(&[0xC4; 0x1000]),
            kernal: Some(&assemble(program, model, defines)),
        };
        let mut machine = Machine::with_roms(model, Power::Pattern, roms);
        machine.run_to(FINISH, 5_000_000).unwrap();
        let ram = machine.ram();
        let count = u32::from_le_bytes(ram[CYCLES_AT..CYCLES_AT + 4].try_into().unwrap());
        if (!count, sum(ram)) != (cycles, memory) {
            differing.push(format!(
                "{program} {model:?} {}, {:#018x}",
                !count,
                sum(ram)
            ));
        }
    }
    assert_eq!(differing, Vec::<String>::new());
}
