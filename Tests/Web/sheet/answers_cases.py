"""What happens when something is wrong, and when the shopper or the shop does not want to go on."""

from playwright.sync_api import expect

from cases import case
from sheet_pages import sheet_over

DECLINED = {"status": 1}


def fixed(sheet, field, text):
    """Opens the row with an error, and corrects the field that has it."""
    sheet.open("shippingContact")
    wrong = sheet.frame.locator("input[aria-invalid=true]")
    expect(wrong).to_have_attribute("name", field)
    expect(wrong).to_be_focused()
    sheet.write(**{field: text})


@case("an error at a field is shown there, and the payment goes on when it is corrected")
def error_at_a_field(given):
    page = given.page()
    sheet = page.pay().ready()
    sheet.open("shippingContact")
    sheet.button("Edit").click()
    sheet.write(postalCode="00000")
    error = sheet.frame.locator("li", has=sheet.row("shippingContact")).locator(".error")
    expect(error).to_have_text("We do not ship there")
    expect(sheet.frame.locator("#news")).to_contain_text("We do not ship there")
    fixed(sheet, "postalCode", "94114")
    expect(error).to_have_count(0)
    sheet.ready().confirm()
    expect(page.status()).to_have_text("Paid 29.27")
    assert given.shop.payments[0]["shippingContact"]["postalCode"] == "94114"


@case("a step shows when its view comes, and nothing is paid without the confirmation, however late views are")
def late_views(given):
    page = given.page()
    page.context.add_init_script("""{
        const listen = EventSource.prototype.addEventListener;
        EventSource.prototype.addEventListener = function (type, handle) {
            listen.call(this, type, (event) => setTimeout(() => handle(event), 700));
        };
    }""")
    page.tab.reload()
    sheet = page.pay().ready()
    sheet.open("shippingContact")
    sheet.button("Edit").click()
    sheet.write(postalCode="00000")
    expect(sheet.frame.locator("li", has=sheet.row("shippingContact")).locator(".error")).to_be_visible()
    fixed(sheet, "postalCode", "94114")
    sheet.ready().confirm()
    expect(page.status()).to_have_text("Paid 29.27")


@case("an error after the authorization is shown, and the shopper pays again")
def error_after_authorization(given):
    given.shop.results += [{"status": 1, "errors": [
        {"code": "shippingContactInvalid", "contactField": "emailAddress", "message": "We know no such address"}]}]
    page = given.page()
    sheet = page.pay().ready()
    sheet.confirm()
    expect(sheet.frame.locator("li .error")).to_have_text("We know no such address")
    assert len(given.shop.payments) == 1


@case("a form with a text that cannot be is not sent")
def wrong_form(given):
    # The browser itself says of each answer with such a status that it came.
    given.expect_complaint("422")
    page = given.page()
    sheet = page.pay().ready()
    sheet.open("contact")
    if sheet.frame.locator("[data-action=edit]").count():
        sheet.frame.locator("[data-action=edit]").click()
    sheet.write(emailAddress="ada")
    wrong = sheet.frame.locator("input[aria-invalid=true]")
    expect(wrong).to_have_attribute("name", "emailAddress")
    expect(wrong).to_be_focused()
    sheet.write(emailAddress="ada@example.com")
    sheet.ready().confirm()
    expect(page.status()).to_have_text("Paid 29.27")
    assert given.shop.payments[0]["shippingContact"]["emailAddress"] == "ada@example.com"


@case("a coupon code that the shop does not know")
def wrong_coupon(given):
    page = given.page()
    sheet = page.pay().ready()
    sheet.open("couponCode")
    sheet.write(couponCode="NOTHING")
    expect(sheet.frame.locator("li .error")).to_have_text("No such code")
    sheet.total("$29.27")


@case("a declined payment ends the sheet, which says so")
def declined(given):
    given.shop.results.append(DECLINED)
    page = given.page()
    sheet = page.pay().ready()
    sheet.confirm()
    expect(sheet.frame.locator(".outcome[data-kind=failed]")).to_be_visible()
    expect(page.status()).to_have_text("Declined")
    given.picture(page.tab, "declined")


@case("Cancel closes the sheet, and the page is told")
def canceled(given):
    page = given.page()
    page.pay().ready().button("Cancel").click()
    expect(page.status()).to_have_text("Canceled")
    assert page.events()[-1] == "cancel"
    page.pay().ready().confirm()
    expect(page.status()).to_have_text("Paid 29.27")


@case("Escape goes back, and closes the sheet where there is nothing to go back to")
def escape(given):
    page = given.page()
    sheet = page.pay().ready()
    sheet.open("card")
    page.tab.keyboard.press("Escape")
    expect(sheet.frame.locator("[data-action=pay]")).to_be_visible()
    page.tab.keyboard.press("Escape")
    expect(page.status()).to_have_text("Canceled")


@case("Escape goes back also where the page still has the focus")
def escape_in_page(given):
    page = given.page()
    sheet = page.pay().ready()
    sheet.open("card")
    # The focus may follow a click into the frame late: the frame is in another process.
    page.tab.evaluate("window.focus()")
    page.tab.keyboard.press("Escape")
    expect(sheet.frame.locator("[data-action=pay]")).to_be_visible()
    assert page.events()[-1] != "cancel"
    sheet.confirm()
    expect(page.status()).to_have_text("Paid 29.27")


