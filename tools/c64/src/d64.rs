//! Disk images of the 1541: 35 tracks, 683 blocks of 256 bytes, a directory on track 18.
//!
//! [`Disk`] writes images that a drive, an emulator or `c1541` reads; [`files`] reads one back, following the chains of
//! blocks as a drive does and refusing what is not sound. Names are ASCII here and become the drive's capitals.

use std::fmt;

const TRACKS: u8 = 35;
const BLOCK: usize = 256;
const BLOCKS: usize = 683;
const DIRECTORY_TRACK: u8 = 18;
const FIRST_ENTRY_SECTOR: u8 = 1;
/// A block holds the place of the next one and this many bytes of the file.
const PAYLOAD: usize = 254;
const ENTRY: usize = 32;
const ENTRIES: usize = 8;
/// Characters that a name may have.
pub const NAME_LENGTH: usize = 16;
/// A drive reads the next sector of a file best when it is so many further on.
const FILE_STEP: u8 = 10;
const DIRECTORY_STEP: u8 = 3;
const PADDING: u8 = 0xA0;
const CLOSED: u8 = 0x80;

/// The kinds of files that are written here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Data in sequence: what programs save.
    Seq = 1,
    /// A program, its address in the first two bytes.
    Prg = 2,
}

/// A file of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// As in the directory, without the padding.
    pub name: String,
    /// Its type in the directory.
    pub kind: Kind,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// Why an image cannot be written or read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A name that is empty, too long or has characters that a directory cannot show.
    Name(String),
    /// The name is taken.
    Exists(String),
    /// No block or no directory entry is left.
    Full,
    /// The image has not the length of a disk.
    Length(usize),
    /// A file of a type that is not read here.
    Kind(String, u8),
    /// The chain of a file leads outside the disk or around in a circle.
    Chain(String),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::Name(name) => write!(
                out,
                "`{name}` is no file name: 1 to {NAME_LENGTH} letters, digits, blanks, dots or hyphens"
            ),
            Error::Exists(name) => write!(out, "there are two files `{name}`"),
            Error::Full => write!(out, "the disk is full"),
            Error::Length(length) => {
                write!(out, "an image has {} bytes, not {length}", BLOCKS * BLOCK)
            }
            Error::Kind(name, kind) => write!(out, "`{name}` is of kind ${kind:02x}"),
            Error::Chain(name) => write!(out, "the blocks of `{name}` are not a chain"),
        }
    }
}

impl std::error::Error for Error {}

/// Sectors of a track: the outer ones are longer.
const fn sectors(track: u8) -> u8 {
    match track {
        1..=17 => 21,
        18..=24 => 19,
        25..=30 => 18,
        _ => 17,
    }
}

/// Where a block begins in the image, if there is such a block.
fn offset(track: u8, sector: u8) -> Option<usize> {
    if !(1..=TRACKS).contains(&track) || sector >= sectors(track) {
        return None;
    }
    let before: usize = (1..track).map(|track| usize::from(sectors(track))).sum();
    Some((before + usize::from(sector)) * BLOCK)
}

/// An image being filled.
pub struct Disk {
    image: Vec<u8>,
    used: Vec<bool>,
    names: Vec<String>,
}

impl Disk {
    /// A formatted disk without files. The id are two characters.
    pub fn new(name: &str, id: [u8; 2]) -> Result<Disk, Error> {
        let mut disk = Disk {
            image: vec![0; BLOCKS * BLOCK],
            used: vec![false; BLOCKS],
            names: Vec::new(),
        };
        disk.use_block(DIRECTORY_TRACK, 0);
        disk.use_block(DIRECTORY_TRACK, FIRST_ENTRY_SECTOR);
        let name = padded(name)?;
        let header = disk.block(DIRECTORY_TRACK, 0);
        header[..4].copy_from_slice(&[DIRECTORY_TRACK, FIRST_ENTRY_SECTOR, b'A', 0]);
        header[0x90..0xAB].fill(PADDING);
        header[0x90..0xA0].copy_from_slice(&name);
        header[0xA2..0xA4].copy_from_slice(&id);
        header[0xA5..0xA7].copy_from_slice(b"2A");
        disk.block(DIRECTORY_TRACK, FIRST_ENTRY_SECTOR)[1] = 0xFF;
        Ok(disk)
    }

