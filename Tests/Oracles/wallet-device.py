#!/usr/bin/env python3
"""A shop's web service for orders, written to Apple's pages, for the devices of "quince sandbox".

Standard input, a line each: the program, and an empty folder. It starts the sandbox, kills it and starts it again,
pays, and looks at what the device asks, and at what its Wallet then has. It prints "a device followed its orders" and
ends with status 0, or with the assertion that failed.

Source: Apple, Wallet Orders, "Retrieve the latest version of an order" and the pages of the other endpoints.
"""

import http.server
import json
import os
import signal
import subprocess
import sys
import threading
import time
from email.utils import formatdate

import requests

program, folder = (line.strip() for line in sys.stdin)
os.chdir(folder)
TYPE, TOKEN = "order.com.example.shop", "0123456789abcdef-secret"
ORIGIN = "https://pay.shop.example"


def run(*arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Sandbox:
    def __init__(self):
        self.process = subprocess.Popen(
            [program, "sandbox", "--state", "state", "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)
        self.ready = json.loads(self.process.stdout.readline())

    def call(self, method, path, body=None):
        answer = requests.request(
            method, self.ready["api"] + path, json=body, timeout=60,
            headers={"Authorization": f"Bearer {self.ready['token']}"})
        assert TOKEN not in answer.text, "the order's token is in an answer"
        return answer

    def orders(self, language="en"):
        return self.call("GET", f"/devices/phone/orders?language={language}").json()["orders"]

    def order(self, identifier):
        """An order of the Wallet; without members while it has none."""
        return next((found for found in self.orders() if found["orderIdentifier"] == identifier), {})

    def end(self, how):
        self.process.send_signal(how)
        self.process.wait(60)


def eventually(condition, what, patience=40):
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if condition():
            return
        time.sleep(0.05)
    raise AssertionError(what)


class Shop:
    """What the shop has, and what its web service answers."""

    def __init__(self):
        self.packages, self.tokens, self.tag, self.seen = {}, {}, 0, []
        self.fault, self.faults = None, {}
        self.before_answer = self.before_end = lambda: None
        self.listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()
        self.address = f"127.0.0.1:{self.listener.server_port}"

    def make(self, name, second, **members):
        """Makes a package of an order, as it is in this second. Returns its bytes and its time."""
        when = f"2026-01-01T00:00:{second:02}Z"
        order = {
            "schemaVersion": 1, "orderType": "ecommerce", "status": "open", "orderTypeIdentifier": TYPE,
            "orderIdentifier": name, "orderNumber": name, "createdAt": "2026-01-01T00:00:00Z", "updatedAt": when,
            "merchant": {"merchantIdentifier": "merchant.com.example", "displayName": "shop", "url": ORIGIN},
            "orderManagementURL": f"{ORIGIN}/orders/{name}", "statusDescription": "soon",
            "webServiceURL": f"{ORIGIN}/wallet", "authenticationToken": TOKEN, **members}
        os.makedirs("source/en.lproj", exist_ok=True)
        os.makedirs("source/zh-Hans.lproj", exist_ok=True)
        with open("source/order.json", "w", encoding="utf-8") as file:
            json.dump(order, file)
        for language, shop, soon in (("en", "A Shop", "Soon"), ("zh-Hans", "商店", "很快")):
            with open(f"source/{language}.lproj/order.strings", "w", encoding="utf-16") as file:
                file.write(f'"shop" = "{shop}";\n"soon" = "{soon}";\n')
        run("order", "make", "source", "--key", "order.key", "--certificate", "order.cer", "--certificate",
            "authorities/developer-relations-rsa.pem", "--out", "made.order")
        with open("made.order", "rb") as file:
            return file.read(), formatdate(1767225600 + second, usegmt=True)

    def put(self, name, second, **members):
        self.tag += 1
        self.packages[name] = *self.make(name, second, **members), self.tag


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        path, _, query = self.path.partition("?")
        token = self.headers.get("Authorization")
        kind, *names = path.removeprefix("/wallet/v1/").split("/")
        shop.seen.append((self.command, kind, names, query, token, self.headers.get("If-Modified-Since"), body))
        if shop.fault == "lost":
            self.close_connection = True
            return
        status, fields, content = self.asked(kind, names, query, token, body)
        self.send_response(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def asked(self, kind, names, query, token, body):
        if shop.fault in (302, 401, 500):
            return shop.fault, {"Location": f"http://{shop.address}/elsewhere"}, b""
        if shop.fault == "registration" and self.command == "POST":
            return 401, {}, b""
        if kind == "orders":
            assert (names[0], token) == (TYPE, f"AppleOrder {TOKEN}"), (names, token)
            package, modified, _ = shop.packages[names[1]]
            if shop.fault in shop.faults:
                package = shop.faults[shop.fault]
            elif self.headers.get("If-Modified-Since") == modified:
                return 304, {}, b""
            return 200, {"Last-Modified": modified, "Content-Type": "application/vnd.apple.finance.order"}, package
        device, _, order_type, *order = names
        if self.command == "GET":
            assert token is None and order_type == TYPE, token
            since = int(query.removeprefix("ordersModifiedSince=") or "0")
            names = [name for name, (_, _, tag) in shop.packages.items() if tag > since]
            if not names:
                return 204, {}, b""
            if shop.fault == "list":
                return 200, {}, b'{"serialNumbers":[],"lastUpdated":"1"}'
            changed = {"orderIdentifiers": names, "lastModified": str(shop.tag)}
            shop.before_answer()
            return 200, {}, json.dumps(changed).encode()
        assert token == f"AppleOrder {TOKEN}", token
        if self.command == "DELETE":
            shop.before_end()
            return (200 if shop.tokens.pop((device, order[0]), None) else 401), {}, b""
        known = (device, order[0]) in shop.tokens
        shop.tokens[device, order[0]] = body["pushToken"]
        return (200 if known else 201), {}, b""

    do_GET = do_POST = do_DELETE = answer


def pay(name):
    """Pays in a shop whose page names an order for Wallet."""
    details = {"orderTypeIdentifier": TYPE, "orderIdentifier": name, "webServiceURL": f"{ORIGIN}/wallet",
               "authenticationToken": TOKEN}
    paid = sandbox.call("POST", "/wallet/payments", {
        "merchantIdentifier": "merchant.com.example",
        "request": {"countryCode": "US", "currencyCode": "USD", "merchantCapabilities": ["supports3DS"],
                    "supportedNetworks": ["visa"], "total": {"label": "Shop", "amount": "1.00"}},
        "updates": {"paymentauthorized": {"status": 0, "orderDetails": details}}}).json()
    assert paid.get("outcome") == "paid", paid


def push():
    """Pushes to every device that is registered, as APNs takes it."""
    for token in set(shop.tokens.values()):
        answer = requests.post(
            f"{sandbox.ready['gateway']}/3/device/{token}", data="{}", headers={"apns-topic": TYPE}, timeout=60,
            cert=("order.pem", "order.key"), verify="state/ca.pem")
        assert answer.status_code == 200, answer.text


def state(name):
    return sandbox.order(name).get("order", {}).get("status")


run("merchant", "register", TYPE, "--name", "Orders", "--state", "state")
run("merchant", "register", "merchant.com.example", "--name", "Shop", "--state", "state")
for kind, identifier, name in (("order", TYPE, "order"), ("processing", "merchant.com.example", "first")):
    run("merchant", "csr", "--kind", kind, "--key", f"{name}.key", "--request", f"{name}.csr")
    run("merchant", "certificate", identifier, "--kind", kind, "--request", f"{name}.csr", "--out", f"{name}.cer",
        "--state", "state")
subprocess.run(["openssl", "x509", "-inform", "DER", "-in", "order.cer", "-out", "order.pem"], check=True)
run("merchant", "authorities", "--out", "authorities", "--state", "state")
sandbox = Sandbox()
shop = Shop()

# A web service whose place nobody has said is not asked, and its place must be on this machine.
pay("1001")
eventually(lambda: "no address is set" in (sandbox.order("1001").get("problem") or ""), "no problem is told")
for wrong in ({"origin": ORIGIN, "address": "192.0.2.1:443"}, {"origin": ORIGIN + "/x", "address": shop.address},
              {"origin": "http://pay.shop.example", "address": shop.address}):
    assert sandbox.call("PUT", "/order-services", wrong).status_code == 422, wrong
shop.put("1001", 1)
assert sandbox.call("PUT", "/order-services", {"origin": ORIGIN, "address": shop.address}).status_code == 200
eventually(lambda: sandbox.order("1001").get("isRegistered"), "the device did not register")
found = sandbox.order("1001")
assert "problem" not in found and found["order"]["orderNumber"] == "1001", found
assert "authenticationToken" not in found["order"], found
[(device, name)] = shop.tokens
assert name == "1001" and len(device) == 64 and len(bytes.fromhex(shop.tokens[device, name])) == 32, shop.tokens

# The order's own texts are in the language of the page, and in English where the package does not have it.
for language, merchant, title, soon in (("en", "A Shop", "Order 1001", "Soon"), ("zh", "商店", "订单 1001", "很快"),
                                        ("ru", "A Shop", "Заказ 1001", "Soon")):
    view = sandbox.orders(language)[0]["view"]
    assert (view["merchant"], view["title"], view["description"]) == (merchant, title, soon), view
assert view["management"]["link"] == f"http://{shop.address}/orders/1001", view["management"]

# After a push the device looks at what changed, since the last list, and fetches with the last time.
shop.seen.clear()
push()
eventually(lambda: any(seen[0] == "GET" and seen[1] == "orders" for seen in shop.seen), "nothing was fetched")
assert shop.seen[0][:2] == ("GET", "devices") and shop.seen[0][3] == "", shop.seen
assert shop.seen[1][5] == shop.packages["1001"][1], shop.seen
shop.put("1001", 2, status="completed")
push()
eventually(lambda: state("1001") == "completed", "the change is not in the Wallet")
assert any(seen[3] == "ordersModifiedSince=1" for seen in shop.seen), shop.seen

# A push during a look is not missed.
shop.put("1002", 1)
pay("1002")
eventually(lambda: sandbox.order("1002").get("isRegistered"), "the device did not register")
shop.put("1001", 3)
push()
eventually(lambda: sandbox.order("1001")["order"]["updatedAt"].endswith("03Z"), "the change is not in the Wallet")


def change_now():
    shop.before_answer = lambda: None
    shop.put("1002", 2, status="completed")
    push()


shop.before_answer = change_now
shop.put("1001", 4, status="cancelled")
push()
eventually(lambda: state("1001") == "cancelled", "the change is not in the Wallet")
eventually(lambda: state("1002") == "completed", "the change during a look is not in the Wallet")

# What goes wrong is told, changes nothing, and is over when the web service is right again.
older = shop.make("1001", 3)[0]
other = shop.packages["1002"][0]
changed = bytearray(shop.packages["1001"][0])
changed[changed.index(b"order.json") + 20] ^= 1
shop.faults = {"older": older, "other": other, "changed": bytes(changed), "no package": b"<html></html>"}
for fault, problem in ((500, "with 500"), (401, "with 401"), (302, "with 302"), ("lost", "has not answered"),
                       ("older", "older"), ("other", "another order"), ("changed", "faults"),
                       ("no package", "faults")):
    shop.put("1001", 4, status="cancelled")
    shop.packages["1001"] = shop.packages["1001"][0], formatdate(usegmt=True), shop.tag
    shop.fault = fault
    assert sandbox.call("POST", f"/devices/phone/orders/{found['number']}/look").status_code == 202
    eventually(lambda: problem in (sandbox.order("1001").get("problem") or ""),
               f"{fault}: {sandbox.order('1001').get('problem')}")
    assert state("1001") == "cancelled", fault
    shop.fault = None
    if fault != 500:  # The first is over by itself; the others are not waited for.
        sandbox.call("POST", f"/devices/phone/orders/{found['number']}/look")
    eventually(lambda: "problem" not in sandbox.order("1001"), f"{fault} is not over")
shop.put("1001", 5)
shop.fault = "list"
shop.seen.clear()
push()
eventually(lambda: shop.seen, "the list is not asked for")
shop.fault = None
eventually(lambda: state("1001") == "open", "a wrong list is the end")

# A device that is not registered has the order all the same.
shop.put("1003", 1)
shop.fault = "registration"
pay("1003")
eventually(lambda: "registration" in (sandbox.order("1003").get("problem") or ""), "no problem is told")
assert state("1003") == "open", sandbox.order("1003")
shop.fault = None
eventually(lambda: sandbox.order("1003")["isRegistered"], "the device did not register")
for text, address in (("a\0b", ORIGIN), ("x" * 5000, ORIGIN), ("1004", "http://pay.shop.example")):
    answer = sandbox.call("POST", "/devices/phone/orders", {
        "orderTypeIdentifier": TYPE, "orderIdentifier": text, "webServiceURL": address, "authenticationToken": TOKEN})
    assert answer.status_code == 422, (answer.status_code, answer.text)

# What was due when the sandbox was killed is done by the next one, and a second order goes the same way.
shop.fault = 500
pay("2001")
eventually(lambda: "with 500" in (sandbox.order("2001").get("problem") or ""), "no problem is told")
sandbox.end(signal.SIGKILL)
shop.put("2001", 1)
shop.fault = None
sandbox = Sandbox()
eventually(lambda: sandbox.order("2001").get("isRegistered"), "the order is forgotten")
assert len({device for device, _ in shop.tokens}) == 1 and len(shop.tokens) == 4, shop.tokens

# An order that is added again while the web service is told of its removal is registered again.


def add_again():
    shop.before_end = lambda: None
    answer = sandbox.call("POST", "/devices/phone/orders", {
        "orderTypeIdentifier": TYPE, "orderIdentifier": "2001", "webServiceURL": f"{ORIGIN}/wallet",
        "authenticationToken": TOKEN})
    assert answer.status_code == 202, answer.text


shop.before_end = add_again
shop.seen.clear()
assert sandbox.call("DELETE", f"/devices/phone/orders/{sandbox.order('2001')['number']}").status_code == 204
eventually(lambda: any(seen[0] == "POST" and seen[2][-1] == "2001" for seen in shop.seen), "no second registration")
eventually(lambda: sandbox.order("2001").get("isRegistered"), "the device did not register")
assert len(shop.tokens) == 4, shop.tokens

# A removed order is not shown any more, and the web service is told, also where it answers later only.
shop.fault = 500
for order in sandbox.orders():
    assert sandbox.call("DELETE", f"/devices/phone/orders/{order['number']}").status_code == 204
    assert sandbox.call("DELETE", f"/devices/phone/orders/{order['number']}").status_code == 404
assert sandbox.orders() == [] and len(shop.tokens) == 4
shop.fault = None
eventually(lambda: not shop.tokens, "the device is registered still")
sandbox.end(signal.SIGTERM)
assert sandbox.process.returncode == 0, sandbox.process.returncode
print("a device followed its orders")
