//! The table of peephole rules. A row is valid for any operands its variables can stand for, whenever nobody looks at
//! what the last column calls dead. Bytes and cycles saved follow from the opcode table; `tests/rules.rs` proves each
//! row on the simulator.

use Only::*;

/// A row of the table.
pub struct Rule {
    /// Its name, for `--disable` and for the counts of hits.
    pub name: &'static str,
    /// The lines it matches, in the language of [`pattern`](super::pattern).
    pub find: &'static str,
    /// The lines that take their place.
    pub becomes: &'static str,
    /// Conditions, all of which must hold.
    pub only: &'static [Only],
}

/// What must hold after the matched lines, or of their accesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// Nobody reads the accumulator afterwards.
    ADead,
    /// Nobody reads X afterwards.
    XDead,
    /// Nobody reads Y afterwards.
    YDead,
    /// Nobody reads the carry afterwards.
    CDead,
    /// Nobody reads N afterwards.
    NDead,
    /// Nobody reads V afterwards.
    VDead,
    /// Nobody reads N or Z afterwards.
    NzDead,
    /// Bytes with different letters are different.
    Apart,
    /// Labels that do not appear in the replacement are used nowhere else.
    Once,
    /// No matched access is volatile. Without it the replacement makes the same accesses in the same order.
    NotIo,
}

const fn rule(
    name: &'static str,
    find: &'static str,
    becomes: &'static str,
    only: &'static [Only],
) -> Rule {
    Rule {
        name,
        find,
        becomes,
        only,
    }
}

