#!/usr/bin/env python3
"""Asks a server with the package requests. Standard input: the server's origin."""

import sys

import requests

origin = sys.stdin.read()
with requests.Session() as session:
    session.trust_env = False
    print(session.post(origin + "/echo", json={"a": 1}, timeout=120).json())
    pieces = (b"y" * 1000 for _ in range(300))
    print(len(session.post(origin + "/echo", data=pieces, timeout=120).content))
    with session.get(origin + "/bytes/200000", stream=True, timeout=120) as response:
        print(sum(len(piece) for piece in response.iter_content(1000)))
    missing = session.get(origin + "/nothing", timeout=120)
    print(missing.status_code, missing.headers["content-type"])
