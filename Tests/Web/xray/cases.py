"""The cases of the x-ray's tests, and what each is given."""

import patience
from pictures import compare

REGISTERED = []


def case(name):
    """Registers a function as a test."""
    def register(function):
        REGISTERED.append((function.__module__.removesuffix("_cases"), name, function))
        return function
    return register


class Given:
    """A browser, a demonstration, and the pages that a test opens."""

    def __init__(self, browser, demo, arguments):
        self.browser, self.demo, self.quince = browser, demo, arguments.quince
        self.pictures, self.renews = arguments.pictures, arguments.renew
        self.contexts = []
        self.complaints = []
        self.expected = []

    def tab(self, path="/", width=1280, height=900, scheme="light", demo=None):
        """Opens a page of the x-ray."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce")
        self.contexts.append(context)
        tab = context.new_page()
        tab.set_default_timeout(patience.LIMIT)
        tab.on("console", lambda message: self.complaints.append(message.text)
               if message.type in ("error", "warning") else None)
        tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        tab.goto((demo or self.demo).ready["xray"] + path)
        return tab

    def expect_complaint(self, text):
        """Lets the console say something that has this text in it."""
        self.expected.append(text)

    def refuse_complaints(self):
        others = [line for line in self.complaints if not any(text in line for text in self.expected)]
        assert not others, f"the console says {others}"

    def picture(self, tab, name):
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            tab.screenshot(path=self.pictures / f"{name}.png")

    def shown(self, taken, name, **options):
        """A picture that the documentation shows must look like this, unless it is being renewed."""
        blank = self.browser.new_context()
        self.contexts.append(blank)
        compare(blank.new_page(), taken, name, self.renews, "Tests/Web/xray/run", **options)

    def close(self):
        for context in self.contexts:
            context.close()
