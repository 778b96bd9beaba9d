#!/usr/bin/env python3
"""Kills a merchant's servers and the sandbox under load, again and again, and looks at what became of the payments.

A client pays, stores credentials, charges and ends them, captures and refunds over HTTP and makes each request again with its
idempotency key until it has a final answer. At the end its answers are compared with the servers' records and with the card
network's own ledger, also for each credential.

On SQLite another program works on the server's file meanwhile, every file is checked whenever the program that has it was
killed, and checkpoint-locks.c says under which locks the programs copy their logs.

Standard input: one JSON object with the keys quince (the program), folder, kills, seed, servers (how many), postgresql
(the address of an empty database, or null for SQLite) and init (options of quince server --init for a payment platform that
charges, whose name is the second one; empty for the card network), and perhaps patience, the seconds in which everything has
to be settled after the last kill: Adyen's reversals are at an end after ten minutes. Standard output: one JSON object with
the number of kills, of final answers, and the problems that were found.
"""

import atexit
import collections
import http.client
import json
import multiprocessing
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time

order = json.load(sys.stdin)
chance = random.Random(order["seed"])
folder = order["folder"]
state, shop, line = (os.path.join(folder, name) for name in ("sandbox", "shop", "sandbox.json"))
problems = []
lock = threading.Lock()
stopping = threading.Event()
FAILURES = (OSError, http.client.HTTPException)
environment = dict(os.environ)
locks_log = os.path.join(folder, "locks")
if not order["postgresql"]:
    library = os.path.join(folder, "checkpoint-locks.so")
    source = os.path.join(os.path.dirname(__file__), "checkpoint-locks.c")
    subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
    environment |= {"LD_PRELOAD": library, "CHECKPOINT_LOG": locks_log, "CHECKPOINT_MILLISECONDS": "5"}


class Child:
    """A program that prints one JSON line when it is ready, and is started again after each kill."""

    def __init__(self, first, later):
        self.first, self.later, self.process, self.ready = first, later, None, None
        self.start()

    def start(self):
        arguments = self.first if self.ready is None else self.later(self.ready)
        # A service manager would start it again too, where a busy database does not take it at once.
        end = time.monotonic() + 60
        while True:
            with open(os.path.join(folder, "log"), "ab") as log:
                self.process = subprocess.Popen(
                    [order["quince"], *arguments], stdout=subprocess.PIPE, stderr=log,
                    env=environment,
                )
            text = self.process.stdout.readline()
            if text:
                break
            self.process.wait()
            self.process.stdout.close()
            if time.monotonic() > end:
                with open(os.path.join(folder, "log"), "rb") as log:
                    raise SystemExit(f"{arguments[0]} does not start: {log.read()[-500:]}")
            time.sleep(0.5)
        self.ready = json.loads(text)
        atexit.register(self.process.kill)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


def host(url):
    return url.split("//")[-1]


def call(url, method, path, token, body=None, key=None, limit=60):
    """Status, body and header of an answer."""
    fields = {"Authorization": "Bearer " + token}
    if body is not None:
        fields["Content-Type"] = "application/json"
    if key is not None:
        fields["Idempotency-Key"] = key
    connection = http.client.HTTPConnection(host(url), timeout=limit)
    try:
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.headers
    finally:
        connection.close()


def tool(*arguments):
    made = subprocess.run([order["quince"], *arguments], stdout=subprocess.PIPE, check=True, timeout=120)
    return json.loads(made.stdout)


def free_ports(count):
    """The first of some free ports in a row, below those that the system gives away."""
    while True:
        first = chance.randrange(20_000, 30_000)
        try:
            for port in range(first, first + count):
                with socket.socket() as trial:
                    trial.bind(("127.0.0.1", port))
            return first
        except OSError:
            continue


serving = ["sandbox", "--state", state, "--json"]
if order["init"]:
    serving += ["--platforms-at", f"127.0.0.1:{free_ports(8)}"]
sandbox = Child(
    serving,
    lambda ready: [
        *serving, "--listen", host(ready["api"]), "--network", ready["network"], "--gateway", host(ready["gateway"]),
    ],
)
with open(line, "w") as file:
    json.dump(sandbox.ready, file)
setup = tool("server", "--init", shop, "--sandbox", line, "--json", *order["init"])
config, token, merchant = setup["config"], setup["apiKey"], setup["merchantIdentifier"]
with open(config) as file:
    settings = json.load(file)
