//! All words shown to the player, and the screens made of them.
//!
//! A text is one byte in the program. The words stand one after another in one table, each after its length, and behind
//! them the names of the openings. Frequent pairs of bytes are one byte from `PAIRS` on, found and replaced at compile time,
//! and `canvas` takes them apart again.
//!
//! Inside a text, a byte below 8 is the colour of what follows, and one from 8 to 31 goes to the beginning of row 0 to 23.
//! In a file, 10 ends a line. The panel is fourteen columns wide.

use crate::cells::{ByModule, Table};
use crate::game::opening_name;

/// A text by its place in `WORDS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Text {
    Nothing,
    Depth,
    White,
    Black,
    Better,
    Nodes,
    Wins,
    MateIn,
    HelpScreen,
    HelpPrompt,
    MenuScreen,
    PanelFrame,
    SetUpScreen,
    DiskScreen,
    FenScreen,
    Level,
    Beginner,
    Casual,
    Easy,
    Medium,
    Hard,
    Tournament,
    Infinite,
    Standard1,
    Standard2,
    Standard3,
    ByLevel,
    Equality,
    GameTime,
    MatchTime,
    PerMoves,
    Minutes,
    OutOfBook,
    Ellipsis,
    MateBy,
    MoveInput,
    YourMove,
    Thinking,
    AnyKey,
    Paused,
    Check,
    NoPiece,
    NotYours,
    KingInCheck,
    KingExposed,
    NoCastling,
    CannotGo,
    WhichPiece,
    WhichOne,
    Checkmate,
    Stalemate,
    DeadPosition,
    Repetition,
    FiftyMoves,
    DrawAgreed,
    Resigned,
    FlagFell,
    RecordFull,
    BlackWins,
    WhiteWins,
    DrawResult,
    Unfinished,
    AfterGame,
    Try,
    NoMate,
    Stopped,
    PlayOn,
    ClaimHint,
    Again,
    NewGame,
    Go,
    TakeBack,
    Replay,
    Hint,
    Exchange,
    DrawItem,
    Resign,
    NextBest,
    Analyse,
    MateSolver,
    WhoAttacks,
    SetUp,
    Fen,
    Save,
    Load,
    Export,
    Players,
    LevelItem,
    ClockItem,
    MinutesItem,
    IncrementItem,
    Flip,
    Colours,
    SoundItem,
    BookItem,
    ThinkingItem,
    PonderItem,
    ResignItem,
    StyleItem,
    SlideItem,
    BlindItem,
    HelpItem,
    Leave,
    HumanWhite,
    HumanBlack,
    TwoHumans,
    Demo,
    Off,
    On,
    HideNone,
    HideWhite,
    HideBlack,
    HideBoth,
    Green,
    Wood,
    Stone,
    Sea,
    Normal,
    Aggressive,
    Solid,
    KingCount,
    PawnRow,
    TooMany,
    OtherInCheck,
    NotHome,
    NoEnPassant,
    ToMove,
    FileName,
    Device,
    Saved,
    Loaded,
    NoDevice,
    ReadError,
    Damaged,
    Replace,
    PgnHead,
    PgnBlack,
    PgnResult,
    PgnStart,
    PgnComputer,
    PgnHuman,
    PgnTagEnd,
}

use Text::*;

