"""A `quince demo` that runs beside the tests, and a person who shops there with a browser."""

import json
import os
import subprocess
import tempfile
import urllib.parse
import urllib.request

from playwright.sync_api import expect

import patience
from pictures import KEPT, compare
from sheet_pages import Sheet, sheet_over

# The pictures that the documentation shows.
SHOWN = ("demo-store", "demo-sheet", "demo-receipt")
# How many steps there are, and how long each takes, depends on how fast the machine is: it is not compared.
SHOWN_ONCE = ("demo-xray",)


class Demo:
    """A process of `quince demo`, which keeps nothing."""

    def __init__(self, quince, *options):
        self.quince = quince
        # One that is killed leaves its files.
        self.folder = tempfile.TemporaryDirectory(prefix="quince-demo-")
        self.process = subprocess.Popen(
            [quince, "demo", "--ephemeral", "--no-browser", "--json", *options],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            env=os.environ | {"TMPDIR": self.folder.name},
        )
        self.ready = json.loads(self.process.stdout.readline())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)
        self.folder.cleanup()

    def call(self, part, path, body=None, method=None, **fields):
        """Calls the sandbox's API ("api") or the merchant's server ("server")."""
        token = self.ready["token" if part == "api" else "apiKey"]
        request = urllib.request.Request(
            self.ready[part] + path, None if body is None else json.dumps(body).encode(),
            {"Authorization": f"Bearer {token}", "Content-Type": "application/json", **fields}, method=method,
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or "null")

    def refund_at_stripe(self, intent):
        """Refunds a payment as people do in the platform's dashboard, so that the shop learns it by a webhook."""
        account = self.ready["platforms"]["stripe"]
        request = urllib.request.Request(
            f"{account['url']}/v1/refunds", f"payment_intent={intent}".encode(),
            {"Authorization": f"Bearer {account['key']}", "Content-Type": "application/x-www-form-urlencoded"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            assert json.load(answer)["status"] == "succeeded"


class Shopper:
    """A person with a browser of their own: a cart, and tabs."""

    def __init__(self, browser, demo, pictures=None, renews=False):
        self.browser = browser
        self.demo = demo
        self.pictures = pictures
        self.renews = renews
        self.contexts = []
        self.complaints = []
        self.expected = []

    def context(self, **options):
        context = self.browser.new_context(**{"viewport": {"width": 1080, "height": 760}, **options})
        context.set_default_timeout(patience.LIMIT)
        self.contexts.append(context)
        return context

    def tab(self, path="/", context=None, **options):
        tab = (context or self.context(**options)).new_page()
        tab.on("console", lambda line: line.type in ("error", "warning") and self.complaints.append(line.text))
        tab.on("pageerror", lambda error: self.complaints.append(str(error)))
        tab.goto(urllib.parse.urljoin(self.demo.ready["shop"], path))
        return tab

    def with_toy(self, **options):
        """A tab with the cart's page, and the toy in the cart."""
        tab = self.tab(**options)
        self.put(tab, "Shinobi Cuddly Toy")
        tab.get_by_role("link", name="Go to the cart").click()
        expect(tab.locator("#cart")).to_be_visible()
        return tab

    def put(self, tab, product):
        tab.locator(".product", has_text=product).get_by_role("button", name="Add to cart").click()
        expect(tab.locator("#message")).to_contain_text(f"{product} is in your cart")

    def pay(self, tab) -> Sheet:
        """Presses the button of Apple Pay, and returns the sheet once it can be paid."""
        tab.locator("apple-pay-button").click()
        return sheet_over(tab).ready()

    def receipt(self, tab):
        """Waits for the order's page, and returns what it says."""
        tab.wait_for_url("**/order.html#cart-*")
        expect(tab.locator("#order")).to_be_visible()
        return tab.locator("main").inner_text()

    def picture(self, tab, name, **options):
        """Takes a picture. One that the documentation shows must look like this, unless it is being renewed."""
        taken, before = tab.screenshot(animations="disabled", **options), b""
        # On a slow machine the page may still be drawn.
        while taken != before:
            tab.wait_for_timeout(200)
            taken, before = tab.screenshot(animations="disabled", **options), taken
        if self.pictures:
            self.pictures.mkdir(parents=True, exist_ok=True)
            (self.pictures / f"{name}.png").write_bytes(taken)
        if name in SHOWN_ONCE and self.renews:
            (KEPT / f"{name}.png").write_bytes(taken)
        if name not in SHOWN:
            return
        compare(self.context().new_page(), taken, name, self.renews, "Tests/Web/demo/run")

    def expect_complaint(self, text):
        """Lets the console say something that has this text in it."""
        self.expected.append(text)

    def refuse_complaints(self):
        for text in self.expected:
            assert any(text in line for line in self.complaints), f"{text!r} is not in {self.complaints}"
        others = [line for line in self.complaints if not any(text in line for text in self.expected)]
        assert not others, f"the console says {others}"

    def close(self):
        for context in self.contexts:
            context.close()
