"""A WebDriver client: the few commands of https://www.w3.org/TR/webdriver2/ that the tests of pages send."""

import http.client
import json
import os
import shutil
import signal
import subprocess
import tempfile

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


class Failure(Exception):
    """What the driver answered instead of a value."""


class Ended(Failure):
    """The browser has ended by itself."""


class Browser:
    """One Chromium, driven by chromedriver, with a profile of its own that is deleted at the end."""

    name = "Chromium"

    def __init__(self, arguments=()):
        self.folder = tempfile.mkdtemp(prefix="quince-web-")
        self.session = None
        # Its own process group: chromedriver's children must not outlive it.
        self.process = subprocess.Popen(
            ["chromedriver", "--port=0", "--log-level=SEVERE"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True,
            env={**os.environ, "TMPDIR": self.folder, "HOME": self.folder},
        )
        try:
            self.port = self._announced_port()
            options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
                                "--host-resolver-rules=MAP *.example 127.0.0.1",
                                f"--user-data-dir={self.folder}/profile", *arguments]}
            binary = shutil.which("chromium") or shutil.which("chromium-browser")
            if binary:
                options["binary"] = binary
            capabilities = {"browserName": "chrome", "goog:chromeOptions": options,
                            "goog:loggingPrefs": {"browser": "ALL"},
                            "timeouts": {"script": 60000, "pageLoad": 20000}}
            answer = self._send("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
            self.session = answer["sessionId"]
            self.version = answer["capabilities"]["browserVersion"]
        except BaseException:
            self.close()
            raise

    def _announced_port(self):
        for line in self.process.stdout:
            if "started successfully on port" in line:
                return int(line.rstrip(".\n").rsplit(" ", 1)[1])
        raise Failure("chromedriver ended before it listened")

    def _send(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            data = None if body is None else json.dumps(body)
            connection.request(method, path, data, {"Content-Type": "application/json"})
            value = json.loads(connection.getresponse().read())["value"]
        finally:
            connection.close()
        if isinstance(value, dict) and "error" in value:
            kind = Ended if value["error"] == "invalid session id" else Failure
            raise kind(f"{value['error']}: {value['message']}")
        return value

    def command(self, method, path, body=None):
        return self._send(method, f"/session/{self.session}{path}", body)

    def open(self, url):
        """Opens a page, three times at most: of a hundred browsers one misses the end of its first page's loading."""
        for attempt in range(3):
            try:
                return self.command("POST", "/url", {"url": url})
            except Failure as failure:
                if attempt == 2 or not str(failure).startswith("timeout"):
                    raise

    def back(self):
        self.command("POST", "/back", {})

    def run(self, script, *arguments):
        """Runs the body of a function in the page; its last argument takes the result."""
        return self.command("POST", "/execute/async", {"script": script, "args": list(arguments)})

    def find(self, selector):
        return self.command("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.command("POST", f"/element/{self.find(selector)}/click", {})

    def press(self, key):
        self.command("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": [
            {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}]})

    def switch_to_frame(self, selector):
        frame = None if selector is None else {ELEMENT: self.find(selector)}
        self.command("POST", "/frame", {"id": frame})

    def log(self):
        return self.command("POST", "/se/log", {"type": "browser"})

    def close(self):
        try:
            if self.session:
                self.command("DELETE", "")
        except (Failure, OSError):
            pass
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)
