#!/usr/bin/env python3
"""Uses the sandbox's Stripe with Stripe's own SDK, unmodified, over the whole life of payments. platform_sandbox.py says how it
is called."""

import base64
import http.client
import json
import subprocess
import time
import urllib.error

import platform_sandbox
import stripe
from platform_sandbox import MERCHANT, check, done, order, rows, wait_for


class Sandbox(platform_sandbox.Sandbox):
    platform, acceptor = "stripe", "STRIPE000000001"

    def connect(self):
        self.made_on_page()


class Shop(platform_sandbox.Shop):
    secret = None
    wrong = stripe.SignatureVerificationError

    def event(self, body):
        return stripe.Webhook.construct_event(body, self.headers["Stripe-Signature"], Shop.secret)


def refused(kind, call, **expected):
    """The error of a call that has to be refused."""
    try:
        answer = call()
    except kind as error:
        for name, value in expected.items():
            found = error.http_status if name == "status" else getattr(error.error, name, None)
            check(f"the error's {name} is {value}", found == value, (found, str(error)))
        return error
    raise SystemExit(f"failed: this was not refused with {expected}: {answer!r}")


def token(sandbox, amount="10.75", currency="USD", **others):
    paid = sandbox.apple_pay(amount, currency)
    return stripe.Token.create(
        **others,
        pk_token=json.dumps(paid["paymentData"]),
        pk_token_instrument_name=paid["paymentMethod"]["displayName"],
        pk_token_payment_network=paid["paymentMethod"]["network"],
        pk_token_transaction_id=paid["transactionIdentifier"],
    )


def pay(sandbox, amount=1075, currency="usd", text="10.75", **others):
    made = token(sandbox, text, currency.upper())
    return stripe.PaymentIntent.create(
        amount=amount, currency=currency, confirm=True,
        payment_method_data={"type": "card", "card": {"token": made.id}}, **others,
    )


def life(sandbox):
    """Authorized, captured in part, refunded twice, and not a third time."""
    intent = pay(sandbox, capture_method="manual", metadata={"order": "7"}, expand=["latest_charge"])
    check("the amount is held", (intent.status, intent.amount_capturable) == ("requires_capture", 1075), intent)
    card = intent.latest_charge.payment_method_details.card
    check("the card is shown without its number", card.wallet.type == "apple_pay" and len(card.last4) == 4, card)
    check("the network's names are there", card.authorization_code and card.network_transaction_id, card)
    refused(stripe.InvalidRequestError, lambda: stripe.PaymentIntent.capture(intent.id, amount_to_capture=1076),
            code="amount_too_large", param="amount_to_capture")
    captured = stripe.PaymentIntent.capture(intent.id, amount_to_capture=1000)
    check("a part is captured", (captured.status, captured.amount_received) == ("succeeded", 1000), captured)
    refused(stripe.InvalidRequestError, lambda: stripe.PaymentIntent.capture(intent.id),
            code="payment_intent_unexpected_state")
    first = stripe.Refund.create(payment_intent=intent.id, amount=400, reason="requested_by_customer")
    check("a part is refunded", (first.status, first.amount) == ("succeeded", 400), first)
    refused(stripe.InvalidRequestError, lambda: stripe.Refund.create(charge=captured.latest_charge, amount=601),
            param="amount")
    rest = stripe.Refund.create(charge=captured.latest_charge)
    check("the rest is refunded", rest.amount == 600, rest)
    refused(stripe.InvalidRequestError, lambda: stripe.Refund.create(payment_intent=intent.id),
            code="charge_already_refunded")
    charge = stripe.Charge.retrieve(captured.latest_charge, expand=["balance_transaction", "payment_intent"])
    check("the charge is refunded", charge.refunded and charge.amount_refunded == 1000, charge)
    check("objects are expanded", charge.balance_transaction.amount == 1000
          and charge.payment_intent.metadata["order"] == "7", charge)
    done("authorized, captured in part, refunded twice, not a third time")
    immediate = pay(sandbox)
    check("a payment is captured at once", (immediate.status, immediate.amount_received) == ("succeeded", 1075))
    held = pay(sandbox, capture_method="manual")
    canceled = stripe.PaymentIntent.cancel(held.id, cancellation_reason="abandoned")
    check("it is canceled", (canceled.status, canceled.cancellation_reason) == ("canceled", "abandoned"), canceled)
    refused(stripe.InvalidRequestError, lambda: stripe.PaymentIntent.cancel(held.id),
            code="payment_intent_unexpected_state")
    # Since version 2025-03-31 of the API a cancellation is no refund.
    released = stripe.Charge.retrieve(canceled.latest_charge)
    check("nothing is refunded", (released.refunded, released.amount_refunded) == (False, 0), released)
    told = stripe.Event.list(type="charge.refunded")
    check("no event says so", held.id not in [event.data.object.payment_intent for event in told], told)
    done("captured at once; canceled")
    return intent