for platform in ("checkout", "braintree"):
    if platform in order["init"]:
        # On one machine nothing is on its way for long.
        settings["platforms"][platform]["arrivalSeconds"] = "3"
settings["limits"] = {"requestsPerMinutePerKey": 1_000_000, "requestsPerMinutePerAddress": 1_000_000}
if order["postgresql"]:
    secret = os.path.join(folder, "database")
    with os.fdopen(os.open(secret, os.O_CREAT | os.O_WRONLY, 0o600), "w") as file:
        file.write(order["postgresql"] + "\n")
    settings["database"] = {"postgresqlFile": secret}
with open(config, "w") as file:
    json.dump(settings, file)
if order["postgresql"]:
    token = tool("server", "key", "add", "--config", config, "--role", "back-office", "--json")["apiKey"]
servers = [
    Child(
        ["server", "--config", config, "--listen", "127.0.0.1:0", "--json"],
        lambda ready: ["server", "--config", config, "--listen", host(ready["server"]), "--json"],
    )
    for _ in range(order["servers"])
]


if order["init"]:
    platform = order["init"][1]
    for server in servers:
        endpoint = {"platform": platform, "url": f"{server.ready['server']}/webhooks/{platform}"}
        call(sandbox.ready["api"], "POST", "/platforms/endpoints", sandbox.ready["token"], json.dumps(endpoint))


class Request:
    """A request that is made until it has a final answer."""

    def __init__(self, path, body, key, first=None):
        self.path, self.body, self.key, self.first = path, body, key, first
        self.status, self.bytes, self.statuses = None, None, []

    def once(self, patience=60):
        """Makes the request; whether the answer is final."""
        server = self.first or random.choice(servers)
        self.first = None
        try:
            status, body, fields = call(
                server.ready["server"], "POST", self.path, token, self.body, self.key, patience,
            )
        except FAILURES:
            return False
        self.statuses.append(status)
        if status in (409, 503) and json.loads(body)["code"] in (
            "requestInProgress", "operationOpen", "databaseUnavailable",
        ):
            return False
        # A payment whose network was not reached is over: the shopper authorizes again.
        if status in (202, 500, 503) or status == 502 and self.path != "/payments":
            return False
        if self.status is not None and (self.status, self.bytes) != (status, body):
            problem(f"{self.path} {self.key}: {self.status} became {status}: {self.bytes} {body}")
        self.status, self.bytes = status, body
        return True

    def settle(self, tries):
        for _ in range(tries):
            if self.once():
                return True
            time.sleep(random.uniform(0.02, 0.2))
        return False


def problem(text):
    with lock:
        problems.append(text)


requests = collections.defaultdict(list)  # By reference: the requests for one payment.
numbers = iter(range(1, 1_000_000))


# The amount of each credential's later payments is its own, by which the network's ledger is searched.
amounts, numbers_of_credentials = {}, iter(range(1, 1_000_000))


def new_token(recurring):
    request = {
        "countryCode": "US", "currencyCode": "USD", "merchantCapabilities": ["supports3DS"],
        "supportedNetworks": ["visa"], "total": {"label": "Shop", "amount": "1.07"},
    }
    if recurring:
        request["recurringPaymentRequest"] = {
            "paymentDescription": "Club", "managementURL": "https://shop.example.com/club",
            "regularBilling": {"label": "Club", "amount": "1.07", "paymentTiming": "recurring"},
        }
    body = json.dumps({"merchantIdentifier": merchant, "request": request})
    status, answer, _ = call(sandbox.ready["api"], "POST", "/wallet/payments", sandbox.ready["token"], body)
    return json.loads(answer)["payment"] if status == 200 else None


def refunded(captured):
    """Braintree refunds no part of what is not settled."""
    return captured if "braintree" in order["init"] else "0.12"


def follow_up(reference, payment, verb, amount):
    request = Request(f"/payments/{payment}/{verb}", json.dumps({"amount": amount}), f"{reference}-{verb}")
    requests[reference].append(request)
    if request.settle(8) and request.status != 200:
        problem(f"{verb} of {payment}: {request.status} {request.bytes}")
    return request.status == 200


