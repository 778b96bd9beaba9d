#!/usr/bin/env python3
"""Makes and verifies cryptograms of payment cards with the packages pyemv 1.5.0 and psec 1.3.0.

Standard input: a question a line, tab-separated, with bytes in hexadecimal:

    card MASTER PAN PSN                            the card key
    session CARD ATC                               the session key
    mac SESSION DATA                               the application cryptogram
    online MASTER INDEX PAN PSN LAYOUT AMOUNT CURRENCY ATC UN REQUESTOR MERCHANT
                                                   the cryptogram of 20 or 19 bytes
    chip MASTER INDEX PAN PSN AMOUNT CURRENCY COUNTRY DATE ATC UN MERCHANT
                                                   chip data
    judge MASTER PAN PSN DATA                      right or wrong: the cryptogram in chip data
    pin KEY PIN PAN                                the encrypted PIN block

The layouts are those of Documentation/Reference/SandboxCryptograms.md, written here again.
Standard output: an answer a line.
"""

import hashlib
import sys

from psec import des, pinblock
from pyemv import ac, cvn, kd, tlv

ANY = bytes.fromhex("0123456789ABCDEFFEDCBA9876543210")
PROVEN = ["9F02", "9F03", "9F1A", "95", "5F2A", "9A", "9C", "9F37", "82", "9F36", "9F10"]


def card_key(master, pan, psn):
    derive = kd.derive_icc_mk_a if len(pan) <= 16 else kd.derive_icc_mk_b
    return derive(bytes.fromhex(master), pan, psn)


def session_key(key, atc):
    return kd.derive_common_sk(key, bytes.fromhex(atc) + bytes(6))


def online(master, index, pan, psn, layout, amount, currency, atc, un, requestor, merchant):
    first, trailer = {"20": (0x02, "0000020000"), "19": (0x00, "02800114")}[layout]
    head = bytes([int(index) << 4 | first]) + bytes.fromhex(atc + un)
    data = bytes.fromhex(amount.zfill(12) + currency.zfill(4)) + head + bytes.fromhex(trailer)
    data += hashlib.sha256(requestor.encode()).digest() + hashlib.sha256(merchant.encode()).digest()
    code = ac.generate_ac(session_key(card_key(master, pan, psn), atc), data)
    return (head + code + bytes.fromhex(trailer)).hex()


def cryptogram(master, pan, psn, fields):
    card = cvn.VisaCVN18(bytes.fromhex(master), ANY, ANY, pan, psn)
    return card.generate_ac(**{"tag_" + tag.lower(): fields[tag] for tag in PROVEN})


def chip(master, index, pan, psn, amount, currency, country, date, atc, un, merchant):
    digest = hashlib.sha256(merchant.encode()).digest()[:16]
    texts = {
        "9F27": "80",
        "9F10": "07" + format(int(index), "02x") + "1203A00000" + "0110" + digest.hex(),
        "9F37": un,
        "9F36": atc,
        "95": "8000048000",
        "9A": date,
        "9C": "00",
        "9F02": amount.zfill(12),
        "5F2A": currency.zfill(4),
        "82": "1800",
        "9F1A": country.zfill(4),
        "9F03": "000000000000",
        "84": "A000000333010102",
    }
    fields = {tag: bytes.fromhex(text) for tag, text in texts.items()}
    fields["9F26"] = cryptogram(master, pan, psn, fields)
    return tlv.encode(fields).hex()


def judge(master, pan, psn, data):
    fields = tlv.decode(bytes.fromhex(data))
    return "right" if cryptogram(master, pan, psn, fields) == fields["9F26"] else "wrong"


def pin(key, digits, pan):
    return des.encrypt_tdes_ecb(bytes.fromhex(key), pinblock.encode_pinblock_iso_0(digits, pan)).hex()


VERBS = {
    "card": lambda *words: card_key(*words).hex(),
    "session": lambda key, atc: session_key(bytes.fromhex(key), atc).hex(),
    "mac": lambda key, data: ac.generate_ac(bytes.fromhex(key), bytes.fromhex(data)).hex(),
    "online": online,
    "chip": chip,
    "judge": judge,
    "pin": pin,
}

for line in sys.stdin:
    verb, *words = line.rstrip("\n").split("\t")
    print(VERBS[verb](*words))
