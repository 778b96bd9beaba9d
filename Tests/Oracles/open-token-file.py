#!/usr/bin/env python3
"""Opens a token with the package applepay, for one of some merchants' keys.

Arguments: the certificates of the TEST root and of the intermediate in PEM, and then, for each key, certificate and
private key in PEM. Standard input: the token as an app posts it. The exit status is 0 if one of the keys opens it.
"""

import base64
import json
import sys

import applepay.payment as library
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding


def read(path):
    with open(path, "rb") as file:
        return file.read()


root, intermediate = (
    base64.b64encode(x509.load_pem_x509_certificate(read(path)).public_bytes(Encoding.DER))
    for path in sys.argv[1:3]
)
data = json.load(sys.stdin)["paymentData"]
keys = sys.argv[3:]
for certificate, key in zip(keys[::2], keys[1::2]):
    try:
        merchant = library.Payment(
            read(certificate), read(key), base64.b64decode(root), base64.b64decode(intermediate)
        )
        payload = merchant.decrypt(data["header"]["ephemeralPublicKey"], data["data"])
        sys.exit(0 if json.loads(payload)["transactionAmount"] == 1075 else 1)
    except Exception:  # The package raises what its libraries raise.
        continue
sys.exit(1)
