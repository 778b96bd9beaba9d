"""The sheet for everyone: by keyboard alone, for screen readers, in three languages, narrow and wide, light and dark."""

import contextlib
import functools

from playwright.sync_api import Error, expect

import scale
from cases import case
from hostile_cases import REQUEST, framed
from sheet_pages import Sheet, sheet_over

LANGUAGES = {
    "en-US": ("en", "Cancel", "Pay", "$29.27", "TEST: no real card, no real money"),
    "zh-CN": ("zh", "取消", "支付", "29.27", "测试环境"),
    "ru-RU": ("ru", "Отменить", "Оплатить", "29,27", "ТЕСТ: карты и деньги ненастоящие"),
}
NARROW = {"viewport": {"width": 360, "height": 740}}


def fits(sheet):
    """Fails where something is wider than the window, or where its text is cut."""
    found = sheet.frame.evaluate("""() => {
        const wide = [...document.querySelectorAll('#sheet *')].filter((element) =>
            element.getBoundingClientRect().right > innerWidth + 0.5 && getComputedStyle(element).clipPath === 'none');
        return [document.documentElement.scrollWidth > innerWidth, ...wide.map((element) => element.outerHTML.slice(0, 90))];
    }""")
    assert found == [False], found


def parts(sheet):
    """Goes through every part of the sheet, and says which it is at."""
    yield "whole"
    for row in ("card", "shippingContact", "shippingMethod", "contact", "couponCode"):
        if sheet.row(row).count() == 0:
            continue
        sheet.open(row)
        yield row
        for action in ("edit", "new"):
            control = sheet.frame.locator(f"[data-action={action}]")
            if control.count():
                control.click()
                yield f"{row}-{action}"
                sheet.frame.locator("[data-action=back]").click()
        if sheet.frame.locator("[data-action=back]").count():
            sheet.frame.locator("[data-action=back]").click()
    sheet.frame.locator("[data-action=pay]").click()
    expect(sheet.frame.locator("[data-action=confirm]:not([aria-disabled])")).to_be_visible()
    yield "confirmation"


def every_part(given, name, **options):
    """Looks at every part, and compares what a screen reader says of it with what was kept of it."""
    page = given.page(**options)
    sheet = page.pay().ready()
    said = {}
    for part in parts(sheet):
        given.picture(page.tab, f"{name}-{part}")
        said[part] = sheet.frame.locator("#sheet").aria_snapshot()
        fits(sheet)
        violations = sheet.violations()
        assert not violations, f"{part}: {violations}"
    given.shop.results.append({"status": 5})
    sheet.frame.locator("[data-action=confirm]").click()
    expect(sheet.frame.locator(".pad")).to_be_visible()
    given.picture(page.tab, f"{name}-pin")
    said["pin"] = sheet.frame.locator("#sheet").aria_snapshot()
    fits(sheet)
    assert not sheet.violations(), sheet.violations()
    for digit in "1234":
        sheet.button(digit).click()
    expect(sheet.frame.locator(".outcome[data-kind=paid]")).to_be_visible()
    given.picture(page.tab, f"{name}-paid")
    said["paid"] = sheet.frame.locator("#sheet").aria_snapshot()
    given.compare(name, "".join(f"{part}:\n{text}\n\n" for part, text in said.items()))
    expect(page.status()).to_have_text("Paid 29.27")


@case("axe finds nothing in any part, wide and light")
def wide(given):
    every_part(given, "wide-light-en")


@case("axe finds nothing in any part, narrow and dark")
def narrow(given):
    every_part(given, "narrow-dark-en", color_scheme="dark", **NARROW)


@case("axe finds nothing in any part, narrow and in Chinese")
def chinese(given):
    every_part(given, "narrow-light-zh", locale="zh-CN", **NARROW)


@case("axe finds nothing in any part, narrow, dark and in Russian")
def russian(given):
    every_part(given, "narrow-dark-ru", locale="ru-RU", color_scheme="dark", **NARROW)