@case("the page closes the sheet, and opens another one")
def aborted(given):
    page = given.page()
    page.pay().ready()
    page.tab.evaluate("shop.session.abort()")
    sheet = page.pay().ready()
    sheet.confirm()
    expect(page.status()).to_have_text("Paid 29.27")
    assert "cancel" not in page.events()


@case("a PIN is asked for, and only the number of its digits leaves the page")
def pin(given):
    given.shop.results.append({"status": 5})
    page = given.page()
    sent = []
    page.tab.on("request", lambda request: "/steps" in request.url and sent.append(request.post_data))
    sheet = page.pay().ready()
    sheet.confirm()
    for digit in "3917":
        sheet.button(digit).click()
    expect(page.status()).to_have_text("Paid 29.27")
    assert len(given.shop.payments) == 2
    assert not any("3917" in body or '"3' in body for body in sent), sent
    assert '{"pin":4}' in sent, sent


@case("a merchant session that has expired ends the sheet")
def expired(given):
    given.shop.server.after_session = lambda: given.shop.sandbox.call("/clock", {"advanceSeconds": 301})
    given.expect_complaint("over after five minutes")
    page = given.page()
    sheet = page.pay()
    expect(sheet.frame.locator(".outcome[data-kind=failed]")).to_be_visible()
    given.picture(page.tab, "expired")
    expect(page.status()).to_have_text("Canceled")


@case("without a click there is no session")
def gesture(given):
    page = given.page()
    page.context.add_init_script("""
        addEventListener('load', () => {
            try { window.shop?.begin(); } catch (error) { window.refused = error.name; }
        });
    """)
    tab = page.new_tab()
    assert tab.evaluate("window.refused") == "InvalidAccessError"


@case("a wallet that has gone away is said to be gone")
def without_wallet(given):
    given.expect_complaint("")
    page = given.page()
    sheet = page.pay().ready()
    page.context.route("**/sheet/**", lambda route: route.abort())
    sheet.frame.locator("[data-action=pay]").click()
    sheet.frame.locator("[data-action=confirm]:not([aria-disabled])").click()
    expect(sheet.frame.locator(".outcome[data-kind=failed]")).to_be_visible()
    expect(page.status()).to_have_text("Canceled")


@case("a request that is refused is told to the shopper in plain words, and to the developer with its cause")
def refused(given):
    page = given.page()
    page.tab.evaluate("shop.changes.supportedCountries = ['JP']")
    given.expect_complaint("supportedCountries admit")
    given.expect_complaint("422")
    page.tab.bring_to_front()
    page.tab.click("#pay")
    sheet = sheet_over(page.tab)
    expect(sheet.frame.locator("#sheet")).to_contain_text("This payment is not possible.")
    expect(sheet.frame.locator("#sheet")).not_to_contain_text("supportedCountries")
    given.picture(page.tab, "refused")
    expect(page.status()).to_have_text("Canceled")


@case("a frame that does not come is told after a moment, and the shopper can give up")
def no_frame(given):
    page = given.page()
    page.context.route("**/sheet.html", lambda route: None)
    page.tab.reload(wait_until="domcontentloaded")
    given.expect_complaint("has shown no sheet")
    page.tab.bring_to_front()
    page.tab.click("#pay")
    given.picture(page.tab, "waiting-at-once")
    # The text and its button are in a closed tree; the button gets the keyboard when it comes.
    page.tab.wait_for_function("document.activeElement?.localName === 'quince-sheet'")
    page.tab.wait_for_timeout(3000)
    given.picture(page.tab, "waiting")
    page.tab.keyboard.press("Enter")
    expect(page.status()).to_have_text("Canceled")
    page.context.unroute_all(behavior="ignoreErrors")


@case("a wallet that is gone is told in place of the browser's error page, and the session ends")
def no_wallet(given):
    page = given.page()
    page.context.route("**/sheet.html", lambda route: route.abort("connectionrefused"))
    page.tab.reload(wait_until="domcontentloaded")
    given.expect_complaint("has shown no sheet")
    page.tab.bring_to_front()
    page.tab.click("#pay")
    page.tab.wait_for_timeout(3000)
    given.picture(page.tab, "wallet-gone")
    expect(page.status()).to_have_text("Canceled")
    # It is there again, without the page being loaded anew.
    page.context.unroute_all(behavior="ignoreErrors")
    page.pay().ready()


@case("a frame that is loaded and not ready yet becomes the sheet, and is not loaded again")
def unready_frame(given):
    def hold(route):
        response = route.fetch()
        route.fulfill(response=response, body=response.text().replace("waitForPage();", "window.start = waitForPage;"))

    page = given.page()
    page.context.route("**/sheet-start.js", hold)
    loads = []
    page.tab.on("request", lambda request: loads.append(request) if request.url.endswith("/sheet.html") else None)
    # No time passes between the load and the click.
    page.tab.clock.install(time=0)
    page.tab.clock.pause_at(1000)
    with page.tab.expect_event("framenavigated", lambda frame: "/sheet.html" in frame.url) as loaded:
        page.tab.reload()
    loaded.value.wait_for_load_state("load")
    page.tab.click("#pay")
    loaded.value.evaluate("start()")
    page.tab.clock.resume()
    sheet_over(page.tab).ready()
    assert len(loads) == 1
