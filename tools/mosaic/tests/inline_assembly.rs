//! Inline assembly: operands in A, X and Y, labels of its own, calls of a ROM; and what it says of operands it cannot take.

use c64::{Flat, Power};
use mosaic::ir;
use mosaic::link::{Image, Layout, link};
use mosaic::pipeline::{Options, compile};

const CYCLE_LIMIT: u64 = 100_000;

fn image(text: &str) -> mosaic::error::Result<Image> {
    let module = ir::parse(text)?;
    ir::verify(&module)?;
    let options = Options {
        check: true,
        ..Options::default()
    };
    link(&compile(&module, &options)?, &Layout::bare())
}

fn run(text: &str) -> (Flat, Image) {
    let image = image(text).unwrap_or_else(|error| panic!("{error}"));
    let mut flat = Flat::new(Power::Noise(7));
    flat.load_prg(&image.prg).unwrap();
    flat.call(image.init, CYCLE_LIMIT).unwrap();
    // A routine of a ROM: it adds one to A and leaves X and Y as 2 and 3.
    for (at, byte) in [0x18, 0x69, 1, 0xa2, 2, 0xa0, 3, 0x60]
        .into_iter()
        .enumerate()
    {
        flat.poke(0xE000 + at as u16, byte);
    }
    flat.call(image.symbol("main").unwrap(), CYCLE_LIMIT)
        .unwrap();
    (flat, image)
}

fn byte(flat: &Flat, image: &Image, name: &str) -> u8 {
    flat.peek(image.symbol(name).unwrap())
}

/// Two copies of one text with a label, as inlining makes them; values that live across; all three registers both ways.
const LOOPS: &str = r#"
@input = global i8 5
@first = global i8 0
@second = global i8 0
@kept = global i8 0

define void @main() {
  %n = load volatile i8, ptr @input
  %live = add i8 %n, 40
  %a = call { i8, i8 } asm sideeffect "lda #$$00\0A@again:\0Aclc\0Aadc #3\0Adex\0Abne @again\0Ainy", "=&{r24},=&{r20},{r22},1,~{memory}"(i8 %n, i8 9)
  %sum = extractvalue { i8, i8 } %a, 0
  store volatile i8 %sum, ptr @first
  %y = extractvalue { i8, i8 } %a, 1
  %b = call { i8, i8 } asm sideeffect "lda #$$00\0A@again:\0Aclc\0Aadc #3\0Adex\0Abne @again\0Ainy", "=&{r24},=&{r20},{r22},1,~{memory}"(i8 %y, i8 1)
  %more = extractvalue { i8, i8 } %b, 0
  store volatile i8 %more, ptr @second
  store volatile i8 %live, ptr @kept
  ret void
}
"#;

#[test]
fn operands_travel_in_registers_and_values_live_across() {
    let (flat, image) = run(LOOPS);
    assert_eq!(byte(&flat, &image, "first"), 15);
    assert_eq!(byte(&flat, &image, "second"), 30);
    assert_eq!(byte(&flat, &image, "kept"), 45);
    assert_eq!(
        image.listing.matches("@again:").count(),
        1,
        "one routine for one text"
    );
}

#[test]
fn a_call_of_the_rom_is_nothing_but_the_call() {
    let (flat, image) = run(
        "@out = global [3 x i8] zeroinitializer
define void @main() {
  %r = call { i8, i8, i8 } asm sideeffect \"jsr $$e000\", \"={r24},={r22},={r20},0,~{memory}\"(i8 64)
  %a = extractvalue { i8, i8, i8 } %r, 0
  %x = extractvalue { i8, i8, i8 } %r, 1
  %y = extractvalue { i8, i8, i8 } %r, 2
  store volatile i8 %a, ptr @out
  store volatile i8 %x, ptr getelementptr (i8, ptr @out, i16 1)
  store volatile i8 %y, ptr getelementptr (i8, ptr @out, i16 2)
  ret void
}
",
    );
    let out = image.symbol("out").unwrap();
    assert_eq!([0, 1, 2].map(|at| flat.peek(out + at)), [65, 2, 3]);
    assert!(!image.listing.contains("rt_asm"), "{}", image.listing);
}

#[test]
fn what_it_cannot_take_is_refused_with_what_to_write() {
    let refused = [
        ("call void asm \"nop\", \"r\"(i8 1)", "\"r24\" for A"),
        (
            "call void asm \"nop\", \"{r24}\"(i16 1)",
            "larger than a byte",
        ),
        (
            "call void asm \"lda ${0}\", \"{r24}\"(i8 1)",
            "in A, X and Y",
        ),
    ];
    for (call, words) in refused {
        let text = format!("define void @main() {{\n  {call}\n  ret void\n}}\n");
        let error = image(&text).unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}
