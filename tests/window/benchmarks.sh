# Tests the benchmark in the window.

start_benchmark() {  # [CROWD SIZES]
    local sizes=("$@")
    [ $# -gt 0 ] || sizes=(1 2 3 4)
    open_display
    echo '{"about": "Little.", "models": [{"users": true}], "choices": ["compute"],
           "instances": ['"$(IFS=,; echo "${sizes[*]}")"'], "passes": [1]}' >"$folder/tiny.json"
    write_settings "\"scenario\": \"$folder/tiny.json\", \"thoroughBenchmark\": ${thorough:-false}"
    start --method compute
    click measurements Benchmark
    expect 'benchmark: shown'
    expect_text benchmark '^Takes at most [0-9]+ s[.]$'
    click benchmark Start
    expect_title 'benchmark [|] [0-9]+ %'
}
expect_first_crowd_to_be_measured() { expect_title 'benchmark [|] ([3-9][0-9]|100) %'; }

test_a_benchmark_runs_is_cancelled_and_its_report_saved() {
    need python3
    start_benchmark
    press 4 plus x F2 Tab F5                       # takes effect after the benchmark
    expect 'benchmark: running'
    expect_first_crowd_to_be_measured
    click benchmark Cancel
    expect_title '[|] compute [|] 1 instance [|]'
    local report
    # The window saves the report without a request. It writes the HTML page last.
    report_is_saved() {
        report=$(find "$XDG_DATA_HOME/sinew/reports" -name '*-tiny-partial.json' 2>/dev/null)
        grep -qs '</html>' "${report%.json}.html"
    }
    until_holds report_is_saved || fail "no report was saved"
    python3 - "$report" "${report%.json}.csv" <<'PYTHON' || fail "the report is not what was measured"
import csv, json, sys
report = json.load(open(sys.argv[1]))
assert report["partial"] is True
rows = report["sections"][0]["rows"]
assert 1 <= len(rows) < 4 and rows[0]["instances"] == 1
assert rows[0]["frameMs"]["median"] > 0
assert len(list(csv.reader(open(sys.argv[2])))) > len(rows)
PYTHON
    press Escape; expect 'benchmark: closed'
    press 4 plus; expect_title '[|] vertex [|] 2 instances'
    press F2; expect 'benchmark: shown'
    click benchmark Scenario; expect_widget benchmark Report
    press Escape; expect 'benchmark: closed'
    leave
    # The next run of the window opens the saved report.
    start; press F2
    expect_no_widget benchmark Report
    click benchmark earlier
    local name; name=$(basename "${report%.json}")         # 2026-01-31T120000Z-tiny-partial
    click "##Combo_00" "${name:19}, ${name:0:10} ${name:11:2}:${name:13:2} UTC"
    expect_widget benchmark Scenario
    expect_text benchmark '^Saved: .*-tiny-partial[.]json'
    press Escape; leave
    expect_setting "\"scenario\": \"$folder/tiny.json\""
}

test_a_damaged_scenario_is_told_and_left_out() {
    open_display
    echo '{"about": "Broken.", "models": []}' >"$folder/broken.json"
    write_settings "\"scenario\": \"$folder/broken.json\""
    start; press F2
    expect_error '^sinew: .*broken.json: .choices. is missing'
    expect_widget benchmark quick
    has_no_widget benchmark broken || fail "the damaged scenario stands in the list"
    press Escape; leave
    expect_setting '"scenario": "quick"'
}

expect_report_to_be_kept() {
    local report
    report=$(find "$XDG_DATA_HOME/sinew/reports" -name '*-tiny*.json')
    [ -n "$report" ] || fail "the report is lost"
    grep -qF "${report%.json}.json" "$folder/out" || fail "it is not said where the report is"
    python3 -c 'import json, sys
assert json.load(open(sys.argv[1]))["sections"][0]["rows"][0]["frameMs"]["median"] > 0' "$report" ||
        fail "the report is not what was measured"
}

test_a_benchmark_that_is_left_is_kept() {
    need python3
    local thorough=true
    start_benchmark 1
    expect_title 'benchmark [|] [1-9][0-9]* %'     # some blocks are finished, no crowd is
    leave
    expect_report_to_be_kept
    python3 -c 'import json, sys
assert json.load(open(sys.argv[1]))["sections"][0]["rows"][0]["end"] == "interrupted"' \
        "$(find "$XDG_DATA_HOME/sinew/reports" -name '*-tiny*.json')" || fail "the crowd was finished"
}

test_a_benchmark_whose_device_is_lost_is_kept() {
    need python3
    start_benchmark
    expect_first_crowd_to_be_measured
    lose_device
    expect_report_to_be_kept
}

test_what_is_dropped_during_a_benchmark_waits() {
    start_benchmark 1 2
    order "drop $SOURCE/assets/serpent.glb" "drop $folder/tiny.json"
    expect_text notices '^The dropped file is shown after the benchmark'
    expect_text notices '^A benchmark is running[.] Drop the scenario again'
    has_line "model: $SOURCE/assets/mannequin.glb" || fail "the model is not that which is measured"
    expect 'benchmark: shown' "model: $SOURCE/assets/serpent.glb"
    press Escape; expect_title '[|] serpent.glb [|]'
    leave
}
