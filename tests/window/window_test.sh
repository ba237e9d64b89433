#!/bin/bash
# Tests of the window: `window_test.sh NAME` with SINEW (the program) and SOURCE (the source tree).
# Every run has the validation layer on: a message makes the exit code 1, and the test fail.
set -u -o pipefail

folder=$(mktemp -d)
export XDG_CONFIG_HOME=$folder/config XDG_CACHE_HOME=$folder/cache XDG_RUNTIME_DIR=$folder
export XDG_DATA_HOME=$folder/data
unset WAYLAND_DISPLAY SDL_VIDEODRIVER
# The driver, the layer, SDL and fontconfig leave memory behind at exit, and what is unloaded by then
# has no names to suppress it by. Leaks of Vulkan objects are the validation layer's to tell.
export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
settings=$XDG_CONFIG_HOME/sinew/settings.json
mkdir -p "$folder/config/sinew"
program= display_server=

clean_up() {
    [ -n "$program" ] && kill "$program" 2>/dev/null
    [ -n "$display_server" ] && kill "$display_server" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$folder"
}
trap clean_up EXIT

fail() {
    echo "FAILED: $*"
    for log in out err; do
        [ -s "$folder/$log" ] && { echo "--- std$log"; tail -40 "$folder/$log"; }
    done
    exit 1
}
need() {
    for tool in "$@"; do
        command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
    done
}

# What is waited for is a condition and never a time: a machine that is busy with others takes long over
# each frame. The limit only ends a test that fails.
until_holds() {  # COMMAND...
    local end=$((SECONDS + 150))
    while [ $SECONDS -lt $end ]; do
        "$@" && return 0
        kill -0 "${program:-$display_server}" 2>/dev/null || break
        sleep 0.25
    done
    "$@"  # what the program did last
}

# A display of its own; 96 dots an inch, so that the interface's scale is 1. Without -noreset the server
# starts over when its last client leaves, and turns away one that comes then.
open_display() {
    need Xvfb xdotool
    Xvfb -noreset -displayfd 5 -screen 0 1280x900x24 -dpi 96 -nolisten tcp 5>"$folder/display" 2>/dev/null &
    display_server=$!
    until_holds test -s "$folder/display" || fail "Xvfb did not start"
    export DISPLAY=:$(cat "$folder/display")
}

# Starts the program; `window` is its window once it shows frames.
start() {
    "$SINEW" --validate --size 1000x860 "$@" >"$folder/out" 2>"$folder/err" &
    program=$!
    until_holds find_window || {
        kill -0 "$program" 2>/dev/null || { wait "$program"; fail "left at once with $?"; }
        fail "showed no window"
    }
    xdotool windowfocus --sync "$window"
}
find_window() {
    window=$(xdotool search --onlyvisible --name '^sinew [|].* fps( [|] [0-9]+ instances[?])?$' 2>/dev/null | head -1)
    [ -n "$window" ]
}
title() { xdotool getwindowname "$window"; }
title_has() { title 2>/dev/null | grep -qE "$1"; }
# Waits until the title has a part like this: it is written anew twice a second.
expect_title() {
    until_holds title_has "$1" && return
    kill -0 "$program" 2>/dev/null || fail "left while the title should become '$1'"
    fail "the title is '$(title)' and should have '$1'"
}
press() { for key in "$@"; do xdotool key --window "$window" "$key"; sleep 0.1; done; }
settle() {  # lets two frames go by, as slow as the title says that they are
    local fps; fps=$(title | grep -oE '[0-9]+ fps' || echo 9)
    local slow=(6 3 1.5 1 0.8)
    sleep "${slow[${fps%% *}]:-0.6}"
}
click() {  # in pixels of the window; a frame between press and release, as slow devices need
    xdotool mousemove --window "$window" "$1" "$2"; settle
    xdotool mousedown 1; settle
    xdotool mouseup 1; settle
}
# From a place in the window by so many pixels. Only relative moves are told to SDL while a button is
# down.
drag() {  # x y right down [button]
    xdotool mousemove --window "$window" "$1" "$2"; settle
    xdotool mousedown "${5:-1}"; settle
    for _ in 1 2 3 4 5; do xdotool mousemove_relative -- $(($3 / 5)) $(($4 / 5)); sleep 0.2; done
    settle
    xdotool mouseup "${5:-1}"; settle
}
frames() {  # lets some go by, where nothing that is looked at hangs on how many
    sleep "${1:-2}"
    kill -0 "$program" 2>/dev/null || fail "left by itself"
}
hold() {  # down again and again, and up once, as a key does that repeats
    for _ in $(seq 9); do xdotool keydown --window "$window" "$1"; done
    xdotool keyup --window "$window" "$1"
}
leave() {  # Ctrl Q, and no validation message
    press ctrl+q
    left_well
}
left_well() {  # [EXIT CODE]: by itself, and no validation message
    until_holds has_left || fail "did not leave"
    wait "$program"
    local code=$?
    program=
    [ $code = "${1:-0}" ] || fail "exit code $code"
    grep -q validation "$folder/err" && fail "validation messages"
    return 0
}
has_left() { ! kill -0 "$program" 2>/dev/null; }
expect_error() { until_holds grep -qE "$1" "$folder/err" || fail "stderr lacks '$1'"; }
expect_output() { until_holds grep -qE "$1" "$folder/out" || fail "stdout lacks '$1'"; }

