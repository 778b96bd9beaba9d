"""The pages that are Markdown files, the front page, and the files of the repository that pages lead to."""

import html
import xml.etree.ElementTree as ElementTree

import markdown
from contents import ROOT, Wrong, address, between
from markdown import text_of
from page import Page

# What a search of one symbol leads to.
SYMBOLS = "Documentation/PassKitCoverage.md"


def guide(path, places, found):
    """The page of a Markdown file; adds to `found` the files that it leads to."""
    body = markdown.tree(path)
    here = address(path)
    found.update(markdown.point_links(body, path, here, places))
    if path == SYMBOLS:
        add_row_anchors(body)
    if here == "index.html":
        group_sections(body)
    return page_of(body, path, here)


def page_of(body, path, here, within=""):
    """The page of a tree with one title."""
    titles = list(body.iter("h1"))
    if len(titles) != 1:
        raise Wrong(f"{path}: {len(titles)} titles; a page has one")
    outline = [(each.get("id"), text_of(each)) for each in body.iter("h2")] if here != "index.html" else []
    parts = search_parts(body)
    summary = " ".join(text_of(next(body.iter("p"), titles[0])).split())
    add_marks(body)
    text = markdown.html([body] if body.get("class") else body)
    return Page(here, text_of(titles[0]), text, parts, outline, within or here, summary)


def search_parts(body):
    """The texts between headings, each with its anchor and heading, and the rows that have an anchor."""
    parts = []
    for element in body.iter():
        if element.tag in ("h1", "h2", "h3"):
            parts.append([element.get("id", ""), text_of(element), []])
        elif element.tag == "tr" and element.get("id"):
            parts.append([element.get("id"), text_of(element[0]), [text_of(each) for each in element[1:]]])
        elif parts and element.tag in ("p", "pre", "li", "tr", "dt", "dd") and not is_nested(element):
            parts[-1][2].append(text_of(element))
    return [(anchor, heading, " ".join(" ".join(texts).split())) for anchor, heading, texts in parts]


def is_nested(element):
    """Whether an element's text is that of elements inside it, which are visited themselves."""
    return element.tag == "li" and any(child.tag in ("p", "pre", "ul") for child in element)


def add_marks(body):
    """A link at each heading, with which its address can be copied."""
    for heading in body.iter():
        if heading.tag in ("h2", "h3") and heading.get("id"):
            label = f"Link to: {text_of(heading)}"
            mark = ElementTree.SubElement(heading, "a", {"class": "mark", "href": f"#{heading.get('id')}", "aria-label": label})
            mark.text = "#"


def add_row_anchors(body):
    """Rows of a table whose first cell is code can be linked to, by that code."""
    used = set()
    for row in body.iter("tr"):
        if row[0].tag != "td" or not len(row[0]) or row[0][0].tag != "code":
            continue
        name = "".join(each if each.isalnum() else "-" for each in text_of(row[0]).lower()).strip("-")
        if name not in used:
            row.set("id", name)
            used.add(name)


def group_sections(body):
    """The front page: what precedes the first heading is the opening, and each heading with its text a section."""
    groups = [ElementTree.Element("div", {"class": "opening"})]
    for element in list(body):
        if element.tag == "h2":
            groups.append(ElementTree.Element("section", {"aria-labelledby": element.get("id")}))
        if element.find("img") is not None:
            element.set("class", "picture")
            groups.insert(1, element)
        else:
            groups[-1].append(element)
        body.remove(element)
    body.extend(groups)
    body.set("class", "front")


def file_page(path):
    """The page of a file that is no Markdown, or of a folder."""
    here, place = address(path), ROOT / path
    if place.is_dir():
        rows = "".join(
            f'<li><a href="{between(here, address(f"{path}/{each.name}"))}">{html.escape(each.name)}</a></li>'
            for each in listed(place)
        )
        text = f"<ul>{rows}</ul>"
    else:
        text = f'<pre tabindex="0"><code>{html.escape(place.read_text())}</code></pre>'
    body = f"<h1>{html.escape(path)}</h1>\n{text}"
    return Page(here, path, body, [("", path, "")], summary=f"{path}, a file of Quince's repository.")


def listed(folder):
    return sorted(each for each in folder.iterdir() if each.is_file())


def file_pages(paths):
    """The pages of files and folders that pages lead to, with the files of the folders."""
    for path in sorted(paths):
        place = ROOT / path
        if path.endswith((".md", ".png")):
            continue
        if not place.exists():
            raise Wrong(f"{path}: pages link to it, and it is not there")
        yield file_page(path)
        if place.is_dir():
            for each in listed(place):
                yield file_page(f"{path}/{each.name}")
