"""The site's sections, and the address of each file of the repository on it."""

import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The page whose tables are the site's contents.
CONTENTS = "Documentation/README.md"

# Pages that the site alone has, after the page that they follow; `commands` stands for the command reference.
FOLLOWING = {
    "Documentation/CommandLine.md": "commands",
    "Documentation/Reference/SandboxCryptograms.md": "Support/Site/Modules.md",
}

# Files with an address of their own; all others follow from their path.
ADDRESSES = {
    "Support/Site/Front.md": "index.html",
    "Support/Site/Modules.md": "modules.html",
    "README.md": "overview.html",
    CONTENTS: "pages.html",
    "Documentation/Refusals.md": "refusals/index.html",
}

# Pages that no section names: they are reached from the index of their folder.
INDEXED = ("Documentation/Decisions/", "Examples/")


class Wrong(Exception):
    """The documentation has something that the site cannot show; the message says where, and what to do."""


def sources():
    """The Markdown pages of the repository, as paths from its root."""
    roots = ["Documentation", "Examples", "Support/Site"]
    found = [path for root in roots for path in (ROOT / root).rglob("*.md") if ".build" not in path.parts]
    found += ROOT.glob("*.md")
    return sorted(str(path.relative_to(ROOT)) for path in found)


def sections():
    """The sections, each with its pages, in the order of the contents."""
    known = [("Start", ["Support/Site/Front.md", CONTENTS])]
    for line in (ROOT / CONTENTS).read_text().splitlines():
        if line.startswith("## "):
            title = line.removeprefix("## ")
            known += [(title, [])] if title != known[0][0] else []
        elif link := re.match(r"\| \[[^\]]*\]\(([^)#]*)\)", line):
            path = os.path.normpath(os.path.join(os.path.dirname(CONTENTS), link[1]))
            known[-1][1].append(path)
            known[-1][1].extend([FOLLOWING[path]] if path in FOLLOWING else [])
    named = {path for _, paths in known for path in paths}
    missing = [path for path in sources() if path not in named and not path.startswith(INDEXED)]
    if missing:
        raise Wrong(f"{CONTENTS}: no section has {', '.join(missing)}; add a line for each")
    return known


def kebab(name):
    """`PassKitCoverage` as `passkit-coverage`."""
    name = name.replace("PassKit", "Passkit").replace("XRay", "Xray")
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def address(path):
    """The address of a file or folder of the repository, from the site's root."""
    if path in ADDRESSES:
        return ADDRESSES[path]
    parts = path.removeprefix("Documentation/").split("/")
    if not path.endswith(".md"):
        if path.endswith(".png"):
            return "/".join(parts)
        return f"files/{path}/index.html" if (ROOT / path).is_dir() else f"files/{path}.html"
    name = parts.pop().removesuffix(".md")
    return "/".join([kebab(part) for part in parts] + [("index" if name == "README" else kebab(name)) + ".html"])


def between(start, target):
    """The relative link from one address of the site to another, which may have a fragment."""
    path, mark, fragment = target.partition("#")
    if path == start and mark:
        return mark + fragment
    return os.path.relpath(path, os.path.dirname(start) or ".") + mark + fragment
