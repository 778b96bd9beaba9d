#!/usr/bin/env python3
"""Pays, repeats, captures and is declined by a client that openapi-python-client makes of the server's description.

Standard input: one JSON object with the url and key of a server, and good, declined and other: bodies of POST /payments,
the last of them with the amount of another token. Standard output: one JSON object with what the client's types have of
each answer.
"""

import importlib
import json
import os
import subprocess
import sys
import tempfile
import urllib.request

order = json.load(sys.stdin)


def generated(folder):
    """The client's package, made of the description."""
    description = os.path.join(folder, "openapi.json")
    call = urllib.request.Request(order["url"] + "/openapi.json", headers={"Authorization": "Bearer " + order["key"]})
    with urllib.request.urlopen(call) as answer, open(description, "wb") as file:
        file.write(answer.read())
    program = os.path.join(os.path.dirname(sys.executable), "openapi-python-client")
    made = subprocess.run(
        [program, "generate", "--path", description, "--meta", "none", "--output-path", os.path.join(folder, "made"),
         "--fail-on-warning"],
        cwd=folder, env={**os.environ, "PATH": os.path.dirname(sys.executable) + ":" + os.environ["PATH"]},
        capture_output=True, text=True,
    )
    if made.returncode:
        sys.exit(made.stdout[-4000:] + made.stderr[-4000:])
    sys.path.insert(0, folder)
    return lambda name: importlib.import_module("made." + name)


def shown(answer):
    """What the types of an answer have."""
    return {"type": type(answer.parsed).__name__, "status": answer.status_code.value, **answer.parsed.to_dict()}


with tempfile.TemporaryDirectory() as folder:
    module = generated(folder)
    client = module("client").AuthenticatedClient(base_url=order["url"], token=order["key"])
    pay, capture = module("api.default.post_payments"), module("api.default.post_payments_id_capture")
    # The first form of a payment is that with a token.
    body, part = module("models").PostPaymentsBodyType0, module("models").PostPaymentsIdCaptureBody
    answers = {
        name: pay.sync_detailed(client=client, body=body.from_dict(order[name]), idempotency_key=name)
        for name in ["good", "declined", "other"]
    }
    answers["again"] = pay.sync_detailed(client=client, body=body.from_dict(order["good"]), idempotency_key="good")
    answers["captured"] = capture.sync_detailed(
        answers["good"].parsed.id, client=client, body=part(amount="1.00"), idempotency_key="captured"
    )
    answers["credentials"] = module("api.default.get_credentials").sync_detailed(client=client, limit=1)
    print(json.dumps({
        **{name: shown(answer) for name, answer in answers.items()},
        "isReplay": answers["again"].headers.get("Idempotent-Replayed"),
        "remedy": answers["other"].parsed.remedy,
        "sheet": answers["declined"].parsed.apple_pay.status_name,
        "reason": answers["declined"].parsed.decline_reason,
    }))
