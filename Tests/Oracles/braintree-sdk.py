#!/usr/bin/env python3
"""Uses the sandbox's Braintree with Braintree's own SDK, unmodified, over the whole life of transactions. platform_sandbox.py
says how it is called."""

import base64
import decimal
import json
import urllib.error
import urllib.parse
import urllib.request

import braintree
import braintree.exceptions

import platform_sandbox
from platform_sandbox import MERCHANT, check, done, wait_for

Search = braintree.TransactionSearch


class Sandbox(platform_sandbox.Sandbox):
    platform, acceptor = "braintree", "BRAINTREE000001"

    def connect(self):
        self.sdk = self.client()
        self.transactions = self.sdk.transaction

    def client(self, **others):
        return self.made_on_page(**others)["gateway"]

    def tokenize(self, amount="10.75", currency="USD", **authorization):
        """What Braintree's clients do with a token of Apple Pay; the answer's status and JSON."""
        token = self.apple_pay(amount, currency)
        call = urllib.request.Request(
            f"{self.account['url']}/merchants/{self.account['merchantId']}/client_api/v1/payment_methods/apple_payment_tokens",
            json.dumps({
                "applePaymentToken": {
                    "paymentData": base64.b64encode(json.dumps(token["paymentData"]).encode()).decode(),
                    "paymentInstrumentName": token["paymentMethod"]["displayName"],
                    "transactionIdentifier": token["transactionIdentifier"],
                }, **(authorization or {"tokenizationKey": self.account["tokenizationKey"]}),
            }).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(call) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            return error.code, None

    def nonce(self, amount="10.75", currency="USD"):
        return self.tokenize(amount, currency)[1]["applePayCards"][0]["nonce"]

    def sale(self, amount="10.75", currency="USD", submit=False, **others):
        if not {"payment_method_nonce", "apple_pay_card"} & others.keys():
            others["payment_method_nonce"] = self.nonce(amount, currency)
        if currency != "USD":
            others["merchant_account_id"] = currency.lower()
        return self.transactions.sale({"amount": amount, "options": {"submit_for_settlement": submit}, **others})

    def paid(self, *details, **others):
        return taken(self.sale(*details, **others))

    def found(self, transaction):
        return self.transactions.find(transaction.id)


class Shop(platform_sandbox.Shop):
    sdk = None
    wrong = braintree.exceptions.invalid_signature_error.InvalidSignatureError

    def event(self, body):
        form = dict(urllib.parse.parse_qsl(body.decode(), strict_parsing=True))
        return Shop.sdk.webhook_notification.parse(form["bt_signature"], form["bt_payload"])


def taken(result):
    check("it is done", result.is_success, getattr(result, "message", None))
    return result.transaction


def refused(result, *codes):
    found = [] if result.is_success else [error.code for error in result.errors.deep_errors]
    check(f"it is refused with {codes}", found == list(codes), found or vars(result))


def raises(kind, call):
    try:
        found = call()
    except kind:
        return
    raise SystemExit(f"failed: this did not raise {kind.__name__}: {found!r}")


def life(sandbox):
    """Authorized, submitted in part, settled, refunded in parts, and no more."""
    transaction = sandbox.paid(order_id="order-7")
    check("the amount is held", (transaction.status, transaction.amount, transaction.currency_iso_code, transaction.type)
          == ("authorized", decimal.Decimal("10.75"), "USD", "sale"), vars(transaction))
    check("the processor's names are there", transaction.processor_authorization_code and transaction.network_transaction_id)
    check("the response", (transaction.processor_response_code, transaction.processor_response_type)
          == ("1000", "approved"), vars(transaction))
    check("what it does not have is there and empty", not any([
        transaction.refunded_transaction_id, transaction.gateway_rejection_reason, transaction.channel,
        transaction.cvv_response_code, transaction.purchase_order_number, transaction.disputes,
        transaction.add_ons, transaction.discounts]), vars(transaction))
    card = transaction.apple_pay_details
    check("the card is shown without its number", (card.card_type, len(card.last_4)) == ("Apple Pay - Visa", 4), vars(card))
    refused(sandbox.transactions.submit_for_settlement(transaction.id, "10.76"), "91522")
    refused(sandbox.transactions.submit_for_settlement(transaction.id, "0.00"), "81531")
    refused(sandbox.transactions.submit_for_settlement(transaction.id, "1.001"), "81503")
    refused(sandbox.transactions.submit_for_partial_settlement(transaction.id, "5.00"), "915102")
    refused(sandbox.transactions.refund(transaction.id), "91506")
    part = taken(sandbox.transactions.submit_for_settlement(transaction.id, "10.00"))
    check("a part is submitted", (part.status, part.amount) == ("submitted_for_settlement", decimal.Decimal("10.00")))
    refused(sandbox.transactions.submit_for_settlement(transaction.id), "91507")
    refused(sandbox.transactions.refund(transaction.id, "1.00"), "91506")
    check("it is held until it is settled", sandbox.holds("open") >= 1)
    sandbox.advance(3_601)
    wait_for("the settlement", lambda: sandbox.found(transaction).status == "settled")
    wait_for("the release of the rest", lambda: platform_sandbox.rows(
        "network.sqlite", "SELECT SUM(held) FROM network_payment WHERE merchant = ?", [sandbox.acceptor])[0][0] == 0)
    first = taken(sandbox.transactions.refund(transaction.id, {"amount": "4.00", "order_id": "return-1"}))
    check("a part is refunded", (first.type, first.amount, first.refunded_transaction_id, first.order_id)
          == ("credit", decimal.Decimal("4.00"), transaction.id, "return-1"), vars(first))
    refused(sandbox.transactions.refund(transaction.id, "6.01"), "91521")
    rest = taken(sandbox.transactions.refund(transaction.id))
    check("the rest is refunded", rest.amount == decimal.Decimal("6.00"))
    refused(sandbox.transactions.refund(transaction.id), "91512")
    refused(sandbox.transactions.refund(first.id), "91505")
    after = sandbox.found(transaction)
    check("its refunds are named", after.refund_ids == [first.id, rest.id], after.refund_ids)
    statuses = [(event.status, event.amount) for event in after.status_history]
    ten, all = decimal.Decimal("10.00"), decimal.Decimal("10.75")
    check("its history", statuses == [("authorized", all), ("submitted_for_settlement", ten), ("settled", ten)], statuses)
    check("a refund is settled too", sandbox.found(first).status == "submitted_for_settlement"
          and taken(sandbox.sdk.testing.settle_transaction(first.id)).status == "settled")
    done("authorized, submitted in part, settled, refunded in parts, and no more")
    compared = sandbox.paid(billing={"street_address": "1 Somewhere Else", "postal_code": "00000"})
    check("the issuer was asked about the address", compared.avs_postal_code_response_code == "U", vars(compared))
    submitted = sandbox.paid(submit=True)
    check("it is submitted at once", submitted.status == "submitted_for_settlement")
    held = sandbox.holds("open")
    check("it is voided", taken(sandbox.transactions.void(submitted.id)).status == "voided")
    check("the hold is released", sandbox.holds("open") == held - 1)
    refused(sandbox.transactions.void(submitted.id), "91504")
    check("reversed by a void", taken(sandbox.transactions.reverse(sandbox.paid().id)).status == "voided")
    settled = taken(sandbox.sdk.testing.settle_transaction(sandbox.paid(submit=True).id))
    check("reversed by a refund", taken(sandbox.transactions.reverse(settled.id)).type == "credit")
    pending = sandbox.paid(submit=True)
    check("its settlement is declined", taken(sandbox.sdk.testing.settlement_decline_transaction(pending.id)).status
          == "settlement_declined")
    done("submitted at once, voided, reversed; a settlement that is declined")


def searched(sandbox):
    """Transactions are found by their order, refunds by theirs."""
    made = [sandbox.paid(amount, order_id="same").id for amount in ("1.00", "2.00", "3.00")]
    result = sandbox.transactions.search(Search.order_id == "same")
    check("the newest is first", result.ids == made[::-1], result.ids)
    check("they are read", [one.amount for one in result] == [3, 2, 1])
    one = sandbox.transactions.search(Search.order_id == "same", Search.id == made[0])
    check("one of them", [found.id for found in one] == made[:1])
    check("another order has none", sandbox.transactions.search(Search.order_id == "sam").ids == [])
    check("a refund's order", [found.amount for found in sandbox.transactions.search(Search.order_id == "return-1")] == [4])
    raises(braintree.exceptions.request_timeout_error.RequestTimeoutError,
           lambda: sandbox.transactions.search(Search.customer_email == "a@example.com"))
    done("transactions and refunds are found by their order")


def network_tokens(sandbox):
    """Card data that the merchant has opened itself."""
    payload, cryptogram = platform_sandbox.opened(sandbox)
    number, expiry = payload["applicationPrimaryAccountNumber"], payload["applicationExpirationDate"]
    card = {"number": number, "expiration_month": expiry[2:4], "expiration_year": "20" + expiry[:2],
            "cryptogram": cryptogram, "eci_indicator": "07"}
    wrong = sandbox.sale("10.74", apple_pay_card=card)
    check("a wrong amount is declined", (wrong.is_success, wrong.transaction.processor_response_code) == (False, "2010"))
    check("the card is charged", sandbox.paid(apple_pay_card=card).status == "authorized")
    check("a second use is declined", sandbox.sale(apple_pay_card=card).transaction.status == "processor_declined")
    refused(sandbox.sale(apple_pay_card={**card, "cryptogram": ""}), "93511")
    refused(sandbox.sale(apple_pay_card={**card, "number": "4111"}), "93508")
    refused(sandbox.sale(apple_pay_card={**card, "expiration_month": "13"}), "93509")
    kept = platform_sandbox.written()
    check("no record has card data", len(kept) > 1_000 and number not in kept and cryptogram not in kept)
    done("network tokens; a wrong amount and a second use are declined")


def later(sandbox):
    """A card is stored with a sale, and charged without the shopper and without a nonce."""
    payload, cryptogram = platform_sandbox.opened(sandbox, recurring=True)
    number, expiry = payload["applicationPrimaryAccountNumber"], payload["applicationExpirationDate"]
    card = {"number": number, "expiration_month": expiry[2:4], "expiration_year": "20" + expiry[:2],
            "cryptogram": cryptogram}

    def first(amount, **others):
        return sandbox.transactions.sale({
            "amount": amount, "apple_pay_card": card, "options": {"store_in_vault_on_success": True}, **others})

    check("a declined sale stores none", first("10.74").transaction.apple_pay_details.token is None)
    token = taken(first("10.75", transaction_source="recurring_first")).apple_pay_details.token
    check("it is stored", token, token)

    def charge(amount="5.00", token=token, **others):
        return sandbox.transactions.sale({"amount": amount, "payment_method_token": token, **others})

    for source in ("recurring", "unscheduled"):
        paid = taken(charge(transaction_source=source))
        check("a later sale is authorized", (paid.status, paid.apple_pay_details.token) == ("authorized", token))
    check("by the shopper, too", taken(charge()).status == "authorized")
    sandbox.scenario("insufficient-funds")
    check("it is declined", charge(transaction_source="recurring").transaction.processor_response_code == "2001")
    refused(charge(token="none"), "91518")
    refused(charge(transaction_source="sometimes"), "915133")
    check("no record has the number", number not in platform_sandbox.written())
    done("stored with a sale; charged later, and declined")


def declines(sandbox):
    for scenario, status, code in [
            ("insufficient-funds", "processor_declined", "2001"), ("do-not-honor", "processor_declined", "2000"),
            ("lost-card", "processor_declined", "2012"), ("expired-card", "processor_declined", "2004"),
            ("time-out", "failed", "3000"), ("partial-approval", "processor_declined", "2001"),
            ("cryptogram-invalid", "processor_declined", "2010")]:
        sandbox.scenario(scenario)
        result = sandbox.sale()
        declined = result.transaction
        check(f"{scenario} is {code}", (result.is_success, declined.status, declined.processor_response_code)
              == (False, status, code), vars(declined))
        check("it is kept", sandbox.found(declined).status == status)
        refused(sandbox.transactions.submit_for_settlement(declined.id), "91507")
    for amount, status, code in [("2000.00", "processor_declined", "2000"), ("2004.50", "processor_declined", "2004"),
                                 ("2999.99", "processor_declined", "2999"), ("3000.10", "failed", "3000"),
                                 ("5001.00", "gateway_rejected", "1000")]:
        declined = sandbox.sale(amount).transaction
        check(f"the amount {amount} is {code}", (declined.status, declined.processor_response_code) == (status, code),
              vars(declined))
    check("yen too", sandbox.sale("2001", "JPY").transaction.processor_response_code == "2001")
    check("the reason of a rejection", declined.gateway_rejection_reason == "application_incomplete")
    done("declined by the network's scenarios, and by the amounts of Braintree's tests")


def refusals(sandbox):
    once = sandbox.nonce()
    sandbox.paid(payment_method_nonce=once)
    refused(sandbox.sale(payment_method_nonce=once), "91564")
    old = sandbox.nonce()
    sandbox.advance(10_801)
    refused(sandbox.sale(payment_method_nonce=old), "91565")
    refused(sandbox.transactions.sale({"payment_method_nonce": "n"}), "81502")
    for amount, code in [("0", "81531"), ("-1.00", "81531"), ("1.005", "81503"), ("ten", "81503")]:
        refused(sandbox.sale(amount, payment_method_nonce="n"), code)
    refused(sandbox.sale("1.00", "ZZZ", payment_method_nonce="n"), "91513")
    refused(sandbox.sale(order_id="o" * 256, payment_method_nonce="n"), "91501")
    refused(sandbox.sale(api_request_key="key", payment_method_nonce="n"), "915231")
    refused(sandbox.transactions.credit({"amount": "1.00"}), "91523")
    raises(braintree.exceptions.not_found_error.NotFoundError, lambda: sandbox.transactions.find("nothing"))
    raises(braintree.exceptions.authentication_error.AuthenticationError,
           lambda: sandbox.client(privateKey="another").transaction.find("nothing"))
    check("dinars have three decimals", sandbox.paid("1.015", "KWD").amount == decimal.Decimal("1.015"))
    done("wrong requests are refused")


def client_tokens(sandbox):
    token = json.loads(base64.b64decode(sandbox.sdk.client_token.generate()))
    check("the client's address", token["clientApiUrl"].startswith(sandbox.account["url"]), token)
    fingerprint = token["authorizationFingerprint"]
    check("a client may make a nonce", sandbox.tokenize(authorizationFingerprint=fingerprint)[0] == 202)
    for authorization in ({"authorizationFingerprint": "0" + fingerprint[1:] if fingerprint[0] != "0" else "1" + fingerprint[1:]},
                          {"tokenizationKey": "sandbox_other"}, {"authorizationFingerprint": ""},
                          {"authorizationFingerprint": f"0|created_at={-2**63}"}):
        check("a stranger may not", sandbox.tokenize(**authorization)[0] == 401)
    sandbox.advance(86_401)
    check("it ends after a day", sandbox.tokenize(authorizationFingerprint=fingerprint)[0] == 401)
    done("client tokens")


def duplicates(sandbox):
    payload, cryptogram = platform_sandbox.opened(sandbox)
    expiry = payload["applicationExpirationDate"]
    card = {"number": payload["applicationPrimaryAccountNumber"], "expiration_month": expiry[2:4],
            "expiration_year": "20" + expiry[:2], "cryptogram": cryptogram}
    sandbox.paid(order_id="twice", apple_pay_card=card)
    again = sandbox.sale(order_id="twice", apple_pay_card=card).transaction
    check("the same order, amount and card is a duplicate", (again.status, again.gateway_rejection_reason)
          == ("gateway_rejected", "duplicate"), vars(again))
    other = sandbox.sale(order_id="once", apple_pay_card=card).transaction
    check("another order is none", other.status == "processor_declined", vars(other))
    sandbox.advance(31)
    later = sandbox.sale(order_id="twice", apple_pay_card=card).transaction
    check("nor is one after half a minute", later.status == "processor_declined", vars(later))
    done("duplicates are rejected for half a minute")


def expiry(sandbox):
    held = sandbox.paid()
    sandbox.advance(8 * 86_400 - 60)
    check("it is held for eight days", sandbox.found(held).status == "authorized")
    sandbox.advance(61)
    wait_for("the end", lambda: sandbox.found(held).status == "authorization_expired")
    refused(sandbox.transactions.submit_for_settlement(held.id), "91507")
    done("an authorization expires after eight days")


def webhooks(sandbox):
    """The only one is that of a new endpoint: Braintree sends none about a card's transaction."""
    Shop.sdk, url = sandbox.sdk, Shop.open()

    def register():
        sandbox.call("POST", "/platforms/endpoints", {"platform": "braintree", "url": url})

    register()
    wait_for("the event", lambda: len(Shop.events) == 1)
    check("it checks the URL", Shop.events[0].kind == "check", vars(Shop.events[0]))
    for amount, status in (("1.00", "settled"), ("4001.00", "settlement_declined")):
        transaction = sandbox.paid(amount, submit=True)
        sandbox.advance(3_601)
        wait_for("the end", lambda: sandbox.found(transaction).status == status)
    for fault in ("webhookTwice", "webhookWrongSignature"):
        sandbox.fault(fault)
    # Both endpoints get it.
    register()
    wait_for("three", lambda: len(Shop.events) == 3 and len(Shop.refused) == 1)
    sandbox.advance(3_601)
    wait_for("the right signature after an hour", lambda: len(Shop.events) == 4)
    check("no other comes", all(told.kind == "check" for told in Shop.events), Shop.events)
    done("webhooks: signatures, twice, wrong and repeated")


def killed(sandbox):
    """Ends the process while an authorization is answered."""
    nonce, failed = sandbox.nonce(), []
    before, reversed_before = sandbox.holds("open"), sandbox.holds("reversed")

    def attempt():
        try:
            sandbox.sale(order_id="lost", payment_method_nonce=nonce)
        except Exception as error:  # The connection ends, which the SDK's HTTP client says in its own way.
            failed.append(error)

    platform_sandbox.kill_during_answer(sandbox, attempt)
    check("the merchant has no answer", len(failed) == 1, failed)
    sandbox = Sandbox()
    wait_for("the end", lambda: [one.status for one in sandbox.transactions.search(Search.order_id == "lost")] == ["failed"])
    check("the hold was reversed", (sandbox.holds("open"), sandbox.holds("reversed")) == (before, reversed_before + 1))
    nonce = sandbox.nonce()
    sandbox.fault("timeoutAfter", delay=1)
    raises(Exception, lambda: sandbox.sale(order_id="after", payment_method_nonce=nonce))
    lost = [one for one in sandbox.transactions.search(Search.order_id == "after")]
    check("a payment without an answer is found by its order", [one.status for one in lost] == ["authorized"])
    taken(sandbox.transactions.void(lost[0].id))
    sandbox.settled()
    done("killed: an authorization without an answer is declined and released")
    return sandbox


sandbox = Sandbox()
try:
    sandbox.call("POST", "/merchants", {"identifier": MERCHANT, "description": "Shop"})
    for part in (life, searched, network_tokens, later, declines, refusals, client_tokens, duplicates, expiry, webhooks):
        part(sandbox)
    sandbox = killed(sandbox)
finally:
    platform_sandbox.Sandbox.current.stop()
