#!/usr/bin/env python3
"""The 200 positions of tests/data/standard-positions.txt: hand-picked corner cases, then seeded random play.

    python3 tests/reference/positions.py > tests/data/standard-positions.txt

Random games visit openings, middlegames and endings; half of the moves prefer captures, so that the material thins
out. Some endings are scattered pieces on an empty board. The seed is fixed: the output never changes.
"""

import random

import chess

COUNT = 200
SEED = 64

# Each one needs a rule that random play rarely meets.
CORNERS = [
    chess.STARTING_FEN,
    "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2",  # the published capture
    "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1",  # the published mate in one
    "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",  # the published promotion
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",  # all castlings
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",  # castling against open rooks
    "4k3/8/8/8/8/8/6p1/4K2R b K - 0 1",  # promotion by capture of a castling rook
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",  # en passant, the pawn gives check
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",  # en passant would uncover the king along the rank
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",  # en passant scores no capture
    "7k/5Q2/8/8/8/8/8/K7 b - - 0 1",  # stalemate at the root: no move
    "R5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1",  # mate at the root: no move
    "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1",  # stalemate to avoid at depth 1
    "k7/7R/8/8/8/8/8/1R5K w - - 0 1",  # several mates in one: the first in order
    "1r5k/8/8/8/8/8/7r/K7 b - - 0 1",  # the same for Black
    "8/8/8/8/8/k7/p7/K7 b - - 0 1",  # every move stalemates or loses the pawn
    "1n2k3/P1P5/8/8/8/8/p1p5/1N2K3 w - - 0 1",  # promotions of all kinds, with and without capture
    "1n2k3/P1P5/8/8/8/8/p1p5/1N2K3 b - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",  # 218 moves
    "3Q3q/k3q3/6q1/q4Q2/2Q2q2/5Q1q/1Q6/3KQ3 w - - 0 1",  # two lists that together exceed 227 moves
    "3k4/1q4q1/8/8/8/2q1q3/6PP/7K b - - 0 1",  # four queens
    "4k3/8/8/3pP3/2P1N3/8/8/4K3 w - d6 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1",  # a pinned bishop
    "4k3/8/8/8/7b/8/4r3/4K3 w - - 0 1",  # double check
]


def random_game(rng):
    """Positions of one game, from the sixth ply on."""
    board = chess.Board()
    while not board.is_game_over() and board.ply() < 160:
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        captures = [move for move in moves if board.is_capture(move)]
        board.push(rng.choice(captures if captures and rng.random() < 0.5 else moves))
        if board.ply() >= 6:
            yield board


def scattered_ending(rng):
    """Kings and up to six pieces anywhere, if that is a position."""
    while True:
        board = chess.Board(None)
        squares = rng.sample(range(64), 2 + rng.randint(1, 6))
        board.set_piece_at(squares[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(squares[1], chess.Piece(chess.KING, chess.BLACK))
        for square in squares[2:]:
            last_rank = chess.square_rank(square) in (0, 7)
            kind = rng.randint(2 if last_rank else 1, 5)
            board.set_piece_at(square, chess.Piece(kind, rng.random() < 0.5))
        board.turn = rng.random() < 0.5
        if board.is_valid() and any(board.legal_moves):
            return board.fen()


def main():
    rng = random.Random(SEED)
    fens = list(CORNERS)
    while len(fens) < COUNT - 40:
        positions = [board.fen(en_passant="legal") for board in random_game(rng)]
        fens += rng.sample(positions, min(3, len(positions), COUNT - 40 - len(fens)))
    fens += [scattered_ending(rng) for _ in range(40)]
    for fen in fens:
        assert chess.Board(fen).is_valid(), fen
    assert len(set(fens)) == COUNT
    print("# Made by tests/reference/positions.py; do not edit.")
    print("\n".join(fens))


if __name__ == "__main__":
    main()
