"""A client of WebDriver BiDi, https://w3c.github.io/webdriver-bidi/, for Firefox, which listens for it by itself."""

import base64
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile

from webdriver import Ended, Failure

PREFERENCES = {
    "remote.active-protocols": 1,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "toolkit.telemetry.enabled": False,
    "app.update.disabledForTesting": True,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


class WebSocket:
    """Texts to and from a server on this machine: https://www.rfc-editor.org/rfc/rfc6455"""

    def __init__(self, port, path):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode())
        self.stream = self.socket.makefile("rb")
        status = self.stream.readline()
        if b" 101 " not in status:
            raise Failure(f"the browser refuses the connection: {status.decode().strip()}")
        while self.stream.readline().strip():
            pass

    def _frame(self, kind, data):
        mask = os.urandom(4)
        size = len(data)
        if size < 126:
            header = struct.pack(">BB", 0x80 | kind, 0x80 | size)
        elif size < 65536:
            header = struct.pack(">BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            header = struct.pack(">BBQ", 0x80 | kind, 0x80 | 127, size)
        repeated = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(size, "big")
        self.socket.sendall(header + mask + masked)

    def send(self, text):
        self._frame(1, text.encode())

    def receive(self):
        message = b""
        while True:
            start = self.stream.read(2)
            if len(start) < 2:
                raise Ended("the browser has ended")
            first, second = start
            size = second & 0x7F
            if size == 126:
                size = struct.unpack(">H", self.stream.read(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.stream.read(8))[0]
            data = self.stream.read(size)
            kind = first & 0x0F
            if kind == 8:
                raise Ended("the browser closed the connection")
            if kind == 9:
                self._frame(10, data)
                continue
            message += data
            if first & 0x80:
                return message.decode()


class Firefox:
    """One Firefox with a profile of its own that is deleted at the end; it does what `webdriver.Browser` does."""

    name = "Firefox"

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="quince-web-")
        self.number = 0
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        with open(f"{self.folder}/user.js", "w") as preferences:
            preferences.writelines(lines)
        program = shutil.which("firefox-esr") or "firefox"
        self.process = subprocess.Popen(
            [program, "--headless", "--no-remote", "--remote-debugging-port", "0", "--profile", self.folder],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env={**os.environ, "HOME": self.folder, "MOZ_CRASHREPORTER_DISABLE": "1"},
        )
        try:
            self.connection = WebSocket(self._announced_port(), "/session")
            capabilities = self._send("session.new", {"capabilities": {}})["capabilities"]
            self.version = capabilities["browserVersion"]
            self.page = self._send("browsingContext.getTree", {})["contexts"][0]["context"]
            self.context = self.page
            self.logged = []
            self._send("session.subscribe", {"events": ["log.entryAdded"]})
        except BaseException:
            self.close()
            raise

    def _announced_port(self):
        for line in self.process.stderr:
            found = re.search(r"WebDriver BiDi listening on ws://[^:]+:(\d+)", line)
            if found:
                return int(found.group(1))
        raise Failure("Firefox ended before it listened")

    def _send(self, method, parameters):
        self.number += 1
        self.connection.send(json.dumps({"id": self.number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.connection.receive())
            if answer.get("method") == "log.entryAdded":
                entry = answer["params"]
                self.logged.append({"level": entry["level"], "message": entry["text"] or ""})
            if answer.get("id") != self.number:
                continue
            if answer["type"] == "error":
                raise Failure(f"{answer['error']}: {answer['message']}")
            return answer["result"]

    def open(self, url):
        self._send("browsingContext.navigate", {"context": self.page, "url": url, "wait": "complete"})

    def _call(self, function, arguments=()):
        answer = self._send("script.callFunction", {
            "functionDeclaration": function, "awaitPromise": True, "target": {"context": self.context},
            "arguments": [{"type": "string", "value": argument} for argument in arguments],
            "userActivation": False,
        })
        if answer["type"] == "exception":
            raise Failure(answer["exceptionDetails"]["text"])
        return answer["result"]

    def run(self, script, *arguments):
        """Runs the body of a function in the page; its last argument takes the result."""
        function = (
            "(given) => new Promise((done) => { (function () {" + script
            + "}).call(window, ...JSON.parse(given), done); }).then((value) => JSON.stringify(value ?? null))"
        )
        return json.loads(self._call(function, [json.dumps(arguments)])["value"])

    def _element(self, selector):
        found = self._call("(selector) => document.querySelector(selector)", [selector])
        if found["type"] == "null":
            raise Failure(f"there is no {selector}")
        return {"type": "element", "element": {"sharedId": found["sharedId"]}}

    def click(self, selector):
        # As WebDriver does: https://www.w3.org/TR/webdriver2/#element-click
        show = "(selector) => { document.querySelector(selector)?.scrollIntoView({ block: 'nearest' }); }"
        self._call(show, [selector])
        self._act({"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": self._element(selector)},
            {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]})

    def press(self, key):
        self._act({"type": "key", "id": "keyboard", "actions": [
            {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]})

    def _act(self, source):
        self._send("input.performActions", {"context": self.context, "actions": [source]})

    def switch_to_frame(self, selector):
        if selector is None:
            self.context = self.page
            return
        window = self._call("(selector) => document.querySelector(selector).contentWindow", [selector])
        self.context = window["value"]["context"]

    def log(self):
        """What the console got since it was asked last."""
        logged, self.logged = self.logged, []
        return logged

    def close(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
