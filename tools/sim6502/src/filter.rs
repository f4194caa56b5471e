//! Which tests of a file are wanted: by name, by glob, by tag. Case never matters, and names match whole.

use crate::tree::Test;

/// What the command line asks for; without anything, every test.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The exact name; wins over the glob.
    pub name: Option<String>,
    /// `*` is any text, `?` any one character.
    pub glob: Option<String>,
    /// At least one of these, if there are any.
    pub tags: Vec<String>,
    /// None of these.
    pub excluded_tags: Vec<String>,
}

impl Filter {
    /// Does it leave anything out?
    pub fn is_active(&self) -> bool {
        self.name.is_some()
            || self.glob.is_some()
            || !self.tags.is_empty()
            || !self.excluded_tags.is_empty()
    }

    /// Is this test to be run?
    pub fn wants(&self, test: &Test) -> bool {
        let has = |tag: &String| test.tags.iter().any(|own| same(own, tag));
        self.wants_name(&test.name)
            && (self.tags.is_empty() || self.tags.iter().any(has))
            && !self.excluded_tags.iter().any(has)
    }

    fn wants_name(&self, name: &str) -> bool {
        match (&self.name, &self.glob) {
            (Some(wanted), _) => same(wanted, name),
            (None, Some(glob)) => {
                let glob: Vec<char> = glob.to_lowercase().chars().collect();
                let name: Vec<char> = name.to_lowercase().chars().collect();
                matches_glob(&glob, &name)
            }
            (None, None) => true,
        }
    }
}

fn same(left: &str, right: &str) -> bool {
    left.to_lowercase() == right.to_lowercase()
}

/// Goes back only to the last `*`: a later star can take over all that an earlier one could.
fn matches_glob(glob: &[char], name: &[char]) -> bool {
    let (mut at_glob, mut at_name) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at_name < name.len() {
        match glob.get(at_glob) {
            Some('*') => {
                star = Some((at_glob, at_name));
                at_glob += 1;
            }
            Some(&c) if c == '?' || c == name[at_name] => {
                at_glob += 1;
                at_name += 1;
            }
            _ => {
                let Some((star_glob, star_name)) = star else {
                    return false;
                };
                star = Some((star_glob, star_name + 1));
                at_glob = star_glob + 1;
                at_name = star_name + 1;
            }
        }
    }
    glob[at_glob..].iter().all(|&c| c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn glob(glob: &str, name: &str) -> bool {
        let filter = Filter {
            glob: Some(glob.to_string()),
            ..Filter::default()
        };
        filter.wants_name(name)
    }

    #[test]
    fn a_glob_matches_the_whole_name_in_either_case() {
        assert!(glob("castle*", "Castle-king-side"));
        assert!(glob("*side", "castle-king-side"));
        assert!(glob("c?stle-*-s*e", "castle-king-side"));
        assert!(glob("*", ""));
        assert!(!glob("castle", "castle-king-side"));
        assert!(!glob("c?", "c"));
        assert!(!glob("*king", "castle-king-side"));
        assert!(glob("a*b*c", "aXbXbXc"));
    }

    #[test]
    fn an_exact_name_overrides_the_glob() {
        let filter = Filter {
            name: Some("ONE".to_string()),
            glob: Some("two*".to_string()),
            ..Filter::default()
        };
        assert!(filter.wants_name("one"));
        assert!(!filter.wants_name("two"));
    }
}
