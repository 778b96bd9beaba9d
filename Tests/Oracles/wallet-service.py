#!/usr/bin/env python3
"""Checks web services for Wallet orders with one fault each, which are proxies of a right one, by "quince order check".

Standard input, a line each: the URL of the right service, the program, a package, an older package of the same order,
the root that packages are trusted under, and the names of the faults. It prints a line for each fault: its name, and
the names that the program reports. No check may leave a registration behind.
"""

import http.server
import json
import subprocess
import sys
import threading
import urllib.error
import urllib.request

registrations = set()
right, program, package, older, root, *names = (line.strip() for line in sys.stdin)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self):
        fault, path = self.path[1:].split("/", 1)
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length) if length else None
        fields = {name: self.headers[name] for name in (
            "Authorization", "Content-Type", "If-Modified-Since") if self.headers[name]}
        kind = self.command, path.split("/")[1], "Authorization" in fields
        strange = path.split("?")[0].split("/")[2].endswith("-0") if "/devices/" in path else False
        forged = fields.get("Authorization") == "AppleOrder quince-check-0000"
        status, head, content = self.ask(path, fields, body)
        if kind == ("POST", "devices", True):
            registrations.add(path)
        if kind == ("DELETE", "devices", True):
            registrations.discard(path)
        listing = kind == ("GET", "devices", False) and not strange
        since = "ordersModifiedSince" in path

        def when(name, condition, *new):
            return new if fault == name and condition else (status, head, content)

        package = kind == ("GET", "orders", True) and not forged and status in (200, 304)
        with open(older, "rb") as file:
            status, head, content = when("packageOlder", package and status == 200, 200, head, file.read())
        status, head, content = when("packageStatus", package, 302, {"Location": "/"}, b"")
        status, head, content = when("notModified", package and status == 304, 200, head, b"again")
        status, head, content = when(
            "lastModifiedMissing", package, status, {"Last-Modified": "yesterday"}, content)
        status, head, content = when(
            "packageWithoutToken", kind == ("GET", "orders", False), 200, {}, b"order")
        status, head, content = when("packageWithAnotherToken", forged, 403, {}, b"")
        status, head, content = when(
            "registerWithoutToken", kind == ("POST", "devices", False), 201, {}, b"")
        status, head, content = when("registerStatus", status == 201, 200, {}, b"")
        status, head, content = when(
            "registerAgainStatus", kind == ("POST", "devices", True) and status == 200, 201, {}, b"")
        status, head, content = when("listStatus", listing and not since and content, 500, {}, b"")
        whole = listing and not since and status == 200
        status, head, content = when(
            "listForm", whole, 200, head, b'{"serialNumbers":[],"lastUpdated":"1"}')
        status, head, content = when(
            "listWithoutOrder", whole, 200, head, b'{"orderIdentifiers":[],"lastModified":"9223372036854775807"}')
        status, head, content = when("listRepeated", listing and since, 200, {}, b"{}")
        status, head, content = when("listOfStranger", strange, 404, {}, b"")
        status, head, content = when(
            "unregisterWithoutToken", kind == ("DELETE", "devices", False), 200, {}, b"")
        status, head, content = when(
            "unregisterStatus", kind == ("DELETE", "devices", True), 204, {}, b"")
        status, head, content = when(
            "listAfterUnregistering", listing and status == 204 and not since, 200, {}, b"{}")
        status, head, content = when("logStatus", "/log" in path, 405, {}, b"")
        if fault == "unreachable" and "/log" in path or fault == "listUnanswered" and listing:
            self.close_connection = True
            return
        self.send_response(status)
        for name in ("Last-Modified", "Location"):
            if name in head:
                self.send_header(name, head[name])
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if status not in (204, 304):
            self.wfile.write(content)

    def ask(self, path, fields, body):
        request = urllib.request.Request(
            f"{right}/{path}", data=body, headers=fields, method=self.command)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as error:
            return error.code, dict(error.headers), error.read()

    do_GET = do_POST = do_DELETE = answer


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
for name in ["none"] + names + ["listUnanswered"]:
    run = subprocess.run(
        [
            program, "order", "check", package, "--root", root, "--json",
            "--service-url", f"http://127.0.0.1:{server.server_port}/{name}",
        ],
        capture_output=True, text=True,
    )
    assert run.returncode == (0 if name == "none" else 1), (name, run.stdout, run.stderr)
    assert not registrations, (name, registrations)
    print(name, *(fault["name"] for fault in json.loads(run.stdout)["faults"]))