#[rustfmt::skip]
const WORDS: &[(Text, &str)] = &[
    (Nothing,       ""),
    // A text is found by counting, and these are wanted while the computer thinks.
    (Depth,         "Depth "),
    (White,         "White"),
    (Black,         "Black"),
    (Better,        " +"),
    (Nodes,         " nodes"),
    (Wins,          " wins"),
    (MateIn,        "Mate in "),
    (HelpScreen, concat!(
        "\x09\x07Keys",
        "\x0b\x01Cursor keys or joystick, RETURN or fire:",
        "\x0cchoose a piece, then its square.",
        "\x0dOr type it: e2e4, Nf3, exd5, e8=Q, O-O.",
        "\x0f\x03F1 menu          F3 take back",
        "\x10F5 hint          F7 one move on",
        "\x11, . one move back or on, HOME start",
        "\x12SPACE  the computer moves",
        "\x13+ -  another level",
        "\x15\x01While it thinks: any key plays the move",
        "\x16now; STOP halts it.",
        "\x18A letter is the menu's item, A to H with",
        "\x19SHIFT. Fire held down is F1.",
    )),
    (HelpPrompt,    "\x1b\x03Press a key"),
    (MenuScreen,    "\x09\x07   64 Squares  Menu\x1d\x03 Letter, or cursor and RETURN; F1 leaves"),
    (PanelFrame,    "\x0d\x05@\x07 64 Squares \x05@\x12@@@@@@@@@@@@@@"),
    (SetUpScreen, concat!(
        "\x08\x07Set up",
        "\x0a\x01P N B R Q K",
        "\x0bwhite piece",
        "\x0cSHIFT  black",
        "\x0dRETURN next",
        "\x0eDEL    empty",
        "\x0fS side",
        "\x101 castling K",
        "\x112 castling Q",
        "\x123 castling k",
        "\x134 castling q",
        "\x14X en passant",
        "\x15+ number",
        "\x16- number",
        "\x17E clear board",
        "\x18I game start",
        "\x19F1   done",
        "\x1aSTOP cancels",
    )),
    (DiskScreen,    "\x17\x03  RETURN: go, STOP: back\x19  + and -: another device\x1b  Cursor: files of the disk"),
    (FenScreen,     "\x12\x01"),
    (Level,         "Level "),
    (Beginner,      "1 Beginner"),
    (Casual,        "2 Casual"),
    (Easy,          "3 Easy"),
    (Medium,        "4 Medium"),
    (Hard,          "5 Hard"),
    (Tournament,    "6 Match"),
    (Infinite,      "7 Infinite"),
    (Standard1,     "Standard 1"),
    (Standard2,     "Standard 2"),
    (Standard3,     "Standard 3"),
    (ByLevel,       "by level"),
    (Equality,      "Equal time"),
    (GameTime,      "game"),
    (MatchTime,     "40 moves"),
    (PerMoves,      "40/"),
    (Minutes,       " min"),
    (OutOfBook,     "Out of book"),
    (Ellipsis,      "..."),
    (MateBy,        "Mate by "),
    (MoveInput,     "Move: "),
    (YourMove,      "Your move"),
    (Thinking,      "Thinking"),
    (AnyKey,        "Key to move"),
    (Paused,        "SPACE to go on"),
    (Check,         "Check!"),
    (NoPiece,       "No piece there"),
    (NotYours,      "Not your piece"),
    (KingInCheck,   "King in check"),
    (KingExposed,   "King exposed"),
    (NoCastling,    "Can't castle"),
    (CannotGo,      "Can't go there"),
    (WhichPiece,    "Q, R, B or N?"),
    (WhichOne,      "Which one?"),
    (Checkmate,     "Checkmate"),
    (Stalemate,     "Stalemate"),
    (DeadPosition,  "Too few pieces"),
    (Repetition,    "Repetition"),
    (FiftyMoves,    "Fifty moves"),
    (DrawAgreed,    "Draw agreed"),
    (Resigned,      "Resignation"),
    (FlagFell,      "Time is up"),
    (RecordFull,    "Record is full"),
    (BlackWins,     "0-1"),
    (WhiteWins,     "1-0"),
    (DrawResult,    "1/2-1/2"),
    (Unfinished,    "*"),
    (AfterGame,     "\x1b\x03N new game\x1c, . replay\x1dW save"),
    (Try,           "Try "),
    (NoMate,        "No mate found"),
    (Stopped,       "Stopped"),
    (PlayOn,        "No, play on"),
    (ClaimHint,     "SHIFT+D: draw"),
    (Again,         "End? Fire or "),
    (NewGame,       "New game"),
    (Go,            "Computer moves"),
    (TakeBack,      "Take back"),
    (Replay,        "Replay"),
    (Hint,          "Hint"),
    (Exchange,      "Swap sides"),
    (DrawItem,      "Offer/claim draw"),
    (Resign,        "Resign"),
    (NextBest,      "Next-best move"),
    (Analyse,       "Analysis"),
    (MateSolver,    "Mate in 1 to 5"),
    (WhoAttacks,    "Who attacks?"),
    (SetUp,         "Set up position"),
    (Fen,           "Show FEN"),
    (Save,          "Save to disk"),
    (Load,          "Load from disk"),
    (Export,        "Export as PGN"),
    (Players,       ""),
    (LevelItem,     "Level "),
    (ClockItem,     "Clock "),
    (MinutesItem,   "Minutes "),
    (IncrementItem, "Increment "),
    (Flip,          "Flip board "),
    (Colours,       "Colours "),
    (SoundItem,     "Sound "),
    (BookItem,      "Opening book "),
    (ThinkingItem,  "Show thinking "),
    (PonderItem,    "Think ahead "),
    (ResignItem,    "May resign "),
    (StyleItem,     "Style "),
    (SlideItem,     "Slide pieces "),
    (BlindItem,     "Blindfold "),
    (HelpItem,      "Keys"),
    (Leave,         "Leave to BASIC"),
    (HumanWhite,    "You are White"),
    (HumanBlack,    "You are Black"),
    (TwoHumans,     "Two players"),
    (Demo,          "Demo"),
    (Off,           "off"),
    (On,            "on"),
    (HideNone,      "off"),
    (HideWhite,     "White"),
    (HideBlack,     "Black"),
    (HideBoth,      "both"),
    (Green,         "Green"),
    (Wood,          "Wood"),
    (Stone,         "Stone"),
    (Sea,           "Sea"),
    (Normal,        "normal"),
    (Aggressive,    "aggressive"),
    (Solid,         "solid"),
    (KingCount,     "One king each"),
    (PawnRow,       "Pawn on edge"),
    (TooMany,       "Too many men"),
    (OtherInCheck,  "Enemy in check"),
    (NotHome,       "Castling wrong"),
    (NoEnPassant,   "No en passant"),
    (ToMove,        " to move"),
    (FileName,      "Name: "),
    (Device,        "Device: "),
    (Saved,         "Saved"),
    (Loaded,        "Loaded"),
    (NoDevice,      "No device"),
    (ReadError,     "Disk error"),
    (Damaged,       "Damaged file"),
    (Replace,       "Replace it? Y or fire"),
    (PgnHead, concat!(
        "[Event \"64 Squares\"]\n",
        "[Site \"Commodore 64\"]\n",
        "[Date \"????.??.??\"]\n",
        "[Round \"-\"]\n",
        "[White \"",
    )),
    (PgnBlack,      "\"]\n[Black \""),
    (PgnResult,     "\"]\n[Result \""),
    (PgnStart,      "\"]\n[SetUp \"1\"]\n[FEN \""),
    (PgnComputer,   "64 Squares, level "),
    (PgnHuman,      "Human"),
    (PgnTagEnd,     "\"]\n\n"),
];

