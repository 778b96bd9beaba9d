"""`quince demo`, and a shop's page without a browser, which pays through the wallet's API and answers its events."""

import base64
import hashlib
import http.server
import itertools
import json
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import urllib.error
import urllib.request

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import load_der_public_key, load_pem_private_key

NUMBERS = itertools.count(1)


class Demo:
    """The program, in a folder of its own that is deleted at the end."""

    def __init__(self, quince, *options):
        self.folder = tempfile.mkdtemp(prefix="quince-xray-")
        self.errors = open(f"{self.folder}/errors", "w+")
        self.process = subprocess.Popen(
            [quince, "demo", "--state", f"{self.folder}/state", "--no-browser", "--json", *options],
            stdout=subprocess.PIPE, stderr=self.errors, text=True, start_new_session=True)
        line = self.process.stdout.readline()
        if not line:
            self.close()
            raise RuntimeError("quince demo did not start")
        self.ready = json.loads(line)
        self.server = f"{self.folder}/state/server"
        merchant = json.loads(pathlib.Path(f"{self.server}/server.json").read_text())["merchant"]
        self.merchant = merchant["identifier"]

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(120)
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def file(self, name):
        return pathlib.Path(f"{self.server}/{name}").read_text()

    def xray(self, path, body=None, **fields):
        """Asks the x-ray, as no browser does."""
        request = urllib.request.Request(
            self.ready["xray"] + path, None if body is None else json.dumps(body).encode(), headers=fields)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as failure:
            return failure.code, json.loads(failure.read() or b"null")

    def story(self, number):
        return self.xray(f"/payments/{number}")[1]

    def newest(self):
        return self.xray("/payments")[1]["payments"][0]["number"]

    def call(self, url, body, key, **fields):
        request = urllib.request.Request(
            url, json.dumps(body).encode(),
            {"Content-Type": "application/json", "Authorization": f"Bearer {key}", **fields})
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as failure:
            return json.loads(failure.read())

    def pay(self, amount="29.27", steps=("authorize",), capture=True, charges=True, **members):
        """Pays once, with further members of the request. Returns the wallet's answer, the shop's answers, and the payment's number in the x-ray."""
        page = Page(self, amount, capture, charges)
        total = {"label": "Shinobi Store", "amount": amount}
        request = {
            "countryCode": "US", "currencyCode": "USD", "merchantCapabilities": ["supports3DS"],
            "supportedNetworks": ["visa"], "total": total,
            "requiredShippingContactFields": ["postalAddress", "name", "email", "phone"], **members}
        answer = self.call(f"{self.ready['api']}/wallet/payments", {
            "merchantIdentifier": self.merchant, "request": request, "shopper": list(steps),
            "updates": page.url, "domain": "shop.example.com"}, self.ready["token"])
        page.close()
        return answer, page.charged, self.newest()

    def opened(self, token):
        """The payload of a token, decrypted by Python's cryptography with the merchant's key.

        Source: Apple, Payment token format reference, "Restoring the symmetric key".
        """
        data = token["paymentData"]
        key = load_pem_private_key(self.file("processing/first.key").encode(), None)
        peer = load_der_public_key(base64.b64decode(data["header"]["ephemeralPublicKey"]))
        shared = key.exchange(ec.ECDH(), peer)
        party = hashlib.sha256(self.merchant.encode()).digest()
        derived = hashlib.sha256(b"\0\0\0\1" + shared + b"\x0did-aes256-GCM" + b"Apple" + party).digest()
        return json.loads(AESGCM(derived).decrypt(bytes(16), base64.b64decode(data["data"]), None))


class Page:
    """What a shop's page answers, as a server that the sandbox calls."""

    def __init__(self, demo, amount, capture, charges):
        self.demo, self.amount, self.capture, self.charges = demo, amount, capture, charges
        self.charged = []
        self.reference = f"cart-{next(NUMBERS)}"
        page = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_):
                pass

            def do_POST(self):
                event = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                body = json.dumps(page.answer(event)).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        self.listener = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.listener.server_port}/"
        threading.Thread(target=self.listener.serve_forever, daemon=True).start()

    def answer(self, event):
        if event["type"] != "paymentauthorized":
            return {"newTotal": {"label": "Shinobi Store", "amount": self.amount}}
        if not self.charges:
            return {"status": 0}
        ready = self.demo.ready
        self.charged.append(self.demo.call(f"{ready['server']}/payments", {
            "token": event["payment"], "amount": self.amount, "currency": "USD", "reference": self.reference,
            "capture": self.capture, "lines": [{"title": "Shinobi Cuddly Toy", "amount": self.amount}],
        }, ready["apiKey"], **{"Idempotency-Key": f"{self.reference}-{len(self.charged)}"}))
        return {"status": self.charged[-1].get("applePay", {"status": 1})["status"]}

    def close(self):
        self.listener.shutdown()
        self.listener.server_close()
