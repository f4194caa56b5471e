//! Compiling a block takes time in proportion to its length, or little more: hash functions come as one block of thousands of
//! operations. Hundreds of blocks that branch and meet, as parsers have them, take no more than the square of their number: what
//! the registers hold where they meet is settled one meeting after the other, and each try generates only the blocks that it
//! reaches (`alloc/entries.rs`). Measured in processor time of the compiling thread, so that a busy computer does not matter.

use mosaic::ir;
use mosaic::pipeline::{Options, compile};

/// Long enough that what grows with the square of the length would be seen.
const SHORT: usize = 200;
const TIMES_LONGER: usize = 4;
/// The same for questions, of four blocks each.
const FEW: usize = 60;

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

/// A chain of questions about bytes of memory, each with two answers that meet again, and values that live across all of them.
fn many_blocks(questions: usize) -> String {
    let mut text = format!(
        "@input = global [{} x i8] zeroinitializer\n@output = global i8 0\ndefine i8 @parse(i8 %sum0, i8 %kept) {{\nentry:\n  \
         br label %ask0\n",
        questions.min(256)
    );
    for at in 0..questions {
        let (limit, next) = (at * 7 % 251, at + 1);
        text += &format!(
            "ask{at}:\n  %b{at} = load i8, ptr getelementptr (i8, ptr @input, i16 {})\n  %c{at} = icmp ult i8 %b{at}, {limit}\n  \
             br i1 %c{at}, label %low{at}, label %high{at}\nlow{at}:\n  store i8 %b{at}, ptr @output\n  \
             %l{at} = add i8 %sum{at}, %b{at}\n  br label %meet{at}\nhigh{at}:\n  %h{at} = xor i8 %sum{at}, %kept\n  \
             br label %meet{at}\nmeet{at}:\n  %sum{next} = phi i8 [ %l{at}, %low{at} ], [ %h{at}, %high{at} ]\n  br label %ask{next}\n",
            at % 256
        );
    }
    text + &format!("ask{questions}:\n  %all = add i8 %sum{questions}, %kept\n  ret i8 %all\n}}\n")
}

/// Nanoseconds for which this thread has run, as Linux counts them.
fn processor_time() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok()
}

fn time_to_compile(text: &str) -> Option<u64> {
    let module = ir::parse(text).unwrap();
    ir::verify(&module).unwrap();
    let options = Options {
        check: false,
        ..Options::default()
    };
    let before = processor_time()?;
    compile(&module, &options).unwrap();
    Some(processor_time()? - before)
}

/// Compiles what `source` writes for `size`, and for `TIMES_LONGER` as much.
fn grows_by_less_than(limit: u64, source: fn(usize) -> String, size: usize) {
    let measured =
        time_to_compile(&source(size)).zip(time_to_compile(&source(size * TIMES_LONGER)));
    let Some((short, long)) = measured else {
        println!("SKIPPED: this system does not tell the processor time of a thread");
        return;
    };
    println!(
        "{size}: {} ms; {TIMES_LONGER} times as many: {} ms",
        short / 1_000_000,
        long / 1_000_000
    );
    assert!(long < limit * short, "{long} ns against {short} ns");
}

#[test]
fn a_block_four_times_as_long_takes_not_much_more_than_four_times_as_long() {
    grows_by_less_than(2 * TIMES_LONGER as u64, long_block, SHORT);
}

#[test]
fn four_times_as_many_blocks_take_not_much_more_than_sixteen_times_as_long() {
    grows_by_less_than(
        (TIMES_LONGER * TIMES_LONGER) as u64 * 5 / 4,
        many_blocks,
        FEW,
    );
}
