# The window where it is installed.

# In a view of the files in which the source tree is empty and cannot be written.
without_source() {  # COMMAND...
    unshare --map-root-user --mount bash -c '
        mount -t tmpfs -o ro none "$1" && cd / && shift && exec "$@"' -- "$SOURCE" "$@"
}
installed_sinew() { without_source "$folder/prefix/bin/sinew" "$@"; }

test_an_installed_window_needs_no_source_tree() {
    need unshare
    without_source true || { echo "skipped: no mounts of its own"; exit 77; }
    without_source test ! -e "$SOURCE/README.md" || fail "the source tree is still there"
    open_display
    local component
    for component in cli window; do
        cmake --install "$BUILD" --prefix "$folder/prefix" --component $component >"$folder/out" 2>&1 ||
            fail "$component is not installed"
    done
    SINEW=installed_sinew
    start --method compute
    expect "model: $folder/prefix/share/sinew/assets/mannequin.glb"
    press F5
    expect_output 'compiled again'
    click Model file
    click Model serpent.glb
    expect "model: $folder/prefix/share/sinew/assets/serpent.glb"
    press F2
    expect_widget benchmark quick
    press Escape
    leave
    expect_setting '"skinning": "compute"'
}
