//! All words shown to the player.
//!
//! A text is one byte in the program; the words stand one after another in one table, each after its length. The panel
//! is fifteen columns wide.

/// A text by its place in `WORDS`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Text {
    Nothing,
    Title,
    Subtitle,
    PressKey,
    White,
    Black,
    Level,
    Beginner,
    Casual,
    Easy,
    Medium,
    Hard,
    Tournament,
    Infinite,
    Equality,
    Minutes,
    OutOfBook,
    Depth,
    Nodes,
    MateBy,
    MoveInput,
    YourMove,
    Thinking,
    Paused,
    Check,
    NoPiece,
    NotYours,
    KingInCheck,
    KingExposed,
    NoCastling,
    CannotGo,
    WhichPiece,
    Checkmate,
    Stalemate,
    DeadPosition,
    Repetition,
    FiftyMoves,
    DrawAgreed,
    Resigned,
    FlagFell,
    RecordFull,
    WhiteWins,
    BlackWins,
    DrawResult,
    Try,
    NoMate,
    PlayOn,
    ClaimHint,
    MenuTitle,
    MenuHelp,
    NewGame,
    Players,
    HumanWhite,
    HumanBlack,
    TwoHumans,
    Demo,
    LevelItem,
    ClockItem,
    ByLevel,
    TakeBack,
    Replay,
    Hint,
    Exchange,
    Flip,
    Colours,
    SoundItem,
    BookItem,
    ThinkingItem,
    PonderItem,
    BlindItem,
    DrawItem,
    Resign,
    NextBest,
    Analyse,
    MateSolver,
    WhoAttacks,
    SetUp,
    Save,
    Load,
    Export,
    HelpItem,
    Leave,
    On,
    Off,
    HideWhite,
    HideBlack,
    HideBoth,
    Wood,
    Green,
    Stone,
    Sea,
    SetUpTitle,
    SetUp1,
    SetUp2,
    SetUp3,
    SetUp4,
    SetUp5,
    SetUp6,
    SetUp7,
    SetUp8,
    SetUp9,
    SetUp10,
    KingCount,
    PawnRow,
    TooMany,
    OtherInCheck,
    NotHome,
    ToMove,
    FileName,
    Device,
    DiskHelp,
    Saved,
    Loaded,
    NoDevice,
    DiskFull,
    FileExists,
    NoFile,
    ReadError,
    Damaged,
    Help1,
    Help2,
    Help3,
    Help4,
    Help5,
    Help6,
    Help7,
    Help8,
    Help9,
    Help10,
    Help11,
    Help12,
}

use Text::*;

