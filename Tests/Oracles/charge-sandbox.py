#!/usr/bin/env python3
"""Pays in a sandbox and charges the tokens over its card network.

Standard input: one JSON object with the keys api, token and network of the sandbox, certificate and key (PEM files), and
count; or, in place of api, token and count, payments: the answers of payments that were made. Standard output: the network's answer to each charge, field 39, a line each.
"""

import json
import sys
import urllib.request

import sandbox_client

order = json.load(sys.stdin)
shop = sandbox_client.Shop(order["certificate"], order["key"])
for payment in order.get("payments", []):
    print(sandbox_client.charge(order["network"], *shop.opened(payment)))
for _ in range(order.get("count", 0)):
    call = urllib.request.Request(
        order["api"] + "/wallet/payments", json.dumps(shop.order()).encode(),
        {"Authorization": "Bearer " + order["token"], "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(call) as answer:
        print(sandbox_client.charge(order["network"], *shop.opened(json.load(answer))))
