# Sourced by ./quince and ./dev: what a machine must have, and how it gets there.
# Everything here writes to stderr, so that a command's results stay alone on stdout.

# What every build needs. libcrypto and SQLite are the only libraries that quince links: of p11-kit a
# header is read, and nothing is needed to run. Whoever builds everything, as the tests do, needs libpq too.
readonly build_packages=(pkg-config libssl-dev libsqlite3-dev libp11-kit-dev)

say() { printf '%s\n' "$*" >&2; }

has_package() {
    case $1 in
        libssl-dev) pkg-config --exists libcrypto ;;
        libsqlite3-dev) pkg-config --exists sqlite3 ;;
        libp11-kit-dev) pkg-config --exists p11-kit-1 ;;
        libpq-dev) pkg-config --exists libpq ;;
        postgresql) compgen -G '/usr/lib/postgresql/*/bin/initdb' ;;
        git | openssl | pkg-config | python3) command -v "$1" ;;
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

# want_packages NAME...: the same, but goes on without them.
want_packages() {
    (require_packages "$@") || say "going on without $*: the tests that need it are skipped"
}

# apt_get [SUDO...] -- ARGUMENT...: runs quietly, and shows everything where it fails.
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

# require_swift: exits 2 where Swift 6.2 or later is not at hand.
require_swift() {
    local version major minor
    version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+\.[0-9]+).*/\1/p') || true
    IFS=. read -r major minor <<<"${version:-0.0}"
    if ((major * 100 + minor >= 602)); then return; fi
    if ((major == 0)); then say "quince: Swift is not on the PATH"; else say "quince: Swift $version is too old"; fi
    say "hint: install Swift 6.2 or later from https://www.swift.org/install/linux/, then try again"
    exit 2
}
