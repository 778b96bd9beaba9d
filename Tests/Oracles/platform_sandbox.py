"""The parts that the scripts of the platforms' SDKs have in common: a sandbox with its platforms, checks, and a shop's end of
webhooks.

Standard input of such a script: one JSON object with the keys quince (the program), folder, certificate and key (of a shop),
and perhaps kills and seed. Standard output: a line for each thing that was checked. A check that fails ends the script with
its reason.
"""

import base64
import http.server
import json
import os
import pathlib
import random
import re
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.request

import sandbox_client

PAGES = pathlib.Path(__file__).parents[2] / "Documentation/Platforms"
order = json.load(sys.stdin)
MERCHANT = sandbox_client.MERCHANT


def check(what, condition, found=None):
    if not condition:
        raise SystemExit(f"failed: {what}: {found!r}")


def done(what):
    print(what, flush=True)


def wait_for(what, condition, found=lambda: None):
    """What a condition gives once it is met."""
    for _ in range(200):
        if met := condition():
            return met
        time.sleep(0.05)
    raise SystemExit(f"failed: {what} did not come: {found()!r}")


def together(number, call):
    """Calls from several threads at once."""
    threads = [threading.Thread(target=call) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def rows(file, query, values=()):
    """The rows of a query of the sandbox's records; a change is kept."""
    records = sqlite3.connect(os.path.join(order["folder"], file))
    try:
        with records:
            return records.execute(query, values).fetchall()
    finally:
        records.close()


def written():
    """All that the platforms have written to the records, as one text."""
    tables = rows("sandbox.sqlite", "SELECT name FROM sqlite_master WHERE name LIKE 'platform_%' AND type = 'table'")
    cells = [cell for name, in tables for row in rows("sandbox.sqlite", f"SELECT * FROM {name}") for cell in row]
    return "\n".join(cell.decode("latin-1") if isinstance(cell, bytes) else str(cell) for cell in cells)


def opened(sandbox, recurring=False):
    """A payment whose token is sealed to a certificate of the shop's own and opened here: its card and cryptogram."""
    shop = sandbox_client.Shop(order["certificate"], order["key"])
    payload, cryptogram = shop.opened(sandbox.call("POST", "/wallet/payments", shop.order(recurring)))
    return payload, base64.b64encode(cryptogram).decode()


class Sandbox:
    """A running sandbox, and calls of its own API. A script's own class has the name of its platform, the merchant of the
    platform in messages of the network, and a method connect for its SDK."""

    current = None
    platform = acceptor = None

    def __init__(self):
        Sandbox.current = self
        self.process = subprocess.Popen(
            [order["quince"], "sandbox", "--state", order["folder"], "--platforms", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the sandbox does not start")
        self.ready = json.loads(line)
        self.account = self.ready["platforms"][self.platform]
        self.connect()

    def made_on_page(self, **account):
        """The names that the code on the platform's page makes, with some members of the account replaced."""
        page = (PAGES / f"{self.platform.title()}.md").read_text()
        names = {"ready": {"platforms": {self.platform: self.account | account}}}
        exec(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1], names)
        return names

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
        self.call("POST", "/platforms/faults", {"platform": self.platform, "fault": fault, **others})

    def scenario(self, name):
        self.call("POST", "/network/scenarios", {"scenario": name, "merchant": self.acceptor})

    def advance(self, seconds):
        self.call("POST", "/clock", {"advanceSeconds": seconds})

    def apple_pay(self, amount="10.75", currency="USD", **typed):
        """The token of a payment on the sandbox's phone, which is sealed to the platform's key."""
        return self.call("POST", "/wallet/payments", {
            "merchantIdentifier": MERCHANT, "platform": self.platform,
            "request": {
                "countryCode": "US", "currencyCode": currency, "merchantCapabilities": ["supports3DS"],
                "supportedNetworks": ["visa"], "total": {"label": "Shop", "amount": amount}, **typed,
            },
        })["payment"]["token"]

    def holds(self, state):
        """The number of the platform's payments at the card network in a state."""
        return rows("network.sqlite", "SELECT COUNT(*) FROM network_payment WHERE merchant = ? AND state = ?",
                    [self.acceptor, state])[0][0]

    def settled(self):
        """Waits until no operation is in progress, and compares the platform's records with the card network's."""
        wait_for("the end of an operation", lambda: not rows(
            "sandbox.sqlite", "SELECT 1 FROM platform_operation WHERE state = 'inProgress'"))
        check("no key is left in progress",
              not rows("sandbox.sqlite", "SELECT 1 FROM platform_idempotency WHERE status IS NULL"))
        ours = rows("sandbox.sqlite", """
            SELECT SUM(CASE WHEN o.kind = 'capture' THEN o.amount ELSE 0 END),
                SUM(CASE WHEN o.kind = 'refund' THEN o.amount ELSE 0 END),
                SUM(CASE WHEN o.kind = 'authorize' AND p.state = 'authorized' THEN o.amount ELSE 0 END)
            FROM platform_operation o JOIN platform_payment p ON p.identifier = o.payment
            WHERE o.state = 'succeeded' AND o.platform = ?""", [self.platform])
        theirs = rows("network.sqlite", """
            SELECT SUM(captured), SUM(refunded), SUM(CASE WHEN state = 'open' THEN held ELSE 0 END)
            FROM network_payment WHERE merchant = ?""", [self.acceptor])
        check("the network and the platform agree", theirs == ours and ours[0][0] > 0, (theirs, ours))

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()


def kill_during_answer(sandbox, attempt):
    """Ends the process while the network's answer to an authorization is on its way."""
    before = sandbox.holds("open")
    sandbox.scenario("late-answer")
    thread = threading.Thread(target=attempt)
    thread.start()
    wait_for("the network's hold", lambda: sandbox.holds("open") == before + 1)
    sandbox.kill()
    thread.join()


def kill_again_and_again(sandbox, card, do, repeat):
    """Ends the process again and again while callers pay, capture and refund, each call with a key of its own.

    card gives what a payment needs, and do does a call and gives the payment; both give None where the connection ended.
    repeat does a call again that had no answer, and checks what comes of it."""
    chance = random.Random(order["seed"])
    left = 0

    def load(name, unanswered):
        number = 0
        while (made := card(sandbox)) is not None:
            payment, number = None, number + 1
            for kind in ("pay", "capture", "refund"):
                call = (kind, payment, f"{name}-{number}-{kind}", made)
                answer = do(sandbox, *call)
                if answer is None:
                    unanswered.append(call)
                    return
                payment = payment or answer

    for turn in range(order["kills"]):
        unanswered, places = [], iter(range(4))
        threads = threading.Thread(
            target=together, args=(4, lambda: load(f"{turn}-{next(places)}", unanswered)))
        threads.start()
        time.sleep(0.5 + chance.random())
        sandbox.kill()
        threads.join()
        left += rows("sandbox.sqlite", "SELECT COUNT(*) FROM platform_operation WHERE state = 'inProgress'")[0][0]
        sandbox = type(sandbox)()
        sandbox.settled()
        for call in unanswered:
            repeat(sandbox, *call)
        sandbox.settled()
    done(f"killed {order['kills']} times under load, {left} operations in progress: nothing is lost, doubled or open")
    return sandbox


class Shop(http.server.BaseHTTPRequestHandler):
    """Takes webhooks. A script's own class has a method that gives the event of a message with a right signature, and raises
    an error of the kind wrong for any other."""

    events = []
    refused = []
    wrong = ()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            self.events.append(self.event(body))
            self.send_response(200)
        except self.wrong:
            self.refused.append(body)
            self.send_response(400)
        self.end_headers()

    def log_message(self, *_):
        pass

    @classmethod
    def open(cls):
        """The URL at which it listens from now on."""
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), cls)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/"
