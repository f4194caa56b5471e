//! A circle, a line, a rectangle and a word in a bitmap.
#![no_std]

use core::convert::Infallible;
use embedded_graphics::mono_font::{MonoTextStyle, ascii::FONT_6X10};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{Circle, Line, PrimitiveStyle, Rectangle};
use embedded_graphics::text::Text;
use entry::{input, mix_all};

struct Bitmap([u8; 512]);

impl OriginDimensions for Bitmap {
    fn size(&self) -> Size {
        Size::new(64, 64)
    }
}

impl DrawTarget for Bitmap {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Infallible> {
        for Pixel(Point { x, y }, colour) in pixels {
            if (0..64).contains(&x) && (0..64).contains(&y) && colour.is_on() {
                self.0[(y * 8 + x / 8) as usize] |= 0x80 >> (x & 7);
            }
        }
        Ok(())
    }
}

fn run() -> u32 {
    let mut bitmap = Bitmap([0; 512]);
    let style = PrimitiveStyle::with_stroke(BinaryColor::On, 1);
    let at = i32::from(input::<1>()[0] & 7);
    let _ = Circle::new(Point::new(at, 5), 40)
        .into_styled(style)
        .draw(&mut bitmap);
    let _ = Line::new(Point::zero(), Point::new(63, 30 + at))
        .into_styled(style)
        .draw(&mut bitmap);
    let _ = Rectangle::new(Point::new(20, 20), Size::new(9, 12))
        .into_styled(style)
        .draw(&mut bitmap);
    let font = MonoTextStyle::new(&FONT_6X10, BinaryColor::On);
    let _ = Text::new("Rust", Point::new(at, 60), font).draw(&mut bitmap);
    mix_all(0, &bitmap.0)
}

entry::entry!();
