//! FEN: what is right comes back as it was, what is wrong is refused by name.

mod engine;

use squares64::board::fen::{self, FenError};

#[test]
fn a_correct_fen_comes_back_unchanged() {
    let _engine = engine::lock();
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 99 4711",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 17",
    ] {
        let number = fen::load(text).expect(text);
        assert_eq!(fen::Fen(number).to_string(), text);
    }
}

#[test]
fn an_en_passant_square_nobody_can_use_is_dropped() {
    let _engine = engine::lock();
    let number = fen::load("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
    let text = fen::Fen(number.expect("correct")).to_string();
    assert_eq!(
        text,
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
}

#[test]
fn each_malformed_field_is_refused_by_name() {
    let _engine = engine::lock();
    let cases = [
        ("", FenError::FieldCount(0)),
        ("8/8/8/8/8/8/8/K1k5 w - -", FenError::FieldCount(4)),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1 x", FenError::FieldCount(7)),
        ("8/8/8/8/8/8/K1k5 w - - 0 1", FenError::RankCount(7)),
        (
            "8/8/8/8/8/8/7/K1k5 w - - 0 1",
            FenError::RankWidth { rank: 2 },
        ),
        (
            "8/8/8/8/8/8/8p/K1k5 w - - 0 1",
            FenError::RankWidth { rank: 2 },
        ),
        (
            "8/8/8/8/8/8/8/K1kppppppp w - - 0 1",
            FenError::RankWidth { rank: 1 },
        ),
        (
            "8/8/8/8/8/8/9/K1k5 w - - 0 1",
            FenError::PieceLetter {
                letter: '9',
                rank: 2,
            },
        ),
        (
            "8/8/8/8/4x3/8/8/K1k5 w - - 0 1",
            FenError::PieceLetter {
                letter: 'x',
                rank: 4,
            },
        ),
        (
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            FenError::KingCount {
                white: false,
                count: 0,
            },
        ),
        (
            "8/8/8/8/8/8/8/K1K1k3 w - - 0 1",
            FenError::KingCount {
                white: true,
                count: 2,
            },
        ),
        (
            "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
            FenError::TooManyPawns { white: true },
        ),
        (
            "4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1",
            FenError::TooManyPieces { white: true },
        ),
        (
            "qqqqk3/qqqqqq2/8/8/8/8/8/4K3 w - - 0 1",
            FenError::TooManyPieces { white: false },
        ),
        (
            "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
            FenError::PawnOnLastRank { file: 'h', rank: 8 },
        ),
        (
            "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",
            FenError::PawnOnLastRank { file: 'a', rank: 1 },
        ),
        ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", FenError::Side),
        ("r3k2r/8/8/8/8/8/8/R3K2R w QK - 0 1", FenError::Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", FenError::Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", FenError::Castling),
        (
            "r3k2r/8/8/8/8/8/8/R3K3 w KQkq - 0 1",
            FenError::CastlingPieces { right: 'K' },
        ),
        (
            "r2k3r/8/8/8/8/8/8/R3K2R w k - 0 1",
            FenError::CastlingPieces { right: 'k' },
        ),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e9 0 1", FenError::EnPassant),
        ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", FenError::EnPassant),
        ("4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1", FenError::EnPassantPawn),
        (
            "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1",
            FenError::EnPassantPawn,
        ),
        (
            "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1",
            FenError::EnPassantPawn,
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", FenError::HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - 151 1", FenError::HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", FenError::HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", FenError::MoveNumber),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 one", FenError::MoveNumber),
        ("4k3/8/8/8/8/8/8/4KR2 w - - 0 65536", FenError::MoveNumber),
        ("4k3/8/8/8/4R3/8/8/4K3 w - - 0 1", FenError::KingCapturable),
        ("8/8/8/8/8/8/8/Kk6 w - - 0 1", FenError::KingCapturable),
    ];
    for (text, error) in cases {
        assert_eq!(fen::load(text), Err(error), "{text}");
    }
}

#[test]
fn a_refusal_names_the_field() {
    let _engine = engine::lock();
    let error = fen::load("8/8/8/8/8/8/8/K1k5 w X - 0 1").expect_err("bad castling");
    assert!(error.to_string().contains("castling"), "{error}");
}

#[test]
fn a_refusal_names_the_side_at_fault() {
    let _engine = engine::lock();
    for (text, side) in [
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "Black has 0 kings"),
        ("K7/8/8/8/8/8/8/K1k5 w - - 0 1", "White has 2 kings"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has"),
        ("qqqqk3/qqqqqq2/8/8/8/8/8/4K3 w - - 0 1", "Black has"),
    ] {
        let error = fen::load(text).expect_err(text);
        assert!(error.to_string().contains(side), "{error}");
    }
}
