# Tests files that the running window reads: models and shaders.

test_wrong_model_on_the_command_line_is_one_line_and_exit_1() {
    open_display
    head -c 5000 "$SOURCE/assets/mannequin.glb" >"$folder/truncated.glb"
    for model in "$folder/truncated.glb" "$folder/missing.glb" "$SOURCE/README.md"; do
        "$SINEW" "$model" --frames 2 >"$folder/out" 2>"$folder/err"
        [ $? = 1 ] || fail "exit code is not 1 for $model"
        grep -qE "^sinew: .*$(basename "$model")" "$folder/err" || fail "$model is not named"
        [ "$(wc -l <"$folder/err")" = 1 ] || fail "more than one line for $model"
    done
}

test_wrong_model_while_running_leaves_the_scene() {
    open_display
    head -c 5000 "$SOURCE/assets/mannequin.glb" >"$folder/truncated.glb"
    write_settings "\"droppedModels\": [\"$folder/truncated.glb\"]"
    start
    expect_title '[|] mannequin.glb [|]'
    click Model file
    click Model truncated.glb
    expect_error '^sinew: .*truncated.glb'
    frames
    expect "model: $SOURCE/assets/mannequin.glb"
    expect_title '[|] mannequin.glb [|]'
    leave
}

test_dropped_files_are_shown_or_told() {
    open_display
    local serpent=$SOURCE/assets/serpent.glb low="$folder/low é 1.glb"
    head -c 5000 "$serpent" >"$folder/truncated.glb"
    cp "$SOURCE/assets/mannequin_low.glb" "$low"
    start
    order "drop $serpent"
    expect_title '[|] serpent.glb [|]'
    expect "model: $serpent"
    # Unreadable files are reported, and the models that are shown stay.
    order "drop $folder/truncated.glb"
    expect_error '^sinew: .*truncated.glb'
    expect_text notices 'truncated.glb'
    order "drop $folder/missing.glb"
    expect_error '^sinew: .*missing.glb'
    order "drop $SOURCE/README.md"
    expect_error '^sinew: README.md: unknown kind of file; drop a .glb or .gltf file, or the .json of a scene or a scenario$'
    frames
    expect "model: $serpent"
    # The last dropped model is shown, from any folder, despite errors of other files.
    order "drop $folder/truncated.glb" "drop $SOURCE/README.md" "drop $SOURCE/assets/mannequin.glb" \
        "drop $low"
    expect "model: $low"
    expect_title '[|] low é 1.glb [|]'
    # A dropped scenario is chosen and shown immediately.
    echo '{"about": "Little.", "models": [{"users": true}], "choices": ["compute"],
           "instances": [1], "passes": [1]}' >"$folder/tiny.json"
    order "drop $folder/tiny.json"
    expect 'benchmark: shown' "\"scenario\": \"$folder/tiny.json\""
    expect_widget benchmark tiny
    press Escape
    # Models that were dropped earlier are in the list.
    order "drop $serpent"; expect "model: $serpent"
    click Model file
    click Model "$(basename "$low")"; expect "model: $low"
    leave
    expect_setting "\"model\": \"$low\""
}

# A file without a mesh gives its clips to the chosen model.
test_dropped_clips_are_played() {
    open_display
    local bytes; bytes=$(printf '\0\0\0\0\0\0\200\77\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' | base64 -w0)
    clips_of() {  # JOINT
        echo '{"asset": {"version": "2.0"}, "nodes": [{"name": "'"$1"'"}],
            "buffers": [{"byteLength": 32, "uri": "data:;base64,'"$bytes"'"}],
            "bufferViews": [{"buffer": 0, "byteLength": 8},
                            {"buffer": 0, "byteOffset": 8, "byteLength": 24}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "type": "SCALAR", "count": 2},
                          {"bufferView": 1, "componentType": 5126, "type": "VEC3", "count": 2}],
            "animations": [{"name": "mixamo.com", "samplers": [{"input": 0, "output": 1}], "channels":
                            [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]}'
    }
    clips_of mixamorig:Hips >"$folder/squat.gltf"
    clips_of Wing_L >"$folder/fly.gltf"
    start --clip walk
    order "drop $folder/fly.gltf"
    expect_text notices 'fly.gltf: 1 of its 1 animated joints have no unique joint of that name in mannequin.glb: Wing_L;'
    order "drop $folder/squat.gltf"
    expect_text notices '^Clips added to mannequin.glb: squat$'
    expect "model: $SOURCE/assets/mannequin.glb"
    expect_text notices 'squat.gltf: the rest pose of 1 joint differs by more than 5 degrees or 5 %'
    expect 'clip: squat'
    leave
}

