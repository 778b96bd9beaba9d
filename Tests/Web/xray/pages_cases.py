"""The x-ray's pages: clicks, keys, sizes, and what they refuse."""

import re
import urllib.request

from playwright.sync_api import expect

import scale
from axe import violations
from cases import case


def steps(tab):
    return tab.locator("button.step")


@case("the steps open one by one")
def walk(given):
    number = given.demo.pay()[2]
    tab = given.tab(f"/#/payments/{number}")
    expect(tab.locator("h1")).to_contain_text("29.27 USD")
    expect(tab.locator("button.step[aria-expanded=true]")).to_have_count(0)
    following = tab.get_by_role("button", name="Next step")
    following.click()
    expect(steps(tab).nth(0)).to_have_attribute("aria-expanded", "true")
    following.click()
    expect(steps(tab).nth(0)).to_have_attribute("aria-expanded", "false")
    expect(steps(tab).nth(1)).to_have_attribute("aria-expanded", "true")
    tab.get_by_role("button", name="Back").click()
    expect(tab.locator(".place")).to_have_text(re.compile(r"step 1 of \d+"))
    tab.get_by_role("button", name="Open all").click()
    expect(tab.locator("button.step[aria-expanded=false]")).to_have_count(0)
    given.picture(tab, "payment-wide-light")


@case("the documentation's pictures show these pages")
def pictures(given):
    # A card's first payment gives its account a credit line, which is not in this picture either.
    given.demo.pay()
    number = given.demo.pay()[2]
    tab = given.tab(f"/#/payments/{number}", height=1000)
    expect(tab.locator("h1")).to_contain_text("29.27 USD")
    # How many payments there were before is not of this picture.
    tab.locator(".payments li + li").evaluate_all("items => items.forEach((item) => item.remove())")
    held = steps(tab).filter(has_text="The amount is held")
    held.last.click()
    tab.evaluate("document.activeElement.blur()")
    tab.mouse.move(5, 500)
    held.last.evaluate("step => window.scrollTo(0, step.getBoundingClientRect().bottom + scrollY - 640)")
    # Times, numbers and the place to which the page was scrolled differ.
    given.shown(tab.screenshot(), "xray-payment", largest=0.08)
    held.last.click()
    steps(tab).filter(has_text="The payment token").click()
    part = tab.locator("section.bytes").filter(has=tab.get_by_role("heading", name=re.compile("^data"))).last
    part.get_by_role("option").filter(has_text="onlinePaymentCryptogram").hover()
    # The bytes are others each time.
    given.shown(part.screenshot(), "xray-token", largest=0.08)


@case("a payment appears while it happens, without a reload")
def live(given):
    given.demo.pay(steps=["cancel"])
    tab = given.tab("/")
    expect(tab.locator(".headline .outcome")).to_have_text("not paid")
    tab.evaluate("window.isTheSame = true")
    given.demo.pay("12.34")
    expect(tab.locator("h1")).to_contain_text("12.34 USD")
    expect(tab.locator(".headline .outcome")).to_have_text("paid")
    assert tab.evaluate("window.isTheSame")


@case("the keyboard alone opens a step and goes through the bytes of its token")
def keyboard(given):
    number = given.demo.pay()[2]
    tab = given.tab(f"/#/payments/{number}")
    token = steps(tab).filter(has_text="The payment token")
    expect(token).to_be_visible()
    tab.keyboard.press("Tab")
    expect(tab.get_by_role("button", name="Skip to the content")).to_be_focused()
    tab.keyboard.press("Enter")
    for _ in range(30):
        tab.keyboard.press("Tab")
        if token.evaluate("step => step === document.activeElement"):
            break
    tab.keyboard.press("Enter")
    outline = tab.get_by_role("listbox", name="Parts of signature")
    for _ in range(10):
        tab.keyboard.press("Tab")
        if outline.evaluate("list => list === document.activeElement"):
            break
    chosen = outline.locator("[aria-selected=true]")
    expect(chosen).to_contain_text("ContentInfo")
    tab.keyboard.press("ArrowDown")
    expect(chosen).to_contain_text("contentType")
    assert outline.get_attribute("aria-activedescendant") == chosen.get_attribute("id")
    tab.keyboard.press("End")
    expect(chosen).to_contain_text("signature")
    shown = outline.locator("xpath=ancestor::section").locator(".shown")
    expect(shown).to_contain_text("by the signer's key")
    # ECDSA: the bytes that are marked begin as a DER sequence in an octet string does.
    run = outline.locator("xpath=ancestor::section").locator(".run.chosen").first
    assert run.inner_text().startswith("04 4"), run.inner_text()


@case("the pointer finds the meaning of an encrypted byte")
def hover(given):
    answer, _, number = given.demo.pay()
    tab = given.tab(f"/#/payments/{number}")
    steps(tab).filter(has_text="The payment token").click()
    part = tab.locator("section.bytes").filter(has=tab.get_by_role("heading", name=re.compile("^data"))).last
    # The payload begins {"applicationPrimaryAccountNumber":"…", so its second byte is the first of that field.
    name, value = next(iter(given.demo.opened(answer["payment"]["token"]).items()))
    length = len(f'"{name}":"{value}"')
    part.locator(".run").nth(1).hover()
    expect(part.locator(".shown strong")).to_have_text(name)
    expect(part.locator(".shown .where")).to_contain_text(f"bytes 1 to {length} ({length})")
    expect(part.locator("[aria-selected=true]")).to_contain_text(name)
    given.picture(tab, "bytes-wide-light")


