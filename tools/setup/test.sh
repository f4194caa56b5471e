#!/usr/bin/env bash
# Every check of the project; ends with the sum of all test counts and where the time went.
set -uo pipefail
cd "$(dirname "$0")/../.."

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

step() { # step TITLE COMMAND...
  local title=$1 start=$SECONDS
  shift
  echo
  echo "== $title"
  "$@" 2>&1 | tee -a "$logs/output.$BASHPID"
  [[ ${PIPESTATUS[0]} -eq 0 ]] || echo "$title" >>"$logs/broken"
  printf '%5d s  %s\n' $((SECONDS - start)) "$title" >>"$logs/times"
}

# Builds of another profile share nothing with the release build: they use the second core while tests run on the first.
beside_the_tests() {
  step "lints" cargo clippy --quiet --workspace --all-targets -- -D warnings
  step "documentation" make --no-print-directory doc
  step "the engine's tests with every assertion on" make --no-print-directory checked-engine
}

step "formatting" cargo fmt --all --check
beside_the_tests >"$logs/beside" 2>&1 &
step "tests" cargo test --workspace --release --no-fail-fast
wait
cat "$logs/beside"
step "mosaic's tests with every assertion on" make --no-print-directory checked-mosaic
step "the program" make --no-print-directory prg
step "suites on the 6502" make --no-print-directory suites
step "host and 6502 agree" make --no-print-directory parity
step "the engine against itself on the 6502" make --no-print-directory games N=2 PLIES=40
step "the book on the 6502" make --no-print-directory book-target
step "the Standard player on the 6502" make --no-print-directory standard-check
step "the program played on the emulated C64" cargo test --release --features prg --test play
step "the UCI bridge" make --no-print-directory uci
step "the program and the host build as UCI engines" \
  cargo test --release --no-fail-fast -p uci --features prg --test agreement --test conversation
step "the UCI bridge driven by real clients" tests/uci/run.sh
step "a share of the campaigns" make --no-print-directory campaign-share
step "the console of the page, natively" cargo test --release -p web --features prg
step "the page in a browser" make --no-print-directory web-check

# cargo prints `test result: ok. N passed; N failed`, the suite runner `N passed, N failed`.
read -r passed failed < <(awk '
  /^test result:/ { for (i = 2; i <= NF; i++) { if ($i ~ /^passed/) p += $(i-1); if ($i ~ /^failed/) f += $(i-1) } next }
  /^[0-9]+ passed, [0-9]+ failed/ { p += $1; f += $3 }
  END { print p + 0, f + 0 }' "$logs"/output.*)
broken=$(cat "$logs/broken" 2>/dev/null | wc -l)
# A step that broke without a failed test (lints, a build) counts as one failure.
((failed == 0 && broken > 0)) && failed=$broken
echo
echo "== where the time went"
cat "$logs/times"
[[ $broken -eq 0 ]] || sed 's/^/failed: /' "$logs/broken"
echo
echo "$passed passed, $failed failed"
((failed == 0 && broken == 0))
