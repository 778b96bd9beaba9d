"""What axe-core finds wrong with a page, in the tab or frame that shows it."""

import pathlib

import axe_playwright_python

SOURCE = pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js"


def violations(frame, **options):
    """The rules that are violated, each with the element that violates it; `options` are axe.run's."""
    frame.evaluate(SOURCE.read_text() + "; 0")
    found = frame.evaluate("options => axe.run(document, options)", {"resultTypes": ["violations"], **options})
    return [f"{each['id']}: {node['html'][:200]}" for each in found["violations"] for node in each["nodes"]]
