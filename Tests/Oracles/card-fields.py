#!/usr/bin/env python3
"""Reads Mastercard's messages and writes Visa's sub-fields with the package starkbank-iso8583 0.7.1.

Standard input: a request a line, tab-separated. `mastercard HEX` is answered with the fields of the message as
N=VALUE in the order of their numbers, sub-elements of field 48 as 48.NN=VALUE, and with `same` if the package
writes the same bytes. `visa FIELD NN=VALUE...` is answered with the field's bytes in hexadecimal, without the
length before it. What the package refuses is answered with `refused`.
"""

import sys

from starkbank.iso8583 import mastercard, parse, unparse, visa
from starkbank.iso8583.version import IsoVersion


def flat(number, value):
    if isinstance(value, dict):
        return [f"{number}.{key[2:]}={part}" for key, part in sorted(value.items())]
    return [f"{number}={value}"]


def read(wire):
    fields = parse(bytes.fromhex(wire), template=mastercard, encoding="ascii")
    written = unparse(fields, template=mastercard, encoding="ascii").hex()
    numbered = [(int(key[2:]), value) for key, value in fields.items() if key.startswith("DE")]
    columns = [f"t={fields['MTI']}"]
    for number, value in sorted(numbered):
        if number % 64 != 1:
            columns += flat(number, value)
    return columns + ["same" if written == wire else written]


def write(field, values):
    parts = {"SE" + value.split("=")[0]: value.split("=")[1] for value in values}
    rule = visa[IsoVersion._1987].getField(f"DE{int(field):03}").parsingRule
    return [rule.unparse(parts)[0].hex()]


for line in sys.stdin:
    verb, *values = line.rstrip("\n").split("\t")
    try:
        print("\t".join(read(*values) if verb == "mastercard" else write(values[0], values[1:])))
    except (ValueError, KeyError, IndexError):
        print("refused")