def steps(sandbox):
    """A payment intent that is made, changed and confirmed by calls of their own."""
    intent = stripe.PaymentIntent.create(amount=1, currency="usd", capture_method="manual", description="none")
    check("it needs a card", intent.status == "requires_payment_method", intent)
    stripe.PaymentIntent.modify(intent.id, amount=1075, description="a shirt", metadata={"size": "M"})
    made = token(sandbox)
    data = {"type": "card", "card": {"token": made.id}}
    confirmed = stripe.PaymentIntent.confirm(intent.id, payment_method_data=data)
    check("it is confirmed", (confirmed.status, confirmed.description) == ("requires_capture", "a shirt"), confirmed)
    refused(stripe.InvalidRequestError, lambda: stripe.PaymentIntent.modify(intent.id, amount=5),
            code="payment_intent_unexpected_state")
    refused(stripe.InvalidRequestError, lambda: stripe.PaymentIntent.create(
        amount=1075, currency="usd", confirm=True, payment_method_data=data), code="token_already_used")
    check("the token is used", stripe.Token.retrieve(made.id).used)
    ready = stripe.PaymentIntent.create(amount=1075, currency="usd", payment_method_data={
        "type": "card", "card": {"token": token(sandbox).id}})
    check("it waits for its confirmation", ready.status == "requires_confirmation", ready)
    check("it succeeds", stripe.PaymentIntent.confirm(ready.id).status == "succeeded")
    done("made, changed and confirmed step by step; a token is used once")


def network_tokens(sandbox):
    """Card data that the merchant has opened itself: the classic form and the new one."""
    payload, cryptogram = platform_sandbox.opened(sandbox)
    number, expiry = payload["applicationPrimaryAccountNumber"], payload["applicationExpirationDate"]
    classic = stripe.Token.create(card={
        "number": number, "exp_month": int(expiry[2:4]), "exp_year": 2000 + int(expiry[:2]),
        "cryptogram": cryptogram, "eci": "7", "tokenization_method": "apple_pay"})
    intent = stripe.PaymentIntent.create(amount=1075, currency="usd", confirm=True, expand=["latest_charge"],
                                         payment_method_data={"type": "card", "card": {"token": classic.id}})
    check("a classic network token is charged", intent.status == "succeeded", intent)
    shown = intent.latest_charge.payment_method_details.card
    check("the indicator has two digits", shown.three_d_secure.electronic_commerce_indicator == "07", shown)
    check("no answer has the number", number not in json.dumps(intent.to_dict(recursive=True)))
    payload, cryptogram = platform_sandbox.opened(sandbox)
    new = lambda amount, expected: stripe.PaymentIntent.create(
        amount=amount, currency="usd", confirm=True, capture_method="manual",
        payment_method_data={"type": "card", "card": {
            "last4": "1111", "exp_month": 12, "exp_year": 2035, "network_token": {
                "number": payload["applicationPrimaryAccountNumber"],
                "exp_month": int(payload["applicationExpirationDate"][2:4]),
                "exp_year": int(payload["applicationExpirationDate"][:2]),
                "tokenization_method": "apple_pay"}}},
        payment_method_options={"card": {"network_token": {
            "cryptogram": expected, "electronic_commerce_indicator": "07"}}})
    wrong = refused(stripe.CardError, lambda: new(1074, cryptogram), code="card_declined",
                    decline_code="generic_decline", status=402)
    check("the payment intent can be tried again",
          wrong.error.payment_intent["status"] == "requires_payment_method", wrong.error)
    check("the cryptogram was not used up", new(1075, cryptogram).status == "requires_capture")
    refused(stripe.CardError, lambda: new(1075, cryptogram), code="card_declined")
    kept = platform_sandbox.written()
    secrets = (payload["applicationPrimaryAccountNumber"], number, cryptogram, base64.b64decode(cryptogram).hex())
    check("no record has card data", len(kept) > 1_000 and not any(secret in kept for secret in secrets))
    refused(stripe.InvalidRequestError, lambda: new(1075, ""), code="parameter_invalid_empty",
            param="payment_method_options[card][network_token][cryptogram]")
    done("network tokens in both forms; a wrong amount and a second use are declined")