@case("axe finds nothing where a row has an error, and where its field has")
def errors(given):
    page = given.page(**NARROW)
    sheet = page.pay().ready()
    sheet.open("shippingContact")
    sheet.frame.locator("[data-action=edit]").click()
    sheet.write(postalCode="00000")
    expect(sheet.frame.locator("li .error")).to_be_visible()
    given.picture(page.tab, "narrow-light-en-error")
    assert not sheet.violations(), sheet.violations()
    sheet.open("shippingContact")
    expect(sheet.frame.locator("input[aria-invalid=true]")).to_be_visible()
    given.picture(page.tab, "narrow-light-en-error-field")
    assert not sheet.violations(), sheet.violations()


@case("the sheet speaks three languages, with amounts as they are written there")
def languages(given):
    for locale, (language, cancel, pay, total, notice) in LANGUAGES.items():
        page = given.page(locale=locale)
        sheet = page.pay().ready()
        assert sheet.frame.evaluate("document.documentElement.lang").startswith(language)
        expect(sheet.frame.locator("[data-action=cancel]")).to_have_text(cancel)
        expect(sheet.frame.locator("[data-action=pay]")).to_have_text(pay)
        expect(sheet.frame.locator(".total .amount")).to_contain_text(total)
        expect(sheet.frame.locator(".notice")).to_contain_text(notice)


def focused(sheet):
    return sheet.frame.evaluate(
        "document.activeElement.dataset.row ?? document.activeElement.dataset.action ?? document.activeElement.name "
        "?? document.activeElement.id"
    )


def tab_to(sheet, name):
    """Presses the tab key until something has the focus."""
    seen = []
    for _ in range(40):
        seen.append(focused(sheet))
        if seen[-1] == name:
            return
        # While the sheet waits for the shop it has one button, and the tab key may leave the page for the browser's bar.
        if seen[-2:] == [seen[-1]] * 2:
            sheet.frame.evaluate("{ const held = document.activeElement; held.blur(); held.focus(); }")
        sheet.press_tab()
    raise AssertionError(f"the tab key does not reach {name}, but {seen}")


@case("a payment by keyboard alone")
def keyboard(given):
    page = given.page()
    page.tab.keyboard.press("Tab")
    page.tab.keyboard.press("Enter")
    sheet = sheet_over(page.tab).ready()
    tab_to(sheet, "card")
    page.tab.keyboard.press("Enter")
    expect(sheet.frame.locator("form[data-action=choose]")).to_be_visible()
    tab_to(sheet, "card")
    page.tab.keyboard.press("ArrowDown")
    page.tab.keyboard.press("Enter")
    expect(sheet.value("card")).to_contain_text("MasterCard")
    sheet.ready()
    assert focused(sheet) == "card", "the focus is at the row again"
    tab_to(sheet, "couponCode")
    page.tab.keyboard.press("Enter")
    expect(sheet.frame.locator("input[name=couponCode]")).to_be_focused()
    page.tab.keyboard.type("SAVE10")
    page.tab.keyboard.press("Enter")
    sheet.ready().total("$19.27")
    tab_to(sheet, "pay")
    page.tab.keyboard.press("Enter")
    expect(sheet.frame.locator("[data-action=confirm]:not([aria-disabled])")).to_be_visible()
    tab_to(sheet, "confirm")
    page.tab.keyboard.press("Enter")
    expect(page.status()).to_have_text("Paid 19.27")
    page.tab.wait_for_function("document.activeElement.id === 'pay'")


@case("the keys go to a sheet whose frame comes while it is opened")
def late_frame(given):
    # Which of the two comes first differs from time to time, and so does what a browser makes of it.
    for delay in (14, 16, 18, 20, 22, 24, 26) if scale.IS_WHOLE else (14, 20, 26):
        page = given.page()
        held = []
        page.context.route("**/sheet.html", functools.partial(lambda held, route: held.append(route), held))
        page.tab.reload(wait_until="domcontentloaded")
        page.tab.locator("#pay").focus()
        while not held:
            page.tab.wait_for_timeout(10)
        held.pop().continue_()
        page.tab.wait_for_timeout(delay)
        page.tab.keyboard.press("Enter")
        sheet = sheet_over(page.tab).ready()
        for name in ("cancel", "card"):
            tab_to(sheet, name)
        page.context.close()


