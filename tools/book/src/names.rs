//! Opening names to the packed table that `src/game/book.rs` reads.
//!
//! | bytes | meaning |
//! |---|---|
//! | 1 | `n`, the number of names, in the order of their ECO codes |
//! | 4 | number of the first name of volume B, C, D and E |
//! | `n` each | family, variation: numbers of strings; the two digits of the ECO code |
//! | then | the strings, each after its length; string 0 is empty |
//!
//! Two names may share a string: "Exchange" is stored once. Letters beyond ASCII are spelled out.

use crate::lines::{Eco, Opening};
use std::collections::BTreeMap;

/// Room for the names in the program.
pub const MAX_BYTES: usize = 3 * 1024;

/// The packed names, and the number of each opening's name.
pub struct Names {
    pub packed: Vec<u8>,
    pub numbers: Vec<u8>,
}

pub fn pack(openings: &[Opening]) -> Result<Names, String> {
    let mut order: Vec<usize> = (0..openings.len()).collect();
    order.sort_by_key(|&index| {
        let Opening {
            eco,
            family,
            variation,
            ..
        } = &openings[index];
        (*eco, family, variation)
    });
    let count = u8::try_from(order.len()).map_err(|_| "there are more than 255 names")?;
    let first_of = |volume: char| {
        order
            .iter()
            .filter(|&&index| openings[index].eco.volume < volume)
            .count() as u8
    };
    let mut packed = vec![count];
    packed.extend(['B', 'C', 'D', 'E'].map(first_of));
    let strings = Strings::of(openings)?;
    packed.extend(
        order
            .iter()
            .map(|&index| strings.number(&openings[index].family)),
    );
    packed.extend(
        order
            .iter()
            .map(|&index| strings.number(&openings[index].variation)),
    );
    packed.extend(order.iter().map(|&index| {
        let Eco { number, .. } = openings[index].eco;
        number
    }));
    packed.extend(strings.bytes());
    if packed.len() > MAX_BYTES {
        let bytes = packed.len();
        return Err(format!(
            "the names have {bytes} bytes, {} too many",
            bytes - MAX_BYTES
        ));
    }
    let mut numbers = vec![0; openings.len()];
    for (number, &index) in (0..).zip(&order) {
        numbers[index] = number;
    }
    Ok(Names { packed, numbers })
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
