#!/usr/bin/env python3
"""Uses the sandbox's Adyen with Adyen's own SDK, unmodified, over the whole life of payments. platform_sandbox.py says how it is
called; specifications, a folder with Adyen's descriptions of its interface, may be null."""

import base64
import http.client
import json
import os
import urllib.error

import Adyen
import jsonschema
import requests

import platform_sandbox
from Adyen import exceptions
from Adyen.util import is_valid_hmac_notification
from platform_sandbox import MERCHANT, check, done, order, rows, wait_for


class Description:
    """One of Adyen's descriptions of its interface, by which requests and answers are judged."""

    def __init__(self, name):
        self.file = os.path.join(order["specifications"], name)
        with open(self.file) as file:
            self.root = json.load(file)

    def judge(self, value, schema):
        reference = {"$ref": f"#/components/schemas/{schema}", "components": self.root["components"]}
        problems = list(jsonschema.Draft202012Validator(reference).iter_errors(value))
        known = self.root["components"]["schemas"][schema]["properties"]
        check(f"it is a {schema} of Adyen's", not problems, [problem.message for problem in problems][:3])
        check(f"it has members of {schema} only", set(value) <= set(known), set(value) - set(known))


class Judge:
    """Wraps the SDK's transport: what goes over it is compared with the description."""

    names = {
        "payments": ("PaymentRequest", "PaymentResponse"), "captures": ("PaymentCaptureRequest", "PaymentCaptureResponse"),
        "cancels": ("PaymentCancelRequest", "PaymentCancelResponse"),
        "refunds": ("PaymentRefundRequest", "PaymentRefundResponse"),
        "reversals": ("PaymentReversalRequest", "PaymentReversalResponse"),
    }
    judged = 0

    def __init__(self, transport, description):
        self.transport, self.description = transport, description

    def __call__(self, method, url, json=None, **others):
        answer = self.transport(method, url, json=json, **others)
        path = url.split("/v72/")[1].split("/")
        request, response = self.names[path[-1]]
        if path == ["cancels"]:
            request, response = "StandalonePaymentCancelRequest", "StandalonePaymentCancelResponse"
        value = globals()["json"].loads(answer[0])
        if answer[2] in (200, 201):
            self.description.judge(json, request)
            self.description.judge(value, response)
        else:
            self.description.judge(value, "ServiceError")
        Judge.judged += 1
        return answer


class Sandbox(platform_sandbox.Sandbox):
    platform, acceptor = "adyen", "ADYEN0000000001"

    def connect(self):
        client = self.made_on_page()["client"]
        self.payments, self.changes = client.checkout.payments_api, client.checkout.modifications_api
        if order["specifications"]:
            for api in (self.payments, self.changes):
                api.client._init_http_client()
                api.client.http_client.request = Judge(
                    api.client.http_client.request, Description("adyen-checkout-v72.json"))

    def method(self, amount="10.75", currency="USD"):
        """A payment on the sandbox's phone, sealed to the platform's key: the SDK's payment method."""
        token = self.apple_pay(amount, currency)
        data = json.dumps(token["paymentData"], separators=(",", ":"))
        return {"type": "applepay", "applePayToken": base64.b64encode(data.encode()).decode()}

    def order(self, reference, value=1075, currency="USD", method=None, text="10.75", **others):
        return {
            "amount": {"currency": currency, "value": value}, "merchantAccount": self.account["merchantAccount"],
            "reference": reference, "paymentMethod": method or self.method(text, currency),
            "returnUrl": "https://shop.example/", "additionalData": {"manualCapture": "true"}, **others,
        }

    def pay(self, reference, *values, key=None, **others):
        return self.payments.payments(self.order(reference, *values, **others), idempotency_key=key).message

    def change(self, call, payment, value=None, key=None, **others):
        body = {"merchantAccount": self.account["merchantAccount"], **others}
        if value is not None:
            body["amount"] = {"currency": "USD", "value": value}
        return call(body, payment, idempotency_key=key).message

    def capture(self, payment, value, **others):
        return self.change(self.changes.capture_authorised_payment, payment, value, **others)

    def refund(self, payment, value, **others):
        return self.change(self.changes.refund_captured_payment, payment, value, **others)

    def cancel(self, payment, **others):
        return self.change(self.changes.cancel_authorised_payment_by_psp_reference, payment, **others)

    def cancel_by_reference(self, reference):
        return self.changes.cancel_authorised_payment(
            {"merchantAccount": self.account["merchantAccount"], "paymentReference": reference}).message


