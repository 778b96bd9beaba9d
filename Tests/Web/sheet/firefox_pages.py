"""What the tests in Debian's Firefox have in common. It cannot tell whether a frame is covered: the sheet's second step
is in a window of the wallet."""

import time

from bidi import Firefox
from webdriver import Failure

LONGEST_WAIT = 20


def contexts(firefox):
    """Every window and frame, with its address."""
    found, rest = [], firefox._send("browsingContext.getTree", {})["contexts"]
    while rest:
        context = rest.pop()
        found.append((context["context"], context["url"]))
        rest += context["children"] or []
    return found


def until(condition, what):
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        try:
            value = condition()
        except Failure:
            value = None
        if value:
            return value
    raise Failure(f"there is no {what}")


def enter(firefox, name, selector):
    """Goes into the window or frame of a page in which something is shown."""
    def shown():
        for context, url in contexts(firefox):
            firefox.context = context
            if name in url and has(firefox, selector):
                return True
        return False
    until(shown, f"{name} with {selector}")


def has(firefox, selector):
    return firefox.run(
        "const [selector, done] = arguments; const found = document.querySelector(selector);"
        " done(Boolean(found && found.checkVisibility()));", selector)


def press(firefox, selector):
    def is_pressed():
        # What was there may be gone again, while the shop is asked.
        if not has(firefox, selector):
            return False
        firefox.click(selector)
        return True
    until(is_pressed, selector)


def shows(firefox, selector, text):
    return firefox.run(
        "const [selector, text, done] = arguments; const found = document.querySelector(selector);"
        " done(Boolean(found && found.textContent.includes(text)));", selector, text)


def pay(firefox, before_confirming=lambda: None):
    """Takes the second card at the sheet that is over the page, and confirms in the window that asks."""
    page = firefox.context
    enter(firefox, "/sheet.html", "[data-action=pay]:enabled")
    press(firefox, "[data-row=card]")
    press(firefox, "label.choice:nth-of-type(2)")
    until(lambda: shows(firefox, "[data-row=card] .value", "MasterCard"), "other card")
    until(lambda: has(firefox, "[data-action=pay]:enabled"), "button to pay")
    press(firefox, "[data-action=pay]")
    press(firefox, "[data-action=confirm]")
    enter(firefox, "/confirm.html", "[data-action=confirm]")
    before_confirming()
    press(firefox, "[data-action=confirm]")
    firefox.context = page


def refuse_complaints(firefox):
    said = [line["message"] for line in firefox.log() if line["level"] == "error"]
    assert not said, f"the console says {said}"


def outcome(file, name, test):
    """Runs one test in a browser of its own; what Tests/Web/run prints of it."""
    failure = None
    firefox = Firefox()
    try:
        test(firefox)
        refuse_complaints(firefox)
    except (AssertionError, Failure) as problem:
        failure = f"{type(problem).__name__}: {problem}"
    finally:
        firefox.close()
    cases = [{"name": name, "failure": failure}]
    return {"browser": f"Firefox {firefox.version}", "results": [{"file": file, "cases": cases}]}
