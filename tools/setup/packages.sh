#!/usr/bin/env bash
# Brings in the Debian packages the build needs. Prints nothing and takes no time when all is there.
set -euo pipefail

missing=()
why=()
need() { # need COMMAND-OR-FILE PACKAGES REASON
  if [[ $1 == /* ]]; then [[ -e $1 ]] && return; else command -v "$1" >/dev/null && return; fi
  read -ra packages <<<"$2"
  missing+=("${packages[@]}")
  why+=("  $2: $3")
}

need ca65 "cc65" "assembles and links the 6502 code"
need opt-22 "llvm-22" "LLVM's optimiser and IR linker, opt and llvm-link"
# The compiler for the target needs the library source that matches it: the active toolchain's, or Debian's pair.
if [[ ! -d $(rustc --print sysroot)/lib/rustlib/src/rust/library/core ]]; then
  need /usr/lib/rustlib/src/rust/library/core/Cargo.toml "rustc-web cargo-web rust-web-src" \
    "a Rust compiler with the source of its library, to build core for the 6502"
fi

((${#missing[@]})) || exit 0
echo "These packages are missing:"
printf '%s\n' "${why[@]}"
install=(apt-get install -y --no-install-recommends "${missing[@]}")
if ((EUID != 0)); then
  echo "Run this as root, then try again:"
  echo "  apt-get update && ${install[*]}"
  exit 1
fi
echo "Installing them."
apt-get update -qq
DEBIAN_FRONTEND=noninteractive "${install[@]}" >/dev/null
