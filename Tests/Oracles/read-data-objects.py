#!/usr/bin/env python3
"""Reads data objects in BER-TLV with the package ber-tlv 0.0.6.

Standard input: one run of bytes a line, in hexadecimal. Standard output, for each: TAG=value and
TAG(objects), or "refused". The package takes a template that it cannot read for a plain value, so
it is asked for one level at a time here.
"""

import sys

from ber_tlv.tlv import Tlv, Tag


def text(data):
    objects = []
    for tag, value in Tlv.parse(data, recursive=False):
        inside = f"({text(value)})" if Tag.isConstructed(tag) else f"={value.hex()}"
        objects.append(f"{tag:X}".rjust((tag.bit_length() + 7) // 8 * 2, "0") + inside)
    return " ".join(objects)


for line in sys.stdin:
    try:
        print(text(bytes.fromhex(line)))
    except Exception:
        print("refused")
