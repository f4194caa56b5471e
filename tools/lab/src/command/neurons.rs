//! `lab neurons`: the program's network as a picture.

use crate::network::drawing::svg;
use crate::network::quantised::Quantised;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub struct Neurons {
    /// Where it is written.
    #[arg(long, default_value = "docs/img/neurons.svg")]
    out: PathBuf,
}

pub fn run(neurons: &Neurons) -> Result<bool, String> {
    std::fs::write(&neurons.out, svg(&Quantised::present(), &[]))
        .map_err(|error| format!("{}: {error}", neurons.out.display()))?;
    println!("written: {}", neurons.out.display());
    Ok(true)
}
