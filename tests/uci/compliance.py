#!/usr/bin/env python3
"""The checks that `fastchess --compliance` makes of a UCI engine, made here so that they run where fastchess is not.

Usage: compliance.py ENGINE. Each step sends what fastchess sends and looks at what comes back, by the protocol alone.
Ends with `N passed, N failed`.
"""

import queue
import re
import subprocess
import sys
import threading

PATIENCE = 30
MOVE = r"[a-h][1-8][a-h][1-8][nbrq]?"
BEST_MOVE = re.compile(rf"^bestmove ({MOVE}|0000|\(none\))( ponder {MOVE})?$")
SCORE = re.compile(r"(cp -?\d+|mate -?\d+)( lowerbound| upperbound)?")
NUMBERS = {"depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time", "tbhits", "currmovenumber", "cpuload"}


class Engine:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, start):
        heard = []
        while True:
            line = self.lines.get(timeout=PATIENCE)
            assert line is not None, f"the engine ended before `{start}`"
            heard.append(line)
            if line.startswith(start):
                return heard

    def ready(self):
        self.send("isready")
        assert self.until("readyok")[-1] == "readyok"

    def quit(self):
        self.send("quit")
        assert self.process.wait(PATIENCE) == 0


def check_option(line):
    match = re.match(r"^option name (.+?) type (check|spin|combo|button|string)( .*)?$", line)
    assert match, line
    kind, rest = match.group(2), match.group(3) or ""
    if kind == "spin":
        numbers = re.match(r"^ default (-?\d+) min (-?\d+) max (-?\d+)$", rest)
        assert numbers, line
        default, least, most = map(int, numbers.groups())
        assert least <= default <= most, line
    elif kind == "check":
        assert rest in (" default true", " default false"), line
    elif kind == "combo":
        assert re.match(r"^ default \S+( var \S+)+$", rest), line
    elif kind == "string":
        assert rest.startswith(" default "), line
    else:
        assert rest == "", line


def check_info(line):
    """Every word of an `info` line is one of the protocol's, with a value of its kind."""
    words = line.split()[1:]
    if words and words[0] == "string":
        return
    index = 0
    while index < len(words):
        word = words[index]
        if word in NUMBERS:
            assert words[index + 1].isdigit(), line
            index += 2
        elif word == "score":
            match = SCORE.match(" ".join(words[index + 1:]))
            assert match, line
            index += 1 + len(match.group(0).split())
        elif word == "currmove":
            assert re.fullmatch(MOVE, words[index + 1]), line
            index += 2
        elif word == "pv":
            assert all(re.fullmatch(MOVE, move) for move in words[index + 1:]), line
            assert len(words) > index + 1, line
            return
        else:
            raise AssertionError(f"`{word}` in {line}")


def check_search(lines):
    assert BEST_MOVE.match(lines[-1]), lines[-1]
    infos = [line for line in lines[:-1] if line.startswith("info ")]
    assert len(infos) == len(lines) - 1, lines
    for line in infos:
        check_info(line)
    assert any(" score " in line for line in infos), "no score before bestmove"
    # The last line's move is the one that is played.
    last = [line for line in infos if " pv " in line][-1]
    assert last.split(" pv ")[1].split()[0] == lines[-1].split()[1], (last, lines[-1])


def main():
    engine = Engine(sys.argv[1:])
    passed, failed = 0, 0

    def step(name, act):
        nonlocal passed, failed
        try:
            act()
            passed += 1
            print(f"ok      {name}")
        except Exception as error:  # whatever goes wrong is a failure of this step alone
            failed += 1
            print(f"FAILED  {name}: {type(error).__name__}: {error}")

    def introduction():
        engine.send("uci")
        lines = engine.until("uciok")
        assert any(line.startswith("id name ") for line in lines) and any(line.startswith("id author ") for line in lines)
        for line in lines:
            if line.startswith("option "):
                check_option(line)

    def search(*commands):
        def act():
            for command in commands:
                engine.send(command)
            check_search(engine.until("bestmove"))
        return act

    def stopped():
        engine.send("go infinite")
        engine.until("info depth")
        engine.send("stop")
        assert BEST_MOVE.match(engine.until("bestmove")[-1])
        engine.ready()

    step("introduces itself with options that are well formed", introduction)
    step("is ready", engine.ready)
    step("takes ucinewgame", lambda: (engine.send("ucinewgame"), engine.ready()))
    step("takes the Hash and Threads that every tool sets", lambda: (
        engine.send("setoption name Hash value 16"), engine.send("setoption name Threads value 1"), engine.ready()))
    engine.send("setoption name Book value false")
    step("searches the initial position to a depth", search("position startpos", "go depth 3"))
    step("searches for a time", search("ucinewgame", "position startpos", "go movetime 500"))
    step("searches a number of nodes", search("position startpos moves e2e4 e7e5", "go nodes 200"))
    step("plays by a clock", search("position startpos moves e2e4 e7e5", "go wtime 5000 btime 5000"))
    step("plays by a clock with increments", search("position startpos", "go wtime 3000 btime 3000 winc 100 binc 100"))
    step("plays by a clock with moves to go", search("position startpos", "go wtime 3000 btime 3000 movestogo 5"))
    step("plays from a FEN", search("position fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 20", "go depth 3"))
    step("plays from a FEN with moves", search("position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8q h7g6", "go depth 3"))
    step("castles and promotes in coordinates", search("position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1g1 e8g8", "go depth 2"))
    step("answers isready while it thinks, and stop", lambda: (
        engine.send("position startpos"), engine.send("go infinite"), engine.ready(), engine.send("stop"),
        engine.until("bestmove")))
    step("stops", stopped)
    step("stays silent for unknown commands", lambda: (engine.send("unknown words"), engine.ready()))
    step("quits", engine.quit)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
