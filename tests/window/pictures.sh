# Tests the picture, the camera, and the window's size.

test_shows_a_picture() {
    need import convert compare
    open_display
    start --cascades 2
    until_holds shows_anything panels || fail "the window stays empty"
    press Tab
    until_holds shows_other picture panels 25000 || fail "Tab does not hide the panels"
    # A character, its shadow, ground and sky: many colours, none of which dominates.
    local colors
    is_colorful() {
        shoot picture
        colors=$(convert "$folder/picture.png" -resize 200x -format '%k' info:)
        [ "$colors" -gt 500 ]
    }
    until_holds is_colorful || fail "the picture has $colors colours"
    press Tab v
    until_holds shows_other panels picture 25000 || fail "Tab does not show the panels"
    leave
}

# Direction and speed of motion have bright colours; static parts of the character are dark.
pixels_that_move() {  # NAME
    convert "$folder/$1.png" -colorspace HSB -channel G -separate +channel -threshold 85% -format '%[fx:round(mean*w*h)]' info:
}
pixels_that_rest() {  # NAME
    convert "$folder/$1.png" -fuzz 1% -fill black +opaque '#272727' -fill white -opaque '#272727' \
        -format '%[fx:round(mean*w*h)]' info:
}
test_the_motion_view_shows_what_moves_and_nothing_else() {
    need import convert compare
    open_display
    # Slow frames give large motion vectors.
    SINEW_TEST_SLOW=sample:100 start --method compute
    press Tab v v v v v v; expect '"panels": false' '"view": 6'
    shows_motion() { shoot moving; [ "$(pixels_that_move moving)" -gt 5000 ]; }
    until_holds shows_motion || fail "$(pixels_that_move moving) pixels move"
    press F12; expect_text notices '^Saved: '
    cp "$XDG_DATA_HOME"/sinew/pictures/*.png "$folder/saved.png"
    [ "$(pixels_that_move saved)" -gt 0 ] || fail "$(pixels_that_move saved) pixels of the saved picture move"
    press space; expect 'playing: false'
    shows_rest() {
        shoot resting
        [ "$(pixels_that_rest resting)" -gt 5000 ] && [ "$(pixels_that_move resting)" = 0 ]
    }
    until_holds shows_rest ||
        fail "$(pixels_that_rest resting) pixels rest, $(pixels_that_move resting) move, of one that was stopped"
    press v v v v v v; expect '"view": 0'
    until_holds shows_other shaded resting 5000 || fail "the shaded view shows motion"
    [ "$(pixels_that_rest shaded)" -lt 500 ] || fail "the shaded view shows rest"
    leave
}

test_steers_the_camera_without_faults() {
    need import convert compare
    open_display
    start --cascades 2
    until_holds shows_anything panels || fail "the window stays empty"
    press space Tab
    until_holds shows_still before panels 25000 || fail "Tab does not hide the panels"
    local framed; framed=$(value camera)
    point 230 150
    drag 50 25
    until_holds shows_still orbited before 7500 || fail "the picture is not orbited"
    drag -50 25 3
    until_holds shows_still panned orbited 7500 || fail "the picture is not panned"
    turn_wheel 4 5
    until_holds shows_still zoomed panned 7500 || fail "the picture is not zoomed"
    turn_wheel 5 30
    press f
    expect "camera: $framed"
    leave
}

test_views_have_legends_and_name_the_joint_under_the_mouse() {
    need import convert compare
    open_display
    write_settings '"clip": "idle", "closedSections": ["Model", "Animation", "Crowd", "Method", "Settings", "Compare"]'
    start --method compute --cascades 2
    press space; expect 'playing: false'
    press v v; expect '"view": 2'
    expect_text legend 'hue per joint'
    point 250 215; expect_text joint '^[a-z_0-9]+$'
    point 190 20; expect_no_text joint '.'
    shoot all
    click View joint; click View hips; expect '"joint": "hips"'
    expect_text legend '^weight of hips$'
    until_holds shows_other one all 750 || fail "the weights of one joint look like those of all"
    press v; expect '"view": 3'
    expect_text legend 'cascade, nearest first'
    until_holds shows_other cascades one 25000 || fail "cascades have no colours, on the ground too"
    press c c; expect '"cascadeCount": 4'
    press v; expect '"view": 4'; expect_text legend 'Everything is LOD 0'
    press v; expect '"view": 5'; expect_text legend 'Update rate is off'
    press v; expect '"view": 6'; expect_text legend 'direction of screen motion'
    press v; expect '"view": 7'; expect_text legend '^base colour'
    press v v v v; expect '"view": 11'; expect_text legend '^TEXCOORD_0'
    press v; expect '"view": 0'; expect_no_text legend '.'
    leave
}

test_survives_resizing_hiding_and_other_present_modes() {
    open_display
    start --method vertex --cascades 2
    local framed
    for size in 350x250 600x440 333x388 450x350; do
        framed=$(value camera)
        xdotool windowsize "$window" ${size%x*} ${size#*x}
        expect "extent: $size"; expect_other camera "$framed"
    done
    xdotool windowunmap --sync "$window"
    xdotool windowmap --sync "$window" windowfocus --sync "$window"; frames
    press F11; expect 'full screen: true'; frames
    press F11; expect 'full screen: false' 'extent: 450x350'
    leave
    # Starts with the other present mode (vsync off).
    sed -i 's/"vsync": true/"vsync": false/' "$settings"
    start; frames
    expect_text Device 'pixels.*, (immediate|mailbox)'
    leave
}

test_moves_and_steps_and_cuts() {
    open_display
    start "$SOURCE/assets/mannequin_low.glb" --instances 2 --method compute --cascades 1
    press v v v v v v; expect '"view": 6'        # motion
    for key in r r r r j n space 4 5 6 7 2 1 space; do press $key; frames; done
    press v; expect '"view": 7'                # base colour
    for key in r j n plus d 4 d d minus; do press $key; frames; done
    click View Side; expect 'camera: 1.571 0.050 .*' 'camera moved: true'
    click View Front; expect 'camera: 0.000 0.050 .*'
    leave
}

selected_joint() { sed -n 's/^text\tselected joint\t//p' "$shown"; }
test_joints_are_listed_and_selected_in_the_scene() {
    open_display
    write_settings '"clip": "idle", "closedSections": ["Animation"]'
    start "$SOURCE/assets/mannequin_low.glb" --method compute
    press space; expect 'playing: false'
    expect_no_text joint '.'
    click Joints hips; expect '"skeleton": true'
    expect_text Joints '^joint [0-9]+: hips$'
    expect_text Joints '^translation -?[0-9.]+ -?[0-9.]+ -?[0-9.]+$'
    expect_text 'selected joint' '.'
    local at; at=$(selected_joint)
    click Joints hips; expect_no_text 'selected joint' '.'
    # The dot has a name and can be clicked.
    point $at; expect_text joint '^hips$'
    hold_button 1; free_button 1
    expect 'picked: 0'
    expect_value Joints hips selected
    press Escape; expect_value Joints hips ''
    point 250 40; expect_no_text joint '.'
    click Joints filter; xdotool type hand_l; expect_widget Joints hand_left
    expect_no_widget Joints hips
    press Escape
    leave
}

camera_numbers() { read -r yaw pitch distance target <<<"$(value camera)"; distance=${distance%,}; }
test_a_double_click_moves_the_camera_to_the_character() {
    open_display
    export SDL_MOUSE_DOUBLE_CLICK_TIME=100000
    start "$SOURCE/assets/mannequin_low.glb" --method compute --instances 9
    press space; expect 'playing: false' 'camera moved: false'
    local yaw pitch distance target before=()
    camera_numbers; before=("$yaw" "$pitch" "$distance" "$target")
    point 250 215
    hold_button 1; free_button 1; frames; expect 'camera moved: false'
    hold_button 1; free_button 1; expect 'camera moved: true'
    camera_numbers
    [ "$yaw $pitch" = "${before[0]} ${before[1]}" ] || fail "the camera turns"
    [ "$target" != "${before[3]}" ] || fail "the camera has the same target"
    [ "${distance%.*}" -lt "${before[2]%.*}" ] || fail "the camera is not nearer: $distance"
    leave
}

test_a_turntable_turns_but_not_during_a_drag() {
    open_display
    start "$SOURCE/assets/mannequin_low.glb" --method compute
    local camera
    click View turntable; expect '"turntable": true'
    camera=$(value camera); expect_other camera "$camera"
    point 250 215; hold_button 1; frames
    camera=$(value camera); frames
    [ "$(value camera)" = "$camera" ] || fail "the camera turns during a drag"
    free_button 1; expect_other camera "$camera"
    leave
    expect_setting '"turntable": true'
}

range_of_times() { sed -n 's/^text\tTime of a frame\tmin/min/p' "$shown"; }
has_other_times() { [ "$(range_of_times)" != "$1" ]; }
test_the_graph_of_times_is_paused() {
    open_display
    start "$SOURCE/assets/mannequin_low.glb" --method compute
    expect_text 'Time of a frame' '^min [0-9]'
    click 'Time of a frame' Pause; expect_widget 'Time of a frame' Resume
    frames
    local times; times=$(range_of_times); frames 5
    [ "$(range_of_times)" = "$times" ] || fail "a paused graph goes on: $times"
    click 'Time of a frame' Resume
    until_holds has_other_times "$times" || fail "the graph does not go on"
    leave
}

# Compares the picture of F12, which has no panels, with the picture of the copied command. The
# pictures may differ by rounding. Messages of the preceding comparison may still be shown.
known_pictures= last_command=
expect_picture_of_the_copied_command() {
    local pictures=$XDG_DATA_HOME/sinew/pictures saved command apart
    expect 'busy: '
    press F12
    until_holds has_new_picture || fail "no picture is saved"
    known_pictures+=" $saved "
    press y
    until_holds reads_new_command || fail "no command is copied"
    last_command=$command
    says notices '^The command leaves out' && fail "the command leaves something out"
    [ "$(identify -format '%wx%h' "$saved")" = "$(value extent)" ] || fail "$saved is no picture of the window"
    command=${command/view.png/$folder/drawn.png}
    eval "\"$SINEW_CLI\" $command" >"$folder/rendered" 2>&1 || fail "it fails: $command: $(cat "$folder/rendered")"
    cp "$saved" "$folder/saved.png"
    apart=$(compare -metric AE -fuzz 2% "$folder/saved.png" "$folder/drawn.png" null: 2>&1)
    echo "$apart pixels apart: $command"
    [ "${apart%% *}" -lt 25 ] || fail "$apart pixels are not those of: $command"
}

has_new_picture() {  # its path into `saved`
    for saved in "$pictures"/sinew-*.png; do
        [[ $known_pictures != *" $saved "* ]] && says notices "^Saved: $saved\$" && return
    done
    return 1
}
reads_new_command() {
    command=$(sed -n 's/^text\tnotices\tCopied: sinew-cli //p' "$shown" | tail -1)
    [ -n "$command" ] && [ "$command" != "$last_command" ]
}

next_random() {  # COUNT: stores the next number below COUNT in `random`
    seed=$(((seed * 1103515245 + 12345) & 0x7fffffff))
    random=$(((seed >> 8) % $1))
}
press_random_keys() {  # COUNT KEY...
    local count=$1
    shift
    for ((; count > 0; --count)); do
        next_random $#
        press "${@:random + 1:1}"
    done
    # The command cannot repeat the view of motion vectors, so V selects the next view.
    if has_line ' *"view": 6,?'; then press v; fi
}
drag_randomly() {
    local right
    point 250 200
    next_random 100; right=$((random + 20))  # a shorter drag is a click
    next_random 60
    drag $right $((random - 20))
}

compare_random_states_of_a_clip() {  # COUNT
    need compare identify
    open_display
    write_settings '"samples": 2, "lodPixels": 1.5, "sunAzimuth": 33.3, "sunElevation": 12.6, "exposure": -0.7'
    start "$SOURCE/assets/mannequin_low.glb" --method compute:u8x4 --instances 3 --cascades 2
    press space; expect 'playing: false'
    # Edges of a wireframe at equal depth turn rounding into another colour, so W is not pressed.
    local seed=1 random keys=(c d g k b l n s r v v v minus plus 1 2 3 4 5 6 7 bracketleft bracketright)
    for _ in $(seq $1); do
        press_random_keys 6 "${keys[@]}"
        drag_randomly
        expect_picture_of_the_copied_command
    done
    leave
}

compare_random_states_of_animators() {  # COUNT
    need compare identify
    open_display
    write_settings '"plays": "animator", "seed": 7, "speedSpread": 0.3, "secondsBetweenWishes": 1.5, "depthPrepass": true, "closedSections": ["Model", "Crowd", "Method", "Settings", "Compare", "View"]'
    # The copy of the low-detail model has the name of a model with an animator file.
    cp "$SOURCE/assets/mannequin.animator.json" "$folder/"
    cp "$SOURCE/assets/mannequin_low.glb" "$folder/mannequin.glb"
    start "$folder/mannequin.glb" --method compute:culled --compare vertex:u8x4 --instances 12 --cascades 2
    # The difference view would show the rounding of time steps, so D is not pressed.
    local seed=2 random keys=(c k b l v v s 1 3 4 7 minus bracketright)
    click Animation 'root motion'
    click Animation 'speed from'; expect_widget Animation 'Next seed'
    click Animation 'Next seed'
    for _ in $(seq $1); do
        press_random_keys 4 "${keys[@]}"
        frames 5
        press space; expect 'playing: false'
        drag_randomly
        expect_picture_of_the_copied_command
        press space; expect 'playing: true'
    done
    # The command cannot repeat what was changed while the animators ran.
    click Animation 'Reset positions'
    press y; expect_text notices '^The command leaves out: changes of the animators since their start[.]'
    leave
}

test_the_copied_command_draws_random_states_of_a_clip() { compare_random_states_of_a_clip 2; }
test_long_the_copied_command_draws_random_states_of_a_clip() { compare_random_states_of_a_clip 12; }
test_the_copied_command_draws_random_states_of_animators() { compare_random_states_of_animators 2; }
test_long_the_copied_command_draws_random_states_of_animators() { compare_random_states_of_animators 12; }

test_saves_the_picture_with_and_without_panels() {
    need compare identify
    open_display
    start "$SOURCE/assets/mannequin_low.glb" --method compute
    press space; expect 'playing: false'
    local pictures=$XDG_DATA_HOME/sinew/pictures
    press F12; expect_text notices "Saved: $pictures/sinew-.*[.]png"
    press shift+F12
    two_pictures() { [ "$(ls "$pictures" | wc -l)" = 2 ]; }
    until_holds two_pictures || fail "the second picture replaced the first"
    local first second; { read -r first; read -r second; } < <(ls -tr "$pictures"/*.png)
    cp "$first" "$folder/first.png"; cp "$second" "$folder/second.png"
    [ "$(pixels_apart first second)" -gt 25000 ] || fail "Shift F12 does not keep the panels"
    leave
}

# Panels take 131 pixels at the left and 122 at the right. Messages are 224 pixels wide, 6 below the
# top, and have at most two lines of 7 pixels.
notices_are_between_panels() {
    local left top width height
    find_widget notices messages || return 1
    read -r left top width height <<<"${widget%%$'\t'*}"
    [ "$left" -ge 143 ] && [ "$left" -le 152 ] && [ $((left + width)) -le 367 ] &&
        [ "$top" -ge 6 ] && [ "$top" -le 15 ] && [ "$height" -le 17 ]
}
test_messages_are_between_the_panels_at_the_top() {
    open_display
    start "$SOURCE/assets/mannequin_low.glb" --method compute
    press y; expect_text notices '^Copied: '
    until_holds notices_are_between_panels || fail "messages cover panels"
    leave
}

test_the_copied_command_draws_what_a_frozen_culling_camera_sees() {
    need compare identify
    open_display
    start "$SOURCE/assets/mannequin_low.glb" --method compute:culled --instances 20 --clip walk --cascades 2
    press space; expect 'playing: false'
    press h
    point 250 200
    drag 75 30
    frames
    expect_picture_of_the_copied_command
    leave
}

test_the_copied_command_draws_several_models() {
    need compare identify
    open_display
    start "$SOURCE/assets/mannequin_low.glb" "$SOURCE/assets/serpent.glb" --instances 5 --cascades 2
    press space; expect 'playing: false'
    point 250 200
    drag 30 10
    frames
    expect_picture_of_the_copied_command
    ls "$XDG_DATA_HOME"/sinew/scenes/*.json >/dev/null || fail "no scene was written"
    leave
}

# The camera moves, but exactly the instances that the frozen camera sees are drawn and counted.
test_a_frozen_culling_camera_is_seen_from_outside() {
    open_display
    write_settings '"closedSections": ["Model", "Animation", "Crowd", "Method", "Compare", "Times", "Cost"]'
    start "$SOURCE/assets/mannequin_low.glb" --method compute --instances 24 --cascades 2
    press space; expect 'playing: false'
    expect_text Work '^vertices [0-9.]+ MiB allocated, [0-9.]+ MiB needed, 0.0 MiB saved$'
    press h; expect_text notices '^Culling is off: choose culled or lod'
    expect_no_widget View 'frozen culling'
    expect_text View '^frozen culling Culling is off: choose culled or lod'
    expect_no_text legend '.'
    click Settings cull; click Settings culled; expect '"skinning": "compute:culled"'
    expect_text Work '^instances 24 placed, 24 posed, 24 skinned$'
    point 240 200
    turn_wheel 4 25; frames
    press h
    expect_text legend 'culled by the frozen camera'
    expect_text legend '^shadow only: [1-9]'
    expect_text legend '^culled: 0$'
    local judged; judged=$(seen_by_the_frozen)
    point 240 200
    turn_wheel 5 25
    drag 50 75
    frames
    [ "$(seen_by_the_frozen)" = "$judged" ] || fail "the frozen camera sees $(seen_by_the_frozen) and saw $judged"
    expect_text Work "^drawn $judged in view"
    press c c c c c; expect '"cascadeCount": 0'
    expect_text legend '^shadow only: 0$'
    expect_text legend "^culled: $((24 - judged))\$"
    expect_text Work "^instances 24 placed, $judged posed, $judged skinned\$"
    # An overlay shows all instances, so all instances are posed.
    press b; expect_text legend "^other instances: $((24 - judged))\$"
    expect_text Work '^instances 24 placed, 24 posed, 24 skinned$'
    press b
    press h; expect_no_text legend '.'
    leave
}
seen_by_the_frozen() { sed -n 's/^text\tlegend\tin view: //p' "$shown"; }

test_keeps_the_camera_for_the_next_start() {
    open_display
    write_settings '"closedSections": ["Animation", "Settings", "Method", "Cost", "Window"]'
    start
    point 230 150
    drag 50 25
    expect 'camera moved: true'
    local moved; moved=$(value camera)
    leave
    start
    expect "camera: $moved" 'camera moved: true'
    click View Frame; expect 'camera moved: false'
    expect_other camera "$moved"
    leave
    # Another crowd resets the camera.
    start; press j; expect 'camera moved: true'; leave
    start --instances 2; expect 'camera moved: false'; leave
}

test_the_whole_clip_is_framed_at_any_moment() {
    open_display
    start --clip dance
    press space; expect 'playing: false'
    press j f; expect 'camera moved: false'
    local framed time; framed=$(value camera)
    for _ in 1 2 3 4 5 6; do
        time=$(value time)
        press period; expect_other time "$time"
    done
    press j; expect_other camera "$framed"
    press f; expect 'camera moved: false' "camera: $framed"
    leave
}

test_the_sun_and_the_exposure_can_be_changed() {
    need import compare convert
    open_display
    write_settings '"closedSections": ["Animation", "Settings", "Method", "Cost", "Window", "Time of a frame"]'
    start --cascades 2
    press space; frames
    shoot before
    click View azimuth                                 # the middle is the default
    points_at View turned
    drag 20 0
    until_holds shows_other moved before 1250 || fail "the light does not move"
    click View Sun
    expect_value View azimuth 0
    until_holds shows_as_before || fail "the light does not go back"
    click View exposure; points_at View exposure; drag 20 0
    expect '"exposure": [1-4][.0-9]*'
    until_holds shows_other bright before 5000 || fail "the exposure has no effect"
    click View Exposure; expect '"exposure": 0.0'
    until_holds shows_as_before || fail "the exposure is not reset"
    leave
}
shows_as_before() {
    shoot again
    local name
    for name in again before; do                     # between the panels
        convert "$folder/$name.png" -crop 110x430+185+0 +repage "$folder/$name-middle.png"
    done
    [ "$(pixels_apart again-middle before-middle)" = 0 ]
}

has_icon() { [[ $(xprop -id "$window" _NET_WM_ICON) == *'Icon (64 x 64)'* ]]; }
test_the_window_has_an_icon() {
    need xprop
    open_display
    start
    until_holds has_icon || fail "it has none"
    leave
}