class Shop(platform_sandbox.Shop):
    all = []
    key = None
    wrong = ValueError

    def event(self, body):
        message = json.loads(body)
        if not is_valid_hmac_notification(message, Shop.key):
            raise ValueError
        item = message["notificationItems"][0]["NotificationRequestItem"]
        Shop.all.append(item)
        return item


def told(event, **expected):
    """Waits for a webhook about an event."""
    matches = lambda item: item["eventCode"] == event and all(item.get(name) == value for name, value in expected.items())
    return wait_for(
        f"a webhook {event} {expected}", lambda: next(filter(matches, Shop.events), None),
        lambda: [(item["eventCode"], item["success"], item["merchantReference"]) for item in Shop.events])


def refused(call, status, code):
    try:
        answer = call()
    except exceptions.AdyenError as error:
        check(f"it is refused with {status} {code}", (error.status_code, error.error_code) == (status, code),
              (error.status_code, error.error_code, str(error)))
        return error
    raise SystemExit(f"failed: this was not refused with {code}: {answer!r}")


def life(sandbox):
    paid = sandbox.pay("order-1")
    check("the amount is held", (paid["resultCode"], paid["amount"]["value"]) == ("Authorised", 1075), paid)
    payment = paid["pspReference"]
    check("the reference has 16 characters", len(payment) == 16, payment)
    check("the issuer's code is told", len(paid["additionalData"]["authCode"]) == 6, paid)
    item = told("AUTHORISATION", pspReference=payment, success="true")
    check("the webhook names the order", item["merchantReference"] == "order-1", item)
    received = sandbox.capture(payment, 1000, reference="capture-1")
    check("the capture is received", (received["status"], received["paymentPspReference"]) == ("received", payment))
    item = told("CAPTURE", pspReference=received["pspReference"], success="true")
    check("the webhook names the capture", (item["originalReference"], item["merchantReference"], item["amount"]["value"])
          == (payment, "capture-1", 1000), item)
    sandbox.capture(payment, 75, reference="capture-2")
    told("CAPTURE", merchantReference="capture-2", success="false")
    for name, value, success in [("a", 400, "true"), ("b", 601, "false"), ("c", 600, "true"), ("d", 1, "false")]:
        sandbox.refund(payment, value, reference=f"refund-{name}")
        reason = "" if success == "true" else "Insufficient balance on payment"
        told("REFUND", merchantReference=f"refund-{name}", success=success, reason=reason)
    sandbox.cancel(payment, reference="late")
    told("CANCELLATION", merchantReference="late", success="false")
    done("authorized, captured in part, refunded twice, not a third time")
    held = sandbox.pay("order-2")["pspReference"]
    sandbox.refund(held, 5, reference="early")
    told("REFUND", merchantReference="early", success="false")
    sandbox.capture(held, 1076, reference="too-much")
    told("CAPTURE", merchantReference="too-much", success="false")
    sandbox.cancel(held, reference="cancel-2")
    told("CANCELLATION", originalReference=held, merchantReference="cancel-2", success="true")
    sandbox.pay("order-3")
    sandbox.cancel_by_reference("order-3")
    told("TECHNICAL_CANCEL", merchantReference="order-3", success="true")
    sandbox.cancel_by_reference("order-none")
    told("TECHNICAL_CANCEL", merchantReference="order-none", success="false")
    for name, captured in [("order-4", None), ("order-5", 1075)]:
        payment = sandbox.pay(name)["pspReference"]
        if captured:
            sandbox.capture(payment, captured)
            told("CAPTURE", originalReference=payment, merchantReference=name, success="true")
        sandbox.change(sandbox.changes.refund_or_cancel_payment, payment)
        action = told("CANCEL_OR_REFUND", originalReference=payment, success="true")["additionalData"]
        check("it says what was done", action["modification.action"] == ("refund" if captured else "cancel"), action)
    immediate = sandbox.pay("order-6", additionalData={})["pspReference"]
    sandbox.refund(immediate, 1075, reference="all")
    told("REFUND", merchantReference="all", success="true")
    done("canceled by both references, reversed, captured at once")
    small = sandbox.pay("order-7", 107500, "ISK", text="1075")
    check("crowns have two decimals", small["amount"] == {"currency": "ISK", "value": 107500}, small)
    done("amounts in Adyen's units")


