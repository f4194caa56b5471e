//! `lab take`: writes the numbers that a run of `lab spsa` found into the program's source.
//!
//! The engine has the constants, so it is built before the run's numbers are taken, from the source that they go into.

use crate::spsa::{Number, Spsa};
use crate::tune::source::{declared, replaced};
use crate::tune::terms::{Files, TABLES, WEIGHTS};
use clap::Args;
use squares64::{engine, eval, search};
use std::fs::{read_to_string, write};
use std::path::PathBuf;

const PARAMS: &str = "src/search/params.rs";
const NEURONS: &str = "src/eval/neurons.rs";

#[derive(Args)]
pub struct Take {
    /// The run, a file in `build/spsa`.
    run: PathBuf,
}

pub fn run(take: &Take) -> Result<bool, String> {
    let text = read(&take.run.display().to_string())?;
    let spsa: Spsa =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", take.run.display()))?;
    let mut sources = Sources {
        files: Files {
            weights: read(WEIGHTS)?,
            tables: read(TABLES)?,
        },
        params: read(PARAMS)?,
        neurons: read(NEURONS)?,
    };
    sources.put(&spsa.numbers)?;
    let texts = [
        (WEIGHTS, &sources.files.weights),
        (TABLES, &sources.files.tables),
        (PARAMS, &sources.params),
        (NEURONS, &sources.neurons),
    ];
    for (path, text) in texts {
        write(path, text).map_err(|error| format!("{path}: {error}"))?;
    }
    println!("{} numbers taken", spsa.numbers.len());
    Ok(true)
}

fn read(path: &str) -> Result<String, String> {
    read_to_string(path).map_err(|error| format!("{path}: {error}"))
}

/// The texts in which tunable numbers are declared.
struct Sources {
    files: Files,
    params: String,
    neurons: String,
}

impl Sources {
    fn put(&mut self, numbers: &[Number]) -> Result<(), String> {
        let _engine = engine::hold();
        let all = engine::tunables();
        let mut set = Vec::new();
        for number in numbers {
            let tunable = all
                .iter()
                .find(|tunable| tunable.name == number.name && tunable.value == number.start)
                .ok_or_else(|| {
                    format!(
                        "{} was {} where the run began, and is not in this build",
                        number.name, number.start
                    )
                })?;
            tunable.set(number.rounded());
            set.push(tunable);
            self.put_single(&number.name, number.rounded())?;
        }
        let terms: Vec<f64> = eval::tuning::numbers().into_iter().map(f64::from).collect();
        for tunable in set {
            tunable.set(tunable.value);
        }
        self.files.put(&terms)
    }

    /// Puts a number in that is none of the evaluation's terms: those go together.
    fn put_single(&mut self, name: &str, value: i16) -> Result<(), String> {
        let is_of =
            |tunables: Vec<squares64::tunable::Tunable>| tunables.iter().any(|t| t.name == name);
        let values = [i32::from(value)];
        if is_of(search::params::tunables()) {
            self.params = declared(&self.params, name, value)?;
        } else if is_of(eval::weights::tunables()) {
            self.files.weights = declared(&self.files.weights, name, value)?;
        } else if name == "TEMPO" {
            self.files.weights = replaced(&self.files.weights, name, &values)?;
        } else if name == "NETWORK_PEAK" {
            self.neurons = replaced(&self.neurons, "PEAK", &values)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tune::source::numbers;
    use squares64::eval::terms::{KNIGHT_END, PASSED_END};

    fn sources() -> Sources {
        Sources {
            files: Files {
                weights: include_str!("../../../../src/eval/weights.rs").to_string(),
                tables: include_str!("../../../../src/eval/squares.rs").to_string(),
            },
            params: include_str!("../../../../src/search/params.rs").to_string(),
            neurons: include_str!("../../../../src/eval/neurons.rs").to_string(),
        }
    }

    fn changed(name: &str, by: f64) -> Number {
        let all = engine::tunables();
        let tunable = all.iter().find(|t| t.name == name).expect("tunable");
        Number {
            name: name.to_string(),
            start: tunable.value,
            least: tunable.least,
            most: tunable.most,
            distance: tunable.step,
            value: f64::from(tunable.value) + by,
        }
    }

    #[test]
    fn every_kind_of_number_is_written_where_it_is_declared() {
        let (mut before, mut after) = (sources(), sources());
        let taken = [
            changed("DELTA_MARGIN", -9.6),
            changed("NETWORK_MARGIN", 4.0),
            changed("TEMPO", 3.0),
            changed("NETWORK_PEAK", -8.0),
            changed("PASSED_END_2", -5.0),
            changed("KNIGHT_END_FORWARD", 7.0),
        ];
        after.put(&taken).expect("all are declared");
        let start = |place: usize| taken[place].start;
        let line = |name: &str, value: i16| format!("{name}: i16 = {value}, ");
        assert!(after.params.contains(&line("DELTA_MARGIN", start(0) - 10)));
        let weights = &after.files.weights;
        assert!(weights.contains(&line("NETWORK_MARGIN", start(1) + 4)));
        assert_eq!(numbers(weights, "TEMPO"), Ok(vec![i32::from(start(2) + 3)]));
        let peak = numbers(&after.neurons, "PEAK");
        assert_eq!(peak, Ok(vec![i32::from(start(3) - 8)]));
        let [before, after] = [&mut before, &mut after].map(|sources| sources.files.numbers());
        let (before, after) = (before.expect("sound"), after.expect("sound"));
        for (place, (before, after)) in before.iter().zip(&after).enumerate() {
            let more = match place {
                place if place == PASSED_END + 2 => -5.0,
                place if (KNIGHT_END..KNIGHT_END + 32).contains(&place) => {
                    7.0 - 2.0 * ((place - KNIGHT_END) / 4) as f64
                }
                _ => 0.0,
            };
            let kept_within = before + more < -63.0 && *after == -63.0;
            assert!(*after == before + more || kept_within, "{place}: {after}");
        }
    }

    #[test]
    fn a_run_that_began_elsewhere_is_refused() {
        let mut number = changed("TEMPO", 1.0);
        number.start += 1;
        let error = sources().put(&[number]).expect_err("another start");
        assert!(error.contains("TEMPO"), "{error}");
    }
}
