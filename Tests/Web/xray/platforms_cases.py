"""What the x-ray tells of payments that a payment platform charges, and of its webhooks."""

import contextlib
import json
import re
import time

from playwright.sync_api import expect

from axe import violations
from cases import case
from demo import Demo
from payments_cases import field, parts, titles

SENDER = "STRIPE000000001"


@contextlib.contextmanager
def through(given, form, *options, platform="stripe"):
    """A demonstration that charges through a platform's simulation."""
    demo = Demo(given.quince, "--platform", platform, "--token-form", form, *options)
    try:
        yield demo
    finally:
        demo.close()


def has_check_digit(number):
    """Whether the digits of a number have the sum of account numbers (ISO/IEC 7812-1, Annex B)."""
    doubled = [int(digit) * (2 - place % 2) for place, digit in enumerate(number)]
    return sum(value - 9 * (value > 9) for value in doubled) % 10 == 0


def ways(story):
    """The parties of the steps in which the shop charges."""
    return [(step["from"], step["to"]) for step in story["steps"] if step["phase"] == "shop"]


def checks(story):
    """The states of the checks, for each party that makes them."""
    return {
        step["from"]: {row["check"]: row["state"] for row in part["rows"]}
        for step in story["steps"] for part in step["parts"] if part["kind"] == "checks"}


def deliveries(demo):
    return demo.xray("/deliveries")[1]["deliveries"]


def until(read, is_so):
    """What is read once it is so; what it is after ten seconds otherwise."""
    for _ in range(200):
        found = read()
        if is_so(found):
            return found
        time.sleep(0.05)
    return found


@case("a token that is sealed to a platform's key is opened by the platform, which charges it")
def passed_through(given):
    with through(given, "passThrough") as demo:
        answer, charged, number = demo.pay("31.40")
        assert answer["outcome"] == "paid" and charged[0]["processor"] == "stripe", (answer, charged)
        story = demo.story(number)
        assert not [title for title in titles(story) if "refused" in title], titles(story)
        assert ways(story) == [
            ("page", "shop"), ("shop", "shop"), ("shop", "platform"), ("platform", "platform"),
            ("platform", "network"), ("network", "network"), ("network", "platform"),
            ("platform", "network"), ("network", "network"), ("network", "platform"),
            ("platform", "shop"), ("shop", "page")], ways(story)
        made = checks(story)
        unopened = {name for name, state in made["shop"].items() if state == "notReached"}
        assert unopened == {"publicKeyHash", "decryption", "payload", "replay"}, made
        assert {name for name, state in made["platform"].items() if state != "passed"} == {"replay"}, made
        hash_in_token = answer["payment"]["token"]["paymentData"]["header"]["publicKeyHash"]
        owner = next(part for part in parts(story, "facts") if part["title"] == "Who can open the token")
        assert owner["rows"] == [["key", f"Stripe’s, for {demo.merchant}"], ["publicKeyHash", hash_in_token]], owner
        messages = parts(story, "message")
        assert [part["title"][:4] for part in messages] == ["0100", "0110", "0220", "0230"], messages
        assert {field(messages[0], 42), field(messages[2], 42)} == {SENDER}, messages
        assert field(messages[0], 4) == "000000003140", messages
        assert charged[0]["processorReference"] in json.dumps(story)
        held = next(part for part in parts(story, "facts") if part["title"] == "What the token holds")
        account = dict(held["rows"])["applicationPrimaryAccountNumber"]
        assert re.fullmatch(r"\D+\d{4}", account), "the account number is not masked"
        numbers = re.findall(rf"(?=(4\d{{11}}{account[-4:]}))", json.dumps(story))
        assert not any(map(has_check_digit, numbers)), "the account number is not masked"
        refund = demo.call(f"{demo.ready['server']}/payments/{charged[0]['id']}/refund", {}, demo.ready["apiKey"],
                           **{"Idempotency-Key": "refund-1"})
        assert "code" not in refund, refund
        later = until(lambda: demo.story(number), lambda story: titles(story, "later"))
        assert titles(later, "later")[0] == "0200 asks for a refund", titles(later, "later")
        _, other, declined = demo.pay("9000.51", steps=["authorize", "cancel"])
        story = demo.story(declined)
        assert other[0]["code"] == "declined", other
        assert {"0110 declined: insufficient funds", "Stripe declines"} <= set(titles(story)), titles(story)
        network = demo.xray("/messages")[1]
        assert {step["from"] for step in network["steps"]} == {"platform", "network"}, titles(network)
        token = {"token": json.dumps(answer["payment"]["token"])}
        told = demo.xray("/tokens", token, **{"Content-Type": "application/json", "Sec-Fetch-Site": "same-origin"})[1]
        assert told["verdict"] == "verified" and owner in told["parts"], told["verdict"]


