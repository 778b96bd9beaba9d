# Sourced by ./quince, ./dev and the scripts of Support/Package: installs what a build needs, and shows how far a build is.
# Everything here writes to stderr: stdout is for a command's results.

# What every build needs. quince links libcrypto and SQLite, for HTTP libevent, for QR codes libqrencode, for XML libxml2, and for ZIP libzip. It loads
# libpq, libcurl and libnats when they are first used: of these and of p11-kit only headers are read.
readonly build_packages=(pkg-config libssl-dev libsqlite3-dev libpq-dev libp11-kit-dev libevent-dev
    libcurl4-openssl-dev libqrencode-dev libxml2-dev libzip-dev libnats-dev)

# How the programs are built that serve and that are measured: with Swift's libraries in them, and with functions of one module
# compiled into the others, which makes the card network a sixth faster.
readonly release_build=(swift build -c release --static-swift-stdlib -Xswiftc -cross-module-optimization)

say() { printf '%s\n' "$*" >&2; }

# run COMMAND…: prints the command, and runs it.
run() {
    say "$ $*"
    "$@"
}

# version_of_program REPOSITORY: the version that the program prints.
version_of_program() { sed -nE 's/.*static let version = "([^"]+)".*/\1/p' "$1/Sources/Tools/quince/Quince.swift"; }

has_package() {
    case $1 in
        libssl-dev) pkg-config --exists libcrypto ;;
        libsqlite3-dev) pkg-config --exists sqlite3 ;;
        libp11-kit-dev) pkg-config --exists p11-kit-1 ;;
        libpq-dev) pkg-config --exists libpq ;;
        libcurl4-openssl-dev) pkg-config --exists libcurl ;;
        libqrencode-dev) pkg-config --exists libqrencode ;;
        libxml2-dev) pkg-config --exists libxml-2.0 ;;
        libnats-dev) pkg-config --exists libnats ;;
        nats-server) [[ -x /usr/sbin/nats-server ]] ;;
        libzip-dev) pkg-config --exists libzip ;;
        libevent-dev) pkg-config --exists libevent_core libevent_openssl ;;
        pgbouncer) [[ -x /usr/sbin/pgbouncer ]] ;;
        postgresql) compgen -G '/usr/lib/postgresql/*/bin/initdb' ;;
        curl | git | openssl | pkg-config | python3 | sqlite3) command -v "$1" ;;
        *) dpkg-query --show --showformat '${Status}' "$1" | grep --quiet 'ok installed' ;;
    esac >/dev/null 2>&1
}

# require_packages NAME...: installs the Debian packages that are missing, or says how and exits 2.
require_packages() {
    local name missing=() sudo=()
    for name in "$@"; do has_package "$name" || missing+=("$name"); done
    if ((${#missing[@]} == 0)); then return; fi

    if ! command -v apt-get >/dev/null; then
        say "quince: missing: ${missing[*]}"
        say "hint: install what your system calls these Debian packages, then try again"
        exit 2
    fi
    if ((EUID != 0)); then
        if ! sudo -n true 2>/dev/null; then
            say "quince: missing: ${missing[*]}"
            say "hint: sudo apt-get update && sudo apt-get install --yes ${missing[*]}"
            exit 2
        fi
        sudo=(sudo -n)
    fi
    say "installing ${missing[*]}"
    apt_get "${sudo[@]}" -- update
    apt_get "${sudo[@]}" -- install --yes --no-install-recommends "${missing[@]}"
}

# want_packages NAME...: the same, but continues without them.
want_packages() {
    (require_packages "$@") || say "continuing without $*: the tests that need them are skipped"
}

# apt_get [SUDO...] -- ARGUMENT...: runs apt-get, and shows its output if it fails.
apt_get() {
    local before=() output
    while [[ $1 != -- ]]; do before+=("$1") && shift; done
    shift
    if ! output=$("${before[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@" 2>&1 </dev/null); then
        say "$output"
        say "quince: apt-get $* failed"
        exit 2
    fi
}

# require_swift: exits 2 unless Swift 6.2 or later is on the PATH.
require_swift() {
    local version major minor
    version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p') || true
    IFS=. read -r major minor <<<"${version:-0.0}"
    if ((major * 100 + minor >= 602)); then return; fi
    if ((major == 0)); then say "quince: Swift is not on the PATH"; else say "quince: Swift $version is too old"; fi
    say "hint: install Swift 6.2 or later from https://www.swift.org/install/linux/, then try again"
    exit 2
}

# build_with_progress LOG COMMAND...: runs a build with its output in LOG, and shows how far it is: on a
# terminal on one line, elsewhere with a line every 15 seconds. Ctrl-C ends the build too.
build_with_progress() {
    local log=$1 build status=0 start=$SECONDS next=15 step
    shift
    "$@" >"$log" 2>&1 </dev/null &
    build=$!
    trap 'kill "$build" 2>/dev/null; wait "$build" 2>/dev/null; clear_progress; trap - INT; kill -INT $$' INT
    while kill -0 "$build" 2>/dev/null; do
        # Swift writes a line such as "[12/345] Compiling JSON JSONOutput.swift".
        step=$(tail -n 1 "$log" | tr '\r' '\n' | tail -n 1 | grep --only-matching '^\[[0-9]*/[0-9]*\].*') || step=
        if [[ -t 2 ]]; then
            printf '\r\033[K%.*s' "$((${COLUMNS:-80} - 1))" "$((SECONDS - start)) s ${step:-planning the build}" >&2
        elif ((SECONDS - start >= next)); then
            say "building: $((SECONDS - start)) s ${step:-planning the build}"
            next=$((SECONDS - start + 15))
        fi
        sleep 0.2
    done
    wait "$build" || status=$?
    trap - INT
    clear_progress
    return "$status"
}

clear_progress() { if [[ -t 2 ]]; then printf '\r\033[K' >&2; fi; }