# The file has two scenes: one has a morph target, the other has none.
test_morph_weights_and_scenes_are_chosen() {
    open_display
    local corners; corners=$(printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\77\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\77\0\0\0\0' | base64 -w0)
    echo '{"asset": {"version": "2.0"}, "scene": 0,
        "scenes": [{"name": "face", "nodes": [0]}, {"name": "body", "nodes": [1]}],
        "nodes": [{"mesh": 0}, {"mesh": 1}],
        "buffers": [{"byteLength": 36, "uri": "data:;base64,'"$corners"'"}],
        "bufferViews": [{"buffer": 0, "byteLength": 36}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3,
                       "min": [0, 0, 0], "max": [1, 1, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}]}],
                    "extras": {"targetNames": ["wide"]}},
                   {"primitives": [{"attributes": {"POSITION": 0}}]}]}' >"$folder/two.gltf"
    start "$folder/two.gltf"
    expect_value 'Morph targets' wide 0.00
    click 'Morph targets' wide
    click View Command
    expect_text notices "two.gltf -o view.png .* --morph wide=0.[45][0-9]* --clip none"
    click 'Morph targets' 'Weights of the file'
    expect_value 'Morph targets' wide 0.00
    click Model scene
    click Model body
    expect_no_widget 'Morph targets' wide
    click View Command
    expect_text notices "--scene '#1' --clip none"
    leave
}

test_drops_that_add_show_models_together() {
    open_display
    local serpent=$SOURCE/assets/serpent.glb low=$SOURCE/assets/mannequin_low.glb
    start "$low"
    order "drop $serpent"; expect "model: $serpent" 'models: 1'
    click Model 'Drops add'; expect '  "dropsAdd": true'
    order "drop $low"
    expect 'models: 2' "model: $low" '  "instanceCount": 2'
    expect_title '[|] mannequin_low.glb and 1 more [|]'
    # Panels and keys act on the chosen model.
    click Model chosen
    click Model '1 serpent.glb'; expect "model: $serpent"
    # A broken file is reported, and the shown models stay.
    order "drop $folder/missing.glb"
    expect_error '^sinew: .*missing.glb'
    expect 'models: 2'
    # A scene file gives the number of instances of each model.
    echo "{\"models\": [{\"path\": \"$serpent\", \"count\": 3}, {\"path\": \"$low\", \"clip\": \"walk\"}]}" \
        >"$folder/town.json"
    click Model 'Drops add'; expect '  "dropsAdd": false'
    order "drop $folder/town.json"
    expect 'models: 2' '  "instanceCount": 4' "model: $serpent"
    click Model chosen
    click Model '2 mannequin_low.glb'; expect 'clip: walk'
    press 2; frames; press 4; frames; press 1; frames
    leave
    expect_setting "\"model\": \"$folder/town.json\""
    start; expect 'models: 2'; leave
    # The command line can also name several models.
    start "$low" "$serpent" --instances 6
    expect 'models: 2' "model: $low" '  "instanceCount": 6'
    leave
    expect_setting "\"model\": \"$low\"" "\"$serpent\""
}

test_models_are_removed_one_by_one() {
    open_display
    local serpent=$SOURCE/assets/serpent.glb low=$SOURCE/assets/mannequin_low.glb
    start "$low" "$serpent" "$SOURCE/assets/mannequin.glb" --instances 6
    expect 'models: 3'
    click Model chosen
    click Model '2 serpent.glb'; expect "model: $serpent"
    local rest; rest=$(value clip)
    press n; expect_other clip "$rest"
    local played; played=$(value clip)
    # Another model is removed: the chosen model stays chosen and continues its clip.
    click Model chosen
    click Model 'Remove 1'
    expect 'models: 2' "model: $serpent" "clip: $played" '  "instanceCount": 4'
    expect_title '[|] serpent.glb and 1 more [|]'
    expect_no_widget Model 'Remove 3'
    # The list is still open, and the keyboard reaches its remaining rows.
    expect_widget Model 'Remove 2'
    press Down; expect 'focus: Model, ([12] .+|Remove [12])'
    if has_line 'focus: Model, (2 .+|Remove 2)'; then press Up; expect 'focus: Model, (1 .+|Remove 1)'; fi
    has_line 'focus: Model, Remove 1' || press Right
    expect 'focus: Model, Remove 1'
    press space
    expect 'models: 1' "model: $SOURCE/assets/mannequin.glb" '  "instanceCount": 2'
    expect_no_widget Model chosen
    # The list is closed; an open list would take the keys.
    press k; expect '  "skeleton": true'
    press y; expect_text notices '^Copied: sinew-cli render .*/mannequin.glb .* --instances 2 '
    leave
    expect_setting '"model": ""' '"moreModels": []'
    start; expect 'models: 1' "model: $SOURCE/assets/mannequin.glb"; leave
}

