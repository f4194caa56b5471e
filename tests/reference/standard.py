#!/usr/bin/env python3
"""The Standard AI specification v1.0, written straight from its pseudocode: the reference of tests/standard.rs.

Slow and obvious on purpose; it shares no code with the engine. The rules of chess come from the `chess` package.
One reading of the text is fixed here: a position without legal moves is mate or stalemate even at depth 0, without
which the published mate in one is not found at depth 1.

    pip install chess==1.11.2
    python3 tests/reference/standard.py tests/data/standard-positions.txt > tests/data/standard-reference.json

The output has one entry per position and depth: the move, its score, and the number of calls of `minimax`.
"""

import json
import sys

import chess

INFINITY = float("inf")

PIECE_VALUES = {
    chess.PAWN: 100,
    chess.KNIGHT: 320,
    chess.BISHOP: 330,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 20000,
}

# As printed, rank 8 first.
PAWN_PRINTED = """
  0   0   0   0   0   0   0   0
 50  50  50  50  50  50  50  50
 10  10  20  30  30  20  10  10
  5   5  10  25  25  10   5   5
  0   0   0  20  20   0   0   0
  5  -5 -10   0   0 -10  -5   5
  5  10  10 -20 -20  10  10   5
  0   0   0   0   0   0   0   0
"""
KNIGHT_PRINTED = """
-50 -40 -30 -30 -30 -30 -40 -50
-40 -20   0   0   0   0 -20 -40
-30   0  10  15  15  10   0 -30
-30   5  15  20  20  15   5 -30
-30   0  15  20  20  15   0 -30
-30   5  10  15  15  10   5 -30
-40 -20   0   5   5   0 -20 -40
-50 -40 -30 -30 -30 -30 -40 -50
"""
BISHOP_PRINTED = """
-20 -10 -10 -10 -10 -10 -10 -20
-10   0   0   0   0   0   0 -10
-10   0   5  10  10   5   0 -10
-10   5   5  10  10   5   5 -10
-10   0  10  10  10  10   0 -10
-10  10  10  10  10  10  10 -10
-10   5   0   0   0   0   5 -10
-20 -10 -10 -10 -10 -10 -10 -20
"""
ROOK_PRINTED = """
  0   0   0   0   0   0   0   0
  5  10  10  10  10  10  10   5
 -5   0   0   0   0   0   0  -5
 -5   0   0   0   0   0   0  -5
 -5   0   0   0   0   0   0  -5
 -5   0   0   0   0   0   0  -5
 -5   0   0   0   0   0   0  -5
  0   0   0   5   5   0   0   0
"""
QUEEN_PRINTED = """
-20 -10 -10  -5  -5 -10 -10 -20
-10   0   0   0   0   0   0 -10
-10   0   5   5   5   5   0 -10
 -5   0   5   5   5   5   0  -5
  0   0   5   5   5   5   0  -5
-10   5   5   5   5   5   0 -10
-10   0   5   0   0   0   0 -10
-20 -10 -10  -5  -5 -10 -10 -20
"""
KING_PRINTED = """
-30 -40 -40 -50 -50 -40 -40 -30
-30 -40 -40 -50 -50 -40 -40 -30
-30 -40 -40 -50 -50 -40 -40 -30
-30 -40 -40 -50 -50 -40 -40 -30
-20 -30 -30 -40 -40 -30 -30 -20
-10 -20 -20 -20 -20 -20 -20 -10
 20  20   0   0   0   0  20  20
 20  30  10   0   0  10  30  20
"""


def table(printed):
    """Rows in the order of the specification: row 0 is rank 1."""
    rows = [[int(number) for number in line.split()] for line in printed.strip().splitlines()]
    assert len(rows) == 8 and all(len(row) == 8 for row in rows)
    return rows[::-1]


