#!/bin/sh
# Starts the program in VICE: run.sh FILE. VICE needs the C64's ROM images, which are the user's to supply.
set -u
file=${1:?usage: run.sh FILE}

if ! command -v x64sc >/dev/null 2>&1; then
    echo "VICE (x64sc) is not installed: \`make setup-vice\` installs it; \`make play\` needs neither VICE nor ROMs" >&2
    exit 1
fi
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    echo "VICE needs a graphical display, and there is none here; \`make play\` plays in this terminal" >&2
    exit 1
fi
if ! x64sc -silent -autostart "$file"; then
    echo "VICE did not run. Its Debian package comes without the C64's ROMs: put kernal, basic and chargen where VICE" >&2
    echo "looks for them (~/.local/share/vice/C64), or play without VICE: \`make play\`" >&2
    exit 1
fi