# Pictures of the window. shows... take one, judge it, and are asked until they hold.
shoot() {  # NAME [CROP]
    import -window "$window" ${2:+-crop "$2" +repage} "$folder/$1.png"
}
pixels_apart() {  # NAME NAME [how far apart colours may be]
    local apart; apart=$(compare -metric AE -fuzz "${3:-0%}" "$folder/$1.png" "$folder/$2.png" null: 2>&1)
    echo "${apart%% *}"  # newer ones say the share behind it
}
shows_anything() {  # NAME [CROP]: more than the ground of a window that was not painted yet
    shoot "$1" "${2:-}"
    [ "$(convert "$folder/$1.png" -format '%k' info:)" -gt 4 ]
}
shows_other() {  # NAME OLD PIXELS [CROP]: more than so many are not those of the picture OLD
    shoot "$1" "${4:-}"
    [ "$(pixels_apart "$1" "$2" "${4:+10%}")" -gt "$3" ]
}
shows_again() {  # NAME OLD PIXELS CROP: fewer are not
    shoot "$1" "$4"
    [ "$(pixels_apart "$1" "$2" 10%)" -lt "$3" ]
}
shows_still() {  # NAME OLD PIXELS: as shows_other, and nothing moves any more
    shows_other "$1" "$2" "$3" || return 1
    sleep 0.5
    shoot "$1-later"
    [ "$(pixels_apart "$1" "$1-later")" = 0 ]
}
expect_setting() {
    grep -qF "$1" "$settings" || fail "settings.json lacks $1: $(cat "$settings")"
}

shows_every_method_by_key_and_click_and_closes() {
    open_display
    start --instances 2 --method compute
    expect_title '[|] compute [|] 2 instances'
    local key=1
    for method in cpu-reference cpu compute vertex vertex-uniform texture feedback; do
        press $key; expect_title "[|] $method [|]"
        key=$((key + 1))
    done
    # The list of methods, in the left column at scale 1.
    click 120 $((methods_y + 3 * 20)); expect_title '[|] vertex [|]'
    click 120 $((methods_y + 20)); expect_title '[|] cpu [|]'
    click 120 $((methods_y + 2 * 20)); expect_title '[|] compute [|]'
    press plus; expect_title '[|] 4 instances'
    press minus minus; expect_title '[|] 1 instance [|]'
    local before; before=$(title | cut -d'|' -f3)
    press n
    another_clip() { [ "$(title | cut -d'|' -f3)" != "$before" ]; }
    until_holds another_clip || fail "N does not go to another clip"
    press p; expect_title "[|]$before[|]"
    press v k c t g space F1; frames 3
    press F1 Tab v Tab; frames
    leave
}

