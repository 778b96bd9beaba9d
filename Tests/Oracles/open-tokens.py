#!/usr/bin/env python3
"""Opens EC_v1 tokens with the package applepay 0.3.0.

Standard input: one JSON object with the keys root and integration (DER in Base64), merchants
(each with certificate and privateKey in PEM) and tokens (each with the number of its merchant,
ephemeralPublicKey and data in Base64). Standard output: one payload a line, in Base64, or "refused".
"""

import base64
import json
import sys

import applepay.payment as library

question = json.load(sys.stdin)
root, integration = (base64.b64decode(question[name]) for name in ("root", "integration"))
merchants = [
    library.Payment(
        merchant["certificate"].encode(), merchant["privateKey"].encode(), root, integration
    )
    for merchant in question["merchants"]
]
for token in question["tokens"]:
    # Without a transaction identifier, because with one the package raises a NameError.
    try:
        payload = merchants[token["merchant"]].decrypt(token["ephemeralPublicKey"], token["data"])
        print(base64.b64encode(payload).decode())
    except Exception:
        print("refused")
