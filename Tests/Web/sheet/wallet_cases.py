"""The wallet's page: cards, contacts, testers, devices, payments, and the card network's next answer."""

import urllib.error
import urllib.request

from playwright.sync_api import expect

from cases import case


class WalletPage:
    """A tab with the wallet's page."""

    def __init__(self, given, **options):
        self.page = given.page(**options)
        self.tab = self.page.new_tab()
        self.tab.goto(given.shop.wallet + "/")
        expect(self.section("cards")).to_be_visible()

    def section(self, name):
        return self.tab.locator(f"section[aria-labelledby=title-{name}]")

    def add(self, section, **values):
        """Opens a section's form, and sends it."""
        area = self.section(section)
        if area.locator("details").get_attribute("open") is None:
            area.locator("summary").click()
        for name, value in values.items():
            control = area.locator(f"[name={name}]").last
            if control.evaluate("control => control.tagName") == "SELECT":
                control.select_option(value)
            else:
                control.fill(value)
        area.locator("details button[type=submit]").click()

    def violations(self):
        from sheet_pages import Sheet
        return Sheet(self.tab.main_frame).violations()


def new_device(given, wallet, name):
    wallet.add("device", identifier=name)
    expect(wallet.tab.locator("#device-device")).to_have_value(name)


@case("a card that is typed in pays at the sheet, and its payment is shown")
def typed_card(given):
    wallet = WalletPage(given)
    new_device(given, wallet, "typed")
    expect(wallet.section("cards")).to_contain_text("There is no card")
    wallet.add("cards", number="4242 4242 4242 4242", expiry="12/35")
    expect(wallet.section("cards").locator(".pass")).to_have_count(1)
    expect(wallet.section("cards").locator(".pass")).to_contain_text("Visa 4242")
    sheet = wallet.page.pay().ready()
    expect(sheet.value("card")).to_contain_text("Visa 4242")
    sheet.confirm()
    expect(wallet.page.status()).to_have_text("Paid 29.27")
    line = wallet.section("payments").locator("li").first
    expect(line).to_contain_text("Shinobi")
    expect(line).to_contain_text("$29.27")
    expect(line).to_contain_text("Visa 4242")
    expect(line.locator("[data-outcome=paid]")).to_have_text("Paid")


@case("an order that cannot be fetched says why, without its secret, and is removed")
def orders(given):
    wallet = WalletPage(given)
    expect(wallet.section("orders")).to_contain_text("No shop has handed over an order.")
    order = {"orderTypeIdentifier": "order.com.example.shop", "orderIdentifier": "order-1001",
             "webServiceURL": "https://shop.example/orders/", "authenticationToken": "0123456789abcdef-secret"}
    given.shop.results += [{"status": 0, "orderDetails": order}]
    wallet.page.pay().ready().confirm()
    expect(wallet.page.status()).to_have_text("Paid 29.27")
    line = wallet.section("orders").locator("li")
    expect(line).to_have_count(1)
    for text in ("order-1001", "https://shop.example/orders/", "no address is set for https://shop.example;"):
        expect(line).to_contain_text(text)
    assert "0123456789abcdef" not in wallet.tab.content()
    line.get_by_role("button", name="Update: order-1001").click()
    line.get_by_role("button", name="Remove: order-1001").click()
    expect(wallet.section("orders")).to_contain_text("No shop has handed over an order.")


@case("a card whose issuer sends a code can pay when the code was entered")
def card_with_code(given):
    wallet = WalletPage(given)
    new_device(given, wallet, "coded")
    wallet.add("cards", number="4242 4242 4242 4242", expiry="12/35", verification="code")
    card = wallet.section("cards").locator(".pass")
    expect(card).to_contain_text("The issuer has sent the code")
    code = card.locator("form > span").inner_text().split()[-1]
    card.locator("input").fill("0" if code != "0" else "1")
    card.locator("button[type=submit]").click()
    expect(card.locator("[role=alert]")).to_contain_text("wrong")
    card.locator("input").fill(code)
    card.locator("button[type=submit]").click()
    expect(card.locator("form")).to_have_count(0)
    given.expect_complaint("422")


@case("a number that is no TEST card's is refused at the form")
def refused_card(given):
    given.expect_complaint("422")
    wallet = WalletPage(given)
    wallet.add("cards", number="4242 4242 4242 4241", expiry="12/35")
    expect(wallet.section("cards").locator("details [role=alert]")).to_be_visible()
    assert wallet.section("cards").locator("input[name=number]").input_value() == "4242 4242 4242 4241"


@case("a card is removed")
def removed_card(given):
    wallet = WalletPage(given)
    new_device(given, wallet, "removing")
    wallet.add("cards", number="4242 4242 4242 4242", expiry="12/35")
    wallet.section("cards").get_by_role("button", name="Remove: Visa 4242").click()
    expect(wallet.section("cards")).to_contain_text("There is no card")