compares_two_ways_beside_each_other_and_as_a_difference() {
    need import convert
    open_display
    start --instances 2 --method compute --compare vertex:u8x4
    expect_title '[|] compute beside vertex [|]'
    # The divider starts in the middle. Its line is bluer than anything around.
    drag 500 300 -50 20
    xdotool mousemove --window "$window" 480 700
    local line pale
    shows_divider() {
        shoot beside
        line=$(convert "$folder/beside.png" -crop 1x1+450+300 -format '%[fx:100*u.b]' info:)
        [ "${line%.*}" -gt 85 ]
    }
    until_holds shows_divider || fail "no line at the divider: blue is $line %"
    # Keys change the way that is being edited.
    press a 2; expect_title '[|] compute beside cpu [|]'
    press a 4; expect_title '[|] vertex beside cpu [|]'
    press s; expect_title '[|] cpu beside vertex [|]'
    press d; expect_title '[|] cpu \S+ vertex [|]'
    press space; frames 3
    press a l
    # The ramp's pale end, of which a picture without it has nothing.
    shows_ramp() {
        shoot difference
        pale=$(convert "$folder/difference.png" -fuzz 4% -fill black +opaque '#ffeeb1' \
            -fill white -opaque '#ffeeb1' -format '%[fx:mean*w*h]' info:)
        [ "${pale%.*}" -gt 60 ]
    }
    until_holds shows_ramp || fail "the difference view has no colour bar: $pale pale pixels"
    press d; expect_title '[|] cpu [|]'
    press d
    leave
    for part in '"comparison": "side by side"' '"skinning": "cpu:u8x4"' \
                '"compared": "vertex:dual-quaternion"' \
                '"divider": 0.4[45]'; do
        grep -q "$part" "$settings" || fail "settings.json lacks $part: $(cat "$settings")"
    done
    start; expect_title '[|] cpu beside vertex [|]'; leave
}

what_a_device_lacks_is_told_and_something_else_drawn() {
    open_display
    start --method feedback --assume-limits no-transform-feedback
    expect_title '[|] compute [|]'
    expect_error 'feedback is unsupported: .* lacks VK_EXT_transform_feedback'
    press 7; frames 2; expect_title '[|] compute [|]'
    leave
    start --method vertex-uniform:joints16; expect_title '[|] vertex-uniform .cpu. [|]'; leave
    start --method compute --compare cpu --assume-limits no-vertex-stores,no-independent-blend
    expect_title '[|] compute beside cpu [|]'
    press d; expect_title '[|] compute [|]'  # no difference view
    press v v v x; frames 2
    expect_error 'errors cannot be measured'
    leave
}

bakes_clips_and_shows_their_texture() {
    need import compare
    open_display
    # All sections but the settings are closed, so that the button's place is known.
    echo '{"closedSections": ["Model", "Animation", "Crowd", "Method", "Compare", "View"]}' \
        >"$settings"
    start --method texture:15hz; expect_title '[|] texture [|]'
    press space; frames 2
    shoot before
    click 160 "$look_y"
    until_holds shows_other viewer before 30000 || fail "the texture is not shown"
    xdotool mousemove --window "$window" 480 400 click --repeat 5 4; frames 1
    drag 480 400 -40 20
    press Escape; frames 1
    press 3; expect_title '[|] compute [|]'
    press 6; expect_title '[|] texture [|]'
    leave
}

is_left_while_errors_are_measured() {
    open_display
    start --method vertex
    press x; frames 1
    leave
}

measures_errors_while_frames_go_on() {
    open_display
    start --method vertex
    press x; frames 1
    press 3 plus; expect_title '[|] compute [|] 2 instances'
    frames 15
    leave
}

moves_and_steps_and_cuts() {
    open_display
    start --instances 2 --method compute
    press v v v; frames 1            # motion
    for key in r r r r j n space 4 5 6 7 2 1 space; do press $key; frames 0.5; done
    press v; frames 1                # shaded
    for key in r j n plus d 4 d d minus; do press $key; frames 0.5; done
    leave
}

times_are_frozen_and_compared() {
    need import compare
    open_display
    start --method compute
    local header=60x18+776+157
    until_holds shows_anything percentiles "$header" || fail "the times have no header"
    click 672 "$freeze_y"
    until_holds shows_other frozen percentiles 40 "$header" || fail "a click does not freeze"
    press 4 plus; expect_title '[|] vertex [|] 2 instances'
    shows_other frozen percentiles 40 "$header" || fail "another method thaws"
    click 672 "$freeze_y"
    until_holds shows_again thawed percentiles 10 "$header" || fail "a second click does not thaw"
    press z
    until_holds shows_other frozen percentiles 40 "$header" || fail "Z does not freeze"
    press z
    until_holds shows_again thawed percentiles 10 "$header" || fail "a second Z does not thaw"
    leave
}

