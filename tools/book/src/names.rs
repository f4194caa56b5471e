//! Opening names to the packed table that `src/game/opening_name.rs` reads.
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | `n`, the number of names, in the order of their families |
//! | `n` each | the first three bytes of the key of the position that has the name, in three planes |
//! | `n` | the number of the variation; bit 7 is set where the family is another than that of the name before |
//! | 1 | the number of families |
//! | then | the families, then the variations, the empty one first; each text after its length |
//!
//! Letters beyond ASCII are spelled out. The ECO codes of the files are for their readers: the program shows none.

use crate::key::keys;
use crate::positions::Repertoire;
use std::collections::BTreeSet;

/// Room for the names in the program, before the interface packs their texts.
pub const MAX_BYTES: usize = 3 * 1024;
const KEY_PLANES: usize = 3;
const FAMILY_BEGINS: u8 = 0x80;

/// A name in use, and the key of the position it belongs to.
struct Named {
    family: String,
    variation: String,
    key: [u8; 4],
}

pub fn pack(repertoire: &Repertoire) -> Result<Vec<u8>, String> {
    let names = in_order(repertoire);
    let count = u8::try_from(names.len())
        .ok()
        .filter(|count| *count < u8::MAX)
        .ok_or("there are more than 254 names")?;
    let families: BTreeSet<&str> = names.iter().map(|name| name.family.as_str()).collect();
    let variations: BTreeSet<&str> = names
        .iter()
        .map(|name| name.variation.as_str())
        .chain([""])
        .collect();
    if variations.len() > usize::from(FAMILY_BEGINS) || families.len() + variations.len() > 255 {
        return Err("there are too many parts of names".to_string());
    }
    let mut packed = vec![count];
    for plane in 0..KEY_PLANES {
        packed.extend(names.iter().map(|name| name.key[plane]));
    }
    let mut family = None;
    for name in &names {
        let begins = family != Some(&name.family);
        family = Some(&name.family);
        let variation = variations.iter().position(|text| *text == name.variation);
        let number = variation.expect("collected above") as u8;
        packed.push(number | if begins { FAMILY_BEGINS } else { 0 });
    }
    packed.push(families.len() as u8);
    for text in families.into_iter().chain(variations) {
        packed.push(text.len() as u8);
        packed.extend(text.bytes());
    }
    match packed.len() {
        0..=MAX_BYTES => Ok(packed),
        bytes => Err(format!(
            "the names have {bytes} bytes, {} too many",
            bytes - MAX_BYTES
        )),
    }
}

fn in_order(repertoire: &Repertoire) -> Vec<Named> {
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
        .map(|(opening, key)| Named {
            family: spell(&opening.family),
            variation: spell(&opening.variation),
            key,
        })
        .collect();
    names.sort_by(|a, b| (&a.family, &a.variation, a.key).cmp(&(&b.family, &b.variation, b.key)));
    names
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