    /// Adds a file.
    pub fn add(&mut self, name: &str, kind: Kind, bytes: &[u8]) -> Result<(), Error> {
        let stored = padded(name)?;
        if self.names.iter().any(|known| known == name) {
            return Err(Error::Exists(name.to_string()));
        }
        // A file without bytes is one byte long: a drive writes a carriage return.
        let bytes = if bytes.is_empty() { b"\r" } else { bytes };
        let chunks: Vec<&[u8]> = bytes.chunks(PAYLOAD).collect();
        let chain = self.reserve(chunks.len())?;
        for (index, chunk) in chunks.iter().enumerate() {
            let next = chain.get(index + 1).copied();
            let (track, sector) = chain[index];
            let block = self.block(track, sector);
            let (link_track, link_sector) = next.unwrap_or((0, chunk.len() as u8 + 1));
            block[0] = link_track;
            block[1] = link_sector;
            block[2..2 + chunk.len()].copy_from_slice(chunk);
        }
        let entry = self.next_entry()?;
        let blocks = (chunks.len() as u16).to_le_bytes();
        let place = &mut self.image[entry..entry + ENTRY];
        place[2] = CLOSED | kind as u8;
        (place[3], place[4]) = chain[0];
        place[5..5 + NAME_LENGTH].copy_from_slice(&stored);
        place[0x1E..].copy_from_slice(&blocks);
        self.names.push(name.to_string());
        Ok(())
    }

    /// The finished image, with the map of free blocks.
    pub fn image(mut self) -> Vec<u8> {
        for track in 1..=TRACKS {
            let mut free = 0;
            let mut bits = 0u32;
            for sector in 0..sectors(track) {
                if !self.is_used(track, sector) {
                    free += 1;
                    bits |= 1 << sector;
                }
            }
            let [low, middle, high, _] = bits.to_le_bytes();
            let at = usize::from(track) * 4;
            self.block(DIRECTORY_TRACK, 0)[at..at + 4].copy_from_slice(&[free, low, middle, high]);
        }
        self.image
    }

    fn block(&mut self, track: u8, sector: u8) -> &mut [u8] {
        let start = offset(track, sector).expect("only blocks of the disk are asked for");
        &mut self.image[start..start + BLOCK]
    }

    fn is_used(&self, track: u8, sector: u8) -> bool {
        offset(track, sector).is_none_or(|start| self.used[start / BLOCK])
    }

    fn use_block(&mut self, track: u8, sector: u8) {
        if let Some(start) = offset(track, sector) {
            self.used[start / BLOCK] = true;
        }
    }

    /// Free blocks for a file, the tracks next to the directory first.
    fn reserve(&mut self, count: usize) -> Result<Vec<(u8, u8)>, Error> {
        let mut chain = Vec::with_capacity(count);
        let tracks = (1..DIRECTORY_TRACK)
            .rev()
            .chain(DIRECTORY_TRACK + 1..=TRACKS);
        for track in tracks {
            let mut sector = 0;
            while chain.len() < count {
                let Some(free) = self.free_sector(track, sector) else {
                    break;
                };
                self.use_block(track, free);
                chain.push((track, free));
                sector = (free + FILE_STEP) % sectors(track);
            }
        }
        if chain.len() < count {
            chain.iter().for_each(|&(track, sector)| {
                let start = offset(track, sector).expect("it was reserved");
                self.used[start / BLOCK] = false;
            });
            return Err(Error::Full);
        }
        Ok(chain)
    }

    /// The first free sector from one on, around the track.
    fn free_sector(&self, track: u8, from: u8) -> Option<u8> {
        let count = sectors(track);
        (0..count)
            .map(|step| (from + step) % count)
            .find(|&sector| !self.is_used(track, sector))
    }

    /// Where the next directory entry goes; the directory grows by a block when it must.
    fn next_entry(&mut self) -> Result<usize, Error> {
        let mut sector = FIRST_ENTRY_SECTOR;
        loop {
            let start = offset(DIRECTORY_TRACK, sector).expect("the directory is on the disk");
            for entry in (start..start + ENTRIES * ENTRY).step_by(ENTRY) {
                if self.image[entry + 2] == 0 {
                    return Ok(entry);
                }
            }
            if self.image[start] == 0 {
                let from = (sector + DIRECTORY_STEP) % sectors(DIRECTORY_TRACK);
                let next = self.free_sector(DIRECTORY_TRACK, from).ok_or(Error::Full)?;
                self.use_block(DIRECTORY_TRACK, next);
                self.block(DIRECTORY_TRACK, next)[1] = 0xFF;
                self.image[start] = DIRECTORY_TRACK;
                self.image[start + 1] = next;
            }
            sector = self.image[start + 1];
        }
    }
}

/// A name in the drive's characters, filled up.
fn padded(name: &str) -> Result<[u8; NAME_LENGTH], Error> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'.' | b'-');
    if name.is_empty() || name.len() > NAME_LENGTH || !name.bytes().all(allowed) {
        return Err(Error::Name(name.to_string()));
    }
    let mut stored = [PADDING; NAME_LENGTH];
    for (place, byte) in stored.iter_mut().zip(name.bytes()) {
        *place = byte.to_ascii_uppercase();
    }
    Ok(stored)
}

