#!/usr/bin/env python3
"""Uses the sandbox's Checkout.com with Checkout.com's own SDK, unmodified, over the whole life of payments. platform_sandbox.py
says how it is called."""

import hashlib
import hmac
import json
import warnings

import checkout_sdk.exception
import checkout_sdk.payments.payments as requests
import checkout_sdk.tokens.tokens as tokens
import checkout_sdk.workflows.workflows as workflows

import platform_sandbox
from platform_sandbox import MERCHANT, check, done, wait_for

Refused = checkout_sdk.exception.CheckoutApiException
warnings.simplefilter("ignore")


class Sandbox(platform_sandbox.Sandbox):
    platform, acceptor = "checkout", "CHECKOUT0000001"

    def connect(self):
        self.sdk = self.client(self.account["secretKey"])

    def client(self, key):
        return self.made_on_page(secretKey=key)["api"]

    def token(self, amount="10.75", currency="USD"):
        request = tokens.ApplePayTokenRequest()
        request.token_data = self.apple_pay(amount, currency)["paymentData"]
        return self.sdk.tokens.request_wallet_token(request).token

    def pay(self, amount=1075, currency="USD", key=None, text=None, **others):
        source = requests.PaymentRequestTokenSource()
        source.billing_address = others.pop("address", None)
        source.token = others.pop("token", None) or self.token(text or f"{amount / 100:.2f}", currency)
        return self.charge(source, amount, currency, key, **others)

    def charge(self, source, amount, currency="USD", key=None, capture=False, **others):
        request = requests.PaymentRequest()
        request.source, request.amount, request.currency, request.capture = source, amount, currency, capture
        for name, value in others.items():
            setattr(request, name, value)
        return self.sdk.payments.request_payment(request, key)

    def details(self, payment):
        return self.sdk.payments.get_payment_details(payment.id)

    def actions(self, payment):
        return self.sdk.payments.get_payment_actions(payment.id).items

    def act(self, kind, payment, reference=None, key=None, wait=True, **others):
        """Captures, voids or refunds, and waits until it is done."""
        request = {"capture": requests.CaptureRequest, "void": requests.VoidRequest,
                   "refund": requests.RefundRequest}[kind]()
        request.reference = reference
        for name, value in others.items():
            setattr(request, name, value)
        accepted = getattr(self.sdk.payments, kind + "_payment")(payment.id, request, key)
        check("it is accepted", accepted.http_metadata.status_code == 202 and accepted.action_id.startswith("act_"))
        if wait:
            wait_for("the action", lambda: any(one.id == accepted.action_id for one in self.actions(payment)))
        return accepted


class Shop(platform_sandbox.Shop):
    """Checks webhooks as Checkout.com's documentation says; the SDK has no code for that."""

    secret = None
    wrong = ValueError

    def event(self, body):
        expected = hmac.new(Shop.secret.encode(), body, hashlib.sha256).hexdigest()
        if not hmac.compare_digest(expected, self.headers["Cko-Signature"]):
            raise ValueError
        return json.loads(body)


def refused(status, call, *codes):
    try:
        answer = call()
    except Refused as error:
        found = error.http_metadata.status_code
        check(f"the status is {status}", found == status, (found, error.error_details))
        check(f"the codes are {codes}", not codes or error.error_details == list(codes), error.error_details)
        return error
    raise SystemExit(f"failed: this was not refused with {status}: {vars(answer)!r}")


