#!/usr/bin/env bash
# make mutants: tries every mutant of the given files (board, search, game and eval when none is given) and prints a
# table by folder. Two passes: the quick tests within a few seconds of processor time, which also ends the mutants that
# loop for ever; then all tests for the mutants that are left. The survivors end up in build/mutants.out/missed.txt.
set -uo pipefail
cd "$(dirname "$0")/../.."

command -v cargo-mutants >/dev/null || cargo install --quiet --locked cargo-mutants || exit 1

files=()
for file in ${*:-src/board src/search src/game src/eval}; do
  [[ $file == *.rs ]] || file="$file/**/*.rs"
  files+=(--file "$file")
done

pass() { # pass SECONDS OPTIONS... -- TEST ARGUMENTS...
  local seconds=$1
  shift
  cargo mutants --package squares64 --no-shuffle --timeout $((20 * seconds)) --jobs "${JOBS:-1}" --output build \
    --cargo-arg="--config=target.'cfg(unix)'.runner=['prlimit','--cpu=$seconds']" "${files[@]}" "$@"
  # 2: some survived, 3: some took too long; everything else means that the run itself failed.
  [[ $? =~ ^[023]$ ]] || exit 1
}

rm -rf build/mutants.out build/mutants.out.old
pass 6 -- -- --test-threads=1 a_failure stage1 stage2 --skip two_thousand --skip two_hundred_thousand
[[ -s build/mutants.out/missed.txt ]] && pass 300 --iterate --cargo-arg=--lib -- -- --test-threads=1

count() { # count FOLDER OUTCOME: of both passes
  cat build/mutants.out.old/"$2".txt build/mutants.out/"$2".txt 2>/dev/null | grep -c "^src/$1/"
}

echo
printf '%-8s %8s %8s %8s %9s %9s\n' folder mutants viable killed survived share
for folder in board search game eval; do
  killed=$(($(count $folder caught) + $(count $folder timeout)))
  survived=$(grep -c "^src/$folder/" build/mutants.out/missed.txt)
  viable=$((killed + survived))
  ((viable)) || continue
  printf '%-8s %8d %8d %8d %9d %8s%%\n' $folder $((viable + $(count $folder unviable))) $viable $killed $survived \
    "$(awk "BEGIN { printf \"%.1f\", 100 * $survived / $viable }")"
done
