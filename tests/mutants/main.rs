//! The engine's tests in one binary, for `make mutants`: a mutant costs one link instead of twelve.
//!
//! Tests run in the order of their names, so the stages are numbered: what kills most mutants in a blink comes first,
//! what takes seconds last. The first failure ends the process, since one is enough to kill a mutant.

#[test]
fn a_failure_ends_the_run() {
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |failure| {
        report(failure);
        std::process::exit(101);
    }));
}

#[path = "../fen.rs"]
mod stage1_fen;
#[path = "../game.rs"]
mod stage1_game;
#[path = "../network.rs"]
mod stage1_network;
#[path = "../signature.rs"]
mod stage1_signature;
#[path = "../validity.rs"]
mod stage1_validity;

#[path = "../rules.rs"]
mod stage2_rules;
#[path = "../search.rs"]
mod stage2_search;
#[path = "../standard.rs"]
mod stage2_standard;
#[path = "../tactics.rs"]
mod stage2_tactics;
#[path = "../ui/main.rs"]
mod stage2_ui;

#[path = "../hash.rs"]
mod stage3_hash;
#[path = "../perft.rs"]
mod stage3_perft;

#[path = "../endings.rs"]
mod stage4_endings;
#[path = "../eval.rs"]
mod stage4_eval;