def later(sandbox):
    """A card is stored for a customer with a payment, and charged without the customer and without a token."""
    customer = stripe.Customer.create(email="shopper@example.com", metadata={"order": "7"})
    check("the customer is kept", stripe.Customer.retrieve(customer.id).metadata["order"] == "7", customer)
    payload, cryptogram = platform_sandbox.opened(sandbox, recurring=True)
    number, expiry = payload["applicationPrimaryAccountNumber"], payload["applicationExpirationDate"]
    made = stripe.Token.create(card={
        "number": number, "exp_month": int(expiry[2:4]), "exp_year": 2000 + int(expiry[:2]),
        "cryptogram": cryptogram, "tokenization_method": "apple_pay"})
    first = stripe.PaymentIntent.create(
        amount=1075, currency="usd", customer=customer.id, setup_future_usage="off_session", confirm=True,
        payment_method_data={"type": "card", "card": {"token": made.id}})
    check("it is stored", (first.status, first.customer, first.setup_future_usage)
          == ("succeeded", customer.id, "off_session"), first)

    def charge(amount=500, customer=customer.id, method=first.payment_method, **others):
        return stripe.PaymentIntent.create(amount=amount, currency="usd", customer=customer, payment_method=method,
                                           off_session=True, confirm=True, **others)

    paid = charge(capture_method="manual")
    check("a later payment is authorized", (paid.status, paid.payment_method)
          == ("requires_capture", first.payment_method), paid)
    check("it is captured", stripe.PaymentIntent.capture(paid.id).amount_received == 500)
    ready = stripe.PaymentIntent.create(amount=700, currency="usd", customer=customer.id)
    confirmed = stripe.PaymentIntent.confirm(ready.id, payment_method=first.payment_method, off_session=True)
    check("it is confirmed by a call of its own", confirmed.status == "succeeded", confirmed)
    sandbox.scenario("insufficient-funds")
    refused(stripe.CardError, charge, code="card_declined", decline_code="insufficient_funds")
    other = stripe.Customer.create()
    for call in (lambda: charge(customer=other.id), lambda: charge(method="pm_none"), lambda: charge(customer="cus_none")):
        refused(stripe.InvalidRequestError, call, code="resource_missing")
    once = pay(sandbox)
    refused(stripe.InvalidRequestError, lambda: charge(method=once.payment_method), code="resource_missing")
    kept = platform_sandbox.written()
    check("no record has the number", len(kept) > 1_000 and number not in kept and cryptogram not in kept)
    done("stored with a payment; charged later, declined, and for no other customer")


