# shellcheck shell=bash
# Sourced by ./run, ./check and tests/fuzz/run.

# build WHAT ARGUMENTS...: runs cmake --build ARGUMENTS. Prints its messages, its progress and the
# estimated remaining time: one updated line in a terminal, else a few lines.
build() {
    local what=$1 line clear=$'\r\e[K'
    shift
    [[ -t 1 ]] || clear=""
    echo "$what on $(nproc) cores"
    cmake --build "$@" 2>&1 | {
        local start=$SECONDS told=0 percent left
        while IFS= read -r line; do
            [[ $line == '[0/'* ]] && continue
            if [[ ! $line =~ ^\[([0-9]+)/([0-9]+)\] ]]; then
                printf '%s%s\n' "$clear" "$line"
                continue
            fi
            percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
            left=$(((SECONDS - start) * (BASH_REMATCH[2] - BASH_REMATCH[1]) / BASH_REMATCH[1]))
            if [[ $clear ]]; then
                printf '%s%s: %d %%, about %d:%02d left' "$clear" "$what" "$percent" \
                    "$((left / 60))" "$((left % 60))"
            elif ((percent >= told + 10)); then
                told=$percent
                printf '%s: %d %%, about %d:%02d left\n' "$what" "$percent" \
                    "$((left / 60))" "$((left % 60))"
            fi
        done
        printf '%s' "$clear"
    }
}