def network_tokens(sandbox):
    """Card data that the merchant has opened itself."""
    payload, cryptogram = platform_sandbox.opened(sandbox)
    number, expiry = payload["applicationPrimaryAccountNumber"], payload["applicationExpirationDate"]
    card = {"type": "scheme", "brand": "applepay", "number": number, "expiryMonth": expiry[2:4],
            "expiryYear": "20" + expiry[:2]}
    proof = {"authenticationResponse": "Y", "directoryResponse": "Y", "eci": "07",
             "cavv": cryptogram}
    refused(lambda: sandbox.pay("bare", method=card), 422, "101")
    wrong = sandbox.pay("wrong", 1074, method=card, mpiData=proof)
    check("another amount is refused", wrong["resultCode"] == "Refused", wrong)
    paid = sandbox.pay("opened", method=card, mpiData=proof)
    check("it is authorized", paid["resultCode"] == "Authorised", paid)
    check("a second time it is not", sandbox.pay("again", method=card, mpiData=proof)["resultCode"] == "Refused")
    kept = platform_sandbox.written()
    check("no answer and no record has the card", len(kept) > 1_000 and not any(
        secret in kept + json.dumps(paid) for secret in (number, cryptogram, base64.b64decode(cryptogram).hex())))
    done("network tokens; a wrong amount and a second use are declined; no record has card data")


def later(sandbox):
    """A card is stored for a shopper with a payment, and charged without the shopper and without a token."""
    payload, cryptogram = platform_sandbox.opened(sandbox, recurring=True)
    number, expiry = payload["applicationPrimaryAccountNumber"], payload["applicationExpirationDate"]
    card = {"type": "scheme", "brand": "applepay", "number": number, "expiryMonth": expiry[2:4],
            "expiryYear": "20" + expiry[:2]}
    storing = {"shopperReference": "shopper-7", "recurringProcessingModel": "Subscription"}
    first = sandbox.pay("first", method=card, storePaymentMethod=True, shopperInteraction="Ecommerce", mpiData={
        "authenticationResponse": "Y", "directoryResponse": "Y", "cavv": cryptogram}, **storing)
    stored = first["additionalData"]["tokenization.storedPaymentMethodId"]
    check("it is stored", first["additionalData"]["tokenization.shopperReference"] == "shopper-7", first)

    def charge(reference, value=500, identifier=stored, **others):
        return sandbox.pay(reference, value, method={"type": "scheme", "storedPaymentMethodId": identifier},
                           **{"shopperInteraction": "ContAuth", **storing, **others})

    paid = charge("later")
    check("a later payment is authorized", paid["resultCode"] == "Authorised", paid)
    check("by the shopper, too", charge("click", recurringProcessingModel="CardOnFile")["resultCode"] == "Authorised")
    sandbox.scenario("insufficient-funds")
    check("it is declined", charge("poor")["refusalReasonCode"] == "12")
    refused(lambda: charge("other", shopperReference="shopper-8"), 422, "803")
    refused(lambda: charge("none", identifier="NONE"), 422, "803")
    check("no record has the number", number not in platform_sandbox.written())
    done("stored with a payment; charged later, declined, and for no other shopper")


def declines(sandbox):
    for scenario, result, code in [
        ("insufficient-funds", "Refused", "12"), ("do-not-honor", "Refused", "2"), ("lost-card", "Refused", "5"),
        ("expired-card", "Refused", "6"), ("time-out", "Error", "4"), ("partial-approval", "Refused", "12"),
    ]:
        sandbox.call("POST", "/network/scenarios", {"scenario": scenario, "merchant": "ADYEN0000000001"})
        answer = sandbox.pay(scenario)
        check(f"{scenario} is {code}", (answer["resultCode"], answer["refusalReasonCode"]) == (result, code), answer)
        told("AUTHORISATION", merchantReference=scenario, success="false", reason=answer["refusalReason"])
    for number, result in [(6, "Refused"), ("CARD_EXPIRED", "Refused"), (4, "Error"), (22, "Cancelled"), (13, "Received"),
                           (1, "Authorised")]:
        data = {"manualCapture": "true", "RequestedTestAcquirerResponseCode": str(number)}
        answer = sandbox.pay(f"test-{number}", additionalData=data)
        check(f"{number} is {result}", answer["resultCode"] == result, answer)
    done("declined by the network's scenarios, and by Adyen's test values")