def states(given, width, scheme):
    number = given.demo.pay()[2]
    for name, path in [("payment", f"/#/payments/{number}"), ("token", "/#/token")]:
        tab = given.tab(path, width=width, scheme=scheme)
        if name == "payment":
            expect(tab.locator("h1")).to_contain_text("USD")
            given.picture(tab, f"{name}-{width}-{scheme}")
            tab.get_by_role("button", name="Open all").click()
        else:
            expect(tab.locator("h1")).to_have_text("Open a token")
            tab.get_by_text("With the merchant’s key").click()
            given.picture(tab, f"{name}-{width}-{scheme}")
        over = tab.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, f"{name} is {over} pixels too wide"
        assert not violations(tab), violations(tab)


@case("axe finds nothing, wide and light")
def wide(given):
    states(given, 1280, "light")


@case("axe finds nothing, narrow and dark, and nothing is too wide")
def narrow(given):
    states(given, 360, "dark")


if scale.IS_WHOLE:
    @case("axe finds nothing, wide and dark")
    def wide_dark(given):
        states(given, 1280, "dark")

    @case("axe finds nothing, narrow and light")
    def narrow_light(given):
        states(given, 360, "light")


@case("a request under another host's name is refused")
def rebinding(given):
    port = given.demo.ready["xray"].rsplit(":", 1)[1]
    for host in ["shop.example", f"shop.example:{port}", "127.0.0.1", "127.0.0.1:1"]:
        assert given.demo.xray("/payments", Host=host)[0] == 403, host
    for host in [f"127.0.0.1:{port}", f"localhost:{port}"]:
        assert given.demo.xray("/payments", Host=host)[0] == 200, host


@case("a page of another site gets nothing and may send nothing")
def other_site(given):
    for site in ["cross-site", "same-site"]:
        assert given.demo.xray("/payments", **{"Sec-Fetch-Site": site})[0] == 403
    token = {"token": "{}"}
    json_type = {"Content-Type": "application/json"}
    for fields in [{}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "none"}]:
        assert given.demo.xray("/tokens", token, **json_type, **fields)[0] == 403, fields
    assert given.demo.xray("/tokens", token, **json_type, **{"Sec-Fetch-Site": "same-origin"})[0] == 200
    text = {"Content-Type": "text/plain", "Sec-Fetch-Site": "same-origin"}
    assert given.demo.xray("/tokens", token, **text)[0] == 415


@case("a page of another site cannot frame it")
def framed(given):
    for refusal in ["403", "frame-ancestors", "chrome-error", "local network", "ERR_"]:
        given.expect_complaint(refusal)
    tab = given.tab("/")
    xray = given.demo.ready["xray"]
    hostile = f'<title>Hostile</title><iframe src="{xray}/"></iframe>'
    tab.route("http://hostile.example/", lambda route: route.fulfill(content_type="text/html", body=hostile))
    tab.goto("http://hostile.example/")
    assert "Quince" not in tab.frames[1].content()
    with urllib.request.urlopen(xray) as page:
        assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]


@case("payments are found by their payee, state and page, and one is saved as JSON")
def found(given):
    number = given.demo.pay()[2]
    cancelled = given.demo.pay(steps=["cancel"])[2]
    tab = given.tab(f"/#/payments/{number}")
    field = tab.get_by_role("searchbox", name="Find payments")
    links = tab.locator(".payments a")
    expect(links).not_to_have_count(0)
    field.fill("not paid")
    expect(tab.locator(f".payments a[href$='/{cancelled}']")).to_be_visible()
    expect(tab.locator(f".payments a[href$='/{number}']")).to_have_count(0)
    field.fill("29.27 nobody")
    expect(tab.locator("aside")).to_contain_text("None of the payments.")
    field.fill("")
    expect(tab.locator(f".payments a[href$='/{number}']")).to_be_visible()
    with tab.expect_download() as saved:
        tab.get_by_role("link", name="Save as JSON").click()
    assert saved.value.suggested_filename == f"payment-{number}.json"


@case("a text is copied by its button, and one click selects a value")
def copied(given):
    number = given.demo.pay()[2]
    tab = given.tab(f"/#/payments/{number}")
    tab.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tab.get_by_role("button", name="Open all").click()
    part = tab.locator(".copied").filter(has_text="curl").first
    part.get_by_role("button", name="Copy").click()
    expect(tab.locator("#status")).to_have_text("Copied.")
    given.picture(tab, "copied")
    assert tab.evaluate("navigator.clipboard.readText()") == part.locator("pre").text_content()
    value = tab.locator("dd").first
    value.click()
    assert tab.evaluate("String(getSelection())") == value.text_content()
