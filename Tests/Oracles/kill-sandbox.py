#!/usr/bin/env python3
"""Kills a sandbox under load, again and again, and looks at what the next one knows.

Standard input: one JSON object with the keys quince (the program), folder, kills, seed, certificate and key (PEM files of
a merchant of its own) and request (a signing request in PEM). Standard output: one JSON object with the number of kills,
of answers before them, and the problems that were found.
"""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

import sandbox_client

order = json.load(sys.stdin)
chance = random.Random(order["seed"])
folder = order["folder"]
problems = []
# What was answered, over all kills.
known = {"merchants": set(), "certificates": set(), "testers": set(), "cards": set()}
counters = []  # Of the payments of one card, in the order of the answers.
approvals = []
lock = threading.Lock()
number = 0


class Sandbox:
    def __init__(self):
        self.process = subprocess.Popen(
            [order["quince"], "sandbox", "--state", folder, "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("the sandbox does not start again")
        self.ready = json.loads(line)

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        call = urllib.request.Request(
            self.ready["api"] + path, data, method=method,
            headers={"Authorization": "Bearer " + self.ready["token"], "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(call, timeout=120) as answer:
            text = answer.read()
            return json.loads(text) if text else {}

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


shop = sandbox_client.Shop(order["certificate"], order["key"])


def next_number():
    global number
    with lock:
        number += 1
        return number


def pay(sandbox):
    answer = sandbox.call("POST", "/wallet/payments", shop.order())
    if answer["outcome"] != "paid":
        raise ValueError(f"a payment was not paid: {answer.get('detail')}")
    payload, proof = shop.opened(answer)
    with lock:
        # The number of a payment is the second and the third byte of its cryptogram.
        counters.append(proof[1] << 8 | proof[2])
    return payload, proof


def charge(sandbox):
    if sandbox_client.charge(sandbox.ready["network"], *pay(sandbox)) != "00":
        raise RuntimeError("the card network did not approve")
    with lock:
        approvals.append(None)


def set_up_merchant(sandbox):
    name = f"merchant.com.n{next_number()}"
    sandbox.call("POST", "/merchants", {"identifier": name, "description": "Shop"})
    with lock:
        known["merchants"].add(name)
    body = {"kind": "paymentProcessing", "request": sandbox_client.read(order["request"])}
    issued = sandbox.call("POST", f"/merchants/{name}/certificates", body)
    with lock:
        known["certificates"].add((name, issued["serialNumber"]))


def set_up_device(sandbox):
    number = next_number()
    address = f"n{number}@example.com"
    sandbox.call("POST", "/testers", {"emailAddress": address, "countryCode": "US"})
    with lock:
        known["testers"].add(address)
    sandbox.call("POST", "/devices", {"identifier": f"d{number}"})
    card = {"number": "5555555555554444", "expiry": "12/35"}
    made = sandbox.call("POST", f"/devices/d{number}/cards", card)
    with lock:
        known["cards"].add((f"d{number}", made["identifier"]))


def load(sandbox, work):
    while True:
        try:
            work(sandbox)
        except urllib.error.HTTPError as error:
            with lock:
                problems.append(f"{work.__name__}: status {error.code}: {error.read()[:200]}")
            return
        except Exception as error:  # The package http.client has many for a connection that ends.
            if not killed.is_set():
                with lock:
                    problems.append(f"{work.__name__}: {error!r}")
            return


def check(sandbox):
    """Compares what was answered with what is there."""
    merchants = {entry["identifier"] for entry in sandbox.call("GET", "/merchants")["merchants"]}
    problems.extend(f"lost: {name}" for name in known["merchants"] - merchants)
    for name, serial in list(known["certificates"])[-20:]:
        found = sandbox.call("GET", f"/certificates/{serial}")
        if found["state"] != "active":
            problems.append(f"certificate {serial} of {name} is {found['state']}")
    testers = {entry["emailAddress"] for entry in sandbox.call("GET", "/testers")["testers"]}
    problems.extend(f"lost: {address}" for address in known["testers"] - testers)
    for device, card in list(known["cards"])[-20:]:
        cards = sandbox.call("GET", f"/devices/{device}")["cards"]
        if [entry["identifier"] for entry in cards] != [card]:
            problems.append(f"the card {card} of {device} is lost")
    if len(set(counters)) != len(counters):
        problems.append("a counter was used twice")
    highest = max(counters, default=0)
    charge(sandbox)
    if counters[-1] <= highest:
        problems.append(f"the counter went back from {highest} to {counters[-1]}")
    for file in ("sandbox.sqlite", "network.sqlite"):
        database = sqlite3.connect(os.path.join(folder, file))
        if database.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            problems.append(f"{file} is damaged")
        if database.execute("PRAGMA foreign_key_check").fetchone():
            problems.append(f"{file}: a reference leads nowhere")
        if file == "network.sqlite":
            lines, total = database.execute("SELECT COUNT(*), SUM(amount) FROM posting").fetchone()
            kept = database.execute("SELECT COUNT(*) FROM network_payment").fetchone()[0]
            if kept < len(approvals):
                problems.append(f"{len(approvals)} payments were approved, and {kept} are there")
            if not lines or total != 0:
                problems.append(f"the ledger of {lines} lines does not balance: {total}")
        database.close()


answers = 0
for turn in range(order["kills"]):
    killed = threading.Event()
    sandbox = Sandbox()
    if turn:
        check(sandbox)
    work = [pay, charge, set_up_merchant, set_up_device]
    threads = [threading.Thread(target=load, args=(sandbox, each)) for each in work]
    for thread in threads:
        thread.start()
    time.sleep(chance.uniform(0.02, 0.6))
    killed.set()
    sandbox.kill()
    for thread in threads:
        thread.join()
    answers = len(counters) + len(approvals) + sum(len(values) for values in known.values())
    if problems:
        break
sandbox = Sandbox()
check(sandbox)
sandbox.kill()
print(json.dumps({"kills": turn + 1, "answers": answers, "problems": problems[:20]}))