test_a_scene_is_kept_without_what_was_removed() {
    open_display
    local serpent=$SOURCE/assets/serpent.glb low=$SOURCE/assets/mannequin_low.glb
    echo "{\"models\": [{\"path\": \"$serpent\", \"placements\": [{\"at\": [7, 0, 0]}, {\"at\": [9, 0, 0]}]},
           {\"path\": \"$low\", \"count\": 3}, {\"path\": \"$low\", \"clip\": \"walk\", \"count\": 4}]}" >"$folder/town.json"
    cp "$folder/town.json" "$folder/before.json"
    start "$folder/town.json"
    expect 'models: 3' '  "instanceCount": 9'
    click Model chosen
    click Model 'Remove 2'
    expect 'models: 2' '  "instanceCount": 6'
    press Escape
    # A dropped model is added to the remaining models.
    click Model 'Drops add'
    order "drop $serpent"; expect 'models: 3' "model: $serpent"
    press y; expect_text notices '^Copied: sinew-cli render .*[.]json '
    local scene; scene=$(echo "$XDG_DATA_HOME"/sinew/scenes/*.json)
    [ "$(grep -c '"path"' "$scene")" = 3 ] || fail "not three models in $(cat "$scene")"
    grep -q '7.0' "$scene" || fail "nobody is placed in $(cat "$scene")"
    grep -q '"clip": "walk"' "$scene" || fail "nobody walks in $(cat "$scene")"
    leave
    expect_setting "\"model\": \"$folder/town.json\"" "\"$serpent\""
    cmp "$folder/town.json" "$folder/before.json" || fail "the scene was written"
    start
    expect 'models: 3' "model: $serpent"
    click Model chosen; expect_widget Model '2 mannequin_low.glb'; expect_widget Model '3 serpent.glb'
    click Model '2 mannequin_low.glb'; expect 'clip: walk'
    leave
    # A scene on the command line has all of its models, including those removed before.
    start "$folder/town.json"; expect 'models: 3'; leave
}

test_materials_and_textures_of_the_chosen_model_are_listed() {
    open_display
    write_settings '"closedSections": ["Materials", "Cost", "Window"]'
    start "$SOURCE/assets/mannequin_low.glb"
    expect_no_text Materials .
    click Materials Materials
    expect_text Materials '^1 material, 1 texture of [0-9.]+ MiB'
    expect_text Materials '^mannequin_low.OPAQUE$'
    expect_text Materials '^mannequin_low.[0-9]+ x [0-9]+$'
    order "drop $SOURCE/assets/serpent.glb"
    expect_text Materials '^serpent.[0-9]+ x [0-9]+$'
    frames
    leave
}

test_what_is_held_goes_with_its_model() {
    open_display
    local sword=$SOURCE/assets/props/sword.glb
    start "$SOURCE/assets/mannequin.glb" "$SOURCE/assets/serpent.glb" "$SOURCE/assets/mannequin_low.glb" \
        --hold "$sword@hand_right"
    expect 'models: 3'
    expect_text Model 'sword.glb in hand_right'
    click Model chosen
    click Model 'Remove 2'; expect 'models: 2'
    press Escape
    expect_text Model 'sword.glb in hand_right'
    press y; expect_text notices '^Copied: .* --hold .*sword.glb@hand_right'
    click Model chosen
    click Model 'Remove 1'; expect 'models: 1'
    expect_no_text Model 'sword.glb'
    leave
}

test_a_long_name_is_elided_where_the_column_is_narrow() {
    open_display
    local name=a_very_long_name_that_no_column_has_room_for_and_that_goes_on_and_on_and_on_and_on_and_on_to_the_end.glb
    cp "$SOURCE/assets/serpent.glb" "$folder/$name"
    scale=0.5 write_settings   # 320 pixels, the minimum width of the window, fit one column
    start "$SOURCE/assets/mannequin_low.glb" "$folder/$name"
    xdotool windowsize "$window" 320 240; expect 'extent: 320x240' 'models: 2'
    # A name of the usual length is shown completely.
    expect_value Model file mannequin_low.glb
    expect_value Model chosen mannequin_low.glb
    # A long name is elided in its middle, so that its row and its control are within the window.
    click Model chosen
    row() { awk -F '\t' '$1 == "widget" && $3 ~ /^2 a_very.*[.][.][.].*end.glb$/ { print $3; exit }' "$shown"; }
    has_row() { [ -n "$(row)" ]; }
    until_holds has_row || fail "the row is not elided"
    click Model "$(row)"; expect "model: $folder/$name"
    is_elided() { widget Model "$1" | cut -f 3 | grep -qxE 'a_.*[.]{3}.*end.glb'; }
    until_holds is_elided chosen || fail "the name of the chosen one is not elided"
    until_holds is_elided file || fail "the name of the file is not elided"
    click Model chosen
    click Model 'Remove 2'; expect 'models: 1'
    leave
}

test_a_model_is_opened_by_its_path() {
    open_display
    mkdir -p "$folder/models/more"
    cp "$SOURCE/assets/serpent.glb" "$folder/models/one.glb"
    cp "$SOURCE/assets/mannequin_low.glb" "$folder/models/more/two.glb"
    touch "$folder/models/notes.txt"
    cd "$folder/models"
    start
    click Model path
    expect_widget Model one.glb
    expect_widget Model more/
    has_no_widget Model notes.txt || fail "a file that is no model is offered"
    click Model one.glb; expect "model: $folder/models/one.glb"
    expect_no_widget Model more/
    # A click on a folder lists its files, and a click on a file opens it.
    click Model path
    click Model more/; expect_widget Model two.glb
    expect_value Model path more/
    click Model two.glb; expect "model: $folder/models/more/two.glb"
    # A typed path that does not exist is reported. Its letters are no shortcuts.
    click Model path
    press n o w h e r e; expect_value Model path nowhere
    hold Return
    expect_error '^sinew: .*nowhere'
    expect_value Model path nowhere
    expect "model: $folder/models/more/two.glb" '"skinning": "compute"'
    # Files that were opened can be chosen again from the list.
    click Model file; click Model one.glb; expect "model: $folder/models/one.glb"
    leave
}

test_wrong_model_of_the_last_run_falls_back() {
    open_display
    write_settings "\"model\": \"$folder/gone.glb\", \"skinning\": \"vertex\""
    start
    expect_error 'gone.glb'
    expect_title '[|] mannequin.glb [|].*[|] vertex [|]'
    leave
    start --clip none; expect 'clip: rest pose'; leave
    write_settings "\"model\": \"$SOURCE/assets/serpent.glb\""
    "$SINEW" --clip walk >"$folder/out" 2>"$folder/err"
    [ $? = 1 ] || fail "a clip of another model is accepted"
    expect_error '^sinew: --clip: serpent.glb has no clip "walk"; choose one of: .*"strike" \(#2\); without a MODEL, '
}

test_compiles_shaders_again_and_names_file_and_line_of_errors() {
    open_display
    copy_few_shaders "$folder/root"
    start --shader-dir "$folder/root"
    local lines; lines=$(wc -l <"$SOURCE/shaders/draw/light.glsl")
    echo 'int broken = ;' >>"$folder/root/shaders/draw/light.glsl"
    press F5
    expect_error "^shaders/draw/light.glsl:$((lines + 1)): error: "
    expect 'shaders: broken'
    cp "$SOURCE/shaders/draw/light.glsl" "$folder/root/shaders/draw/"
    # Adds many shaders, so that compiling takes long enough to see its message.
    for i in {1..20}; do echo "other$i.frag draw/forward.frag.glsl"; done >>"$folder/root/shaders/variants.txt"
    click 'shader errors' 'Compile again (F5)'
    expect_text work '^Compiling the shaders'         # at once
    expect_output 'Shaders compiled in '
    grep -m 1 compiled "$folder/out" | grep -q "^The view's shaders " ||
        fail "the view's shaders are not the first"
    expect 'shaders: good'
    for method in cpu-reference cpu compute; do
        click Method $method; expect_title "[|] $method [|]"
    done
    leave
}

# This is the only test that compiles the full list of shaders.
test_long_every_shader_is_compiled_again() {
    open_display
    start --method compute
    press F5
    expect_output 'Shaders compiled in '
    expect 'shaders: good'
    for method in cpu-reference cpu compute; do
        click Method $method; expect_title "[|] $method [|]"
    done
    leave
}

test_what_is_held_stays_with_its_model() {
    open_display
    local mannequin=$SOURCE/assets/mannequin.glb sword=$SOURCE/assets/props/sword.glb
    start "$mannequin" --hold "$sword@hand_right"
    expect_text Model 'sword.glb in hand_right'
    expect "model: $mannequin"
    order "drop $SOURCE/assets/serpent.glb"
    expect_title '[|] serpent.glb [|]'
    order "drop $mannequin"
    expect_title '[|] mannequin.glb [|]'
    expect_no_text Model 'sword.glb'
    leave
    # A prop that cannot be attached is an error of the command line.
    "$SINEW" "$mannequin" --hold "$sword@nowhere" --frames 2 >"$folder/out" 2>"$folder/err"
    [ $? = 1 ] || fail "exit code is not 1"
    grep -q '^sinew: mannequin.glb has no joint "nowhere"; ' "$folder/err" ||
        fail "the joint is not named"
}
