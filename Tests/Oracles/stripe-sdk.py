#!/usr/bin/env python3
"""Uses the sandbox's Stripe with Stripe's own SDK, unmodified, over the whole life of payments.

Standard input: one JSON object with the keys quince (the program) and folder. Standard output: a line for each thing that
was checked. A check that fails ends the script with its reason.
"""

import base64
import http.server
import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request

import stripe

order = json.load(sys.stdin)
MERCHANT = "merchant.com.example"


class Sandbox:
    """A running sandbox, and calls of its own API."""

    def __init__(self):
        self.process = subprocess.Popen(
            [order["quince"], "sandbox", "--state", order["folder"], "--platforms", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the sandbox does not start")
        self.ready = json.loads(line)
        self.stripe = self.ready["platforms"]["stripe"]
        stripe.api_base = self.stripe["url"]
        stripe.api_key = self.stripe["key"]

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        call = urllib.request.Request(
            self.ready["api"] + path, data, method=method,
            headers={"Authorization": "Bearer " + self.ready["token"], "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(call, timeout=60) as answer:
            text = answer.read()
            return json.loads(text) if text else {}

    def fault(self, fault, **others):
        self.call("POST", "/platforms/faults", {"platform": "stripe", "fault": fault, **others})

    def scenario(self, name):
        self.call("POST", "/network/scenarios", {"scenario": name, "merchant": "STRIPE000000001"})

    def apple_pay(self, amount="10.75", currency="USD"):
        """A payment on the sandbox's phone, sealed to the platform's key: the token's paymentData as text."""
        answer = self.call("POST", "/wallet/payments", {
            "merchantIdentifier": MERCHANT, "platform": "stripe",
            "request": {
                "countryCode": "US", "currencyCode": currency, "merchantCapabilities": ["supports3DS"],
                "supportedNetworks": ["visa"], "total": {"label": "Shop", "amount": amount},
            },
        })
        return answer["payment"]["token"]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Shop(http.server.BaseHTTPRequestHandler):
    """Takes webhooks, and checks them as merchants do."""

    events = []
    refused = []
    secret = None

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = stripe.Webhook.construct_event(body, self.headers["Stripe-Signature"], Shop.secret)
            Shop.events.append(event)
            self.send_response(200)
        except stripe.SignatureVerificationError:
            Shop.refused.append(body)
            self.send_response(400)
        self.end_headers()

    def log_message(self, *_):
        pass


def check(what, condition, found=None):
    if not condition:
        raise SystemExit(f"failed: {what}: {found!r}")


def done(what):
    print(what, flush=True)


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


def wait_for(what, condition):
    for _ in range(200):
        if condition():
            return
        time.sleep(0.05)
    raise SystemExit(f"failed: {what} did not come: {[event.type for event in Shop.events]}")


def token(sandbox, amount="10.75", currency="USD"):
    paid = sandbox.apple_pay(amount, currency)
    return stripe.Token.create(
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
