"""Payments from the shop's button to its receipt, by clicks."""

from playwright.sync_api import expect

from cases import case


@case("a payment with another address, another card, by air and with a coupon")
def whole_payment(given):
    page = given.page()
    sheet = page.pay().ready()
    sheet.total("$29.27")
    sheet.choose("card", "MasterCard 4444")
    sheet.ready()
    sheet.open("shippingContact")
    sheet.button("Enter a new address").click()
    sheet.write(givenName="Ada", familyName="Lovelace", street="12 St James's Square", city="Springfield", state="IL",
                postalCode="62701", country="United States")
    sheet.ready()
    sheet.choose("shippingMethod", "By air")
    sheet.ready().total("$35.27")
    sheet.open("couponCode")
    sheet.write(couponCode="SAVE10")
    sheet.ready().total("$25.27")
    sheet.confirm()
    expect(page.status()).to_have_text("Paid 25.27")
    [payment] = given.shop.payments
    contact = payment["shippingContact"]
    assert (contact["givenName"], contact["locality"], contact["postalCode"]) == ("Ada", "Springfield", "62701"), contact
    assert payment["token"]["paymentMethod"]["network"] == "MasterCard"
    opened = given.shop.opened(payment)
    assert opened["transactionAmount"] == 2527 and opened["currencyCode"] == "840", opened
    events = page.events()
    assert events[0] == "validatemerchant" and events[-1] == "paymentauthorized", events
    for kind in ("paymentmethodselected", "shippingcontactselected", "shippingmethodselected", "couponcodechanged"):
        assert kind in events, events
    expect(page.tab.locator("quince-sheet")).to_have_count(1)


@case("what the person has opened stays when the answer to a step comes late, and a click is one step")
def late_answers(given):
    page = given.page()
    page.context.add_init_script("""
        window.steps = [];
        const { fetch } = window;
        window.fetch = async (path, ...rest) => {
            if (!String(path).endsWith('/steps')) return fetch(path, ...rest);
            window.steps.push(rest[0].body);
            const released = new Promise((done) => { window.release = done; });
            window.arrived = fetch(path, ...rest);
            await released;
            return window.arrived;
        };
    """)
    sheet = page.pay(page.new_tab()).ready()
    sheet.choose("card", "MasterCard 4444")
    expect(sheet.value("card")).to_have_count(0)
    sheet.button("Back").click()
    expect(sheet.value("card")).to_have_text("MasterCard 4444")
    sheet.open("shippingContact")
    sheet.button("Enter a new address").click()
    name = sheet.frame.locator("input[name=givenName]")
    name.fill("Ada")
    assert sheet.frame.evaluate("steps") == ['{"choose":{"row":"card","place":1}}']
    sheet.frame.evaluate("release(); arrived.then(() => new Promise((done) => setTimeout(done, 50)))")
    expect(name).to_have_value("Ada")
    expect(name).to_be_visible()


@case("two payments of one page follow each other")
def two_payments(given):
    page = given.page()
    for count in (1, 2):
        page.pay().ready().confirm()
        expect(page.status()).to_have_text("Paid 29.27")
        page.tab.evaluate("document.querySelector('#status').value = ''")
        page.tab.wait_for_function("document.activeElement !== document.querySelector('quince-sheet')")
        assert len(given.shop.payments) == count


@case("two tabs pay beside each other, each its own total")
def two_tabs(given):
    page = given.page()
    other = page.new_tab()
    other.evaluate("shop.changes = { total: { label: 'Shinobi', amount: '5.00' }, lineItems: [] }")
    first = page.pay().ready()
    second = page.pay(other).ready()
    second.open("couponCode")
    second.write(couponCode="SAVE10")
    second.ready().total("$19.27")
    first.total("$29.27")
    second.confirm()
    expect(page.status(other)).to_have_text("Paid 19.27")
    expect(page.status()).to_have_text("Ready")
    first.confirm()
    expect(page.status()).to_have_text("Paid 29.27")
    amounts = [given.shop.opened(payment)["transactionAmount"] for payment in given.shop.payments]
    assert amounts == [1927, 2927], amounts


@case("a payment with PaymentRequest")
def payment_request(given):
    page = given.page()
    page.tab.evaluate("""() => {
        document.querySelector('#pay').addEventListener('click', async (event) => {
            event.stopImmediatePropagation();
            const methodData = [{ supportedMethods: 'https://apple.com/apple-pay', data: {
                version: 3, merchantIdentifier: 'merchant.com.example.shop', merchantCapabilities: ['supports3DS'],
                supportedNetworks: ['visa'], countryCode: 'US',
            } }];
            const request = new PaymentRequest(methodData, {
                total: { label: 'Shinobi', amount: { currency: 'USD', value: '10.75' } },
            });
            request.onmerchantvalidation = (happened) => happened.complete(fetch('merchant-session', {
                method: 'POST', body: JSON.stringify({ validationURL: happened.validationURL }),
            }).then((answer) => answer.json()));
            const response = await request.show();
            await response.complete('success');
            document.querySelector('#status').value = response.details.token.paymentMethod.network;
        }, { capture: true });
    }""")
    sheet = page.pay().ready()
    sheet.total("$10.75")
    sheet.confirm()
    expect(page.status()).to_have_text("Visa")


@case("a page loads the script with crossorigin, and reads no other file of the wallet's")
def crossorigin(given):
    page = given.page()
    given.expect_complaint("blocked by CORS policy")
    given.expect_complaint("ERR_FAILED")
    loaded = page.tab.evaluate("""async (wallet) => {
        const script = Object.assign(document.createElement('script'), { crossOrigin: 'anonymous' });
        script.src = `${wallet}/apple-pay.js?again`;
        const isLoaded = await new Promise((done) => {
            script.onload = () => done(true);
            script.onerror = () => done(false);
            document.head.append(script);
        });
        const sheet = await fetch(`${wallet}/sheet.html`).then(() => true, () => false);
        return [isLoaded, sheet];
    }""", given.shop.wallet)
    assert loaded == [True, False], loaded


def other_host(given, **options):
    """A page of another host than this machine's, without a server of its own."""
    page = given.page(**options)
    origin = "https://shop.example.com"
    page.context.route(f"{origin}/**", lambda route: route.fulfill(response=route.fetch(
        url=route.request.url.replace(origin, given.shop.origin), headers=route.request.headers)))
    page.tab.goto(f"{origin}/shop.html")
    return page


@case("a page of another host pays with the browser's permission for the local network")
def permitted(given):
    page = other_host(given, permissions=["local-network-access"])
    page.pay().ready().confirm()
    expect(page.status()).to_have_text("Paid 29.27")


@case("a page of another host gets no script without that permission")
def not_permitted(given):
    for text in ("`loopback` address space", "ERR_FAILED"):
        given.expect_complaint(text)
    page = other_host(given)
    assert page.tab.evaluate("typeof ApplePaySession") == "undefined"
