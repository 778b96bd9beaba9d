"""Checks a folder of pages: links and their fragments, titles, scripts and styles inside pages, and HTML by tidy."""

import html.parser
import os
import re
import subprocess
import urllib.parse

TIDY = ["tidy", "-errors", "-quiet", "-utf8", "--gnu-emacs", "yes", "--drop-empty-elements", "no"]
# What tidy takes for a mistake and is none: it is older than these attributes, and the search fills its list.
TOLERATED = ('attribute "aria-current"', 'attribute "loading"', "missing <li>")


class Reader(html.parser.HTMLParser):
    """What a check needs to know of one page."""

    def __init__(self):
        super().__init__()
        self.links, self.anchors, self.titles, self.headings, self.inline = [], [], [], 0, []
        self.inside = ""

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        for name in ("href", "src", "action"):
            if name in given:
                self.links.append(given[name] or "")
        if "id" in given:
            self.anchors.append(given["id"])
        if tag == "h1":
            self.headings += 1
        if tag == "style" or (tag == "script" and "src" not in given):
            self.inline.append(f"<{tag}>")
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        if tag == "img" and "alt" not in given:
            self.inline.append("a picture without alt")
        self.inside = tag

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        if self.inside == "title":
            self.titles.append(data.strip())


def read(path):
    reader = Reader()
    reader.feed(path.read_text())
    return reader


def problems(folder):
    """What is wrong with the pages of a folder; docc's own, under `api`, are only linked to."""
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    names = sorted(name for name in files if name.endswith(".html") and not name.startswith("api/"))
    known = {name: read(folder / name) for name in names}
    found = [each for name in names for each in page_problems(name, known[name])]
    found += [each for name in names for each in link_problems(name, known, files)]
    reached = reachable("index.html", known)
    found += [f"{name}: no link leads to it from index.html" for name in names if name not in reached]
    titles = {}
    for name in names:
        for title in known[name].titles:
            if title in titles:
                found.append(f"{name}: its title is that of {titles[title]}: {title}")
            titles[title] = name
    return found + judged(folder, names)


def page_problems(name, page):
    if len(page.titles) != 1 or not page.titles[0]:
        yield f"{name}: a page has one title, not {len(page.titles)}"
    if page.headings != 1:
        yield f"{name}: a page has one h1, not {page.headings}"
    for each in page.inline:
        yield f"{name}: {each}: a strict Content-Security-Policy or a screen reader has no use for it"
    for each in sorted({each for each in page.anchors if page.anchors.count(each) > 1}):
        yield f"{name}: the anchor {each} is there twice"


def target_of(name, link):
    """The file and the fragment that a link of a page leads to; None where it leads out of the site."""
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc:
        return None
    path = os.path.normpath(os.path.join(os.path.dirname(name), urllib.parse.unquote(parts.path)))
    return (path if parts.path else name), urllib.parse.unquote(parts.fragment)


def link_problems(name, known, files):
    for link in known[name].links:
        target = target_of(name, link)
        if target is None:
            if not link.startswith(("https://", "http://", "mailto:")):
                yield f"{name}: {link}: neither a page of the site nor an address of the web"
            continue
        path, fragment = target
        # docc's pages take a folder's name for their address; they need a server, which gives the folder's index.
        if path.startswith("api/") and link.endswith("/"):
            path += "/index.html"
        if path not in files:
            yield f"{name}: {link}: there is no such file in the site"
        elif fragment and path in known and fragment not in known[path].anchors:
            yield f"{name}: {link}: {path} has no such anchor"


def reachable(start, known):
    """The pages to which links lead from a page, over any number of pages."""
    reached, left = set(), [start]
    while left:
        name = left.pop()
        if name in reached or name not in known:
            continue
        reached.add(name)
        left += [target[0] for link in known[name].links if (target := target_of(name, link))]
    return reached


def judged(folder, names):
    """What tidy, of the HTML Tidy Advocacy Community Group, finds wrong."""
    found = []
    for start in range(0, len(names), 50):
        run = subprocess.run(
            [*TIDY, *names[start:start + 50]], cwd=folder, capture_output=True, text=True, check=False
        )
        lines = (run.stderr + run.stdout).splitlines()
        found += [line for line in lines if re.search(r": (Warning|Error): ", line) and not any(t in line for t in TOLERATED)]
    return found