/// The rules, tried in this order.
#[rustfmt::skip]
pub static RULES: &[Rule] = &[
//       name                     find                                becomes                  only if
    // Values that are already there.
    rule("reload",                "sta m ; lda m",                    "sta m",                 &[NzDead, NotIo]),
    rule("reload-x",              "stx m ; ldx m",                    "stx m",                 &[NzDead, NotIo]),
    rule("reload-y",              "sty m ; ldy m",                    "sty m",                 &[NzDead, NotIo]),
    rule("reload-as-tax",         "sta m ; ldx m",                    "sta m ; tax",           &[NotIo]),
    rule("reload-as-tay",         "sta m ; ldy m",                    "sta m ; tay",           &[NotIo]),
    rule("reload-as-txa",         "stx m ; lda m",                    "stx m ; txa",           &[NotIo]),
    rule("reload-as-tya",         "sty m ; lda m",                    "sty m ; tya",           &[NotIo]),
    rule("store-back",            "lda m ; sta m",                    "lda m",                 &[NotIo]),
    rule("store-back-x",          "ldx m ; stx m",                    "ldx m",                 &[NotIo]),
    rule("store-back-y",          "ldy m ; sty m",                    "ldy m",                 &[NotIo]),
    rule("tax-txa",               "tax ; txa",                        "tax",                   &[]),
    rule("tay-tya",               "tay ; tya",                        "tay",                   &[]),
    rule("txa-tax",               "txa ; tax",                        "txa",                   &[]),
    rule("tya-tay",               "tya ; tay",                        "tya",                   &[]),
    rule("push-pull",             "pha ; pla",                        "",                      &[NzDead]),
    // Read-modify-write on memory.
    rule("increment",             "lda m ; clc ; adc #1 ; sta m",     "inc m",                 &[ADead, CDead, VDead, NotIo]),
    rule("increment-and-keep",    "lda m ; clc ; adc #1 ; sta m",     "inc m ; lda m",         &[CDead, VDead, NotIo]),
    rule("decrement",             "lda m ; sec ; sbc #1 ; sta m",     "dec m",                 &[ADead, CDead, VDead, NotIo]),
    rule("decrement-and-keep",    "lda m ; sec ; sbc #1 ; sta m",     "dec m ; lda m",         &[CDead, VDead, NotIo]),
    rule("increment-in-x",        "ldx m ; inx ; stx m",              "inc m",                 &[XDead, NotIo]),
    rule("decrement-in-x",        "ldx m ; dex ; stx m",              "dec m",                 &[XDead, NotIo]),
    rule("increment-in-y",        "ldy m ; iny ; sty m",              "inc m",                 &[YDead, NotIo]),
    rule("decrement-in-y",        "ldy m ; dey ; sty m",              "dec m",                 &[YDead, NotIo]),
    rule("shift-left",            "lda m ; asl a ; sta m",            "asl m",                 &[ADead, NotIo]),
    rule("shift-right",           "lda m ; lsr a ; sta m",            "lsr m",                 &[ADead, NotIo]),
    rule("rotate-left",           "lda m ; rol a ; sta m",            "rol m",                 &[ADead, NotIo]),
    rule("rotate-right",          "lda m ; ror a ; sta m",            "ror m",                 &[ADead, NotIo]),
    rule("increment-word",        "lda m ; clc ; adc #1 ; sta m ; lda n ; adc #0 ; sta n",
                                  "inc m ; bne L ; inc n ; L:",                                &[ADead, CDead, VDead, NzDead, NotIo]),
    rule("decrement-word",        "lda m ; sec ; sbc #1 ; sta m ; lda n ; sbc #0 ; sta n",
                                  "lda m ; bne L ; dec n ; L: ; dec m",                        &[ADead, CDead, VDead, NzDead, NotIo]),
    rule("carry-into-byte",       "lda m ; adc #0 ; sta m",           "bcc L ; inc m ; L:",    &[ADead, CDead, VDead, NzDead, NotIo]),
    rule("borrow-from-byte",      "lda m ; sbc #0 ; sta m",           "bcs L ; dec m ; L:",    &[ADead, CDead, VDead, NzDead, NotIo]),
    // Counting in an index register.
    rule("count-up-x",            "txa ; clc ; adc #1 ; tax",         "inx",                   &[ADead, CDead, VDead]),
    rule("count-up-y",            "tya ; clc ; adc #1 ; tay",         "iny",                   &[ADead, CDead, VDead]),
    rule("count-down-x",          "txa ; sec ; sbc #1 ; tax",         "dex",                   &[ADead, CDead, VDead]),
    rule("count-down-y",          "tya ; sec ; sbc #1 ; tay",         "dey",                   &[ADead, CDead, VDead]),
    rule("count-up-twice-x",      "txa ; clc ; adc #2 ; tax",         "inx ; inx",             &[ADead, CDead, VDead]),
    rule("count-up-twice-y",      "tya ; clc ; adc #2 ; tay",         "iny ; iny",             &[ADead, CDead, VDead]),
    rule("count-down-twice-x",    "txa ; sec ; sbc #2 ; tax",         "dex ; dex",             &[ADead, CDead, VDead]),
    rule("count-down-twice-y",    "tya ; sec ; sbc #2 ; tay",         "dey ; dey",             &[ADead, CDead, VDead]),
    rule("add-one-into-x",        "clc ; adc #1 ; tax",               "tax ; inx",             &[ADead, CDead, VDead]),
    rule("add-one-into-y",        "clc ; adc #1 ; tay",               "tay ; iny",             &[ADead, CDead, VDead]),
    rule("take-one-into-x",       "sec ; sbc #1 ; tax",               "tax ; dex",             &[ADead, CDead, VDead]),
    rule("take-one-into-y",       "sec ; sbc #1 ; tay",               "tay ; dey",             &[ADead, CDead, VDead]),
    rule("add-two-into-x",        "clc ; adc #2 ; tax",               "tax ; inx ; inx",       &[ADead, CDead, VDead]),
    rule("add-two-into-y",        "clc ; adc #2 ; tay",               "tay ; iny ; iny",       &[ADead, CDead, VDead]),
    rule("take-two-into-x",       "sec ; sbc #2 ; tax",               "tax ; dex ; dex",       &[ADead, CDead, VDead]),
    rule("take-two-into-y",       "sec ; sbc #2 ; tay",               "tay ; dey ; dey",       &[ADead, CDead, VDead]),
    rule("copy-plus-one-x",       "lda m ; clc ; adc #1 ; sta n",     "ldx m ; inx ; stx n",   &[ADead, XDead, CDead, VDead]),
    rule("copy-plus-one-y",       "lda m ; clc ; adc #1 ; sta n",     "ldy m ; iny ; sty n",   &[ADead, YDead, CDead, VDead]),
    rule("copy-less-one-x",       "lda m ; sec ; sbc #1 ; sta n",     "ldx m ; dex ; stx n",   &[ADead, XDead, CDead, VDead]),
    rule("copy-less-one-y",       "lda m ; sec ; sbc #1 ; sta n",     "ldy m ; dey ; sty n",   &[ADead, YDead, CDead, VDead]),
    // The accumulator is not needed in between.
    rule("load-x",                "lda v ; tax",                      "ldx v",                 &[ADead]),
    rule("load-y",                "lda v ; tay",                      "ldy v",                 &[ADead]),
    rule("store-x",               "txa ; sta t",                      "stx t",                 &[ADead, NzDead]),
    rule("store-y",               "tya ; sta t",                      "sty t",                 &[ADead, NzDead]),
    rule("compare-x",             "txa ; cmp v",                      "cpx v",                 &[ADead]),
    rule("compare-y",             "tya ; cmp v",                      "cpy v",                 &[ADead]),
    rule("copy-by-x",             "sta m ; lda v ; sta n ; lda m",    "sta m ; ldx v ; stx n", &[XDead, NzDead, Apart, NotIo]),
    rule("copy-by-y",             "sta m ; lda v ; sta n ; lda m",    "sta m ; ldy v ; sty n", &[YDead, NzDead, Apart, NotIo]),
    // The other operand is already in the accumulator.
    rule("swap-and",              "sta m ; lda v ; and m",            "sta m ; and v",         &[NotIo]),
    rule("swap-or",               "sta m ; lda v ; ora m",            "sta m ; ora v",         &[NotIo]),
    rule("swap-xor",              "sta m ; lda v ; eor m",            "sta m ; eor v",         &[NotIo]),
    rule("swap-carry-add",        "sta m ; lda v ; adc m",            "sta m ; adc v",         &[NotIo]),
    rule("swap-add",              "sta m ; lda v ; clc ; adc m",      "sta m ; clc ; adc v",   &[NotIo]),
    rule("swap-clear-add",        "sta m ; clc ; lda v ; adc m",      "sta m ; clc ; adc v",   &[NotIo]),
    rule("swap-equal",            "sta m ; lda v ; cmp m ; beq L",    "sta m ; cmp v ; beq L", &[ADead, CDead, NDead, NotIo]),
    rule("swap-unequal",          "sta m ; lda v ; cmp m ; bne L",    "sta m ; cmp v ; bne L", &[ADead, CDead, NDead, NotIo]),
    // Tests with a shorter form.
    rule("below-one",             "lda v ; cmp #1 ; bcc L",           "lda v ; beq L",         &[CDead, NzDead]),
    rule("at-least-one",          "lda v ; cmp #1 ; bcs L",           "lda v ; bne L",         &[CDead, NzDead]),
    rule("below-128",             "lda v ; cmp #$80 ; bcc L",         "lda v ; bpl L",         &[CDead, NzDead]),
    rule("at-least-128",          "lda v ; cmp #$80 ; bcs L",         "lda v ; bmi L",         &[CDead, NzDead]),
    rule("sign-clear",            "lda v ; and #$80 ; beq L",         "lda v ; bpl L",         &[ADead, NzDead]),
    rule("sign-set",              "lda v ; and #$80 ; bne L",         "lda v ; bmi L",         &[ADead, NzDead]),
    rule("bit-6-clear",           "lda m ; and #$40 ; beq L",         "bit m ; bvc L",         &[ADead, VDead, NzDead]),
    rule("bit-6-set",             "lda m ; and #$40 ; bne L",         "bit m ; bvs L",         &[ADead, VDead, NzDead]),
    rule("bit-0-clear",           "and #1 ; beq L",                   "lsr a ; bcc L",         &[ADead, CDead, NzDead]),
    rule("bit-0-set",             "and #1 ; bne L",                   "lsr a ; bcs L",         &[ADead, CDead, NzDead]),
    rule("top-bit-clear",         "and #$80 ; beq L",                 "asl a ; bcc L",         &[ADead, CDead, NzDead]),
    rule("top-bit-set",           "and #$80 ; bne L",                 "asl a ; bcs L",         &[ADead, CDead, NzDead]),
    // A subtraction of which only the flags are wanted is a compare.
    rule("subtract-to-compare",   "sec ; sbc v",                      "cmp v",                 &[ADead, VDead]),
    rule("subtract-from-x",       "sec ; txa ; sbc v",                "cpx v",                 &[ADead, VDead]),
    rule("subtract-from-y",       "sec ; tya ; sbc v",                "cpy v",                 &[ADead, VDead]),
    rule("subtract-from-byte",    "sec ; lda v ; sbc w",              "lda v ; cmp w",         &[ADead, VDead]),
    rule("save-and-compare-x",    "sec ; tax ; sbc v",                "tax ; cmp v",           &[ADead, VDead]),
    rule("save-and-compare-y",    "sec ; tay ; sbc v",                "tay ; cmp v",           &[ADead, VDead]),
    rule("save-and-compare",      "sec ; sta t ; sbc v",              "sta t ; cmp v",         &[ADead, VDead]),
    rule("compare-zero-x",        "cpx #0",                           "sec",                   &[NzDead]),
    rule("compare-zero-y",        "cpy #0",                           "sec",                   &[NzDead]),
    rule("compare-zero-a",        "cmp #0",                           "sec",                   &[NzDead]),
    // Carries as bytes.
    rule("carry-to-byte",         "lda #0 ; adc #0",                  "lda #0 ; rol a",        &[VDead]),
    rule("carry-was-clear",       "lda #0 ; rol a ; beq L",           "bcc L",                 &[ADead, CDead, NzDead]),
    rule("carry-was-set",         "lda #0 ; rol a ; bne L",           "bcs L",                 &[ADead, CDead, NzDead]),
    rule("carry-not-clear",       "lda #0 ; rol a ; eor #1 ; beq L",  "bcs L",                 &[ADead, CDead, NzDead]),
    rule("carry-not-set",         "lda #0 ; rol a ; eor #1 ; bne L",  "bcc L",                 &[ADead, CDead, NzDead]),
    rule("carry-back",            "lda #0 ; rol a ; lsr a",           "lda #0",                &[]),
    // One of two constants: the other one is loaded first.
    rule("choose-x-equal",        "cmp u ; beq L ; ldx #c ; jmp M ; L: ; ldx #d ; M:",
                                  "ldx #d ; cmp u ; beq M ; ldx #c ; M:",                      &[NzDead, Once]),
    rule("choose-x-unequal",      "cmp u ; bne L ; ldx #c ; jmp M ; L: ; ldx #d ; M:",
                                  "ldx #d ; cmp u ; bne M ; ldx #c ; M:",                      &[NzDead, Once]),
    rule("choose-y-equal",        "cmp u ; beq L ; ldy #c ; jmp M ; L: ; ldy #d ; M:",
                                  "ldy #d ; cmp u ; beq M ; ldy #c ; M:",                      &[NzDead, Once]),
    rule("choose-y-unequal",      "cmp u ; bne L ; ldy #c ; jmp M ; L: ; ldy #d ; M:",
                                  "ldy #d ; cmp u ; bne M ; ldy #c ; M:",                      &[NzDead, Once]),
    rule("choose-below",          "bcc L ; lda #c ; jmp M ; L: ; lda #d ; M:",
                                  "lda #d ; bcc M ; lda #c ; M:",                              &[NzDead, Once]),
    rule("choose-at-least",       "bcs L ; lda #c ; jmp M ; L: ; lda #d ; M:",
                                  "lda #d ; bcs M ; lda #c ; M:",                              &[NzDead, Once]),
    rule("choose-x-below",        "bcc L ; ldx #c ; jmp M ; L: ; ldx #d ; M:",
                                  "ldx #d ; bcc M ; ldx #c ; M:",                              &[NzDead, Once]),
    rule("choose-x-at-least",     "bcs L ; ldx #c ; jmp M ; L: ; ldx #d ; M:",
                                  "ldx #d ; bcs M ; ldx #c ; M:",                              &[NzDead, Once]),
    rule("choose-y-below",        "bcc L ; ldy #c ; jmp M ; L: ; ldy #d ; M:",
                                  "ldy #d ; bcc M ; ldy #c ; M:",                              &[NzDead, Once]),
    rule("choose-y-at-least",     "bcs L ; ldy #c ; jmp M ; L: ; ldy #d ; M:",
                                  "ldy #d ; bcs M ; ldy #c ; M:",                              &[NzDead, Once]),
    // Adding nothing still clears the carry.
    rule("add-nothing",           "clc ; adc #0",                     "clc",                   &[NzDead, VDead]),
    rule("take-nothing",          "sec ; sbc #0",                     "sec",                   &[NzDead, VDead]),
    // Nothing to do.
    rule("or-zero",               "ora #0",                           "",                      &[NzDead]),
    rule("xor-zero",              "eor #0",                           "",                      &[NzDead]),
    rule("and-all",               "and #$ff",                         "",                      &[NzDead]),
    rule("invert-twice",          "eor #$ff ; eor #$ff",              "",                      &[NzDead]),
    // Calls.
    rule("tail-call",             "jsr f ; rts",                      "jmp f",                 &[]),
];
