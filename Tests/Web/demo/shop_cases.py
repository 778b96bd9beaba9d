"""The cases of the demonstration's shop, each with a browser of its own."""

import re

from playwright.sync_api import expect

import axe
import scale
from sheet_pages import sheet_over

CASES = {}
NARROW = {"viewport": {"width": 360, "height": 740}}


def case(name):
    """Registers a function as a test."""
    def register(function):
        CASES[name] = function
        return function
    return register


def sums(tab, place):
    """The terms and values of a list, such as `Tax 2.29`."""
    return [" ".join(row.split()) for row in tab.locator(f"{place} > div").all_inner_texts()]


@case("a toy is paid by clicks, from the shelf to the receipt, and the receipt follows the parcel")
def clicks(shopper):
    tab = shopper.with_toy()
    assert sums(tab, "#sums") == ["Shinobi Cuddly Toy $22.99", "Before postage $22.99"]
    sheet = shopper.pay(tab)
    sheet.total("$29.27")
    shopper.picture(tab, "demo-sheet")
    sheet.confirm()
    text = shopper.receipt(tab)
    assert sums(tab, "#lines") == ["Shinobi Cuddly Toy $22.99", "Postage $3.99", "Tax $2.29", "Total $29.27"]
    for part in ("Order 1", "1234 Laurel Street", "john.appleseed@example.com", "Standard"):
        assert part in text, f"{part!r} is not in {text!r}"
    expect(tab.locator("#message")).to_contain_text("the amount is held")
    expect(tab.locator("#xray-link")).to_have_attribute("href", re.compile("^" + shopper.demo.ready["xray"]))
    expect(tab.locator("#count")).to_be_hidden()
    shopper.picture(tab, "demo-receipt", full_page=True)
    # What people see of the card is not its number.
    assert not re.search(r"[0-9]{8}", text), text
    reference = tab.url.split("#")[1]
    payment = shopper.demo.call("server", f"/payments?reference={reference}")["payments"][0]
    assert (payment["status"], payment["authorized"]) == ("authorized", "29.27"), payment
    path = f"/payments/{payment['id']}"
    shopper.demo.call("server", f"{path}/capture", {}, **{"Idempotency-Key": f"{reference}-1"})
    expect(tab.locator("#message")).to_contain_text("on its way")
    shopper.demo.call("server", f"{path}/refund", {}, **{"Idempotency-Key": f"{reference}-2"})
    expect(tab.locator("#message")).to_contain_text("paid back")
    expect(tab.locator("#steps [aria-current=step]")).to_have_text("Paid back")


def change(demo, order, **members):
    """Changes an order as the shop's people do, by its newest version."""
    version = demo.call("server", f"/orders/{order}")["version"]
    demo.call("server", f"/orders/{order}", members, "PATCH", **{"If-Match": f'"{version}"'})