# Four crowd sizes, each measured in a moment.
start_benchmark() {
    open_display
    echo '{"about": "Little.", "models": [{"users": true}], "choices": ["compute"],
           "instances": [1, 2, 3, 4], "passes": [1]}' >"$folder/tiny.json"
    echo "{\"scenario\": \"$folder/tiny.json\"}" >"$settings"
    start --method compute
    local list=260x160+20+100
    until_holds shows_anything column "$list" || fail "the window stays empty"
    press F2
    until_holds shows_other opened column 2000 "$list" || fail "F2 does not open the benchmark"
    local shipped; shipped=$(find "$SOURCE/benchmarks/scenarios" -name '*.json' | wc -l)
    click 140 $((start_y + 21 * shipped))
    expect_title 'benchmark [|] [0-9]+ %'
}

a_benchmark_runs_is_cancelled_and_its_report_saved() {
    need python3 import compare
    start_benchmark
    press 4 plus x F2 Tab F5; click 500 300        # all of that waits
    expect_title 'benchmark [|] ([3-9][0-9]|100) %'  # the first crowd size is through
    press Escape
    expect_title '[|] compute [|] 1 instance [|]'
    click "$save_x" 38
    local report
    # The page is the last of its files.
    report_is_saved() {
        report=$(find "$XDG_DATA_HOME/sinew/reports" -name '*-tiny-partial.json' 2>/dev/null)
        grep -qs '</html>' "${report%.json}.html"
    }
    until_holds report_is_saved || fail "no report was saved"
    python3 - "$report" "${report%.json}.csv" <<'END' || fail "the report is not what was measured"
import csv, json, sys
report = json.load(open(sys.argv[1]))
assert report["partial"] is True
rows = report["sections"][0]["rows"]
assert 1 <= len(rows) < 4 and rows[0]["instances"] == 1
assert rows[0]["frameMs"]["median"] > 0
assert len(list(csv.reader(open(sys.argv[2])))) > len(rows)
END
    grep -q '</html>' "${report%.json}.html" || fail "the page is not whole"
    press Escape 4 plus; expect_title '[|] vertex [|] 2 instances'
    press F2 Escape; frames 1
    leave
    grep -qF "\"scenario\": \"$folder/tiny.json\"" "$settings" || fail "the scenario is forgotten"
}

a_damaged_scenario_is_told_and_left_out() {
    open_display
    echo '{"about": "Broken.", "models": []}' >"$folder/broken.json"
    echo "{\"scenario\": \"$folder/broken.json\"}" >"$settings"
    start; press F2; frames 1
    expect_error '^sinew: .*broken.json: .choices. is missing'
    press Escape; leave
    grep -qF '"scenario": "quick"' "$settings" || fail "the damaged scenario stays chosen"
}

survives_a_walk_over_all_keys() {
    open_display
    start --instances 2
    local keys=(1 2 3 4 5 6 7 l d a s v r j k b c g t z F2 n p plus minus space Tab)
    RANDOM=7
    for _ in $(seq 60); do press "${keys[RANDOM % ${#keys[@]}]}"; done
    frames 2
    leave
}

survives_resizing_hiding_and_other_present_modes() {
    open_display
    start --method vertex
    for size in "700 500" "1200 880" "333 777" "900 700"; do
        # shellcheck disable=SC2086
        xdotool windowsize "$window" $size
        frames 1
    done
    xdotool windowunmap --sync "$window"; frames 1
    xdotool windowmap --sync "$window"; frames 2
    press F11; frames; press F11; frames
    leave
    # The other present mode, from the start on.
    sed -i 's/"vsync": true/"vsync": false/' "$settings"
    start; frames; leave
}