@case("a network token is opened by the shop and charged by the platform")
def network_token(given):
    with through(given, "networkToken", "--reveal") as demo:
        answer, _, number = demo.pay()
        story = demo.story(number)
        assert ways(story)[:4] == [
            ("page", "shop"), ("shop", "shop"), ("shop", "platform"), ("platform", "network")], ways(story)
        assert list(checks(story)) == ["shop"], checks(story)
        payload = demo.opened(answer["payment"]["token"])
        message = parts(story, "message")[0]
        assert field(message, 2) == payload["applicationPrimaryAccountNumber"] and field(message, 42) == SENDER
        text = json.dumps(story)
        assert "4111111111111111" not in text and demo.file("stripe.key").strip() not in text


@case("a declined payment is told with the platform's messages and its reason, over Checkout.com too")
def declined(given):
    for form in ["passThrough", "networkToken"]:
        with through(given, form, platform="checkout") as demo:
            demo.call(f"{demo.ready['api']}/network/scenarios",
                      {"scenario": "insufficient-funds", "merchant": "CHECKOUT0000001"}, demo.ready["token"])
            _, charged, number = demo.pay(steps=["authorize", "cancel"])
            assert charged[0]["code"] == "declined", charged
            story = demo.story(number)
            assert {"0110 declined: insufficient funds", "Checkout.com declines"} <= set(titles(story)), titles(story)
            assert field(parts(story, "message")[0], 42) == "CHECKOUT0000001", parts(story, "message")[0]
            # Checkout.com declines such an amount itself.
            story = demo.story(demo.pay("9000.51", steps=["authorize", "cancel"])[2])
            assert "Checkout.com declines" in titles(story) and not parts(story, "message"), titles(story)
            _, charged, number = demo.pay()
            assert charged[0]["processorReference"] in json.dumps(demo.story(number)), charged
            assert ways(demo.story(number))[-1] == ("shop", "page"), ways(demo.story(number))


@case("the last webhooks are listed with what became of them, appear without a reload, and are sent again")
def sent_again(given):
    with through(given, "passThrough") as demo:
        tab = given.tab("/#/deliveries", demo=demo)
        expect(tab.locator("main")).to_contain_text("No webhook yet")
        tab.evaluate("window.isTheSame = true")
        demo.pay()
        items = tab.locator(".deliveries li")
        created = items.filter(has_text="payment_intent.created")
        for text in ["stripe", "evt_", "/webhooks/stripe", "delivered", "status 200"]:
            expect(created).to_contain_text(text)
        expect(created.locator("dd").nth(3)).to_contain_text(re.compile("^1, the last at"))
        for page, width, scheme in [("light", 1280, "light"), ("dark", 360, "dark")]:
            other = given.tab("/#/deliveries", width=width, scheme=scheme, demo=demo)
            expect(other.locator(".deliveries li").first).to_be_visible()
            over = other.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert over <= 0, f"{over} pixels too wide"
            assert not violations(other), violations(other)
            given.picture(other, f"deliveries-{page}")
        before = deliveries(demo)
        first = next(one for one in before if one["type"] == "payment_intent.created")
        button = created.get_by_role("button", name=re.compile("^Send again: payment_intent.created"))
        button.focus()
        tab.keyboard.press("Enter")
        again = until(lambda: next(one for one in deliveries(demo) if one["number"] == first["number"]),
                      lambda one: one["state"] == "delivered" and one["dueAt"] != first["dueAt"])
        assert again["state"] == "delivered" and again["attempts"] == 1, (first, again)
        expect(tab.locator("#status")).to_have_text("payment_intent.created is sent again.")
        expect(created).to_contain_text("delivered")
        expect(button).to_be_focused()
        assert tab.evaluate("window.isTheSame")
        assert len(deliveries(demo)) == len(before)
        path = f"/deliveries/{first['number']}/send"
        for fields in [{}, {"Sec-Fetch-Site": "cross-site"}]:
            assert demo.xray(path, {}, **fields)[0] == 403, fields
        own = {"Sec-Fetch-Site": "same-origin"}
        assert demo.xray("/deliveries/999/send", {}, **own)[0] == 404
        text = json.dumps(deliveries(demo)) + tab.content()
        for name in ["stripe.key", "stripe-webhooks"]:
            assert demo.file(name).strip() not in text, name


@case("an endpoint that refuses a webhook, or is not there, is told")
def failing(given):
    with through(given, "networkToken") as demo:
        url = "http://127.0.0.1:9/"
        made = demo.call(f"{demo.ready['api']}/platforms/endpoints", {"platform": "stripe", "url": url},
                         demo.ready["token"])
        demo.pay(steps=["cancel"])
        assert deliveries(demo) == []
        demo.pay()
        until(lambda: [one for one in deliveries(demo) if one["url"] == url and "failure" in one], bool)
        tab = given.tab("/#/deliveries", demo=demo)
        item = tab.locator(".deliveries li").filter(has_text=made["endpoint"]).last
        expect(item).to_contain_text("waiting")
        expect(item.locator("dd").nth(3)).to_contain_text(re.compile("^1, the last at .*, the next at"))
        failure = next(one["failure"] for one in deliveries(demo) if "failure" in one)
        expect(item).to_contain_text(failure)
