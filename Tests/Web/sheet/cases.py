"""The cases of the sheet's tests, and what each is given."""

import difflib
import pathlib

from sheet_pages import Page

REGISTERED = []


def case(name):
    """Registers a function as a test."""
    def register(function):
        REGISTERED.append((function.__module__.removesuffix("_cases"), name, function))
        return function
    return register


class Given:
    """A browser, a shop, and the pages that a test opens."""

    def __init__(self, browser, shop, pictures=None, keeps=False):
        self.browser = browser
        self.shop = shop
        self.pictures = pictures
        self.keeps = keeps
        self.pages = []
        self.expected = []

    def page(self, **options):
        page = Page(self.browser, self.shop, **options)
        self.pages.append(page)
        return page

    def expect_complaint(self, text):
        """Lets the console say something that has this text in it."""
        self.expected.append(text)

    def refuse_complaints(self):
        said = [line for page in self.pages for line in page.complaints]
        for text in self.expected:
            assert any(text in line for line in said), f"the console does not say {text!r}, but {said}"
        others = [line for line in said if not any(text in line for text in self.expected)]
        assert not others, f"the console says {others}"

    def picture(self, tab, name, whole=False):
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            tab.screenshot(path=self.pictures / f"{name}.png", full_page=whole)

    def compare(self, name, text):
        """Fails where a page is not as it was kept in the folder `kept`; with --keep it is kept anew."""
        file = pathlib.Path(__file__).parent / "kept" / f"{name}.txt"
        if self.keeps:
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
            return
        before = file.read_text().splitlines()
        changes = list(difflib.unified_diff(before, text.splitlines(), lineterm="", n=0))[2:]
        assert not changes, f"the page has changed; if it is meant, run with --keep: {changes[:8]}"

    def close(self):
        for page in self.pages:
            page.context.close()
