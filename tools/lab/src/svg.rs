//! Plots as SVG: points with error bars over a logarithmic axis, and bars by name.
//!
//! Text is escaped, numbers have one decimal, and the same data gives the same bytes.

use std::fmt::Write;

const WIDTH: f64 = 720.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 30.0;
const INK: &str = "#333333";
const FAINT: &str = "#dddddd";
const COLOUR: &str = "#4040a0";

/// A drawing that grows by elements.
struct Drawing {
    text: String,
}

impl Drawing {
    fn new(height: f64, title: &str) -> Drawing {
        let mut drawing = Drawing {
            text: String::new(),
        };
        drawing.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             font-family=\"sans-serif\" font-size=\"13\">"
        ));
        drawing.add(format_args!("<title>{}</title>", escaped(title)));
        drawing.add(format_args!(
            "<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>"
        ));
        drawing.label(WIDTH / 2.0, 22.0, "middle", title);
        drawing
    }

    fn add(&mut self, element: std::fmt::Arguments) {
        writeln!(self.text, "{element}").expect("writing to a string");
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), colour: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\"/>"
        ));
    }

    fn label(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        let text = escaped(text);
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{INK}\">{text}</text>"
        ));
    }

    fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

pub struct Point {
    pub x: f64,
    pub low: f64,
    pub middle: f64,
    pub high: f64,
    pub label: String,
}

/// A level across the whole plot.
pub struct Mark {
    pub y: f64,
    pub label: String,
}

pub struct Axes<'a> {
    pub title: &'a str,
    pub x: &'a str,
    pub y: &'a str,
    /// Where the logarithmic axis has its labels; the first and the last are its ends.
    pub ticks: &'a [f64],
}

/// Points with error bars, `x` logarithmic.
pub fn points(axes: &Axes, points: &[Point], marks: &[Mark]) -> String {
    const HEIGHT: f64 = 420.0;
    const TOP: f64 = 40.0;
    const BOTTOM: f64 = HEIGHT - 55.0;
    const STEP: f64 = 100.0;
    let all = || {
        let ends = points.iter().flat_map(|point| [point.low, point.high]);
        ends.chain(marks.iter().map(|mark| mark.y))
            .filter(|y| y.is_finite())
    };
    let lowest = (all().fold(f64::INFINITY, f64::min) / STEP).floor() * STEP;
    let highest = (all().fold(f64::NEG_INFINITY, f64::max) / STEP).ceil() * STEP;
    let (first, last) = match axes.ticks {
        [first, .., last] => (first.ln(), last.ln()),
        _ => (0.0, 1.0),
    };
    let place_x = |x: f64| LEFT + (x.ln() - first) / (last - first) * (WIDTH - LEFT - RIGHT);
    let place_y = |y: f64| {
        let share = (y.clamp(lowest, highest) - lowest) / (highest - lowest).max(1.0);
        BOTTOM - share * (BOTTOM - TOP)
    };
    let mut drawing = Drawing::new(HEIGHT, axes.title);
    let mut y = lowest;
    while y <= highest {
        drawing.line((LEFT, place_y(y)), (WIDTH - RIGHT, place_y(y)), FAINT);
        drawing.label(LEFT - 8.0, place_y(y) + 4.0, "end", &format!("{y:.0}"));
        y += STEP;
    }
    for &tick in axes.ticks {
        drawing.line((place_x(tick), TOP), (place_x(tick), BOTTOM), FAINT);
        drawing.label(place_x(tick), BOTTOM + 18.0, "middle", &format!("{tick}"));
    }
    drawing.label(
        (LEFT + WIDTH - RIGHT) / 2.0,
        BOTTOM + 40.0,
        "middle",
        axes.x,
    );
    drawing.label(LEFT, TOP - 8.0, "end", axes.y);
    for mark in marks {
        let y = place_y(mark.y);
        drawing.add(format_args!(
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{y:.1}\" stroke=\"#b06000\" \
             stroke-dasharray=\"5 4\"/>",
            WIDTH - RIGHT
        ));
        drawing.label(LEFT + 6.0, y - 4.0, "start", &mark.label);
    }
    for pair in points.windows(2) {
        let at = |point: &Point| (place_x(point.x), place_y(point.middle));
        drawing.line(at(&pair[0]), at(&pair[1]), COLOUR);
    }
    for point in points {
        let (x, y) = (place_x(point.x), place_y(point.middle));
        let (low, high) = (place_y(point.low), place_y(point.high));
        drawing.line((x, low), (x, high), INK);
        drawing.line((x - 5.0, low), (x + 5.0, low), INK);
        drawing.line((x - 5.0, high), (x + 5.0, high), INK);
        drawing.add(format_args!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{COLOUR}\"/>"
        ));
        drawing.label(x + 9.0, y + 14.0, "start", &point.label);
    }
    drawing.finish()
}

