//! Entry points beside the program: functions for tests that call what the program consists of, and that the program pays nothing for.
//!
//! A function that a test calls too has one caller more, and LLVM would inline less of the program, keep more apart and specialise
//! less. So the program is optimised as if there were no tests. Then the tests are optimised in a module of their own, in which
//! every function and variable that came out of the program's optimisation in the form in which it went in is a declaration: the tests
//! call the program's code and share its variables. What LLVM inlined everywhere, or left out, the tests have a copy of.
//! Both are joined in the end, and all that the tests define lies in a segment of theirs.
//!
//! LLVM may have concluded something from knowing all callers of a function, an argument that is always the same for instance. So
//! the functions that the tests call are visible from outside when the program is optimised; that decides nothing but this.

use std::collections::{BTreeMap, BTreeSet};

/// A definition at the top level of a module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item<'m> {
    /// Its first line, without the brace that opens its body.
    Function(&'m str),
    /// What follows its name and the equals sign.
    Global(&'m str),
}

/// The definitions of a module by name.
fn items(module: &str) -> BTreeMap<&str, Item<'_>> {
    module.lines().filter_map(item).collect()
}

fn item(line: &str) -> Option<(&str, Item<'_>)> {
    if let Some(head) = function_head(line) {
        return Some((name_of_function(head)?, Item::Function(head)));
    }
    let (name, rest) = line.strip_prefix('@')?.split_once(" = ")?;
    let is_defined = kind_at(rest).is_some() && !rest.starts_with("external ");
    is_defined.then_some((name, Item::Global(rest)))
}

/// The first line of a function, without the brace that opens its body.
fn function_head(line: &str) -> Option<&str> {
    line.strip_suffix(" {")
        .filter(|line| line.starts_with("define "))
}

fn name_of_function(head: &str) -> Option<&str> {
    let (_, name) = head.split_once('@')?;
    name.split('(').next()
}

/// Where `global` or `constant` stands in what follows a variable's equals sign.
fn kind_at(rest: &str) -> Option<usize> {
    let words = ["global ", "constant "];
    let starts = words
        .iter()
        .filter_map(|word| match rest.starts_with(word) {
            true => Some(0),
            false => rest.find(&format!(" {word}")).map(|at| at + 1),
        });
    starts.min()
}

/// What the entry points share with the program: functions that came out of the optimisation with the type they had, constants with the
/// same contents, and the variables that the program still has, perhaps in parts.
pub fn shared(before: &str, after: &str) -> BTreeSet<String> {
    let after = items(after);
    let is_shared = |(name, item): &(&str, Item)| match (item, after.get(name)) {
        (Item::Function(old), Some(Item::Function(new))) => type_of(old) == type_of(new),
        (Item::Global(old), Some(Item::Global(new))) => contents(old) == contents(new),
        // LLVM takes variables apart and numbers their parts.
        (Item::Global(old), None) => {
            contents(old).starts_with("global ") && after.contains_key(format!("{name}.0").as_str())
        }
        _ => false,
    };
    let before = items(before).into_iter();
    before
        .filter(is_shared)
        .map(|(name, _)| name.to_owned())
        .collect()
}

/// Kind, type and first value of a variable.
fn contents(rest: &str) -> &str {
    let rest = &rest[kind_at(rest).unwrap_or(0)..];
    let ends = [", align ", ", section ", ", comdat"];
    let end = ends.iter().filter_map(|end| rest.find(end)).min();
    &rest[..end.unwrap_or(rest.len())]
}

/// The types of a function's result and parameters, without attributes.
fn type_of(head: &str) -> (String, Vec<String>) {
    let (before, behind) = head.split_once('@').unwrap_or((head, ""));
    let parameters = behind.split_once('(').map_or("", |(_, rest)| rest);
    (last_type(before), types(parameters))
}

fn last_type(text: &str) -> String {
    let text = text.trim_end();
    let opened = match text.ends_with('}') {
        true => text.find('{'),
        false => text.rfind(' ').map(|at| at + 1),
    };
    text[opened.unwrap_or(0)..].to_owned()
}

