# Tests the desktop's file dialog. Each test has its own D-Bus daemon with a fake portal
# (fake_portal.cpp), which returns the answers that the test selects.

# Starts a D-Bus daemon whose only services are those of the test.
open_bus() {
    need dbus-daemon
    mkdir "$folder/services"
    cat >"$folder/bus.conf" <<END
<busconfig>
  <type>session</type>
  <listen>$DBUS_SESSION_BUS_ADDRESS</listen>
  <servicedir>$folder/services</servicedir>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/></policy>
</busconfig>
END
    # The daemon writes its address after it accepts connections; its socket exists earlier.
    dbus-daemon --nofork --config-file="$folder/bus.conf" --print-address=5 5>"$folder/bus.address" \
        2>"$folder/bus.log" &
    until_holds test -s "$folder/bus.address" || fail "the bus did not start"
}
open_portal() { "$PORTAL" "$folder/calls" "$@" & portal=$!; }  # ANSWER...
# Waits for a call by the window.
expect_call() { until_holds grep -qsE "$1" "$folder/calls" || fail "no call: $1"; }
calls() { grep -c "$1" "$folder/calls"; }
uri() { echo "file://$1"; }

test_files_are_chosen_in_the_desktops_dialog() {
    open_display
    local serpent=$SOURCE/assets/serpent.glb low="$folder/low é 1.glb"
    cp "$SOURCE/assets/mannequin_low.glb" "$low"
    open_bus
    open_portal "$(uri "$serpent")" cancel "file://$folder/low%20%C3%A9%201.glb" \
        "$(uri "$serpent") $(uri "$SOURCE/assets/mannequin.glb")" "$(uri "$SOURCE/README.md")" "$(uri "$serpent")"
    start
    click Model 'Open...'; expect "model: $serpent" 'models: 1'
    expect_call "^OpenFile x11:$(printf %x "$window") Open a model handle_token sinew_[0-9a-f]{16} multiple 0\
 filters Models and scenes 0 \*.glb 0 \*.gltf 0 \*.json\$"
    # After cancelling, the shown models stay.
    press ctrl+o
    until_holds has_calls OpenFile 2 || fail "Ctrl O opens no dialog"
    frames 5
    expect "model: $serpent"
    expect_no_text notices .
    press ctrl+o; expect "model: $low" 'models: 1'
    # With 'Drops add', chosen files are added, as dropped files are. Wrong files are reported.
    click Model 'Drops add'; expect '  "dropsAdd": true'
    press ctrl+o; expect 'models: 3'
    expect_call '^OpenFile x11:[0-9a-f]+ Add models .* multiple 1 '
    press ctrl+o
    expect_error '^sinew: README.md: unknown kind of file; '
    expect 'models: 3'
    press ctrl+o; expect 'models: 4'
    leave
    [ "$(calls Close)" = 0 ] || fail "a dialog that has ended is closed"
}

# Any program can own the portal's name, so its answers may be invalid.
test_an_answer_that_is_none_is_told() {
    open_display
    open_bus
    open_portal error ended nothing text shape many long sftp://host/a.glb file://host/a.glb 'file:///a%0' \
        'file:///a%00.glb' 'file:a.glb' huge
    start
    expect_widget Model 'Open...'
    local told dialog="^sinew: the desktop's file dialog"
    for told in 'cannot be opened \(no display.for dialogs\); type the path' 'ended without an answer; ' \
        'returned no file; ' 'returned an invalid answer; ' 'returned an invalid answer; ' \
        'returned more than 64 files; ' "returned 'file:///aaaa.{1,80}, which is too long; " \
        "returned 'sftp://host/a.glb', which is not a local file; " "returned 'file://host/a.glb', which is not a local file; " \
        "returned 'file:///a%0', which is not a valid path; " \
        "returned 'file:///a%00.glb', which is not a valid path; " \
        "returned 'file:a.glb', which is not a valid path; " 'ended without an answer; '; do
        : >"$folder/err"
        press ctrl+o
        expect_error "$dialog $told"
        [ "$(wc -l <"$folder/err")" = 1 ] || fail "more than one line for: $told"
        frames
        expect "model: $SOURCE/assets/mannequin.glb"
    done
    expect_no_widget Model 'Open...'  # a message of two megabytes has ended the connection
    leave
}

test_a_dialog_whose_portal_ends_is_told_and_a_portal_may_come_and_go() {
    open_display
    open_bus
    start
    frames 10
    has_no_widget Model 'Open...' || fail "a dialog is offered, and nobody has one"
    press ctrl+o; expect_text notices '^The desktop has no file dialog[.] '
    open_portal leave
    expect_widget Model 'Open...'
    click Model 'Open...'
    expect_error "^sinew: the desktop's file dialog ended without an answer; "
    expect_no_widget Model 'Open...'
    # A portal that the bus starts on demand works, too.
    printf '[D-BUS Service]\nName=org.freedesktop.portal.Desktop\nExec=%s %s %s\n' "$PORTAL" "$folder/calls" \
        "$(uri "$SOURCE/assets/serpent.glb")" >"$folder/services/portal.service"
    leave
    start
    click Model 'Open...'; expect "model: $SOURCE/assets/serpent.glb"
    leave
}

test_a_dialog_that_is_open_is_closed_by_the_next_and_at_the_end() {
    open_display
    open_bus
    open_portal wait wait "$(uri "$SOURCE/assets/serpent.glb")" wait
    start
    expect_widget Model 'Open...'
    press ctrl+o; expect_call '^OpenFile '
    press ctrl+o; expect_call '^Close$'
    press ctrl+o; expect "model: $SOURCE/assets/serpent.glb"
    until_holds has_calls Close 2 || fail "the second dialog is still open"
    press ctrl+o
    until_holds has_calls OpenFile 4 || fail "no fourth dialog"
    leave
    until_holds has_calls Close 3 || fail "the dialog outlives the window"
}
has_calls() { [ "$(calls "$1")" = "$2" ]; }  # METHOD COUNT
