#!/usr/bin/env python3
"""Moves the boundaries between the signed fields of an Apple Pay payment token.

The signature stays as it is, and stays valid: Documentation/Reference/SignedBytes.md says why.

usage: move_boundaries.py TOKEN.json FOLDER

FOLDER gets token.json, signature.der and signed-content.bin, which is what the signature is over.
Needs Python's standard library and nothing else.
"""
import base64
import json
import pathlib
import sys

IDENTIFIER_LENGTH = 32  # bytes; the digest of the application data is as long


def signed_content(payment):
    """The bytes that the signature is over: the fields one after another, without lengths."""
    header = payment["header"]
    key = header.get("ephemeralPublicKey") or header["wrappedKey"]
    return (
        base64.b64decode(key)
        + base64.b64decode(payment["data"])
        + bytes.fromhex(header["transactionId"])
        + bytes.fromhex(header.get("applicationData") or "")
    )


def move_boundaries(payment):
    """Reads the signed bytes in the one other way that gives fields of the right lengths."""
    header = payment["header"]
    data = base64.b64decode(payment["data"])
    if header.get("applicationData"):
        # data | transactionId | applicationData: the payload takes the identifier in.
        data += bytes.fromhex(header["transactionId"])
        header["transactionId"] = header.pop("applicationData")
    else:
        # data | transactionId: the end of the payload becomes the identifier.
        header["applicationData"] = header["transactionId"]
        header["transactionId"] = data[-IDENTIFIER_LENGTH:].hex()
        data = data[:-IDENTIFIER_LENGTH]
    payment["data"] = base64.b64encode(data).decode()


def main(token_path, folder):
    token = json.loads(pathlib.Path(token_path).read_text())
    payment = token.get("paymentData", token)
    token.pop("transactionIdentifier", None)  # Not signed either.
    before, issued = signed_content(payment), payment["header"]["transactionId"]
    move_boundaries(payment)
    after, claimed = signed_content(payment), payment["header"]["transactionId"]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    (folder / "token.json").write_text(json.dumps(token))
    (folder / "signature.der").write_bytes(base64.b64decode(payment["signature"]))
    (folder / "signed-content.bin").write_bytes(after)
    print(f"issued  {issued}")
    print(f"claimed {claimed}")
    print("the signed bytes are", "the same" if before == after else "different")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: move_boundaries.py TOKEN.json FOLDER")
    main(*sys.argv[1:])
