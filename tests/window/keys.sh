# Tests the keys: their effects, hidden panels, the keyboard focus, and text fields.

# Converts SDL's name of a key to xdotool's.
name_for_xdotool() {
    case $1 in
        Ctrl\ *) echo "ctrl+$(name_for_xdotool "${1#Ctrl }")" ;;
        Shift\ *) echo "shift+$(name_for_xdotool "${1#Shift }")" ;;
        Space) echo space ;;
        +) echo plus ;;
        .) echo period ;;
        ,) echo comma ;;
        '[') echo bracketleft ;;
        ']') echo bracketright ;;
        -) echo minus ;;
        ?) echo "${1,,}" ;;
        *) echo "$1" ;;
    esac
}

# changes KEY LINE...: after each press of KEY, the window's state must have the next LINE.
changes() {
    local key=$1 line
    shift
    for line in "$@"; do
        has_line " *$line,?" && fail "the window has '$line' before $key is pressed"
        press "$(name_for_xdotool "$key")"
        expect "$line"
    done
}

# Presses a key, checks its effect, and restores the state in which walk_over_keys starts.
walk() {
    local key=$1 before
    case $key in
        Space) changes $key 'playing: false' 'playing: true' ;;
        .) steps period 1 ;;
        ,) steps comma -1 ;;
        N) before=$(value clip); press n; expect_other clip "$before" ;;
        P) before=$(value clip); press n; expect_other clip "$before"; press p; expect "clip: $before" ;;
        1) changes $key '"skinning": "cpu-reference"' ;;
        2) changes $key '"skinning": "cpu"' ;;
        3) changes $key '"skinning": "compute"' ;;
        4) changes $key '"skinning": "vertex"' ;;
        5) changes $key '"skinning": "vertex-uniform"' ;;
        6) changes $key '"skinning": "texture"' ;;
        7) changes $key '"skinning": "feedback"'; press 3; expect '"skinning": "compute"' ;;
        L) changes $key '"skinning": "compute:dual-quaternion"' '"skinning": "compute"' ;;
        D) changes $key '"comparison": "side by side"' '"comparison": "difference"' '"comparison": "off"' ;;
        A) press d; changes $key 'edited: B' 'edited: A'; press d d; expect '"comparison": "off"' ;;
        S) press d; changes $key '"skinning": "vertex:u8x4"' '"skinning": "compute"'; press d d
           expect '"comparison": "off"' ;;
        X) changes $key 'errors: (running|measured)' ;;
        M) changes $key 'ranking: running'; press Escape; expect 'ranking: (none|measured|outdated)' ;;
        +) changes $key '"instanceCount": 4' '"instanceCount": 8' ;;
        -) changes $key '"instanceCount": 4' '"instanceCount": 2' ;;
        G) changes $key '"staggered": false' '"staggered": true' ;;
        C) for cascades in 1 2 3 4 5 6 0; do changes $key "\"cascadeCount\": $cascades"; done ;;
        V) for view in 1 2 3 4 5 6 7 8 9 10 11 0; do changes $key "\"view\": $view"; done ;;
        R) for rate in 30 15 8 0; do changes $key "\"posesASecond\": $rate"; done ;;
        J) before=$(value camera); changes $key 'camera moved: true'; expect_other camera "$before" ;;
        K) changes $key '"skeleton": true' '"skeleton": false' ;;
        B) changes $key '"bounds": true' '"bounds": false' ;;
        H) press h; expect_text notices '^Culling is off: ' ;;
        W) changes $key '"wireframe": true' '"wireframe": false' ;;
        T) changes $key '"timerMode": "overlapped"' '"timerMode": "serialised"' ;;
        Z) changes $key 'frozen: true' 'frozen: false' ;;
        F) press j; expect 'camera moved: true'; before=$(value camera)
           changes $key 'camera moved: false'; expect_other camera "$before" ;;
        F2) changes $key 'benchmark: shown' 'benchmark: closed' ;;
        F5) press F5; expect_output 'Shaders compiled in ' ;;
        Tab) changes $key '"panels": false' '"panels": true' ;;
        '[') changes $key '"controls": false' '"controls": true' ;;
        ']') changes $key '"measurements": false' '"measurements": true' ;;
        F12 | Shift\ F12) press "$(name_for_xdotool "$key")"; expect_text notices '^Saved: ' ;;
        Y) press y; expect_text notices '^Copied: ' ;;
        F11) changes $key 'full screen: true' 'full screen: false' ;;
        F1) changes $key 'help: true' 'help: false' ;;
        Return) shows_the_crowd_that_was_asked_about ;;
        Escape) changes F1 'help: true'; changes $key 'help: false' 'asks to quit: true' 'asks to quit: false' ;;
        'Ctrl O') press ctrl+o; expect_text notices '^The desktop has no file dialog[.] ' ;;
        'Ctrl Q') press ctrl+q; left_well; start_with_keys ;;
        *) fail "no test says what the key $key changes" ;;
    esac
}
steps() {  # KEY FRAMES: KEY must step by FRAMES / 30 s, in a looping clip without animators
    before=$(value clip)
    press n; expect_other clip "$before"; expect 'animating: false'
    press space; expect 'playing: false'
    before=$(value time)
    press "$1"; expect_other time "$before"
    awk -v before="$before" -v after="$(value time)" -v frames="$2" 'BEGIN {
        off = after - before - frames / 30
        exit !((off < 1e-3 && off > -1e-3) || off > 0.5 || off < -0.5) }' ||
        fail "$1 goes from $before to $(value time)"
    press space; expect 'playing: true'
}
shows_the_crowd_that_was_asked_about() {
    leave
    SINEW_TEST_SLOW=upload:1010 start --instances 900
    expect 'question: 900'
    press Return; expect 'question: 0'
    expect_title '[|] 900 instances [|] '"$frame_time\$"
    leave
    start_with_keys --instances 2
}
start_with_keys() {
    start "$SOURCE/assets/mannequin_low.glb" --shader-dir "$folder/root" "$@"
}