@case("a contact is offered by the sheet, until it is removed")
def contact(given):
    wallet = WalletPage(given)
    new_device(given, wallet, "contacts")
    wallet.add("cards", number="4242 4242 4242 4242", expiry="12/35")
    expect(wallet.section("contacts")).to_contain_text("John Appleseed")
    wallet.add("contacts", givenName="Ada", familyName="Lovelace", street="12 St James's Square", locality="London",
               postalCode="SW1Y 4JH", countryCode="gb", emailAddress="ada@example.com", phoneNumber="+44 20 7946 0000")
    expect(wallet.section("contacts").locator("li")).to_have_count(1)
    expect(wallet.section("contacts")).to_contain_text("Ada Lovelace")
    sheet = wallet.page.pay().ready()
    expect(sheet.value("shippingContact")).to_contain_text("Ada Lovelace")
    sheet.confirm()
    expect(wallet.page.status()).to_have_text("Paid 29.27")
    assert given.shop.payments[0]["shippingContact"]["countryCode"] == "GB"
    wallet.section("contacts").get_by_role("button", name="Remove: Ada Lovelace").click()
    expect(wallet.section("contacts")).to_contain_text("John Appleseed")


@case("signing another tester in removes the device's cards")
def tester(given):
    wallet = WalletPage(given)
    new_device(given, wallet, "testers")
    wallet.add("cards", number="4242 4242 4242 4242", expiry="12/35")
    expect(wallet.section("cards").locator(".pass")).to_have_count(1)
    wallet.add("tester", emailAddress="mei@example.cn", countryCode="cn")
    wallet.section("tester").get_by_role("button", name="Sign in: mei@example.cn").click()
    expect(wallet.section("tester").locator("li").first).to_contain_text("mei@example.cn (CN)")
    expect(wallet.section("cards")).to_contain_text("There is no card")


@case("a tester is signed out, and an error of an action is shown where it was pressed")
def signed_out(given):
    wallet = WalletPage(given)
    new_device(given, wallet, "leaving")
    wallet.add("tester", emailAddress="leo@example.com", countryCode="us")
    testers = wallet.section("tester")
    testers.get_by_role("button", name="Sign in: leo@example.com").click()
    expect(testers.locator("li").first).to_contain_text("leo@example.com (US)")
    given.expect_complaint("503")
    refusal = {"status": 503, "json": {"detail": "The wallet is busy.", "title": "Busy"}}
    wallet.tab.route("**/sign-out", lambda route: route.fulfill(**refusal))
    testers.get_by_role("button", name="Sign out").click()
    expect(testers.locator("li").first.get_by_role("alert")).to_have_text("The wallet is busy.")
    given.picture(wallet.tab, "wallet-error")
    wallet.tab.unroute("**/sign-out")
    testers.get_by_role("button", name="Sign out").click()
    expect(testers.locator("li").first).to_contain_text("Signed out")
    expect(wallet.tab.get_by_role("alert")).to_have_count(0)


@case("the network's next answer is chosen, and given once to any merchant")
def scenario(given):
    wallet = WalletPage(given)
    wallet.section("network").locator("select").select_option("insufficient-funds")
    expect(wallet.section("network").locator("option[selected]")).to_have_attribute("value", "insufficient-funds")
    wallet.tab.locator("#device-device").select_option("phone")
    expect(wallet.section("cards")).to_contain_text("MasterCard 4444")
    page = wallet.page
    page.pay().ready().confirm()
    expect(page.status()).to_have_text("Paid 29.27")
    payment = given.shop.payments[0]
    assert given.shop.charged(payment) == "51"
    expect(wallet.section("network").locator("option[selected]")).to_have_attribute("value", "")
    page.tab.evaluate("document.querySelector('#status').value = ''")
    page.pay().ready().confirm()
    expect(page.status()).to_have_text("Paid 29.27")
    assert given.shop.charged(given.shop.payments[1]) == "00"


@case("axe finds nothing on the wallet's page, in three languages, narrow and dark too")
def axe(given):
    for locale, scheme, width in (("en-US", "light", 1280), ("zh-CN", "dark", 360), ("ru-RU", "light", 360),
                                  ("en-US", "dark", 1280)):
        wallet = WalletPage(given, locale=locale, color_scheme=scheme, viewport={"width": width, "height": 900})
        given.picture(wallet.tab, f"wallet-{locale}-{scheme}-{width}", whole=True)
        for summary in wallet.tab.locator("summary").all():
            summary.click()
        assert not wallet.violations(), wallet.violations()
        assert wallet.tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{locale} is too wide"


@case("what is shown is not what a page of another site may ask")
def guarded(given):
    wallet = given.shop.wallet
    attempts = [
        ({}, "/devices/phone"), ({"Sec-Fetch-Site": "cross-site"}, "/devices/phone"),
        ({"Sec-Fetch-Site": "same-origin", "Host": "evil.example"}, "/devices/phone"),
        ({"Sec-Fetch-Site": "same-site"}, "/wallet/payments"), ({}, "/devices"), ({}, "/testers"),
    ]
    for fields, path in attempts:
        try:
            urllib.request.urlopen(urllib.request.Request(wallet + path, headers=fields))
            raise AssertionError(f"{path} answers {fields}")
        except urllib.error.HTTPError as refusal:
            assert refusal.code in (403, 404), refusal.code
            assert b"tester@" not in refusal.read()
