"""The web site of the tests: this repository's files, on free ports of the loopback interface.

A page says which headers it is served with, in comments at its beginning:

    <!-- header Content-Security-Policy: script-src 'self' -->
"""

import http.server
import pathlib
import re
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = re.compile(r"<!-- header ([A-Za-z-]+): (.*?) -->")
KINDS = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".json": "application/json", ".css": "text/css"}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path = self.path.split("?")[0]
        file = (ROOT / path.lstrip("/")).resolve()
        if path == "/data.json" and self.server.data:
            file = self.server.data
        elif path == "/favicon.ico":
            return self.answer(204, b"", {})
        elif not file.is_file() or ROOT not in file.parents:
            return self.answer(404, b"", {})
        body = file.read_bytes()
        headers = {"Content-Type": KINDS.get(file.suffix, "application/octet-stream")}
        if file.suffix == ".html":
            other = f"http://127.0.0.1:{self.server.other_port}"
            text = body.decode().replace("{{other-origin}}", other)
            for name, value in HEADER.findall(text):
                headers[name] = value
            body = text.encode()
        self.answer(200, body, headers)

    def answer(self, status, body, headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    # A browser opens more connections at once than Python's five.
    request_queue_size = 128
    daemon_threads = True


class Site:
    """Two origins with the same files, so that a page can hold a frame of another origin."""

    def __init__(self, data=None):
        self.data = data

    def __enter__(self):
        self.servers = [Server(("127.0.0.1", 0), Handler) for _ in range(2)]
        ports = [server.server_address[1] for server in self.servers]
        for server, other in zip(self.servers, reversed(ports)):
            server.other_port = other
            server.data = self.data
            threading.Thread(target=server.serve_forever, daemon=True).start()
        self.origin = f"http://127.0.0.1:{ports[0]}"
        return self

    def __exit__(self, *_):
        for server in self.servers:
            server.shutdown()
            server.server_close()