/// The files of an image, in the order of its directory.
pub fn files(image: &[u8]) -> Result<Vec<File>, Error> {
    if image.len() != BLOCKS * BLOCK {
        return Err(Error::Length(image.len()));
    }
    let directory = chain(image, "directory", DIRECTORY_TRACK, FIRST_ENTRY_SECTOR)?;
    let mut files = Vec::new();
    for block in directory {
        for entry in image[block..block + BLOCK].chunks(ENTRY) {
            if entry[2] != 0 {
                files.push(file(image, entry)?);
            }
        }
    }
    Ok(files)
}

fn file(image: &[u8], entry: &[u8]) -> Result<File, Error> {
    let name: String = entry[5..5 + NAME_LENGTH]
        .iter()
        .take_while(|&&byte| byte != PADDING)
        .map(|&byte| char::from(byte).to_ascii_lowercase())
        .collect();
    let kind = match entry[2] & 7 {
        1 => Kind::Seq,
        2 => Kind::Prg,
        _ => return Err(Error::Kind(name, entry[2])),
    };
    let mut bytes = Vec::new();
    for block in chain(image, &name, entry[3], entry[4])? {
        let last = image[block] == 0;
        let end = if last {
            usize::from(image[block + 1]) + 1
        } else {
            BLOCK
        };
        bytes.extend(image.get(block + 2..block + end).unwrap_or(&[]));
    }
    Ok(File { name, kind, bytes })
}

/// Where the blocks of a chain begin.
fn chain(image: &[u8], name: &str, track: u8, sector: u8) -> Result<Vec<usize>, Error> {
    let mut blocks = Vec::new();
    let (mut track, mut sector) = (track, sector);
    while track != 0 {
        let start = offset(track, sector).filter(|start| !blocks.contains(start));
        let start = start.ok_or_else(|| Error::Chain(name.to_string()))?;
        blocks.push(start);
        (track, sector) = (image[start], image[start + 1]);
    }
    Ok(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<(&'static str, Kind, Vec<u8>)> {
        let bytes = |count: usize| (0..count).map(|index| (index * 7) as u8).collect();
        vec![
            ("64squares", Kind::Prg, bytes(46_000)),
            ("opera", Kind::Seq, bytes(142)),
            ("one block", Kind::Seq, bytes(PAYLOAD)),
            ("one more", Kind::Seq, bytes(PAYLOAD + 1)),
        ]
    }

    fn disk() -> Vec<u8> {
        let mut disk = Disk::new("64 squares", *b"64").unwrap();
        for (name, kind, bytes) in sample() {
            disk.add(name, kind, &bytes).unwrap();
        }
        disk.image()
    }

    #[test]
    fn what_is_written_is_read_back() {
        let found: Vec<_> = files(&disk())
            .unwrap()
            .into_iter()
            .map(|file| (file.name, file.kind, file.bytes))
            .collect();
        let expected: Vec<_> = sample()
            .into_iter()
            .map(|(name, kind, bytes)| (name.to_string(), kind, bytes))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn the_map_counts_every_block_that_no_file_uses() {
        let image = disk();
        let header = offset(DIRECTORY_TRACK, 0).unwrap();
        let free: usize = (1..=usize::from(TRACKS))
            .filter(|&track| track != usize::from(DIRECTORY_TRACK))
            .map(|track| usize::from(image[header + track * 4]))
            .sum();
        let used: usize = sample()
            .iter()
            .map(|(_, _, bytes)| bytes.len().div_ceil(PAYLOAD))
            .sum();
        assert_eq!(free, 664 - used);
    }

    #[test]
    fn a_directory_of_many_files_grows_and_a_full_disk_is_refused() {
        let mut disk = Disk::new("many", *b"00").unwrap();
        for number in 0..100 {
            disk.add(&format!("file {number}"), Kind::Seq, &[number])
                .unwrap();
        }
        let large = vec![0; 600 * PAYLOAD];
        assert_eq!(disk.add("large", Kind::Prg, &large), Err(Error::Full));
        assert_eq!(
            disk.add("file 7", Kind::Seq, b"x"),
            Err(Error::Exists("file 7".into()))
        );
        assert_eq!(
            disk.add("a/b", Kind::Seq, b"x"),
            Err(Error::Name("a/b".into()))
        );
        let files = files(&disk.image()).unwrap();
        assert_eq!(files.len(), 100);
        assert_eq!(files[99].bytes, [99]);
    }

    #[test]
    fn damaged_images_are_refused() {
        assert_eq!(files(&[0; 1000]), Err(Error::Length(1000)));
        let mut image = disk();
        let entry = offset(DIRECTORY_TRACK, FIRST_ENTRY_SECTOR).unwrap();
        let first = offset(image[entry + 3], image[entry + 4]).unwrap();
        image[first] = 99;
        assert_eq!(files(&image), Err(Error::Chain("64squares".into())));
        image[first] = image[entry + 3];
        image[first + 1] = image[entry + 4];
        assert_eq!(files(&image), Err(Error::Chain("64squares".into())));
    }
}
