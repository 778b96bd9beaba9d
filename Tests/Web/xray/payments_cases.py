"""What the x-ray tells of payments."""

import base64
import json
import os
import subprocess

from playwright.sync_api import expect

import sandbox_client
from cases import case
from demo import Demo


def titles(story, *phases):
    return [step["title"] for step in story["steps"] if not phases or step["phase"] in phases]


def parts(story, kind):
    return [part for step in story["steps"] for part in step["parts"] if part["kind"] == kind]


def field(message, number):
    return next((row[2] for row in message["rows"] if row[0] == number), None)


def minor_units(text):
    return int(text.split()[0].replace(".", "").replace("+", ""))


@case("a payment is told from the request to the order")
def told(given):
    answer, charged, number = given.demo.pay()
    assert answer["outcome"] == "paid" and charged[0]["status"] == "captured", (answer, charged)
    story = given.demo.story(number)
    assert story["payment"]["outcome"] == "paid" and story["payment"]["total"] == "29.27 USD", story["payment"]
    names = [(step["from"], step["to"]) for step in story["steps"]]
    way = [("page", "sheet"), ("sheet", "secureElement"), ("secureElement", "apple"), ("apple", "sheet"),
           ("sheet", "page"), ("page", "shop"), ("shop", "shop"), ("shop", "network"), ("network", "network"),
           ("network", "shop"), ("shop", "page"), ("page", "sheet")]
    place = -1
    for pair in way:
        place = names.index(pair, place + 1)
    methods = titles(story, "sheet")
    for method in ["onvalidatemerchant", "onpaymentmethodselected", "onshippingcontactselected"]:
        assert methods.count(method) == 1, methods
    assert charged[0]["order"]["id"] in json.dumps(story)


@case("every check of the token passed, but the one that only the store of tokens can make")
def checks(given):
    story = given.demo.story(given.demo.pay()[2])
    [checks] = parts(story, "checks")
    states = {row["check"]: row["state"] for row in checks["rows"]}
    assert len(states) == 15 and states.pop("replay") == "notReached", states
    assert set(states.values()) == {"passed"}, states


@case("the network's messages and its ledger are those of the payment")
def messages(given):
    _, charged, number = given.demo.pay("31.40")
    story = given.demo.story(number)
    found = parts(story, "message")
    assert [part["title"][:4] for part in found] == ["0100", "0110", "0220", "0230"], found
    assert field(found[0], 4) == "000000003140" and field(found[1], 39) == "00", found
    assert field(found[1], 38) == charged[0]["authorizationCode"]
    assert {field(part, 37) for part in found} == {charged[0]["retrievalReference"]}
    entries = [entry for part in parts(story, "ledger") for entry in part["entries"]]
    for entry in entries:
        assert sum(minor_units(amount) for _, amount in entry["postings"]) == 0, entry
    held = next(entry for entry in entries if entry["kind"] == "the amount is held")
    assert held["postings"] == [["cardholder: available", "-31.40 USD"], ["cardholder: held", "+31.40 USD"]], held
    assert any(entry["kind"] == "the amount is captured" for entry in entries), entries


@case("a decline is told with the issuer's reason, and the next try after it")
def decline(given):
    _, charged, number = given.demo.pay("9000.51", steps=["authorize", "cancel"])
    assert charged[0]["code"] == "declined", charged
    story = given.demo.story(number)
    assert "0110 declined: insufficient funds" in titles(story), titles(story)
    assert field(parts(story, "message")[1], 39) == "51"
    assert story["payment"]["outcome"] == "notPaid" and not parts(story, "ledger")[1:], titles(story)


@case("a refund that follows is told after the end")
def refund(given):
    _, charged, number = given.demo.pay()
    before = given.demo.story(number)
    assert not titles(before, "later"), titles(before)
    ready = given.demo.ready
    refunded = given.demo.call(f"{ready['server']}/payments/{charged[0]['id']}/refund", {"amount": "5.00"},
                               ready["apiKey"], **{"Idempotency-Key": f"refund-{number}"})
    assert refunded["refunded"] == "5.00", refunded
    story = given.demo.story(number)
    assert "The amount is refunded" in titles(story, "later"), titles(story)
    assert titles(story)[:len(before["steps"])] == titles(before)


@case("a request is shown as it came, beside what it was read as")
def stated(given):
    number = given.demo.pay()[2]
    story = given.demo.story(number)
    asked = next(step for step in story["steps"] if step["title"] == "The page asks for a payment")
    came = json.loads(asked["parts"][0]["text"])
    assert came["requiredShippingContactFields"][0] == "postalAddress", came
    assert "3DS" in came["merchantCapabilities"][0] and "visa" in came["supportedNetworks"], came
    read = next(step for step in story["steps"] if step["title"].startswith("The sheet is shown for"))
    assert ["merchantCapabilities", "supports3DS"] in read["parts"][0]["rows"], read


@case("a request for which no sheet is shown is refused, and not open")
def refused(given):
    number = given.demo.pay(supportedCountries=["JP"])[2]
    story = given.demo.story(number)
    assert story["payment"]["outcome"] == "refused", story["payment"]
    last = story["steps"][-1]
    assert last["title"] == "No sheet is shown" and "supportedCountries" in last["text"], last


