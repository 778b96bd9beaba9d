#!/usr/bin/env python3
"""Writes the edge cases of RSA and AES-GCM under Tests/Vectors/Edges.

Padded blocks are built byte by byte, and raised to the private exponent by Python's own pow; GCM
is edge_arithmetic.py's, of which pyca/cryptography (Debian: python3-cryptography) gives the block
cipher. Where pyca takes an input, its answer is compared. A second run writes the same files.
"""

import hashlib
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa, utils
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

sys.dont_write_bytecode = True
from edge_arithmetic import *
from vector_files import write

ORACLE = "Built by Tests/Oracles/make-sealing-edges.py in plain integers; "
SHA256 = bytes.fromhex("0609608648016503040201")


class Key:
    """An RSA key of 2048 bits from a label; TEST only."""

    def __init__(self, name, exponent):
        p, q = (prime(f"rsa {name} {part}", 1024, exponent) for part in "pq")
        self.name, self.e, self.n = name, exponent, p * q
        self.d = pow(exponent, -1, (p - 1) * (q - 1))
        public = rsa.RSAPublicNumbers(exponent, self.n)
        self.private = rsa.RSAPrivateNumbers(
            p, q, self.d, self.d % (p - 1), self.d % (q - 1), pow(q, -1, p), public
        ).private_key()

    def opposite(self, block):
        """What the public operation makes of it is the block."""
        return octets(pow(int.from_bytes(block, "big"), self.d, self.n), 256)

    def wrapped(self, block):
        return octets(pow(int.from_bytes(block, "big"), self.e, self.n), 256)

    def case(self):
        form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        pem = self.private.private_bytes(*form, serialization.NoEncryption())
        return {"name": self.name, "pem": pem.decode()}


def digest_info(digest, identifier=SHA256, parameters=NULL):
    return sequence(sequence(identifier, parameters), element(4, digest))


def padded(message, first=b"\0\1", filling=None, end=b"\0"):
    filling = b"\xff" * (256 - 3 - len(message)) if filling is None else filling
    return first + filling + end + message