def refusals(sandbox):
    method = sandbox.method()
    right = sandbox.order("right", method=method)
    for changes, status, code in [
        ({"merchantAccount": "Another"}, 403, "901"), ({"reference": None}, 422, "130"),
        ({"returnUrl": None}, 422, "14_030"), ({"amount": {"currency": "USD", "value": 0}}, 422, "137"),
        ({"amount": {"currency": "ZZZ", "value": 5}}, 422, "138"), ({"amount": None}, 422, "100"),
        ({"paymentMethod": {"type": "ideal"}}, 422, "14_004"),
        ({"paymentMethod": {"type": "applepay", "applePayToken": "e30="}}, 422, "101"),
    ]:
        wrong = {name: value for name, value in {**right, **changes}.items() if value is not None}
        refused(lambda: requests_call(sandbox, "payments", wrong), status, code)
    raw = {**right, "paymentMethod": {"type": "applepay", "applePayToken": "{}"}}
    check("it says how a token is given", "Base64" in str(refused(lambda: requests_call(sandbox, "payments", raw), 422, "101")))
    refused(lambda: sandbox.capture("NONE000000000000", 5), 422, "167")
    refused(lambda: requests_call(sandbox, "payments", right, key="AQEother"), 401, "000")
    paid = sandbox.payments.payments(right).message
    refused(lambda: sandbox.changes.capture_authorised_payment(
        {"merchantAccount": right["merchantAccount"], "amount": {"currency": "EUR", "value": 5}}, paid["pspReference"]),
        422, "137")
    done("wrong requests are refused")


def requests_call(sandbox, path, body, key=None):
    """A call that the SDK's types and the description need not allow."""
    answer = requests.post(f"{sandbox.account['url']}/v72/{path}", json=body,
                           headers={"X-API-Key": key or sandbox.account["key"]}, timeout=60)
    if answer.status_code > 299:
        raise exceptions.AdyenError(answer.text, status_code=answer.status_code, error_code=answer.json()["errorCode"])
    return answer.json()


def idempotency(sandbox):
    body = sandbox.order("keyed")
    first = sandbox.payments.payments(body, idempotency_key="key-1")
    again = sandbox.payments.payments(body, idempotency_key="key-1")
    check("the answer is the same", first.message == again.message)
    other = sandbox.payments.payments({**body, "reference": "another"}, idempotency_key="key-1")
    check("the key alone counts", other.message == first.message)
    payment = first.message["pspReference"]
    receipts = {sandbox.capture(payment, 1075, key="capture-key")["pspReference"] for _ in range(3)}
    check("one capture", len(receipts) == 1, receipts)
    sandbox.fault("serverError")
    body = sandbox.order("five")
    error = refused(lambda: sandbox.payments.payments(body, idempotency_key="key-500"), 500, "000")
    check("an error may pass", error.headers["transient-error"] == "true", error.headers)
    check("and is not kept", sandbox.payments.payments(body, idempotency_key="key-500").message["resultCode"] == "Authorised")
    refused(lambda: sandbox.pay("long", key="k" * 65), 400, "702")
    answers, body = [], sandbox.order("eight")

    def pay():
        try:
            answers.append(sandbox.payments.payments(body, idempotency_key="key-8").message["pspReference"])
        except exceptions.AdyenError as error:
            check("the key is in use", (error.status_code, error.error_code) == (422, "704"), str(error))
            check("it may pass", error.headers["transient-error"] == "true", error.headers)
            answers.append("704")

    platform_sandbox.together(8, pay)
    check("eight callers with one key make one payment", len(set(answers) - {"704"}) == 1 and len(answers) == 8, answers)
    sandbox.advance(31 * 86_400 - 60)
    check("a month later it is known", sandbox.capture(payment, 1075, key="capture-key")["pspReference"] in receipts)
    sandbox.advance(120)
    check("then it is forgotten", sandbox.capture(payment, 1075, key="capture-key")["pspReference"] not in receipts)
    done("idempotency keys: the first answer, not of an error that passes, eight at once, 31 days")


