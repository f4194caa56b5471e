//! The drive's files as a directory of the host: `NAME.seq` each. Without a directory they are forgotten at the end.

use c64::Drive;
use std::fs;
use std::path::Path;

const ENDING: &str = "seq";

pub fn load(directory: Option<&str>) -> Result<Drive, String> {
    let mut drive = Drive::default();
    let Some(directory) = directory else {
        return Ok(drive);
    };
    let complain = |error: std::io::Error| format!("cannot read {directory}: {error}");
    fs::create_dir_all(directory).map_err(complain)?;
    for entry in fs::read_dir(directory).map_err(complain)? {
        let path = entry.map_err(complain)?.path();
        let ours = path.extension().is_some_and(|ending| ending == ENDING);
        if let (true, Some(name)) = (ours, path.file_stem().and_then(|name| name.to_str())) {
            let bytes = fs::read(&path).map_err(complain)?;
            drive.files.insert(name.to_ascii_uppercase(), bytes);
        }
    }
    Ok(drive)
}

pub fn store(directory: Option<&str>, drive: &Drive) -> Result<(), String> {
    let Some(directory) = directory else {
        return Ok(());
    };
    for (name, bytes) in &drive.files {
        let path = Path::new(directory)
            .join(name.to_ascii_lowercase())
            .with_extension(ENDING);
        fs::write(&path, bytes)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(())
}
