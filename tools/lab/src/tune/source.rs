//! Numbers in Rust source: constants are read from the text of the engine's files and written back into a copy.

/// The numbers of `pub const NAME: … = …;`, in order.
pub fn numbers(text: &str, name: &str) -> Result<Vec<i32>, String> {
    let (from, to) = span(text, name)?;
    text[from..to]
        .split(|c: char| !(c.is_ascii_digit() || c == '-'))
        .filter(|word| !word.is_empty())
        .map(|word| {
            word.parse()
                .map_err(|_| format!("{name}: `{word}` is no number"))
        })
        .collect()
}

/// The text with the constant's numbers replaced; everything else stays as it was.
pub fn replaced(text: &str, name: &str, values: &[i32]) -> Result<String, String> {
    let (from, to) = span(text, name)?;
    let old = numbers(text, name)?;
    if old.len() != values.len() {
        return Err(format!(
            "{name}: {} numbers, not {}",
            old.len(),
            values.len()
        ));
    }
    let mut new = String::new();
    let mut rest = &text[from..to];
    // A board drawn in lines keeps its columns.
    let is_drawn = rest.contains('\n');
    for value in values {
        let is_part = |c: char| c.is_ascii_digit() || c == '-';
        let start = rest.find(is_part).unwrap_or(rest.len());
        let end = rest[start..]
            .find(|c| !is_part(c))
            .map_or(rest.len(), |length| start + length);
        new.push_str(&rest[..start]);
        if is_drawn {
            let gap = new.len() - new.trim_end_matches(' ').len();
            new.truncate(new.len() - gap);
            let width = gap + end - start;
            new.push_str(&format!("{:>width$}", format!(" {value}")));
        } else {
            new.push_str(&value.to_string());
        }
        rest = &rest[end..];
    }
    new.push_str(rest);
    Ok(format!("{}{new}{}", &text[..from], &text[to..]))
}

/// The text with another value for a number of `tunables!`: `NAME: type = value, least..=most, step;`.
pub fn declared(text: &str, name: &str, value: i16) -> Result<String, String> {
    let missing = || format!("no number {name} of `tunables!`");
    let head = text.find(&format!("    {name}: ")).ok_or_else(missing)?;
    let from = head + text[head..].find(" = ").ok_or_else(missing)? + 3;
    let to = from + text[from..].find(',').ok_or_else(missing)?;
    Ok(format!("{}{value}{}", &text[..from], &text[to..]))
}

/// Where the value of a constant stands.
fn span(text: &str, name: &str) -> Result<(usize, usize), String> {
    let missing = || format!("no constant {name}");
    let head = text
        .find(&format!("pub const {name}:"))
        .ok_or_else(missing)?;
    let from = head + text[head..].find(" = ").ok_or_else(missing)? + 3;
    let to = from + text[from..].find(';').ok_or_else(missing)?;
    Ok((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_declared_number_keeps_its_range() {
        let text = "tunables! {\n    /// A.\n    A: i16 = 150, 50..=500, 40.0;\n    BA: u8 = 4, 1..=6, 0.8;\n}\n";
        let new = declared(text, "A", -7).expect("declared");
        assert_eq!(new, text.replace("150", "-7"));
        assert!(declared(text, "C", 1).is_err());
    }

    const TEXT: &str = "/// One.\npub const ONE: u8 = 15;\npub const FEW: [i8; 6] = [\n      0,  50,\n    -10,   5,\n    -40, -50,\n];\n";

    #[test]
    fn constants_are_read_by_name() {
        assert_eq!(numbers(TEXT, "ONE"), Ok(vec![15]));
        assert_eq!(numbers(TEXT, "FEW"), Ok(vec![0, 50, -10, 5, -40, -50]));
        assert!(numbers(TEXT, "NONE").is_err_and(|error| error.contains("NONE")));
    }

    #[test]
    fn new_numbers_take_the_place_of_the_old_and_keep_the_drawing() {
        let text = replaced(TEXT, "FEW", &[-1, 7, -120, 33, 7, -127]).expect("six numbers");
        assert!(
            text.contains("[\n     -1,   7,\n   -120,  33,\n      7, -127,\n];"),
            "{text}"
        );
        let text = replaced(&text, "ONE", &[9]).expect("one number");
        assert!(text.contains("ONE: u8 = 9;"));
        assert_eq!(numbers(&text, "FEW"), Ok(vec![-1, 7, -120, 33, 7, -127]));
        assert!(replaced(TEXT, "ONE", &[1, 2]).is_err());
    }
}
