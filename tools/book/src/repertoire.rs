//! A folder of repertoire files to one repertoire, and that to the two tables of the program.
//!
//! The files are read in the order of their names, so equal folders give equal bytes.

use crate::fault::Fault;
use crate::positions::Repertoire;
use crate::{lines, names, tree};
use std::fmt;
use std::path::{Path, PathBuf};

#[derive(Debug)]
pub enum ReadError {
    File(PathBuf, std::io::Error),
    Faults(Vec<Fault>),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::File(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Faults(faults) => {
                for fault in faults {
                    writeln!(f, "{fault}")?;
                }
                write!(f, "the repertoire has {} faults", faults.len())
            }
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads all `*.txt` files of a folder.
pub fn read(folder: &Path) -> Result<Repertoire, ReadError> {
    let mut openings = Vec::new();
    let mut faults = Vec::new();
    for file in text_files(folder).map_err(|error| ReadError::File(folder.to_path_buf(), error))? {
        let text =
            std::fs::read_to_string(&file).map_err(|error| ReadError::File(file.clone(), error))?;
        match lines::parse(&file, &text) {
            Ok(parsed) => openings.extend(parsed),
            Err(found) => faults.extend(found),
        }
    }
    if !faults.is_empty() {
        return Err(ReadError::Faults(faults));
    }
    Repertoire::new(openings).map_err(ReadError::Faults)
}

fn text_files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The two files that the program includes.
#[derive(PartialEq, Eq)]
pub struct Packed {
    pub positions: Vec<u8>,
    pub names: Vec<u8>,
}

pub fn pack(repertoire: &Repertoire) -> Result<Packed, String> {
    Ok(Packed {
        positions: tree::pack(repertoire)?,
        names: names::pack(repertoire)?,
    })
}
