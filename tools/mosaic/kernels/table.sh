#!/usr/bin/env bash
# Prints the yardstick kernels as the compiler builds them now, beside the reference compiler's figures.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cargo build --quiet --release -p mosaic --bin mosaic
mosaic=${CARGO_TARGET_DIR:-target}/release/mosaic
printf '%-12s %-12s %11s %6s %11s %6s %7s %7s\n' kernel result llvm-mos bytes mosaic bytes cycles bytes
grep -v '^#' "$here/cycles.txt" | while read -r name result cycles bytes _; do
    read -r _ ours found size < <("$mosaic" kernel "$here" "$name" --no-stack-check | sed 's/[a-z]*=//g')
    [ "$found" = "$result" ] || { echo "$name: result $found instead of $result" >&2; exit 1; }
    echo "$name $result $cycles $bytes $ours $size"
done | awk '
    { c = $5 / $3; b = $6 / $4; lc += log(c); lb += log(b)
      printf "%-12s %-12s %11d %6d %11d %6d %7.3f %7.3f\n", $1, $2, $3, $4, $5, $6, c, b }
    END { printf "%-62s %7.3f %7.3f\n", "geometric mean", exp(lc / NR), exp(lb / NR) }'