# The test takes the keys from the program's table.
test_each_key_does_what_it_is_for() {
    open_display
    copy_few_shaders "$folder/root"
    start_with_keys --instances 2 --method compute --compare vertex:u8x4
    press d d; expect '"comparison": "off"'
    local key count=0
    while IFS=$'\t' read -r key _ <&3; do
        walk "$key"
        count=$((count + 1))
    done 3<"$SINEW_TEST_FOLDER/keys"
    [ $count -ge 35 ] || fail "the window tells only $count keys"
    # Keys of the number pad, without shift.
    press KP_Add; expect '"instanceCount": 4'
    press KP_Subtract; expect '"instanceCount": 2'
    press equal; expect '"instanceCount": 4'
    press KP_2; expect '"skinning": "cpu"'
    leave
}

# Keys in any order, many of them during one frame.
test_survives_many_keys_at_once() {
    open_display
    start --instances 2
    local keys=(1 2 3 4 5 6 7 l d a s v r j k b c g t z F2 n p plus minus space Tab) seen
    RANDOM=7
    seen=$(value keys)
    for _ in $(seq 60); do xdotool key "${keys[RANDOM % ${#keys[@]}]}" || break; done
    until_holds is_beyond keys $((seen + 60)) || fail "not all keys were seen"
    # Shift is pressed while another key waits for the next frame, and stays pressed.
    for _ in $(seq 10); do
        xdotool key --delay 0 v keydown --delay 0 shift || break
        frames
        xdotool keyup shift
    done
    leave
}

test_each_column_of_panels_can_be_hidden_and_small_windows_have_one() {
    open_display
    scale=0.5 write_settings   # 320 pixels, the minimum width, fit one column
    start
    local both; both=$(value camera)
    click controls Hide; expect '"controls": false'
    expect_no_widget Method vertex
    expect_widget 'Time of a frame' 'Set baseline'
    expect_other camera "$both"                      # framed again, in the remaining space
    click Controls Controls; expect '"controls": true'
    expect_widget Method vertex
    click measurements Hide; expect '"measurements": false'
    expect_no_widget 'Time of a frame' 'Set baseline'
    press Tab; expect '"panels": false'
    expect_no_widget Measurements Measurements
    press Tab; expect '"panels": true'
    expect_widget Method vertex
    has_no_widget 'Time of a frame' 'Set baseline' || fail "Tab shows a column that was hidden"
    click Measurements Measurements; expect '"measurements": true'
    xdotool windowsize "$window" 320 240
    expect 'extent: 320x240'
    expect_no_widget controls Hide
    expect_widget measurements Hide                  # opened last
    click Controls Controls
    expect_widget controls Hide
    expect_no_widget measurements Hide
    local left top width height
    read -r left top width height < <(widget Method vertex | cut -f 1)
    [ $((left + width)) -le 128 ] || fail "the column takes more than 40 % of the window"
    # The end of the list of keys is reachable.
    press F1; expect 'help: true'
    expect_widget keys 'play or pause'
    local name; name=$(awk -F '\t' '$1 == "widget" && $2 == "keys" && $4 ~ /^[0-9]+ / {
        split($4, r, " "); if (r[1] + r[3] > 310) print $3 }' "$shown")
    [ -z "$name" ] || fail "the list of keys is cut: $name"
    point 160 120
    turn_wheel 5 60
    expect_widget keys 'quit'
    press F1
    leave
}

# Presses Down until the control has the focus. Adds the controls on the path to `reached`.
go_down_to() {  # PANEL, CONTROL
    local before _
    for _ in $(seq 30); do
        before=$(value focus)
        reached+="$before"$'\n'
        [ "$before" = "$1" ] && return
        case $before in    # ImGui of Debian 13 stays in a column
            'Animation, next') press Left; expect 'focus: Animation, prev' ;;
        esac
        press Down; frames 2
    done
    fail "Down does not reach '$1': $reached"
}

