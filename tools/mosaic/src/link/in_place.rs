//! The second file of a link: memory as the program finds it when its start code is done, as one piece from `$0002` to `$FFFF`. Every
//! segment is where it runs and what has no first value is zero. A simulator loads it and calls whatever it likes; nothing
//! has to run before. What lies beside the program stands over what the program has there.

use super::assemble::Segment;

/// The processor port, below, is no memory.
const FIRST: u16 = 0x0002;

/// Load address and contents.
pub(super) fn file(file: &[u8], beside: &[u8], segments: &[Segment]) -> Vec<u8> {
    let mut memory = vec![0; 0x1_0000];
    let (over, own): (Vec<&Segment>, Vec<&Segment>) =
        segments.iter().partition(|segment| segment.beside);
    for (from, segments) in [(file, own), (beside, over)] {
        for segment in segments {
            let Some(stored) = segment.stored else {
                continue;
            };
            let (stored, size) = (stored as usize, segment.bytes as usize);
            let at = usize::from(segment.start);
            memory[at..at + size].copy_from_slice(&from[stored..stored + size]);
        }
    }
    [&FIRST.to_le_bytes()[..], &memory[usize::from(FIRST)..]].concat()
}