def addresses(sandbox):
    """The issuer compares an address with its own."""
    def checks(street=None, code=None):
        address = {"address_line1": street, "address_zip": code}
        address = {name: value for name, value in address.items() if value}
        made = token(sandbox, card=address) if address else token(sandbox)
        intent = stripe.PaymentIntent.create(
            amount=1075, currency="usd", confirm=True, expand=["latest_charge"],
            payment_method_data={"type": "card", "card": {"token": made.id}})
        found = intent.latest_charge.payment_method_details.card.checks
        return found.address_line1_check, found.address_postal_code_check

    check("an issuer without an address says so", checks("1 A Street", "1") == ("unavailable", "unavailable"))
    subprocess.run([order["quince"], "sandbox", "account", "--state", order["folder"], "--card", "1111", "--street",
                    "1234 Laurel Street", "--postal-code", "30303"], check=True, stdout=subprocess.DEVNULL)
    for given, expected in [
        ((), (None, None)), (("1234 Laurel St", "30303"), ("pass", "pass")), (("1 A Street", "1"), ("fail", "fail")),
        (("1234 Laurel St", "1"), ("pass", "fail")), ((None, "30303"), (None, "pass")),
    ]:
        found = checks(*given)
        check(f"the address {given} is checked", found == expected, found)
    check("no dispute was opened", not stripe.Dispute.list(limit=3).data)
    done("addresses are compared by the issuer")


def declines(sandbox):
    for scenario, code, decline_code in [
        ("insufficient-funds", "card_declined", "insufficient_funds"), ("do-not-honor", "card_declined", "do_not_honor"),
        ("lost-card", "card_declined", "lost_card"), ("expired-card", "expired_card", "expired_card"),
        ("time-out", "processing_error", "processing_error"), ("malformed-answer", "processing_error", "processing_error"),
        ("partial-approval", "card_declined", "insufficient_funds"), ("cryptogram-invalid", "card_declined", "generic_decline"),
    ]:
        sandbox.scenario(scenario)
        error = refused(stripe.CardError, lambda: pay(sandbox), code=code, decline_code=decline_code, status=402)
        intent = stripe.PaymentIntent.retrieve(error.error.payment_intent["id"])
        check("the intent says why", intent.last_payment_error.decline_code == decline_code, intent)
        charge = stripe.Charge.retrieve(intent.latest_charge)
        check("the charge failed", (charge.status, charge.paid) == ("failed", False), charge)
    done("declined by the network's scenarios")


def refusals(sandbox):
    create = stripe.PaymentIntent.create
    refused(stripe.InvalidRequestError, lambda: create(currency="usd"), code="parameter_missing", param="amount")
    refused(stripe.InvalidRequestError, lambda: create(amount=5, currency="usd", colour="red"),
            code="parameter_unknown", param="colour")
    refused(stripe.InvalidRequestError, lambda: create(amount=0, currency="usd"), code="amount_too_small")
    refused(stripe.InvalidRequestError, lambda: create(amount=5.5, currency="usd"), code="parameter_invalid_integer")
    refused(stripe.InvalidRequestError, lambda: create(amount=1001, currency="kwd"), param="amount")
    refused(stripe.InvalidRequestError, lambda: create(amount=5, currency="zzz"), param="currency")
    refused(stripe.InvalidRequestError, lambda: stripe.PaymentIntent.retrieve("pi_none"), status=404,
            code="resource_missing")
    refused(stripe.InvalidRequestError, lambda: stripe.Token.create(pk_token="{}"), param="pk_token")
    refused(stripe.AuthenticationError, lambda: stripe.Account.retrieve(api_key="sk_test_other"), status=401)
    check("the account is there", stripe.Account.retrieve().id.startswith("acct_"))
    check("dinars end in zero", create(amount=1010, currency="kwd").amount == 1010)
    check("yen have no decimals", create(amount=7, currency="jpy").amount == 7)
    done("wrong parameters are refused as Stripe refuses them")


