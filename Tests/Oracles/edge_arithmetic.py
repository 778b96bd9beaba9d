"""Plain integer arithmetic for make-curve-edges.py and make-sealing-edges.py: P-256, DER, RSA and GCM without any library."""

import vector_files

P = 0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF
A = P - 3
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
G = (
    0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
    0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
)


def drawn(label, count):
    """Bytes that are a function of a label, different from those of make-vectors.py."""
    return vector_files.drawn(f"edge {label}", count)


def number(label, below=N):
    return int.from_bytes(drawn(label, 40), "big") % (below - 1) + 1


def right_side(x):
    return (x * x * x + A * x + B) % P


def is_on_curve(point):
    return point[1] * point[1] % P == right_side(point[0])


def add(left, right):
    """The sum of two points; None is the point at infinity."""
    if left is None or right is None:
        return right if left is None else left
    if left[0] == right[0] and (left[1] + right[1]) % P == 0:
        return None
    if left == right:
        slope = (3 * left[0] * left[0] + A) * pow(2 * left[1], -1, P) % P
    else:
        slope = (right[1] - left[1]) * pow(right[0] - left[0], -1, P) % P
    x = (slope * slope - left[0] - right[0]) % P
    return (x, (slope * (left[0] - x) - left[1]) % P)


def times(scalar, point):
    total = None
    for bit in bin(scalar % N)[2:]:
        total = add(total, total)
        if bit == "1":
            total = add(total, point)
    return total


def negated(point):
    return (point[0], (-point[1]) % P)


def root(square):
    """A square root modulo P, which is 3 modulo 4, or None."""
    found = pow(square, (P + 1) // 4, P)
    return found if found * found % P == square % P else None


def lifted(x):
    """The point of this coordinate whose y is even, or None."""
    y = root(right_side(x))
    return None if y is None else (x, y if y % 2 == 0 else P - y)


def lifted_from(x, step=1):
    """The first point whose coordinate is at least this one."""
    while lifted(x) is None:
        x += step
    return lifted(x)


def x_of(y):
    """The x of a point of this y where there is just one, or None: the root of a cubic."""

    def multiplied(left, right):
        product = [0] * 5
        for i, one in enumerate(left):
            for j, other in enumerate(right):
                product[i + j] += one * other
        for degree in (4, 3):  # x^3 = -A x - (B - y^2)
            high, product[degree] = product[degree], 0
            product[degree - 2] -= high * A
            product[degree - 3] -= high * (B - y * y)
        return [value % P for value in product[:3]]

    power, base, exponent = [1, 0, 0], [0, 1, 0], P
    while exponent:
        if exponent & 1:
            power = multiplied(power, base)
        base, exponent = multiplied(base, base), exponent >> 1
    power[1] = (power[1] - 1) % P
    left, right = [(B - y * y) % P, A, 0, 1], power
    while True:
        while right and right[-1] == 0:
            right = right[:-1]
        if not right:
            break
        inverse = pow(right[-1], -1, P)
        while len(left) >= len(right):
            factor, shift = left[-1] * inverse % P, len(left) - len(right)
            for index, value in enumerate(right):
                left[shift + index] = (left[shift + index] - factor * value) % P
            left = left[:-1]
        left, right = right, left
    return -left[0] * pow(left[1], -1, P) % P if len(left) == 2 else None


def octets(value, length=32):
    return value.to_bytes(length, "big")


def encoded(point):
    return b"\x04" + octets(point[0]) + octets(point[1])


def element(tag, content):
    """DER: a tag, the shortest length, the content."""
    size = len(content)
    if size < 128:
        return bytes([tag, size]) + content
    length = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(length)]) + length + content


def sequence(*parts):
    return element(0x30, b"".join(parts))


def integer(value):
    return element(2, value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True))


NULL = element(5, b"")


def is_prime(candidate, label):
    if any(candidate % small == 0 for small in range(3, 2000, 2)):
        return False
    odd, twos = candidate - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for turn in range(24):
        power = pow(number(f"{label} witness {turn}", candidate - 2) + 1, odd, candidate)
        if power in (1, candidate - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % candidate
            if power == candidate - 1:
                break
        else:
            return False
    return True


def prime(label, bits, exponent):
    """The first prime after a number from a label that fits the RSA exponent."""
    candidate = int.from_bytes(drawn(label, bits // 8), "big") | 3 << (bits - 2) | 1
    while (candidate - 1) % exponent == 0 or not is_prime(candidate, label):
        candidate += 2
    return candidate


def cube_root_above(value):
    """The smallest number whose cube is at least a value."""
    low, high = 0, 1 << (value.bit_length() // 3 + 2)
    while low < high:
        middle = (low + high) // 2
        if middle**3 < value:
            low = middle + 1
        else:
            high = middle
    return low


def mask(seed, length, digest):
    """MGF1."""
    blocks = (digest(seed + octets(i, 4)).digest() for i in range(length // 20 + 1))
    return b"".join(blocks)[:length]


def xored(left, right):
    return bytes(one ^ other for one, other in zip(left, right, strict=True))


def field_product(left, right):
    """The product in GCM's field of 2^128 elements, whose first bit is the lowest power."""
    total = 0
    for bit in range(127, -1, -1):
        if right >> bit & 1:
            total ^= left
        left = left >> 1 ^ (0xE1 << 120 if left & 1 else 0)
    return total


def field_inverse(value):
    total, power = 1 << 127, value
    for _ in range(127):
        power = field_product(power, power)
        total = field_product(total, power)
    return total


def ghash(key, *parts):
    total = 0
    lengths = b"".join(octets(8 * len(part), 8) for part in parts)
    padded = b"".join(part + bytes(-len(part) % 16) for part in parts) + lengths
    for start in range(0, len(padded), 16):
        total = field_product(total ^ int.from_bytes(padded[start : start + 16], "big"), key)
    return total


def gcm(block_cipher, vector, text):
    """Seals by NIST SP 800-38D, given a function that enciphers one block."""
    key = int.from_bytes(block_cipher(bytes(16)), "big")
    counter = vector + octets(1, 4) if len(vector) == 12 else octets(ghash(key, b"", vector), 16)
    first, sealed = block_cipher(counter), b""
    for start in range(0, len(text), 16):
        low = (int.from_bytes(counter[12:], "big") + 1) % 2**32
        counter = counter[:12] + octets(low, 4)
        part = text[start : start + 16]
        sealed += xored(part, block_cipher(counter)[: len(part)])
    return sealed + xored(octets(ghash(key, b"", sealed), 16), first)


def vector_for(block_cipher, counter):
    """The vector of 16 bytes that makes GCM start with a counter."""
    key = int.from_bytes(block_cipher(bytes(16)), "big")
    inverse = field_inverse(key)
    return octets(field_product(field_product(int.from_bytes(counter, "big"), inverse) ^ 128, inverse), 16)
