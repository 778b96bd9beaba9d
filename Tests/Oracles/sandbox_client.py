"""What the scripts have in common that pay in a sandbox: opening a token, and charging it over the card network.

The packages are applepay and pyiso8583.
"""

import base64
import copy
import hashlib
import itertools
import json
import random
import socket
import ssl

import applepay.payment as library
import iso8583
from iso8583.specs import default_ascii

SPEC = copy.deepcopy(default_ascii)
for bitmap in ("p", "1"):
    SPEC[bitmap].update(data_enc="b", max_len=8)

MERCHANT = "merchant.com.example"
RECURRING = {
    "paymentDescription": "Club", "managementURL": "https://shop.example.com/club",
    "regularBilling": {"label": "Club", "amount": "10.75", "paymentTiming": "recurring"},
}
ACCEPTOR = "MERCHANT0000001"
numbers = itertools.count(random.SystemRandom().randrange(1, 800_000))


def read(path):
    with open(path) as file:
        return file.read()


class Shop:
    """A merchant with a certificate of its own, by the files of certificate and key in PEM."""

    def __init__(self, certificate, key):
        self.certificate = read(certificate)
        # The package wants a root and an intermediate, and does not look at them to decrypt.
        other = ssl.PEM_cert_to_DER_cert(self.certificate)
        self._keys = library.Payment(self.certificate.encode(), read(key).encode(), other, other)

    def order(self, recurring=False):
        """A body for POST /wallet/payments."""
        typed = {"recurringPaymentRequest": RECURRING} if recurring else {}
        return {
            "merchantIdentifier": MERCHANT, "certificate": self.certificate,
            "request": {
                "countryCode": "US", "currencyCode": "USD", "merchantCapabilities": ["supports3DS"],
                "supportedNetworks": ["visa"], "total": {"label": "Shop", "amount": "10.75"}, **typed,
            },
        }

    def opened(self, answer):
        """What the token in an answer holds, and its cryptogram."""
        data = answer["payment"]["token"]["paymentData"]
        payload = json.loads(self._keys.decrypt(data["header"]["ephemeralPublicKey"], data["data"]))
        return payload, base64.b64decode(payload["paymentData"]["onlinePaymentCryptogram"])


def charge(network, payload, cryptogram, merchant=MERCHANT, minor_units=1075):
    """The card network's answer, field 39, to the authorization of a payment."""
    number = f"{next(numbers):012}"
    digest = hashlib.sha256(merchant.encode()).hexdigest()
    fields = {
        "t": "0100", "2": payload["applicationPrimaryAccountNumber"], "3": "000000", "4": f"{minor_units:012}",
        "7": "1122093000", "11": number[-6:], "14": payload["applicationExpirationDate"][:4], "18": "5411",
        "22": "010", "25": "59", "32": "123", "37": number, "41": "TERM0001", "42": ACCEPTOR,
        "43": "Shop                     Cupertino    US", "49": "840", "123": "0164" + digest,
        "126": "0080000000000000" + cryptogram.hex().upper(),
    }
    encoded = bytes(iso8583.encode(fields, SPEC)[0])
    host, port = network.split(":")
    with socket.create_connection((host, int(port)), timeout=120) as stream:
        stream.sendall(len(encoded).to_bytes(2, "big") + encoded)
        received = b""
        while len(received) < 2 or len(received) < 2 + int.from_bytes(received[:2], "big"):
            part = stream.recv(4096)
            if not part:
                raise ConnectionResetError
            received += part
    return iso8583.decode(received[2:], SPEC)[0]["39"]