/// The first byte that stands for a pair: no letter is beyond `z`.
pub const PAIRS: u8 = b'z' + 1;
const MOST_PAIRS: usize = 0x100 - PAIRS as usize;
/// A pair that occurs less often does not pay for its two bytes.
const WORTHWHILE: u8 = 4;

/// Characters of all words before pairs are replaced.
const LETTERS: usize = {
    let mut size = 0;
    let mut index = 0;
    while index < WORDS.len() {
        assert!(WORDS[index].0 as usize == index, "words out of order");
        size += WORDS[index].1.len() + 1;
        index += 1;
    }
    size + opening_name::TEXTS.len()
};

/// The words on their way to being packed.
struct Packing {
    bytes: [u8; LETTERS],
    length: usize,
    first: [u8; MOST_PAIRS],
    second: [u8; MOST_PAIRS],
    pairs: usize,
}

#[allow(long_running_const_eval)]
const PACKING: Packing = {
    let mut packing = join();
    while packing.pairs < MOST_PAIRS && replace_commonest(&mut packing) {}
    packing
};

const fn join() -> Packing {
    let mut bytes = [0; LETTERS];
    let mut length = 0;
    let mut index = 0;
    while index < WORDS.len() {
        let word = WORDS[index].1.as_bytes();
        let mut letter = 0;
        while letter < word.len() {
            bytes[length] = word[letter];
            length += 1;
            letter += 1;
        }
        length += 1;
        index += 1;
    }
    // The names of the openings have their lengths before them.
    let mut place = 0;
    while place < opening_name::TEXTS.len() {
        let end = place + opening_name::TEXTS[place] as usize;
        while place < end {
            place += 1;
            bytes[length] = opening_name::TEXTS[place];
            length += 1;
        }
        place += 1;
        length += 1;
    }
    Packing {
        bytes,
        length,
        first: [0; MOST_PAIRS],
        second: [0; MOST_PAIRS],
        pairs: 0,
    }
}