@case("the order is in the wallet, and follows the parcel until it is delivered, in three languages")
def wallet_order(shopper):
    demo = shopper.demo
    tab = shopper.with_toy()
    shopper.pay(tab).confirm()
    shopper.receipt(tab)
    reference = tab.url.split("#")[1]
    payment = demo.call("server", f"/payments?reference={reference}")["payments"][0]
    order = demo.call("server", f"/payments/{payment['id']}")["order"]["id"]
    number = demo.call("server", f"/orders/{order}")["number"]
    title = f"Order {number}"
    wallet = shopper.tab(demo.ready["wallet"])
    line = wallet.locator(".order", has_text=title)
    expect(line.locator("summary")).to_contain_text(f"Shinobi Store, {title}")
    expect(line.locator("summary")).to_contain_text("In progress · Amount reserved on the card")
    line.locator("summary").click()
    for row in ("Shinobi Cuddly Toy $22.99", "Postage $3.99", "Tax $2.29", "Total $29.27"):
        expect(line.locator("tr", has_text=row.split("$")[0])).to_contain_text("$" + row.split("$")[1])
    parcel = {"fulfillmentType": "shipping", "carrier": "Post", "trackingNumber": "RR1",
              "trackingURL": "https://post.example/RR1", "shippedAt": "2026-11-28T10:00:00Z"}
    change(demo, order, fulfillments={"parcel": {**parcel, "status": "shipped"}})
    part = line.locator(".part")
    expect(part.locator(".state")).to_have_text("Shipped")
    expect(part).to_contain_text("November 28, 2026")
    expect(part.get_by_role("link", name="RR1")).to_have_attribute("href", "https://post.example/RR1")
    # The captured payment is a change of the order, too.
    demo.call("server", f"/payments/{payment['id']}/capture", {}, **{"Idempotency-Key": f"{reference}-1"})
    expect(line.locator("summary")).to_contain_text("In progress · Paid")
    change(demo, order, status="completed", fulfillments={
        "parcel": {**parcel, "status": "delivered", "deliveredAt": "2026-11-29T10:00:00Z"}})
    expect(part.locator(".state")).to_have_text("Delivered")
    expect(line.locator("summary")).to_contain_text("Completed · Paid")
    shopper.picture(wallet, "demo-order", full_page=True)
    assert not violations(wallet), violations(wallet)
    for locale, prefix, words in (("zh-CN", "订单 ", ("已完成 · 已付款", "已送达", "合计", "2026年11月29日")),
                                 ("ru-RU", "Заказ ", ("Выполнен · Оплачено", "Доставлено", "Итого", "29 ноября 2026"))):
        other = shopper.tab(demo.ready["wallet"], locale=locale, **NARROW)
        translated = other.locator(".order", has_text=f"{prefix}{number}")
        translated.locator("summary").click()
        for text in words:
            expect(translated).to_contain_text(text)
        assert not violations(other), violations(other)
        assert other.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{locale} is too wide"
        shopper.picture(other, f"demo-order-{locale}", full_page=True)
    page = line.get_by_role("link", name="Manage the order").get_attribute("href")
    with shopper.context().new_page() as status:
        status.goto(page)
        expect(status.locator("main")).to_contain_text("Delivered")
    # The order that is removed from the wallet is not the shop's: it is there still, and the device is not registered.
    wallet.get_by_role("button", name=f"Remove: {title}").click()
    expect(line).to_have_count(0)
    assert demo.call("server", f"/orders/{order}")["status"] == "completed"


@case("the receipt leads to the x-ray, which shows the payment")
def xray(shopper):
    tab = shopper.tab()
    expect(tab.locator(".product")).to_have_count(3)
    shopper.picture(tab, "demo-store")
    shopper.put(tab, "Shinobi Cuddly Toy")
    tab.get_by_role("link", name="Go to the cart").click()
    shopper.pay(tab).confirm()
    shopper.receipt(tab)
    # Another payment is newer when the link is followed.
    other = shopper.with_toy()
    shopper.pay(other).confirm()
    shopper.receipt(other)
    tab.locator("#xray-link").click()
    expect(tab.locator("button.step").first).to_be_visible()
    expect(tab.locator("main")).to_contain_text("29.27")
    expect(tab.locator("#list a").nth(1)).to_have_attribute("aria-current", "true")
    # The last step comes when the sheet has closed, which is after the receipt.
    expect(tab.locator("main")).to_contain_text("The sheet ends: paid")
    shopper.picture(tab, "demo-xray", full_page=True)
    # The card's number and the keys of the sandbox are nowhere on the page.
    assert not re.search(r"[0-9]{16}", tab.locator("body").inner_text())
    tab.get_by_role("link", name="In the wallet").click()
    line = tab.locator("li:focus")
    expect(line).to_contain_text("$29.27")
    shopper.picture(tab, "wallet-payment")
    line.get_by_role("link", name="Its x-ray").click()
    expect(tab.locator("#list a").nth(1)).to_have_attribute("aria-current", "true")


@case("a code is asked for before the button, and can be changed on the sheet")
def codes(shopper):
    tab = shopper.with_toy()
    code = tab.get_by_label("Discount code")
    code.fill("summer")
    tab.get_by_role("button", name="Apply").click()
    expect(tab.locator("#code-error")).to_have_text("There is no discount for this code.")
    expect(code).to_be_focused()
    expect(code).to_have_attribute("aria-invalid", "true")
    code.fill("friends")
    tab.keyboard.press("Enter")
    expect(tab.locator("#message")).to_have_text("Friends Discount was taken off.")
    expect(tab.locator("#code-error")).to_be_hidden()
    assert sums(tab, "#sums")[1:] == ["Friends Discount -$2.00", "Before postage $20.99"]
    sheet = shopper.pay(tab)
    sheet.total("$27.10")
    expect(sheet.value("couponCode")).to_contain_text("FRIENDS")
    sheet.open("couponCode")
    sheet.write(couponCode="winter")
    expect(sheet.frame.locator("#sheet")).to_contain_text("There is no such code.")
    sheet.open("couponCode")
    sheet.write(couponCode="save10")
    # 2.30 off, and tax on 24.68.
    sheet.total("$26.78")
    sheet.confirm()
    assert "10 % off" in shopper.receipt(tab)


