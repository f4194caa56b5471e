#!/usr/bin/env python3
"""The UCI bridge behind polyglot, as xboard and other programs of the Chess Engine Communication Protocol drive it.

Usage: winboard.py ENGINE. Plays both sides' protocol as xboard does, six moves of the engine. Ends with `N passed, N failed`.
"""

import os
import re
import subprocess
import sys
import tempfile

PATH = os.environ["PATH"] + ":/usr/games"
MOVES = 6
# Replies for Black, tried in turn; one that is not legal is passed over.
REPLIES = ["a7a6", "a6a5", "h7h6", "h6h5", "a5a4", "h5h4", "b7b6", "g7g6", "b6b5", "g6g5"]


def main():
    folder = tempfile.mkdtemp()
    settings = os.path.join(folder, "uci64.ini")
    engine = os.path.abspath(sys.argv[1])
    with open(settings, "w") as file:
        file.write(f"[PolyGlot]\nEngineDir = {os.path.dirname(engine)}\nEngineCommand = ./{os.path.basename(engine)}\n")
        file.write("Log = false\nResign = false\n\n[Engine]\nBook = false\nLevel = 3\n")
    process = subprocess.Popen(["polyglot", settings], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                               cwd=folder, env={**os.environ, "PATH": PATH})

    def send(line):
        process.stdin.write(line + "\n")
        process.stdin.flush()

    def until(pattern):
        for line in process.stdout:
            match = re.search(pattern, line)
            if match:
                return match
        raise AssertionError(f"polyglot ended before `{pattern}`")

    failed = 0
    try:
        send("xboard")
        send("protover 2")
        until(r"feature .*done=1")
        for line in ("new", "random", "level 40 5 0", "post", "hard", "white"):
            send(line)
        send("go")
        replies = iter(REPLIES)
        until(r"^move [a-h][1-8][a-h][1-8]")
        made = 1
        while made < MOVES:
            # A reply that is not legal is refused with a word, and the next one is tried.
            send(f"usermove {next(replies)}")
            made += until(r"^(Illegal move|move)").group(1) == "move"
        print("ok      six moves through polyglot")
    except Exception as error:  # whatever goes wrong is a failure
        failed = 1
        print(f"FAILED  six moves through polyglot: {type(error).__name__}: {error}")
    send("quit")
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        failed = 1
    print(f"{1 - failed} passed, {failed} failed")
    return failed


if __name__ == "__main__":
    sys.exit(main())