def idempotency(sandbox):
    made = token(sandbox)
    order = dict(amount=1075, currency="usd", confirm=True, idempotency_key="order-1",
                 payment_method_data={"type": "card", "card": {"token": made.id}})
    first = stripe.PaymentIntent.create(**order)
    again = stripe.PaymentIntent.create(**order)
    check("the answer is the same", first.id == again.id and again.last_response.body == first.last_response.body)
    headers = again.last_response.headers
    check("it says so", headers["Idempotent-Replayed"] == "true", dict(headers))
    check("it names the first request", headers["Original-Request"] == first.last_response.request_id)
    refused(stripe.IdempotencyError, lambda: stripe.PaymentIntent.create(**{**order, "amount": 1076}), status=400)
    check("it was charged once", len(stripe.Charge.list(payment_intent=first.id).data) == 1)
    stripe.max_network_retries = 0
    sandbox.fault("serverError")
    refused(stripe.APIError, lambda: stripe.PaymentIntent.create(amount=5, currency="usd", idempotency_key="five"),
            status=500)
    refused(stripe.APIError, lambda: stripe.PaymentIntent.create(amount=5, currency="usd", idempotency_key="five"),
            status=500)
    refused(stripe.InvalidRequestError, lambda: stripe.PaymentIntent.create(amount=0, currency="usd", idempotency_key="z"))
    check("a refused form takes no key", stripe.PaymentIntent.create(
        amount=6, currency="usd", idempotency_key="z").amount == 6)
    paid = sandbox.apple_pay()
    send = lambda: stripe.Token.create(pk_token=json.dumps(paid["paymentData"]), idempotency_key="sealed")
    sent = send()
    sandbox.advance(3_600)
    check("a token is known by its key for longer than it is valid", send().id == sent.id)
    refused(stripe.InvalidRequestError, lambda: stripe.Token.create(pk_token=json.dumps(paid["paymentData"])),
            param="pk_token")
    sandbox.advance(86_401 - 3_600)
    later = stripe.PaymentIntent.create(amount=5, currency="usd", idempotency_key="five")
    check("a key is forgotten after a day", later.amount == 5)
    answers = []
    made = token(sandbox)
    platform_sandbox.together(8, lambda: answers.append(concurrent(made)))
    found = {answer for answer in answers if answer.startswith("pi_")}
    check("eight callers with one key make one payment", len(found) == 1 and len(answers) == 8, answers)
    done("idempotency keys: the same answer, also of an error, another request, a day, eight at once")


def concurrent(made):
    try:
        return stripe.PaymentIntent.create(
            amount=1075, currency="usd", confirm=True, idempotency_key="eight",
            payment_method_data={"type": "card", "card": {"token": made.id}}).id
    except stripe.StripeError as error:
        check("the key is in use", error.http_status == 409, error)
        return "409"


def together(sandbox):
    """Many requests on one payment at the same time."""
    intent = pay(sandbox, capture_method="manual")

    def many(call):
        statuses = []

        def attempt_one():
            try:
                call()
                statuses.append(200)
            except stripe.StripeError as error:
                statuses.append(error.http_status)

        platform_sandbox.together(12, attempt_one)
        check("the object is locked or done", len(statuses) == 12 and set(statuses) <= {200, 400, 429}, statuses)
        return statuses.count(200)

    captured = many(lambda: stripe.PaymentIntent.capture(intent.id))
    check("one of twelve captures", captured == 1, captured)
    refunded = many(lambda: stripe.Refund.create(payment_intent=intent.id, amount=300))
    check("no more is refunded than was paid", 1 <= refunded <= 3, refunded)
    refused(stripe.InvalidRequestError, lambda: stripe.Refund.create(payment_intent=intent.id, expand=["colour"]),
            param="expand")
    charge = stripe.Charge.retrieve(stripe.PaymentIntent.retrieve(intent.id).latest_charge)
    check("what was refused did nothing", charge.amount_refunded == 300 * refunded, charge)
    done("twelve captures and refunds at once")


