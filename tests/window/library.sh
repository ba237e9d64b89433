# Functions for tests of the window: a display, the program in it, keys and clicks, and the state of
# the window. SINEW and SINEW_CLI are the programs, PORTAL is a fake desktop portal
# (fake_portal.cpp), SOURCE and BUILD are the source tree and the build. The validation layer is on;
# its messages fail the test.
#
# Tests wait for conditions, not for a time. A checked build writes its state to a file after each
# frame (app/demo/platform/for_tests.h), and tests wait until a line matches.
#
# lavapipe computes each pixel on the CPU. So the window is small, the interface is reduced, and
# shadows are off unless a test sets --cascades.
set -u -o pipefail

folder=$(mktemp -d)
export XDG_CONFIG_HOME=$folder/config XDG_CACHE_HOME=$folder/cache XDG_RUNTIME_DIR=$folder
export XDG_DATA_HOME=$folder/data
export SINEW_TEST_FOLDER=$folder/watched
unset WAYLAND_DISPLAY SDL_VIDEODRIVER
export DBUS_SESSION_BUS_ADDRESS=unix:path=$folder/bus  # unused unless a test starts a bus
# The driver, the layer, SDL and fontconfig leak at exit. They are unloaded by then, so suppressions
# by name do not work. The validation layer reports leaks of Vulkan objects.
export ASAN_OPTIONS=detect_leaks=0${ASAN_OPTIONS:+:$ASAN_OPTIONS}
# All tests share the driver's cache of compiled shaders. The program's own pipeline cache is in
# XDG_CACHE_HOME.
export MESA_SHADER_CACHE_DIR=${MESA_SHADER_CACHE_DIR:-$BUILD/driver_cache}
settings=$XDG_CONFIG_HOME/sinew/settings.json
shown=$SINEW_TEST_FOLDER/window
mkdir -p "$folder/config/sinew" "$SINEW_TEST_FOLDER"
frame_time='[0-9.,]+ ms a frame(, GPU [0-9.,]+ ms)?'  # in a title
program= display_server=

# Writes the settings of the next start. `scale`: the interface scale; both columns of panels fit at
# 0.4.
scale=0.4
write_settings() {  # [JSON MEMBERS]
    echo "{\"interfaceScale\": $scale${1:+, $1}}" >"$settings"
}
write_settings

clean_up() {
    [ -n "$program" ] && kill -KILL "$program" 2>/dev/null
    kill $(jobs -p) 2>/dev/null
    wait 2>/dev/null
    rm -rf "$folder"
}
trap clean_up EXIT

fail() {
    echo "FAILED: $*"
    for log in out err; do
        [ -s "$folder/$log" ] && { echo "--- std$log"; tail -40 "$folder/$log"; }
    done
    [ -s "$shown" ] && { echo "--- what the window shows"; cat "$shown"; }
    exit 1
}
need() {
    for tool in "$@"; do
        command -v "$tool" >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
    done
}

# Waits for a condition, because frames are slow on a busy machine. The time limit only ends failing
# tests. Conditions are checked often, so they use builtins if possible.
until_holds() {  # COMMAND...
    local end=$((SECONDS + 150)) pause pauses=(0.01 0.02 0.04 0.08) tries=0
    while [ $SECONDS -lt $end ]; do
        "$@" && return 0
        kill -0 "${program:-$display_server}" 2>/dev/null || break
        pause=${pauses[tries++]:-0.1}  # seconds
        read -rt "$pause" -u "$silence"
    done
    "$@"  # the program may have ended after the last check
}
exec {silence}<> <(:)  # a pipe without data: read -t on it sleeps without a process

# ---- The program.

# Opens a display with 96 dots per inch, so that the interface's scale is 1. Without -noreset the
# server restarts when its last client leaves, and rejects clients during the restart.
open_display() {
    need Xvfb xdotool
    Xvfb -noreset -displayfd 5 -screen 0 640x480x24 -dpi 96 -nolisten tcp 5>"$folder/display" 2>/dev/null &
    display_server=$!
    until_holds test -s "$folder/display" || fail "Xvfb did not start"
    export DISPLAY=:$(cat "$folder/display")
}

# Starts the program, without shadows by default. Sets `window` once it shows frames.
start() {
    case " $* " in *' --cascades '*) ;; *) set -- "$@" --cascades 0 ;; esac
    rm -f "$shown"
    "$SINEW" --validate --size 500x430 "$@" >"$folder/out" 2>"$folder/err" &
    program=$!
    until_holds is_shown || {
        kill -0 "$program" 2>/dev/null || { wait "$program"; fail "left at once with $?"; }
        fail "showed no window"
    }
    xdotool windowfocus --sync "$window"
}
is_shown() {
    [ "$(value 'frames shown')" -gt 0 ] 2>/dev/null || return 1
    window=$(xdotool search --onlyvisible --name '^sinew' 2>/dev/null | head -1)
    [ -n "$window" ]
}

