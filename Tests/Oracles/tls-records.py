#!/usr/bin/env python3
"""Sends requests to a server in TLS records that arrive together, and prints how each connection went.

Arguments: the version of TLS, the server's port and the CA. Each request is a record of its own, and what is sent at a
time is sent at once. A line says how many answers came and how the connection then was, for: whole records, with the
end of the handshake and after it; the last one in two parts (also after the first); the end of the client's side with
them; and only how it then was for a record that was changed on the way.
"""

import socket
import ssl
import sys

versions = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}
version, port, ca = versions[sys.argv[1]], int(sys.argv[2]), sys.argv[3]
COUNT = 40


class Client:
    def __init__(self, sends_last_flight=True):
        context = ssl.create_default_context(cafile=ca)
        context.minimum_version = context.maximum_version = version
        self.incoming, self.outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.incoming, self.outgoing, server_hostname="localhost")
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.wait(self.tls.do_handshake, sends_last_flight)
        self.text, self.found = b"", 0

    def wait(self, call, sends_rest=True):
        while True:
            try:
                result = call()
                if sends_rest:
                    self.socket.sendall(self.outgoing.read())
                return result
            except ssl.SSLWantReadError:
                self.socket.sendall(self.outgoing.read())
                data = self.socket.recv(65536)
                self.incoming.write(data) if data else self.incoming.write_eof()

    def records(self):
        for number in range(COUNT):
            self.tls.write(b"GET /bytes/%d HTTP/1.1\r\nHost: a\r\n\r\n" % (100 + number))
            yield self.outgoing.read()

    def answers(self, count):
        """Reads until so many answers came, and says how many did and how the connection is."""
        while self.found < count:
            head, mark, rest = self.text.partition(b"\r\n\r\n")
            length = 100 + self.found
            if mark and len(rest) >= length:
                assert head.startswith(b"HTTP/1.1 200 ") and b"\r\nContent-Length: %d" % length in head
                assert rest[:length] == b"x" * length
                self.text = rest[length:]
                self.found += 1
                continue
            try:
                data = self.wait(lambda: self.tls.read(65536))
            except ssl.SSLError as error:
                return f"{self.found} {error.reason}"
            if not data:
                return f"{self.found} closed"
            self.text += data
        return f"{self.found} open"


client = Client(sends_last_flight=False)
client.socket.sendall(b"".join(client.records()))
print("at once:", client.answers(COUNT))

client = Client()
client.socket.sendall(b"".join(client.records()))
print("whole:", client.answers(COUNT))

client = Client()
together = b"".join(client.records())
client.socket.sendall(together[:-10])
before = client.answers(COUNT - 1)
client.socket.sendall(together[-10:])
print("part:", before, "and", client.answers(COUNT))

client = Client()
together = b"".join(client.records())
try:
    client.tls.unwrap()
except ssl.SSLWantReadError:
    pass
client.socket.sendall(together + client.outgoing.read())
print("end:", client.answers(COUNT + 1))

client = Client()
*good, last = client.records()
client.socket.sendall(b"".join(good) + last[:-1] + bytes([last[-1] ^ 1]))
print("changed:", client.answers(COUNT).split()[1])
