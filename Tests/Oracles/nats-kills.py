"""Three nodes of NATS with a replicated stream, whose leader is killed while quince server publishes, and the server too.

Reads from its input {"quince": PROGRAM, "config": FILE, "folder": FOLDER}. It makes the stream, writes it into the
configuration, lets API keys be added and revoked, each of which is an event, and kills the stream's leader and then the
server with SIGKILL. The stream, read back by nats-py, must have each event of GET /events once, in order. Then the server
forgets its last events, after JetStream has forgotten their identifiers. It prints a JSON object.
"""

import asyncio
import json
import pathlib
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import urllib.request

import nats
from nats.js.api import StreamConfig

task = json.load(sys.stdin)
config = pathlib.Path(task["config"])
problems = []
started = []
tests = []


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def start(*words, **options):
    started.append(subprocess.Popen(words, stderr=subprocess.DEVNULL, **options))
    return started[-1]


def run(*words):
    done = subprocess.run([task["quince"], "server", *words, "--config", config], capture_output=True, text=True)
    if done.returncode != 0:
        problems.append(f"quince server {' '.join(words)}: {done.stderr.strip()}")
    return done.stdout


def change_keys(count):
    for _ in range(count):
        made = json.loads(run("key", "add", "--name", "a", "--role", "shop", "--json"))
        run("key", "revoke", made["identifier"])


def serve():
    server = start(task["quince"], "server", "--config", config, "--listen", "127.0.0.1:0", "--json",
                   stdout=subprocess.PIPE, text=True)
    return server, json.loads(server.stdout.readline())["server"]


def write(statement, rows):
    path = config.parent / json.loads(config.read_text())["database"]["sqlite"]
    with sqlite3.connect(path, timeout=20) as database:
        database.executemany(statement, rows)


def kill(process):
    process.send_signal(signal.SIGKILL)
    process.wait()


def ask(url, key, method="GET"):
    request = urllib.request.Request(url, method=method, headers={"authorization": f"Bearer {key}"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def events(url, key):
    found = []
    while True:
        after = found[-1]["position"] if found else 0
        page = ask(f"{url}/events?limit=500&after={after}", key)["events"]
        if not page:
            return found
        found += page


async def until(seconds, question):
    """Asks until the answer is there, and says None when it is not in time."""
    end = asyncio.get_running_loop().time() + seconds
    while asyncio.get_running_loop().time() < end:
        try:
            if found := await question():
                return found
        except Exception:  # a cluster without a leader refuses in many ways
            pass
        await asyncio.sleep(0.1)
    return None


async def work():
    ports, routes = free_ports(3), free_ports(3)
    nodes = {}
    for number, (port, route) in enumerate(zip(ports, routes)):
        nodes[f"n{number}"] = start(
            "/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", str(port), "-n", f"n{number}", "-js",
            "-sd", f"{task['folder']}/n{number}", "--cluster_name", "quince", "--cluster", f"nats://127.0.0.1:{route}",
            "--routes", ",".join(f"nats://127.0.0.1:{each}" for each in routes))
    urls = [f"nats://127.0.0.1:{port}" for port in ports]
    client = await until(10, lambda: nats.connect(urls, reconnect_time_wait=0.1, max_reconnect_attempts=-1))
    streams = client.jetstream(timeout=2)
    wanted = StreamConfig(name="quince", subjects=["quince.>"], num_replicas=3)
    await until(15, lambda: streams.add_stream(wanted))

    values = json.loads(config.read_text())
    leader = (await streams.stream_info("quince")).cluster.leader
    urls.sort(key=lambda url: url != f"nats://127.0.0.1:{ports[int(leader[1:])]}")
    values["events"] = {"nats": {"servers": urls}}
    values.pop("webhooks", None)
    config.write_text(json.dumps(values))
    key = json.loads(run("key", "add", "--name", "operator", "--role", "back-office", "--json"))["apiKey"]

    async def has_all(url):
        wanted = len(await asyncio.to_thread(events, url, key)) + len(tests)
        return (await streams.stream_info("quince")).state.messages >= wanted

    async def check(url, moment):
        expected = await asyncio.to_thread(events, url, key)
        found = []
        for number in range(1, (await streams.stream_info("quince")).state.last_seq + 1):
            message = await streams.get_msg("quince", number)
            if message.subject in tests:
                continue
            event = json.loads(message.data)
            if (message.subject, message.headers["Nats-Msg-Id"]) != (f"quince.{event['type']}", event["id"]):
                problems.append(f"{event['id']} is at {message.subject} with another id")
            found.append(event)
        if found != expected:
            names = [[each["position"] for each in some] for some in (found, expected)]
            problems.append(f"{moment}: the stream has {names[0]}, and the log {names[1]}")
        return len(found)

    server, url = serve()
    changes = threading.Thread(target=change_keys, args=(20,))
    changes.start()
    # The leader is killed within a batch, and with it the server's connection, so that the server records a failure.
    added = [(f"{number:016x}",) for number in range(600)]
    write("INSERT INTO event (time, type, subject) VALUES (unixepoch(), 'key.added', ?)", added)
    before = 0
    while before < 100:
        await asyncio.sleep(0.005)
        before = (await streams.stream_info("quince")).state.messages
    kill(nodes[leader])
    await asyncio.sleep(1)
    kill(server)
    server, url = serve()
    await asyncio.to_thread(changes.join)
    if not await until(30, lambda: has_all(url)):
        problems.append("the stream does not get all events")
    count = await check(url, "after the kills")

    # The stream's last message is none of an event.
    await asyncio.to_thread(ask, f"{url}/webhooks/nats/test", key, "POST")
    tests.append("quince.test")
    server.terminate()
    server.wait()
    wanted.duplicate_window = 0.1
    await streams.update_stream(wanted)
    await asyncio.sleep(0.3)
    write("UPDATE webhook SET position = position - ? WHERE id = 'nats'", [(5,)])
    server, url = serve()
    await asyncio.to_thread(change_keys, 1)
    await until(15, lambda: has_all(url))
    await check(url, "after a server that forgot")
    if (await asyncio.to_thread(ask, f"{url}/webhooks/nats", key))["id"] != "nats":
        problems.append("GET /webhooks/nats answers with another webhook")
    await client.close()
    return {"killed": leader, "events": count, "before": before}


try:
    report = asyncio.run(work())
finally:
    for process in started:
        process.kill()
        process.wait()
print(json.dumps({**report, "problems": problems}))