def expiry(sandbox):
    held = sandbox.pay("held")["pspReference"]
    sandbox.advance(28 * 86_400 + 1)
    told("EXPIRE", pspReference=held, success="true")
    sandbox.capture(held, 1075, reference="expired")
    told("CAPTURE", merchantReference="expired", success="false")
    done("an authorization expires after 28 days")


def webhooks(sandbox):
    Shop.events.clear()
    for fault in ("webhookTwice", "webhookWrongSignature"):
        sandbox.fault(fault)
    sandbox.pay("twice")
    sandbox.pay("forged")
    wait_for("three", lambda: len(Shop.events) == 2 and len(Shop.refused) == 1)
    check("one comes twice", [item["merchantReference"] for item in Shop.events] == ["twice", "twice"], Shop.events)
    check("one is refused", b"forged" in Shop.refused[0], Shop.refused)
    sandbox.advance(121)
    told("AUTHORISATION", merchantReference="forged")
    if order["specifications"]:
        schemas = Description("adyen-webhooks-v1.json")
        names = {"AUTHORISATION": "AuthorisationNotificationRequestItem", "CAPTURE": "CaptureNotificationRequestItem",
                 "REFUND": "RefundNotificationRequestItem", "CANCELLATION": "CancellationNotificationRequestItem",
                 "TECHNICAL_CANCEL": "ModificationNotificationRequestItem", "EXPIRE": "ExpireNotificationRequestItem",
                 "CANCEL_OR_REFUND": "CancelOrRefundNotificationRequestItem"}
        for item in Shop.all:
            schemas.judge(item, names[item["eventCode"]])
        check("each kind was judged", {item["eventCode"] for item in Shop.all} == set(names))
    done("webhooks are signed as the SDK verifies; they come twice, and again after a wrong signature")


def attempt(call):
    try:
        return call()
    except (requests.ConnectionError, urllib.error.URLError, ConnectionError, http.client.HTTPException):
        return None


def told_once():
    for kind, event in [("capture", "CAPTURE"), ("refund", "REFUND")]:
        events = rows("sandbox.sqlite", f"SELECT COUNT(DISTINCT object ->> 'pspReference'), COUNT(*) FROM platform_event"
                      f" WHERE type = '{event}' AND object ->> 'success' = 'true'")[0]
        check(f"each {kind} was told once", events[0] == events[1], events)


def do(sandbox, kind, payment, key, method):
    if kind == "pay":
        return sandbox.pay(key, method=method, key=key)
    return (sandbox.capture if kind == "capture" else sandbox.refund)(payment, 75, key=key, reference=key)


def repeat(sandbox, *call):
    try:
        answer = do(sandbox, *call)
        check("a repetition has an end", answer.get("status") == "received" or answer["resultCode"] in (
            "Authorised", "Refused"), answer)
    except exceptions.AdyenError as error:
        check("only a payment is lost", call[0] == "pay" and error.status_code == 500, str(error))
    if call[0] == "pay":
        # Whatever became of it, it can be cancelled by its reference.
        sandbox.cancel_by_reference(call[2])


def killed(sandbox):
    def once(sandbox, *call):
        answer = attempt(lambda: do(sandbox, *call))
        return answer and answer["pspReference"]

    card = lambda sandbox: attempt(sandbox.method)
    sandbox = platform_sandbox.kill_again_and_again(sandbox, card, once, repeat)
    told_once()
    return sandbox


sandbox = Sandbox()
try:
    sandbox.call("POST", "/merchants", {"identifier": MERCHANT, "description": "Shop"})
    Shop.key = sandbox.account["hmacKey"]
    sandbox.call("POST", "/platforms/endpoints", {"platform": "adyen", "url": Shop.open()})
    for part in (life, network_tokens, later, declines, refusals, idempotency, expiry, webhooks):
        part(sandbox)
    sandbox = killed(sandbox)
    if order["specifications"]:
        check("the description has judged", Judge.judged > 50, Judge.judged)
        done("requests, answers and webhooks are as Adyen's own descriptions have them")
finally:
    platform_sandbox.Sandbox.current.stop()