/// Replaces the pair that occurs most often; false when none is worth it.
const fn replace_commonest(packing: &mut Packing) -> bool {
    let (first, second, count) = commonest(packing);
    if count < WORTHWHILE {
        return false;
    }
    packing.first[packing.pairs] = first;
    packing.second[packing.pairs] = second;
    let (mut read, mut write) = (0, 0);
    while read < packing.length {
        let here = packing.bytes[read];
        let pair = here == first && read + 1 < packing.length && packing.bytes[read + 1] == second;
        packing.bytes[write] = if pair {
            PAIRS + packing.pairs as u8
        } else {
            here
        };
        read += if pair { 2 } else { 1 };
        write += 1;
    }
    packing.length = write;
    packing.pairs += 1;
    true
}

const fn commonest(packing: &Packing) -> (u8, u8, u8) {
    // By the first byte's quarter: the C64 knows no type as large as one table of all pairs.
    let mut first_quarter = [0; QUARTER];
    let mut second_quarter = [0; QUARTER];
    let mut third_quarter = [0; QUARTER];
    let mut fourth_quarter = [0; QUARTER];
    let mut best = (0, 0, 0);
    let mut index = 1;
    while index < packing.length {
        let (first, second) = (packing.bytes[index - 1], packing.bytes[index]);
        index += 1;
        if first == 0 || second == 0 {
            continue;
        }
        let table = match first >> 6 {
            0 => &mut first_quarter,
            1 => &mut second_quarter,
            2 => &mut third_quarter,
            _ => &mut fourth_quarter,
        };
        let pair = ((first & 0x3f) as usize) << 8 | second as usize;
        table[pair] = 1u8.saturating_add(table[pair]);
        if table[pair] > best.2 {
            best = (first, second, table[pair]);
        }
    }
    best
}

const QUARTER: usize = 0x4000;

/// The words with their lengths before them instead of a 0 behind them.
const fn with_lengths(packing: &Packing) -> [u8; LETTERS] {
    let mut bytes = [0; LETTERS];
    let (mut start, mut index) = (0, 0);
    while index < packing.length {
        if packing.bytes[index] == 0 {
            let length = index - start;
            assert!(length < 256, "a word is too long");
            bytes[start] = length as u8;
            start = index + 1;
        } else {
            bytes[index + 1] = packing.bytes[index];
        }
        index += 1;
    }
    bytes
}

const fn cut<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut kept = [0; N];
    let mut index = 0;
    while index < N {
        kept[index] = bytes[index];
        index += 1;
    }
    kept
}

// SAFETY: a reader keeps to the lengths in it, see `byte`.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static PACKED: Table<{ PACKING.length }, ByModule> =
    unsafe { Table::by_module(cut(&with_lengths(&PACKING))) };
/// What each pair stands for.
// SAFETY: a byte from `PAIRS` on stands for one of the pairs.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
pub static FIRST: Table<{ PACKING.pairs }, ByModule> =
    unsafe { Table::by_module(cut(&PACKING.first)) };
// SAFETY: a byte from `PAIRS` on stands for one of the pairs.
#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
pub static SECOND: Table<{ PACKING.pairs }, ByModule> =
    unsafe { Table::by_module(cut(&PACKING.second)) };

/// Pairs inside pairs, at most.
pub const NESTING: usize = 16;
const _: () = {
    let mut depth = [0; MOST_PAIRS];
    let mut pair = 0;
    while pair < PACKING.pairs {
        let (first, second) = (PACKING.first[pair], PACKING.second[pair]);
        if first >= PAIRS {
            depth[pair] = depth[(first - PAIRS) as usize];
        }
        if second >= PAIRS && depth[(second - PAIRS) as usize] > depth[pair] {
            depth[pair] = depth[(second - PAIRS) as usize];
        }
        depth[pair] += 1;
        assert!(depth[pair] < NESTING, "pairs too deep");
        pair += 1;
    }
};

/// Where the names of the openings begin, behind the words.
pub const FIRST_NAME: usize = {
    let mut place = 0;
    let mut words = 0;
    while words < WORDS.len() {
        if PACKING.bytes[place] == 0 {
            words += 1;
        }
        place += 1;
    }
    place
};

/// Where the text begins, at its length, that stands `number` places after the one at `start`.
pub fn place(start: usize, number: u8) -> usize {
    let mut left = number;
    let mut place = start;
    while left != 0 {
        place += usize::from(byte(place)) + 1;
        left -= 1;
    }
    place
}

/// A byte of the packed words; the place is inside them, because a reader keeps to the lengths.
#[inline(always)]
pub fn byte(place: usize) -> u8 {
    PACKED.get_from(place, 0)
}