def signature_blocks(digest):
    good = digest_info(digest)
    inner, value = good[2:17], good[17:]
    ff, tail = b"\xff", 256 - 3 - len(good)
    sha1, sha512 = bytes.fromhex("06052b0e03021a"), bytes.fromhex("0609608648016503040203")
    messages = [
        ("no parameters in the DigestInfo", digest_info(digest, parameters=b"")),
        ("an empty sequence for parameters", digest_info(digest, parameters=b"\x30\x00")),
        ("a NULL that has a byte", digest_info(digest, parameters=b"\x05\x01\x00")),
        ("NULL twice", digest_info(digest, parameters=NULL + NULL)),
        ("NULL's length in two bytes", digest_info(digest, parameters=b"\x05\x81\x00")),
        ("garbage for parameters", digest_info(digest, parameters=element(4, drawn("parameters", 64)))),
        ("SHA-1's identifier", digest_info(digest, sha1)),
        ("SHA-512's identifier", digest_info(digest, sha512)),
        ("SHA-1's identifier and digest", digest_info(hashlib.sha1(b"m").digest(), sha1)),
        ("an identifier changed in a bit", digest_info(digest, SHA256[:-1] + b"\x00")),
        ("a padded identifier", digest_info(digest, b"\x06\x0a\x80" + SHA256[2:])),
        ("the outer length in two bytes", b"\x30\x81" + good[1:]),
        ("the inner length in two bytes", element(0x30, b"\x30\x81" + inner[1:] + value)),
        ("the digest's length in two bytes", element(0x30, inner + b"\x04\x81" + value[1:])),
        ("an indefinite length", b"\x30\x80" + inner + value + b"\0\0"),
        ("an indefinite inner length", element(0x30, b"\x30\x80" + inner[2:] + b"\0\0" + value)),
        ("the digest in parts", element(0x30, inner + element(0x24, value))),
        ("the digest as a bit string", element(0x30, inner + element(3, b"\0" + digest))),
        ("a byte behind the DigestInfo", good + b"\0"),
        ("a NULL behind the digest, inside", element(0x30, inner + value + NULL)),
        ("the digest lacks a byte", digest_info(digest[:-1])),
        ("the digest has a byte more", digest_info(digest + b"\0")),
        ("the bare digest", digest), ("nothing", b""), ("another digest", digest_info(octets(7))),
        ("the digest with a bit changed", digest_info(bytes([digest[0] ^ 1]) + digest[1:])),
        ("a set for a sequence", b"\x31" + good[1:]),
    ]
    blocks = [(f"DigestInfo: {name}", padded(message)) for name, message in messages]
    for length in (8, 7, 1, 0):
        short = padded(good, filling=ff * length)
        garbage = drawn(f"garbage {length}", 256 - len(short))
        blocks.append((f"{length} bytes of ff, and garbage behind the DigestInfo", short + garbage))
        blocks.append((f"{length} bytes of ff, and zeros behind the DigestInfo", short.ljust(256, b"\0")))
    fillings = [
        ("a filling of zeros", bytes(tail)), ("a filling of fe", b"\xfe" * tail),
        ("the first byte of the filling is fe", b"\xfe" + ff * (tail - 1)),
        ("the last byte of the filling is fe", ff * (tail - 1) + b"\xfe"),
        ("a zero in the filling", ff * 20 + b"\0" + ff * (tail - 21)),
        ("a random filling", bytes(byte | 1 for byte in drawn("filling", tail))),
    ]
    blocks += [(name, padded(good, filling=filling)) for name, filling in fillings]
    blocks += [
        ("block type 0", padded(good, b"\0\0", bytes(tail))),
        ("block type 0 with ff", padded(good, b"\0\0")),
        ("block type 2", padded(good, b"\0\2", bytes(byte | 1 for byte in drawn("two", tail)))),
        ("block type 2 with ff", padded(good, b"\0\2")),
        ("block type 3", padded(good, b"\0\3")),
        ("the first byte is 1", padded(good, b"\1\1")),
        ("no leading zero, one more ff", (b"\1" + ff * (tail + 1) + b"\0" + good)),
        ("no zero before the DigestInfo", padded(good, end=ff)),
        ("1 before the DigestInfo", padded(good, end=b"\1")),
        ("two zeros before the DigestInfo", padded(good, filling=ff * (tail - 1), end=b"\0\0")),
        ("only the digest at the end of ff", b"\0\1" + ff * (254 - 32) + digest),
        ("all zeros", bytes(256)), ("the number 1", octets(1, 256)),
    ]
    return blocks


def forged(key, digest):
    """Without the private key: with exponent 3, a cube whose upper bytes are what they should be."""
    start = padded(digest_info(digest), filling=b"\xff" * 8)
    wanted = int.from_bytes(start.ljust(256, b"\0"), "big")
    root = cube_root_above(wanted)
    assert octets(root**3, 256).startswith(start) and root**3 < key.n
    return octets(root, 256)


