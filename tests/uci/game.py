#!/usr/bin/env python3
"""The UCI bridge, driven from outside by python-chess: a whole game at level 3, and every kind of malformed input.

Usage: game.py ENGINE [--prg FILE]. Ends with `N passed, N failed`.
"""

import random
import subprocess
import sys

try:
    import chess
    import chess.engine
except ImportError:
    print("SKIPPED: the Python package `chess` is missing (Debian: python3-chess)")
    sys.exit(0)

COMMAND = sys.argv[1:]
LEVEL_3_SECONDS = 3.0
# The program never takes more than 2 % above its time.
TOLERANCE = 1.02
# Seconds of the host after which an engine that says nothing is taken for dead.
PATIENCE = 60


def a_whole_game_at_level_3():
    """Against random moves it must win by mate, with legal moves and lines and within its time."""
    chance = random.Random(64)
    engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE)
    try:
        engine.configure({"Level": 3, "Seed": 64})
        board = chess.Board()
        game = object()
        while not board.is_game_over(claim_draw=True):
            if board.turn == chess.WHITE:
                result = engine.play(board, chess.engine.Limit(), game=game, info=chess.engine.INFO_ALL)
                assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
                check_info(board, result.info)
                board.push(result.move)
            else:
                board.push(chance.choice(list(board.legal_moves)))
        assert board.result(claim_draw=True) == "1-0", f"{board.result(claim_draw=True)}: {board.fen()}"
        assert board.is_checkmate()
    finally:
        engine.quit()


def check_info(board, info):
    """python-chess has already refused a line that cannot be played."""
    for key in ("depth", "score", "nodes", "nps", "time", "pv", "hashfull"):
        assert key in info, f"no {key} in {info}"
    assert info["time"] <= LEVEL_3_SECONDS * TOLERANCE, f"{info['time']} s at {board.fen()}"
    assert info["pv"][0] in board.legal_moves


def a_game_against_the_clock():
    """Two sides of the same engine, with clocks in the machine's time; no side may run out."""
    engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE)
    try:
        engine.configure({"Seed": 64, "Book": False})
        board = chess.Board()
        clocks = {chess.WHITE: 20.0, chess.BLACK: 8.0}
        game = object()
        for _ in range(40):
            limit = chess.engine.Limit(
                white_clock=clocks[chess.WHITE], black_clock=clocks[chess.BLACK], white_inc=0.2, black_inc=0.2
            )
            result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL)
            clocks[board.turn] -= result.info["time"]
            assert clocks[board.turn] > 0, f"out of time after {board.ply()} half moves"
            clocks[board.turn] += 0.2
            board.push(result.move)
            if board.is_game_over():
                break
    finally:
        engine.quit()


def analysis_that_is_stopped():
    """An infinite search tells its lines until it is stopped, then serves on."""
    engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE)
    try:
        board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
        with engine.analysis(board) as analysis:
            for info in analysis:
                if info.get("depth", 0) >= 3:
                    break
        assert engine.play(board, chess.engine.Limit(depth=2)).move in board.legal_moves
    finally:
        engine.quit()


class Raw:
    """The engine without anything that keeps the protocol for us."""

    def __init__(self):
        self.process = subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="surrogateescape"
        )

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(start):
                return lines
        raise AssertionError(f"the engine ended before `{start}`: {lines}")

    def end(self):
        self.process.stdin.close()
        self.process.stdout.read()
        return self.process.wait(PATIENCE)


MALFORMED = [
    "castle kingside",
    "\x00\x01\x02",
    "\udcff\udcfe",
    "é" * 5000,
    "setoption",
    "setoption name",
    "setoption name Level",
    "setoption name Level value 0",
    "setoption name Level value 8",
    "setoption name Level value three",
    "setoption name Clock value sundial",
    "setoption name Clock value -1",
    "setoption name Realtime value perhaps",
    "setoption name Seed value 65536",
    "setoption name Target value z80",
    "setoption name Contempt value 3",
    "position",
    "position startpos e2e4",
    "position somewhere",
    "position startpos moves e2e5",
    "position startpos moves e2e4 e2e4",
    "position startpos moves e7e5",
    "position startpos moves 0000",
    "position startpos moves e2e4q",
    "position startpos moves Nf3",
    "position startpos moves e1g1",
    "position fen",
    "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "position fen rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQXBNR w KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w XY - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w - - many 1",
    "position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 none",
    "position fen 4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
    "position fen P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "position fen kkkkkkkk/8/8/8/8/8/8/KKKKKKKK w - - 0 1",
]


# Words that are not understood are skipped; a move comes all the same.
UNCLEAR = [
    "go depth 1 quickly",
    "go depth 0",
    "go nodes 0",
    "go depth many nodes 20",
    "go movetime 1.5 depth 1",
    "go depth 1 wtime",
    "go wtime 99999999999999999999999 depth 1",
    "go to sleep at depth 1",
]


def every_malformed_line_is_explained():
    """An `info string` for each, and the engine still answers; after a refused position it has no move."""
    raw = Raw()
    for line in MALFORMED:
        raw.send(line)
        raw.send("isready")
        answer = raw.until("readyok")
        notes = answer[:-1]
        assert notes and all(note.startswith("info string ") for note in notes), f"{line[:60]!r}: {answer}"
    raw.send("go depth 1")
    assert raw.until("bestmove")[-1] == "bestmove 0000"
    raw.send("position startpos moves e2e4")
    for line in UNCLEAR:
        raw.send(line)
        best = raw.until("bestmove")[-1].split()[1]
        assert best != "0000", line
    raw.send("go depth 1")
    best = raw.until("bestmove")[-1].split()[1]
    assert chess.Move.from_uci(best) in chess.Board(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    ).legal_moves, best
    raw.send("quit")
    assert raw.end() == 0


def commands_out_of_turn_do_no_harm():
    """Stop and ponderhit without a search; anything but stop during one."""
    raw = Raw()
    for line in ("stop", "ponderhit", "debug on", "", "ucinewgame", "ucinewgame"):
        raw.send(line)
    raw.send("isready")
    assert raw.until("readyok") == ["readyok"]
    raw.send("go infinite")
    raw.until("info depth 2")
    for line in ("go depth 1", "position startpos", "ucinewgame", "setoption name Level value 1"):
        raw.send(line)
        assert "refused while thinking" in raw.until("info string")[-1]
    raw.send("stop")
    assert raw.until("bestmove")
    raw.send("quit")
    assert raw.end() == 0


def quitting_and_closing_end_the_process():
    """In the middle of a search, with `quit` or without another word."""
    for last in ("quit\n", ""):
        raw = Raw()
        raw.send("go infinite")
        raw.until("info depth 2")
        raw.process.stdin.write(last)
        assert raw.end() == 0


def main():
    checks = [
        a_whole_game_at_level_3,
        a_game_against_the_clock,
        analysis_that_is_stopped,
        every_malformed_line_is_explained,
        commands_out_of_turn_do_no_harm,
        quitting_and_closing_end_the_process,
    ]
    failed = 0
    for check in checks:
        name = check.__name__.replace("_", " ")
        try:
            check()
            print(f"ok      {name}")
        except Exception as error:  # whatever goes wrong is a failure of this check alone
            failed += 1
            print(f"FAILED  {name}: {type(error).__name__}: {error}")
    print(f"{len(checks) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
