#!/usr/bin/env python3
"""Writes and reads Visa's messages with the package starkbank-iso8583 0.7.1.

Standard input: a request a line, tab-separated.

fields                 the fields of the package's template: N KIND LIMIT, and N.SS KIND LIMIT for sub-fields, of
                       which 00 is the bitmap; + before a LIMIT says that a length precedes the field
decode HEX             the message's header as h=HEX, without its lengths, its type as t=TYPE, its fields as N=VALUE or
                       N.SS=VALUE in the order of their numbers, and `same` if the package writes the same bytes
encode COLUMN...       the message of such columns, in hexadecimal
published              the messages that the package's own tests have, in hexadecimal
cp500                  the characters of the bytes 0 to 255 in code page 500, as hexadecimal numbers

A VALUE is hexadecimal where the field is not digits or a text. What the package refuses is answered with
`refused`.
"""

import ast
import base64
import pathlib
import sys

import starkbank.iso8583
from starkbank.iso8583 import parse, unparse, visa
from starkbank.iso8583.utils.length import VariableLengthRule
from starkbank.iso8583.utils.parser import (
    ParseBcdString, ParseBin, ParseBitmap, ParseBitmapFormat, ParseBitString, ParseDataset,
    ParseHexadecimal, ParseString, ParseUndefined,
)
from starkbank.iso8583.version import IsoVersion

TEMPLATE = visa[IsoVersion._1987]
KINDS = {
    ParseBcdString: "digits", ParseBin: "bytes", ParseBitmap: "bitmap",
    ParseBitmapFormat: "subfields", ParseBitString: "bits", ParseDataset: "datasets",
    ParseHexadecimal: "hexadecimal", ParseString: "text", ParseUndefined: "undefined",
}
# Of the header without its lengths; of parts 3 to 12, part 7 is a text of bits.
PARTS = {"H02": 1, "H03": 1, "H05": 3, "H06": 3, "H07": 1, "H08": 2, "H09": 3, "H10": 1, "H11": 3, "H12": 1}


def field(number):
    return TEMPLATE.getField(f"DE{number:03}")


def kind(rule):
    return KINDS[type(rule.parsingRule)]


def description(rule):
    sign = "+" if isinstance(rule.lengthRule, VariableLengthRule) else ""
    return f"{kind(rule)} {sign}{rule.lengthRule.limit}"


def fields():
    for number in range(2, 129):
        yield f"{number} {description(field(number))}"
        if kind(field(number)) == "subfields":
            for name, rule in field(number).parsingRule.subFieldByName.items():
                yield f"{number}.{name[2:]} {description(rule)}"


def shown(rule, value):
    if kind(rule) in ("digits", "text", "hexadecimal"):
        return value
    return rule.parsingRule.unparse(value)[0].hex()


def hidden(rule, value):
    if kind(rule) in ("digits", "text", "hexadecimal"):
        return value
    return rule.parsingRule.parse(bytes.fromhex(value))


def columns(message):
    header = message["Header"]
    parts = [f"{int(header[p], 2):02x}" if p == "H07" else header[p] for p in PARTS]
    yield "h=" + "".join(parts)
    yield "t=" + message["MTI"]
    for key in sorted(key for key in message if key.startswith("DE")):
        number = int(key[2:])
        if number % 64 == 1:
            continue
        rule, value = field(number), message[key]
        if kind(rule) != "subfields":
            yield f"{number}={shown(rule, value)}"
            continue
        parts = rule.parsingRule.subFieldByName
        if len(value) == 1:
            yield f"{number}.00="
        for name in sorted(name for name in value if name != "SE00"):
            yield f"{number}.{name[2:]}={shown(parts[name], value[name])}"


def decode(wire):
    message = parse(bytes.fromhex(wire), template=visa)
    answer = list(columns(message))
    written = unparse(message, template=visa).hex()
    return answer + ["same" if written == wire else written]


def message(values):
    made = {"Header": {}}
    for name, value in (value.split("=", 1) for value in values):
        if name == "h":
            rest = value
            for part, count in PARTS.items():
                text, rest = rest[: 2 * count], rest[2 * count:]
                made["Header"][part] = f"{int(text, 16):08b}" if part == "H07" else text
        elif name == "t":
            made["MTI"] = value
        elif "." in name:
            number, part = name.split(".")
            parts = made.setdefault(f"DE{int(number):03}", {})
            if part != "00":
                rule = field(int(number)).parsingRule.subFieldByName["SE" + part]
                parts["SE" + part] = hidden(rule, value)
        else:
            made[f"DE{int(name):03}"] = hidden(field(int(name)), value)
    return made


def published():
    package = pathlib.Path(starkbank.iso8583.__file__).parents[2]
    source = (package / "tests/iso8583/main/testIsoMessage.py").read_text()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef) or "visa" not in ast.unparse(node):
            continue
        for part in ast.walk(node):
            if isinstance(part, ast.List) and len(part.elts) > 3:
                for element in part.elts:
                    if isinstance(element, ast.Constant):
                        # After four bytes of the connection's length.
                        yield base64.b64decode(element.value)[4:].hex()


def answer(verb, values):
    if verb == "fields":
        return list(fields())
    if verb == "published":
        return list(published())
    if verb == "cp500":
        return [f"{ord(bytes([byte]).decode('cp500')):x}" for byte in range(256)]
    if verb == "encode":
        return [unparse(message(values), template=visa).hex()]
    return decode(values[0])


for line in sys.stdin:
    verb, *values = line.rstrip("\n").split("\t")
    try:
        # A line feed in a value, which no format admits, would end the line.
        print("\t".join(answer(verb, values)).replace("\n", "?").replace("\r", "?"))
    except (ValueError, KeyError, IndexError, TypeError):
        print("refused")
