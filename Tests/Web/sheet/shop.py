"""A sandbox, and a shop on this machine that takes payments in it, for the tests of the sheet's page.

The shop's server does what a merchant's does: it asks the gateway for merchant sessions, with its certificate, and it
is given the payments. How it answers a payment is decided by a test.
"""

import contextlib
import http.server
import json
import os
import pathlib
import signal
import ssl
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Tests/Oracles"))

import sandbox_client  # noqa: E402

MERCHANT = "merchant.com.example.shop"
DOMAIN = "shop.example.com"


class Sandbox:
    """A process of `quince sandbox`, with a merchant in it."""

    def __init__(self, quince, folder):
        self.folder = pathlib.Path(folder)
        self.process = subprocess.Popen(
            [quince, "sandbox", "--state", f"{folder}/sandbox", "--json"], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
        )
        self.ready = json.loads(self.process.stdout.readline())
        self.call("/merchants", {"identifier": MERCHANT, "description": "Shop"})
        self.call(f"/merchants/{MERCHANT}/domains", {"domain": DOMAIN, "fetched": False})
        self._certificate("identity", "merchantIdentity", ["-newkey", "rsa:2048"])
        serial = self._certificate(
            "shop", "paymentProcessing", ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
        )
        certificate = self.call(f"/certificates/{serial}")
        if certificate["state"] != "active":
            self.call(f"/certificates/{serial}/activate", {})
        self.merchant = sandbox_client.Shop(self.folder / "shop.pem", self.folder / "shop.key")

    def _certificate(self, name, kind, key):
        request = self.folder / f"{name}.csr"
        subprocess.run(
            ["openssl", "req", "-new", *key, "-nodes", "-keyout", self.folder / f"{name}.key", "-subj", "/CN=shop",
             "-out", request], check=True, stderr=subprocess.DEVNULL,
        )
        issued = self.call(f"/merchants/{MERCHANT}/certificates", {"kind": kind, "request": request.read_text()})
        (self.folder / f"{name}.pem").write_text(issued["certificate"])
        return issued["serialNumber"]

    def call(self, path, body=None):
        """What the sandbox's API answers; a body makes it a POST."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.ready['token']}", "Content-Type": "application/json"}
        try:
            with urllib.request.urlopen(urllib.request.Request(self.ready["api"] + path, data, headers)) as answer:
                return json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refusal:
            raise RuntimeError(f"{path}: {refusal.code} {refusal.read().decode()}") from None

    def merchant_session(self, validation_url):
        """A merchant session, asked for as the shop's server does."""
        context = ssl.create_default_context(cafile=self.ready["ca"])
        context.load_cert_chain(self.folder / "identity.pem", self.folder / "identity.key")
        body = {"merchantIdentifier": MERCHANT, "displayName": "Shinobi", "initiative": "web",
                "initiativeContext": DOMAIN}
        with urllib.request.urlopen(validation_url, json.dumps(body).encode(), context=context) as answer:
            return answer.read()

    def close(self):
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(timeout=60)


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.split("?")[0]
        pages = ROOT / "Tests/Web/sheet/pages"
        file = (pages / path.lstrip("/")).resolve()
        if path == "/favicon.ico":
            return self.answer(204, b"", "text/plain")
        if not file.is_file() or pages not in file.parents:
            return self.answer(404, b"", "text/plain")
        text = file.read_text().replace("{{wallet}}", self.server.wallet)
        kind = "text/html" if file.suffix == ".html" else "text/javascript"
        self.answer(200, text.encode(), f"{kind}; charset=utf-8")

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.path == "/merchant-session":
            session = self.server.sandbox.merchant_session(body["validationURL"])
            self.server.after_session()
            return self.answer(200, session, "application/json")
        if self.path == "/charge":
            self.server.payments.append(body)
            results = self.server.results
            result = results.pop(0) if results else {"status": 0}
            return self.answer(200, json.dumps(result).encode(), "application/json")
        self.answer(404, b"", "text/plain")

    def answer(self, status, body, kind):
        # A page that goes away does not wait for its answers.
        with contextlib.suppress(ConnectionError):
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, *_):
        pass


class ShopServer(http.server.ThreadingHTTPServer):
    request_queue_size = 128
    daemon_threads = True


class Shop:
    """The shop's server and its sandbox."""

    def __init__(self, quince):
        self.quince = quince
        self.folder = tempfile.TemporaryDirectory(prefix="quince-sheet-")
        self.sandbox = Sandbox(quince, self.folder.name)
        self.server = ShopServer(("127.0.0.1", 0), Handler)
        self.server.sandbox = self.sandbox
        self.server.wallet = self.wallet = self.sandbox.ready["wallet"]
        self.origin = f"http://localhost:{self.server.server_address[1]}"
        self.reset()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def reset(self):
        """Forgets payments and what a test decided."""
        self.server.payments = self.payments = []
        self.server.results = self.results = []
        self.server.after_session = lambda: None

    def opened(self, payment):
        """What is in a payment's token, which an independent decrypter opens with the merchant's key."""
        return self.sandbox.merchant.opened({"payment": payment})[0]

    def charged(self, payment):
        """The card network's answer, field 39, to a payment's authorization."""
        payload, cryptogram = self.sandbox.merchant.opened({"payment": payment})
        return sandbox_client.charge(
            self.sandbox.ready["network"], payload, cryptogram, merchant=MERCHANT,
            minor_units=payload["transactionAmount"],
        )

    def close(self):
        self.server.shutdown()
        self.server.server_close()
        self.sandbox.close()
        self.folder.cleanup()
