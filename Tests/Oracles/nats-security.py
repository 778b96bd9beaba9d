"""A NATS server that asks for TLS and for the credentials of an operator's user, and a client with these.

Reads {"folder": FOLDER} from its input, and makes the server's files there: server.conf, its certificate for
127.0.0.1 (name.conf: for another name), the authority above it (authority.pem), another one (other.pem), and credentials:
of a user that may do what Events.md says and no more (user.creds), of one that has expired (expired.creds), of one of an
unknown account (stranger.creds), and of one that may do everything (owner.creds).
With {"folder": FOLDER, "port": PORT} it adds the stream "quince", unless it is there, and prints the stream's messages.
"""

import asyncio
import base64
import binascii
import datetime
import ipaddress
import json
import pathlib
import re
import ssl
import sys

import nats
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from nats.js.api import StreamConfig

task = json.load(sys.stdin)
folder = pathlib.Path(task["folder"])
now = datetime.datetime.now(datetime.UTC)

# Kinds of keys, by the first letter of their text.
KINDS = {"O": 14 << 3, "A": 0, "U": 20 << 3}
SEED = 18 << 3
WITHOUT_LIMITS = {name: -1 for name in ("subs", "data", "payload")}


def text(content):
    checked = content + binascii.crc_hqx(content, 0).to_bytes(2, "little")
    return base64.b32encode(checked).decode().rstrip("=")


class Key:
    def __init__(self, kind):
        self.kind = KINDS[kind]
        self.key = Ed25519PrivateKey.generate()
        self.name = text(bytes([self.kind]) + self.key.public_key().public_bytes_raw())

    @property
    def seed(self):
        start = bytes([SEED | self.kind >> 5, (self.kind & 31) << 3])
        return text(start + self.key.private_bytes_raw())

    def sign(self, kind, subject, claims, end=None):
        """A JWT about another key."""
        claims = {"jti": subject.name, "iat": int(now.timestamp()), "iss": self.name, "name": kind, "sub": subject.name,
                  "nats": {**claims, "type": kind, "version": 2}, **({"exp": end} if end else {})}
        parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")
                 for part in ({"typ": "JWT", "alg": "ed25519-nkey"}, claims)]
        signature = base64.urlsafe_b64encode(self.key.sign(".".join(parts).encode())).decode().rstrip("=")
        return ".".join([*parts, signature])


def block(name, content):
    return f"-----BEGIN {name}-----\n{content}\n------END {name}------\n\n"


def write_credentials(name, account, claims, end=None):
    user = Key("U")
    jwt = account.sign("user", user, {**WITHOUT_LIMITS, **claims}, end)
    (folder / name).write_text(block("NATS USER JWT", jwt) + block("USER NKEY SEED", user.seed))


def certificate(subject, key, issuer, signer, *extensions):
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, subject)])
    above = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, issuer)])
    made = x509.CertificateBuilder(above, name, key.public_key(), x509.random_serial_number(),
                                   now - datetime.timedelta(days=1), now + datetime.timedelta(days=1))
    for extension in extensions:
        made = made.add_extension(extension, critical=False)
    return made.sign(signer, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def make():
    authority, server = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    signs = x509.BasicConstraints(ca=True, path_length=None)
    for file, key in (("authority.pem", authority), ("other.pem", ec.generate_private_key(ec.SECP256R1()))):
        (folder / file).write_bytes(certificate("TEST authority", key, "TEST authority", key, signs))
    address = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    for file, place in (("server.pem", address), ("name.pem", x509.DNSName("nats.example"))):
        names = x509.SubjectAlternativeName([place])
        (folder / file).write_bytes(certificate("TEST server", server, "TEST authority", authority, names))
    (folder / "server.key").write_bytes(server.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))

    operator, system, account = Key("O"), Key("A"), Key("A")
    limits = dict.fromkeys(["conn", "leaf", "imports", "exports", "mem_storage", "disk_storage", "streams", "consumer"], -1)
    limits = {"limits": {**WITHOUT_LIMITS, **limits, "wildcards": True}}
    accounts = [(system, {"limits": {**limits["limits"], "mem_storage": 0, "disk_storage": 0}}), (account, limits)]
    preload = "".join(f'{each.name}: "{operator.sign("account", each, claims)}"\n' for each, claims in accounts)
    for file, chain in (("server.conf", "server.pem"), ("name.conf", "name.pem")):
        (folder / file).write_text(
            f'listen: "127.0.0.1:-1"\nports_file_dir: "{folder}"\njetstream {{ store_dir: "{folder}/streams" }}\n'
            f'tls {{ cert_file: "{folder}/{chain}", key_file: "{folder}/server.key" }}\n'
            f'operator: "{operator.sign("operator", operator, {})}"\nresolver: MEMORY\n'
            f"resolver_preload {{\n{preload}}}\nsystem_account: {system.name}\n")
    permissions = {"pub": {"allow": ["quince.>", "$JS.API.STREAM.MSG.GET.quince"]}, "sub": {"allow": ["_INBOX.>"]}}
    write_credentials("user.creds", account, permissions)
    write_credentials("expired.creds", account, permissions, end=int(now.timestamp()) - 60)
    write_credentials("stranger.creds", Key("A"), permissions)
    write_credentials("owner.creds", account, {"pub": {}, "sub": {}})


async def read():
    jwt, seed = re.findall(r"-----BEGIN [A-Z ]+-----\n(\S+)\n", (folder / "owner.creds").read_text())
    key = Ed25519PrivateKey.from_private_bytes(base64.b32decode(seed + "=" * (-len(seed) % 8))[2:34])
    context = ssl.create_default_context(cafile=folder / "authority.pem")
    context.check_hostname = False
    client = await nats.connect(
        f"tls://127.0.0.1:{task['port']}", tls=context,
        user_jwt_cb=jwt.encode, signature_cb=lambda nonce: base64.b64encode(key.sign(nonce.encode())),
        allow_reconnect=False)
    streams = client.jetstream()
    await streams.add_stream(StreamConfig(name="quince", subjects=["quince.>"]))
    messages = []
    for number in range(1, (await streams.stream_info("quince")).state.last_seq + 1):
        message = await streams.get_msg("quince", number)
        messages.append([message.subject, message.headers["Nats-Msg-Id"], message.data.decode()])
    print(json.dumps(messages))
    await client.close()


asyncio.run(read()) if "port" in task else make()
