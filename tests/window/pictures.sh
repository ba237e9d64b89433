# What is seen: the picture, the camera, the window's size.

test_shows_a_picture() {
    need import convert compare
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

# A bright colour for which way and how fast; one dark colour for all of the character that rests.
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
    start --method compute
    press Tab v v v; expect '"panels": false' '"view": 3'
    shows_motion() { shoot moving; [ "$(pixels_that_move moving)" -gt 20000 ]; }
    until_holds shows_motion || fail "$(pixels_that_move moving) pixels move"
    press space; expect 'playing: false'
    shows_rest() {
        shoot resting
        [ "$(pixels_that_rest resting)" -gt 20000 ] && [ "$(pixels_that_move resting)" = 0 ]
    }
    until_holds shows_rest ||
        fail "$(pixels_that_rest resting) pixels rest, $(pixels_that_move resting) move, of one that was stopped"
    press v; expect '"view": 0'
    until_holds shows_other shaded resting 20000 || fail "the shaded view shows motion"
    [ "$(pixels_that_rest shaded)" -lt 2000 ] || fail "the shaded view shows rest"
    leave
}

test_steers_the_camera_without_faults() {
    need import convert compare
    open_display
    start
    until_holds shows_anything panels || fail "the window stays empty"
    press space Tab
    until_holds shows_still before panels 100000 || fail "Tab does not hide the panels"
    local framed; framed=$(value camera)
    point 460 300
    drag 100 50
    until_holds shows_still orbited before 30000 || fail "the picture is not orbited"
    drag -100 50 3
    until_holds shows_still panned orbited 30000 || fail "the picture is not panned"
    xdotool click --repeat 5 4
    until_holds shows_still zoomed panned 30000 || fail "the picture is not zoomed"
    xdotool click --repeat 30 5
    press f
    expect "camera: $framed"
    leave
}

test_survives_resizing_hiding_and_other_present_modes() {
    open_display
    start --method vertex
    for size in 700x500 1200x880 333x777 900x700; do
        xdotool windowsize "$window" ${size%x*} ${size#*x}
        expect "extent: $size"
    done
    xdotool windowunmap --sync "$window"
    xdotool windowmap --sync "$window"; frames
    press F11; expect 'full screen: true'; frames
    press F11; expect 'full screen: false' 'extent: 900x700'
    leave
    # The other present mode, from the start on.
    sed -i 's/"vsync": true/"vsync": false/' "$settings"
    start; frames
    expect_text Device 'pixels.*, (immediate|mailbox)'
    leave
}

test_moves_and_steps_and_cuts() {
    open_display
    start --instances 2 --method compute
    press v v v; expect '"view": 3'            # motion
    for key in r r r r j n space 4 5 6 7 2 1 space; do press $key; frames; done
    press v; expect '"view": 0'                # shaded
    for key in r j n plus d 4 d d minus; do press $key; frames; done
    leave
}
