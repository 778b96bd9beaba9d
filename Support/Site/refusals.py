"""Refusals.md as an index and a page for each refusal, with an address that errors can give."""

import copy
import html
import re
import xml.etree.ElementTree as ElementTree

import markdown
from contents import between
from guides import page_of, search_parts
from markdown import text_of

SOURCE = "Documentation/Refusals.md"
INDEX = "refusals/index.html"


def address(anchor):
    """The address of the refusal with an anchor in Refusals.md."""
    return f"refusals/{anchor}.html"


def places():
    """Where links into Refusals.md lead, for the anchors that are pages."""
    body = markdown.tree(SOURCE)
    return {(SOURCE, each.get("id")): address(each.get("id")) for each in body.iter("h3")}


def pages(places, found):
    """The index, and a page for each third-level heading."""
    index, refusals, group = ElementTree.Element("div"), [], None
    for element in markdown.tree(SOURCE):
        if element.tag == "h2":
            group = element
        if element.tag == "h3":
            refusals.append((group, element, []))
        elif element.tag in ("h1", "h2") or not refusals or refusals[-1][0] is not group:
            index.append(element)
        else:
            refusals[-1][2].append(element)
    made = [refusal_page(*each, places, found) for each in refusals]
    parts = search_parts(index)
    add_lists(index, refusals)
    found.update(markdown.point_links(index, SOURCE, INDEX, places))
    page = page_of(index, SOURCE, INDEX)
    # A search leads to a refusal's own page, not to its line in the index.
    page.parts = parts
    return [page, *made]


def refusal_page(group, heading, elements, places, found):
    anchor, name = heading.get("id"), text_of(heading)
    here = address(anchor)
    body = ElementTree.Element("div")
    above = ElementTree.SubElement(body, "p", {"class": "above"})
    up = ElementTree.SubElement(above, "a", {"href": between(here, INDEX)})
    up.text, up.tail = "Refusals", " › "
    link = ElementTree.SubElement(above, "a", {"href": between(here, f"{INDEX}#{group.get('id')}")})
    link.text = text_of(group)
    title = copy.deepcopy(heading)
    title.tag = "h1"
    title.attrib.pop("id")
    body.append(title)
    content = ElementTree.SubElement(body, "div")
    content.extend(copy.deepcopy(each) for each in elements)
    found.update(markdown.point_links(content, SOURCE, here, places))
    if any(each.get("class") == "console" for each in content.iter("pre")):
        note = ElementTree.SubElement(body, "p")
        note.text = "The commands use "
        files = ElementTree.SubElement(note, "a", {"href": between(here, INDEX)})
        files.text = "the files that are made in the index"
        files.tail = "."
    page = page_of(body, SOURCE, here, within=INDEX)
    page.summary = first_sentence(elements) or name
    return page


def first_sentence(elements):
    """How a refusal begins, for the index."""
    text = " ".join(text_of(elements[0]).split())
    return re.match(r".*?[.](?= |$)|.*", text).group()


def messages(elements):
    """What `quince` prints about the refusal: the step, and the cause."""
    printed = "".join(text_of(part) for element in elements for part in element.iter("span") if part.get("class") == "printed")
    return [match.groups() for match in re.finditer(r"^refused at (\w+): (.*)$", printed, re.MULTILINE)]


def add_lists(index, refusals):
    """Below each group's text the list of its refusals; at the end the messages of `quince`, by step."""
    for group in {id(each[0]): each[0] for each in refusals}.values():
        rows = [each for each in refusals if each[0] is group]
        items = "".join(
            f'<li><a href="#{name.get("id")}">{html.escape(text_of(name))}</a><span>{html.escape(first_sentence(texts))}</span></li>'
            for _, name, texts in rows
        )
        following = [each for each in index if each.tag == "h2"]
        after = following[following.index(group) + 1:]
        place = list(index).index(after[0]) if after else len(index)
        index.insert(place, ElementTree.fromstring(f'<ul class="refusals">{items}</ul>'))
    rows = sorted({(step, cause, name.get("id")) for _, name, texts in refusals for step, cause in messages(texts)})
    cells = "".join(
        f'<tr><td><code>{step}</code></td><td><a href="#{anchor}">{html.escape(cause)}</a></td></tr>'
        for step, cause, anchor in rows
    )
    index.extend(ElementTree.fromstring(
        '<div><h2 id="by-message">By message</h2><p>What <code>quince token</code> prints, by the step that it names.</p>'
        '<div class="table" role="group" tabindex="0" aria-label="Table"><table><thead><tr><th scope="col">refused at</th>'
        f'<th scope="col">cause</th></tr></thead><tbody>{cells}</tbody></table></div></div>'
    ))