#[rustfmt::skip]
const WORDS: &[(Text, &str)] = &[
    (Nothing,      ""),
    (Title,        "64 Squares"),
    (Subtitle,     "Chess for the Commodore 64"),
    (PressKey,     "Press a key"),
    (White,        "White"),
    (Black,        "Black"),
    (Level,        "Level "),
    (Beginner,     "Beginner"),
    (Casual,       "Casual"),
    (Easy,         "Easy"),
    (Medium,       "Medium"),
    (Hard,         "Hard"),
    (Tournament,   "Match"),
    (Infinite,     "Infinite"),
    (Equality,     "Equal time"),
    (Minutes,      " min each"),
    (OutOfBook,    "Out of book"),
    (Depth,        "Depth "),
    (Nodes,        "Nodes "),
    (MateBy,       "Mate by "),
    (MoveInput,    "Move: "),
    (YourMove,     "Your move"),
    (Thinking,     "Thinking"),
    (Paused,       "SPACE: computer"),
    (Check,        "Check!"),
    (NoPiece,      "No piece there"),
    (NotYours,     "Not your piece"),
    (KingInCheck,  "King in check"),
    (KingExposed,  "King is exposed"),
    (NoCastling,   "Can't castle"),
    (CannotGo,     "Can't go there"),
    (WhichPiece,   "Q, R, B or N?"),
    (Checkmate,    "Checkmate"),
    (Stalemate,    "Stalemate"),
    (DeadPosition, "Too few pieces"),
    (Repetition,   "Repetition"),
    (FiftyMoves,   "Fifty moves"),
    (DrawAgreed,   "Draw agreed"),
    (Resigned,     "Resignation"),
    (FlagFell,     "Time is up"),
    (RecordFull,   "Record is full"),
    (WhiteWins,    "1-0 "),
    (BlackWins,    "0-1 "),
    (DrawResult,   "Draw "),
    (Try,          "Try "),
    (NoMate,       "No mate found"),
    (PlayOn,       "No, play on"),
    (ClaimHint,    "D claims a draw"),
    (MenuTitle,    "Menu"),
    (MenuHelp,     "Letter, or cursor and RETURN. F1 leaves."),
    (NewGame,      "New game"),
    (Players,      ""),
    (HumanWhite,   "You are White"),
    (HumanBlack,   "You are Black"),
    (TwoHumans,    "Two players"),
    (Demo,         "Demo"),
    (LevelItem,    "Level "),
    (ClockItem,    "Clock "),
    (ByLevel,      "by level"),
    (TakeBack,     "Undo a move"),
    (Replay,       "Replay a move"),
    (Hint,         "Idea (hint)"),
    (Exchange,     "eXchange sides"),
    (Flip,         "View other side"),
    (Colours,      "Kolours: "),
    (SoundItem,    "Zounds (sound) "),
    (BookItem,     "Openings "),
    (ThinkingItem, "Thinking shown "),
    (PonderItem,   "Foresight "),
    (BlindItem,    "Blindfold "),
    (DrawItem,     "Draw: offer, claim"),
    (Resign,       "Quit: resign"),
    (NextBest,     "Judge again"),
    (Analyse,      "analYse"),
    (MateSolver,   "Mate solver"),
    (WhoAttacks,   "Attackers"),
    (SetUp,        "Position set-up"),
    (Save,         "Write to disk"),
    (Load,         "Get from disk"),
    (Export,       "Export PGN"),
    (HelpItem,     "Keys"),
    (Leave,        "Leave to BASIC"),
    (On,           "on"),
    (Off,          "off"),
    (HideWhite,    "White"),
    (HideBlack,    "Black"),
    (HideBoth,     "both"),
    (Wood,         "Wood"),
    (Green,        "Green"),
    (Stone,        "Stone"),
    (Sea,          "Sea"),
    (SetUpTitle,   "Set up"),
    (SetUp1,       "p n b r q k:"),
    (SetUp2,       "white piece,"),
    (SetUp3,       "SHIFT: black"),
    (SetUp4,       "DEL: empty"),
    (SetUp5,       "RETURN: next"),
    (SetUp6,       "S side E clear"),
    (SetUp7,       "I start setup"),
    (SetUp8,       "1-4 castling"),
    (SetUp9,       "F1 done"),
    (SetUp10,      "STOP cancels"),
    (KingCount,    "One king each"),
    (PawnRow,      "Pawn on edge"),
    (TooMany,      "Too many pieces"),
    (OtherInCheck, "Enemy in check"),
    (NotHome,      "King/rook moved"),
    (ToMove,       " to move"),
    (FileName,     "Name: "),
    (Device,       "Device: "),
    (DiskHelp,     "RETURN, +/-, STOP"),
    (Saved,        "Saved"),
    (Loaded,       "Loaded"),
    (NoDevice,     "No device"),
    (DiskFull,     "Disk full"),
    (FileExists,   "File exists"),
    (NoFile,       "No such file"),
    (ReadError,    "Disk error"),
    (Damaged,      "Damaged file"),
    (Help1,        "Keys"),
    (Help2,        "Cursor keys or joystick, RETURN or fire:"),
    (Help3,        "choose a piece, then its square."),
    (Help4,        "Or type the move: e2e4, e7e8n."),
    (Help5,        "F1 menu          F3 take back"),
    (Help6,        "F5 hint          F7 replay"),
    (Help7,        ", . one move back or on, HOME start"),
    (Help8,        "SPACE  the computer moves"),
    (Help9,        "While it thinks: any key plays the move"),
    (Help10,       "now; F1 or STOP halts it."),
    (Help11,       "All letters from I to Z and ? work on"),
    (Help12,       "the board as in the menu."),
];

const SIZE: usize = size();

const fn size() -> usize {
    let mut size = 0;
    let mut index = 0;
    while index < WORDS.len() {
        assert!(WORDS[index].0 as usize == index, "words out of order");
        size += 1 + WORDS[index].1.len();
        index += 1;
    }
    size
}

#[cfg_attr(target_vendor = "c64", unsafe(link_section = "HIGH"))]
static PACKED: [u8; SIZE] = pack();

const fn pack() -> [u8; SIZE] {
    let mut packed = [0; SIZE];
    let mut place = 0;
    let mut index = 0;
    while index < WORDS.len() {
        let word = WORDS[index].1.as_bytes();
        packed[place] = word.len() as u8;
        let mut letter = 0;
        while letter < word.len() {
            packed[place + 1 + letter] = word[letter];
            letter += 1;
        }
        place += 1 + word.len();
        index += 1;
    }
    packed
}

/// The characters of a text.
pub fn bytes(text: Text) -> &'static [u8] {
    nth(text, 0)
}

/// The characters of the text that stands `further` places after this one.
pub fn nth(first: Text, further: u8) -> &'static [u8] {
    let mut left = first as u8 + further;
    let mut words: &[u8] = &PACKED;
    while let &[length, ref rest @ ..] = words {
        let (word, next) = rest
            .split_at_checked(usize::from(length))
            .unwrap_or((&[], &[]));
        if left == 0 {
            return word;
        }
        left -= 1;
        words = next;
    }
    &[]
}