@case("a cancelled sheet has no token and no charge")
def cancelled(given):
    answer, charged, number = given.demo.pay(steps=["cancel"])
    story = given.demo.story(number)
    assert answer["reason"] == "cancelled" and not charged
    assert not titles(story, "token", "shop") and story["payment"]["outcome"] == "notPaid", titles(story)


@case("what a page and its server send is a command of curl too, which does the same")
def commands(given):
    demo = given.demo
    number = demo.pay("27.18", charges=False)[2]
    ready, files = demo.ready, demo.server
    known = {"MERCHANT": demo.merchant, "TOKEN": ready["token"], "CA": ready["ca"], "DOMAIN": "shop.example.com",
             "IDENTITY": f"{files}/identity.pem", "IDENTITY_KEY": f"{files}/identity.key",
             "API_KEY": ready["apiKey"], "ATTEMPT": f"again-{number}"}

    def run(text, **more):
        done = subprocess.run(["bash", "-c", text], env=os.environ | known | more, capture_output=True, timeout=120)
        return json.loads(done.stdout)

    payment, session = [part["text"] for part in parts(demo.story(number), "command")]
    again = run(payment)
    assert again["outcome"] == "paid" and again["total"]["amount"] == "27.18", again
    assert run(session)["merchantIdentifier"], session
    charge = parts(demo.story(demo.pay("27.18")[2]), "command")[2]["text"]
    paid = run(charge, PAYMENT=json.dumps(again["payment"]))
    assert paid["code"] == "alreadyPaid", paid
    charged = run(charge.replace("cart-", "other-"), PAYMENT=json.dumps(again["payment"]), ATTEMPT=f"other-{number}")
    assert charged["status"] in ("authorized", "captured"), charged


@case("a message of another program is shown, without its account number")
def other_program(given):
    demo = given.demo
    payload = demo.opened(demo.pay("13.57", charges=False)[0]["payment"]["token"])
    cryptogram = base64.b64decode(payload["paymentData"]["onlinePaymentCryptogram"])
    code = sandbox_client.charge(demo.ready["network"], payload, cryptogram, demo.merchant, 1357)
    assert code == "00", code
    answer = demo.xray("/messages")[1]
    request, reply = parts(answer, "message")[-2:]
    assert field(request, 4) == "000000001357" and field(reply, 39) == "00", answer["steps"][-4:]
    assert payload["applicationPrimaryAccountNumber"] not in json.dumps(answer)
    tab = given.tab("/")
    tab.get_by_role("link", name="Card network").click()
    # The view before has the same button, until the messages are there.
    expect(tab.locator("h1")).to_have_text("Card network")
    tab.get_by_role("button", name="Open all").click()
    expect(tab.locator("main")).to_contain_text("000000001357")
    given.picture(tab, "network")


def secrets(demo, token):
    """The texts that must not be seen: of the token, and of what goes on around it."""
    payload = demo.opened(token)
    key = "".join(demo.file("processing/first.key").split("\n")[1:-2])
    return payload["applicationPrimaryAccountNumber"], {
        "account number": payload["applicationPrimaryAccountNumber"],
        "cryptogram": payload["paymentData"]["onlinePaymentCryptogram"],
        "card number": "4111111111111111", "merchant's key": key[20:60],
        "API key": demo.ready["apiKey"], "sandbox's token": demo.ready["token"],
        "name": "Appleseed", "e-mail address": "appleseed@", "street": "Infinite Loop"}


@case("no secret and no personal datum is in what the page gets, nor in the page")
def masked(given):
    answer, _, number = given.demo.pay()
    account, hidden = secrets(given.demo, answer["payment"]["token"])
    contact = json.dumps(answer["payment"]["shippingContact"])
    hidden["name"] = answer["payment"]["shippingContact"]["familyName"]
    hidden["e-mail address"] = answer["payment"]["shippingContact"]["emailAddress"]
    hidden["street"] = answer["payment"]["shippingContact"]["addressLines"][0]
    assert hidden["street"] in contact
    text = json.dumps(given.demo.story(number), ensure_ascii=False)
    assert account[-4:] in text
    tab = given.tab(f"/#/payments/{number}")
    tab.get_by_role("button", name="Open all").click()
    page = tab.evaluate("document.documentElement.outerHTML")
    assert account[-4:] in page
    for name, secret in hidden.items():
        assert secret not in text, f"the {name} is in the answer"
        assert secret not in page, f"the {name} is in the page"


@case("with --reveal the token's secrets are shown, and still no key")
def revealed(given):
    demo = Demo(given.quince, "--reveal")
    try:
        answer, _, number = demo.pay()
        _, hidden = secrets(demo, answer["payment"]["token"])
        text = json.dumps(demo.story(number), ensure_ascii=False)
        assert hidden["account number"] in text and hidden["cryptogram"] in text
        assert field(parts(demo.story(number), "message")[0], 2) == hidden["account number"]
        for name in ["card number", "merchant's key", "API key", "sandbox's token"]:
            assert hidden[name] not in text, name
    finally:
        demo.close()


@case("the newest hundred payments are kept")
def limit(given):
    for _ in range(102):
        number = given.demo.pay(steps=["cancel"])[2]
    kept = [payment["number"] for payment in given.demo.xray("/payments")[1]["payments"]]
    assert kept == list(range(number, number - 100, -1)), kept
    assert given.demo.xray(f"/payments/{number - 100}")[0] == 404