def lists(sandbox):
    everything = list(stripe.PaymentIntent.list(limit=3).auto_paging_iter())
    identifiers = [intent.id for intent in everything]
    check("pages overlap nowhere", len(identifiers) == len(set(identifiers)) > 6, identifiers)
    check("the newest is first", [intent.created for intent in everything]
          == sorted((intent.created for intent in everything), reverse=True))
    page = stripe.PaymentIntent.list(limit=2, ending_before=identifiers[4])
    check("a page ends before its cursor", [intent.id for intent in page.data] == identifiers[2:4], page)
    first = everything[-1]
    check("lists are filtered by time", {intent.id for intent in stripe.PaymentIntent.list(
        limit=100, created={"lte": first.created}).data} >= {first.id})
    check("and by a time before all", not stripe.PaymentIntent.list(created={"lt": first.created}).data)
    lines = list(stripe.BalanceTransaction.list(limit=2).auto_paging_iter())
    received = sum(intent.amount_received for intent in everything if intent.currency == "usd")
    refunds = list(stripe.Refund.list(limit=2).auto_paging_iter())
    paid_back = sum(refund.amount for refund in refunds)
    check("the balance is what came in", sum(line.net for line in lines) == received - paid_back > 0)
    check("a line is found by its name", stripe.BalanceTransaction.retrieve(lines[0].id).amount == lines[0].amount)
    kinds = {line.type for line in stripe.BalanceTransaction.list(type="refund", limit=100).data}
    check("lines have types", kinds == {"refund"}, kinds)
    refused(stripe.InvalidRequestError, lambda: stripe.PaymentIntent.list(starting_after="pi_none"),
            code="resource_missing")
    done("lists with cursors, times and types; the balance adds up")


def expiry(sandbox):
    held = pay(sandbox, capture_method="manual")
    sandbox.advance(7 * 86_400 - 60)
    check("it is held for seven days", stripe.PaymentIntent.retrieve(held.id).status == "requires_capture")
    sandbox.advance(61)
    for _ in range(100):
        intent = stripe.PaymentIntent.retrieve(held.id)
        if intent.status == "canceled":
            break
        time.sleep(0.1)
    check("then it is canceled", (intent.status, intent.cancellation_reason) == ("canceled", "expired"), intent)
    check("with an event", stripe.Event.list(type="payment_intent.canceled", limit=1).data[0].data.object.id == held.id)
    done("an authorization expires after seven days")


def webhooks(sandbox):
    url = Shop.open()
    endpoint = stripe.WebhookEndpoint.create(url=url, enabled_events=["*"])
    Shop.secret = endpoint.secret
    check("the secret is told once", "secret" not in stripe.WebhookEndpoint.retrieve(endpoint.id).to_dict())
    intent = pay(sandbox, capture_method="manual", idempotency_key="told")
    stripe.PaymentIntent.capture(intent.id)
    stripe.Refund.create(payment_intent=intent.id, amount=75)
    expected = [
        "payment_intent.created", "charge.succeeded", "payment_intent.amount_capturable_updated", "charge.captured",
        "payment_intent.succeeded", "charge.refunded", "refund.created",
    ]
    wait_for("the events", lambda: len(Shop.events) >= len(expected))
    check("events come in their order", [event.type for event in Shop.events] == expected,
          [event.type for event in Shop.events])
    told = Shop.events[1]
    check("an event has the object as it was", told.data.object.captured is False, told)
    check("and the request", told.request.idempotency_key == "told" and told.request.id.startswith("req_"), told)
    check("it is in the list too", stripe.Event.retrieve(told.id).type == told.type)
    log = sandbox.call("GET", "/platforms/deliveries")["deliveries"]
    check("deliveries are logged", [entry["state"] for entry in log] == ["delivered"] * len(expected), log)
    sandbox.call("POST", f"/platforms/deliveries/{log[0]['number']}/send")
    wait_for("the webhook again", lambda: [event.id for event in Shop.events].count(log[0]["event"]) == 2)
    Shop.events.clear()
    for fault in ("webhookTwice", "webhookWrongSignature"):
        sandbox.fault(fault)
    sandbox.fault("webhookLate", delay=3_000)
    late = stripe.PaymentIntent.create(amount=5, currency="usd")
    stripe.PaymentIntent.cancel(late.id)
    stripe.PaymentIntent.create(amount=6, currency="usd")
    wait_for("three", lambda: len(Shop.events) == 2 and len(Shop.refused) == 1)
    check("one comes twice", Shop.events[0].id == Shop.events[1].id, Shop.events)
    sandbox.advance(3_601)
    wait_for("the late one, and the right signature", lambda: len(Shop.events) == 4)
    types = sorted(event.type for event in Shop.events[2:])
    check("a refused one comes again", types == ["payment_intent.canceled", "payment_intent.created"], types)
    stripe.WebhookEndpoint.delete(endpoint.id)
    check("the endpoint is gone", not stripe.WebhookEndpoint.list().data)
    Shop.secret = sandbox.account["webhookSecret"]
    sandbox.call("POST", "/platforms/endpoints", {"platform": "stripe", "url": url, "events": ["payment_intent.created"]})
    Shop.events.clear()
    stripe.PaymentIntent.create(amount=7, currency="usd")
    wait_for("the event under the sandbox's secret", lambda: len(Shop.events) == 1)
    done("webhooks: order, signatures, objects, a log, send again, twice, late, wrong and repeated")


