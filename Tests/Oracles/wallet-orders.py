#!/usr/bin/env python3
"""Follows an order as a device with Apple's Wallet does, against a shop's server.

Standard input, a line each: the server's URL, its API key, the sandbox's API, the sandbox's token, and the root that
packages are trusted under. It pays, fetches the package, registers devices, and looks again after each push.
Packages are read with zipfile and hashlib and verified with OpenSSL. It prints "followed N packages" and ends with
status 0, or with the assertion that failed.

Source: Apple, Wallet Orders, "Retrieve the latest version of an order" and the pages of the other endpoints.
"""

import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
from email.utils import format_datetime, parsedate_to_datetime
from datetime import timedelta

import requests

server, key, sandbox, token, root = (line.strip() for line in sys.stdin)
shop = {"Authorization": f"Bearer {key}"}
packages = 0


def pay():
    request = {
        "countryCode": "US", "currencyCode": "USD", "merchantCapabilities": ["supports3DS"],
        "supportedNetworks": ["visa"], "total": {"label": "Shop", "amount": "20.00"},
    }
    made = requests.post(
        f"{sandbox}/wallet/payments", headers={"Authorization": f"Bearer {token}"},
        json={"merchantIdentifier": "merchant.com.example", "request": request}, timeout=60,
    ).json()
    answer = requests.post(
        f"{server}/payments", headers={**shop, "Idempotency-Key": "1"}, timeout=60,
        json={
            "token": made["payment"], "amount": "20.00", "currency": "USD", "reference": "1",
            "lines": [
                {"title": "Toy", "amount": "24.00", "quantity": 3},
                {"title": "Friends Discount", "amount": "-4.00"},
            ],
        },
    )
    assert answer.status_code == 201, answer.text
    return answer.json()


