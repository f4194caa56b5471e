#!/usr/bin/env bash
# Brings in the engines that matches are played against. Prints nothing when all are there.
set -euo pipefail

missing=()
for engine in stockfish gnuchess fairymax; do
  # Debian puts them where root's search path does not look.
  command -v "$engine" >/dev/null || [[ -x /usr/games/$engine ]] || missing+=("$engine")
done

((${#missing[@]})) || exit 0
install=(apt-get install -y --no-install-recommends "${missing[@]}")
if ((EUID != 0)); then
  echo "Opponents are missing. Run this as root, then try again:"
  echo "  apt-get update && ${install[*]}"
  exit 1
fi
echo "Installing ${missing[*]}."
apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${install[@]}" >/dev/null