def rsa_signatures(keys):
    cases = []

    def add_case(key, name, signature, valid):
        try:
            key.private.public_key().verify(
                signature, digest, padding.PKCS1v15(), utils.Prehashed(hashes.SHA256())
            )
            assert valid, name
        except InvalidSignature:
            assert not valid, name
        cases.append(
            {
                "name": f"e = {key.e}: {name}",
                "key": key.name,
                "digest": digest.hex(),
                "signature": signature.hex(),
                "isValid": valid,
            }
        )

    for key in keys:
        # A number below 2^2048 - n, so that n can be added, and one whose first byte is zero.
        turns = (hashlib.sha256(f"message {turn}".encode()).digest() for turn in range(10000))
        digest = next(
            one for one in turns if key.opposite(padded(digest_info(one)))[0] == 0
        )
        good = key.opposite(padded(digest_info(digest)))
        number = int.from_bytes(good, "big")
        add_case(key, "valid, and its first byte is zero", good, True)
        for name, block in signature_blocks(digest):
            if int.from_bytes(block, "big") < key.n:
                add_case(key, name, key.opposite(block), False)
        for name, signature in [
            ("n is added", octets(number + key.n, 256 if number + key.n < 2**2048 else 257)),
            ("n less the signature", octets(key.n - number, 256)),
            ("0", bytes(256)), ("1", octets(1, 256)), ("n - 1", octets(key.n - 1, 256)),
            ("n", octets(key.n, 256)), ("n + 1", octets(key.n + 1, 256)), ("all ones", b"\xff" * 256),
            ("its leading zero is left out", good[1:]), ("a zero more before it", b"\0" + good),
            ("a zero behind it", good + b"\0"), ("the last byte is missing", good[:-1]),
            ("nothing", b""), ("one zero byte", b"\0"), ("the padded block itself", padded(digest_info(digest))),
            ("random bytes", b"\0" + drawn("signature", 255)), ("the signature twice", good + good),
            ("in an octet string", element(4, good)), ("a bit changed", good[:-1] + bytes([good[-1] ^ 1])),
        ]:
            add_case(key, name, signature, False)
        if key.e == 3:
            add_case(key, "forged by a cube root, garbage behind the DigestInfo", forged(key, digest), False)
    write(
        "Edges/rsa-signatures.json",
        "PKCS #1 v1.5 over SHA-256: the one valid block, and blocks that lax readers accept.",
        ORACLE + "pyca/cryptography gives the same verdicts.",
        cases,
    )


LABEL = hashlib.sha256(b"").digest()


def oaep_block(message=b"", label=LABEL, filling=None, separator=b"\1", first=b"\0", digest=hashlib.sha256):
    size = len(label)
    rest = 256 - 1 - 2 * size - len(separator) - len(message)
    data = label + (bytes(rest) if filling is None else filling) + separator + message
    assert len(data) == 255 - size
    seed = drawn(f"seed {len(message)}", size)
    masked = xored(data, mask(seed, len(data), digest))
    return first + xored(seed, mask(masked, size, digest)) + masked