def change(order, body):
    version = requests.get(f"{server}/orders/{order}", headers=shop, timeout=60).headers["ETag"]
    answer = requests.patch(
        f"{server}/orders/{order}", headers={**shop, "If-Match": version}, json=body, timeout=60
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def verified(answer):
    """The order in a package, whose manifest and signature are checked."""
    global packages
    packages += 1
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"] == "application/vnd.apple.finance.order"
    archive = zipfile.ZipFile(io.BytesIO(answer.content))
    assert archive.testzip() is None
    files = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(files["manifest.json"])
    digests = {
        name: hashlib.sha256(content).hexdigest()
        for name, content in files.items() if name not in ("manifest.json", "signature")
    }
    assert manifest == digests
    with tempfile.TemporaryDirectory() as folder:
        for name in ("manifest.json", "signature"):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(files[name])
        subprocess.run(
            [
                "openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", f"{folder}/signature",
                "-content", f"{folder}/manifest.json", "-CAfile", root, "-purpose", "any",
                "-out", "/dev/null",
            ],
            check=True, capture_output=True,
        )
    return json.loads(files["order.json"])


paid = pay()
details = paid["applePay"]["orderDetails"]
kind, order = details["orderTypeIdentifier"], details["orderIdentifier"]
assert order == paid["order"]["id"] and len(details["authenticationToken"]) >= 16
assert details["webServiceURL"] == "https://shop.example.com/wallet"
base = f"{server}/wallet"  # What stands before the server gives it TLS.
own = {"Authorization": f"AppleOrder {details['authenticationToken']}"}
latest = f"{base}/v1/orders/{kind}/{order}"


def registration(device):
    return f"{base}/v1/devices/{device}/registrations/{kind}"


def register(device, push, headers=own):
    return requests.post(
        f"{registration(device)}/{order}", headers=headers, json={"pushToken": push}, timeout=60
    ).status_code


def changes(device, since=None):
    parameters = {} if since is None else {"ordersModifiedSince": since}
    answer = requests.get(registration(device), params=parameters, timeout=60)
    return answer.json() if answer.status_code == 200 else answer.status_code


def pushed(push, count):
    """Waits for the pushes to a device, of which none may be too many."""
    deadline = time.monotonic() + 60
    while True:
        answer = requests.get(
            f"{sandbox}/pushes", headers={"Authorization": f"Bearer {token}"}, timeout=60
        )
        found = [entry for entry in answer.json()["pushes"] if entry["token"] == push]
        if len(found) >= count or time.monotonic() > deadline:
            break
        time.sleep(0.05)
    assert len(found) == count, (push, found)
    assert all((entry["topic"], entry["payload"]) == (kind, "{}") for entry in found)
    # A phone that is off is told when it is on again.
    assert all(entry["expiration"] > time.time() + 86_400 for entry in found)


first = requests.get(latest, headers=own, timeout=60)
found = verified(first)
assert (found["schemaVersion"], found["orderType"], found["status"]) == (1, "ecommerce", "open")
assert (found["orderTypeIdentifier"], found["orderIdentifier"]) == (kind, order)
assert found["createdAt"] == found["updatedAt"]
assert found["merchant"]["merchantIdentifier"] == "merchant.com.example"
toy = {"title": "Toy", "quantity": 3, "price": {"amount": "24.00", "currency": "USD"}}
assert found["lineItems"] == [toy]
assert found["payment"]["total"] == {"amount": "20.00", "currency": "USD"}
assert found["payment"]["status"] == "authorized"
assert found["payment"]["summaryItems"][0]["value"]["amount"] == "-4.00"
assert found["webServiceURL"] == details["webServiceURL"]
assert found["authenticationToken"] == details["authenticationToken"]

# No one gets an order without its token, and an order that there is not is refused in the same way.
for headers in ({}, shop, {"Authorization": "AppleOrder 0"}):
    assert requests.get(latest, headers=headers, timeout=60).status_code == 401
    assert register("eve", "push", headers) == 401
other = f"{base}/v1/orders/{kind}/order-{'0' * 32}"
assert requests.get(other, headers=own, timeout=60).status_code == 401

# The order changes, and the sender of pushes sees it, before a device registers that has the first package.
change(order, {"statusDescription": "Soon"})
time.sleep(1)
assert register("phone", "aa01") == 201
assert register("phone", "aa02") == 200
assert register("watch", "aa03") == 201
assert register("sold", "aadead") == 201  # A token that the sandbox's APNs calls unregistered,
assert register("odd", "../../push") == 201  # and a bad one.
tag = changes("phone")["lastModified"]
assert changes("phone")["orderIdentifiers"] == [order]
assert changes("stranger") == 204

# A copy that is not older than the order is kept; one that is a second older is not.
fetched = requests.get(latest, headers=own, timeout=60)
known = {**own, "If-Modified-Since": fetched.headers["Last-Modified"]}
assert requests.get(latest, headers=known, timeout=60).status_code == 304
older = parsedate_to_datetime(fetched.headers["Last-Modified"]) - timedelta(seconds=1)
older = {**own, "If-Modified-Since": format_datetime(older, usegmt=True)}
assert requests.get(latest, headers=older, timeout=60).status_code == 200

# Each change makes the copy old, also a change in the same second as another one.
number = 1  # The change before the registrations.
for push in ("aa02", "aa03"):
    pushed(push, number)
parcel = {"fulfillmentType": "shipping", "carrier": "Post", "trackingNumber": "RR1"}
for status in ("shipped", "onTheWay", "outForDelivery", "delivered"):
    change(order, {"fulfillments": {"parcel": {**parcel, "status": status}}})
    number += 1
    for push in ("aa02", "aa03"):
        pushed(push, number)
    changed = changes("phone", tag)
    assert changed["orderIdentifiers"] == [order] and changed["lastModified"] != tag
    tag = changed["lastModified"]
    assert changes("phone", tag) == 204
    answer = requests.get(latest, headers=known, timeout=60)
    shipment = verified(answer)["fulfillments"][0]
    assert (shipment["fulfillmentIdentifier"], shipment["status"]) == ("parcel", status)
    assert shipment["trackingNumber"] == "RR1"
    known["If-Modified-Since"] = answer.headers["Last-Modified"]
    assert requests.get(latest, headers=known, timeout=60).status_code == 304
captured = requests.post(
    f"{server}/payments/{paid['id']}/capture", headers={**shop, "Idempotency-Key": "2"}, timeout=60
)
assert captured.status_code == 200, captured.text
number += 1
pushed("aa02", number)
for device in ("sold", "odd"):
    assert changes(device) == 204
pushed("aa01", 0)
change(
    order,
    {
        "status": "completed",
        "returns": {
            "r1": {"status": "open", "lineItems": [{"line": 1, "quantity": 2}]},
            "r2": {"status": "open", "lineItems": [{"line": 1, "quantity": 3}]},
        },
        "returnInfo": {"returnPolicyURL": "https://shop.example/returns"},
    },
)
pushed("aa02", number + 1)
assert changes("phone", tag)["orderIdentifiers"] == [order]
last = verified(requests.get(latest, headers=known, timeout=60))
assert (last["status"], last["payment"]["status"]) == ("completed", "paid")
assert [part["lineItems"] for part in last["returns"]] == [[{"title": "Toy", "quantity": 2}], [toy]]
assert last["updatedAt"] > found["updatedAt"] and last["createdAt"] == found["createdAt"]

for _ in range(2):
    assert requests.delete(f"{registration('watch')}/{order}", headers=own, timeout=60).status_code == 200
assert changes("watch") == 204
logged = requests.post(f"{base}/v1/log", json={"logs": ["a message\nof a device"]}, timeout=60)
assert logged.status_code == 200
print(f"followed {packages} packages")
