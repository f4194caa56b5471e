#!/bin/sh
# Installs what vice-check needs: VICE from Debian's contrib component, a screen nobody sees, and xdotool to
# press keys. Does nothing when all is there. Never fails: where VICE cannot be had it says SKIPPED and why.
set -u

packages="vice xvfb xdotool cc65"
list=/etc/apt/sources.list.d/64squares-contrib.list

missing=""
for tool in x64sc Xvfb xdotool ca65; do
    command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
if [ -z "$missing" ]; then
    exit 0
fi

skip() {
    echo "SKIPPED: VICE is not installed (missing:$missing): $1"
    exit 0
}

command -v apt-get >/dev/null 2>&1 || skip "this machine has no apt-get"
[ -r /etc/os-release ] && . /etc/os-release
[ "${ID:-}" = debian ] || skip "only Debian's packages are known here, not those of ${ID:-this system}"
# The mirror this machine already uses for Debian itself.
mirror=$(apt-get indextargets --format '$(SITE) $(RELEASE) $(COMPONENT)' 2>/dev/null |
    awk -v release="${VERSION_CODENAME:-stable}" '$2 == release && $3 == "main" { print $1; exit }')
[ -n "$mirror" ] || skip "no source for ${VERSION_CODENAME:-this release} is set up (try: apt-get update)"
entry="deb $mirror ${VERSION_CODENAME:-stable} contrib"
if [ "$(id -u)" -ne 0 ]; then
    skip "run as root: echo '$entry' >$list && apt-get update && apt-get install --no-install-recommends $packages"
fi

if ! apt-cache show vice >/dev/null 2>&1; then
    echo "$entry" >"$list" || skip "$list cannot be written"
    apt-get update -qq || skip "apt-get update fails"
fi
# shellcheck disable=SC2086
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages >/dev/null ||
    skip "apt-get cannot install $packages"
echo "installed: $packages"
