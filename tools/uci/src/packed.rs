//! One file that holds bridge and program: the executable with program and labels behind it.
//!
//! OpenBench and its like build an engine and keep nothing of it but the executable. Behind it come the program file, its
//! labels, the two lengths in eight bytes each, and `MARK`.

use crate::image::Image;
use std::path::Path;

const MARK: &[u8; 8] = b"64SQUARE";
const LENGTHS: usize = 16;

/// The executable with a program behind it.
pub fn pack(executable: &[u8], prg: &[u8], labels: &[u8]) -> Vec<u8> {
    let mut bytes = [executable, prg, labels].concat();
    for part in [prg, labels] {
        bytes.extend((part.len() as u64).to_le_bytes());
    }
    bytes.extend(MARK);
    bytes
}

/// The program and the labels behind an executable, if there are any.
pub fn unpack(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = bytes.strip_suffix(MARK)?;
    let (rest, lengths) = rest.split_at_checked(rest.len().checked_sub(LENGTHS)?)?;
    let length = |from: usize| {
        let bytes = lengths[from..from + 8].try_into().expect("eight bytes");
        usize::try_from(u64::from_le_bytes(bytes)).ok()
    };
    let (rest, labels) = rest.split_at_checked(rest.len().checked_sub(length(8)?)?)?;
    let (_, prg) = rest.split_at_checked(rest.len().checked_sub(length(0)?)?)?;
    Some((prg, labels))
}

/// Writes this executable with a program behind it to a file that can be run anywhere.
pub fn write(executable: &Path, program: &Path, to: &Path) -> Result<(), String> {
    let read =
        |path: &Path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let bytes = pack(
        &read(executable)?,
        &read(program)?,
        &read(&program.with_extension("sym"))?,
    );
    let named = |error: std::io::Error| format!("{}: {error}", to.display());
    std::fs::write(to, bytes).map_err(named)?;
    let permissions = std::fs::metadata(executable).map_err(|error| error.to_string())?;
    std::fs::set_permissions(to, permissions.permissions()).map_err(named)
}

/// The program that an executable carries.
pub fn read(executable: &Path) -> Result<Option<Image>, String> {
    let name = executable.display().to_string();
    let bytes = std::fs::read(executable).map_err(|error| format!("{name}: {error}"))?;
    let Some((prg, labels)) = unpack(&bytes) else {
        return Ok(None);
    };
    let labels = std::str::from_utf8(labels).map_err(|error| format!("{name}: {error}"))?;
    Image::new(name, prg.to_vec(), labels).map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_packed_comes_out_again() {
        let packed = pack(b"code", b"prg", b"labels");
        assert_eq!(unpack(&packed), Some((&b"prg"[..], &b"labels"[..])));
        assert!(packed.starts_with(b"code"));
    }

    #[test]
    fn an_executable_alone_and_a_broken_end_carry_nothing() {
        assert_eq!(unpack(b"code"), None);
        assert_eq!(unpack(MARK), None);
        let mut packed = pack(b"", b"prg", b"labels");
        let length = packed.len();
        packed[length - 10] = 0xff;
        assert_eq!(unpack(&packed), None);
    }
}
