"""Asks a card network of the sandbox for an authorization, and prints its answer.

usage: python3 authorize.py HOST:PORT PAYMENT

PAYMENT is what `quince sandbox cryptogram --json` printed. An acquirer's program makes the same message of the
fields in it; here the message is sent as it is, after two bytes of length.
"""

import json
import socket
import struct
import sys

# The lengths of the answer's fields up to 44, in the layout "ascii"; those of up to 99 characters have two digits first.
LENGTHS = {2: None, 3: 6, 4: 12, 7: 10, 11: 6, 12: 6, 13: 4, 14: 4, 18: 4, 22: 3, 25: 2, 32: None, 33: None, 37: 12,
           38: 6, 39: 2, 41: 8, 42: 15, 44: None}


def read(stream, count):
    data = b""
    while len(data) < count:
        part = stream.recv(count - len(data))
        if not part:
            sys.exit("the network closed the connection; its standard error says why")
        data += part
    return data


def fields(message):
    """The fields up to 44, by their numbers: a type, a bitmap of 8 or 16 bytes, and the fields in order."""
    wide = message[4] >= 0x80
    bits = int.from_bytes(message[4:20 if wide else 12], "big")
    width, place, found = 128 if wide else 64, 20 if wide else 12, {}
    for number in range(2, 45):
        if not bits >> (width - number) & 1:
            continue
        length = LENGTHS[number]
        if length is None:
            length, place = int(message[place:place + 2]), place + 2
        found[number] = message[place:place + length].decode()
        place += length
    return found


host, port = sys.argv[1].rsplit(":", 1)
with open(sys.argv[2]) as file:
    request = bytes.fromhex(json.load(file)["message"])
with socket.create_connection((host, int(port)), timeout=30) as network:
    network.sendall(struct.pack(">H", len(request)) + request)
    answer = read(network, struct.unpack(">H", read(network, 2))[0])
found = fields(answer)
print(f"{answer[:4].decode()}: {found[39]}", found.get(38) or found.get(44, ""))
