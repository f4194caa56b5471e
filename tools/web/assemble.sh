#!/usr/bin/env bash
# Writes build/web: the page, the machine as WebAssembly, the program with its symbols. Prints what is downloaded.
set -euo pipefail
cd "$(dirname "$0")/../.."

out=build/web
wasm=$(tools/web/build.sh)
rm -rf "$out"
mkdir -p "$out"
cp tools/web/page/* "$out"
cp "$wasm" "$out/64squares.wasm"
cp build/64squares.prg build/64squares.sym "$out"

# The service worker keeps every file; its version changes when one of them does.
files=$(cd "$out" && find . -type f ! -name sw.js -printf '"%P", ' | sort)
version=$(cd "$out" && find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-16)
sed -i "s|@VERSION@|$version|; s|/\*@FILES@\*/|$files|" "$out/sw.js"

bytes=$(find "$out" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
packed=$(find "$out" -type f -exec gzip -9 -c {} \; | wc -c)
echo "$out: $bytes bytes, $packed as a server packs them"
