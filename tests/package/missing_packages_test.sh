#!/usr/bin/env bash
# ./run, ./check and tests/fuzz/run without root, on a system with missing packages: one message
# names all of them and the command that installs them, and nothing is built. A fake dpkg-query
# lists the installed packages.
set -euo pipefail

source=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/bin" "$folder/tree/tests/fuzz"
cp -r "$source/run" "$source/check" "$source/cmake" "$folder/tree"
cp "$source/tests/fuzz/run" "$folder/tree/tests/fuzz"
for program in apt-get cmake; do
    printf '#!/bin/sh\necho "%s was started" >&2\nexit 9\n' $program >"$folder/bin/$program"
done
printf '#!/bin/sh\nexec cat "%s/installed"\n' "$folder" >"$folder/bin/dpkg-query"
chmod -R a+rX "$folder"
chmod a+x "$folder"/bin/*

fail() {
    echo "$1" >&2
    cat "$folder/said" >&2
    exit 1
}

# run "SCRIPT ARGUMENTS" INSTALLED...: runs the script without root, with these packages, and writes
# its output to $folder/said.
run() {
    local script=$1 code=0 command
    read -ra command <<<"$script"
    shift
    printf 'installed %s\n' "$@" >"$folder/installed"
    chmod a+r "$folder/installed"
    local nobody=()
    [[ $EUID -ne 0 ]] || nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    (cd / && PATH=$folder/bin:$PATH "${nobody[@]}" "$folder/tree/${command[0]}" "${command[@]:1}") >"$folder/said" 2>&1 || code=$?
    [[ $code -eq 1 ]] || fail "$script ended with $code"
    ! grep -q "was started" "$folder/said" || fail "$script went on"
    [[ $(grep -c "Packages are missing" "$folder/said") -eq 1 ]] || fail "$script does not say once what is wrong"
    [[ $(wc -l <"$folder/said") -eq 2 ]] || fail "$script says more than that and the command"
}

named() {
    [[ " $(tail -1 "$folder/said") " == *"apt-get install "*" $1 "* ]]
}

packages() {
    sed 's/[[:space:]]*#.*//; /^$/d' "$@"
}

lists=$source/cmake/packages
run run none
for package in $(packages "$lists/run.txt"); do named "$package" || fail "./run does not name $package"; done
! named libgtest-dev || fail "./run wants what only tests need"
run check none
for package in $(packages "$lists/run.txt" "$lists/check.txt"); do
    named "$package" || fail "./check does not name $package"
done
! named clang || fail "./check wants what only tests/fuzz/run needs"
run "tests/fuzz/run 1" none
for package in $(packages "$lists/run.txt" "$lists/check.txt" "$lists/fuzz.txt"); do
    named "$package" || fail "tests/fuzz/run does not name $package"
done
# Installed packages are not named.
mapfile -t most < <(packages "$lists/run.txt" | grep -vx cmake)
run run "${most[@]}"
grep -Eq "apt-get install --no-install-recommends cmake$" "$folder/said" || fail "./run names what is there"