steers_the_camera_without_faults() {
    need import compare
    open_display
    start
    until_holds shows_anything panels || fail "the window stays empty"
    press space Tab
    until_holds shows_still before panels 100000 || fail "Tab does not hide the panels"
    drag 460 300 100 50
    until_holds shows_still orbited before 30000 || fail "the picture is not orbited"
    drag 460 300 -100 50 3
    until_holds shows_still panned orbited 30000 || fail "the picture is not panned"
    xdotool click --repeat 5 4
    until_holds shows_still zoomed panned 30000 || fail "the picture is not zoomed"
    xdotool click --repeat 30 5; frames 1
    press f; frames 1
    leave
}

settings_survive_a_restart() {
    open_display
    start
    press 2 plus plus v k l r; expect_title '[|] cpu [|] 4 instances'
    xdotool windowsize "$window" 900 700; frames 1
    leave
    for part in '"skinning": "cpu:dual-quaternion"' '"instanceCount": 4' '"view": 1' \
                '"skeleton": true' '"posesASecond": 30' '"windowWidth": 900'; do
        grep -qF "$part" "$settings" || fail "settings.json lacks $part: $(cat "$settings")"
    done
    start; expect_title '[|] cpu [|] 4 instances'; leave
    start --method compute --instances 1; expect_title '[|] compute [|] 1 instance [|]'; leave
}

unknown_words_in_settings_are_dropped_alone() {
    open_display
    echo '{"skinning": "compute:u9x4", "compared": "cpu", "instanceCount": 2, "fur": 3}' \
        >"$settings"
    start; expect_title '[|] compute [|] 2 instances'
    expect_error "settings.json: skinning: no setting called 'u9x4'"
    leave
}

damaged_settings_are_ignored_and_written_anew() {
    open_display
    for content in '{"skinning": "cpu", ' '[]' '42'; do
        echo "$content" >"$settings"
        start; expect_error 'settings.json: it is damaged and was ignored'; leave
        grep -qF '"instanceCount": 1' "$settings" || fail "not written anew after $content"
    done
    [ -z "$(find "$XDG_CONFIG_HOME" -name '*.part')" ] || fail "temporary files stay"
}

wrong_values_in_settings_are_ignored_alone() {
    open_display
    echo '{"instanceCount": -3, "skinning": "cpu", "speed": "fast", "windowWidth": 1e30}' \
        >"$settings"
    start; expect_title '[|] cpu [|] 1 instance [|]'
    expect_error 'settings.json: instanceCount is -3 and not a whole number from 1 to 1000000'
    expect_error 'settings.json: speed is "fast"'
    expect_error 'settings.json: windowWidth is 1e\+30'
    leave
    expect_setting '"instanceCount": 1,'
}