# Makes a folder for --shader-dir with few shaders. F5 only compiles the shaders in its variants.txt
# and uses the embedded ones for other names, which is faster.
copy_few_shaders() {  # FOLDER
    mkdir "$1"
    cp -r "$SOURCE/shaders" "$1/"
    keep_few_shaders "$1"
}
keep_few_shaders() {  # FOLDER
    local list=$1/shaders/variants.txt
    sed -i -E '/^(skin\.comp|sky\.frag|forward\.frag|ui\.vert|ui\.frag) /!d' "$list"
    [ "$(wc -l <"$list")" = 5 ] || fail "not five shaders in $(cat "$list")"
}

leave() {  # presses Ctrl Q; expects no validation message
    press ctrl+q
    left_well
}
left_well() {  # [EXIT CODE]: ended by itself, without a validation message
    until_holds has_left || fail "did not leave"
    wait "$program"
    local code=$?
    program=
    [ $code = "${1:-0}" ] || fail "exit code $code"
    grep -q validation "$folder/err" && fail "validation messages"
    return 0
}
has_left() { ! kill -0 "$program" 2>/dev/null; }

expect_error() { until_holds grep -qsE "$1" "$folder/err" || fail "stderr lacks '$1'"; }
expect_output() { until_holds grep -qsE "$1" "$folder/out" || fail "stdout lacks '$1'"; }
expect_setting() {  # PART... of settings.json, after the program has ended
    local part
    for part in "$@"; do
        grep -qF "$part" "$settings" || fail "settings.json lacks $part: $(cat "$settings")"
    done
}

# Sends orders to the program without the display: drop a file, lose the device, exhaust memory.
order() {  # LINE...
    printf '%s\n' "$@" >"$SINEW_TEST_FOLDER/orders.part"
    mv "$SINEW_TEST_FOLDER/orders.part" "$SINEW_TEST_FOLDER/orders"
    until_holds test ! -e "$SINEW_TEST_FOLDER/orders" || fail "the order '$*' was not taken"
}

lose_device() {  # ends the program
    : >"$folder/err"
    order 'lose the device'
    left_well 1
    grep -qE '^sinew: Vulkan failed: vkQueueSubmit2.* VK_ERROR_DEVICE_LOST; .*start again' "$folder/err" ||
        fail "it is not told"
    [ "$(wc -l <"$folder/err")" = 1 ] || fail "more than one line"
}

# ---- The state of the window.

