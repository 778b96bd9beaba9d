#!/usr/bin/env python3
"""Writes the edge cases under Tests/Vectors/Edges: inputs that are just valid and just invalid.

Every case is built here from edge_arithmetic.py, which is plain integers; where pyca/cryptography
(Debian: python3-cryptography) takes an input at all, its answer is compared with that. The cases
are a function of fixed labels, so a second run writes the same files.
"""

import hashlib
import sys

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa, utils

sys.dont_write_bytecode = True
from edge_arithmetic import *
from vector_files import write

ORACLE = "Built by Tests/Oracles/make-curve-edges.py in plain integers; "

# Object identifiers in DER.
EC_KEY = bytes.fromhex("06072a8648ce3d0201")
P256 = bytes.fromhex("06082a8648ce3d030107")
P384 = bytes.fromhex("06052b81040022")
K256 = bytes.fromhex("06052b8104000a")
BRAINPOOL = bytes.fromhex("06092b2403030208010107")
PRIME_FIELD = bytes.fromhex("06072a8648ce3d0101")


def info(point, algorithm=None, unused=b"\0"):
    return sequence(algorithm or sequence(EC_KEY, P256), element(3, unused + point))


def pyca_key(point):
    return ec.EllipticCurvePublicNumbers(point[0], point[1], ec.SECP256R1()).public_key()