def faults(sandbox):
    stripe.max_network_retries = 2
    for fault, options in [("timeoutAfter", {"delay": 0}), ("closedConnection", {}), ("timeoutBefore", {"delay": 0})]:
        sandbox.fault(fault, **options)
        intent = stripe.PaymentIntent.create(amount=31, currency="usd", metadata={"fault": fault})
        same = [one for one in stripe.PaymentIntent.list(limit=5).data if one.metadata.to_dict().get("fault") == fault]
        check(f"after {fault} the SDK's repetition makes one", [one.id for one in same] == [intent.id], same)
    stripe.max_network_retries = 0
    sandbox.fault("rateLimited", delay=2)
    error = refused(stripe.RateLimitError, lambda: stripe.Account.retrieve(), status=429)
    check("it says how long", error.headers["Retry-After"] == "2", dict(error.headers))
    sandbox.fault("slow", delay=1)
    began = time.monotonic()
    stripe.Account.retrieve()
    check("it is slow", time.monotonic() - began >= 1)
    sandbox.fault("slow", count=3)
    sandbox.call("DELETE", "/platforms/faults")
    check("faults end", not sandbox.call("GET", "/platforms/faults")["faults"])
    done("timeouts, a closed connection, 429 and delay; the SDK's repetition does nothing twice")


def attempt(call):
    """The answer to a call, the word of Stripe's error, or nothing where the connection ended."""
    try:
        return call()
    except (stripe.APIConnectionError, urllib.error.URLError, ConnectionError, http.client.HTTPException):
        return None


def told_once():
    events = rows("sandbox.sqlite", "SELECT COUNT(*) FROM platform_event WHERE type = 'refund.created'")
    refunds = rows("sandbox.sqlite", "SELECT COUNT(*) FROM platform_operation WHERE kind = 'refund' AND"
                   " state = 'succeeded'")
    check("each refund was told once", events == refunds, (events, refunds))


def interrupted(sandbox):
    """Ends the process while the network's answer to an authorization is on its way."""
    made = token(sandbox)
    confirm = lambda: stripe.PaymentIntent.create(
        amount=1075, currency="usd", confirm=True, capture_method="manual", idempotency_key="interrupted",
        payment_method_data={"type": "card", "card": {"token": made.id}})
    before, reversed_before = sandbox.holds("open"), sandbox.holds("reversed")
    platform_sandbox.kill_during_answer(sandbox, lambda: attempt(confirm))
    sandbox = Sandbox()
    sandbox.settled()
    check("the hold was reversed", (sandbox.holds("open"), sandbox.holds("reversed")) == (before, reversed_before + 1))
    for _ in range(2):
        refused(stripe.APIError, confirm, status=500)
    intent = stripe.PaymentIntent.list(limit=1).data[0]
    check("the intent has no charge", (intent.status, intent.latest_charge) == ("requires_payment_method", None), intent)
    check("it says why", intent.last_payment_error.code == "processing_error", intent)
    paid = stripe.PaymentIntent.confirm(
        intent.id, payment_method_data={"type": "card", "card": {"token": token(sandbox).id}})
    check("another card pays it", paid.status == "requires_capture", paid)
    done("killed while the network answers: the hold is reversed, the key has 500, and the intent can be paid")
    return sandbox, paid


