"""Sheets that are no frame of a shop: on another device, which scans a code, and of an app."""

import contextlib
import re
import shutil
import subprocess
import tempfile

from playwright.sync_api import Error, expect

import patience
from cases import case
from sheet_pages import Sheet


def scan(given, sheet):
    """What a camera reads of the code that is shown."""
    image = sheet.frame.locator("img")
    image.evaluate("image => image.decode()")
    picture = image.screenshot()
    if not shutil.which("zbarimg"):
        return sheet.frame.locator("a").evaluate("link => link.href")
    read = subprocess.run(["zbarimg", "--quiet", "--raw", "-"], input=picture, capture_output=True, timeout=120)
    return read.stdout.decode().strip()


def other_device(given, address):
    """Another browser, with the size of a phone, that opens an address."""
    context = given.browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    context.set_default_timeout(patience.LIMIT)
    tab = context.new_page()
    tab.goto(address)
    return tab, Sheet(tab.main_frame)


def handed_over(given):
    page = given.page()
    sheet = page.pay().ready()
    sheet.button("Pay on another device").click()
    address = scan(given, sheet)
    link = sheet.frame.locator("a").evaluate("link => link.href")
    assert address == link and address.startswith(given.shop.wallet), (address, link)
    return page, sheet, address


@case("a phone scans the code, chooses and pays, and the shop gets the payment")
def phone_pays(given):
    page, sheet, address = handed_over(given)
    given.picture(page.tab, "device-code")
    tab, phone = other_device(given, address)
    phone.ready().total("$29.27")
    expect(sheet.frame.get_by_text("Continue on the other device.")).to_be_visible()
    given.picture(page.tab, "device-joined")
    assert sheet.violations() == [] and phone.violations() == []
    phone.choose("shippingMethod", "By air")
    phone.ready().total("$35.27")
    given.picture(tab, "device-phone")
    phone.confirm()
    expect(page.status()).to_have_text("Paid 35.27")
    expect(phone.frame.get_by_text("Paid", exact=True)).to_be_visible()
    [payment] = given.shop.payments
    assert given.shop.opened(payment)["transactionAmount"] == 3527
    tab.context.close()


@case("a phone that goes away leaves the sheet where it was opened")
def phone_leaves(given):
    page, sheet, address = handed_over(given)
    tab, phone = other_device(given, address)
    phone.ready().choose("card", "MasterCard 4444")
    phone.ready()
    tab.context.close()
    expect(sheet.frame.locator("img")).to_be_visible()
    sheet.button("Back").click()
    expect(sheet.value("card")).to_contain_text("MasterCard 4444")
    sheet.ready().confirm()
    expect(page.status()).to_have_text("Paid 29.27")


@case("the person goes on where the sheet was opened, and both show the same")
def continues_here(given):
    page, sheet, address = handed_over(given)
    tab, phone = other_device(given, address)
    phone.ready()
    sheet.button("Continue here").click()
    sheet.choose("shippingMethod", "By air")
    sheet.ready().total("$35.27")
    phone.total("$35.27")
    sheet.confirm()
    expect(page.status()).to_have_text("Paid 35.27")
    expect(phone.frame.get_by_text("Paid", exact=True)).to_be_visible()
    tab.context.close()


@case("a phone that closes the sheet cancels the payment; the code is then of no use")
def phone_cancels(given):
    page, sheet, address = handed_over(given)
    tab, phone = other_device(given, address)
    phone.ready().button("Cancel").click()
    expect(page.status()).to_have_text("Canceled")
    tab.context.close()
    assert given.shop.payments == []


@case("a sheet that is opened in a second tab goes on there, which the first one says")
def second_tab(given):
    page, _, address = handed_over(given)
    phones = [other_device(given, address) for _ in range(2)]
    (first, replaced), (second, phone) = phones
    expect(replaced.frame.locator("#sheet")).to_contain_text("Continue where this was opened last.")
    phone.ready().confirm()
    expect(page.status()).to_have_text("Paid 29.27")
    first.context.close()
    second.context.close()


@contextlib.contextmanager
def checkout(given, *options):
    """A checkout on the command line, and its sheet in a browser."""
    with tempfile.TemporaryDirectory(prefix="quince-checkout-") as folder:
        process = subprocess.Popen(
            [given.shop.quince, "checkout", "--by-hand", "--out", f"{folder}/out", *options], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        try:
            line = process.stderr.readline()
            address = re.search(r"Open (http://127\.0\.0\.1:\S+) in a browser on this machine", line)
            assert address, line
            tab, sheet = other_device(given, address[1])
            yield process, sheet
            tab.context.close()
        finally:
            process.kill()


@case("a checkout on the command line is paid at its sheet in a browser")
def command_line(given):
    with checkout(given, "--language", "en") as (process, sheet):
        sheet.ready()
        total = sheet.frame.locator(".total .amount").inner_text()
        sheet.choose("card", "MasterCard 4444")
        sheet.ready().confirm()
        trace, complaint = process.communicate(timeout=60)
        assert process.returncode == 0, complaint
        assert total.removeprefix("$") in trace and "MasterCard" in trace, trace


@case("a checkout whose sheet is closed in the browser charges nothing")
def command_line_cancelled(given):
    with checkout(given, "--language", "ru") as (process, sheet):
        # The page closes itself, which the driver may hear before the press is over.
        with contextlib.suppress(Error):
            sheet.button("Отменить").click()
        trace, complaint = process.communicate(timeout=60)
        assert process.returncode == 1, (trace, complaint)
