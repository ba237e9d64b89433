# Tests the skinning methods: one method, a comparison of two, and their measurements.

test_shows_every_method_by_key_and_click_and_closes() {
    open_display
    start --instances 2 --clip dance --method compute
    expect_title '[|] compute [|] 2 instances'
    local key=1
    for method in cpu-reference cpu compute vertex vertex-uniform texture feedback; do
        press $key; expect_title "[|] $method [|]"
        key=$((key + 1))
    done
    for method in vertex cpu compute; do
        click Method $method; expect_title "[|] $method [|]"
    done
    press plus; expect_title '[|] 4 instances'
    press minus minus; expect_title '[|] 1 instance [|]'
    local first; first=$(value clip)
    press n; expect_other clip "$first"
    press p; expect "clip: $first"
    leave
}

test_compares_two_ways_beside_each_other_and_as_a_difference() {
    need import convert
    open_display
    start "$SOURCE/assets/mannequin_low.glb" --instances 2 --clip dance --method compute --compare vertex:u8x4 \
        --cascades 2
    expect_title '[|] compute vs vertex [|]'
    # The divider starts in the middle. The disc on its line is bluer than the scene.
    point 250 150
    drag -25 10
    point 240 350
    local line pale
    shows_divider() {
        shoot beside
        line=$(convert "$folder/beside.png" -crop 1x1+225+215 -format '%[fx:100*u.b]' info:)
        [ "${line%.*}" -gt 85 ]
    }
    until_holds shows_divider || fail "no divider: blue is $line %"
    # Keys change the method that is being edited.
    press a 2; expect_title '[|] compute vs cpu [|]'
    press a 4; expect_title '[|] vertex vs cpu [|]'
    press s; expect_title '[|] cpu vs vertex [|]'
    press d; expect_title '[|] cpu \S+ vertex [|]'
    click Compare 'side by side'; expect_title '[|] cpu vs vertex [|]'
    click Compare 'Swap A and B'; expect_title '[|] vertex vs cpu [|]'
    click Compare 'Swap A and B'
    click Compare difference; expect_title '[|] cpu \S+ vertex [|]'
    press space a l
    # The pale end of the ramp is only in the difference view.
    shows_ramp() {
        shoot difference
        pale=$(convert "$folder/difference.png" -fuzz 4% -fill black +opaque '#ffeeb1' \
            -fill white -opaque '#ffeeb1' -format '%[fx:mean*w*h]' info:)
        [ "${pale%.*}" -gt 15 ]
    }
    until_holds shows_ramp || fail "the difference view has no colour bar: $pale pale pixels"
    press d; expect_title '[|] cpu [|]'
    press d
    leave
    expect_setting '"comparison": "side by side"' '"skinning": "cpu:u8x4"' \
        '"compared": "vertex:dual-quaternion"' '"divider": 0.4'
    start; expect_title '[|] cpu vs vertex [|]'; leave
}

test_what_a_device_lacks_is_told_and_something_else_drawn() {
    open_display
    start --method feedback --assume-limits no-transform-feedback
    expect_title '[|] compute [|]'
    expect_error 'feedback is unsupported: .* lacks VK_EXT_transform_feedback'
    expect_value Method feedback unsupported
    press 7; frames; expect_title '[|] compute [|]'
    leave
    start --method vertex-uniform:joints16; expect_title '[|] vertex-uniform .cpu. [|]'; leave
    start --method compute --compare cpu --assume-limits no-vertex-stores,no-independent-blend
    expect_title '[|] compute vs cpu [|]'
    press d; expect_title '[|] compute [|]'  # no difference view
    press v v v v v; expect '"view": 5'
    press v; expect '"view": 7'              # no motion view
    press x
    expect_error 'errors cannot be measured'
    expect 'errors: none'
    leave
}

