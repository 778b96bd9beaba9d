#!/usr/bin/env python3
"""Writes the cryptographic vectors under Tests/Vectors with another implementation than ours.

It needs pyca/cryptography (Debian: python3-cryptography). Keys and messages come from a fixed
seed by SHA-256, so a second run writes the same files. Published vectors are checked here before
they are written down.
"""

import hashlib
import hmac
import sys

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

sys.dont_write_bytecode = True
from vector_files import drawn, write

MASK = 2**64 - 1


def point(key):
    numbers = key.public_key().public_numbers()
    length = (key.curve.key_size + 7) // 8
    return b"\x04" + numbers.x.to_bytes(length, "big") + numbers.y.to_bytes(length, "big")


def sec1_pem(key):
    from cryptography.hazmat.primitives import serialization as form

    return key.private_bytes(
        form.Encoding.PEM, form.PrivateFormat.PKCS8, form.NoEncryption()
    ).decode()


def agreement():
    cases = []

    def add(name, curve, ours, theirs, expected=None):
        secret = ours.exchange(ec.ECDH(), theirs.public_key())
        assert expected is None or secret.hex() == expected, name
        cases.append(
            {
                "name": name,
                "curve": curve,
                "privateKey": sec1_pem(ours),
                "peer": point(theirs).hex(),
                "sharedSecret": secret.hex(),
            }
        )

    published = ec.derive_private_key(
        0x7D7DC5F71EB29DDAF80D6214632EEAE03D9058AF1FB6D22ED80BADB62BC1A534, ec.SECP256R1()
    )
    peer = ec.EllipticCurvePublicNumbers(
        0x700C48F77F56584C5CC632CA65640DB91B6BACCE3A4DF6B42CE7CC838833D287,
        0xDB71E509E3FD9B060DDB20BA5C51DCC5948D46FBF640DFE0441782CAB85FA4AC,
        ec.SECP256R1(),
    ).public_key()
    secret = "46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b"
    assert published.exchange(ec.ECDH(), peer).hex() == secret
    numbers = peer.public_numbers()
    cases.append(
        {
            "name": "NIST CAVS ECC CDH P-256, count 0",
            "curve": "P-256",
            "privateKey": sec1_pem(published),
            "peer": (b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")).hex(),
            "sharedSecret": secret,
        }
    )

    def key(curve, label):
        length = (curve.key_size + 7) // 8
        return ec.derive_private_key(
            int.from_bytes(drawn(label, length), "big") % (2 ** (curve.key_size - 1)), curve
        )

    for number in range(8):
        for curve, name in ((ec.SECP256R1(), "P-256"), (ec.SECP384R1(), "P-384")):
            ours, theirs = key(curve, f"{name} ours {number}"), key(curve, f"{name} theirs {number}")
            add(f"{name}, pair {number}", name, ours, theirs)
    zeros = 0
    for number in range(100_000):
        ours, theirs = key(ec.SECP256R1(), "zero"), key(ec.SECP256R1(), f"zero {number}")
        if ours.exchange(ec.ECDH(), theirs.public_key())[0] == 0:
            add(f"a shared secret that starts with a zero byte, {number}", "P-256", ours, theirs)
            zeros += 1
        if zeros == 3:
            break
    write(
        "key-agreement.json",
        "Elliptic-curve key agreement: the x-coordinate in full length, leading zeros kept.",
        "NIST CAVS 14.1 (the case of that name); the others by pyca/cryptography, "
        "Tests/Oracles/make-vectors.py.",
        cases,
    )


def signatures():
    curve = ec.SECP256R1()
    private = ec.derive_private_key(
        0xC9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721, curve
    )
    order = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
    published = [
        (
            "sample",
            0xEFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716,
            0xF7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8,
        ),
        (
            "test",
            0xF1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367,
            0x019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083,
        ),
    ]
    cases = []
    key = point(private).hex()

    def add(name, message, encoded, valid):
        cases.append(
            {
                "name": name,
                "publicKey": key,
                "message": message,
                "signature": encoded.hex(),
                "isValid": valid,
            }
        )

    for message, r, s in published:
        encoded = utils.encode_dss_signature(r, s)
        private.public_key().verify(encoded, message.encode(), ec.ECDSA(hashes.SHA256()))
        add(f"RFC 6979, {message}", message, encoded, True)
        add(f"{message}, over another text", message + ".", encoded, False)
        add(f"{message}, r one more", message, utils.encode_dss_signature(r + 1, s), False)
        add(f"{message}, r and s swapped", message, utils.encode_dss_signature(s, r), False)
        add(f"{message}, r is zero", message, utils.encode_dss_signature(0, s), False)
        add(f"{message}, s is zero", message, utils.encode_dss_signature(r, 0), False)
        add(f"{message}, r beyond the order", message, utils.encode_dss_signature(r + order, s), False)
        add(f"{message}, bytes behind it", message, encoded + b"\0", False)
        add(f"{message}, cut short", message, encoded[:-1], False)
        add(f"{message}, nothing", message, b"", False)
        padded = encoded[:1] + b"\x81" + encoded[1:]
        add(f"{message}, a length that is not the shortest", message, padded, False)
    write(
        "ecdsa-p256.json",
        "ECDSA on P-256 over SHA-256: which signatures are valid. Signatures are DER.",
        "RFC 6979 A.2.5 for the valid ones; the others are those, broken by "
        "Tests/Oracles/make-vectors.py.",
        cases,
    )


def sealing():
    cases = []
    for key_length in (16, 32):
        for vector_length in (12, 16):
            for length in (0, 1, 15, 16, 17, 300):
                label = f"gcm {key_length} {vector_length} {length}"
                key, text = drawn(label + " key", key_length), drawn(label + " text", length)
                vector = bytes(16) if vector_length == 16 else drawn(label + " vector", 12)
                sealer = Cipher(algorithms.AES(key), modes.GCM(vector)).encryptor()
                sealed = sealer.update(text) + sealer.finalize() + sealer.tag
                cases.append(
                    {
                        "name": f"{8 * key_length} bits, vector of {vector_length}, {length} bytes",
                        "key": key.hex(),
                        "vector": vector.hex(),
                        "plaintext": text.hex(),
                        "sealed": sealed.hex(),
                    }
                )
    write(
        "aes-gcm.json",
        "AES in Galois/Counter Mode with the tag after the ciphertext. Initialization vectors of 16 bytes are zero.",
        "Made by pyca/cryptography, Tests/Oracles/make-vectors.py.",
        cases,
    )


def codes():
    published = [
        ("1", b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        ("2", b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        ("3", b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        ("4", bytes(range(1, 26)), b"\xcd" * 50, "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        ("6", b"\xaa" * 131, b"Test Using Larger Than Block-Size Key - Hash Key First", "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        ("7", b"\xaa" * 131, b"This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before being used by the HMAC algorithm.", "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]
    cases = []
    for number, key, message, code in published:
        assert hmac.new(key, message, hashlib.sha256).hexdigest() == code, number
        cases.append({"name": f"RFC 4231 case {number}", "key": key.hex(), "message": message.hex(), "code": code})
    empty = hmac.new(b"", b"", hashlib.sha256).hexdigest()
    cases.append({"name": "empty key and message", "key": "", "message": "", "code": empty})
    write(
        "hmac-sha256.json",
        "HMAC with SHA-256.",
        "RFC 4231; the empty case is Python's hmac module, Tests/Oracles/make-vectors.py.",
        cases,
    )


def digests():
    cases = []
    for length in (0, 1, 3, 55, 56, 63, 64, 65, 1000):
        message = b"abc" if length == 3 else drawn(f"sha {length}", length)
        cases.append({"name": f"{length} bytes", "message": message.hex(), "digest": hashlib.sha256(message).hexdigest()})
    write(
        "sha256.json",
        "SHA-256.",
        "Python's hashlib, Tests/Oracles/make-vectors.py; the three bytes are FIPS 180-4's abc.",
        cases,
    )


def chance():
    def words(seed, count):
        state, mix = [], seed
        for _ in range(4):
            mix = (mix + 0x9E3779B97F4A7C15) & MASK
            z = mix
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
            state.append(z ^ (z >> 31))
        found = []
        for _ in range(count):
            turned = (state[1] * 5) & MASK
            turned = ((turned << 7) | (turned >> 57)) & MASK
            found.append((turned * 9) & MASK)
            shifted = (state[1] << 17) & MASK
            state[2] ^= state[0]
            state[3] ^= state[1]
            state[1] ^= state[2]
            state[0] ^= state[3]
            state[2] ^= shifted
            state[3] = ((state[3] << 45) | (state[3] >> 19)) & MASK
        return found

    cases = [
        {
            "name": f"seed {seed}",
            "seed": seed,
            "bytes": b"".join(word.to_bytes(8, "little") for word in words(seed, 8)).hex(),
        }
        for seed in (0, 1, 42, 2**63 - 1)
    ]
    write(
        "seeded-randomness.json",
        "The first 64 bytes of xoshiro256** seeded by SplitMix64, words little end first.",
        "Blackman and Vigna's reference C, written again in Python: Tests/Oracles/make-vectors.py.",
        cases,
    )


agreement()
signatures()
sealing()
codes()
digests()
chance()
