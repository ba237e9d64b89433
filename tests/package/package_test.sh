#!/usr/bin/env bash
# Installs the files of the tarball and inspects them.
#   package_test.sh CMAKE BUILD READELF
set -euo pipefail
cmake=$1 build=$2 readelf=$3

tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
failed=0
fail() {
    echo "$*" >&2
    failed=1
}

for component in cli libraries; do
    "$cmake" --install "$build" --prefix "$tree" --component "$component" >/dev/null
done

for file in bin/sinew-cli lib/fallback/libvulkan.so.1 lib/fallback/libstdc++.so.6 \
    share/sinew/assets/mannequin.glb share/sinew/assets/mannequin.animator.json \
    share/sinew/assets/props/sword.glb; do
    [[ -f $tree/$file ]] || fail "$file is missing"
done
[[ ! -e $tree/bin/sinew ]] || fail "the window is there, and its libraries are not"

libc='^(ld-linux.*|libc|libm|libpthread|libdl|librt)\.so'
for object in "$tree"/bin/sinew-cli "$tree"/lib/*.so* "$tree"/lib/fallback/*.so*; do
    "$readelf" -d "$object" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' >"$tree/needed"
    while read -r library; do
        [[ $library =~ $libc || -e $tree/lib/$library || -e $tree/lib/fallback/$library ]] ||
            fail "${object#"$tree"/} needs $library, which is not in lib/"
    done <"$tree/needed"
done

path=$("$readelf" -d "$tree/bin/sinew-cli" | sed -n 's/.*(RPATH).*\[\(.*\)\]/\1/p')
[[ $path == '$ORIGIN/../lib:'*':$ORIGIN/../lib/fallback' ]] || fail "the library path is '$path'"

# Libraries in lib/ take precedence over the system's.
loaded=$(LD_TRACE_LOADED_OBJECTS=1 "$tree/bin/sinew-cli")
for library in "$tree"/lib/*.so*; do
    name=$(basename "$library")
    [[ $loaded != *"$name => "* || $loaded == *"$name => $tree/bin/../lib/$name"* ]] ||
        fail "$name is not taken from lib/"
done
"$tree/bin/sinew-cli" --version >/dev/null || fail "sinew-cli does not start"
exit $failed
