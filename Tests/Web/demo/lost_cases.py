"""A demonstration that is killed, or stopped: every page says so."""

import contextlib
import signal
import sys
import time

from playwright.sync_api import expect

from demo import Demo, Shopper
from shop_cases import case

# In seconds, on a machine that is not busy.
LONGEST = 10


def open_pages(shopper):
    """A tab of each page, with the place where it says that nothing answers."""
    tab = shopper.with_toy()
    shopper.pay(tab).confirm()
    shopper.receipt(tab)
    cart = shopper.with_toy()
    sheet = shopper.pay(cart).frame
    tabs = {"receipt": tab, "shelf": shopper.tab(), "wallet": shopper.tab(shopper.demo.ready["wallet"]),
            "x-ray": shopper.tab(shopper.demo.ready["xray"]), "cart": cart}
    expect(tabs["wallet"].locator("#title-payments")).to_be_visible()
    expect(tabs["x-ray"].locator("button.step").first).to_be_visible()
    return tabs, sheet


def told(tabs, sheet):
    """Waits until every page says it; returns after how many seconds each did."""
    began = time.monotonic()
    open_ones = {name: tab.locator(".lost") for name, tab in tabs.items()} | {"sheet": sheet.locator("#sheet")}
    found = {}
    while open_ones and time.monotonic() - began < 60:
        for name, place in list(open_ones.items()):
            if "does not answer" in " ".join(place.all_inner_texts()):
                found[name] = time.monotonic() - began
                del open_ones[name]
        time.sleep(0.1)
    assert not open_ones, f"nothing is said by {list(open_ones)}"
    print({name: f"{seconds:.1f} s" for name, seconds in found.items()}, file=sys.stderr)
    late = {name: seconds for name, seconds in found.items() if seconds > LONGEST}
    assert not late, f"after more than {LONGEST} seconds: {late}"


@contextlib.contextmanager
def lost(shopper, how):
    """The pages of a demonstration that got a signal."""
    with Demo(shopper.demo.quince) as demo:
        own = Shopper(shopper.browser, demo, shopper.pictures)
        try:
            tabs, sheet = open_pages(own)
            demo.process.send_signal(how)
            told(tabs, sheet)
            yield own, tabs
        finally:
            demo.process.send_signal(signal.SIGCONT)
            own.close()


@case("a demonstration that is killed is told by every page within ten seconds, and the session is cancelled")
def killed(shopper):
    with lost(shopper, signal.SIGKILL) as (own, tabs):
        expect(tabs["cart"].locator("#message")).to_contain_text("The payment was cancelled.")
        assert any("its sandbox was ended" in line for line in own.complaints), own.complaints
        for name, tab in tabs.items():
            own.picture(tab, f"lost-{name}")


@case("a demonstration that is stopped is told by every page within ten seconds, until it goes on")
def stopped(shopper):
    with lost(shopper, signal.SIGSTOP) as (own, tabs):
        own.demo.process.send_signal(signal.SIGCONT)
        for tab in tabs.values():
            tab.bring_to_front()
            expect(tab.locator(".lost", has_text="does not answer")).to_have_count(0)
