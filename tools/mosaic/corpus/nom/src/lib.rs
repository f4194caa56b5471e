//! A recursive parser of arithmetic.
#![no_std]

use nom::branch::alt;
use nom::character::complete::{char, digit1, space0};
use nom::combinator::{map, map_res};
use nom::multi::fold_many0;
use nom::sequence::{delimited, pair};
use nom::{IResult, Parser};

fn number(text: &str) -> IResult<&str, i32> {
    map_res(delimited(space0, digit1, space0), str::parse::<i32>).parse(text)
}

fn factor(text: &str) -> IResult<&str, i32> {
    alt((number, delimited(char('('), sum, char(')')))).parse(text)
}

fn product(text: &str) -> IResult<&str, i32> {
    let (text, first) = factor(text)?;
    fold_many0(
        map(pair(char('*'), factor), |(_, n)| n),
        move || first,
        |a: i32, b| a.wrapping_mul(b),
    )
    .parse(text)
}

fn sum(text: &str) -> IResult<&str, i32> {
    let (text, first) = product(text)?;
    let next = pair(alt((char('+'), char('-'))), product);
    fold_many0(
        next,
        move || first,
        |a: i32, (sign, b)| if sign == '+' { a + b } else { a - b },
    )
    .parse(text)
}

fn run() -> u32 {
    let text = core::hint::black_box("12*(3+4*(5-2))-7*(8+1)*2");
    sum(text).map_or(0, |(_, value)| value as u32)
}

entry::entry!();