def charge(paid, amount):
    """The answer to a payment that was made, by a token or a credential, and perhaps captured and refunded."""
    with lock:
        reference = f"cart-{next(numbers)}"
    captures = random.random() < 0.4
    body = json.dumps({
        **paid, "amount": amount, "currency": "USD", "reference": reference, "capture": captures,
        "lines": [{"title": "Subtotal", "amount": amount}],
    })
    request = Request("/payments", body, reference)
    requests[reference].append(request)
    if not request.settle(8) or request.status != 201:
        return None
    made = json.loads(request.bytes)
    # The platform or the network was not reached for the capture: the shop captures later.
    if captures and made["captured"] == "0.00":
        return made
    kind = random.random()
    if not captures and kind < 0.5 and not follow_up(reference, made["id"], "capture", "0.40"):
        return made
    if (captures or kind < 0.25) and random.random() < 0.5:
        follow_up(reference, made["id"], "refund", refunded(amount if captures else "0.40"))
    return made


def pay():
    stores = random.random() < 0.3
    payment = new_token(stores)
    if payment is None:
        return
    made = charge({"token": payment, **({"store": {"use": "unscheduled"}} if stores else {})}, "1.07")
    # An approval that recovery finds stores nothing.
    if not stores or made is None or "credential" not in made:
        return
    credential = made["credential"]
    with lock:
        cents = 200 + next(numbers_of_credentials)
        amounts[credential] = f"{cents // 100}.{cents % 100:02}"
    later = {"credential": credential, "initiator": "merchant"}
    for _ in range(random.randrange(1, 4)):
        charge(later, amounts[credential])
    if random.random() < 0.3 and end(credential) and charge(later, amounts[credential]):
        problem(f"{credential} was charged after its end")


def end(credential):
    """Whether a credential was ended."""
    for _ in range(8):
        try:
            server = random.choice(servers)
            status, _, _ = call(server.ready["server"], "DELETE", f"/credentials/{credential}", token)
            if status == 200:
                return True
        except FAILURES:
            pass
        time.sleep(random.uniform(0.02, 0.2))
    return False


def load():
    while not stopping.is_set():
        try:
            pay()
        except FAILURES:
            time.sleep(0.05)
        except Exception as error:
            problem(f"{error!r}")
            return


class Visitor:
    """Another program that works on the server's file, by rules that RunningTheServer.md has for such programs."""

    def __init__(self, path):
        self.path, self.copy = path, path + ".copy"
        processes = multiprocessing.get_context("fork")
        self.kept, self.copies, self.ending = processes.Value("q", 0), processes.Value("q", 0), processes.Event()
        self.process = processes.Process(target=self.work, daemon=True)
        self.process.start()

    def connect(self):
        database = sqlite3.connect(self.path, timeout=60, isolation_level=None)
        # Only copy_log copies the log.
        database.execute("PRAGMA wal_autocheckpoint = 0")
        # With five pages a transaction of a hundred rows is in the log before it ends.
        database.execute("PRAGMA cache_size = 5")
        return database

    def work(self):
        self.chance = random.Random(order["seed"])
        self.database, self.lock = self.connect(), self.connect()
        self.database.execute("CREATE TABLE visit (number INTEGER PRIMARY KEY, filling BLOB NOT NULL) STRICT")
        while not self.ending.is_set():
            self.chance.choice([self.write, self.write, self.roll_back, self.copy_log, self.copy_file])()
            time.sleep(self.chance.uniform(0, 0.05))

    def insert(self, rows):
        self.database.execute("BEGIN IMMEDIATE")
        for _ in range(rows):
            self.database.execute("INSERT INTO visit (filling) VALUES (randomblob(1500))")

    def write(self):
        rows = self.chance.randrange(1, 20)
        self.insert(rows)
        self.database.execute("COMMIT")
        self.kept.value += rows

    def roll_back(self):
        self.insert(100)
        self.database.execute("ROLLBACK")

    def copy_log(self):
        """Copies the log as the server does: a second connection keeps everyone from writing."""
        self.lock.execute("BEGIN IMMEDIATE")
        self.database.execute("PRAGMA wal_checkpoint(PASSIVE)")
        self.lock.execute("ROLLBACK")

    def copy_file(self):
        if os.path.exists(self.copy):
            os.remove(self.copy)
        if self.chance.random() < 0.5:
            self.database.execute("VACUUM INTO ?", (self.copy,))
        else:
            made = sqlite3.connect(self.copy)
            self.database.backup(made, pages=200)
            made.close()
        check_file(self.copy, self.kept.value)
        self.copies.value += 1

    def end(self):
        self.ending.set()
        self.process.join()
        if self.process.exitcode:
            problem(f"the visitor ended with {self.process.exitcode}")


