#!/usr/bin/env bash
# Runs game.py on build/uci64. As root it installs python-chess when it is missing; otherwise the test is SKIPPED.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! python3 -c 'import chess' 2>/dev/null; then
  if ((EUID != 0)) || ! apt-get install -y --no-install-recommends python3-chess >/dev/null 2>&1; then
    echo "SKIPPED: Python with its package \`chess\` is missing; as root: apt-get install python3-chess"
    exit 0
  fi
fi
exec python3 tests/uci/game.py build/uci64