def life(sandbox):
    """Authorized, captured in parts, refunded twice, and not a third time."""
    payment = sandbox.pay(reference="order-7", metadata={"size": "M"})
    check("the amount is held", (payment.approved, payment.status) == (True, "Authorized"), vars(payment))
    check("it is created", payment.http_metadata.status_code == 201 and payment.response_code == "10000")
    check("the card is shown without its number", payment.source.scheme == "Visa" and len(payment.source.last4) == 4)
    check("the network's names are there", payment.auth_code and payment.scheme_id)
    check("its balance", payment.balances.available_to_capture == 1075)
    refused(422, lambda: sandbox.act("capture", payment, amount=1076), "capture_value_greater_than_remaining_authorized")
    refused(403, lambda: sandbox.act("refund", payment))
    sandbox.act("capture", payment, "parcel-1", amount=600, capture_type=requests.CaptureType.NON_FINAL)
    check("a part is captured", sandbox.details(payment).status == "Partially Captured")
    sandbox.act("capture", payment, "parcel-2", amount=400)
    after = sandbox.details(payment)
    check("the last capture releases the rest", (after.balances.total_captured, after.balances.available_to_capture,
                                                 after.balances.total_voided) == (1000, 0, 75), vars(after.balances))
    refused(403, lambda: sandbox.act("capture", payment))
    sandbox.act("refund", payment, "return-1", amount=400)
    check("a part is refunded", sandbox.details(payment).status == "Partially Refunded")
    refused(422, lambda: sandbox.act("refund", payment, amount=601), "refund_amount_exceeds_balance")
    sandbox.act("refund", payment)
    after = sandbox.details(payment)
    check("all is refunded", (after.status, after.balances.total_refunded) == ("Refunded", 1000), vars(after))
    check("the details are as given", (after.reference, after.metadata.size) == ("order-7", "M"), vars(after))
    refused(403, lambda: sandbox.act("refund", payment))
    found = [(one.type, one.approved, getattr(one, "reference", None)) for one in sandbox.actions(payment)]
    check("the newest action is first", found == [
        ("Refund", True, None), ("Refund", True, "return-1"), ("Void", True, None), ("Capture", True, "parcel-2"),
        ("Capture", True, "parcel-1"), ("Authorization", True, "order-7")], found)
    done("authorized, captured in parts, refunded twice, not a third time")
    address = {"address_line1": "1 Somewhere Else", "zip": "00000"}
    compared = sandbox.pay(address=address)
    check("the issuer was asked about the address", compared.source.avs_check == "U", vars(compared.source))
    check("only where there is one", not hasattr(payment.source, "avs_check"))
    immediate = sandbox.pay(capture=True)
    wait_for("the capture", lambda: sandbox.details(immediate).status == "Captured")
    held = sandbox.pay()
    sandbox.act("void", held)
    check("it is voided", sandbox.details(held).status == "Voided")
    refused(403, lambda: sandbox.act("void", held))
    done("captured at once; voided")


def searched(sandbox):
    """Payments are found by their reference."""
    made = [sandbox.pay(reference="same").id for _ in range(3)]
    query = requests.PaymentsQueryFilter()
    query.reference, query.limit, query.skip = "same", 2, 1
    page = sandbox.sdk.payments.get_payments_list(query)
    check("the newest is first", (page.total_count, [one.id for one in page.data]) == (3, made[1::-1]), vars(page))
    query.reference = "other"
    check("another reference has none", sandbox.sdk.payments.get_payments_list(query).total_count == 0)
    refused(422, lambda: sandbox.sdk.payments.get_payments_list(requests.PaymentsQueryFilter()), "reference_required")
    done("payments are found by their reference")


def network_tokens(sandbox):
    """Card data that the merchant has opened itself."""
    payload, cryptogram = platform_sandbox.opened(sandbox)
    number, expiry = payload["applicationPrimaryAccountNumber"], payload["applicationExpirationDate"]
    source = requests.PaymentRequestNetworkTokenSource()
    source.token, source.token_type, source.eci = number, "applepay", "7"
    source.expiry_month, source.expiry_year = int(expiry[2:4]), 2000 + int(expiry[:2])
    source.cryptogram = cryptogram
    wrong = sandbox.charge(source, 1074)
    check("a wrong amount is declined", (wrong.approved, wrong.response_code) == (False, "20082"), vars(wrong))
    paid = sandbox.charge(source, 1075)
    check("the card is charged", (paid.status, paid.eci) == ("Authorized", "07"), vars(paid))
    check("a second use is declined", sandbox.charge(source, 1075).approved is False)
    secret, source.cryptogram = source.cryptogram, None
    refused(422, lambda: sandbox.charge(source, 1075), "cryptogram_required")
    kept = platform_sandbox.written()
    check("no record has card data", len(kept) > 1_000 and number not in kept and secret not in kept)
    done("network tokens; a wrong amount and a second use are declined")


def later(sandbox):
    """A card is stored with a payment, and charged without the shopper and without a token."""
    payload, cryptogram = platform_sandbox.opened(sandbox, recurring=True)
    number, expiry = payload["applicationPrimaryAccountNumber"], payload["applicationExpirationDate"]
    source = requests.PaymentRequestNetworkTokenSource()
    source.token, source.token_type, source.cryptogram = number, "applepay", cryptogram
    source.expiry_month, source.expiry_year = int(expiry[2:4]), 2000 + int(expiry[:2])
    first = sandbox.charge(source, 1075, payment_type="Recurring")
    check("it is stored", first.approved and first.source.id.startswith("src_"), vars(first))

    def charge(amount=500, identifier=first.source.id, **others):
        stored = requests.PaymentRequestIdSource()
        stored.id = identifier
        return sandbox.charge(stored, amount, **{"payment_type": "Recurring", "merchant_initiated": True,
                                                 "previous_payment_id": first.id, **others})

    check("a later payment is authorized", charge().status == "Authorized")
    check("by the shopper, too", charge(merchant_initiated=False, payment_type="Regular").approved)
    sandbox.scenario("insufficient-funds")
    check("it is declined", charge().response_code == "20051")
    refused(422, lambda: charge(identifier="src_none"), "source_id_invalid")
    check("no record has the number", number not in platform_sandbox.written())
    done("stored with a payment; charged later, and declined")


