#!/usr/bin/env python3
"""A client of a card network, with the codec of the package pyiso8583 4.0.1.

Standard input: a command a line, tab-separated.

connect HOST PORT      opens a connection
ask N=VALUE...         sends a message and prints its answer
send N=VALUE...        keeps a message for `run`
run [PID COUNT]        sends the kept messages and prints the answers until the connection ends;
                       after COUNT of them, the process PID is killed
more                   prints what comes next
bytes HEX              sends these bytes
raw COUNT              prints so many of the bytes that come next, in hexadecimal
patience SECONDS       how long to wait for an answer from now on; 120 at first
stall HOST PORT        opens a connection, sends the first byte of a message, and leaves it open

An answer is printed with its fields as N=VALUE, tab-separated, field t being the type. `nothing` is
printed where none comes in time, `closed` where the connection was closed, `unreadable`
where the bytes are no message. No account number is printed: answers have none.
"""

import copy
import os
import signal
import socket
import sys
import threading

import iso8583
from iso8583.specs import default_ascii

SPEC = copy.deepcopy(default_ascii)
for bitmap in ("p", "1"):
    SPEC[bitmap].update(data_enc="b", max_len=8)

stream = None
kept = []
stalled = []


def frame(values):
    encoded = iso8583.encode(dict(v.split("=", 1) for v in values), SPEC)[0]
    return len(encoded).to_bytes(2, "big") + bytes(encoded)


def exactly(count):
    received = b""
    while len(received) < count:
        part = stream.recv(count - len(received))
        if not part:
            raise ConnectionResetError
        received += part
    return received


def answer():
    try:
        body = exactly(int.from_bytes(exactly(2), "big"))
    except socket.timeout:
        return "nothing"
    except (ConnectionResetError, BrokenPipeError):
        return "closed"
    try:
        fields, _ = iso8583.decode(body, SPEC)
    except iso8583.DecodeError:
        return "unreadable"
    numbers = sorted(int(n) for n in fields if n.isdigit() and n != "1")
    return "\t".join([f"t={fields['t']}"] + [f"{n}={fields[str(n)]}" for n in numbers])


def send_all():
    try:
        for values in kept:
            stream.sendall(frame(values))
    except OSError:
        pass


def run(values):
    sender = threading.Thread(target=send_all)
    sender.start()
    count = 0
    while True:
        line = answer()
        print(line)
        if line in ("closed", "nothing"):
            break
        count += 1
        if values and count == int(values[1]):
            os.kill(int(values[0]), signal.SIGKILL)
        if not values and count == len(kept):
            break
    sender.join()
    kept.clear()


for line in sys.stdin:
    verb, *values = line.rstrip("\n").split("\t")
    if verb == "connect":
        stream = socket.create_connection((values[0], int(values[1])), timeout=120)
        stream.settimeout(120)
    elif verb == "ask":
        stream.sendall(frame(values))
        print(answer())
    elif verb == "send":
        kept.append(values)
    elif verb == "run":
        run(values)
    elif verb == "more":
        print(answer())
    elif verb == "bytes":
        stream.sendall(bytes.fromhex(values[0]))
    elif verb == "raw":
        print(exactly(int(values[0])).hex())
    elif verb == "patience":
        stream.settimeout(float(values[0]))
    elif verb == "stall":
        stalled.append(socket.create_connection((values[0], int(values[1])), timeout=120))
        stalled[-1].sendall(b"\x00")
    sys.stdout.flush()