def oaep(key):
    secret, cases = drawn("secret", 16), []
    scheme = padding.OAEP(padding.MGF1(hashes.SHA256()), hashes.SHA256(), None)

    def opened(wrapped):
        try:
            return key.private.decrypt(wrapped, scheme)
        except ValueError:
            return None

    def add_case(name, wrapped, block, message=None, is_compared=True):
        assert not is_compared or opened(wrapped) == message, name
        cases.append(
            {
                "name": name,
                "wrapped": wrapped.hex(),
                "block": None if block is None else block.hex(),
                "message": None if message is None else message.hex(),
            }
        )

    def block_case(name, block, message=None):
        add_case(name, key.wrapped(block), block, message)

    block_case("valid, 16 bytes", oaep_block(secret), secret)
    block_case("valid, empty", oaep_block(), b"")
    block_case("valid, the longest, without filling", oaep_block(bytes(190)), bytes(190))
    block_case("valid, one below the longest", oaep_block(b"\1" * 189), b"\1" * 189)
    block_case("valid, begins with separators", oaep_block(b"\1\1\0\1" * 4), b"\1\1\0\1" * 4)
    block_case("valid, only zeros", oaep_block(bytes(16)), bytes(16))
    for at in (0, 15, 31):
        changed = bytearray(LABEL)
        changed[at] ^= 0x80
        block_case(f"byte {at} of the label's digest changed", oaep_block(secret, bytes(changed)))
    block_case("a label", oaep_block(secret, hashlib.sha256(b"Apple").digest()))
    block_case("zeros for the label's digest", oaep_block(secret, bytes(32)))
    block_case("SHA-1 throughout", oaep_block(secret, hashlib.sha1(b"").digest(), digest=hashlib.sha1))
    block_case("MGF1 with SHA-1", oaep_block(secret, digest=hashlib.sha1))
    block_case("MGF1 with SHA-512", oaep_block(secret, digest=hashlib.sha512))
    block_case("no separator, zeros to the end", oaep_block(b"", filling=bytes(191), separator=b""))
    block_case("no separator, the key right behind zeros", oaep_block(b"\2" + secret, filling=bytes(174), separator=b""))
    for byte in (2, 0x80, 0x81, 0xff, 3):
        block_case(f"a separator of {byte:02x}", oaep_block(secret, separator=bytes([byte])))
        filling = bytes(100) + bytes([byte]) + bytes(73)
        block_case(f"{byte:02x} in the filling", oaep_block(secret, filling=filling))
        block_case(f"{byte:02x} first in the filling", oaep_block(secret, filling=bytes([byte]) + bytes(173)))
        block_case(f"{byte:02x} last in the filling", oaep_block(secret, filling=bytes(173) + bytes([byte])))
    for byte in (1, 2, 0x7f, 0x80):
        block = oaep_block(secret, first=bytes([byte]))
        if int.from_bytes(block, "big") < key.n:
            block_case(f"a first byte of {byte:02x}", block)
    block_case("the padding of PKCS #1 v1.5", b"\0\2" + bytes(b | 1 for b in drawn("ps", 237)) + b"\0" + secret)
    block_case("the bare key", secret.rjust(256, b"\0"))
    block_case("the number 0", bytes(256))
    block_case("the number 1", octets(1, 256))
    block_case("the number n - 1", octets(key.n - 1, 256))
    good = key.wrapped(oaep_block(secret))
    turns = (drawn(f"short {turn}", 16) for turn in range(10000))
    short, inner = next(
        (key.wrapped(oaep_block(one)), one) for one in turns if key.wrapped(oaep_block(one))[0] == 0
    )
    add_case("valid, its first byte is zero", short, oaep_block(inner), inner)
    # RFC 8017 § 7.1.2 wants as many bytes as the modulus has; pyca's libcrypto takes fewer.
    add_case("its leading zero is left out", short[1:], None, is_compared=False)
    for name, wrapped in [
        ("the wrapped number is n", octets(key.n, 256)), ("the wrapped number is n + 1", octets(key.n + 1, 256)),
        ("n is added", octets(int.from_bytes(short, "big") + key.n, 256 if int.from_bytes(short, "big") + key.n < 2**2048 else 257)),
        ("all ones", b"\xff" * 256), ("a zero more before it", b"\0" + good), ("a zero behind it", good + b"\0"),
        ("the last byte is missing", good[:-1]), ("nothing", b""), ("one zero byte", b"\0"),
        ("twice", good + good), ("the first half", good[:128]),
    ]:
        add_case(name, wrapped, None, is_compared=False)
    write(
        "Edges/rsa-oaep.json",
        "RSAES-OAEP with SHA-256 and without a label. The block is what the bare operation gives; "
        "where there is none, the wrapped bytes are no number below the modulus in its length.",
        ORACLE + "pyca/cryptography gives the same verdicts, but takes wrapped bytes without leading zeros.",
        cases,
    )