settings_that_are_a_folder_do_not_prevent_a_start() {
    open_display
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

a_held_key_acts_once() {
    open_display
    start --method compute
    hold plus
    hold d   # off, side by side, difference: nine times would be off again
    expect_title '[|] compute beside .* [|] 2 instances'
    hold minus
    press 2; expect_title '[|] cpu beside .* [|] 1 instance [|]'
    leave
}

# Every frame takes so long that those who are shown unasked may not become twice as many.
a_crowd_that_would_be_slow_is_asked_about() {
    open_display
    export SINEW_TEST_SLOW=upload:1100
    start --method compute --cascades 0 --instances 2000
    expect_title '2000 instances[?]$'
    local few; few=$(title | grep -oE '[0-9]+ instances [|]'); few=${few%% *}
    [ "$few" -lt 2000 ] || fail "it does not wait for the answer"
    press Escape; expect_title "[|] $few instances [|] [0-9]+ fps\$"
    press plus; expect_title "[|] $few instances [|] [0-9]+ fps [|] $((2 * few)) instances[?]\$"
    press Return; expect_title "[|] $((2 * few)) instances [|] [0-9]+ fps\$"
    press plus; expect_title "$((4 * few)) instances[?]\$"
    leave
    expect_setting "\"instanceCount\": $((2 * few))"
    # Neither is it restored silently.
    start; expect_title "[|] $few instances [|] [0-9]+ fps [|] $((2 * few)) instances[?]\$"
    press minus; expect_title "[|] $few instances [|] [0-9]+ fps\$"
    leave
    expect_setting "\"instanceCount\": $few"
}

# Posing so many to frame the camera would take a day.
a_million_characters_are_refused_before_any_work() {
    open_display
    export SINEW_TEST_SLOW=bounds:100
    start --instances 1000000
    expect_title '[|] 1 instance [|]'
    expect_error '1000000 instances of .* need [0-9]+ MiB .*; try at most'
    leave
    echo '{"instanceCount": 900000, "model": "'"$SOURCE"'/assets/serpent.glb"}' >"$settings"
    start; expect_title '[|] serpent.glb [|].*[|] 1 instance [|]'
    expect_error '900000 instances of .* need'
    leave
}

a_signal_ends_it_whatever_it_does() {
    need python3
    open_display
    for signal in TERM INT; do
        rm -f "$settings"
        # A frame that never ends.
        SINEW_TEST_SLOW=upload:100000000 "$SINEW" --validate --instances 3 \
            >"$folder/out" 2>"$folder/err" &
        program=$!
        expect_error 'upload sleeps'
        kill -s $signal "$program"
        left_well $((128 + $(kill -l $signal)))
        expect_error 'ended during its work; the settings are kept'
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

a_moment_that_cannot_be_drawn_is_told_and_the_window_goes_on() {
    open_display
    export SINEW_TEST_FAILS=0.5
    start --method compute
    expect_error 'the pose at .* s was made to fail'
    press 4; expect_title '[|] vertex [|]'
    local clip; clip=$(title | cut -d'|' -f3)
    press n; until_holds clip_is_other "$clip" || fail "no other clip plays"
    : >"$folder/err"
    press space  # which plays on, and stops again
    expect_error 'the pose at .* s was made to fail'
    press 3 plus; expect_title '[|] compute [|] 2 instances'
    leave
}
clip_is_other() { [ "$(title | cut -d'|' -f3)" != "$1" ]; }

escape_closes_what_is_open_and_then_leaves() {
    need import compare
    open_display
    mkdir "$folder/root"
    cp -r "$SOURCE/shaders" "$folder/root/"
    start --shader-dir "$folder/root" --method compute
    local list=300x60+20+$((files_y + 20))
    until_holds shows_anything column "$list" || fail "the window stays empty"
    click 200 "$files_y"
    until_holds shows_other opened column 1000 "$list" || fail "the list of files does not open"
    press 2 Escape 4; expect_title '[|] vertex [|]'
    echo 'int broken = ;' >>"$folder/root/shaders/light.glsl"
    press F5
    expect_error '^shaders/light.glsl:'
    press Escape 2; expect_title '[|] cpu [|]'
    press F1 Escape F2 Escape 3; expect_title '[|] compute [|]'
    press Escape
    left_well
}

a_benchmark_that_is_left_is_kept() {
    need python3 import compare
    start_benchmark
    expect_title 'benchmark [|] ([3-9][0-9]|100) %'  # the first crowd size is through
    leave
    local report
    report=$(find "$XDG_DATA_HOME/sinew/reports" -name '*-tiny*.json')
    [ -n "$report" ] || fail "the report is lost"
    grep -qF "${report%.json}.json" "$folder/out" || fail "it is not said where the report is"
    python3 -c 'import json, sys
assert json.load(open(sys.argv[1]))["sections"][0]["rows"][0]["frameMs"]["median"] > 0' "$report" ||
        fail "the report is not what was measured"
}

pipeline_cache_is_kept() {
    open_display
    start; leave
    [ -s "$(find "$XDG_CACHE_HOME/sinew" -name 'pipelines-*.bin')" ] || fail "no cache was written"
    # Bytes of no cache at all are no reason to stop.
    head -c 4096 /dev/urandom >"$(find "$XDG_CACHE_HOME/sinew" -name 'pipelines-*.bin')"
    start; leave
}

wrong_model_on_the_command_line_is_one_line_and_exit_1() {
    open_display
    head -c 5000 "$SOURCE/assets/mannequin.glb" >"$folder/truncated.glb"
    for model in "$folder/truncated.glb" "$folder/missing.glb" "$SOURCE/README.md"; do
        "$SINEW" "$model" --frames 2 >"$folder/out" 2>"$folder/err"
        [ $? = 1 ] || fail "exit code is not 1 for $model"
        expect_error "^sinew: .*$(basename "$model")"
        [ "$(wc -l <"$folder/err")" = 1 ] || fail "more than one line for $model"
    done
}

wrong_model_while_running_leaves_the_scene() {
    need import compare
    open_display
    head -c 5000 "$SOURCE/assets/mannequin.glb" >"$folder/truncated.glb"
    echo "{\"droppedModels\": [\"$folder/truncated.glb\"]}" >"$settings"
    start
    expect_title '[|] mannequin.glb [|]'
    # The list of files; those that ship come first, the remembered one is the last.
    local shipped; shipped=$(find "$SOURCE/assets" -maxdepth 1 -name '*.glb' | wc -l)
    local list=300x200+20+$((files_y + 20))
    until_holds shows_anything column "$list" || fail "the window stays empty"
    click 200 "$files_y"
    until_holds shows_other opened column 2000 "$list" || fail "the list of files does not open"
    click 200 $((files_y + 28 + 21 * shipped))
    expect_error '^sinew: .*truncated.glb'
    frames
    expect_title '[|] mannequin.glb [|]'
    leave
}

wrong_model_of_the_last_run_falls_back() {
    open_display
    echo "{\"model\": \"$folder/gone.glb\", \"skinning\": \"vertex\"}" >"$settings"
    start
    expect_error 'gone.glb'
    expect_title '[|] mannequin.glb [|].*[|] vertex [|]'
    leave
}

no_display_points_to_sinew_cli() {
    for runtime in "XDG_RUNTIME_DIR=$folder" "--unset=XDG_RUNTIME_DIR"; do
        env -u DISPLAY "$runtime" "$SINEW" >"$folder/out" 2>"$folder/err"
        [ $? = 1 ] || fail "exit code is not 1"
        expect_error '^sinew: no display .*sinew-cli'
        [ "$(wc -l <"$folder/err")" = 1 ] || fail "more than one line"
    done
}

compiles_shaders_again_and_names_file_and_line_of_errors() {
    open_display
    mkdir "$folder/root"
    cp -r "$SOURCE/shaders" "$folder/root/"
    start --shader-dir "$folder/root"
    local lines; lines=$(wc -l <"$SOURCE/shaders/light.glsl")
    echo 'int broken = ;' >>"$folder/root/shaders/light.glsl"
    press F5
    expect_error "^shaders/light.glsl:$((lines + 1)): error: "
    frames 1
    cp "$SOURCE/shaders/light.glsl" "$folder/root/shaders/"
    press F5
    expect_output 'compiled again'
    press 1; frames 1; press 2; frames 1; press 3; frames 1
    leave
}

wrong_options_say_what_is_known() {
    "$SINEW" --method magic >"$folder/out" 2>"$folder/err"
    [ $? = 1 ] || fail "exit code is not 1"
    expect_error "^sinew: .*'magic'.*compute, vertex"
    "$SINEW" --cascades 9 >"$folder/out" 2>"$folder/err"
    [ $? = 1 ] || fail "exit code is not 1"
    expect_error '^sinew: --cascades: .*0 (to|-) 6.*--help'  # CLI11 2.1 and 2.4
}

shows_a_picture() {
    need import convert
    open_display
    start
    until_holds shows_anything panels || fail "the window stays empty"
    press Tab
    until_holds shows_other picture panels 100000 || fail "Tab does not hide the panels"
    # A character, its shadow, ground and sky: many colours, and none of them over all.
    local colors
    is_colorful() {
        shoot picture
        colors=$(convert "$folder/picture.png" -resize 200x -format '%k' info:)
        [ "$colors" -gt 500 ]
    }
    until_holds is_colorful || fail "the picture has $colors colours"
    press Tab v
    until_holds shows_other panels picture 100000 || fail "Tab does not show the panels"
    leave
}

# Where things are in the left column at scale 1.
files_y=109
methods_y=481    # the first of the list, 20 a row
look_y=548       # where the settings alone are open
# In the right column, and in the benchmark's panel.
freeze_y=518
save_x=885
start_y=151      # 21 more for each scenario that ships
"$1" && echo "passed: $1"