@case("methods, postage and tax depend on the address, and a country that is not served is said at it")
def addresses(shopper):
    tab = shopper.with_toy()
    sheet = shopper.pay(tab)
    sheet.choose("shippingMethod", "Express")
    sheet.total("$37.95")
    sheet.open("shippingContact")
    sheet.frame.locator("[data-action=new]").click()
    sheet.write(
        givenName="Jeanne", familyName="Dupont", street="1 rue de l'Exemple", city="Paris", postalCode="75008",
        country="France",
    )
    expect(sheet.frame.locator("#sheet")).to_contain_text("We do not send parcels to France.")
    shopper.picture(tab, "not-served")
    sheet.open("shippingContact")
    back = sheet.frame.locator("[data-action=back]")
    if sheet.frame.locator("label.choice").count() == 0:
        back.click()
    sheet.frame.locator("label.choice", has_text="Laurel").click()
    sheet.ready()
    sheet.total("$37.95")
    sheet.confirm()
    assert "Express" in shopper.receipt(tab)


@case("after the issuer declined, another card pays")
def decline(shopper):
    tab = shopper.with_toy()
    sheet = shopper.pay(tab)
    shopper.demo.call(
        "api", "/network/scenarios", {"scenario": "insufficient-funds", "merchant": "QUINCE-SHOP"}
    )
    sheet.confirm()
    expect(sheet.frame.locator("#sheet")).to_contain_text("The card was declined.")
    sheet.choose("card", "MasterCard")
    sheet.ready()
    sheet.confirm()
    assert "$29.27" in shopper.receipt(tab)
    list_of_two = shopper.demo.call("server", "/payments?limit=2")["payments"]
    assert sorted(each["status"] for each in list_of_two) == ["authorized", "declined"], list_of_two


@case("a cancelled sheet leaves the cart as it was")
def cancel(shopper):
    tab = shopper.with_toy()
    shopper.pay(tab).button("Cancel").click()
    expect(tab.locator("#message")).to_have_text("The payment was cancelled. Your cart is as it was.")
    expect(tab.locator("#count")).to_have_text("1")
    sheet = shopper.pay(tab)
    sheet.confirm()
    shopper.receipt(tab)


def closed_while_posted(shopper, tab):
    """Closes the sheet while the store has the payment; returns the store's answer, which is still to come."""
    held = []
    tab.route("**/api/checkout/payment", lambda route: held.append(route))
    sheet = shopper.pay(tab)
    with tab.expect_request("**/api/checkout/payment"):
        sheet.confirm()
    sheet.button("Cancel").click()
    expect(tab.locator("#message")).to_contain_text("the payment is with the store already")
    return held[0]


@case("a sheet that is closed while the store has the payment still leads to the receipt")
def closed_and_paid(shopper):
    tab = shopper.with_toy()
    closed_while_posted(shopper, tab).continue_()
    assert "$29.27" in shopper.receipt(tab)


@case("a sheet that is closed while the store has the payment says that it was declined")
def closed_and_declined(shopper):
    tab = shopper.with_toy()
    shopper.demo.call(
        "api", "/network/scenarios", {"scenario": "insufficient-funds", "merchant": "QUINCE-SHOP"}
    )
    closed_while_posted(shopper, tab).continue_()
    expect(tab.locator("#message")).to_have_text("The payment was not made. Your cart is as it was.")
    expect(tab.locator("#count")).to_have_text("1")


@case("of two tabs with one cart, one pays")
def two_tabs(shopper):
    tab = shopper.with_toy()
    other = shopper.tab("/cart.html", context=tab.context)
    expect(other.locator("#cart")).to_be_visible()
    tab.bring_to_front()
    shopper.pay(tab).confirm()
    shopper.receipt(tab)
    other.bring_to_front()
    # The page still shows the cart; the server knows that it is paid.
    shopper.expect_complaint("status of 409")
    other.locator("apple-pay-button").click()
    expect(other.locator("#message")).to_contain_text("The cart is empty.")
    reference = tab.url.split("#")[1]
    assert len(shopper.demo.call("server", f"/payments?reference={reference}")["payments"]) == 1


