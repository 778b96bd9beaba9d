"""Tables of cases as Tests/TestSupport/VectorFile.swift reads them, and the bytes that cases are made of."""

import hashlib
import json
import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "Vectors"


def drawn(label, count):
    """Bytes that are a function of a label."""
    stream = b""
    while len(stream) < count:
        stream += hashlib.sha256(f"quince {label} {len(stream)}".encode()).digest()
    return stream[:count]


def write(name, about, source, cases):
    names = [case["name"] for case in cases]
    assert len(set(names)) == len(names), [one for one in names if names.count(one) > 1]
    text = json.dumps({"about": about, "source": source, "cases": cases}, indent=2)
    (FOLDER / name).write_text(text + "\n")
    print(f"{name}: {len(cases)}")
