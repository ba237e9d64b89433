# Tests crowds with animators: how they start, their panel, and saved settings.

test_a_crowd_of_a_described_model_is_animated() {
    open_display
    start; expect 'animating: false'; leave  # one character
    write_settings '"secondsBetweenWishes": 0.5, "instanceCount": 6, "closedSections": ["Crowd", "Method"]'
    # The copy of the low-detail model has the name of a model with an animator file.
    cp "$SOURCE/assets/mannequin.animator.json" "$folder/"
    cp "$SOURCE/assets/mannequin_low.glb" "$folder/mannequin.glb"
    start "$folder/mannequin.glb" --method compute
    expect 'animating: true'; expect_title '[|] mannequin.glb [|] animators [|] compute [|] 6 instances'
    expect_text Animation '^idle [0-6]$'
    local at; at=$(value animated); expect_other animated "$at"
    click Animation 'speed from'             # the slider's middle: all instances walk or run
    expect_text Animation '^idle 0$'
    expect_text Animation ' s ago (left|right) foot, in (walk|run)$'
    expect_text 'Time of a frame' '^animate CPU [0-9.]+$'
    press space; expect 'playing: false'
    at=$(value animated); frames 5
    [ "$(value animated)" = "$at" ] || fail "the animators do not stop"
    click Animation 'Next seed'
    expect '"seed": 2' 'animated: 0' 'playing: false'
    expect_text Animation '^idle 6$'
    click Animation dance                    # a trigger
    press space; expect_text Animation '^dance [1-6]$'
    press n; expect 'animating: false' '"plays": "clip"'
    leave
    expect_setting '"plays": "clip"' '"seed": 2' '"secondsBetweenWishes": 0.5'
    start; expect 'animating: false'
    click Animation clip; click Animation animators
    expect 'animating: true' '"plays": "animator"'
    press 6 plus; expect_title '[|] animators [|] texture [|] 12 instances'
    press x; expect 'errors: measured'
    leave
    start "$SOURCE/assets/serpent.glb"; expect 'animating: true'  # each clip a state
    leave
}

test_a_broken_description_is_told_and_the_clips_play() {
    open_display
    # Renames the clips so that their names begin alike and keep their lengths in the file.
    sed -E 's/"name":"(id|wa|ru|da)(le|lk|ve|n|nce)"/"name":"x|\2"/g' "$SOURCE/assets/mannequin_low.glb" \
        >"$folder/hero.glb"
    echo '{"states": [{"name": "fly"}]}' >"$folder/hero.animator.json"
    start "$folder/hero.glb" --instances 2
    expect_error '^sinew: hero.animator.json: states\[0\].name: unknown clip .fly.; choose one of: '
    expect_text notices "^hero.animator.json: states"
    expect 'animating: false' 'clip: x[|]le'
    expect_value Animation clip le
    leave
}

test_a_removed_value_of_a_description_is_applied_with_a_warning() {
    open_display
    cp "$SOURCE/assets/mannequin_low.glb" "$folder/hero.glb"
    echo '{"states": [{"name": "walk", "goes": 1}], "rootMotion": "walks about"}' >"$folder/hero.animator.json"
    start "$folder/hero.glb" --instances 2
    expect_text notices '^hero.animator.json: rootMotion: "walks about" was removed after version 0.1.0'
    expect 'animating: true' 'gone: [1-9][0-9]*[.][0-9]'
    leave
}

# A triangle that walks 2 m in a second.
write_walker() {
    local data; data=$(printf '%b' '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\077\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\077\0\0\0\0' \
        '\0\0\0\0\0\0\200\077' '\0\0\0\0\0\0\0\0\0\0\0\0' '\0\0\0\0\0\0\0\0\0\0\0\100' | base64 -w0)
    cat >"$1" <<END
{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
 "animations": [{"name": "walk", "samplers": [{"input": 1, "output": 2}],
                 "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}],
 "buffers": [{"byteLength": 68, "uri": "data:application/octet-stream;base64,$data"}],
 "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 8},
                 {"buffer": 0, "byteOffset": 44, "byteLength": 24}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
               {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [1]},
               {"bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC3"}]}
END
}

test_characters_with_root_motion_walk_away_and_are_brought_back() {
    open_display
    write_walker "$folder/stone.gltf"
    write_settings '"plays": "animator", "closedSections": ["Crowd", "Method"]'
    start "$folder/stone.gltf" --instances 4
    expect 'animating: true' 'gone: 0.0'
    click Animation 'root motion'
    expect 'gone: ([3-9]|[1-9][0-9]+)[.][0-9]'
    press space; expect 'playing: false'
    click Animation 'Reset positions'
    expect 'gone: [0-2][.][0-9]'          # no more than the distance of one loop of the clip
    press space; expect 'gone: ([3-9]|[1-9][0-9]+)[.][0-9]'
    leave
    expect_setting '"rootMotion": "on"'
    start; expect 'gone: ([3-9]|[1-9][0-9]+)[.][0-9]'
    click Animation 'root motion'
    expect 'gone: 0.0' '"rootMotion": "off"'
    leave
}

test_a_click_picks_a_character() {
    open_display
    cp "$SOURCE/assets/mannequin_low.glb" "$folder/hero.glb"
    cat >"$folder/hero.animator.json" <<END
{"states": [{"name": "idle"}], "masks": [{"name": "upper body", "joints": ["spine_2"]}],
 "layers": [{"name": "wave", "mask": "upper body"}], "additive": {"clip": "dance", "weight": 0.5}}
END
    write_settings '"plays": "animator", "closedSections": ["Crowd", "Method"]'
    start "$folder/hero.glb" --method compute --instances 1
    expect 'animating: true' 'picked: none'
    local width height; IFS=x read -r width height < <(value extent)
    point $((width / 2)) $((height / 2))
    drag 30 0; expect 'camera moved: true' 'picked: none'
    hold_button 1; free_button 1
    expect 'picked: 0'
    expect_text Animation '^character 0 of 0 to 0$'
    expect_text Animation '^state idle, '
    expect_text Animation '^layer wave, .* 100 %$'
    expect_text Animation '^additive 50 %$'
    click Animation Deselect; expect 'picked: none'
    point $((width / 2)) $((height / 2)); hold_button 1; free_button 1
    expect 'picked: 0'
    press Escape; expect 'picked: none'
    leave
}
