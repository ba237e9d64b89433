# Tests data that persists between runs: settings and the pipeline cache.

test_a_device_is_chosen_for_the_next_start() {
    open_display
    # These sections are closed, so that the device is in view.
    local closed='"closedSections": ["Time of a frame", "Work", "Cost"]'
    write_settings "$closed"
    start
    click Device device
    local name
    is_listed() {
        name=$(awk -F '\t' '$1 == "widget" && $2 == "Device" && $3 ~ /llvmpipe/ { print $3; exit }' "$shown")
        [ -n "$name" ]
    }
    until_holds is_listed || fail "the device is not in the list"
    click Device "$name"
    expect '"device": "llvmpipe.*"'
    leave
    # A missing device is reported, and another one is used.
    write_settings "$closed, \"device\": \"Nothing 9000\""
    start
    expect_error "^sinew: no device matches 'Nothing 9000'"
    expect_text Device '^At the next start: Nothing 9000$'
    click Device device
    click Device automatic; expect '"device": ""'
    leave
}

test_settings_survive_a_restart() {
    open_display
    rm "$settings"
    start --cascades 2
    press 2 plus plus v k l r; expect_title '[|] cpu [|] 4 instances'
    xdotool windowsize "$window" 450 350; expect 'extent: 450x350'
    leave
    expect_setting '"skinning": "cpu:dual-quaternion"' '"instanceCount": 4' '"view": 1' \
        '"skeleton": true' '"posesASecond": 30' '"windowWidth": 450'
    start; expect_title '[|] cpu [|] 4 instances'; leave
    start --method compute --instances 1; expect_title '[|] compute [|] 1 instance [|]'; leave
}

test_unknown_words_and_wrong_values_in_settings_are_ignored_alone() {
    open_display
    write_settings '"skinning": "compute:u9x4", "compared": "cpu", "instanceCount": 2, "fur": 3'
    start; expect_title '[|] compute [|] 2 instances'
    expect_error "settings.json: skinning: unknown setting 'u9x4'"
    leave
    write_settings '"instanceCount": -3, "skinning": "cpu", "speed": "fast", "windowWidth": 1e30'
    start; expect_title '[|] cpu [|] 1 instance [|]'
    expect_error 'settings.json: instanceCount: a whole number from 1 to 1000000 is expected, not -3'
    expect_error 'settings.json: speed: .* is expected, not "fast"'
    expect_error 'settings.json: windowWidth: .* is expected, not 1e\+30'
    leave
    expect_setting '"instanceCount": 1,'
}

test_damaged_settings_are_ignored_and_written_anew() {
    open_display
    for content in '{"skinning": "cpu", ' '[]' '42'; do
        echo "$content" >"$settings"
        start; expect_error 'settings.json: .*; the defaults are used'; leave
        expect_setting '"instanceCount": 1'
    done
    [ -z "$(find "$XDG_CONFIG_HOME" -name '*.part')" ] || fail "temporary files stay"
}

test_settings_that_are_a_folder_do_not_prevent_a_start() {
    open_display
    rm "$settings"
    mkdir -p "$settings/inside"
    start --instances 2; expect_title '[|] 2 instances'
    expect_error 'settings.json is not a file'
    leave
    expect_error 'cannot write .*settings.json'
    [ -d "$settings/inside" ] || fail "the folder is gone"
    rmdir "$settings/inside" "$settings" "$(dirname "$settings")"
    echo >"$XDG_CONFIG_HOME/sinew"  # a file where the folder should be
    start; leave
    expect_error 'cannot make the folder'
    grep -q 'disk full' "$folder/err" && fail "two messages in one"
    return 0
}

test_pipeline_cache_is_kept() {
    open_display
    start; leave
    [ -s "$(find "$XDG_CACHE_HOME/sinew" -name 'pipelines-*.bin')" ] || fail "no cache was written"
    # Random bytes in the cache file are ignored.
    head -c 4096 /dev/urandom >"$(find "$XDG_CACHE_HOME/sinew" -name 'pipelines-*.bin')"
    start; leave
}
