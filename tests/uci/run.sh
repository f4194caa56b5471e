#!/usr/bin/env bash
# Real clients at build/uci64: the checks of fastchess, python-chess, and xboard through polyglot; fastchess itself where it is
# installed. As root it installs what Debian has and is missing; what cannot be installed is SKIPPED with the reason.
set -uo pipefail
cd "$(dirname "$0")/../.."
status=0

have() { command -v "$1" >/dev/null || [[ -x /usr/games/$1 ]]; }
install() { ((EUID == 0)) && apt-get install -y --no-install-recommends "$@" >/dev/null 2>&1; }

python3 tests/uci/compliance.py build/uci64 || status=1

# What testing frameworks ask for: a last line `N nodes N nps`, the same nodes each time, also from the single packed file.
bench() { "$1" bench | tail -n 1; }
counts() { [[ $1 =~ ^([0-9]+)\ nodes\ [0-9]+\ nps$ ]] && echo "${BASH_REMATCH[1]}"; }
alone=$(mktemp -d)
build/uci64 pack "$alone/engine" && nodes=$(counts "$(bench build/uci64)") && [[ $nodes == "$(counts "$(bench "$alone/engine")")" ]] \
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

if have fastchess; then
  fastchess --compliance build/uci64 && echo "1 passed, 0 failed" || { echo "0 passed, 1 failed"; status=1; }
else
  echo "SKIPPED: fastchess is not installed and no registry has it: https://github.com/Disservin/fastchess"
fi
exit $status
