"""A page of the site, and the frame that all pages share: search, contents, foot."""

import dataclasses
import html

from contents import address, between

APPLE = "Quince is not made or endorsed by Apple. Apple, Apple Pay and iPhone are trademarks of Apple Inc."


@dataclasses.dataclass
class Page:
    """A page: its address, its title without markup, and its text as HTML with one `h1`."""

    address: str
    title: str
    body: str
    # What a search shows of it, by heading: anchor, heading, text.
    parts: list = dataclasses.field(default_factory=list)
    # The second-level headings: anchor and text.
    outline: list = dataclasses.field(default_factory=list)
    # The address of the page in the contents to which it belongs; its own, unless given.
    within: str = ""
    summary: str = ""
    scripts: tuple = ()


def contents(page, sections):
    """The list of all pages by section. `sections` has titles, and for each its pages as address and title."""
    lines = []
    for title, pages in sections:
        lines.append(f"<h2>{html.escape(title)}</h2>\n<ul>")
        for target, name in pages:
            here = ""
            if target == page.address:
                here = ' aria-current="page"'
            elif target == page.within:
                here = ' aria-current="true"'
            lines.append(f'<li><a href="{between(page.address, target)}"{here}>{html.escape(name)}</a></li>')
        lines.append("</ul>")
    return "\n".join(lines)


def outline(page):
    """The page's headings, folded, where there are several."""
    if len(page.outline) < 3:
        return ""
    rows = "".join(f'<li><a href="#{anchor}">{html.escape(text)}</a></li>' for anchor, text in page.outline)
    return f'<details class="outline"><summary>On this page</summary><ul>{rows}</ul></details>'


def with_outline(page):
    """The page's text, with the list of its headings below its title."""
    head, end, rest = page.body.partition("</h1>")
    return head + end + outline(page) + rest


def framed(page, sections):
    """The whole file of a page."""
    def to(target):
        return between(page.address, target)

    title = "Quince: Apple Pay on Linux" if page.address == "index.html" else f"{page.title} – Quince"
    scripts = "".join(f'<script src="{to(each)}" defer></script>\n' for each in page.scripts)
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
<meta name="description" content="{html.escape(page.summary)}">
<link rel="icon" type="image/svg+xml" href="{to('mark.svg')}">
<link rel="stylesheet" href="{to('theme.css')}">
<link rel="stylesheet" href="{to('site.css')}">
{scripts}</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="top">
<a class="brand" href="{to('index.html')}"><img src="{to('mark.svg')}" alt="" width="32" height="32">Quince</a>
<a class="to-contents" href="#contents">Contents</a>
<form class="search" role="search" action="{to('search.html')}">
<label class="unseen" for="words">Search this site</label>
<input type="search" id="words" name="q" placeholder="Search" autocomplete="off">
<button type="submit">Search</button>
</form>
</header>
<div class="columns">
<main id="content" tabindex="-1">
{with_outline(page)}
</main>
<nav id="contents" aria-label="Contents">
{contents(page, sections)}
</nav>
</div>
<footer class="foot">
<p>{APPLE}</p>
<p><a href="{to(address('LICENSE'))}">Apache License 2.0</a></p>
</footer>
</body>
</html>
"""