/// Shares in percent as bars, one below the other.
pub fn bars(title: &str, shares: &[(String, f64)]) -> String {
    const ROW: f64 = 22.0;
    const NAMES: f64 = 300.0;
    let height = 50.0 + ROW * shares.len() as f64;
    let longest = shares.iter().map(|(_, share)| *share).fold(1.0, f64::max);
    let mut drawing = Drawing::new(height, title);
    for (index, (name, share)) in shares.iter().enumerate() {
        let y = 40.0 + ROW * index as f64;
        let width = share / longest * (WIDTH - NAMES - 70.0);
        drawing.label(NAMES - 8.0, y + 12.0, "end", name);
        drawing.add(format_args!(
            "<rect x=\"{NAMES}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"15\" fill=\"{COLOUR}\"/>"
        ));
        let percent = format!("{share:.1} %");
        drawing.label(NAMES + width + 6.0, y + 12.0, "start", &percent);
    }
    drawing.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, middle: f64) -> Point {
        Point {
            x,
            low: middle - 50.0,
            middle,
            high: middle + 50.0,
            label: format!("{middle}"),
        }
    }

    const AXES: Axes = Axes {
        title: "Elo & time",
        x: "seconds",
        y: "Elo",
        ticks: &[1.0, 10.0, 100.0],
    };

    #[test]
    fn a_higher_rating_is_drawn_higher_and_more_time_further_right() {
        let text = points(&AXES, &[point(3.0, 1400.0), point(25.0, 1700.0)], &[]);
        let circles: Vec<(f64, f64)> = text
            .lines()
            .filter(|line| line.starts_with("<circle"))
            .map(|line| {
                let numbers: Vec<f64> = line
                    .split('"')
                    .filter_map(|word| word.parse().ok())
                    .collect();
                (numbers[0], numbers[1])
            })
            .collect();
        assert_eq!(circles.len(), 2);
        assert!(circles[0].0 < circles[1].0 && circles[0].1 > circles[1].1);
    }

    #[test]
    fn open_bounds_stay_inside_the_drawing_and_text_is_escaped() {
        let mut open = point(3.0, 1400.0);
        open.high = f64::INFINITY;
        let text = points(&AXES, &[open, point(10.0, 1500.0)], &[]);
        assert!(!text.contains("inf") && !text.contains("NaN"));
        assert!(text.contains("Elo &amp; time"));
    }

    #[test]
    fn the_longest_bar_belongs_to_the_largest_share() {
        let text = bars("cycles", &[("a<b>".into(), 40.0), ("c".into(), 10.0)]);
        let widths: Vec<f64> = text
            .lines()
            .filter(|line| line.contains("height=\"15\""))
            .filter_map(|line| {
                line.split("width=\"")
                    .nth(1)?
                    .split('"')
                    .next()?
                    .parse()
                    .ok()
            })
            .collect();
        assert_eq!(widths.len(), 2);
        assert!((widths[0] / widths[1] - 4.0).abs() < 0.01);
        assert!(text.contains("a&lt;b&gt;"));
    }
}