TABLES = {
    chess.PAWN: table(PAWN_PRINTED),
    chess.KNIGHT: table(KNIGHT_PRINTED),
    chess.BISHOP: table(BISHOP_PRINTED),
    chess.ROOK: table(ROOK_PRINTED),
    chess.QUEEN: table(QUEEN_PRINTED),
    chess.KING: table(KING_PRINTED),
}


def evaluate(position):
    score = 0
    for square, piece in position.piece_map().items():
        row, col = chess.square_rank(square), chess.square_file(square)
        eval_row = row if piece.color == chess.WHITE else 7 - row
        total_value = PIECE_VALUES[piece.piece_type] + TABLES[piece.piece_type][eval_row][col]
        if piece.color == chess.WHITE:
            score += total_value
        else:
            score -= total_value
    return score


def score_move(move, position):
    score = 0
    target_piece = position.piece_at(move.to_square)
    if target_piece:
        attacker = position.piece_at(move.from_square)
        score += PIECE_VALUES[target_piece.piece_type] * 10 - PIECE_VALUES[attacker.piece_type]
    if move.promotion:
        score += PIECE_VALUES[move.promotion] * 10
    to_row, to_col = chess.square_rank(move.to_square), chess.square_file(move.to_square)
    if to_row in (3, 4) and to_col in (3, 4):
        score += 10
    if position.is_castling(move):
        score += 50
    return score


def order_moves(moves, position):
    return sorted(moves, key=lambda move: (-score_move(move, position), move.uci()))


class Reference:
    """The two functions of section 1, with a count of the calls of `minimax`."""

    def __init__(self):
        self.nodes = 0

    def minimax(self, position, depth, alpha, beta, maximizing_player):
        self.nodes += 1
        legal_moves = list(position.legal_moves)
        if not legal_moves:
            if position.is_check():
                return -100000 if maximizing_player else 100000
            return 0
        if depth == 0:
            return evaluate(position)
        ordered_moves = order_moves(legal_moves, position)
        if maximizing_player:
            max_eval = -INFINITY
            for move in ordered_moves:
                position.push(move)
                value = self.minimax(position, depth - 1, alpha, beta, False)
                position.pop()
                max_eval = max(max_eval, value)
                alpha = max(alpha, value)
                if beta <= alpha:
                    break
            return max_eval
        min_eval = INFINITY
        for move in ordered_moves:
            position.push(move)
            value = self.minimax(position, depth - 1, alpha, beta, True)
            position.pop()
            min_eval = min(min_eval, value)
            beta = min(beta, value)
            if beta <= alpha:
                break
        return min_eval

    def select_best_move(self, position, depth):
        legal_moves = list(position.legal_moves)
        if not legal_moves:
            return None, None
        maximizing = position.turn == chess.WHITE
        best_score = -INFINITY if maximizing else INFINITY
        best_move = None
        alpha, beta = -INFINITY, INFINITY
        for move in order_moves(legal_moves, position):
            position.push(move)
            score = self.minimax(position, depth - 1, alpha, beta, not maximizing)
            position.pop()
            if maximizing:
                if score > best_score or (score == best_score and best_move is None):
                    best_score, best_move = score, move
                alpha = max(alpha, score)
            else:
                if score < best_score or (score == best_score and best_move is None):
                    best_score, best_move = score, move
                beta = min(beta, score)
        return best_move, best_score


def answer(fen, depth):
    reference = Reference()
    move, score = reference.select_best_move(chess.Board(fen), depth)
    return {
        "fen": fen,
        "depth": depth,
        "move": move.uci() if move else None,
        "eval": score,
        "nodes": reference.nodes,
    }


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: standard.py FILE-WITH-ONE-FEN-PER-LINE")
    with open(sys.argv[1], encoding="ascii") as lines:
        fens = [line.strip() for line in lines if line.strip() and not line.startswith("#")]
    answers = [answer(fen, depth) for fen in fens for depth in (1, 2, 3)]
    print("[\n" + ",\n".join(json.dumps(entry) for entry in answers) + "\n]")


if __name__ == "__main__":
    main()