def unrecorded(sandbox, intent):
    """Ends the process after the network's answer to a capture, before it is recorded: the records are set back."""
    capture = lambda: stripe.PaymentIntent.capture(intent.id, amount_to_capture=1000, idempotency_key="unrecorded")
    answer = capture()
    sandbox.kill()
    for change in (
        f"UPDATE platform_payment SET state = 'authorized' WHERE identifier = '{intent.id}'",
        f"DELETE FROM platform_operation WHERE payment = '{intent.id}' AND kind = 'release'",
        "UPDATE platform_operation SET state = 'inProgress', response_code = NULL"
        f" WHERE payment = '{intent.id}' AND kind = 'capture'",
        "UPDATE platform_idempotency SET status = NULL, body = NULL WHERE key = 'unrecorded'",
    ):
        rows("sandbox.sqlite", change)
    sandbox = Sandbox()
    sandbox.settled()
    again = capture()
    check("the capture is answered as before", again.last_response.headers["Idempotent-Replayed"] == "true"
          and again.last_response.body == answer.last_response.body, again)
    done("killed before a capture is recorded: it is repeated, and answered as before")
    return sandbox


def do(kind, intent, key, card):
    """One of the calls that are repeated after a kill."""
    if kind == "pay":
        return stripe.PaymentIntent.create(
            amount=1075, currency="usd", confirm=True, capture_method="manual", idempotency_key=key,
            payment_method_data={"type": "card", "card": {"token": card}})
    if kind == "capture":
        return stripe.PaymentIntent.capture(intent, idempotency_key=key)
    return stripe.Refund.create(payment_intent=intent, amount=75, idempotency_key=key)


def repeat(sandbox, *call):
    try:
        answer = do(*call)
        check("a repetition has an end", answer.status in ("requires_capture", "succeeded"), answer)
    except stripe.StripeError as error:
        # It was interrupted, or it never came, and its token is lost.
        check("only a payment is lost", call[0] == "pay" and error.http_status in (400, 500), error)


def killed(sandbox):
    def once(_, *call):
        answer = attempt(lambda: do(*call))
        return answer and answer.id

    card = lambda sandbox: attempt(lambda: token(sandbox).id)
    sandbox = platform_sandbox.kill_again_and_again(sandbox, card, once, repeat)
    told_once()
    return sandbox


sandbox = Sandbox()
try:
    stripe.max_network_retries = 0
    refused_certificate = None
    try:
        sandbox.call("POST", "/platforms/stripe/certificates", {"merchantIdentifier": MERCHANT})
    except urllib.error.HTTPError as error:
        refused_certificate = json.load(error)["code"]
    check("a merchant has to be registered", refused_certificate == "merchantUnknown", refused_certificate)
    for name in ("merchant.com.another", MERCHANT):
        sandbox.call("POST", "/merchants", {"identifier": name, "description": "Shop"})
    certificates = [sandbox.call("POST", "/platforms/stripe/certificates", {"merchantIdentifier": MERCHANT})
                    for _ in range(2)]
    check("the platform's certificate is one", certificates[0] == certificates[1])
    for part in (life, steps, network_tokens, later, addresses, declines, refusals, idempotency, together, lists, expiry, webhooks, faults):
        part(sandbox)
    sandbox, intent = interrupted(sandbox)
    sandbox = unrecorded(sandbox, intent)
    sandbox = killed(sandbox)
finally:
    platform_sandbox.Sandbox.current.stop()