read_shown() { mapfile -t lines <"$shown"; } 2>/dev/null  # into the caller's `lines`
value() {  # NAME
    local line lines
    read_shown
    for line in "${lines[@]}"; do
        [[ $line == "$1: "* ]] && { echo "${line#"$1: "}"; return; }
    done
}
has_line() {  # PATTERN of a whole line
    local line lines
    read_shown
    for line in "${lines[@]}"; do
        [[ $line =~ ^($1)$ ]] && return
    done
    return 1
}
has_other() { [ "$(value "$1")" != "$2" ]; }  # NAME OLD
# Waits for complete lines, such as `playing: true`, or `  "view": 1,` of the settings.
expect() {
    local line
    for line in "$@"; do
        until_holds has_line " *$line,?" || fail "the window has no line '$line'"
    done
}
expect_other() {  # NAME OLD
    until_holds has_other "$@" || fail "$1 is still '$2'"
}
says() {  # PANEL PATTERN
    local line lines prefix=$'text\t'$1$'\t'
    read_shown
    for line in "${lines[@]}"; do
        [[ $line == "$prefix"* && ${line#"$prefix"} =~ $2 ]] && return
    done
    return 1
}
expect_text() {  # PANEL PATTERN
    show_panel "$1"
    until_holds says "$@" || fail "the panel $1 has no text '$2'"
}
# Checks both texts in one state, because one may disappear before the next check.
says_both() { says "$1" "$2" && says "$3" "$4"; }
expect_texts() {  # PANEL PATTERN PANEL PATTERN
    until_holds says_both "$@" || fail "the panels $1 and $3 do not say '$2' and '$4' at once"
}
says_no() { ! says "$@"; }
# PANEL PATTERN
expect_no_text() { show_panel "$1" hidden; until_holds says_no "$@" || fail "the panel $1 still has the text '$2'"; }
is_beyond() { [ "$(value "$1")" -ge "$2" ] 2>/dev/null; }  # NAME NUMBER
frames() {  # [COUNT]: waits for frames, by default three
    local last; last=$(value frame)
    until_holds is_beyond frame $((last + ${1:-3})) || fail "no frame after $(value frame)"
    kill -0 "$program" 2>/dev/null || fail "left by itself"
}

title() { xdotool getwindowname "$window"; }
title_has() { title 2>/dev/null | grep -qE "$1"; }
# Waits until the title matches; the program updates it twice a second.
expect_title() {
    until_holds title_has "$1" && return
    kill -0 "$program" 2>/dev/null || fail "left while the title should become '$1'"
    fail "the title is '$(title)' and should have '$1'"
}

# ---- Keys and mouse.

# The window has the focus. xdotool --window is not used, because it sends the release of a key to
# the window. If the key closes the window, it would stay pressed.
press() {  # KEY..., each until the window has seen it
    local key seen
    for key in "$@"; do
        seen=$(value keys)
        xdotool key "$key"
        until_holds has_taken_key $((seen + 1)) || fail "the key $key was not seen"
    done
}
has_taken_key() { is_beyond keys "$1" || has_left; }
hold() {  # presses repeatedly and releases once, like a repeating key
    local seen; seen=$(value keys)
    until_holds has_repeated "$1" $((seen + 9)) || fail "the held key $1 was not seen"
    xdotool keyup "$1"
}
has_repeated() { xdotool keydown "$1"; is_beyond keys "$2"; }

# Sets `tab` to the tab of a panel in the left column; empty if it is in no tab.
tab_of() {  # PANEL
    case $1 in
        Method | Settings | Compare) tab=Skinning ;;
        Model | 'Morph targets' | Crowd | Materials) tab=Scene ;;
        Animation | View) tab=$1 ;;
        Joints) tab=Animation ;;
        *) tab= ;;
    esac
}
# Opens the tab of a panel. Waits for the left column, unless the panel may be hidden.
show_panel() {  # PANEL [may be hidden]
    local tab; tab_of "$1"
    [ -z "$tab" ] || has_line "tab: $tab" && return
    [ $# = 1 ] || has_widget controls "$tab" || return
    until_holds has_widget controls "$tab" || fail "no tab $tab"
    click controls "$tab"
    expect "tab: $tab"
}

# A widget is named by its panel (the section's heading, or the overlay) and its label.
widget() {  # PANEL LABEL: left, top, width and height, whether it is hovered, its value
    find_widget "$@" && echo "$widget"
}
find_widget() {  # the same, into `widget`
    local line lines prefix=$'widget\t'$1$'\t'$2$'\t'
    read_shown
    for line in "${lines[@]}"; do
        [[ $line == "$prefix"* ]] && { widget=${line#"$prefix"}; return; }
    done
    return 1
}
has_widget() { find_widget "$@"; }
has_no_widget() { ! find_widget "$@"; }
expect_widget() { show_panel "$1"; until_holds has_widget "$@" || fail "the panel $1 has no '$2'"; }
expect_no_widget() { show_panel "$1" hidden; until_holds has_no_widget "$@" || fail "the panel $1 still has '$2'"; }
has_value() { find_widget "$1" "$2" && [ "${widget##*$'\t'}" = "$3" ]; }
# PANEL LABEL VALUE
expect_value() { show_panel "$1"; until_holds has_value "$@" || fail "in $1, $2 has not the value '$3'"; }
# SDL only receives relative moves.
move_to() {  # X Y, in pixels of the window
    xdotool mousemove --window "$window" $(($1 - 1)) "$2" mousemove_relative 1 0
}
# Panels may move, so the pointer follows until the widget is hovered.
points_at() {  # PANEL LABEL
    local left top width height
    find_widget "$@" || return 1
    read -r left top width height <<<"${widget%%$'\t'*}"
    move_to $((left + width / 2)) $((top + height / 2))
    find_widget "$@" && [[ $widget == *$'\thovered\t'* ]]
}
hold_button() {  # NUMBER
    local names=(none left middle right)
    xdotool mousedown "$1"
    until_holds has_line "buttons: ${names[$1]}" || fail "the button $1 is not seen"
}
free_button() {  # NUMBER
    xdotool mouseup "$1"
    until_holds has_line 'buttons: none' || fail "the button $1 is still held"
}
click() {  # PANEL LABEL
    show_panel "$1"
    until_holds points_at "$@" || fail "nothing in $1 is called '$2' and can be clicked"
    hold_button 1
    free_button 1
}
turn_wheel() {  # BUTTON TIMES
    xdotool click --delay 1 --repeat "$2" "$1"
}
point() {  # X Y: on the picture, which has no widgets
    move_to "$@"
    until_holds has_line "mouse: $1 $2" || fail "the mouse is not at $1 $2"
}
# Drags from the position of the mouse.
drag() {  # right down [button]
    local last
    hold_button "${3:-1}"
    for _ in 1 2 3 4 5; do
        last=$(value mouse)
        xdotool mousemove_relative -- $(($1 / 5)) $(($2 / 5))
        expect_other mouse "$last"
    done
    free_button "${3:-1}"
}

# ---- Pictures of the window. A function shows_... takes a picture and checks it; tests call it
# until it succeeds.

shoot() {  # NAME
    import -window "$window" "$folder/$1.png"
}
pixels_apart() {  # NAME NAME
    local apart; apart=$(compare -metric AE "$folder/$1.png" "$folder/$2.png" null: 2>&1)
    echo "${apart%% *}"  # newer versions append the share
}
shows_anything() {  # NAME: the window has been painted
    shoot "$1"
    [ "$(convert "$folder/$1.png" -format '%k' info:)" -gt 4 ]
}
shows_other() {  # NAME OLD PIXELS: more than PIXELS differ from the picture OLD
    shoot "$1"
    [ "$(pixels_apart "$1" "$2")" -gt "$3" ]
}
shows_still() {  # as shows_other, and the picture does not change any more
    shows_other "$1" "$2" "$3" || return 1
    frames 2
    shoot "$1-later"
    [ "$(pixels_apart "$1" "$1-later")" = 0 ]
}