test_where_the_gpu_may_not_pose_the_panel_tells() {
    open_display
    # Scales that cancel each other: poses are in range, but the bound from the joints' largest
    # numbers is not.
    cat >"$folder/scaled.gltf" <<'END'
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
 "nodes": [{"scale": [1e12, 1e12, 1e12], "children": [1]}, {"scale": [1e-12, 1e-12, 1e-12], "mesh": 0}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                "min": [0, 0, 0], "max": [1, 1, 0]}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}],
 "buffers": [{"byteLength": 36,
              "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}]}
END
    start "$folder/scaled.gltf" --method compute:gpu-poses
    expect_title '[|] compute .posed by the CPU. [|]'
    expect_text Method 'posed by the CPU'
    leave
    start "$SOURCE/assets/mannequin_low.glb" --method compute:gpu-poses
    expect_title '[|] compute [|]'
    frames
    says Method 'posed by the CPU' && fail "told without a cause"
    leave
}

test_bakes_clips_and_shows_their_texture() {
    need import compare
    open_display
    # The other sections are closed, so that the button is in view.
    write_settings '"closedSections": ["Model", "Animation", "Crowd", "Method", "Compare", "View"]'
    start --method texture:15hz; expect_title '[|] texture [|]'
    press space
    frames
    shoot before
    click Settings 'Show the texture'
    expect 'baked view: true'
    until_holds shows_other viewer before 7500 || fail "the texture is not shown"
    point 240 200
    turn_wheel 4 5
    until_holds shows_other zoomed viewer 750 || fail "the wheel does not zoom"
    drag -20 10
    until_holds shows_other dragged zoomed 750 || fail "a drag does not move it"
    press Escape; expect 'baked view: false'
    press 3; expect_title '[|] compute [|]'
    press 6; expect_title '[|] texture [|]'
    leave
}

test_is_left_while_errors_are_measured() {
    open_display
    start --method vertex
    press x; expect 'errors: running'
    leave
}

test_measures_errors_while_frames_go_on() {
    open_display
    start "$SOURCE/assets/mannequin_low.glb" --method vertex
    press x; expect 'errors: running'
    press 3 plus; expect_title '[|] compute [|] 2 instances'
    expect 'errors: measured'
    leave
}

# A model without clips and with a bent rest pose: window and command line verify the same pose.
write_bent_model() {  # FILE
    python3 - "$SOURCE/assets/mannequin_low.glb" "$1" <<'PYTHON'
import json, struct, sys
data = open(sys.argv[1], "rb").read()
length = struct.unpack("<I", data[12:16])[0]
model = json.loads(data[20:20 + length])
del model["animations"]
for i, node in enumerate(model["nodes"]):
    if i > 1 and "mesh" not in node:
        node["rotation"] = [0.2, 0.1 * (i % 3 - 1), 0, (1 - 0.04 - 0.01 * (i % 3 - 1) ** 2) ** 0.5]
text = json.dumps(model).encode()
text += b" " * (-len(text) % 4)
rest = data[20 + length:]
with open(sys.argv[2], "wb") as file:
    file.write(struct.pack("<4sII", b"glTF", 2, 20 + len(text) + len(rest)))
    file.write(struct.pack("<I4s", len(text), b"JSON") + text + rest)
PYTHON
}
same_number() { python3 -c 'import sys; a, b = map(float, sys.argv[1:]); sys.exit(a != b)' "$1" "$2"; }

test_the_errors_are_those_of_the_command_line() {
    need python3
    open_display
    write_bent_model "$folder/bent.glb"
    local method way told off
    "$SINEW_CLI" verify "$folder/bent.glb" --methods "$(printf '%s:u8x4,' cpu-reference cpu compute vertex \
        vertex-uniform texture feedback)vertex:u16x4" >"$folder/verified" || fail "sinew-cli verify failed"
    # The other sections are closed, so that the text is in view.
    write_settings '"closedSections": ["Model", "Animation", "Crowd", "Compare", "View"]'
    start "$folder/bent.glb" --method vertex:u8x4
    click Settings 'Measure the errors'
    expect 'errors: measured'
    for method in cpu-reference cpu compute vertex vertex-uniform texture feedback; do
        told=$(awk -v way="$method:u8x4" '$1 == way { print $9 }' "$folder/verified")
        off=$(widget Method $method | cut -f 3)
        same_number "$off" "$told" || fail "$method is off by '$off', says the window, and by '$told'"
    done
    expect_text Settings '^Each method matches its own reference'
    click Settings influences
    for way in u8x4 u16x4; do
        told=$(awk -v way="vertex:$way" '$1 == way { print $9 ", " $10 }' "$folder/verified")
        expect_text Settings "^$way error "
        off=$(sed -n "s/^text\tSettings\t$way error \(.*\)°$/\1/p" "$shown")
        { same_number "${off%,*}" "${told%,*}" && same_number "${off#*, }" "${told#*, }"; } ||
            fail "$way is off by '$off', says the window, and by '$told'"
    done
    press Escape
    leave
    SINEW_TEST_WRONG=vertex start "$SOURCE/assets/mannequin_low.glb"
    press x; expect 'errors: measured'
    expect_text Settings '^A method does not match its own reference'
    leave
}

test_the_difference_is_that_of_the_command_line() {
    need python3
    open_display
    write_bent_model "$folder/bent.glb"
    "$SINEW_CLI" diff "$folder/bent.glb" --a compute --b vertex:u8x4 -o "$folder/diff.png" \
        --json "$folder/diff.json" >/dev/null || fail "sinew-cli diff failed"
    start "$folder/bent.glb" --method compute --compare vertex:u8x4
    expect_text Compare '^maximum .* of the extent$'
    local told off
    told=$(python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
print("%.1e" % d["positionOfExtent"]["largest"], "%.4f" % d["normalDegrees"]["largest"])' "$folder/diff.json")
    off=$(sed -n 's/^text\tCompare\tmaximum \(.*\) of the extent$/\1/p' "$shown")
    same_number "$off" "${told% *}" || fail "maximum is '$off', says the window, and '${told% *}'"
    off=$(sed -n 's/^text\tCompare\tnormals \(.*\)° at most$/\1/p' "$shown")
    same_number "$off" "${told#* }" || fail "normals are off by '$off', says the window, and by '${told#* }'"
    leave
    start --compare compute   # the same twice
    expect_text Compare '^Positions are bit-identical'
    leave
}

test_two_ways_have_times_of_their_own() {
    open_display
    start --method compute --compare compute:u8x4
    local time='[0-9.,]+' none='–'
    expect_text 'Time of a frame' '^A GPU$'
    expect_text 'Time of a frame' '^B CPU$'
    expect_text 'Time of a frame' "^skin A GPU $time\$"
    expect_text 'Time of a frame' "^skin B GPU $time\$"
    press a 2; expect_title '[|] compute vs cpu [|]'
    expect_text 'Time of a frame' "^skin B GPU $none\$"
    expect_text 'Time of a frame' "^skin B CPU $time\$"
    expect_text 'Time of a frame' "^skin A GPU $time\$"
    press a 4; expect_title '[|] vertex vs cpu [|]'
    expect_text 'Time of a frame' "^skin A CPU $none\$"
    press d d; expect_title '[|] vertex [|]'
    expect_text 'Time of a frame' '^p95$'
    leave
}

test_a_setting_that_is_not_heeded_shows_what_is_in_force() {
    open_display
    write_settings '"closedSections": ["Model", "Animation", "Crowd", "Compare", "View"]'
    start --method vertex:dual-quaternion:u8x4
    expect_value Settings blend dual-quaternion
    press 6; expect_title '[|] texture [|]'
    expect_text Settings '^blend linear$'
    expect_no_widget Settings blend
    expect_value Settings influences u8x4
    press 4; expect_value Settings blend dual-quaternion
    # All figures of a column have the same unit.
    local units; units=$(sed -n 's/^text\tMethod\t[a-z-]* [0-9.]* \([A-Z]*i*B\)$/\1/p' "$shown")
    [ "$(wc -l <<<"$units")" = 7 ] || fail "not seven methods have bytes: $units"
    [ "$(sort -u <<<"$units" | wc -l)" = 1 ] || fail "the units differ: $units"
    leave
}

test_times_are_frozen_and_compared() {
    open_display
    start --method compute --cascades 2
    expect_text 'Time of a frame' '^p95$'
    expect_text 'Time of a frame' '^frame time [0-9.,]+ ms$'
    expect_text 'Time of a frame' '^GPU time [0-9.,]+ ms$'
    expect_title "[|] 1 instance [|] $frame_time\$"
    click 'Time of a frame' 'Set baseline'
    expect_text 'Time of a frame' '^vs base$'
    expect_text 'Time of a frame' '^mannequin.glb: compute, 1 instance, 3 passes$'
    press 4 plus; expect_title '[|] vertex [|] 2 instances'
    says 'Time of a frame' '^vs base$' || fail "another method thaws"
    says 'Time of a frame' '^mannequin.glb: compute, 1 instance' || fail "what was frozen is not kept"
    click 'Time of a frame' 'Drop baseline'
    expect_text 'Time of a frame' '^p95$'
    expect 'frozen: false'
    leave
}

# A thread generates the levels of detail. Until they are complete, frames have full detail.
test_levels_of_detail_are_made_beside_the_window_and_coloured() {
    open_display
    write_settings '"closedSections": ["Model", "Animation", "Crowd", "Method", "Compare", "Time of a frame", "Cost"]'
    SINEW_TEST_SLOW=levels:4000 start "$SOURCE/assets/mannequin.glb" --method compute --instances 9
    click View levels; expect '"view": 4'
    expect_text legend '^Everything is LOD 0'
    expect_no_text Work '^detail '
    click Settings detail; click Settings lod; expect '"skinning": "compute:lod"'
    expect_texts work '^Making levels of detail of mannequin.glb' legend '^Levels of detail are being made'
    frames
    expect_text legend '^instances per level of detail$'
    expect 'busy: '
    expect_text legend '^[1-7]: [0-9]+$'
    expect_text Work '^LOD 0-[0-9] [0-9]+( / [0-9]+)+$'
    expect_text Work '^detail [0-9,]+ of [0-9,]+ vertices at the chosen levels$'
    # Near the camera, an instance has full detail.
    point 250 215; turn_wheel 4 12
    expect_text legend '^full: [0-9]+$'
    leave
}

# Instances reuse poses while the error is within the limit.
test_update_rates_are_coloured_and_told() {
    open_display
    write_settings '"closedSections": ["Model", "Animation", "Crowd", "Method", "Compare", "Time of a frame", "Cost"], "ratePixels": 4'
    start "$SOURCE/assets/mannequin_low.glb" --method compute:gpu-poses --instances 64
    click View rates; expect '"view": 5'
    expect_text legend '^Update rate is off'
    expect_no_text Work '^rates '
    click Settings 'update rate'; click Settings rate
    expect '"skinning": "compute:gpu-poses:rate"'
    frames
    expect_text legend '^instances per update rate$'
    expect_text Work '^instances 64 placed, [0-9]+ posed, 64 skinned$'
    expect_text Work 'error of [0-3][.][0-9]+ pixels at most$'
    press space; expect 'playing: false'                # no motion: no instance is posed
    expect_text legend '^8th: 64$'
    expect_text Work '^instances 64 placed, 0 posed, 64 skinned$'
    leave
}