def check_file(path, kept=None):
    """A file is whole, and has the rows that the visitor has committed before."""
    # Otherwise the last one that closes the file would copy the log.
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = database.execute("PRAGMA integrity_check(1)").fetchone()[0]
    if found != "ok":
        raise SystemExit(f"{path} is damaged: {found}")
    if kept is not None and database.execute("SELECT COUNT(*) FROM visit").fetchone()[0] < kept:
        raise SystemExit(f"{path}: committed rows are lost")
    database.close()


payments_file = os.path.join(shop, "payments.sqlite")
visitor = None if order["postgresql"] else Visitor(payments_file)


def check_files(victims):
    if visitor and any(server in victims for server in servers):
        check_file(payments_file, visitor.kept.value)
    if sandbox in victims:
        for name in ("network.sqlite", "sandbox.sqlite"):
            check_file(os.path.join(state, name))


def checkpoints():
    """How many there were of each file."""
    found = collections.Counter()
    if os.path.exists(locks_log):
        with open(locks_log) as file:
            for line in file:
                place, path = line.strip().split(": ")
                found[os.path.basename(path).removesuffix("-shm")] += 1
                if place != "under the write lock":
                    problem(f"a checkpoint {place}: {path}")
    return found


threads = [threading.Thread(target=load) for _ in range(4)]
for thread in threads:
    thread.start()
kills = 0
while kills < order["kills"] and not problems:
    time.sleep(chance.uniform(0.05, 0.8))
    victims = chance.choice([[sandbox], [chance.choice(servers)], [chance.choice(servers)], servers, servers + [sandbox]])
    victims = victims[: order["kills"] - kills]
    for victim in victims:
        victim.kill()
        kills += 1
    check_files(victims)
    time.sleep(chance.uniform(0, 0.3))
    for victim in victims:
        victim.start()
while not problems and not order["postgresql"] and len(checkpoints()) < 3:
    # Until each log was long enough to be copied. Payments write little to the sandbox's own file.
    for _ in range(50):
        body = json.dumps({"identifier": f"merchant.com.n{next(numbers)}", "description": "Shop"})
        call(sandbox.ready["api"], "POST", "/merchants", sandbox.ready["token"], body)
stopping.set()
for thread in threads:
    thread.join()
if visitor:
    visitor.end()


def read(path):
    status, body, _ = call(random.choice(servers).ready["server"], "GET", path, token)
    if status != 200:
        raise SystemExit(f"GET {path}: {status} {body}")
    return json.loads(body)


# What has no final answer gets one now, and what has one gets the same bytes.
deadline = time.monotonic() + 1_500
everything = [request for list_ in requests.values() for request in list_]
for request in everything:
    while not request.once() and time.monotonic() < deadline:
        time.sleep(0.3)
    if request.status is None:
        problem(f"no final answer: {request.path} {request.key} after {request.statuses[-5:]}")


def everyone():
    cursor = ""
    while True:
        page = read("/payments?limit=100" + cursor)
        yield from page["payments"]
        if "next" not in page:
            return
        cursor = "&cursor=" + page["next"]


if "braintree" in order["init"]:
    # What was submitted is captured at the network when it is settled, an hour later.
    call(sandbox.ready["api"], "POST", "/clock", sandbox.ready["token"], '{"advanceSeconds": 3700}')
    settling = sqlite3.connect(os.path.join(state, "sandbox.sqlite"))
    query = "SELECT COUNT(*) FROM platform_payment WHERE expires_at <= ?"
    while settling.execute(query, (time.time() + 3700,)).fetchone()[0] and time.monotonic() < deadline:
        time.sleep(0.3)
while read("/payments?status=pending")["payments"] and time.monotonic() < deadline:
    time.sleep(0.3)
payments = list(everyone())
by_reference = collections.defaultdict(list)
held = owed = later = 0
# By the amount of a credential's payments: what is held, and what is owed.
of_credentials = collections.defaultdict(lambda: [0, 0])


def minor(text):
    return int(text.replace(".", ""))


