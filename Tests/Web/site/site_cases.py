"""The cases of the documentation site."""

import pathlib
import re

from playwright.sync_api import expect

import scale

ROOT = pathlib.Path(__file__).resolve().parents[3]
CASES = {}
NARROW = {"viewport": {"width": 360, "height": 740}}
# One page of each form.
FORMS = [
    "index.html", "overview.html", "command-line.html", "commands/index.html", "commands/mint.html",
    "refusals/index.html", "refusals/stale-or-from-the-future.html", "decisions/index.html", "passkit-coverage.html",
    "sheet-rules.html", "architecture.html", "demo.html", "files/LICENSE.html", "files/Examples/nginx/index.html",
    "search.html", "search.html?q=signingTime", "search.html?q=qqqqq",
]
# Those with most of the elements; neither colours nor widths change what the others are made of.
SOME = ["index.html", "commands/mint.html", "refusals/index.html", "demo.html", "search.html?q=signingTime"]
# What each person on the front page is shown first.
STARTS = {
    "A back end in any language": ("./quince sandbox", "sandbox.html"),
    "An iOS app": ("swift test", "testing-apps.html"),
    "A web page": ("./quince demo", "testing-pages.html"),
    "A shop's server, run by you or written in Swift": ("./quince server", "running-the-server.html"),
}


def case(name):
    """Registers a function as a test."""
    def register(function):
        CASES[name] = function
        return function
    return register


def judge(reader, name, pages, **options):
    tab = reader.tab(**options)
    for page in pages:
        reader.open(tab, page)
        reader.picture(tab, f"{re.sub('[^a-zA-Z-]', '-', page)}-{name}")
        found = reader.violations(tab)
        assert found == [], f"{page}: {found}"


@case("axe finds nothing, wide and light")
def wide_light(reader):
    judge(reader, "wide-light", FORMS)


if scale.IS_WHOLE:
    @case("axe finds nothing, wide and dark")
    def wide_dark(reader):
        judge(reader, "wide-dark", SOME, color_scheme="dark")

    @case("axe finds nothing, narrow and light")
    def narrow_light(reader):
        judge(reader, "narrow-light", SOME, **NARROW)


@case("axe finds nothing, narrow and dark")
def narrow_dark(reader):
    judge(reader, "narrow-dark", FORMS, color_scheme="dark", **NARROW)


@case("no page is wider than a phone, and all of its pictures are there")
def every_page(reader):
    tab = reader.tab(**NARROW)
    for page in sorted(reader.pages, key=lambda page: (page.rpartition("/")[0], page)):
        reader.lay_out(tab, page)
        wide = tab.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{page} is wider than the window by {wide}"
        tab.evaluate("document.querySelectorAll('img').forEach((each) => each.loading = 'eager')")
        tab.wait_for_function("[...document.images].every((each) => each.complete)")
        missing = tab.evaluate("[...document.images].filter((each) => !each.naturalWidth).map((each) => each.src)")
        assert missing == [], f"{page}: {missing}"


@case("the front page has a command and a guide for each of four persons")
def front(reader):
    tab = reader.open(reader.tab(), "index.html")
    for title, (command, guide) in STARTS.items():
        section = tab.locator("section", has=tab.get_by_role("heading", name=title))
        expect(section.locator(".command").first).to_contain_text(command)
        expect(section.locator(f"a[href='{guide}']")).to_have_count(1)
    expect(tab.get_by_role("contentinfo")).to_contain_text("not made or endorsed by Apple")


@case("the search is used by the keyboard alone, from a disk")
def search_by_keyboard(reader):
    tab = reader.open(reader.tab(), "commands/mint.html")
    for _ in range(10):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.name") == "q":
            break
    tab.keyboard.type("allowed apart stale")
    tab.keyboard.press("Enter")
    tab.wait_for_url("**/search.html?q=*")
    expect(tab.get_by_role("status")).to_contain_text("results for “allowed apart stale”")
    first = tab.locator("#results a").first
    for _ in range(10):
        tab.keyboard.press("Tab")
        if first.evaluate("each => each === document.activeElement"):
            break
    tab.keyboard.press("Enter")
    expect(tab.locator("h1")).to_have_text("Stale, or from the future")


