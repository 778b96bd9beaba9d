"""The shop in a browser, whose payment sheet is pressed as a person presses it.

    QUINCE_READY      the file with the line of a sandbox that runs
    QUINCE            the program; the one in PATH unless given
    CHROMIUM          the browser; /usr/bin/chromium unless given

It needs PyPI's pytest and playwright.
"""

import json
import os
import pathlib
import subprocess
import sys

import pytest
from playwright.sync_api import expect, sync_playwright

QUINCE = os.environ.get("QUINCE", "quince")
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")


def started(command, **variables):
    """A server that prints a JSON line when it is ready, and the line."""
    server = subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, **variables})
    return server, json.loads(server.stdout.readline())


@pytest.fixture(scope="session")
def shop(tmp_path_factory):
    """The address of a shop on a server of its own, set up with the sandbox."""
    folder, ready = tmp_path_factory.mktemp("shop"), os.environ["QUINCE_READY"]
    made = subprocess.run([QUINCE, "server", "--init", folder / "store", "--sandbox", ready, "--json"],
                          stdout=subprocess.PIPE, check=True)
    config = folder / "store/server.json"
    server, line = started([QUINCE, "server", "--config", config, "--listen", "127.0.0.1:0", "--json"])
    page, address = started([sys.executable, pathlib.Path(__file__).parent / "shop.py"],
                            QUINCE_SERVER=line["server"], QUINCE_API_KEY=json.loads(made.stdout)["apiKey"],
                            QUINCE_SCRIPT=json.loads(pathlib.Path(ready).read_text())["script"])
    yield address["shop"]
    for process in (page, server):
        process.terminate()
        process.wait(30)


@pytest.fixture
def page(shop):
    """The shop's page in a browser."""
    with sync_playwright() as playwright:
        # Root, as in most containers, cannot have Chromium's sandbox.
        arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        page = browser.new_page()
        page.goto(shop)
        yield page
        browser.close()


def sheet(page):
    """The frame of the sheet that the shop's button shows."""
    def is_sheet(frame):
        return frame.url.endswith("/sheet.html")

    page.get_by_role("button", name="Buy with Apple Pay").click()
    return next(filter(is_sheet, page.frames), None) or page.wait_for_event("framenavigated", is_sheet)


def test_a_mug_is_paid_and_ordered(page):
    frame = sheet(page)
    frame.locator("[data-action=pay]").click()
    frame.locator("[data-action=confirm]:not([aria-disabled])").click()
    expect(page.get_by_role("status")).to_have_text("Paid: order 1001", timeout=30_000)


def test_a_shopper_who_cancels_pays_nothing(page):
    sheet(page).locator("[data-action=cancel]").click()
    expect(page.get_by_role("status")).to_have_text("Cancelled", timeout=30_000)


def test_a_sheet_that_is_closed_while_the_payment_is_made_shows_its_outcome(page):
    held = []
    page.route("**/pay", lambda route: held.append(route))
    frame = sheet(page)
    frame.locator("[data-action=pay]").click()
    with page.expect_request("**/pay"):
        frame.locator("[data-action=confirm]:not([aria-disabled])").click()
    frame.locator("[data-action=cancel]").click()
    expect(page.get_by_role("status")).to_contain_text("sent already", timeout=30_000)
    held[0].continue_()
    expect(page.get_by_role("status")).to_contain_text("Paid: order", timeout=30_000)