for payment in payments:
    by_reference[payment["reference"]].append(payment)
    if payment["status"] == "pending" or any(each["status"] == "pending" for each in payment["operations"]):
        problem(f"left open: {payment['id']}")
    if payment["status"] in ("authorized", "captured", "refunded"):
        # These capture once, and release the rest.
        is_whole = payment["captured"] == "0.00" or not {"stripe", "adyen", "braintree"} & set(order["init"])
        now_held = minor(payment["authorized"]) - minor(payment["captured"]) if is_whole else 0
        now_owed = minor(payment["captured"]) - minor(payment["refunded"])
        held, owed = held + now_held, owed + now_owed
        if (credential := payment.get("credential")) and "transactionId" not in payment:
            later += 1
            if payment["authorized"] != amounts.get(credential):
                problem(f"{credential} has {amounts.get(credential)}: {payment}")
            sums = of_credentials[minor(payment["authorized"])]
            sums[:] = sums[0] + now_held, sums[1] + now_owed
        if "order" not in payment:
            problem(f"without an order: {payment['id']}")
for reference, list_ in requests.items():
    first, *others = list_
    found = by_reference.pop(reference, [])
    if len(found) > 1:
        problem(f"{reference} was paid {len(found)} times")
    if first.status == 201:
        if not found or found[0]["status"] not in ("authorized", "captured", "refunded"):
            problem(f"lost: {reference}, {found}")
            continue
        wanted = json.loads(first.bytes)["captured"]
        refund = "0.00"
        for each in others:
            if each.status == 200 and each.path.endswith("capture"):
                wanted = "0.40"
            if each.status == 200 and each.path.endswith("refund"):
                refund = refunded(wanted)
        if (found[0]["captured"], found[0]["refunded"]) != (wanted, refund):
            problem(f"{reference}: {found[0]} and not {wanted} {refund}")
    elif found and found[0]["status"] not in ("declined", "cancelled", "failed"):
        problem(f"{reference} was answered {first.status}, and is {found[0]['status']}")
if by_reference:
    problem(f"payments that nobody asked for: {list(by_reference)}")
answers = collections.Counter(request.status for request in everything)
asked = sum(1 for list_ in requests.values() if list_[0].status == 201 and json.loads(list_[0].body)["capture"])
taken = sum(1 for list_ in requests.values() if list_[0].status == 201 and json.loads(list_[0].bytes)["captured"] != "0.00")
if taken + 1 < asked / 2:
    problem(f"{taken} of {asked} payments were captured with their authorization")
for child in [*servers, sandbox]:
    child.kill()
check_files([*servers, sandbox])
ledger = sqlite3.connect(os.path.join(state, "network.sqlite"))
rows = dict(ledger.execute(
    "SELECT substr(account, 1, instr(account, ':') - 1), SUM(amount) FROM posting"
    " WHERE account LIKE 'held:%' OR account LIKE 'owed:%' GROUP BY 1"
).fetchall())
# The network counts what a cardholder owes as the server counts what it captured.
network = (abs(rows.get("held", 0)), abs(rows.get("owed", 0)))
if network != (held, owed):
    problem(f"the network holds and is owed {network}, the servers say {(held, owed)}")
charged = ledger.execute(
    "SELECT authorized, SUM(CASE WHEN state = 'open' THEN held ELSE 0 END), SUM(captured - refunded)"
    " FROM network_payment WHERE authorized > 200 GROUP BY 1"
)
charged = {amount: [open_, moved] for amount, open_, moved in charged if open_ or moved}
ours = {amount: sums for amount, sums in of_credentials.items() if any(sums)}
if charged != ours:
    problem(f"of credentials the network has {charged}, the servers say {ours}")
if kills >= 20 and not later:
    problem("no credential was charged")
if not order["postgresql"]:
    database = sqlite3.connect(payments_file)
    left = database.execute("SELECT COUNT(*) FROM idempotent_request WHERE worker IS NOT NULL").fetchone()[0]
    if left:
        problem(f"{left} requests are under a lease")
print(json.dumps({
    "kills": kills, "answers": {str(status): count for status, count in answers.items()},
    "reasons": collections.Counter(payment.get("declineReason") for payment in payments),
    "payments": len(payments), "later": later,
    "checkpoints": checkpoints(), "copies": visitor.copies.value if visitor else 0,
    "statuses": collections.Counter(payment["status"] for payment in payments),
    "held": held, "owed": owed, "problems": problems[:20],
}))
