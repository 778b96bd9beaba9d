#!/usr/bin/env python3
"""Makes the same calls by Stripe's SDK to the sandbox and to localstripe, another simulation of Stripe, and compares the answers.

Each difference is named below with its reason. One that is not named ends the script, and so does one that is named and was
not found. platform_sandbox.py says how the script is called.
"""

import json
import os
import re
import socket
import subprocess
import sys
import time

import platform_sandbox
import stripe
from platform_sandbox import MERCHANT, check, done, order

# Reasons, and the members of answers, or of all answers of an object, that differ for them. A step's result is what kind of
# object it answered.
DIFFERENCES = {
    "localstripe refunds more than was paid, and what was not captured":
        "too much refunded: result, refunded again: result, refunded before its capture: result, refunds: page.names,"
        " refunds of one: page.names, transactions: page.names",
    "localstripe captures what was canceled": "canceled captured: result",
    "localstripe charges the card of another customer":
        "later for another: result, intents: page.names, charges: page.names",
    "localstripe lists the oldest first":
        "intents in order: page.names, charges in order: page.names, refunds in order: page.names,"
        " transactions in order: page.names",
    "localstripe begins with the first where a cursor is unknown":
        "intents after none: result, charges after none: result, refunds after none: result,"
        " transactions after none: result",
    "localstripe takes any text for a currency and for metadata": "unknown currency: result, text as metadata: result",
    "localstripe's errors name no code and no parameter": "error.code, error.param",
    "status 404 is for what the path names; localstripe has it for parameters, too":
        "later without a card: error.status, unknown customer: error.status, no intent to refund: error.status",
    "the sandbox's cards are Apple Pay's, and have a cryptogram": "token of a number: result, method of a number: result",
    "the sandbox makes and reads customers only":
        "methods: result, customers: result, customer changed: result, detached: result, customer deleted: result",
    "localstripe fails":
        "captured without a card: error.status, captured without a card: error.kind, charges of one: result",
    "localstripe keeps a changed amount as a text": "amount changed: payment_intent.amount",
    "localstripe forgets the payment of a refund that names its charge": "refunded: refund.payment_intent",
    "localstripe gives a charge no metadata of its payment": "charge.metadata.order, charge.metadata.size",
    "localstripe counts what is released as refunded, as Stripe did before version 2025-03-31":
        "part captured: charge.amount_refunded, charge read: charge.amount_refunded, canceled: charge.amount_refunded,"
        " canceled: charge.refunded",
    "localstripe's customers have a currency from the beginning, and null for no languages":
        "customer.currency, customer.preferred_locales",
    "localstripe describes a refund, and gives a rate without an exchange":
        "transaction read: balance_transaction.description, transaction read: balance_transaction.exchange_rate",
}
# Members that only one of them has. localstripe's are of older versions of Stripe's interface, or of parts that the sandbox
# does not simulate.
ONLY_HERE = {
    "customer": "balance invoice_prefix invoice_settings.custom_fields invoice_settings.footer"
    " invoice_settings.rendering_options",
    "payment_intent": "amount_capturable amount_details amount_received application application_fee_amount"
    " automatic_payment_methods canceled_at cancellation_reason confirmation_method customer_account description"
    " excluded_payment_method_types on_behalf_of payment_method_configuration_details payment_method_options"
    " payment_method_types processing receipt_email review setup_future_usage shipping source statement_descriptor"
    " statement_descriptor_suffix transfer_data transfer_group",
    "charge": "amount_captured application application_fee application_fee_amount billing_details"
    " calculated_statement_descriptor disputed failure_balance_transaction fraud_details on_behalf_of outcome"
    " payment_method_details receipt_url review shipping source source_transfer statement_descriptor_suffix transfer_data"
    " transfer_group",
    "refund": "destination_details reason receipt_number source_transfer_reversal transfer_reversal",
    "balance_transaction": "balance_type",
}
ONLY_THERE = {
    "customer": "account_balance business_vat_id sources subscriptions tax_ids",
    "payment_intent": "charges invoice", "charge": "invoice refunds", "refund": "date livemode",
    "balance_transaction": "livemode",
}
NONE = "<no member>"
NUMBER = {"number": "4242424242424242", "exp_month": 12, "exp_year": 2035, "cvc": "123"}


