# Tests the ranking of all methods in the window.

test_all_methods_are_measured_and_ranked() {
    need python3
    open_display
    write_settings '"plays": "clip"'
    start --instances 2
    press m; expect 'ranking: running'
    expect 'ranking: measured'
    # Each method has a time, and the list is sorted by it.
    local method
    for method in cpu compute vertex vertex-uniform texture feedback; do
        expect_text Method "^times $method [0-9.]+\$"
    done
    expect_text Method '^Software renderer: '
    expect_text Method '^(.* is the fastest, .*|No clear winner: .*|No ranking: .*)$'
    expect_text Method '2 instances, 1 pass$'
    click Method 'Copy command'
    expect_text notices '^Copied: sinew-cli bench .*mannequin.glb --scenario quick --methods cpu,compute,.*--instances 2 --passes 1 --size [0-9]+x[0-9]+ --samples 1 --clip .* --camera '
    click Method 'Save report'
    local report
    report_is_saved() {
        report=$(find "$XDG_DATA_HOME/sinew/reports" -name '*-methods.json' 2>/dev/null)
        [ -n "$report" ]
    }
    until_holds report_is_saved || fail "no report was saved"
    python3 - "$report" <<'PYTHON' || fail "the report is not what was measured"
import json, sys
report = json.load(open(sys.argv[1]))
assert report["partial"] is False and report["conditions"]["steps"] is False
assert len(report["conditions"]["camera"]) in (6, 7)  # with a shift between panels
rows = report["sections"][0]["rows"]
assert {row["instances"] for row in rows} == {2} and {row["passes"] for row in rows} == {1}
assert [row["choice"] for row in rows if row["frameMs"]["median"] > 0] == [
    "cpu", "compute", "vertex", "vertex-uniform", "texture", "feedback"], rows
PYTHON
    # Figures of another scene are outdated until it is shown again.
    press plus; expect 'ranking: outdated'
    expect_text Method '^Outdated: '
    press minus; expect 'ranking: measured'
    click Method 'More passes?'; expect 'ranking: running'
    press Escape; expect 'ranking: measured'
    leave
}
