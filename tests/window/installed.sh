# Tests the installed window.

# Runs a command in a mount namespace with an empty, read-only source tree.
without_source() {  # COMMAND...
    unshare --map-root-user --mount bash -c '
        mount -t tmpfs -o ro none "$1" && cd / && shift && exec "$@"' -- "$SOURCE" "$@"
}
installed_sinew() { without_source "$folder/prefix/bin/sinew" "$@"; }

test_an_installed_window_needs_no_source_tree() {
    need cmake unshare
    # If mounts are not allowed, the command only runs in another current folder.
    without_source true || without_source() { (cd / && exec "$@"); }
    open_display
    local component
    for component in cli window; do
        cmake --install "$BUILD" --prefix "$folder/prefix" --component $component >"$folder/out" 2>&1 ||
            fail "$component is not installed"
    done
    diff -r -x CMakeLists.txt -x embedded.h "$SOURCE/shaders" "$folder/prefix/share/sinew/shaders" >"$folder/out" ||
        fail "the installed shaders differ from the source tree"
    keep_few_shaders "$folder/prefix/share/sinew"
    SINEW=installed_sinew
    start --method compute
    expect "model: $folder/prefix/share/sinew/assets/mannequin.glb"
    press F5
    expect_output 'Shaders compiled in '
    click Model file
    click Model serpent.glb
    expect "model: $folder/prefix/share/sinew/assets/serpent.glb"
    press F2
    expect_widget benchmark quick
    press Escape
    leave
    expect_setting '"skinning": "compute"'
}