class Sandbox(platform_sandbox.Sandbox):
    """The sandbox's Stripe. Its cards are Apple Pay's."""

    platform, acceptor = "stripe", "STRIPE000000001"

    def connect(self):
        self.made_on_page()

    def card(self, **typed):
        paid = self.apple_pay(**typed)
        made = stripe.Token.create(pk_token=json.dumps(paid["paymentData"]))
        return {"payment_method_data": {"type": "card", "card": {"token": made.id}}}

    def declined(self):
        self.scenario("do-not-honor")
        return self.card()

    def stored(self, customer):
        recurring = self.card(recurringPaymentRequest=platform_sandbox.sandbox_client.RECURRING)
        return {**recurring, "customer": customer, "setup_future_usage": "off_session"}


class Localstripe:
    """localstripe, whose cards are numbers, or the names that Stripe gives to test cards."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "localstripe", "--from-scratch", "--port", str(port)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for _ in range(400):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        stripe.api_base, stripe.api_key = f"http://127.0.0.1:{port}", "sk_test_localstripe"

    def card(self, **others):
        return {"payment_method": stripe.PaymentMethod.create(type="card", card={**NUMBER, **others}).id}

    def declined(self):
        return self.card(number="4000000000000341")

    def stored(self, customer):
        card = self.card()
        stripe.PaymentMethod.attach(card["payment_method"], customer=customer)
        return {**card, "customer": customer}

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Trace:
    """The answers of one peer, with names in the place of its identifiers, times and secrets."""

    def __init__(self):
        self.steps, self.names = {}, {}

    def do(self, step, call):
        """The answer to a call, or nothing where it was refused."""
        try:
            answer = call()
        except stripe.StripeError as error:
            told = error.error
            self.steps[step] = {
                "object": "error", "kind": type(error).__name__, "status": error.http_status,
                "code": getattr(told, "code", None), "param": getattr(told, "param", None),
            }
            return None
        told = answer.to_dict(recursive=True) if isinstance(answer, stripe.StripeObject) else answer
        self.name(told, step)
        self.steps[step] = self.replaced(told)
        return answer

    def name(self, told, step):
        if "id" in told:
            self.names.setdefault(told["id"], f"<{step}>")
        charge = told.get("latest_charge")
        if isinstance(charge, dict):
            self.names.setdefault(charge["id"], f"<{step}: charge>")

    def replaced(self, value, member=None):
        if isinstance(value, dict):
            return {name: self.replaced(inner, name) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.replaced(inner) for inner in value]
        if member in ("created", "available_on") and isinstance(value, int):
            return "<time>"
        if isinstance(value, str) and (found := re.fullmatch(r"((pi|ch|re|txn|pm|cus)_[^_]+)(_secret_.+)?", value)):
            return self.names.get(found[1], f"<{found[2]}>") + ("<secret>" if found[3] else "")
        return value


def calls(peer):
    """What localstripe knows of a payment, by the same calls for both."""
    trace = Trace()
    do, Intent, Refund = trace.do, stripe.PaymentIntent, stripe.Refund
    charge = {"expand": ["latest_charge"]}

    def pay(card, amount=1075, **others):
        return Intent.create(amount=amount, currency="usd", confirm=True, **charge, **card, **others)

    customer = do("customer", lambda: stripe.Customer.create(email="shopper@example.com", metadata={"order": "7"}))
    do("customer read", lambda: stripe.Customer.retrieve(customer.id))
    # Authorized, captured in part, refunded twice, and not a third time.
    held = do("held", lambda: pay(peer.card(), capture_method="manual", metadata={"order": "7"}))
    do("held read", lambda: Intent.retrieve(held.id, **charge))
    do("too much captured", lambda: Intent.capture(held.id, amount_to_capture=1076))
    do("part captured", lambda: Intent.capture(held.id, amount_to_capture=1000, **charge))
    do("captured again", lambda: Intent.capture(held.id))
    do("captured canceled", lambda: Intent.cancel(held.id))
    part = do("part refunded", lambda: Refund.create(payment_intent=held.id, amount=400, metadata={"why": "torn"}))
    do("refund read", lambda: Refund.retrieve(part.id))
    do("charge read", lambda: stripe.Charge.retrieve(held.latest_charge.id))
    do("transaction read", lambda: stripe.BalanceTransaction.retrieve(part.balance_transaction))
    do("too much refunded", lambda: Refund.create(payment_intent=held.id, amount=4000))
    # At once, refunded whole, twice.
    paid = do("paid", lambda: pay(peer.card()))
    do("refunded", lambda: Refund.create(charge=paid.latest_charge.id))
    do("refunded read", lambda: Intent.retrieve(paid.id, **charge))
    do("refunded again", lambda: Refund.create(charge=paid.latest_charge.id))
    # Step by step.
    bare = do("without a card", lambda: Intent.create(amount=5, currency="usd"))
    do("confirmed without a card", lambda: Intent.confirm(bare.id))
    do("captured without a card", lambda: Intent.capture(bare.id))
    do("refunded without a charge", lambda: Refund.create(payment_intent=bare.id))
    do("canceled without a card", lambda: Intent.cancel(bare.id))
    made = do("made", lambda: Intent.create(amount=1075, currency="usd", capture_method="manual", **peer.card()))
    do("changed", lambda: Intent.modify(made.id, metadata={"size": "M"}))
    do("confirmed", lambda: Intent.confirm(made.id, **charge))
    do("confirmed again", lambda: Intent.confirm(made.id))
    do("refunded before its capture", lambda: Refund.create(payment_intent=made.id))
    do("canceled", lambda: Intent.cancel(made.id, **charge))
    do("canceled again", lambda: Intent.cancel(made.id))
    do("canceled captured", lambda: Intent.capture(made.id))
    sized = do("made for another amount", lambda: Intent.create(amount=5, currency="usd"))
    do("amount changed", lambda: Intent.modify(sized.id, amount=1075))
    # Declined.
    do("declined", lambda: pay(peer.declined()))
    # Stored, and charged later.
    first = do("stored", lambda: pay(peer.stored(customer.id)))
    other = do("another customer", stripe.Customer.create)
    later = {"payment_method": first.payment_method, "off_session": True}
    do("later", lambda: pay(later, 500, customer=customer.id))
    do("later for another", lambda: pay(later, 500, customer=other.id))
    do("later without a card", lambda: pay({**later, "payment_method": "pm_none"}, 500, customer=customer.id))
    # What only localstripe has.
    for step, call in [
        ("token of a number", lambda: stripe.Token.create(card=NUMBER)),
        ("method of a number", lambda: stripe.PaymentMethod.create(type="card", card=NUMBER)),
        ("methods", lambda: stripe.PaymentMethod.list(customer=customer.id, type="card")),
        ("customers", lambda: stripe.Customer.list(limit=1)),
        ("customer changed", lambda: stripe.Customer.modify(customer.id, name="Another")),
        ("detached", lambda: stripe.PaymentMethod.detach(first.payment_method)),
        ("customer deleted", lambda: stripe.Customer.delete(other.id)),
    ]:
        do(step, call)
    # Refused.
    for step, others in [
        ("no amount", {"amount": None}), ("amount of zero", {"amount": 0}), ("negative amount", {"amount": -5}),
        ("amount with decimals", {"amount": "5.5"}), ("amount of letters", {"amount": "five"}),
        ("no currency", {"currency": None}), ("unknown currency", {"currency": "zzz"}),
        ("unknown customer", {"customer": "cus_none"}), ("unknown parameter", {"colour": "red"}),
        ("unknown way of capture", {"capture_method": "never"}), ("text as metadata", {"metadata": "7"}),
    ]:
        form = {"amount": 5, "currency": "usd", **others}
        do(step, lambda: Intent.create(**{name: value for name, value in form.items() if value is not None}))
    for noun, kind in [("intent", Intent), ("charge", stripe.Charge), ("refund", Refund), ("customer", stripe.Customer),
                       ("transaction", stripe.BalanceTransaction), ("event", stripe.Event)]:
        do(f"no {noun}", lambda: kind.retrieve("none"))
    do("no intent to capture", lambda: Intent.capture("pi_none"))
    do("no intent to refund", lambda: Refund.create(payment_intent="pi_none"))
    do("wrong key", lambda: Intent.retrieve(held.id, api_key="pk_other"))
    for noun, kind in [("intents", Intent), ("charges", stripe.Charge), ("refunds", Refund),
                       ("transactions", stripe.BalanceTransaction)]:
        walk(do, trace, noun, kind)
    do("refunds of one", lambda: names(trace, Refund.list(payment_intent=paid.id)))
    do("charges of one", lambda: names(trace, stripe.Charge.list(payment_intent=paid.id)))
    return trace.steps


def names(trace, page):
    return {"names": sorted(trace.replaced(one.id) for one in page.data), "has_more": page.has_more, "url": page.url,
            "object": "page"}


def walk(do, trace, noun, kind):
    """A list, page after page, in its order and without one."""
    found = []
    do(f"first {noun}", lambda: {**names(trace, kind.list(limit=1)), "names": None})
    do(f"{noun}", lambda: found.extend(trace.replaced(one.id) for one in kind.list(limit=2).auto_paging_iter())
       or {"object": "page", "names": sorted(found)})
    do(f"{noun} in order", lambda: {"object": "page", "names": found})
    do(f"{noun} after none", lambda: names(trace, kind.list(starting_after="none")))


def compare(ours, theirs, step, place, found):
    """Adds the differences of two values to those that were found."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        # An object is the same one wherever it is.
        place = ours.get("object", place)
        if place != theirs.get("object", place):
            found[step, "result"] = (ours, theirs)
            return
        for name in ours.keys() | theirs.keys():
            compare(ours.get(name, NONE), theirs.get(name, NONE), step, f"{place}.{name}", found)
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for left, right in zip(ours, theirs):
            compare(left, right, step, place, found)
    elif type(ours) is not type(theirs) or ours != theirs:
        found[step, place] = (ours, theirs)


def judge(ours, theirs):
    found, used, unnamed = {}, set(), []
    for step in ours:
        compare(ours[step], theirs[step], step, "", found)
    named = {name for names in DIFFERENCES.values() for name in names.split(", ")}
    for side, members in (("here", ONLY_HERE), ("there", ONLY_THERE)):
        named |= {f"{noun}.{name} {side}" for noun, names in members.items() for name in names.split()}
    for (step, place), values in found.items():
        side = " there" if values[0] == NONE else " here" if values[1] == NONE else ""
        fitting = {place, place + side, f"{step}: {place}"} & named
        used |= fitting
        if not fitting:
            unnamed.append(f"{step}: {place}: {values[0]!r} here, {values[1]!r} there")
    check("each difference is named", not unnamed, unnamed)
    check("each named difference was found", named == used, named - used)
    done(f"{len(ours)} calls give the same but for {len(named)} differences that are named")


stripe.max_network_retries = 0
traces = []
for Peer in (Sandbox, Localstripe):
    peer = Peer()
    try:
        if Peer is Sandbox:
            peer.call("POST", "/merchants", {"identifier": MERCHANT, "description": "Shop"})
        traces.append(calls(peer))
    finally:
        peer.stop()
judge(*traces)