# The arrow keys move the focus through a column. The focused control gets Space, Enter and Escape,
# which are keys of the program if no control has the focus.
test_every_control_is_reached_by_the_keyboard() {
    open_display
    write_settings '"closedSections": ["Settings", "Compare"]'
    start --method compute
    expect 'focus: none'
    local reached="" control
    press Down; expect 'focus: [a-zA-Z]+, .+'
    go_down_to 'controls, View'                       # below the button
    press Left; expect 'focus: controls, Animation'
    go_down_to 'Settings, Settings'
    for control in 'Method, Method' 'Method, vertex' 'Method, Measure all methods (M)'; do
        grep -qxF "$control" <<<"$reached" || fail "Down does not reach '$control': $reached"
    done
    click controls Scene; expect 'tab: Scene'
    press Down; go_down_to 'Model, path'
    go_down_to 'Crowd, instances'
    press Right; expect 'focus: Crowd, number'        # its neighbour
    press Left; expect 'focus: Crowd, instances'
    click controls Animation; expect 'tab: Animation'
    press Down; go_down_to 'Animation, clip'
    go_down_to 'Animation, speed'
    click controls View; expect 'tab: View'
    press Down; go_down_to 'View, skeleton'
    press space; expect '"skeleton": true' 'playing: true'
    press Right; expect 'focus: View, bounds'
    press space; expect '"bounds": true' 'playing: true'
    press v; expect '"view": 1'                       # the program handles other keys
    press Escape; expect 'focus: none'; frames  # ImGui releases the keyboard in the next frame
    press space; expect 'playing: false'
    press Tab; expect '"panels": false'
    press Tab; expect '"panels": true' 'focus: none'
    press Down; expect 'focus: .+, .+'
    press ctrl+Tab; frames; press Down; expect 'focus: (measurements|Time of a frame|Work|Device|Window), .+'
    leave
}

# During one slow frame, Tab is pressed and released, and Ctrl, pressed before, is released.
test_ctrl_tab_is_not_lost_in_a_slow_frame() {
    open_display
    SINEW_TEST_SLOW=upload:150 start --method compute
    press Down; expect 'focus: .+, .+'
    local _
    for _ in 1 2; do   # there and back
        xdotool keydown ctrl; frames
        xdotool key Tab keyup ctrl; frames
    done
    press Down; expect 'focus: (controls|Method|Settings), .+'
    xdotool keydown ctrl; frames
    xdotool key Tab keyup ctrl; frames
    press Down; expect 'focus: (measurements|Time of a frame|Work|Device|Window), .+'
    # A click and the following letters are for the text field, and no shortcuts.
    show_panel Model
    until_holds points_at Model path || fail "no field for a path"
    xdotool mousedown 1 mouseup 1 type --delay 0 dx
    expect_value Model path dx
    xdotool type --delay 0 /Some_folder/with_a_long_name; frames 8  # fewer than letters
    has_value Model path dx/Some_folder/with_a_long_name || fail "the text is $(widget Model path)"
    # SDL takes a press within 2 ms of the release for the repetition of a held key.
    xdotool key --delay 12 BackSpace BackSpace b; expect_value Model path dx/Some_folder/with_a_long_nab
    expect '"comparison": "off"' 'errors: none'
    leave
}

test_a_typed_number_is_taken_on_leaving_the_field() {
    open_display
    start --instances 2
    click Crowd number                               # selects all of it
    press 1 2; frames
    has_line ' *"instanceCount": 2,?' || fail "a number is taken before it is complete"
    click_beside
    expect '"instanceCount": 12'
    click Crowd number
    press 3; hold Return; expect '"instanceCount": 3'
    click Crowd number
    press 5; hold Escape; frames                     # no change, and the window stays
    click_beside
    press 4; expect '"skinning": "vertex"' '"instanceCount": 3'
    leave
}
click_beside() {  # on the picture; nothing is hovered while a field has the focus
    point 250 350
    hold_button 1
    free_button 1
}

test_a_held_key_acts_once() {
    open_display
    start --method compute
    hold plus
    hold d   # repeats are ignored: nine presses would end at off
    expect_title '[|] compute vs .* [|] 2 instances'
    hold minus
    press 2; expect_title '[|] cpu vs .* [|] 1 instance [|]'
    leave
}

test_escape_closes_what_is_open_and_then_leaves() {
    open_display
    copy_few_shaders "$folder/root"
    start --shader-dir "$folder/root" --method compute
    click Model file
    expect_widget Model serpent.glb
    press 2 Escape                                    # the list handles both
    expect_no_widget Model serpent.glb
    press 4; expect_title '[|] vertex [|]'
    echo 'int broken = ;' >>"$folder/root/shaders/draw/light.glsl"
    press F5
    expect_error '^shaders/draw/light.glsl:'
    expect_widget 'shader errors' Close
    press Escape; expect 'shaders: good'
    press F1; expect 'help: true'; press Escape; expect 'help: false'
    press F2; expect 'benchmark: shown'; press Escape; expect 'benchmark: closed'
    press Escape; expect 'asks to quit: true'; expect_widget question 'Stay (Esc)'
    press Escape; expect 'asks to quit: false'; expect_no_widget question 'Stay (Esc)'
    press Escape; expect_widget question 'Quit (Enter)'
    press Return
    left_well
}
