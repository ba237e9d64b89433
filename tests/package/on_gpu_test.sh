#!/usr/bin/env bash
# benchmarks/on_gpu in the tarball refuses software renderers, measures with the given options, and
# continues an interrupted run.
#   on_gpu_test.sh CMAKE BUILD
set -euo pipefail
cmake=$1 build=$2
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
for component in cli libraries; do
    "$cmake" --install "$build" --prefix "$tree" --component "$component" >/dev/null
done
fail() {
    echo "$*" >&2
    cat "$tree/said" >&2
    exit 1
}
on_gpu() {
    (cd / && "$tree/on_gpu" "$@") >"$tree/said" 2>&1
}

"$tree/bin/sinew-cli" devices >"$tree/devices"
if ! grep -q '^   usable: .* GPU' "$tree/devices"; then
    ! on_gpu || fail "a processor was taken for a GPU"
    grep -q "there is no GPU that can be used" "$tree/said" || fail "it does not say that there is no GPU"
fi
[[ ! -e $tree/results ]] || fail "there is a report of nothing"

name=$(sed -n '1s/^0: \([[:alnum:]]*\).*/\1/p' "$tree/devices")
options=(--device 0 --scenario tutorial --methods vertex,compute --frames 2 --seconds 0.1 --size 64x64)
on_gpu "${options[@]}" || fail "it does not measure"
report=$(echo "$tree"/results/*.json)
[[ -f $report && ${report,,} == *"/results/${name,,}"* ]] || fail "the report is $report"
grep -q '^ "partial": false' "$report" || fail "it is not whole"
grep -q '"driver": "..*"' "$report" || fail "it does not name the driver"

sed -i 's/^ "partial": false/ "partial": true/' "$report"
on_gpu "${options[@]}" || fail "it does not go on"
grep -q "Going on with" "$tree/said" || fail "it does not say that it goes on"
grep -q '^ "partial": false' "$report" || fail "it did not come to an end"