def declines(sandbox):
    for scenario, code in [("insufficient-funds", "20051"), ("do-not-honor", "20005"), ("lost-card", "30041"),
                           ("expired-card", "20054"), ("time-out", "20068"), ("partial-approval", "20051"),
                           ("cryptogram-invalid", "20082")]:
        sandbox.scenario(scenario)
        payment = sandbox.pay()
        check(f"{scenario} is {code}", (payment.approved, payment.status, payment.response_code)
              == (False, "Declined", code), vars(payment))
        check("its action says so", sandbox.actions(payment)[0].response_code == code)
        refused(403, lambda: sandbox.act("capture", payment))
    for amount, code in [(12_305, "20005"), (1_051, "20051"), (9_998, "20068"), (4_001, "40101"), (333, "30033")]:
        check(f"the amount {amount} is {code}", sandbox.pay(amount).response_code == code)
    check("of hundredths only", sandbox.pay(105, "JPY", text="105").approved)
    done("declined by the network's scenarios, and by the amounts of Checkout.com's tests")


def refusals(sandbox):
    once = sandbox.token()
    sandbox.pay(token=once)
    refused(422, lambda: sandbox.pay(token=once), "token_invalid")
    old = sandbox.token()
    sandbox.advance(901)
    refused(422, lambda: sandbox.pay(token=old), "token_invalid")
    for amount, currency in [(0, "USD"), (1_001, "KWD"), (1_000_000_000, "USD"), (5.5, "USD")]:
        refused(422, lambda: sandbox.pay(amount, currency, token="tok_any"), "amount_invalid")
    refused(422, lambda: sandbox.pay(5, "ZZZ", token="tok_any"), "currency_invalid")
    refused(422, lambda: sandbox.pay(5, token="tok_any", reference="r" * 81), "reference_invalid")
    request = tokens.ApplePayTokenRequest()
    request.token_data = {"version": "EC_v1"}
    refused(422, lambda: sandbox.sdk.tokens.request_wallet_token(request), "token_data_invalid", "applepay_token_invalid")
    refused(404, lambda: sandbox.sdk.payments.get_payment_details("pay_none"))
    stranger = sandbox.client("sk_sbox_" + "a" * 27)
    refused(401, lambda: stranger.payments.get_payment_details("pay_none"))
    check("dinars end in zero", sandbox.pay(1_010, "KWD", text="1.010").approved)
    done("wrong requests are refused")


def idempotency(sandbox):
    first = sandbox.pay(key="order-1")
    again = sandbox.pay(1076, key="order-1")
    check("the answer is the same, whatever is asked for", (again.id, again.amount) == (first.id, 1075), vars(again))
    refused(422, lambda: sandbox.pay(5, "ZZZ", token="tok_any", key="order-2"))
    made = sandbox.token()
    sandbox.fault("serverError")
    refused(500, lambda: sandbox.pay(key="order-2", token=made))
    check("a key is kept for 2xx only", sandbox.pay(key="order-2", token=made).approved)
    sandbox.act("capture", first, key="part", amount=500, capture_type="NonFinal")
    sandbox.act("capture", first, key="part", amount=500, capture_type="NonFinal")
    check("it is captured once", sandbox.details(first).balances.total_captured == 500)
    answers, made = [], sandbox.token()

    def attempt():
        try:
            answers.append(sandbox.pay(key="eight", token=made).id)
        except Refused as error:
            check("the key is in use", error.http_metadata.status_code == 409, error)
            answers.append("409")

    platform_sandbox.together(8, attempt)
    found = {answer for answer in answers if answer != "409"}
    check("eight callers with one key make one payment", len(found) == 1 and len(answers) == 8, answers)
    sandbox.advance(24 * 3_600 + 1)
    check("a key is forgotten after 24 hours", sandbox.pay(key="order-1").id != first.id)
    done("idempotency keys: the same answer for 2xx only, 24 hours, eight at once")


def expiry(sandbox):
    held, part = sandbox.pay(), sandbox.pay()
    sandbox.act("capture", part, amount=100, capture_type="NonFinal")
    sandbox.advance(7 * 86_400 - 60)
    check("it is held for seven days", sandbox.details(held).status == "Authorized")
    sandbox.advance(61)
    wait_for("the end", lambda: sandbox.details(held).status == "Expired")
    wait_for("the end of the rest", lambda: sandbox.details(part).balances.total_voided == 975)
    check("what was captured stays", sandbox.details(part).status == "Partially Captured")
    released = [one.amount for one in sandbox.actions(part) if one.type == "Void"]
    check("the rest alone is released", released == [975], released)
    done("an authorization expires after seven days, and so does the rest of one")


