//! `lab spsa`: tunes the search's numbers (`tunables!` in `src`) together by games of the host build against itself, then
//! plays the tuned ones against the present ones.
//!
//! A run is a file in `build/spsa`, written after every step; the same command goes on with it. The match at the end has
//! other starts than the run. Nodes are equal, so numbers that change what a node costs (`LAZY_MARGIN`, `NETWORK_MARGIN`,
//! `PICKED_QUIETS`) look cheaper or dearer than they are: leave them out, or look at `make bench` before taking them.

use super::elo::{bar, interval_text, short_text};
use crate::contest::{Contest, Then};
use crate::contestant::{Player, Seat};
use crate::game::{Score, play};
use crate::opening::{self, BALANCED, Opening, Starts};
use crate::results::{Entry, pairs, tally};
use crate::revision;
use crate::spsa::{Number, Spsa};
use crate::version;
use clap::Args;
use squares64::engine;
use squares64::tunable::Tunable;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

#[derive(Args)]
pub struct Tuning {
    /// The numbers to tune, apart by commas; `list` prints all of them.
    #[arg(long, value_delimiter = ',', default_value = "list")]
    numbers: Vec<String>,
    /// Nodes a move.
    #[arg(long, default_value_t = 1000)]
    nodes: u32,
    /// Steps of the run.
    #[arg(long, default_value_t = 2000)]
    steps: usize,
    /// Pairs of games in each step.
    #[arg(long, default_value_t = 4)]
    pairs: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games of the match at the end.
    #[arg(long, default_value_t = 800)]
    games: usize,
    /// Games at the same time [default: one for each core].
    #[arg(long, default_value_t = rayon::current_num_threads(), hide_default_value = true)]
    concurrency: usize,
    /// Where the library is built.
    #[arg(long, default_value = "target")]
    target: PathBuf,
    /// Folder of the runs.
    #[arg(long, default_value = "build/spsa")]
    runs: PathBuf,
}

pub fn run(tuning: &Tuning) -> Result<bool, String> {
    if tuning.numbers == ["list"] {
        print!("{}", list());
        return Ok(true);
    }
    let new = Spsa {
        seed: tuning.seed,
        steps: tuning.steps,
        pairs: tuning.pairs.max(1),
        done: 0,
        numbers: numbers(&tuning.numbers)?,
    };
    let version = version::name(None)?;
    let library = revision::own_library(&version, &tuning.target)?;
    let file = format!("{version}-{}-nodes-{}.json", tuning.seed, tuning.nodes);
    let path = tuning.runs.join(file);
    let mut spsa = go_on(&path, new)?;
    let table = Table {
        library: &library,
        nodes: tuning.nodes,
        openings: &opening::read(BALANCED)?,
        concurrency: tuning.concurrency.max(1),
    };
    table.tune(&mut spsa, &path)?;
    print!("{}", result_text(&spsa.numbers));
    println!("{}", table.confirm(&spsa, tuning.games)?);
    Ok(true)
}

fn list() -> String {
    let line = |tunable: &Tunable| {
        let Tunable {
            name,
            value,
            least,
            most,
            ..
        } = tunable;
        format!("{name:27} {value:4}  {least} to {most}\n")
    };
    engine::tunables().iter().map(line).collect()
}

fn numbers(names: &[String]) -> Result<Vec<Number>, String> {
    let all = engine::tunables();
    let number = |name: &String| {
        let tunable = all
            .iter()
            .find(|tunable| tunable.name == name.trim())
            .ok_or_else(|| format!("`{name}` is not tunable; `lab spsa` lists what is"))?;
        Ok(Number {
            name: tunable.name.clone(),
            start: tunable.value,
            least: tunable.least,
            most: tunable.most,
            distance: tunable.step,
            value: f64::from(tunable.value),
        })
    };
    names.iter().map(number).collect()
}

/// The run of the file, or the new one when there is none; a file of another run is refused.
fn go_on(path: &Path, new: Spsa) -> Result<Spsa, String> {
    let Ok(text) = std::fs::read_to_string(path) else {
        return Ok(new);
    };
    let stored: Spsa =
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let settings = |run: &Spsa| {
        let names = run.numbers.iter().map(|n| (n.name.clone(), n.start));
        (run.steps, run.pairs, names.collect::<Vec<_>>())
    };
    if settings(&stored) != settings(&new) {
        return Err(format!(
            "{}: holds a run with other settings; give this one another --seed",
            path.display()
        ));
    }
    Ok(stored)
}

fn store(path: &Path, spsa: &Spsa) -> Result<(), String> {
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(named)?;
    }
    let new = path.with_extension("new");
    let text = serde_json::to_string_pretty(spsa).expect("plain data");
    std::fs::write(&new, text).map_err(named)?;
    std::fs::rename(&new, path).map_err(named)
}

fn result_text(numbers: &[Number]) -> String {
    let mut text = format!("{:27} start    end\n", "");
    for number in numbers {
        let end = number.rounded();
        let exact = number.value;
        text += &format!(
            "{:27} {:5}  {end:5}  ({exact:.1})\n",
            number.name, number.start
        );
    }
    text
}

struct Table<'a> {
    library: &'a Path,
    nodes: u32,
    openings: &'a [Opening],
    concurrency: usize,
}