@case("the search finds options, symbols, codes and what errors say")
def search_finds(reader):
    tab = reader.open(reader.tab(), "search.html")
    field = tab.get_by_label("Search this site")
    expect(field).to_be_focused()
    for words, address in [
        ("tokenStale", "refusals/tokenstale.html"),
        ("PKPaymentRequest.countryCode", "passkit-coverage.html#pkpaymentrequest-countrycode"),
        ("quince token verify", "commands/token-verify.html"),
        ("its name is the trusted root's, its key is not", "refusals/the-test-root-of-another-run.html"),
        ("running the merchant server", "running-the-server.html"),
    ]:
        field.fill(words)
        expect(tab.locator("#results a").first).to_have_attribute("href", re.compile(f"^{address}(#|$)"))
    field.fill("[options]")
    expect(tab.locator("#results mark").first).to_have_text("[options]")
    field.fill("quince mint")
    expect(tab.locator("#results a").first).to_have_text("quince mint")
    field.fill("qqqqq")
    expect(tab.get_by_role("status")).to_have_text("0 results for “qqqqq”")
    field.fill("<img src=x onerror=alert(1)> ( [")
    expect(tab.get_by_role("status")).to_contain_text("0 results")
    field.fill("   ")
    expect(tab.get_by_role("status")).to_contain_text("Type what you look for")


@case("each message of a refused token is found, and first on its own page")
def messages(reader):
    tab = reader.open(reader.tab(), "refusals/index.html")
    rows = tab.locator("h2#by-message ~ div tbody tr").all()
    known = [(row.locator("a").inner_text(), row.locator("a").get_attribute("href")) for row in rows]
    assert len(known) > 10, known
    field = reader.open(tab, "search.html").get_by_label("Search this site")
    for message, page in known:
        field.fill(message)
        expect(tab.locator("#results a").first).to_have_attribute("href", re.compile(f"^refusals/{re.escape(page)}(#|$)"))


@case("each result of a search leads to a page that has its anchor")
def results_lead(reader):
    tab = reader.open(reader.tab(), "search.html")
    links = tab.evaluate("""quinceIndex.parts.map(([page, anchor]) =>
        quinceIndex.pages[page][0] + (anchor ? '#' + anchor : ''))""")
    assert len(links) > 1000, len(links)
    texts = {page: (reader.site / page).read_text() for page in reader.pages}
    lost = [link for link in links if "#" in link and f'id="{link.split("#")[1]}"' not in texts[link.split("#")[0]]]
    assert lost == [], lost[:10]


@case("a server's strict Content-Security-Policy allows everything, in a folder of any name")
def policy(reader):
    tab = reader.tab()
    for page in FORMS:
        reader.open(tab, page, served=True)
        assert tab.evaluate("getComputedStyle(document.querySelector('.top')).display") == "flex", page
    expect(tab.get_by_role("status")).to_have_text("0 results for “qqqqq”")


@case("without JavaScript the pages are read, and the search says so")
def without_scripts(reader):
    tab = reader.open(reader.tab(java_script_enabled=False), "search.html?q=stale")
    expect(tab.locator("main")).to_contain_text("Without JavaScript there is no search")
    tab.get_by_role("navigation", name="Contents").get_by_role("link", name="When a token is refused").click()
    expect(tab.locator("h1")).to_have_text("When a token is refused")


@case("each refusal of the documentation has a page, and each link to it leads there")
def refusals(reader):
    source = (ROOT / "Documentation/Refusals.md").read_text()
    titles = re.findall(r"^### (.*)$", source, re.MULTILINE)
    assert len(titles) > 60, len(titles)
    tab = reader.tab()
    for title in titles:
        anchor = re.sub(r"[^a-z0-9-]", "", title.lower().replace(" ", "-"))
        assert reader.read(tab, f"refusals/{anchor}.html", "h1") == [title]
    reader.open(tab, "refusals/index.html")
    assert sorted(tab.locator(".refusals a").all_inner_texts()) == sorted(titles)
    # The server's answers link to `Documentation/Refusals.md#amountdiffers`.
    expect(tab.locator("a[href='amountdiffers.html']")).to_have_count(1)


@case("the command reference has a page for each verb of the manual page, with all of its options")
def commands(reader):
    tab = reader.open(reader.tab(), "commands/index.html")
    verbs = tab.locator("tbody code").all_inner_texts()
    manual = reader.manual()
    assert verbs == [f"quince {each}" for each in manual], (verbs, list(manual))
    for verb, options in manual.items():
        cells = reader.read(tab, f"commands/{verb.replace(' ', '-')}.html", "table.options tr[id] td:first-child")
        shown = re.findall(r"--([a-z0-9-]+)", " ".join(cells))
        assert shown == options, (verb, shown, options)


@case("a printed page is its text alone")
def printed(reader):
    tab = reader.open(reader.tab(), "testing-apps.html")
    tab.emulate_media(media="print")
    for hidden in ("#contents", ".search", ".outline"):
        expect(tab.locator(hidden)).to_be_hidden()
    expect(tab.locator("h1")).to_be_visible()
