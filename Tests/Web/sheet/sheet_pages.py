"""What the tests of the sheet's page have in common: a shop's page in Chromium, and the sheet over it."""

import contextlib

from playwright.sync_api import expect

import axe
import patience


class Page:
    """A tab with the shop's page, and what its console got."""

    def __init__(self, browser, shop, **options):
        self.shop = shop
        self.context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
        self.context.set_default_timeout(patience.LIMIT)
        self.complaints = []
        self.tab = self.new_tab()

    def new_tab(self, path="/shop.html"):
        tab = self.context.new_page()
        tab.on("console", lambda line: line.type in ("error", "warning") and self.complaints.append(line.text))
        tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        tab.goto(self.shop.origin + path)
        return tab

    def pay(self, tab=None):
        """Presses the shop's button, and returns the sheet that comes."""
        tab = tab or self.tab
        # A tab behind another may not be drawn, and what is not drawn cannot be confirmed.
        tab.bring_to_front()
        tab.click("#pay")
        return sheet_over(tab)

    def status(self, tab=None):
        return (tab or self.tab).locator("#status")

    def events(self, tab=None):
        return (tab or self.tab).evaluate("shop.events")


def sheet_over(tab):
    """The frame whose sheet is shown over a page."""
    for _ in range(1500):
        for frame in tab.frames:
            with contextlib.suppress(Exception):
                if "/sheet.html" in frame.url and frame.evaluate(
                    "document.getElementById('sheet')?.hidden === false && document.visibilityState === 'visible'"
                ):
                    return Sheet(frame)
        tab.evaluate("new Promise((done) => requestAnimationFrame(done))")
    raise AssertionError("no sheet is shown over the page")


class Sheet:
    """A sheet, pressed as a person does, in English unless a test says otherwise."""

    def __init__(self, frame):
        self.frame = frame

    def button(self, name):
        return self.frame.get_by_role("button", name=name, exact=True)

    def row(self, name):
        return self.frame.locator(f"button[data-row={name}]")

    def value(self, name):
        return self.frame.locator(f"[data-row={name}] .value")

    def ready(self):
        """Waits until the shop has answered everything and the sheet can be paid."""
        expect(self.frame.locator("[data-action=pay]")).to_be_enabled()
        return self

    def total(self, text):
        expect(self.frame.locator(".total .amount")).to_have_text(text)

    def open(self, name):
        self.row(name).click()

    def choose(self, row, text):
        self.open(row)
        self.frame.locator("label.choice", has_text=text).click()

    def write(self, **texts):
        for name, text in texts.items():
            self.frame.locator(f"input[name={name}]").fill(text)
        self.frame.locator("form button[type=submit]").click()

    def press_tab(self):
        """Presses the tab key, and returns when the focus has moved: the frame is in another process than its page."""
        self.frame.evaluate("window.focusBefore = document.activeElement")
        self.frame.page.keyboard.press("Tab")
        self.frame.evaluate("""new Promise((done) => {
            const start = performance.now();
            const look = () => {
                const isMoved = document.activeElement !== window.focusBefore;
                if (isMoved || performance.now() - start > 1000) done(); else requestAnimationFrame(look);
            };
            look();
        })""")

    def confirm(self):
        """The two steps of a payment."""
        self.frame.locator("[data-action=pay]").click()
        self.frame.locator("[data-action=confirm]:not([aria-disabled])").click()

    def violations(self):
        """What axe-core finds wrong."""
        return axe.violations(self.frame)
