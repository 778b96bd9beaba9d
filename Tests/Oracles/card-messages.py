#!/usr/bin/env python3
"""Writes and reads ISO 8583 messages with the package pyiso8583 4.0.1.

Standard input: a request a line, tab-separated. `encode LAYOUT N=VALUE...` is answered with the message in
hexadecimal, `decode LAYOUT HEX` with its fields as N=VALUE, in the order of their numbers; what the package
refuses with `refused`. Field t is the message type; a VALUE is a text, or hexadecimal where the
field is binary.
"""

import copy
import sys

import iso8583
from iso8583.specs import default, default_ascii

NUMERIC = [*range(2, 28), 32, 33, *range(49, 52), 53, *range(66, 91), 99, 100]
BINARY = [52, 64, 96, 128]


def layout_ascii():
    layout = copy.deepcopy(default_ascii)
    for bitmap in ("p", "1"):
        layout[bitmap].update(data_enc="b", max_len=8)
    return layout


def layout_bcd():
    layout = copy.deepcopy(default)
    layout["t"].update(data_enc="b", max_len=2)
    for number in range(2, 129):
        field = layout[str(number)]
        if field["len_type"]:
            field.update(len_enc="bcd", len_type=(field["len_type"] + 1) // 2)
        if number in NUMERIC:
            field.update(data_enc="b", len_count="nibbles", left_pad="0")
    return layout


LAYOUTS = {
    "ascii": layout_ascii(),
    "asciiHexadecimal": default_ascii,
    "bcd": layout_bcd(),
}


def answer(verb, layout, values):
    spec = LAYOUTS[layout]
    if verb == "encode":
        fields = dict(value.split("=", 1) for value in values)
        return iso8583.encode(fields, spec)[0].hex()
    fields, _ = iso8583.decode(bytes.fromhex(values[0]), spec)
    kept = [(int(n), v) for n, v in fields.items() if n.isdigit() and n != "1"]
    return "\t".join([f"t={fields['t']}"] + [f"{n}={v}" for n, v in sorted(kept)])


for line in sys.stdin:
    verb, layout, *values = line.rstrip("\n").split("\t")
    try:
        # A line feed in a value, which no format admits, would end the line.
        print(answer(verb, layout, values).replace("\n", "?"))
    except (iso8583.EncodeError, iso8583.DecodeError):
        print("refused")
