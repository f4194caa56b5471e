#!/usr/bin/env bash
# Real clients at build/uci64: the checks of fastchess, python-chess, polyglot alone and in xboard; fastchess and cutechess-cli
# themselves where they are installed. As root it installs what Debian has and is missing; what cannot be installed is SKIPPED with the reason.
set -uo pipefail
cd "$(dirname "$0")/../.."
status=0

have() { command -v "$1" >/dev/null || [[ -x /usr/games/$1 ]]; }
install() { ((EUID == 0)) && apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1; }

python3 tests/uci/compliance.py build/uci64 || status=1

# What testing frameworks ask for: a last line `N nodes N nps`, the same nodes each time, also from the single packed file.
bench() { "$1" bench | tail -n 1; }
counts() { [[ $1 =~ ^([0-9]+)\ nodes\ [0-9]+\ nps$ ]] && echo "${BASH_REMATCH[1]}"; }
# It is packed as OpenBench asks for it, `make EXE=name`, with what is built already.
alone=$(mktemp -d)
make --no-print-directory -j2 -o uci EXE="$alone/engine" CC=cargo && nodes=$(counts "$(bench build/uci64)") && [[ $nodes == "$(counts "$(bench "$alone/engine")")" ]] \
  && echo "1 passed, 0 failed: bench, packed and not, $nodes nodes" || { echo "0 passed, 1 failed: bench"; status=1; }
rm -r "$alone"

# python-chess from Debian, or from PyPI in an environment of its own.
python=python3
if ! $python -c 'import chess' 2>/dev/null && ! install python3-chess; then
  python3 -m venv build/venv 2>/dev/null && build/venv/bin/pip install -q chess 2>/dev/null
  python=build/venv/bin/python
fi
if $python -c 'import chess' 2>/dev/null; then
  $python tests/uci/game.py build/uci64 || status=1
else
  echo "SKIPPED: Python with its package \`chess\` is missing; as root: apt-get install python3-chess, or python3-venv for PyPI's"
fi

if have polyglot || install polyglot; then
  python3 tests/uci/winboard.py build/uci64 || status=1
else
  echo "SKIPPED: polyglot is missing; as root: apt-get install polyglot"
fi

# xboard plays a whole game of the engine against itself, both through polyglot, on a display that nobody sees.
match() {
  PATH=$PATH:/usr/games timeout 60 xvfb-run -a xboard -noGUI -popupExitMessage false -mg 1 -mps 40 -tc 5 -sgf "$1" \
    -fcp "$PWD/build/uci64" -fUCI -firstOptions Level=3,Book=false -scp "$PWD/build/uci64" -sUCI -secondOptions Level=1,Book=false
}
if { have xboard && have xvfb-run; } || install xboard polyglot xvfb xauth; then
  games=$(mktemp -d)
  match "$games/game.pgn" >"$games/log" 2>&1
  if grep -qE '^\[Result "(1-0|0-1|1/2-1/2)"\]' "$games/game.pgn" && ! grep -qiE 'illegal|forfeit|exited' "$games/game.pgn"; then
    echo "1 passed, 0 failed: a game in xboard, $(grep '^{' "$games/game.pgn" | tail -n 1)"
  else
    cat "$games/log" "$games/game.pgn"
    echo "0 passed, 1 failed: a game in xboard"
    status=1
  fi
  rm -r "$games"
else
  echo "SKIPPED: xboard is missing; as root: apt-get install xboard polyglot xvfb xauth"
fi

if have fastchess; then
  fastchess --compliance build/uci64 && echo "1 passed, 0 failed" || { echo "0 passed, 1 failed"; status=1; }
else
  echo "SKIPPED: fastchess is not installed and no registry has it: https://github.com/Disservin/fastchess"
fi

if have cutechess-cli; then
  cutechess-cli -engine cmd=build/uci64 name=c64 option.Level=3 option.Book=false -engine cmd=build/uci64 name=weak option.Level=1 option.Book=false \
    -each proto=uci tc=3600 -games 2 | grep -q '^Finished match' && echo "1 passed, 0 failed: cutechess-cli" \
    || { echo "0 passed, 1 failed: cutechess-cli"; status=1; }
else
  echo "SKIPPED: cutechess-cli is not installed and no registry has it: https://github.com/cutechess/cutechess"
fi
exit $status
