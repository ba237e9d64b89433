#!/usr/bin/env bash
# libdraco's archive contains another version of TinyGLTF. A program that links it crashes at
# import.
#   linkage_test.sh READELF PROGRAM...
set -euo pipefail
readelf=$1
failed=0
for program in "${@:2}"; do
    own=$("$readelf" -sW "$program" | awk '$4 == "FUNC" && $5 == "GLOBAL" && $7 != "UND" && $8 ~ /^_ZNK?8tinygltf/' | wc -l)
    [[ $own -eq 0 ]] || { echo "$program has $own functions of TinyGLTF in it; its library has them" >&2; failed=1; }
done
exit "$failed"
