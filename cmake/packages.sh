# shellcheck shell=bash
# Sourced by ./run, ./check and tests/fuzz/run.

# installPackages LIST...: installs the missing packages of these lists. A list has one Debian
# package name per line; # starts a comment. Runs apt-get only if dpkg reports a missing package.
# Without root, it prints the command that root must run, and fails.
installPackages() {
    local wanted missing
    if ! command -v apt-get >/dev/null; then
        echo "No apt-get here: what $* name is expected under this system's own names."
        return
    fi
    mapfile -t wanted < <(sed 's/[[:space:]]*#.*//; /^$/d' "$@" | sort -u)
    # dpkg-query prints nothing for an unknown name, so such a name stays in `missing`.
    mapfile -t missing < <(comm -23 <(printf '%s\n' "${wanted[@]}") \
        <(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "${wanted[@]}" 2>/dev/null |
            sed -n 's/^installed //p' | sort -u))
    [[ ${#missing[@]} -gt 0 ]] || return 0

    if [[ $EUID -ne 0 ]]; then
        local sudo=""
        command -v sudo >/dev/null && sudo="sudo "
        echo "Packages are missing, and installing them takes root. Run this, then $0 again:" >&2
        echo "  ${sudo}apt-get update && ${sudo}apt-get install --no-install-recommends ${missing[*]}" >&2
        return 1
    fi
    echo "Installing: ${missing[*]}"
    local -x DEBIAN_FRONTEND=noninteractive
    local options=(-q -o DPkg::Lock::Timeout=300)  # a fresh machine may still be updating itself
    apt-get "${options[@]}" update
    apt-get "${options[@]}" install -y --no-install-recommends "${missing[@]}"
}
