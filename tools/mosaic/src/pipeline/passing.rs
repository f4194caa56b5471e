//! Code and data that are there only until the program uses their memory for something else: a segment of a region that
//! lies `over` another (docs/layout.md). What `#[link_section]` puts there takes along whatever nobody else uses, so that a
//! function's own subroutines, tables and strings need no attribute; and a single function outside may use any of it,
//! because that is the one place where the program knows that it is still there.

use crate::asm::inst::{Line, Place};
use crate::asm::program::{Cell, Content, Program};
use crate::asm::text::readable;
use crate::error::{Error, Result};
use std::collections::{BTreeMap, BTreeSet};

/// Moves to the segment what only its own code and data use.
pub(super) fn gather(program: &mut Program, segment: &str) {
    let users = users(program);
    let mut inside = program.members(segment);
    if inside.is_empty() {
        return;
    }
    let placed = inside.clone();
    inside.extend(
        free(program)
            .filter(|name| users.contains_key(*name))
            .map(str::to_owned),
    );
    // Whatever has a user outside is outside itself, and so are then those that it alone kept out of sight.
    loop {
        let is_alone = |name: &String| {
            placed.contains(name)
                || users[name.as_str()]
                    .iter()
                    .all(|user| inside.contains(*user))
        };
        let kept: BTreeSet<String> = inside
            .iter()
            .filter(|name| is_alone(name))
            .cloned()
            .collect();
        if kept.len() == inside.len() {
            break;
        }
        inside = kept;
    }
    for routine in &mut program.routines {
        if inside.contains(&routine.name) {
            routine.section = Some(segment.to_owned());
        }
    }
    for object in &mut program.objects {
        if inside.contains(&object.name) {
            object.section = Some(segment.to_owned());
        }
    }
}

/// Refuses a segment that several functions outside of it use.
pub(super) fn check(program: &Program, segment: &str) -> Result<()> {
    let inside = program.members(segment);
    let outside: BTreeSet<String> = users(program)
        .into_iter()
        .filter(|(name, _)| inside.contains(*name))
        .flat_map(|(_, users)| users)
        .filter(|user| !inside.contains(*user))
        .map(readable)
        .collect();
    if outside.len() < 2 {
        return Ok(());
    }
    let names: Vec<String> = outside.into_iter().collect();
    Err(Error::new(format!(
        "segment {segment} is overwritten while the program runs, but {} use what lies there: let one function alone do that",
        names.join(" and ")
    )))
}

/// What nobody gave a place or can reach from outside the program.
fn free(program: &Program) -> impl Iterator<Item = &str> {
    let routines = program.routines.iter().map(|r| (&r.name, &r.section));
    let objects = program.objects.iter().map(|o| (&o.name, &o.section));
    routines
        .chain(objects)
        .filter(|(name, section)| section.is_none() && !program.exports.contains_key(*name))
        .map(|(name, _)| name.as_str())
}

/// For each name that is used, the routines and objects that use it.
fn users<'p>(program: &'p Program) -> BTreeMap<&'p str, BTreeSet<&'p str>> {
    let mut users: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut note = |user: &'p str, place: &'p Place| {
        if let Place::Symbol(name, _) = place
            && name != user
        {
            users.entry(name.as_str()).or_default().insert(user);
        }
    };
    for routine in &program.routines {
        for line in &routine.lines {
            if let Line::Inst(inst) = line
                && let Some(place) = inst.place()
            {
                note(routine.name.as_str(), place);
            }
        }
    }
    for object in &program.objects {
        if let Content::Bytes(cells) = &object.content {
            for cell in cells {
                if let Cell::Low(place) | Cell::High(place) = cell {
                    note(object.name.as_str(), place);
                }
            }
        }
    }
    users
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asm::inst::{Inst, Mnemonic, Operand, Routine};
    use crate::asm::program::Object;

    fn routine(name: &str, section: Option<&str>, used: &[&str]) -> Routine {
        let call = |name: &&str| {
            let place = Place::Symbol((*name).to_owned(), 0);
            Line::Inst(Inst::new(Mnemonic::Jsr, Operand::Memory(place)))
        };
        Routine {
            name: name.into(),
            section: section.map(str::to_owned),
            lines: used.iter().map(call).collect(),
        }
    }

    fn constant(name: &str) -> Object {
        Object {
            name: name.into(),
            section: None,
            constant: true,
            align: 1,
            content: Content::Bytes(vec![Cell::Byte(1)]),
        }
    }

    /// `main` calls `title`, which has a subroutine that calls itself, a table and a shared routine.
    fn program(others: Vec<Routine>) -> Program {
        let mut program = Program {
            routines: vec![
                routine("main", None, &["title", "shared"]),
                routine("title", Some("ONCE"), &["draw", "shared"]),
                routine("draw", None, &["draw", "table", "deeper"]),
                routine("deeper", None, &["draw", "public"]),
                routine("shared", None, &["shared_table"]),
                routine("public", None, &[]),
            ],
            objects: vec![constant("table"), constant("shared_table")],
            ..Program::default()
        };
        program.routines.extend(others);
        let public = Place::Symbol("public".into(), 0);
        program.exports.insert("public".into(), public);
        program
    }

    #[test]
    fn what_only_passing_code_uses_lies_with_it() {
        let mut program = program(Vec::new());
        gather(&mut program, "ONCE");
        let expected = ["deeper", "draw", "table", "title"].map(str::to_owned);
        assert_eq!(program.members("ONCE"), BTreeSet::from(expected));
        assert!(check(&program, "ONCE").is_ok());
    }

    #[test]
    fn a_second_user_outside_is_refused_by_name() {
        let mut program = program(vec![routine("later", None, &["title"])]);
        gather(&mut program, "ONCE");
        let message = check(&program, "ONCE").unwrap_err().message;
        assert!(
            message.contains("segment ONCE") && message.contains("later and main"),
            "{message}"
        );
    }
}
