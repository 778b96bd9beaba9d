#!/usr/bin/env python3
"""Holds connections to a server over TLS, and does with them what the lines of standard input say.

Argument: the server's host and port. "open NAME" connects, and prints SHA-256 of the certificate that the server showed.
"ask NAME PATH" sends a request on a connection that is open, and prints the status of its answer.
"""

import hashlib
import http.client
import ssl
import sys

host, port = sys.argv[1].rsplit(":", 1)
context = ssl.create_default_context()
context.check_hostname = False
context.verify_mode = ssl.CERT_NONE
connections = {}
for line in sys.stdin:
    word, name, *rest = line.split()
    if word == "open":
        connection = http.client.HTTPSConnection(host, int(port), timeout=120, context=context)
        connection.connect()
        # It must not be opened again where the server has closed it.
        connection.auto_open = 0
        connections[name] = connection
        print(hashlib.sha256(connection.sock.getpeercert(binary_form=True)).hexdigest(), flush=True)
    else:
        try:
            connections[name].request("GET", rest[0])
            answer = connections[name].getresponse()
            answer.read()
            print(answer.status, flush=True)
        except (OSError, http.client.HTTPException) as error:
            print(type(error).__name__, flush=True)