def webhooks(sandbox):
    url = Shop.open()
    action, condition = workflows.WebhookWorkflowActionRequest(), workflows.EventWorkflowConditionRequest()
    action.url, action.signature = url, workflows.WebhookSignature()
    action.signature.method, action.signature.key = "HMACSHA256", "a key of the shop's"
    condition.events = {"gateway": ["payment_approved", "payment_captured", "payment_refunded", "payment_declined"]}
    request = workflows.CreateWorkflowRequest()
    request.name, request.active, request.conditions, request.actions = "shop", True, [condition], [action]
    made = sandbox.sdk.workflows.create_workflow(request)
    Shop.secret = "a key of the shop's"
    check("it is there", [one.id for one in sandbox.sdk.workflows.get_workflows().data] == [made.id])
    payment = sandbox.pay(reference="told")
    sandbox.act("capture", payment, "parcel", amount=1000)
    sandbox.act("refund", payment, amount=75)
    expected = ["payment_approved", "payment_captured", "payment_refunded"]
    wait_for("the events", lambda: len(Shop.events) >= 3)
    check("events come in their order", [event["type"] for event in Shop.events] == expected, Shop.events)
    told = Shop.events[1]["data"]
    check("an event says what became of the payment", (told["id"], told["reference"], told["amount"],
          told["balances"]["total_captured"]) == (payment.id, "parcel", 1000, 1000), told)
    Shop.events.clear()
    for fault in ("webhookTwice", "webhookWrongSignature"):
        sandbox.fault(fault)
    sandbox.pay(1051)
    sandbox.pay()
    wait_for("three", lambda: len(Shop.events) == 2 and len(Shop.refused) == 1)
    check("one comes twice", Shop.events[0]["id"] == Shop.events[1]["id"], Shop.events)
    sandbox.advance(301)
    wait_for("the right signature after five minutes", lambda: len(Shop.events) == 3)
    sandbox.sdk.workflows.remove_workflow(made.id)
    refused(404, lambda: sandbox.sdk.workflows.get_workflow(made.id))
    Shop.secret = sandbox.account["signatureKey"]
    sandbox.call("POST", "/platforms/endpoints", {"platform": "checkout", "url": url, "events": ["payment_voided"]})
    Shop.events.clear()
    sandbox.act("void", sandbox.pay())
    wait_for("the event under the sandbox's key", lambda: [event["type"] for event in Shop.events] == ["payment_voided"])
    done("webhooks: workflows, order, signatures, twice, wrong and repeated")


def killed(sandbox):
    """Ends the process between the acceptance of a capture and its end, and while an authorization is answered."""
    payment = sandbox.pay()
    sandbox.act("capture", payment, "kept", key="kept", wait=False)
    sandbox.kill()
    sandbox = Sandbox()
    wait_for("the capture", lambda: sandbox.details(payment).status == "Captured")
    sandbox.act("capture", payment, "kept", key="kept")
    check("it is captured once", len(sandbox.actions(payment)) == 2)
    made, failed = sandbox.token(), []
    before, reversed_before = sandbox.holds("open"), sandbox.holds("reversed")

    def attempt():
        try:
            sandbox.pay(token=made, key="lost", reference="lost")
        except Exception as error:  # The connection ends, which the SDK's HTTP client says in its own way.
            failed.append(error)

    platform_sandbox.kill_during_answer(sandbox, attempt)
    check("the merchant has no answer", len(failed) == 1, failed)
    sandbox = Sandbox()
    query = requests.PaymentsQueryFilter()
    query.reference = "lost"
    wait_for("the end", lambda: [one.status for one in sandbox.sdk.payments.get_payments_list(query).data] == ["Declined"])
    check("the hold was reversed", (sandbox.holds("open"), sandbox.holds("reversed")) == (before, reversed_before + 1))
    check("its key has that answer", sandbox.pay(token=made, key="lost").status == "Declined")
    sandbox.settled()
    done("killed: a capture that was accepted is made once, an authorization without an answer is declined and released")
    return sandbox


sandbox = Sandbox()
try:
    sandbox.call("POST", "/merchants", {"identifier": MERCHANT, "description": "Shop"})
    for part in (life, searched, network_tokens, later, declines, refusals, idempotency, expiry, webhooks):
        part(sandbox)
    sandbox = killed(sandbox)
finally:
    platform_sandbox.Sandbox.current.stop()
