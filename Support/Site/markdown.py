"""Markdown as a tree of HTML elements, by cmark-gfm, the converter of the place for which the pages are written."""

import os
import re
import struct
import subprocess
import xml.etree.ElementTree as ElementTree

from contents import ROOT, Wrong, address, between

EXTENSIONS = ["table", "strikethrough", "autolink"]
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


def tree(path):
    """The elements of a page under one `div`, with anchors on its headings. Links are as in the file."""
    command = ["cmark-gfm", "--unsafe", "--to", "html"]
    for extension in EXTENSIONS:
        command += ["--extension", extension]
    text = (ROOT / path).read_text()
    html = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout
    try:
        body = ElementTree.fromstring(f"<div>{html.replace('<br>', '<br/>')}</div>")
    except ElementTree.ParseError as error:
        raise Wrong(f"{path}: HTML in it is not closed: {error}; write it in Markdown") from error
    add_anchors(body)
    for part in list(body.iter("pre")):
        shape_block(part)
    for parent in list(body.iter()):
        for table in [child for child in parent if child.tag == "table"]:
            shape_table(parent, table)
    return body


def text_of(element):
    return "".join(element.itertext())


def anchor(title):
    """The anchor of a heading, as GitHub makes it."""
    kept = "".join(each for each in title.lower() if each.isalnum() or each in "_- ")
    return kept.replace(" ", "-")


def add_anchors(body):
    used = {}
    for heading in body.iter():
        if heading.tag not in HEADINGS:
            continue
        name = anchor(text_of(heading))
        count = used.get(name, 0)
        used[name] = count + 1
        heading.set("id", f"{name}-{count}" if count else name)


def shape_block(block):
    """A block of code can be scrolled by keyboard; in a console, commands and what they print differ."""
    code = block[0]
    language = code.get("class", "").removeprefix("language-")
    block.set("tabindex", "0")
    if language:
        block.set("class", language)
    code.attrib.pop("class", None)
    if language != "console":
        return
    lines = (code.text or "").rstrip("\n").split("\n")
    code.text = ""
    continued = False
    for line in lines:
        is_command = line.startswith("$ ") or continued
        continued = is_command and line.endswith("\\")
        part = ElementTree.SubElement(code, "span", {"class": "command" if is_command else "printed"})
        if line.startswith("$ "):
            prompt = ElementTree.SubElement(part, "span", {"class": "prompt"})
            prompt.text, prompt.tail = "$ ", line[2:] + "\n"
        else:
            part.text = line + "\n"


def shape_table(parent, table):
    """A table that is wider than the page is scrolled in a box of its own, by keyboard too."""
    place = list(parent).index(table)
    box = ElementTree.Element("div", {"class": "table", "role": "group", "tabindex": "0", "aria-label": "Table"})
    box.tail, table.tail = table.tail, None
    parent.remove(table)
    parent.insert(place, box)
    box.append(table)
    for cell in table.iter():
        if align := cell.attrib.pop("align", None):
            cell.set("class", align)
        if cell.tag == "th":
            cell.set("scope", "col")
            if not text_of(cell).strip():
                cell.tag = "td"
                del cell.attrib["scope"]


def point_links(body, source, here, places):
    """Makes the links of a page lead to the site's pages.

    `places` gives anchors that are elsewhere than their page: (source, anchor) to an address. Returns the files of the
    repository that the page leads to.
    """
    found = []
    for element in body.iter():
        name = {"a": "href", "img": "src"}.get(element.tag)
        target = element.get(name) if name else None
        if target is None or re.match(r"[a-z]+:", target):
            continue
        path, _, fragment = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(source), path)) if path else source
        found.append(path)
        if (path, fragment) in places:
            element.set(name, between(here, places[path, fragment]))
        else:
            element.set(name, between(here, address(path) + (f"#{fragment}" if fragment else "")))
        if element.tag == "img":
            width, height = size(ROOT / path)
            element.attrib.update(width=str(width), height=str(height), loading="lazy")
    return found


def size(path):
    """The width and height of a PNG picture."""
    with path.open("rb") as file:
        head = file.read(24)
    if head[:8] != b"\x89PNG\r\n\x1a\n":
        raise Wrong(f"{path}: the site knows the size of PNG pictures only")
    return struct.unpack(">II", head[16:24])


def html(elements):
    """The text of elements."""
    return "".join(ElementTree.tostring(each, encoding="unicode", method="html") for each in elements)
