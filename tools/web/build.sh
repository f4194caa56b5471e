#!/usr/bin/env bash
# Compiles the crate `web` for the browser; prints the path of the WebAssembly module.
#
# With the active toolchain when its library for wasm32 is installed; else with Debian's rustc-web when that is here, as
# it is where the C64 program is compiled with it: it builds the library from its source once and keeps it in the target
# directory. Else the library is fetched with rustup.
set -euo pipefail
cd "$(dirname "$0")/../.."

target=wasm32-unknown-unknown
arguments=(build --quiet --package web --lib --profile web --target "$target")

has_target() { [[ -d $(rustc --print sysroot)/lib/rustlib/$target/lib ]]; }
has_debian() { [[ -e /usr/lib/rustlib/src/rust/library/std/Cargo.toml ]]; }

if ! has_target && ! has_debian; then
  rustup target add "$target" >&2
fi
if has_target; then
  cargo "${arguments[@]}"
else
  major=$(/usr/bin/rustc -vV | sed -n 's/^LLVM version: \([0-9]*\).*/\1/p')
  linker=wasm-ld-$major
  if ! command -v "$linker" >/dev/null; then
    if ((EUID != 0)); then
      echo "The linker for the browser is missing. As root: apt-get install lld-$major" >&2
      exit 1
    fi
    apt-get update -qq >&2
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "lld-$major" >&2
  fi
  RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker \
    /usr/bin/cargo "${arguments[@]}" -Zbuild-std=std,panic_abort
fi
echo "${CARGO_TARGET_DIR:-target}/$target/web/web.wasm"
