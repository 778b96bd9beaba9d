#!/usr/bin/env python3
"""Opens tokens of both versions and verifies their signatures, without code of Quince's.

Opening is written from Apple's "Payment token format reference" and "Restoring the symmetric key",
with the package cryptography; EC_v1 is opened a second time with the package applepay 0.3.0. The
signature is verified by the openssl command.

Standard input: one JSON object with merchants (each with certificate and privateKey in PEM) and
tokens (each with its JSON text, the number of its merchant, its root in PEM and the moment at which
to verify it). Standard output, a line a token: the payload in Base64, or "refused" and by whom.
"""

import base64
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

import applepay.payment
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MERCHANT_IDENTIFIER = x509.ObjectIdentifier("1.2.840.113635.100.6.32")


class Merchant:
    def __init__(self, certificate, private_key):
        self.texts = certificate.encode(), private_key.encode()
        self.certificate = x509.load_pem_x509_certificate(self.texts[0])
        self.key = serialization.load_pem_private_key(self.texts[1], password=None)

    def public_key_hash(self):
        info = self.certificate.public_key().public_bytes(
            serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
        )
        return hashlib.sha256(info).digest()

    def identifier_hash(self):
        value = self.certificate.extensions.get_extension_for_oid(MERCHANT_IDENTIFIER).value.value
        assert value[:2] == b"\x0c\x40", "a UTF8String of 64 bytes"
        return bytes.fromhex(value[2:].decode())


def symmetric_key(payment, merchant):
    header = payment["header"]
    if payment["version"] == "RSA_v1":
        wrapping = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)
        key = merchant.key.decrypt(base64.b64decode(header["wrappedKey"]), wrapping)
        assert len(key) == 16, "AES-128"
        return key
    assert payment["version"] == "EC_v1"
    ephemeral = serialization.load_der_public_key(base64.b64decode(header["ephemeralPublicKey"]))
    shared = merchant.key.exchange(ec.ECDH(), ephemeral)
    party = b"\x0did-aes256-GCM" + b"Apple" + merchant.identifier_hash()
    return hashlib.sha256(b"\0\0\0\x01" + shared + party).digest()


def opened(payment, merchant):
    named = base64.b64decode(payment["header"]["publicKeyHash"])
    assert named == merchant.public_key_hash(), "another key"
    sealed = base64.b64decode(payment["data"])
    return AESGCM(symmetric_key(payment, merchant)).decrypt(bytes(16), sealed, None)


def opened_by_applepay(payment, merchant, root):
    # It requires the root and the intermediate, and ignores both while it decrypts.
    der = x509.load_pem_x509_certificate(root.encode()).public_bytes(serialization.Encoding.DER)
    library = applepay.payment.Payment(*merchant.texts, der, der)
    return library.decrypt(payment["header"]["ephemeralPublicKey"], payment["data"])


def is_verified(payment, root, moment, folder):
    header = payment["header"]
    key = header.get("ephemeralPublicKey") or header["wrappedKey"]
    content = base64.b64decode(key) + base64.b64decode(payment["data"])
    content += bytes.fromhex(header["transactionId"])
    content += bytes.fromhex(header.get("applicationData", ""))
    (folder / "content").write_bytes(content)
    (folder / "root.pem").write_text(root)
    command = "openssl cms -verify -inform DER -binary -purpose any -out /dev/null".split()
    command += ["-content", folder / "content", "-CAfile", folder / "root.pem"]
    command += ["-attime", str(moment)]
    signature = base64.b64decode(payment["signature"])
    return subprocess.run(command, input=signature, capture_output=True).returncode == 0


def judged(question, merchants, folder):
    token = json.loads(question["json"])
    payment, merchant = token["paymentData"], merchants[question["merchant"]]
    outside = token["transactionIdentifier"]
    if outside != payment["header"]["transactionId"].upper():
        return "refused: identifiers differ"
    if not is_verified(payment, question["root"], question["at"], folder):
        return "refused by openssl"
    try:
        payload = opened(payment, merchant)
        json.loads(payload)
    except Exception:
        return "refused by cryptography"
    if payment["version"] == "EC_v1":
        try:
            if opened_by_applepay(payment, merchant, question["root"]) != payload:
                return "applepay differs"
        except Exception:
            return "refused by applepay"
    return base64.b64encode(payload).decode()


def main():
    questions = json.load(sys.stdin)
    merchants = [Merchant(m["certificate"], m["privateKey"]) for m in questions["merchants"]]
    with tempfile.TemporaryDirectory() as folder:
        for question in questions["tokens"]:
            print(judged(question, merchants, pathlib.Path(folder)))


main()
