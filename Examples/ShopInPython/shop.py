"""A shop with one product: it knows the price, and asks `quince server` for sessions and payments.

    QUINCE_SERVER   the address of quince server
    QUINCE_API_KEY  an API key of it, of the role shop; or QUINCE_API_KEY_FILE, what `server --init --json` printed
    QUINCE_SCRIPT   the address of apple-pay.js of a sandbox; without it the page is for Safari
    SHOP_LISTEN     where the shop listens; 127.0.0.1:0 unless given
    SHOP_DOMAIN     the page's domain, which the server's configuration has to name; shop.example.com unless given

It prints its address when it is ready, and runs until SIGTERM. It needs nothing but Python's own library.
"""

import json
import os
import pathlib
import secrets
import signal
import sys
import urllib.error
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PRICE = {"amount": "10.75", "currency": "USD"}
FILES = {"/": ("page.html", "text/html; charset=utf-8"), "/page.js": ("page.js", "text/javascript; charset=utf-8")}
LARGEST_BODY = 65_536
FOLDER = pathlib.Path(__file__).parent


def api_key():
    """The key with which the server knows the shop."""
    if file := os.environ.get("QUINCE_API_KEY_FILE"):
        return json.loads(pathlib.Path(file).read_text())["apiKey"]
    return os.environ["QUINCE_API_KEY"]


def call(path, body, key=None):
    """The status and the body of the server's answer."""
    fields = {"Authorization": "Bearer " + api_key(), "Content-Type": "application/json"}
    if key:
        fields["Idempotency-Key"] = key
    request = urllib.request.Request(os.environ["QUINCE_SERVER"] + path, json.dumps(body).encode(), fields)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read()


def session(_):
    """A merchant session for the page's sheet. The server knows Apple's gateway: the page's word is not needed."""
    return call("/apple-pay/session", {"domain": os.environ.get("SHOP_DOMAIN", "shop.example.com")})


def pay(asked):
    """Charges the shop's own price. The same order is charged once, however often the page asks."""
    order = str(asked["order"])
    if not order.isalnum() or len(order) > 40:
        return 400, b"{}"
    body = {"token": asked["payment"], "reference": order, "capture": True, **PRICE}
    return call("/payments", body, key=order)


class Shop(BaseHTTPRequestHandler):
    """Answers the page and its two requests."""

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):  # noqa: N802, a name of the library's
        if self.path == "/order":
            script = os.environ.get("QUINCE_SCRIPT", "")
            order = {"order": secrets.token_hex(8), "price": PRICE, "script": script}
            return self.answer(200, "application/json", json.dumps(order).encode())
        if self.path not in FILES:
            return self.answer(404, "text/plain", b"there is no such page\n")
        name, kind = FILES[self.path]
        return self.answer(200, kind, (FOLDER / name).read_bytes())

    def do_POST(self):  # noqa: N802, a name of the library's
        work = {"/session": session, "/pay": pay}.get(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        if work is None or length > LARGEST_BODY:
            return self.answer(404, "text/plain", b"there is no such page\n")
        try:
            status, body = work(json.loads(self.rfile.read(length)))
        except (ValueError, KeyError, TypeError):
            status, body = 400, b"{}"
        except OSError as failure:
            print(f"shop: {os.environ['QUINCE_SERVER']}: {failure}", file=sys.stderr)
            status, body = 502, b"{}"
        return self.answer(status, "application/json", body)

    def log_message(self, *_):
        """Writes nothing: a path says nothing that the server's log does not."""


def main():
    host, port = os.environ.get("SHOP_LISTEN", "127.0.0.1:0").rsplit(":", 1)
    shop = ThreadingHTTPServer((host, int(port)), Shop)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    print(json.dumps({"shop": f"http://{host}:{shop.server_port}"}), flush=True)
    shop.serve_forever()


if __name__ == "__main__":
    main()