@case("numbers in the cart can be changed, and the last one taken out")
def numbers(shopper):
    tab = shopper.with_toy()
    tab.get_by_label("Number").select_option("3")
    expect(tab.locator("#message")).to_have_text("Shinobi Cuddly Toy: 3.")
    assert sums(tab, "#sums") == ["3 × Shinobi Cuddly Toy $68.97", "Before postage $68.97"]
    sheet = shopper.pay(tab)
    # Tax on 72.96.
    sheet.total("$79.16")
    sheet.button("Cancel").click()
    tab.get_by_label("Number").select_option("0, take out")
    expect(tab.locator("#empty")).to_be_visible()
    expect(tab.locator("#cart")).to_be_hidden()


@case("a toy is paid by keyboard alone")
def keyboard(shopper):
    tab = shopper.tab()
    press_until(tab, "Add to cart")
    tab.keyboard.press("Enter")
    expect(tab.locator("#message")).to_contain_text("is in your cart")
    press_until(tab, "Go to the cart", backwards=True)
    tab.keyboard.press("Enter")
    expect(tab.locator("#cart")).to_be_visible()
    press_until(tab, None, selector="apple-pay-button")
    tab.keyboard.press("Enter")
    sheet = sheet_over(tab).ready()
    for action in ("pay", "confirm"):
        expect(sheet.frame.locator(f"[data-action={action}]:not([aria-disabled])")).to_be_visible()
        for _ in range(40):
            if sheet.frame.evaluate("document.activeElement?.dataset.action") == action:
                break
            sheet.press_tab()
        tab.keyboard.press("Enter")
    shopper.receipt(tab)


def press_until(tab, text, selector=None, backwards=False):
    """Goes to a control by the keyboard."""
    for _ in range(60):
        tab.keyboard.press("Shift+Tab" if backwards else "Tab")
        focused = tab.locator(selector or ":focus")
        if selector and focused.evaluate("element => element === document.activeElement"):
            return
        if not selector and focused.count() and text in focused.inner_text():
            return
    raise AssertionError(f"the keyboard does not reach {text or selector}")


def violations(tab):
    """What axe-core finds wrong, and what is wider than the window."""
    wide = tab.evaluate("document.documentElement.scrollWidth > innerWidth")
    return axe.violations(tab) + ["wide"] * wide


def every_page(shopper, name, **options):
    tab = shopper.tab(**options)
    expect(tab.locator(".product")).to_have_count(3)
    shopper.put(tab, "Shinobi Mug")
    pages = [("store", None), ("cart", "/cart.html"), ("app", "/app.html"), ("no-order", "/order.html#x")]
    for page, path in pages:
        if path:
            tab.goto(shopper.demo.ready["shop"] + path)
        if page == "no-order":
            expect(tab.locator("#message")).to_have_text("There is no such order.")
        if page == "cart":
            expect(tab.locator("#cart")).to_be_visible()
            tab.get_by_label("Discount code").fill("x")
            tab.get_by_role("button", name="Apply").click()
            expect(tab.locator("#code-error")).to_be_visible()
        shopper.picture(tab, f"{page}-{name}", full_page=True)
        assert violations(tab) == [], f"{page}: {violations(tab)}"
    shopper.expect_complaint("404")
    tab.goto(shopper.demo.ready["shop"] + "/cart.html")
    sheet = shopper.pay(tab)
    sheet.confirm()
    shopper.receipt(tab)
    shopper.picture(tab, f"order-{name}", full_page=True)
    assert violations(tab) == [], violations(tab)


@case("axe finds nothing, wide and light")
def wide(shopper):
    every_page(shopper, "wide-light")


@case("axe finds nothing, narrow and dark")
def narrow(shopper):
    every_page(shopper, "narrow-dark", color_scheme="dark", **NARROW)


if scale.IS_WHOLE:
    @case("axe finds nothing, wide and dark")
    def wide_dark(shopper):
        every_page(shopper, "wide-dark", color_scheme="dark")

    @case("axe finds nothing, narrow and light")
    def narrow_light(shopper):
        every_page(shopper, "narrow-light", **NARROW)
