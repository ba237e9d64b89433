#!/usr/bin/env bash
# ./run -- --example takes the number of an example, with or without a zero, or its folder's name.
# Nothing is built.
set -euo pipefail

root=$1
fail() {
    echo "$1" >&2
    exit 1
}
# The run script defines exampleFolder, and returns because it is not the started program.
found() (
    set --
    source "$root/run"
    exampleFolder "$word"
)

count=0
for folder in "$root"/examples/[0-9]*; do
    name=$(basename "$folder")
    number=${name%%-*}
    for word in "$number" "${number#0}" "$name"; do
        [[ $(found) == "$folder" ]] || fail "'$word' is not $name"
    done
    count=$((count + 1))
done
[[ $count -ge 8 ]] || fail "only $count examples"
for word in "" 0 9 09 31 x "${name%?}" ../examples; do
    code=0
    said=$(found 2>&1) || code=$?
    [[ $code == 2 && $said == *"01-compute-skinning"* ]] || fail "'$word': $code $said"
done
code=0
"$root/run" -- --example 31 >/dev/null 2>&1 || code=$?
[[ $code == 2 ]] || fail "./run ended with $code"
