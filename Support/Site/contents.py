"""What the site has: its sections, and the address of each file of the repository on it."""

import os
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The pages in the order in which the site's contents show them. A page that is in no section is in the last one.
SECTIONS = [
    ("Start", ["Support/Site/Front.md", "README.md", "Documentation/README.md", "Documentation/Install.md", "Documentation/Demo.md"]),
    ("In CI and containers", ["Documentation/ContinuousIntegration.md", "Documentation/Containers.md"]),
    ("Back ends in any language", [
        "Documentation/Sandbox.md", "Documentation/SessionGateway.md", "Documentation/MemberCenter.md",
        "Documentation/CardNetwork.md", "Documentation/XRay.md",
    ]),
    ("Apps", [
        "Documentation/TestingApps.md", "Documentation/AppChanges.md", "Documentation/PassKitCoverage.md",
        "Documentation/SheetRules.md", "Examples/README.md",
    ]),
    ("Web pages", ["Documentation/TestingPages.md", "Documentation/Sheet.md"]),
    ("A shop's server", [
        "Documentation/MerchantOperation.md", "Documentation/MerchantServer.md", "Documentation/SwiftServers.md",
        "Documentation/Payments.md", "Documentation/Acquirer.md", "Documentation/Growth.md",
    ]),
    ("The program", ["Documentation/CommandLine.md", "commands", "Documentation/Mistakes.md", "Documentation/Refusals.md"]),
    ("Reference", [
        "Documentation/Reference/README.md", "Documentation/Reference/PaymentTokenFormat.md", "Documentation/Reference/SignedBytes.md", "Documentation/Reference/SandboxCryptograms.md",
        "Support/Site/Modules.md",
    ]),
    ("The project", [
        "Documentation/Differences.md", "Documentation/Architecture.md", "Documentation/Decisions/README.md",
        "Documentation/Mission.md", "Documentation/Sources.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md",
    ]),
]

# Files with an address of their own; all others follow from their path.
ADDRESSES = {
    "Support/Site/Front.md": "index.html",
    "Support/Site/Modules.md": "modules.html",
    "README.md": "overview.html",
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
    """The sections with the pages that there are; `commands` stands for the command reference."""
    pages = sources()
    named = {path for _, paths in SECTIONS for path in paths}
    others = [path for path in pages if path not in named and not path.startswith(INDEXED)]
    known = [(title, [path for path in paths if path == "commands" or path in pages]) for title, paths in SECTIONS]
    return known[:-1] + [(known[-1][0], known[-1][1] + others)]


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
