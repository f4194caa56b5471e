//! Where a line of IR comes from in the Rust source. rustc attaches line tables (`!dbg !7` behind an instruction or a
//! function); they are followed only when there is an error to report, in the text itself, so that a program without
//! errors pays for them by no more than the reading of its file.

/// More levels of inlining than anybody wants to read.
const MOST_LEVELS: usize = 8;

/// Places in the source, `file:line`: the instruction's own first, then the calls it was inlined through.
pub fn of_line(text: &str, line: u32) -> Vec<String> {
    let line = text.lines().nth((line as usize).saturating_sub(1));
    let Some(mut node) = line.and_then(|line| attached(text, line)) else {
        return Vec::new();
    };
    let mut places = Vec::new();
    for _ in 0..MOST_LEVELS {
        let Some(file) = file_of(text, node) else {
            break;
        };
        let line = field(node, "line").unwrap_or("0");
        places.push(format!("{file}:{line}"));
        match reference(text, node, "inlinedAt") {
            Some(caller) => node = caller,
            None => break,
        }
    }
    places
}

/// The line of IR that opens the function of that name; 0 if there is none.
pub fn line_of_function(text: &str, name: &str) -> u32 {
    let opens = |line: &str| {
        let rest = line.strip_prefix("define ")?;
        let symbol = rest.split_once('@')?.1;
        let symbol = symbol.split_once('(')?.0;
        (symbol.trim_matches('"') == name).then_some(())
    };
    let mut lines = text.lines();
    lines
        .position(|line| opens(line).is_some())
        .map_or(0, |index| index as u32 + 1)
}

/// The node behind `!dbg` on a line.
fn attached<'t>(text: &'t str, line: &str) -> Option<&'t str> {
    let number = line.rsplit_once("!dbg !")?.1;
    let end = number.find(|c: char| !c.is_ascii_digit());
    node(text, &number[..end.unwrap_or(number.len())])
}

/// The metadata node of a number: LLVM prints each at the start of a line.
fn node<'t>(text: &'t str, number: &str) -> Option<&'t str> {
    let head = format!("\n!{number} = ");
    let at = text.find(&head)? + head.len();
    text[at..].lines().next()
}

/// The node that a field refers to by number.
fn reference<'t>(text: &'t str, from: &str, name: &str) -> Option<&'t str> {
    node(text, field(from, name)?.strip_prefix('!')?)
}

/// The text of a field such as `line: 12`, without the quotes of a string.
fn field<'t>(node: &'t str, name: &str) -> Option<&'t str> {
    let fields = node.split_once('(')?.1;
    let value = fields
        .split(", ")
        .find_map(|field| field.strip_prefix(name)?.strip_prefix(": "))?;
    Some(value.trim_end_matches(')').trim_matches('"'))
}

/// The file of the innermost scope that names one.
fn file_of<'t>(text: &'t str, from: &'t str) -> Option<&'t str> {
    let mut node = from;
    loop {
        match reference(text, node, "file") {
            Some(file) => return field(file, "filename"),
            None => node = reference(text, node, "scope")?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"define void @main() !dbg !3 {
  call void @f(), !dbg !5
  call void @g(), !dbg !6
  ret void
}

!1 = !DIFile(filename: "src/lib.rs", directory: "/home/me", checksumkind: CSK_MD5, checksum: "00")
!2 = !DIFile(filename: "src/part.rs", directory: "/home/me")
!3 = distinct !DISubprogram(name: "main", linkageName: "main", scope: !9, file: !1, line: 7, type: !8)
!4 = distinct !DISubprogram(name: "part", scope: !9, file: !2, line: 3, type: !8)
!5 = !DILocation(line: 9, column: 5, scope: !7)
!6 = distinct !DILocation(line: 4, column: 1, scope: !4, inlinedAt: !5)
!7 = distinct !DILexicalBlock(scope: !3, line: 8, column: 1)
"#;

    #[test]
    fn a_line_is_followed_to_file_and_line_through_scopes_and_inlining() {
        assert_eq!(of_line(TEXT, 2), ["src/lib.rs:9"]);
        assert_eq!(of_line(TEXT, 3), ["src/part.rs:4", "src/lib.rs:9"]);
        assert_eq!(
            of_line(TEXT, line_of_function(TEXT, "main")),
            ["src/lib.rs:7"]
        );
    }

    #[test]
    fn without_line_tables_there_is_no_place() {
        assert_eq!(of_line(TEXT, 4), Vec::<String>::new());
        assert_eq!(of_line(TEXT, 0), of_line(TEXT, 1));
        assert_eq!(line_of_function(TEXT, "absent"), 0);
    }
}