/// The first word, or the braces, of each parameter up to the parenthesis that closes the list.
fn types(parameters: &str) -> Vec<String> {
    let mut depth = 0;
    let mut found = vec![String::new()];
    for letter in parameters.chars() {
        match letter {
            ')' if depth == 0 => break,
            ',' if depth == 0 => {
                found.push(String::new());
                continue;
            }
            '(' | '{' | '[' | '<' => depth += 1,
            ')' | '}' | ']' | '>' => depth -= 1,
            _ => {}
        }
        found.last_mut().expect("there is one").push(letter);
    }
    let first = |text: &String| {
        let text = text.trim();
        let end = match text.starts_with('{') {
            true => text.find('}').map(|at| at + 1),
            false => text.find(' '),
        };
        text[..end.unwrap_or(text.len())].to_owned()
    };
    found.iter().map(first).collect()
}

/// The module with declarations in place of some definitions.
pub fn declare(module: &str, names: &BTreeSet<String>) -> String {
    let mut out = String::with_capacity(module.len());
    let mut is_inside = false;
    for line in module.lines() {
        if is_inside {
            is_inside = line != "}";
            continue;
        }
        match declaration(line, names) {
            Some(declaration) => {
                is_inside = line.starts_with("define ");
                out.push_str(&declaration);
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

fn declaration(line: &str, names: &BTreeSet<String>) -> Option<String> {
    if let Some(head) = function_head(line) {
        names.contains(name_of_function(head)?).then_some(())?;
        let head = without_linkage(head.trim_start_matches("define "));
        return Some(format!(
            "declare {}",
            without_section(without_metadata(&head))
        ));
    }
    let (name, rest) = line.strip_prefix('@')?.split_once(" = ")?;
    names.contains(name).then_some(())?;
    let contents = contents(rest);
    let (kind, rest) = contents.split_once(' ')?;
    Some(format!("@{name} = external {kind} {}", first_type(rest)))
}

/// The type that a text begins with: brackets are part of it.
fn first_type(text: &str) -> &str {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' | '{' | '[' | '<' => depth += 1,
            ')' | '}' | ']' | '>' => depth -= 1,
            ' ' if depth == 0 => return &text[..at],
            _ => {}
        }
    }
    text
}

const LINKAGE: [&str; 5] = ["internal ", "private ", "dso_local ", "hidden ", "fastcc "];

fn without_linkage(text: &str) -> String {
    let mut text = text;
    while let Some(rest) = LINKAGE.iter().find_map(|word| text.strip_prefix(word)) {
        text = rest;
    }
    text.to_owned()
}

fn without_metadata(head: &str) -> &str {
    head.split_once(" !").map_or(head, |(head, _)| head)
}

fn without_section(text: &str) -> String {
    let Some((before, behind)) = text.split_once(" section \"") else {
        return text.to_owned();
    };
    let behind = behind.split_once('"').map_or("", |(_, rest)| rest);
    format!("{before}{behind}")
}

/// The module with some definitions visible to others.
pub fn publish(module: &str, names: &BTreeSet<String>) -> String {
    let mut out = String::with_capacity(module.len());
    for line in module.lines() {
        let hidden = item(line).filter(|(name, _)| names.contains(*name));
        match hidden.and_then(|_| {
            ["internal ", "private "]
                .iter()
                .find(|word| line.contains(**word))
        }) {
            Some(word) => out.push_str(&line.replacen(word, "", 1)),
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// The module with all that it defines in one segment.
pub fn place(module: &str, segment: &str) -> String {
    let mut out = String::with_capacity(module.len());
    for line in module.lines() {
        match item(line) {
            Some((_, Item::Global(_))) => {
                let line = without_section(&line.replace(", section \"", " section \""));
                let at = line.rfind(", align ").unwrap_or(line.len());
                let (before, behind) = line.split_at(at);
                out.push_str(&format!("{before}, section \"{segment}\"{behind}"));
            }
            Some((_, Item::Function(head))) => {
                let head = without_section(without_metadata(head));
                out.push_str(&format!("{head} section \"{segment}\" {{"));
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// Those of `names` that a module declares without defining them.
pub fn declared(module: &str, names: &BTreeSet<String>) -> BTreeSet<String> {
    let name = |line: &str| match line.strip_prefix("declare ") {
        Some(head) => name_of_function(head).map(str::to_owned),
        None => {
            let (name, rest) = line.strip_prefix('@')?.split_once(" = ")?;
            rest.starts_with("external ").then(|| name.to_owned())
        }
    };
    let declared = module.lines().filter_map(name);
    declared.filter(|name| names.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::{declare, declared, place, publish, shared};
    use std::collections::BTreeSet;

    fn names(names: &[&str]) -> BTreeSet<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    const WHOLE: &str = "@TABLE = internal constant [2 x i8] c\"ab\", align 1
@COUNT = dso_local global [2 x i8] zeroinitializer, section \"LOW\", align 1
@PARTS = internal global <{ [1 x i8] }> zeroinitializer, align 1
@GONE = internal global i8 0
define internal zeroext i8 @kept(i8 noundef %0, { i8, i8 } %pair) unnamed_addr #1 section \"HIGH\" !dbg !7 {
  ret i8 %0
}
define internal i8 @changed(i8 %0) {
  ret i8 1
}
define dso_local void @entry() unnamed_addr #0 {
  ret void
}
";

    const ALONE: &str = "@TABLE = internal unnamed_addr constant [2 x i8] c\"ab\", align 1
@COUNT = internal global [2 x i8] zeroinitializer, section \"LOW\", align 1
@PARTS.0 = internal global i8 0, align 1
define internal fastcc noundef range(i8 0, 2) i8 @kept(i8 noundef range(i8 0, 4) %0, { i8, i8 } %pair) {
define internal fastcc i8 @changed() {
";

    #[test]
    fn what_kept_its_type_or_contents_is_shared_and_so_are_variables_in_parts() {
        assert_eq!(
            shared(WHOLE, ALONE),
            names(&["TABLE", "COUNT", "PARTS", "kept"])
        );
    }

    #[test]
    fn a_constant_with_other_contents_is_not_shared() {
        let other = ALONE.replace("c\"ab\"", "c\"ac\"");
        assert!(!shared(WHOLE, &other).contains("TABLE"));
    }

    #[test]
    fn what_is_shared_is_declared_without_body_contents_and_place() {
        let text = declare(WHOLE, &names(&["TABLE", "COUNT", "PARTS", "kept"]));
        assert_eq!(
            text.lines().take(5).collect::<Vec<_>>(),
            [
                "@TABLE = external constant [2 x i8]",
                "@COUNT = external global [2 x i8]",
                "@PARTS = external global <{ [1 x i8] }>",
                "@GONE = internal global i8 0",
                "declare zeroext i8 @kept(i8 noundef %0, { i8, i8 } %pair) unnamed_addr #1",
            ]
        );
        assert!(text.contains("define internal i8 @changed(i8 %0) {\n  ret i8 1\n}\n"));
        assert_eq!(
            declared(&text, &names(&["PARTS", "kept", "changed"])),
            names(&["PARTS", "kept"])
        );
    }

    #[test]
    fn what_is_published_is_visible_and_all_else_as_it_was() {
        let text = publish(WHOLE, &names(&["kept", "PARTS"]));
        let changed: Vec<(&str, &str)> = WHOLE
            .lines()
            .zip(text.lines())
            .filter(|(before, after)| before != after)
            .collect();
        assert_eq!(changed.len(), 2);
        for (before, after) in changed {
            assert_eq!(before.replacen("internal ", "", 1), after);
        }
    }

    #[test]
    fn definitions_are_placed_in_one_segment_and_declarations_are_not() {
        let text = "@own = internal global i8 0, section \"LOW\", align 1
@theirs = external global i8
define dso_local void @entry() unnamed_addr #0 section \"HIGH\" !dbg !3 {
  ret void
}
declare void @other()
";
        let placed = "@own = internal global i8 0, section \"SUITES\", align 1
@theirs = external global i8
define dso_local void @entry() unnamed_addr #0 section \"SUITES\" {
  ret void
}
declare void @other()
";
        assert_eq!(place(text, "SUITES"), placed);
    }
}
