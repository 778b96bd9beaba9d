#!/usr/bin/env python3
"""Reads streams of HTTP/1.1 requests with the package h11.

Standard input: a stream a line, in hexadecimal. Each is answered with a line: the requests that are complete, as
METHOD TARGET BODY FIELDS in hexadecimal, up to one after which the connection ends, and `refused` where one is. Each
element is followed by a semicolon.
"""

import sys

import h11


def requests(stream):
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=65536)
    if stream:  # No bytes would mean the end of the connection.
        connection.receive_data(stream)
    request, body = None, b""
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA or event is h11.PAUSED:
            return
        if isinstance(event, h11.Request):
            request, body = event, b""
        elif isinstance(event, h11.Data):
            body += bytes(event.data)
        elif isinstance(event, h11.EndOfMessage):
            fields = b"".join(b"%s:%s\n" % field for field in request.headers)
            parts = [request.method, request.target, body, fields]
            yield " ".join(part.hex() for part in parts)
            connection.send(h11.Response(status_code=200, headers=[("Content-Length", "0")]))
            connection.send(h11.EndOfMessage())
            if connection.our_state is not h11.DONE:
                return
            connection.start_next_cycle()


for line in sys.stdin:
    found = []
    try:
        for request in requests(bytes.fromhex(line)):
            found.append(request)
    except h11.RemoteProtocolError:
        found.append("refused")
    print("".join(element + ";" for element in found))
