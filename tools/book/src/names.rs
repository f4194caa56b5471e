//! Opening names to the packed table that `src/game/opening_name.rs` reads.
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | `n`, the number of names, in the order of their ECO codes |
//! | 4 | number of the first name of volume B, C, D and E |
//! | `n` each | the first three bytes of the key of the position that has the name, in three planes |
//! | `n` each | family, variation: numbers of strings; the two digits of the ECO code |
//! | then | the strings, each after its length; string 0 is empty |
//!
//! Two names may share a string: "Exchange" is stored once. Letters beyond ASCII are spelled out.

use crate::key::keys;
use crate::lines::Opening;
use crate::positions::Repertoire;
use std::collections::BTreeMap;

/// Room for the names in the program.
pub const MAX_BYTES: usize = 3 * 1024;
const KEY_PLANES: usize = 3;

/// A name in use: the opening and the key of the position it belongs to.
struct Named<'a> {
    opening: &'a Opening,
    key: [u8; 4],
}

pub fn pack(repertoire: &Repertoire) -> Result<Vec<u8>, String> {
    let names = in_order(repertoire);
    let count = u8::try_from(names.len())
        .ok()
        .filter(|count| *count < u8::MAX);
    let strings = Strings::of(&repertoire.openings)?;
    let mut packed = vec![count.ok_or("there are more than 254 names")?];
    for volume in ['B', 'C', 'D', 'E'] {
        packed.push(
            names
                .iter()
                .filter(|name| name.opening.eco.volume < volume)
                .count() as u8,
        );
    }
    for plane in 0..KEY_PLANES {
        packed.extend(names.iter().map(|name| name.key[plane]));
    }
    packed.extend(
        names
            .iter()
            .map(|name| strings.number(&name.opening.family)),
    );
    packed.extend(
        names
            .iter()
            .map(|name| strings.number(&name.opening.variation)),
    );
    packed.extend(names.iter().map(|name| name.opening.eco.number));
    packed.extend(strings.bytes());
    match packed.len() {
        0..=MAX_BYTES => Ok(packed),
        bytes => Err(format!(
            "the names have {bytes} bytes, {} too many",
            bytes - MAX_BYTES
        )),
    }
}

/// By ECO code, so that the volume follows from the number of a name.
fn in_order(repertoire: &Repertoire) -> Vec<Named<'_>> {
    let named = repertoire
        .positions
        .iter()
        .filter_map(|(placement, position)| {
            position
                .name
                .map(|index| (placement, &repertoire.openings[index]))
        });
    let (placements, openings): (Vec<_>, Vec<_>) = named.unzip();
    let keys = keys(placements.into_iter());
    let mut names: Vec<Named> = openings
        .into_iter()
        .zip(keys)
        .map(|(opening, key)| Named { opening, key })
        .collect();
    names.sort_by_key(|name| (name.opening.eco, name.key));
    names
}

/// All different strings, the empty one first.
struct Strings(BTreeMap<String, u8>);

impl Strings {
    fn of(openings: &[Opening]) -> Result<Self, String> {
        let mut strings = BTreeMap::from([(String::new(), 0)]);
        for opening in openings {
            strings.insert(spell(&opening.family), 0);
            strings.insert(spell(&opening.variation), 0);
        }
        for (number, slot) in strings.values_mut().enumerate() {
            *slot = u8::try_from(number).map_err(|_| "there are more than 255 parts of names")?;
        }
        Ok(Self(strings))
    }

    fn number(&self, text: &str) -> u8 {
        self.0[&spell(text)]
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for text in self.0.keys() {
            bytes.push(text.len() as u8);
            bytes.extend(text.bytes());
        }
        bytes
    }
}

/// As a machine without accents writes it.
pub fn spell(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            'ä' => "ae".to_string(),
            'ö' => "oe".to_string(),
            'ü' => "ue".to_string(),
            'é' => "e".to_string(),
            other => other.to_string(),
        })
        .collect()
}
