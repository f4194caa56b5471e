//! Compiling a block takes time in proportion to its length, or little more: hash functions come as one block of thousands of
//! operations. Measured in processor time of the compiling thread, so that a busy computer does not matter.

use mosaic::ir;
use mosaic::pipeline::{Options, compile};

/// Long enough that what grows with the square of the length would be seen.
const SHORT: usize = 200;
const TIMES_LONGER: usize = 4;

/// A loop whose body is one block of 32-bit operations, each on earlier results or on a word of memory of its own.
fn long_block(operations: usize) -> String {
    let mut text = format!(
        "@input = global [{} x i32] zeroinitializer\n@output = global i32 0\ndefine void @mix(i8 %count) {{\nentry:\n  \
         br label %round\nround:\n  %left = phi i8 [ %count, %entry ], [ %less, %round ]\n",
        operations + 8
    );
    for at in 0..8 {
        let last = operations + at;
        text += &format!("  %v{at} = phi i32 [ {at}, %entry ], [ %v{last}, %round ]\n");
    }
    for at in 8..operations + 8 {
        let op = if at % 3 == 0 { "xor" } else { "add" };
        let (one, other) = (at - 1, at - 5 - at % 3);
        text += &if at % 2 == 1 {
            format!("  %v{at} = {op} i32 %v{one}, %v{other}\n")
        } else {
            format!(
                "  %w{at} = load i32, ptr getelementptr (i8, ptr @input, i16 {})\n  %v{at} = {op} i32 %v{one}, %w{at}\n",
                4 * at
            )
        };
    }
    text + &format!(
        "  store volatile i32 %v{}, ptr @output\n  %less = sub i8 %left, 1\n  %more = icmp ne i8 %less, 0\n  \
         br i1 %more, label %round, label %end\nend:\n  ret void\n}}\n",
        operations + 7
    )
}

/// Nanoseconds for which this thread has run, as Linux counts them.
fn processor_time() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok()
}

fn time_to_compile(operations: usize) -> Option<u64> {
    let module = ir::parse(&long_block(operations)).unwrap();
    ir::verify(&module).unwrap();
    let options = Options {
        check: false,
        ..Options::default()
    };
    let before = processor_time()?;
    compile(&module, &options).unwrap();
    Some(processor_time()? - before)
}

#[test]
fn a_block_four_times_as_long_takes_not_much_more_than_four_times_as_long() {
    let measured = time_to_compile(SHORT).zip(time_to_compile(SHORT * TIMES_LONGER));
    let Some((short, long)) = measured else {
        println!("SKIPPED: this system does not tell the processor time of a thread");
        return;
    };
    println!(
        "{SHORT} operations: {} ms; {TIMES_LONGER} times as many: {} ms",
        short / 1_000_000,
        long / 1_000_000
    );
    assert!(
        long < 2 * TIMES_LONGER as u64 * short,
        "{long} ns against {short} ns"
    );
}
