# shellcheck shell=bash disable=SC2034  # what is set here is used by the scripts that source it
# Sourced by the scripts of this folder: where things are, and what the package is called.

repository=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=$repository/Support/Package
scratch=$repository/.build/package
output=$scratch/output
# shellcheck source=../require.sh
source "$repository/Support/require.sh"

# git also answers where the checkout is another user's, as under sudo.
repository_git() { git -c safe.directory='*' -C "$repository" "$@"; }

program_version=$(version_of_program "$repository")

# The time of everything in the package is that of the commit, so that two builds give the same bytes.
SOURCE_DATE_EPOCH=$(repository_git log -1 --format=%ct)
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8

# package_version: that of a tagged commit is the program's. One that is not tagged comes before it, and names its
# commit.
package_version() {
    local tag commit changed=
    tag=$(repository_git tag --points-at HEAD --list 'v[0-9]*')
    if [[ -n $(repository_git status --porcelain) ]]; then changed=+changed; fi
    if [[ -z $tag || -n $changed ]]; then
        commit=$(repository_git rev-parse --short=12 HEAD)
        printf '%s~git%s.%s%s-1\n' "$program_version" "$(date -d "@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S)" "$commit" "$changed"
    elif [[ $tag == "v$program_version" ]]; then
        printf '%s-1\n' "$program_version"
    else
        say "package: the commit has the tag $tag, and the program says that it is $program_version"
        say "hint: correct Sources/Tools/quince/Quince.swift and CHANGELOG.md, and set the tag again"
        exit 1
    fi
}
