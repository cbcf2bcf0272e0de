#!/bin/sh
# Copies the WASI interfaces from the crate that the components are built with, so that both always match.
#
#   wit/vendor.sh           copies them
#   wit/vendor.sh --check   fails if the copies differ
set -eu
cd "$(dirname "$0")"

manifest=$(cargo metadata --locked --format-version 1 --manifest-path ../component/Cargo.toml |
    tr ',' '\n' | sed -n 's/^"manifest_path":"\(.*\/wasip3-[0-9][^/]*\/Cargo.toml\)"$/\1/p' | sort -u)
source=$(dirname "$manifest")/wit/deps
if [ ! -d "$source" ]; then
    echo "vendor.sh: component/Cargo.lock names no wasip3 crate with a folder wit/deps" >&2
    exit 1
fi

if [ "${1-}" = --check ]; then
    diff -r "$source" deps
else
    rm -rf deps
    cp -R "$source" deps
fi