@case("the keyboard stays in the sheet, and the page behind it is not reachable")
def inert(given):
    page = given.page()
    sheet = page.pay().ready()
    for _ in range(15):
        page.tab.keyboard.press("Tab")
        assert page.tab.evaluate("document.activeElement.id") != "pay"
    page.tab.evaluate("document.querySelector('#pay').focus()")
    assert page.tab.evaluate("document.activeElement.id") != "pay"
    sheet.button("Cancel").click()
    expect(page.status()).to_have_text("Canceled")


def confirmed_in_window(given, **options):
    """A payment in a browser that cannot tell what covers a sheet; the window that asks has nothing that axe finds."""
    page = given.page(**options)
    page.context.add_init_script("delete IntersectionObserverEntry.prototype.isVisible")
    tab = page.new_tab()
    sheet = page.pay(tab).ready()
    sheet.frame.locator("[data-action=pay]").click()
    with page.context.expect_page() as opened:
        sheet.frame.locator("[data-action=confirm]").click()
    window = Sheet(opened.value.main_frame)
    expect(window.frame.locator(".amount")).to_contain_text("29")
    name = "-".join([options["locale"], options["color_scheme"]])
    given.picture(opened.value, f"confirm-{name}")
    assert not window.violations(), window.violations()
    fits(window)
    assert given.shop.payments == []
    # The press closes the window, which the driver may hear before the press is over.
    with contextlib.suppress(Error):
        window.frame.locator("[data-action=confirm]").press("Enter")
    expect(page.status(tab)).to_have_text("Paid 29.27")
    given.shop.reset()


@case("the window that asks where the browser cannot tell what covers a sheet, in three languages, light and dark")
def window(given):
    confirmed_in_window(given, locale="en-US", color_scheme="light")
    confirmed_in_window(given, locale="zh-CN", color_scheme="dark")
    confirmed_in_window(given, locale="ru-RU", color_scheme="light", **NARROW)


# A phone on its side, a low window, and what WCAG 1.4.10 asks for: 320 × 256 CSS pixels, 1280 × 1024 enlarged four times.
LOW = [(844, 390), (640, 400), (320, 256)]


@case("a low window pays, also a payee with a long name")
def low(given):
    for width, height in LOW:
        page = given.page(viewport={"width": width, "height": height})
        page.tab.evaluate("document.getElementById('pay').scrollIntoView()")
        sheet = page.pay().ready()
        fits(sheet)
        # The first row can be read without scrolling.
        expect(sheet.row("card")).to_be_in_viewport(ratio=1)
        given.picture(page.tab, f"low-{width}-{height}")
        sheet.frame.locator("[data-action=pay]").scroll_into_view_if_needed()
        sheet.open("shippingContact")
        expect(sheet.frame.locator("#title")).to_be_in_viewport(ratio=1)
        sheet.button("Back").click()
        sheet.frame.locator("[data-action=pay]").click()
        expect(sheet.frame.locator("[data-action=confirm]")).not_to_have_attribute("aria-disabled", "true")
        fits(sheet)
        given.picture(page.tab, f"low-{width}-{height}-confirmation")
        sheet.frame.locator("[data-action=confirm]").click()
        expect(page.status()).to_have_text("Paid 29.27")
    request = {**REQUEST, "total": {"label": "A shop with a very long name " * 7, "amount": "10.75"}}
    for width, height in LOW:
        page, sheet = framed(given, "z-index: 10", request, viewport={"width": width, "height": height})
        sheet.confirm()
        page.tab.wait_for_function("heard.some((message) => message.name === 'paymentauthorized')")
