"""A shop's receiver of events, which kill -9 does not rob of any.

Reads from its input {"quince": PROGRAM, "config": FILE, "kills": N, "seed": N}. It serves webhooks on loopback, and checks
each message with the library of Standard Webhooks. Again and again it starts quince server, lets API keys be added and
revoked, each of which is an event, and kills the server with SIGKILL. Now and then the receiver fails or closes the
connection, once for an event: the server repeats an event that failed twice only after minutes. At last the server runs
until the receiver has every event of GET /events. It prints a JSON object.
"""

import http.server
import json
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.request

from standardwebhooks.webhooks import Webhook

task = json.load(sys.stdin)
chance = random.Random(task["seed"])
lock = threading.Lock()
received, problems, secret, failed = [], [], [], set()
fails = {"share": 0.2}


class Receiver(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        with lock:
            try:
                Webhook(secret[0]).verify(body, dict(self.headers.items()))
                event = json.loads(body)
                if event["id"] != self.headers["webhook-id"]:
                    problems.append(f"the id of {event['id']} is another one in the header")
            except Exception as error:
                problems.append(f"{type(error).__name__}: {error}")
                event = None
            lot = chance.random()
            is_failing = event and event["id"] not in failed and lot < fails["share"]
            if is_failing:
                failed.add(event["id"])
            elif event:
                received.append(event)
        if is_failing and lot < fails["share"] / 2:
            self.close_connection = True
            self.connection.close()
            return
        self.send_response(500 if is_failing else 204)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def run(*words):
    done = subprocess.run([task["quince"], "server", *words, "--config", task["config"]], capture_output=True, text=True)
    if done.returncode != 0:
        problems.append(f"quince server {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


class Server:
    def __init__(self):
        self.process = subprocess.Popen(
            [task["quince"], "server", "--config", task["config"], "--listen", "127.0.0.1:0", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.url = json.loads(self.process.stdout.readline())["server"]

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.url + path, method=method, data=json.dumps(body).encode() if body else None,
            headers={"authorization": f"Bearer {key}", "content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def events(self):
        found, position = [], start
        while True:
            page = self.call("GET", f"/events?after={position}&limit=500")
            if not page["events"]:
                return found
            found += page["events"]
            position = page["position"]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


receiver = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=receiver.serve_forever, daemon=True).start()
key = json.loads(run("key", "add", "--name", "operator", "--role", "back-office", "--json"))["apiKey"]
server = Server()
start = server.call("GET", "/events?limit=500")["position"]
secret.append(server.call("POST", "/webhooks", {"url": f"http://127.0.0.1:{receiver.server_port}/"})["secret"])
server.kill()

for number in range(task["kills"]):
    server = Server()
    for _ in range(chance.randrange(1, 4)):
        made = json.loads(run("key", "add", "--name", f"key {number}", "--role", "shop", "--json"))
        run("key", "revoke", made["identifier"])
    time.sleep(chance.random() * 0.3)
    server.kill()

fails["share"] = 0
server = Server()
events = server.events()
wanted = {event["id"] for event in events}
end = time.monotonic() + 1_500
while time.monotonic() < end:
    with lock:
        if wanted <= {event["id"] for event in received}:
            break
    time.sleep(0.2)
server.process.send_signal(signal.SIGTERM)
server.process.wait()

ids = [event["id"] for event in received]
lost = wanted - set(ids)
if lost:
    problems.append(f"{len(lost)} of {len(wanted)} events did not arrive")
if set(ids) - wanted:
    problems.append("events arrived that are not in the log")
bodies = {}
for event in received:
    if bodies.setdefault(event["id"], event) != event:
        problems.append(f"{event['id']} came with two contents")
first = {}
for place, event in enumerate(received):
    first.setdefault(event["id"], place)
lanes = {}
for event in events:
    lanes.setdefault(event["data"]["key"], []).append(event["id"])
for lane in lanes.values():
    places = [first[name] for name in lane if name in first]
    if places != sorted(places):
        problems.append(f"{lane} arrived in another order")
print(json.dumps({"kills": task["kills"], "events": len(wanted), "messages": len(ids), "problems": problems}))
