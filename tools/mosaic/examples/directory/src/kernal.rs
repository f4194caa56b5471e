//! Routines of the KERNAL as functions: arguments go to A, X and Y, the carry tells of an error.

/// `lda # ; ldx # ; ldy # ; jsr ; sta A ; php ; pla ; sta FLAGS ; rts`, completed for each call.
static mut STUB: [u8; 18] = [
    0xa9, 0, 0xa2, 0, 0xa0, 0, 0x20, 0, 0, 0x8d, 0, 0, 0x08, 0x68, 0x8d, 0, 0, 0x60,
];
static mut A: u8 = 0;
static mut FLAGS: u8 = 0;

const SETLFS: u16 = 0xffba;
const SETNAM: u16 = 0xffbd;
const OPEN: u16 = 0xffc0;
const CLOSE: u16 = 0xffc3;
const CHKIN: u16 = 0xffc6;
const CLRCHN: u16 = 0xffcc;
const CHRIN: u16 = 0xffcf;
const READST: u16 = 0xffb7;

/// Calls a routine; A as it left it, and whether the carry was clear.
fn call(routine: u16, a: u8, x: u8, y: u8) -> (u8, bool) {
    let put = |at: usize, bytes: &[u8]| {
        for (offset, &byte) in bytes.iter().enumerate() {
            unsafe {
                (&raw mut STUB)
                    .cast::<u8>()
                    .add(at + offset)
                    .write_volatile(byte)
            };
        }
    };
    put(1, &[a]);
    put(3, &[x]);
    put(5, &[y]);
    put(7, &routine.to_le_bytes());
    put(10, &(&raw const A).addr().to_le_bytes());
    put(15, &(&raw const FLAGS).addr().to_le_bytes());
    // The bytes above are a routine that keeps the stack and returns.
    let address = core::hint::black_box((&raw const STUB).addr());
    let stub: extern "C" fn() = unsafe { core::mem::transmute(address) };
    stub();
    unsafe {
        let flags = (&raw const FLAGS).read_volatile();
        ((&raw const A).read_volatile(), flags & 1 == 0)
    }
}

/// Opens a file or a channel; false when the device does not answer.
pub fn open(file: u8, device: u8, channel: u8, name: &'static [u8]) -> bool {
    let [low, high] = name.as_ptr().addr().to_le_bytes();
    call(SETNAM, name.len() as u8, low, high);
    call(SETLFS, file, device, channel);
    call(OPEN, 0, 0, 0).1
}

/// Takes input from a file that is open.
pub fn chkin(file: u8) -> bool {
    call(CHKIN, 0, file, 0).1
}

/// The next byte of the input.
pub fn chrin() -> u8 {
    call(CHRIN, 0, 0, 0).0
}

/// The state of the bus: not zero after the last byte or an error.
pub fn readst() -> u8 {
    call(READST, 0, 0, 0).0
}

/// Input from the keyboard and output to the screen again.
pub fn clrchn() {
    call(CLRCHN, 0, 0, 0);
}

pub fn close(file: u8) {
    call(CLOSE, file, 0, 0);
}