def gcm_cases():
    cases = []

    def cipher(key):
        encryptor = Cipher(algorithms.AES(key), modes.ECB()).encryptor()
        return encryptor.update

    def add_case(name, key, vector, sealed, text=None, failure=None):
        cases.append(
            {
                "name": name,
                "key": key.hex(),
                "vector": vector.hex(),
                "sealed": sealed.hex(),
                "plaintext": None if text is None else text.hex(),
                "failure": failure,
            }
        )

    def good(name, key, vector, text):
        sealed = gcm(cipher(key), vector, text)
        theirs = Cipher(algorithms.AES(key), modes.GCM(vector)).encryptor()
        assert theirs.update(text) + theirs.finalize() + theirs.tag == sealed, name
        add_case(f"valid, {name}", key, vector, sealed, text)
        return sealed

    for bits in (128, 256):
        key, text = drawn(f"gcm {bits}", bits // 8), drawn("gcm text", 45)
        zero = "authenticationFailed"
        for length in (12, 16):
            vector, label = bytes(length), f"{bits} bits, vector of {length}"
            sealed = good(f"{label}, 45 bytes", key, vector, text)
            empty = good(f"{label}, nothing", key, vector, b"")
            good(f"{label}, a whole block", key, vector, text[:16])
            for bit in (0, 7, 8, 63, 64, 96, 120, 127):
                changed = bytearray(sealed)
                changed[-16 + bit // 8] ^= 0x80 >> bit % 8
                add_case(f"{label}, bit {bit} of the tag", key, vector, bytes(changed), failure=zero)
            for name, other in [
                ("the tag lacks a byte", sealed[:-1]), ("a tag of 12 bytes", sealed[:-4]), ("no tag", sealed[:-16]),
                ("a tag of zeros", sealed[:-16] + bytes(16)), ("a tag of ff", sealed[:-16] + b"\xff" * 16),
                ("the tag inverted", sealed[:-16] + xored(sealed[-16:], b"\xff" * 16)),
                ("the tag before the text", sealed[-16:] + sealed[:-16]), ("the tag alone", sealed[-16:]),
                ("a byte behind the tag", sealed + b"\0"), ("the tag twice", sealed + sealed[-16:]),
                ("the first bit changed", bytes([sealed[0] ^ 0x80]) + sealed[1:]),
                ("the last bit of the text changed", sealed[:-17] + bytes([sealed[-17] ^ 1]) + sealed[-16:]),
                ("a byte of the text left out", sealed[:44] + sealed[45:]), ("a zero between text and tag", sealed[:45] + b"\0" + sealed[45:]),
                ("the first two blocks exchanged", sealed[16:32] + sealed[:16] + sealed[32:]),
                ("nothing at all", b""), ("15 bytes", empty[:15]), ("the tag of nothing behind the text", sealed[:-16] + empty),
                ("nothing with a bit changed", bytes([empty[0] ^ 1]) + empty[1:]), ("the plaintext and the tag", text + sealed[-16:]),
            ]:
                add_case(f"{label}, {name}", key, vector, other, failure=zero)
            for wrong in (8, 11, 12, 13, 15, 16, 17, 32):
                if wrong != length:
                    add_case(f"{label}, opened with {wrong}", key, bytes(wrong), sealed, failure=zero)
            add_case(f"{label}, opened with a 1", key, bytes(length - 1) + b"\1", sealed, failure=zero)
            other = key[:16] if bits == 256 else key + bytes(16)
            add_case(f"{label}, opened with {8 * len(other)} bits of key", other, vector, sealed, failure=zero)
            changed = key[:-1] + bytes([key[-1] ^ 1])
            add_case(f"{label}, opened with a key one bit off", changed, vector, sealed, failure=zero)
        for left in (0, 1, 2, 3):
            for high in (b"\xff" * 12, bytes(12), drawn("counter", 12)):
                counter = high + octets(2**32 - 1 - left, 4)
                vector = vector_for(cipher(key), counter)
                label = f"{bits} bits, {left} blocks before the counter overflows, behind {high.hex()[:4]}"
                good(label, key, vector, drawn("gcm overflow", 61))
        vector = vector_for(cipher(key), bytes(16))
        good(f"{bits} bits, the first counter is zero", key, vector, text)
        for length in (1, 8, 11, 13, 15, 17, 64):
            if length >= 8:
                good(f"{bits} bits, a vector of {length}", key, drawn("gcm vector", length), text)
    sealed = gcm(cipher(bytes(16)), bytes(16), b"text")
    for length in (0, 1, 15, 17, 24, 31, 33, 64):
        add_case(f"a key of {length} bytes", bytes(length), bytes(16), sealed, failure="wrongKind")
    write(
        "Edges/aes-gcm.json",
        "AES in Galois/Counter Mode at the edges: tags, lengths of vectors, and counters of 32 bits "
        "that overflow, to which a vector of 16 bytes can lead.",
        ORACLE + "pyca/cryptography seals the valid ones the same way.",
        cases,
    )


if __name__ == "__main__":
    keys = [Key("RSA 2048, exponent 65537", 65537), Key("RSA 2048, exponent 3", 3)]
    write("Edges/rsa-keys.json", "The RSA keys of the edge cases. TEST keys, known to everybody.", ORACLE + "primes from labels.", [key.case() for key in keys])
    rsa_signatures(keys)
    oaep(keys[0])
    gcm_cases()
