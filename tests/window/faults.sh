# Tests errors, after which the window continues or ends.

test_a_crowd_that_would_be_slow_is_asked_about() {
    open_display
    # A slow crowd in the settings of the last run is also shown only after a question.
    write_settings '"instanceCount": 2000'
    SINEW_TEST_SLOW=upload:260 start --method compute --cascades 0
    expect_title '2000 instances[?]$'
    local few; few=$(title | grep -oE '[0-9]+ instances [|]'); few=${few%% *}
    [ "$few" -lt 250 ] || fail "it does not wait for the answer: $few instances"
    press Escape; expect_title "[|] $few instances [|] $frame_time\$"
    leave
    expect_setting "\"instanceCount\": $few"
    # A frame takes more than one second, so a crowd of twice the size takes more than two.
    SINEW_TEST_SLOW=upload:1010 start --cascades 0
    press plus; expect_title "[|] $few instances [|] $frame_time [|] $((2 * few)) instances[?]\$"
    press minus; expect_title "[|] $few instances [|] $frame_time\$"
    press plus
    click question 'Show them (Enter)'; expect_title "[|] $((2 * few)) instances [|] $frame_time\$"
    press plus; expect_title "$((4 * few)) instances[?]\$"
    leave
    expect_setting "\"instanceCount\": $((2 * few))"
}

# Posing a million characters to compute the camera's view would take a day.
test_a_million_characters_are_refused_before_any_work() {
    open_display
    export SINEW_TEST_SLOW=bounds:100
    start --instances 1000000
    expect_title '[|] 1 instance [|]'
    expect_error '1000000 instances of .* need [0-9]+ MiB .*; try at most'
    leave
    write_settings '"instanceCount": 900000, "model": "'"$SOURCE"'/assets/serpent.glb"'
    start; expect_title '[|] serpent.glb [|].*[|] 1 instance [|]'
    expect_error '900000 instances of .* need'
    leave
}

test_a_signal_ends_it_whatever_it_does() {
    need python3
    open_display
    for signal in TERM INT; do
        # Stderr of the previous run is removed: the wait below must see the output of this run.
        rm -f "$settings" "$folder/err"
        # A frame that never ends.
        SINEW_TEST_SLOW=upload:100000000 "$SINEW" --validate --size 500x430 --instances 3 \
            >"$folder/out" 2>"$folder/err" &
        program=$!
        expect_error 'upload sleeps'
        kill -s $signal "$program"
        left_well $((128 + $(kill -l $signal)))
        expect_error 'interrupted; the settings are saved'
        python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["instanceCount"] == 3' \
            "$settings" || fail "the settings are not kept"
        [ -z "$(find "$XDG_CONFIG_HOME" -name '*.part*')" ] || fail "temporary files stay"
    done
    start --instances 2
    press 4; expect_title '[|] vertex [|] 2 instances'
    kill -s TERM "$program"
    left_well 143
    expect_setting '"skinning": "vertex"'
}

test_a_moment_that_cannot_be_drawn_is_told_and_the_window_goes_on() {
    open_display
    export SINEW_TEST_FAILS=0.5
    start --method compute
    expect_error 'the pose at .* s was made to fail'
    press 4; expect_title '[|] vertex [|]'
    local clip; clip=$(value clip)
    press n; expect_other clip "$clip"
    : >"$folder/err"
    press space  # plays on, and stops again
    expect_error 'the pose at .* s was made to fail'
    press 3 plus; expect_title '[|] compute [|] 2 instances'
    leave
}

test_a_lost_device_is_told_in_a_line_and_ends_the_window() {
    open_display
    start --instances 3
    lose_device
    expect_setting '"instanceCount": 3'
    start --method texture --compare compute
    press d; expect '"comparison": "difference"'
    press x; expect 'errors: running'
    lose_device
    expect_setting '"comparison": "difference"'
}

test_where_memory_runs_out_what_works_stays() {
    open_display
    write_settings '"closedSections": ["Time of a frame", "Cost"]'
    start --method compute
    order 'no more memory' "drop $SOURCE/assets/serpent.glb"
    expect_error '^sinew: serpent.glb: out of device memory: .* try fewer instances'
    expect_text notices '^serpent.glb: out of device memory'
    expect "model: $SOURCE/assets/mannequin.glb"
    frames
    press plus                                          # a larger crowd
    expect_error '^sinew: out of device memory: .* for '
    expect '"instanceCount": 1'
    expect_title '[|] mannequin.glb [|].*[|] 1 instance [|]'
    : >"$folder/err"
    press v v v v v v                                   # motion vectors need the previous poses
    expect_error '^sinew: out of device memory'
    expect '"view": [0-5]'
    frames
    : >"$folder/err"
    click Window 4                                      # samples of a pixel
    expect_error '^sinew: out of device memory'
    expect '"samples": 0'
    frames
    order memory "drop $SOURCE/assets/serpent.glb"
    expect_title '[|] serpent.glb [|]'
    press plus; expect_title '[|] 2 instances'
    click Window 4; expect_text Device ', 4 samples,'
    leave
}

test_a_crowd_gives_way_where_a_larger_window_takes_its_memory() {
    open_display
    start --method compute --instances 200
    xdotool windowsize "$window" 400 300; expect 'extent: 400x300'
    expect_title '[|] 200 instances'
    frames
    order 'no more memory'
    xdotool windowsize "$window" 600 400; expect 'extent: 600x400'
    expect_error '^sinew: out of device memory'
    expect_text notices '^One instance is shown'
    expect_title '[|] 1 instance [|]'
    frames
    leave
}

test_no_display_points_to_sinew_cli() {
    for runtime in "XDG_RUNTIME_DIR=$folder" "--unset=XDG_RUNTIME_DIR"; do
        env -u DISPLAY "$runtime" "$SINEW" >"$folder/out" 2>"$folder/err"
        [ $? = 1 ] || fail "exit code is not 1"
        grep -qE '^sinew: no display .*sinew-cli' "$folder/err" || fail "it does not point to sinew-cli"
        [ "$(wc -l <"$folder/err")" = 1 ] || fail "more than one line"
    done
}

test_wrong_options_say_what_is_known() {
    "$SINEW" --method magic >"$folder/out" 2>"$folder/err"
    [ $? = 1 ] || fail "exit code is not 1"
    grep -qE "^sinew: .*'magic'.*compute, vertex" "$folder/err" || fail "the methods are not named"
    "$SINEW" --cascades 9 >"$folder/out" 2>"$folder/err"
    [ $? = 1 ] || fail "exit code is not 1"
    # CLI11 2.1 and CLI11 2.4 write the range differently.
    grep -qE '^sinew: --cascades: .*0 (to|-) 6.*--help' "$folder/err" || fail "the bounds are not named"
    "$SINEW" --poses auto >"$folder/out" 2>"$folder/err"
    [ $? = 1 ] || fail "exit code is not 1"
    grep -qx 'sinew: --poses auto was removed after version 0.1.0; use --poses cpu or gpu' \
        "$folder/err" || fail "the removed value is not named"
}
