"""Faults that are planted into a small site, to see that the check finds each of them."""

import pathlib
import tempfile

from check import problems

PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{title}</title>
</head>
<body>
<h1>{title}</h1>
<p id="here">{text}</p>
</body>
</html>
"""
GOOD = '<a href="b/other.html#here">other</a> <a href="b/index.html">folder</a> <a href="https://example.com/x#y">elsewhere</a>'
BACK = '<a href="../index.html">back</a>'

# What is wrong, the text of the first page with it, and what the check says.
FAULTS = [
    ("a file that is not there", GOOD + '<a href="gone.html">x</a>', "no such file"),
    ("a picture that is not there", GOOD + '<img src="gone.png" alt="x">', "no such file"),
    ("a query to a page that is not there", GOOD + '<a href="gone.html?x=1">x</a>', "no such file"),
    ("a form for a page that is not there", GOOD + '<form action="gone.html"></form>', "no such file"),
    ("a folder, for which a disk shows no page", GOOD + '<a href="b/">x</a>', "no such file"),
    ("a part of the manual that is not there", GOOD + '<a href="api/gone/">x</a>', "no such file"),
    ("an anchor that is not there", GOOD + '<a href="b/other.html#gone">x</a>', "no such anchor"),
    ("an anchor of the page itself", GOOD + '<a href="#gone">x</a>', "no such anchor"),
    ("a link from the server's root", GOOD + '<a href="/b/other.html">x</a>', "no such file"),
    ("a script's address", GOOD + '<a href="javascript:x()">x</a>', "neither a page"),
    ("a script in the page", GOOD + "<script>x()</script>", "Content-Security-Policy"),
    ("a handler in the page", GOOD + '<b onclick="x()">x</b>', "Content-Security-Policy"),
    ("a style in the page", GOOD + '<b style="color: red">x</b>', "Content-Security-Policy"),
    ("a picture without a text", GOOD + '<img src="index.html">', "without alt"),
    ("an anchor twice", GOOD + '<b id="here">x</b>', "there twice"),
    ("an element that is not closed", GOOD + "<b>x", "missing </b>"),
    ("an element that does not exist", GOOD + "<nonsense>x</nonsense>", "not recognized"),
    ("a second heading of the first level", GOOD + "</p><h1>x</h1><p>", "one h1"),
    ("a page that no link leads to", BACK.replace("../", ""), "no link leads to it"),
]


def found_in(text, title="One", other_title="Other"):
    """What the check says of two pages, of which the first has a text."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "b").mkdir()
        (folder / "index.html").write_text(PAGE.format(title=title, text=text))
        (folder / "b/other.html").write_text(PAGE.format(title=other_title, text=BACK))
        (folder / "b/index.html").write_text(PAGE.format(title="Folder", text=BACK))
        return problems(folder)


def missed():
    """The planted faults that the check does not find, and what it finds where nothing is wrong."""
    wrong = [name for name, text, said in FAULTS if not any(said in each for each in found_in(text))]
    if not any("one title" in each for each in found_in(GOOD, title="")):
        wrong.append("a page without a title")
    if not any("its title is that of" in each for each in found_in(GOOD, other_title="One")):
        wrong.append("two pages of one title")
    return wrong + [f"nothing, but: {each}" for each in found_in(GOOD)]
