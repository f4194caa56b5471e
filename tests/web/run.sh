#!/usr/bin/env bash
# Tests build/web in headless Chromium. As root it installs Chromium, its driver and Selenium when they are missing;
# where that is not possible, the test is SKIPPED.
set -euo pipefail
cd "$(dirname "$0")/../.."

# Debian's Python has Debian's packages, whatever other Python comes first in the path.
python=/usr/bin/python3
[[ -x $python ]] || python=python3

has_all() { command -v chromium chromedriver >/dev/null && "$python" -c 'import selenium' 2>/dev/null; }

packages=(chromium chromium-driver python3-selenium fonts-dejavu-core)
if ! has_all; then
  if ((EUID == 0)); then
    apt-get update -qq >/dev/null 2>&1 || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${packages[@]}" >/dev/null 2>&1 || true
  fi
  if ! has_all; then
    echo "SKIPPED: no Chromium with its driver; as root: apt-get install ${packages[*]}"
    exit 0
  fi
fi
cargo build --quiet --release -p web --bin web-native
exec "$python" -B tests/web/browser.py "${CARGO_TARGET_DIR:-target}/release/web-native" "$@"