def agreements():
    own = number("own")
    peer = times(number("peer"), G)
    cases = []

    def add_case(name, point, scalar=own):
        common = times(scalar, point)
        secret = octets(common[0]).hex()
        private = ec.derive_private_key(scalar, ec.SECP256R1())
        assert private.exchange(ec.ECDH(), pyca_key(point)).hex() == secret, name
        cases.append(
            {
                "name": name,
                "scalar": octets(scalar).hex(),
                "point": encoded(point).hex(),
                "publicKeyInfo": info(encoded(point)).hex(),
                "sharedSecret": secret,
            }
        )

    def leading_to(common):
        """The peer with whom the own key agrees on a point."""
        return times(pow(own, -1, N), common)

    add_case("an ordinary peer", peer)
    add_case("the peer is the own key", times(own, G))
    add_case("the peer is the own key negated", negated(times(own, G)))
    add_case("the peer is the generator", G)
    add_case("the peer is the generator negated", negated(G))
    add_case("the peer is twice the generator", times(2, G))
    add_case("x is 0", lifted(0))
    add_case("x is 0, y is odd", negated(lifted(0)))
    add_case("the smallest x above 0", lifted_from(1))
    add_case("x below 2^128", lifted_from(2**127))
    add_case("x below 2^248", lifted_from(2**247))
    add_case("the largest x", lifted_from(P - 1, -1))
    add_case("the largest x, the other y", negated(lifted_from(P - 1, -1)))
    add_case("x just above the order", lifted_from(N))
    y = next(y for y in range(1, 100) if x_of(y) is not None)
    add_case("a small y", (x_of(y), y))
    add_case("a large y", (x_of(y), P - y))
    for zeros in (1, 2, 3, 16, 31, 32):
        common = lifted_from(2 ** (8 * (32 - zeros) - 1) if zeros < 31 else 32 - zeros)
        assert octets(common[0])[:zeros] == bytes(zeros)
        add_case(f"the secret begins with {zeros} zero bytes", leading_to(common))
    add_case("the secret is the largest x", leading_to(lifted_from(P - 1, -1)))
    ending = next(x for x in range(2**255, 2**256, 2**16) if lifted(x))
    add_case("the secret ends in two zero bytes", leading_to(lifted(ending)))
    for name, scalar in (
        ("1", 1), ("2", 2), ("3", 3), ("the order less 1", N - 1), ("the order less 2", N - 2),
        ("half the order", N // 2), ("half the order and 1", N // 2 + 1), ("2^255", 2**255),
        ("2^128 less 1", 2**128 - 1), ("16 bits long", 0xFFFF),
    ):
        add_case(f"the own scalar is {name}", peer, scalar)
    write(
        "Edges/p256-agreements.json",
        "Key agreement on P-256 with points and scalars at the edges: the shared x in 32 bytes.",
        ORACLE + "pyca/cryptography agrees on every one.",
        cases,
    )


def refused_points():
    own, peer = number("own"), times(number("peer"), G)
    x, y = peer
    cases = []

    def add_case(name, point, failure):
        cases.append(
            {
                "name": name,
                "point": point.hex(),
                "publicKeyInfo": info(point).hex(),
                "failure": failure,
            }
        )

    def off_curve(name, x, y):
        add_case(name, b"\x04" + octets(x) + octets(y), "pointNotOnCurve")

    def form(name, point):
        add_case(name, point, "notAPublicKey")

    twist_x = next(x for x in range(5, 100) if lifted(x) is None)
    small, flat = lifted(0), next(y for y in range(1, 100) if x_of(y) is not None)
    brainpool = (
        0x8BD2AEB9CB7E57CB2C4B482FFC81B7AFB9DE27E1E3BD23C23A4453BD9ACE3262,
        0x547EF835C3DAC4FD97F8461A14611DC9C27745132DED8E545C1D54C72F046997,
    )
    k256 = ec.derive_private_key(7, ec.SECP256K1()).public_key().public_numbers()
    p384 = ec.derive_private_key(7, ec.SECP384R1()).public_key().public_numbers()
    off_curve("y is one more", x, y + 1)
    off_curve("x is one less", x - 1, y)
    off_curve("x and y swapped", y, x)
    off_curve("both coordinates are 0", 0, 0)
    off_curve("both coordinates are 1", 1, 1)
    off_curve("y is 0, of order two on another curve", x, 0)
    off_curve("x is 0, y is 1", 0, 1)
    off_curve("the generator with y 0", G[0], 0)
    off_curve("on the twist, y the root of the negated right side", twist_x, root(-right_side(twist_x)))
    off_curve("on the twist by -1, as its own curve has it", P - x, root(-right_side(x)) or 1)
    for other in range(1, 200):
        found = root(x**3 + A * x + other)
        if found:
            off_curve("on the curve of another b", x, found)
            break
    off_curve("on secp256k1", k256.x, k256.y)
    off_curve("on brainpoolP256r1", *brainpool)
    off_curve("on P-384, the last 32 bytes of each coordinate", p384.x % 2**256, p384.y % 2**256)
    off_curve("on P-384, the first 32 bytes of each coordinate", p384.x >> 128, p384.y >> 128)
    off_curve("x is 0 and p is added", small[0] + P, small[1])
    for start in (1, 2**64):
        near = lifted_from(start)
        off_curve(f"x from {start} and p is added", near[0] + P, near[1])
    off_curve("y is small and p is added", x_of(flat), flat + P)
    off_curve("x is p, y is p", P, P)
    off_curve("x is all ones", 2**256 - 1, y)
    off_curve("y is all ones", x, 2**256 - 1)
    off_curve("x is the order of the field less 1, off the curve", P - 1, 1)
    form("infinity, one zero byte", b"\0")
    form("infinity, 65 zero bytes", bytes(65))
    form("infinity, 33 zero bytes", bytes(33))
    form("infinity, a zero byte before 64 bytes", b"\0" + octets(x) + octets(y))
    form("compressed", bytes([2 + y % 2]) + octets(x))
    form("compressed, the other root", bytes([3 - y % 2]) + octets(x))
    form("compressed, no point has this x", b"\x02" + octets(twist_x))
    form("compressed, padded to 65 bytes", bytes([2 + y % 2]) + octets(x) + bytes(32))
    form("hybrid", bytes([6 + y % 2]) + octets(x) + octets(y))
    form("hybrid, of the other parity", bytes([7 - y % 2]) + octets(x) + octets(y))
    form("a first byte of 5", b"\x05" + octets(x) + octets(y))
    form("a first byte of 84", b"\x84" + octets(x) + octets(y))
    form("the coordinates without a first byte", octets(x) + octets(y))
    form("nothing", b"")
    form("a first byte and nothing", b"\x04")
    form("y lacks its last byte", encoded(peer)[:-1])
    form("a byte follows", encoded(peer) + b"\0")
    form("x alone", b"\x04" + octets(x))
    form("coordinates of 33 bytes", b"\x04\0" + octets(x) + b"\0" + octets(y))
    form("coordinates of 31 bytes", b"\x04" + octets(x)[1:] + octets(y)[1:])
    form("a point on P-384", b"\x04" + octets(p384.x, 48) + octets(p384.y, 48))
    form("in an OCTET STRING", element(4, encoded(peer)))
    for case in cases:
        try:
            key = ec.EllipticCurvePublicKey.from_encoded_point(
                ec.SECP256R1(), bytes.fromhex(case["point"])
            )
            assert case["name"].startswith("compressed"), case["name"]
            assert key is not None and own
        except ValueError:
            pass
    write(
        "Edges/p256-refused-points.json",
        "Points that are not uncompressed points of P-256, bare and in a SubjectPublicKeyInfo.",
        ORACLE + "pyca/cryptography takes the compressed ones and no other.",
        cases,
    )


def explicit(generator=G, cofactor=True, seed=False):
    """The parameters of a curve written out, as RFC 5480 forbids."""
    curve = sequence(element(4, octets(A)), element(4, octets(B)))
    if seed:
        filling = bytes.fromhex("00c49d360886e704936a6678e1139d26b7819f7e90")
        curve = sequence(element(4, octets(A)), element(4, octets(B)), element(3, filling))
    return sequence(
        integer(1),
        sequence(PRIME_FIELD, integer(P)),
        curve,
        element(4, encoded(generator)),
        integer(N),
        integer(1) if cofactor else b"",
    )


def refused_infos():
    peer = times(number("peer"), G)
    point = encoded(peer)
    good = info(point)
    private = ec.derive_private_key(number("peer"), ec.SECP256R1())
    assert good == private.public_key().public_bytes(
        serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    )
    bits, algorithm = element(3, b"\0" + point), sequence(EC_KEY, P256)
    # The attack on CVE-2020-0601: a generator that makes a chosen scalar fit a genuine key.
    chosen = times(pow(2, -1, N), peer)
    p384 = ec.derive_private_key(7, ec.SECP384R1()).public_key()
    modulus = prime("info p", 1024, 65537) * prime("info q", 1024, 65537)
    rsa_info = rsa.RSAPublicNumbers(65537, modulus)
    rsa_bits = element(3, b"\0" + sequence(integer(modulus), integer(65537)))
    rsa_key = bytes.fromhex("06092a864886f70d010101")
    der = (serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    inner = [
        ("of id-ecDH", sequence(bytes.fromhex("06052b8104010c"), P256)),
        ("of id-ecMQV", sequence(bytes.fromhex("06052b8104010d"), P256)),
        ("of RSA's algorithm", sequence(bytes.fromhex("06092a864886f70d010101"), P256)),
        ("of an unknown algorithm", sequence(bytes.fromhex("06072a8648ce3d027f"), P256)),
        ("of ECDSA with SHA-256", sequence(bytes.fromhex("06082a8648ce3d040302"), P256)),
        ("of curve secp256k1", sequence(EC_KEY, K256)),
        ("of curve P-384", sequence(EC_KEY, P384)),
        ("of curve brainpoolP256r1", sequence(EC_KEY, BRAINPOOL)),
        ("of curve P-192", sequence(EC_KEY, bytes.fromhex("06082a8648ce3d030101"))),
        ("of an unknown curve", sequence(EC_KEY, bytes.fromhex("06082a8648ce3d03017f"))),
        ("without a curve", sequence(EC_KEY)),
        ("with NULL for a curve", sequence(EC_KEY, NULL)),
        ("with explicit parameters of P-256", sequence(EC_KEY, explicit())),
        ("with explicit parameters of P-256 and its seed", sequence(EC_KEY, explicit(seed=True))),
        ("with explicit parameters without cofactor", sequence(EC_KEY, explicit(cofactor=False))),
        ("with explicit parameters of a chosen generator", sequence(EC_KEY, explicit(chosen))),
        ("with the curve twice", sequence(EC_KEY, P256, P256)),
        ("with NULL behind the curve", sequence(EC_KEY, P256, NULL)),
        ("with the curve first", sequence(P256, EC_KEY)),
        ("with a set for a sequence", element(0x31, EC_KEY + P256)),
        ("with a padded curve identifier", sequence(EC_KEY, bytes.fromhex("0609802a8648ce3d030107"))),
    ]
    cases = [(name, info(point, one)) for name, one in inner]
    cases += [
        ("nothing", b""),
        ("bytes behind the sequence", good + b"\0"),
        ("the key twice", good + good),
        ("a NULL in the sequence, behind the key", sequence(algorithm, bits, NULL)),
        ("the last byte is missing", good[:-1]),
        ("the first byte is missing", good[1:]),
        ("the outer length is one too small", good[:1] + b"\x58" + good[2:]),
        ("the outer length is one too large", good[:1] + b"\x5a" + good[2:]),
        ("the outer length in two bytes", good[:1] + b"\x81" + good[1:]),
        ("the inner length in two bytes", element(0x30, b"\x30\x81" + algorithm[1:] + bits)),
        ("the bit string's length in two bytes", sequence(algorithm, b"\x03\x81" + bits[1:])),
        ("an indefinite length", b"\x30\x80" + algorithm + bits + b"\0\0"),
        ("a set outside", element(0x31, algorithm + bits)),
        ("one unused bit", info(point, unused=b"\x01")),
        ("seven unused bits", info(point, unused=b"\x07")),
        ("no byte for unused bits", info(point, unused=b"")),
        ("an empty bit string", sequence(algorithm, element(3, b""))),
        ("a bit string of no bits", info(b"")),
        ("a bit string in parts", sequence(algorithm, element(0x23, element(3, b"\0" + point)))),
        ("an octet string", sequence(algorithm, element(4, point))),
        ("an octet string in the bit string", info(element(4, point))),
        ("the bare point", point),
        ("the key first", sequence(bits, algorithm)),
        ("only the algorithm", sequence(algorithm)),
        ("in PEM", private.public_key().public_bytes(serialization.Encoding.PEM, der[1])),
        ("the private key", private.private_bytes(
            der[0], serialization.PrivateFormat.PKCS8, serialization.NoEncryption())),
        ("an RSA key without NULL", sequence(sequence(rsa_key), rsa_bits)),
        ("an RSA key of an indefinite length", b"\x30\x80" + sequence(rsa_key, NULL) + rsa_bits + b"\0\0"),
        ("an RSA key with bytes behind it", sequence(sequence(rsa_key, NULL), rsa_bits) + b"\0"),
        ("a key on P-384", p384.public_bytes(*der)),
        ("an RSA key", rsa_info.public_key().public_bytes(*der)),
    ]
    write(
        "Edges/p256-refused-infos.json",
        "Encodings that are not the one SubjectPublicKeyInfo of a key on P-256, though the point is "
        "good. The keys on P-384 and of RSA are good keys, and of another kind.",
        ORACLE + "RFC 5480 forbids explicit parameters.",
        [
            {
                "name": name,
                "publicKeyInfo": one.hex(),
                "isOfAnotherKind": name in ("a key on P-384", "an RSA key"),
            }
            for name, one in cases
        ],
    )


def signed(r, s):
    return sequence(integer(r), integer(s))


def verifies(key, digest, r, s):
    """ECDSA as FIPS 186-4 defines it."""
    if not (0 < r < N and 0 < s < N):
        return False
    inverse = pow(s, -1, N)
    found = add(times(digest * inverse, G), times(r * inverse, key))
    return found is not None and found[0] % N == r


class Signer:
    """An ordinary key, and keys that are made to fit a signature."""

    def __init__(self):
        self.cases = []
        self.scalar = number("signer")
        self.key = times(self.scalar, G)
        self.digest = hashlib.sha256(b"an ordinary message").digest()

    def sign(self, digest=None, nonce="nonce"):
        k = number(nonce)
        r = times(k, G)[0] % N
        value = int.from_bytes(digest or self.digest, "big")
        return r, pow(k, -1, N) * (value + r * self.scalar) % N

    def add(self, name, signature, valid, key=None, digest=None):
        key, digest = key or self.key, digest or self.digest
        try:
            algorithm = ec.ECDSA(utils.Prehashed(hashes.SHA256()))
            pyca_key(key).verify(signature, digest, algorithm)
            assert valid, name
        except Exception as failure:
            assert not valid and not isinstance(failure, AssertionError), (name, failure)
        self.cases.append(
            {
                "name": name,
                "publicKey": encoded(key).hex(),
                "digest": digest.hex(),
                "signature": signature.hex(),
                "isValid": valid,
            }
        )

    def add_numbers(self, name, r, s, key=None, digest=None):
        value = int.from_bytes(digest or self.digest, "big")
        self.add(name, signed(r, s), verifies(key or self.key, value, r, s), key, digest)

    def fitted(self, name, common, s, digest=None, r=None):
        """A valid signature whose point is given, by the key that must have made it."""
        value = int.from_bytes(digest or self.digest, "big")
        r = common[0] % N if r is None else r
        key = times(pow(r, -1, N), add(times(s, common), negated(times(value, G)) if value % N else None))
        assert verifies(key, value, r, s) == (r == common[0] % N), name
        self.add_numbers(name, r, s, key, digest)


def signature_numbers(signer):
    r, s = signer.sign()
    add_numbers, fitted = signer.add_numbers, signer.fitted
    add_numbers("an ordinary signature", r, s)
    add_numbers("n - s for s", r, N - s)
    for name, one in (("r", 0), ("s", 1)):
        for value, words in (
            (0, "0"), (N, "n"), (N + 1, "n + 1"), (-1, "-1"), (-[r, s][one], "negated"),
            ([r, s][one] + N, "n more"), ([r, s][one] - N, "n less"), (P, "p"), (2**256 - 1, "2^256 - 1"),
            (2**256, "2^256"), ([r, s][one] + 2**256, "2^256 more"), (1, "1"), (N - 1, "n - 1"),
            ([r, s][one] ^ 1, "changed in a bit"), (2**2048, "2^2048"),
        ):
            numbers = [r, s]
            numbers[one] = value
            add_numbers(f"{name} is {words}", *numbers)
    for value, words in ((0, "0"), (1, "1"), (N, "n"), (P, "p"), (-1, "-1")):
        add_numbers(f"both are {words}", value, value)
    for first, second in ((0, 1), (1, 0), (0, N), (N, 0), (1, N), (N, 1), (r, r), (s, r), (s, s)):
        words = {r: "r", s: "s", N: "n"}
        words = f"{words.get(first, first)} and {words.get(second, second)}"
        if words != "r and s":
            add_numbers(f"the numbers are {words}", first, second)
    ordinary = times(number("common"), G)
    fitted("valid, s is 1", ordinary, 1)
    fitted("valid, s is 2", ordinary, 2)
    fitted("valid, s is n - 1", ordinary, N - 1)
    fitted("valid, s of 16 bytes", ordinary, 2**127 + 1)
    fitted("valid, s of 31 bytes", ordinary, 2**247 - 1)
    fitted("valid, s of 31 bytes with a padding zero", ordinary, 2**248 - 1)
    fitted("valid, s is half of n", ordinary, N // 2)
    fitted("valid, r of one byte", lifted_from(1), number("s"))
    fitted("valid, r of one byte, s of one byte", lifted_from(1), 3)
    fitted("valid, r of 16 bytes", lifted_from(2**127), number("s"))
    fitted("valid, r of 31 bytes", lifted_from(2**247), number("s"))
    fitted("valid, r below n and large", lifted_from(N - 1, -1), number("s"))
    beyond = lifted_from(N)
    fitted("valid, x of the point is above n, and r is what is left", beyond, number("s"))
    fitted("x of the point is above n, and r is x itself", beyond, number("s"), r=beyond[0])
    fitted("valid, the largest x, and r is what is left", lifted_from(P - 1, -1), number("s"))


def signature_digests(signer):
    for name, value in (
        ("0", 0), ("1", 1), ("n - 1", N - 1), ("n", N), ("n + 1", N + 1), ("all ones", 2**256 - 1),
        ("of one leading zero byte", 2**247 + 5), ("2^255", 2**255),
    ):
        digest = octets(value)
        r, s = signer.sign(digest, f"nonce {name}")
        signer.add_numbers(f"valid, the digest is {name}", r, s, digest=digest)
        signer.add_numbers(f"the digest is {name}, r changed", r ^ 1, s, digest=digest)
    zero, plain = bytes(32), int.from_bytes(signer.digest, "big")
    r, s = signer.sign(zero, "nonce 0")
    signer.add_numbers("over the digest 0, shown with another", r, s)
    # e G + r Q is the point at infinity, which has no x, whatever s is.
    r = number("r")
    key = negated(times(plain * pow(r, -1, N), G))
    signer.add_numbers("the sum is the point at infinity", r, number("s"), key)
    signer.add_numbers("the sum is the point at infinity, r is 1", 1, 1, negated(times(plain, G)))
    # Both summands are one point, so that adding them is doubling.
    k = number("doubled")
    r = times(2 * k, G)[0] % N
    s = plain * pow(k, -1, N) % N
    signer.add_numbers("valid, both summands are one point", r, s, times(plain * pow(r, -1, N), G))
    signer.add_numbers("valid, the key is the generator", *fit_to(1, plain), G)
    signer.add_numbers("valid, the key is the generator negated", *fit_to(N - 1, plain), negated(G))
    signer.add_numbers("the key is negated", *signer.sign(), negated(signer.key))


def fit_to(scalar, value):
    k = number("fit")
    r = times(k, G)[0] % N
    return r, pow(k, -1, N) * (value + r * scalar) % N


def signature_encodings(signer):
    pairs = (signer.sign(nonce=f"nonce {turn}") for turn in range(100))
    r, s = next((r, s) for r, s in pairs if r >> 255 and 0x100 <= s >> 240 < 0x8000)
    good, high, low = signed(r, s), integer(r), integer(s)
    bare_high, bare_low = octets(r), octets(s)
    other = b"\x02\x20" + bare_high
    encodings = [
        ("nothing", b""), ("an empty sequence", b"\x30\x00"), ("one number", sequence(high)),
        ("three numbers", sequence(high, low, integer(1))), ("the numbers and a NULL", sequence(high, low, NULL)),
        ("NULL for r", sequence(NULL, low)), ("NULL for s", sequence(high, NULL)),
        ("no sequence around it", high + low), ("a sequence in a sequence", sequence(good)),
        ("a set", element(0x31, high + low)), ("an octet string", element(4, high + low)),
        ("a primitive sequence", b"\x10" + good[1:]), ("a context tag", b"\xa0" + good[1:]),
        ("r as an octet string", sequence(element(4, high[2:]), low)),
        ("s as a bit string", sequence(high, element(3, b"\0" + bare_low))),
        ("r as an enumerated", sequence(b"\x0a" + high[1:], low)),
        ("r as a boolean", sequence(b"\x01" + high[1:], low)),
        ("r constructed", sequence(b"\x22" + element(0x22, high)[1:], low)),
        ("in an octet string", element(4, good)), ("in a bit string", element(3, b"\0" + good)),
        ("a zero byte follows", good + b"\0"), ("two zero bytes follow", good + b"\0\0"),
        ("a NULL follows", good + NULL), ("the signature twice", good + good),
        ("the last byte is missing", good[:-1]), ("the first byte is missing", good[1:]),
        ("the first half", good[: len(good) // 2]), ("one byte", good[:1]), ("two bytes", good[:2]),
        ("the outer length is one less", good[:1] + bytes([good[1] - 1]) + good[2:]),
        ("the outer length is one more", good[:1] + bytes([good[1] + 1]) + good[2:]),
        ("the outer length is zero", good[:1] + b"\0" + good[2:]),
        ("the outer length is 255", good[:1] + b"\xff" + good[2:]),
        ("the outer length in two bytes", b"\x30\x81" + good[1:]),
        ("the outer length in three bytes", b"\x30\x82\0" + good[1:]),
        ("the outer length in five bytes", b"\x30\x84\0\0\0" + good[1:]),
        ("the outer length in nine bytes", b"\x30\x88" + bytes(7) + good[1:]),
        ("a length of four gigabytes", b"\x30\x84\xff\xff\xff\xff" + good[2:]),
        ("an indefinite length", b"\x30\x80" + high + low + b"\0\0"),
        ("an indefinite length without an end", b"\x30\x80" + high + low),
        ("r's length in two bytes", sequence(b"\x02\x81" + high[1:], low)),
        ("s's length in two bytes", sequence(high, b"\x02\x81" + low[1:])),
        ("s's length in three bytes", sequence(high, b"\x02\x82\0" + low[1:])),
        ("s's length is one more", sequence(high, b"\x02" + bytes([low[1] + 1]) + low[2:])),
        ("s's length is one less", sequence(high, b"\x02" + bytes([low[1] - 1]) + low[2:])),
        ("r without the zero that it needs", sequence(other, low)),
        ("r with a zero that it does not need", sequence(element(2, b"\0" + high[2:]), low)),
        ("s with a zero that it does not need", sequence(high, element(2, b"\0" + bare_low))),
        ("s with two zeros", sequence(high, element(2, b"\0\0" + bare_low))),
        ("s with ff before it", sequence(high, element(2, b"\xff" + bare_low))),
        ("r of no bytes", sequence(b"\x02\x00", low)), ("s of no bytes", sequence(high, b"\x02\x00")),
        ("both of no bytes", sequence(b"\x02\x00", b"\x02\x00")),
        ("a zero byte before it", b"\0" + good), ("two bare numbers", bare_high + bare_low),
        ("two bare numbers behind a 4", b"\x04" + bare_high + bare_low),
        ("in hexadecimal", good.hex().encode()), ("only zeros", bytes(len(good))), ("only ff", b"\xff" * len(good)),
        ("random bytes of its length", drawn("garbage", len(good))),
        ("random bytes of its length behind its tag", good[:2] + drawn("garbage", len(good) - 2)),
        ("random numbers", signed(number("garbage r"), number("garbage s"))),
    ]
    signer.add("valid, r with the zero that it needs and s without", good, True)
    for name, encoding in encodings:
        signer.add(name, encoding, False)


def signatures():
    signer = Signer()
    signature_numbers(signer)
    signature_digests(signer)
    signature_encodings(signer)
    write(
        "Edges/ecdsa-signatures.json",
        "ECDSA on P-256 at the edges: numbers, digests, encodings. Valid is what FIPS 186-4 calls "
        "valid and is the one DER encoding, (r, n - s) included.",
        ORACLE + "pyca/cryptography gives the same verdicts.",
        signer.cases,
    )


if __name__ == "__main__":
    agreements()
    refused_points()
    refused_infos()
    signatures()
