"""Tokens that are pasted or dropped."""

import json
import re

from playwright.sync_api import expect

from cases import case


def opened(given, token, **files):
    """Pastes a token, with the merchant's key or without, and opens it."""
    tab = given.tab("/#/token")
    tab.get_by_label("The token").fill(token)
    if files:
        tab.get_by_text("With the merchant’s key").click()
        for label, text in files.items():
            field = {"key": "private key", "certificate": "Payment Processing certificate",
                     "identifier": "merchant identifier"}[label]
            tab.get_by_label(field).fill(text)
    tab.get_by_role("button", name="Open", exact=True).click()
    return tab


def token(given):
    answer = given.demo.pay(charges=False)[0]
    return answer["payment"]["token"]


@case("a token is verified without the merchant's key, and its bytes are shown")
def verified(given):
    tab = opened(given, json.dumps(token(given)))
    expect(tab.locator(".answer .verdict").first).to_contain_text("Verified")
    expect(tab.locator(".answer section.bytes")).to_have_count(6)
    expect(tab.locator(".answer .checks .notReached")).to_have_count(4)
    given.picture(tab, "token-verified")


@case("a token is opened with key and certificate, its secrets masked")
def with_key(given):
    sealed = token(given)
    payload = given.demo.opened(sealed)
    for last in [{"certificate": given.demo.file("processing/first.pem")}, {"identifier": given.demo.merchant}]:
        tab = opened(given, json.dumps(sealed), key=given.demo.file("processing/first.key"), **last)
        expect(tab.locator(".answer .verdict").first).to_contain_text("opened with the key")
        account = payload["applicationPrimaryAccountNumber"]
        text = tab.locator(".answer").inner_text()
        assert account[-4:] in text and account not in text
        assert payload["paymentData"]["onlinePaymentCryptogram"] not in text
        assert "2927 (29.27 USD)" in text, text


@case("a payment of a page is taken, and a token in Base64, too")
def forms(given):
    import base64
    sealed = token(given)
    for text in [json.dumps({"token": sealed}), json.dumps(sealed["paymentData"]),
                 base64.b64encode(json.dumps(sealed["paymentData"]).encode()).decode()]:
        expect(opened(given, text).locator(".answer .verdict").first).to_contain_text("Verified")


@case("a token with a changed bit is refused at the check that finds it")
def changed(given):
    sealed = token(given)
    data = sealed["paymentData"]["data"]
    sealed["paymentData"]["data"] = ("A" if data[0] != "A" else "B") + data[1:]
    tab = opened(given, json.dumps(sealed))
    expect(tab.locator(".answer .verdict").first).to_contain_text("Refused")
    expect(tab.locator(".answer .checks .failed")).to_contain_text("The digest that was signed")


@case("what is no token is named")
def no_token(given):
    tab = opened(given, given.demo.file("processing/first.pem"))
    expect(tab.locator(".answer .verdict").nth(1)).to_contain_text("not a token: a certificate")


@case("a key that does not go with the certificate is refused with the reason")
def wrong_key(given):
    given.expect_complaint("422")
    tab = opened(given, json.dumps(token(given)), key=given.demo.file("identity.key"),
                 certificate=given.demo.file("processing/first.pem"))
    expect(tab.locator(".answer .verdict")).to_contain_text("the certificate is for another key")


@case("a file is dropped on the field")
def dropped(given):
    tab = given.tab("/#/token")
    field = tab.get_by_label("The token")
    transfer = tab.evaluate_handle("""text => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "token.json"));
        return transfer;
    }""", json.dumps(token(given)))
    field.dispatch_event("drop", {"dataTransfer": transfer})
    expect(field).to_have_value(re.compile("^{"))
    tab.get_by_role("button", name="Open", exact=True).click()
    expect(tab.locator(".answer .verdict").first).to_contain_text("Verified")


@case("an old token is checked now where that is wanted")
def now(given):
    sealed = json.dumps(token(given))
    given.demo.call(f"{given.demo.ready['api']}/clock", {"advanceSeconds": 3600}, given.demo.ready["token"])
    same = {"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"}
    assert given.demo.xray("/tokens", {"token": sealed, "atSigning": True}, **same)[1]["verdict"] == "verified"
    answer = given.demo.xray("/tokens", {"token": sealed, "atSigning": False}, **same)[1]
    failed = [row["check"] for row in answer["parts"][0]["rows"] if row["state"] == "failed"]
    assert answer["verdict"] == "refused" and failed == ["signingTime"], answer
