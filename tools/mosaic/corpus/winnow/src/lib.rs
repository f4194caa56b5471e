//! Words and numbers of a line.
#![no_std]

use entry::{mix, mix_word};
use winnow::ascii::{dec_uint, space0};
use winnow::combinator::{delimited, preceded, repeat, separated};
use winnow::prelude::*;
use winnow::token::{one_of, take_while};

fn word<'a>(text: &mut &'a str) -> ModalResult<&'a str> {
    delimited(space0, take_while(1.., 'a'..='z'), space0).parse_next(text)
}

fn numbers(text: &mut &str) -> ModalResult<u32> {
    let numbers = delimited(space0, dec_uint::<_, u16, _>, space0);
    let mut sum = repeat(1.., preceded(one_of([',', ';']), numbers))
        .fold(|| 0, |sum, number| mix_word(sum, number));
    sum.parse_next(text)
}

fn run() -> u32 {
    let mut text = core::hint::black_box("move: pawn :king,12; 500 ,65535;7");
    let words: ModalResult<()> = separated(1.., word.map(|_| ()), ':').parse_next(&mut text);
    let sum = numbers.parse_next(&mut text).unwrap_or(1);
    mix(sum, u8::from(words.is_ok()) + text.len() as u8)
}

entry::entry!();