impl Table<'_> {
    fn seat(&self, numbers: &[(String, i16)]) -> Seat {
        Seat::library(self.library, self.nodes, numbers)
    }

    fn tune(&self, spsa: &mut Spsa, path: &Path) -> Result<(), String> {
        let bar = bar(spsa.steps, spsa.done, "spsa");
        let seat = self.seat(&[]);
        let mut tables = (0..self.concurrency)
            .map(|_| Ok([seat.start()?, seat.start()?]))
            .collect::<Result<Vec<_>, String>>()?;
        let mut starts = Starts::new(self.openings, spsa.seed).skip(spsa.done * spsa.pairs);
        while !spsa.is_over() {
            let step: Vec<Opening> = starts.by_ref().take(spsa.pairs).collect();
            if step.len() < spsa.pairs {
                return Err("there are no more starts: fewer steps or pairs".into());
            }
            let scores = self.step(spsa, &step, &seat, &mut tables)?;
            spsa.learn(&scores);
            store(path, spsa)?;
            bar.set_position(spsa.done as u64);
        }
        bar.finish();
        Ok(())
    }

    /// The pairs of a step, shared out among the tables; their scores for the first player.
    fn step(
        &self,
        spsa: &Spsa,
        starts: &[Opening],
        seat: &Seat,
        tables: &mut [[Player; 2]],
    ) -> Result<Vec<f64>, String> {
        let next = Mutex::new(0..starts.len());
        let work = |players: &mut [Player; 2]| -> Result<Vec<(usize, f64)>, String> {
            let mut scores = Vec::new();
            loop {
                let Some(pair) = next.lock().expect("no holder panics").next() else {
                    return Ok(scores);
                };
                set(players, spsa, pair)?;
                scores.push((pair, pair_score(&starts[pair], seat, players)?));
            }
        };
        let mut scores = std::thread::scope(|scope| {
            let threads: Vec<_> = tables
                .iter_mut()
                .map(|players| scope.spawn(|| work(players)))
                .collect();
            let ended = threads
                .into_iter()
                .map(|thread| thread.join().expect("no panic"));
            ended.collect::<Result<Vec<_>, _>>()
        })?
        .concat();
        scores.sort_by_key(|(pair, _)| *pair);
        Ok(scores.into_iter().map(|(_, score)| score).collect())
    }

    /// The tuned numbers against the present ones, from starts that the run did not have.
    fn confirm(&self, spsa: &Spsa, games: usize) -> Result<String, String> {
        let tuned: Vec<_> = spsa
            .numbers
            .iter()
            .map(|number| (number.name.clone(), number.rounded()))
            .collect();
        let bar = bar(games, 0, "tuned v present");
        let mut entries: Vec<Entry> = Vec::new();
        Contest {
            player: &self.seat(&tuned),
            opponent: &self.seat(&[]),
            openings: self.openings,
            seed: spsa.seed ^ CONFIRMING,
            games,
            concurrency: self.concurrency,
        }
        .run(&[], |entry| {
            entries.push(entry);
            bar.set_position(entries.len() as u64);
            bar.set_message(short_text(tally(&entries)));
            Ok(Then::GoOn)
        })?;
        bar.finish();
        let result = pairs(&entries);
        let elo = interval_text(result.difference(), true);
        let short = short_text(tally(&entries));
        Ok(format!(
            "tuned against present, {} games of {} nodes a move: {short}, Elo {elo}, pairs {:?}",
            entries.len(),
            self.nodes,
            result.0
        ))
    }
}

/// Makes the seed of the match another one than the run's.
const CONFIRMING: u64 = 0x5a5a;

fn set(players: &mut [Player; 2], spsa: &Spsa, pair: usize) -> Result<(), String> {
    for (player, values) in players.iter_mut().zip(spsa.moved(pair)) {
        let Player::Library(library) = player else {
            unreachable!("the seat is a library's");
        };
        for (number, value) in spsa.numbers.iter().zip(values) {
            library.set(&number.name, value)?;
        }
    }
    Ok(())
}

/// Both games of a pair; the first player's mean score.
fn pair_score(start: &Opening, seat: &Seat, players: &mut [Player; 2]) -> Result<f64, String> {
    let mut points = 0.0;
    for first_has_white in [true, false] {
        let [first, second] = players;
        let sides = if first_has_white {
            [(seat, first), (seat, second)]
        } else {
            [(seat, second), (seat, first)]
        };
        let played = play(start, 1, sides)?;
        if let Some(fault) = played.fault {
            return Err(fault);
        }
        points += match played.score {
            Score::Draw => 0.5,
            Score::White if first_has_white => 1.0,
            Score::Black if !first_has_white => 1.0,
            _ => 0.0,
        };
    }
    Ok(points / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_not_tunable_is_named_and_the_others_are_listed() {
        let error = numbers(&["MATE".to_string()]).expect_err("a constant");
        assert!(error.contains("`MATE`"), "{error}");
        let text = list();
        assert!(
            text.contains("DELTA_MARGIN") && text.contains("NETWORK_MARGIN"),
            "{text}"
        );
        assert_eq!(
            numbers(&["DELTA_MARGIN".to_string()])
                .expect("tunable")
                .len(),
            1
        );
    }

    #[test]
    fn a_run_goes_on_where_it_was_and_another_is_refused() {
        let folder = std::env::temp_dir().join(format!("lab-spsa-{}", std::process::id()));
        let path = folder.join("run.json");
        let mut run = Spsa {
            seed: 1,
            steps: 10,
            pairs: 2,
            done: 0,
            numbers: numbers(&["DELTA_MARGIN".to_string()]).expect("tunable"),
        };
        let new = run.clone();
        assert_eq!(go_on(&path, new.clone()).expect("new"), new);
        run.learn(&[1.0, 0.5]);
        store(&path, &run).expect("written");
        assert_eq!(go_on(&path, new.clone()).expect("stored"), run);
        let other = Spsa { steps: 11, ..new };
        let error = go_on(&path, other).expect_err("another run");
        assert!(error.contains("run.json"), "{error}");
        std::fs::remove_dir_all(&folder).expect("removed");
    }
}
