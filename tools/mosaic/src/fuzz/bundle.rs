//! Small programs, several in one module: starting LLVM and the assembler takes longer than compiling one of them.
//!
//! Every name of a program gets its number in front, `@p3_fuzz_main`, so the programs share nothing but the runtime.

use super::generate::small_program;
use std::ops::Range;

/// Programs in a module.
pub const BUNDLE: u64 = 16;

const DECLARATION: &str = "declare i16 @memcmp(ptr, ptr, i16)\n";
/// Names that are not a program's own.
const SHARED: [&str; 2] = ["llvm.", "memcmp"];

/// The module of the small programs with these seeds.
pub fn bundle(seeds: Range<u64>) -> String {
    let mut text = format!("; seed {}\n{DECLARATION}", seeds.start);
    for (number, seed) in seeds.enumerate() {
        let program = small_program(seed);
        let own = program.lines().filter(|line| !line.starts_with("declare"));
        for line in own {
            text += &renamed(line, number);
            text.push('\n');
        }
    }
    text
}

fn renamed(line: &str, number: usize) -> String {
    let mut parts = line.split('@');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push('@');
        if !SHARED.iter().any(|name| part.starts_with(name)) {
            text += &format!("p{number}_");
        }
        text += part;
    }
    text
}
