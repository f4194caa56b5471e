//! The symbols of a module: those it defines for others, those it expects of others, and those a crate exports under a
//! plain name.

/// Names of exported functions and variables in the IR text of one crate.
pub fn of(text: &str) -> Vec<String> {
    defined(text)
        .filter(|name| !is_mangled(name))
        .map(str::to_owned)
        .collect()
}

/// All names a module defines for others.
pub fn defined(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(defined_symbol)
}

/// All functions a module defines or declares, private ones too.
pub fn all_functions(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let rest = line
            .strip_prefix("define ")
            .or_else(|| line.strip_prefix("declare "))?;
        rest.split_once('@').map(|(_, rest)| name_in(rest))
    })
}

/// All names a module expects others to define.
pub fn declared(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        if let Some(rest) = line.strip_prefix("declare ") {
            return rest.split_once('@').map(|(_, rest)| name_in(rest));
        }
        let (name, linkage) = line.strip_prefix('@')?.split_once(" = ")?;
        let expected = ["external ", "extern_weak "];
        let is_expected = expected.iter().any(|word| linkage.starts_with(word));
        is_expected.then(|| name_in(name))
    })
}

/// The name a top-level line defines with external linkage.
fn defined_symbol(line: &str) -> Option<&str> {
    let (head, rest) = if let Some(rest) = line.strip_prefix("define ") {
        rest.split_once('@')?
    } else {
        let (name, linkage) = line.strip_prefix('@')?.split_once(" = ")?;
        (linkage, name)
    };
    let hidden = [
        "internal ",
        "private ",
        "external ",
        "appending ",
        "available_externally ",
    ];
    if hidden.iter().any(|linkage| head.starts_with(linkage)) {
        return None;
    }
    Some(name_in(rest))
}

/// The name that a text behind `@` starts with.
fn name_in(rest: &str) -> &str {
    let end = rest.find(['(', ' ']).unwrap_or(rest.len());
    rest[..end].trim_matches('"')
}

/// Both of rustc's schemes, and LLVM's own names.
fn is_mangled(name: &str) -> bool {
    name.starts_with("_R") || name.starts_with("_ZN") || name.starts_with("llvm.")
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn plain_visible_definitions_are_exported() {
        let text = "@RESULT = dso_local global i32 0
@_RNv7kernels5TABLE = internal global i8 0
@hidden = internal global i8 0
@elsewhere = external global i8
define dso_local void @kernel_main() unnamed_addr #0 {
define internal void @helper() {
define dso_local i8 @_RNvCs_7kernels3run() {
declare void @memcpy(ptr, ptr, i16)
";
        assert_eq!(of(text), ["RESULT", "kernel_main"]);
    }
}
