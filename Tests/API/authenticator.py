"""An authenticator in software: makes and uses passkeys as a browser and its key would (WebAuthn level 2)."""
import base64
import hashlib
import json
import os
import struct

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def cbor(value):
    """As much of CBOR as an authenticator writes."""
    def head(kind, number):
        for width, code in ((1, 24), (2, 25), (4, 26)):
            if number < 24:
                return bytes([kind << 5 | number])
            if number < 256 ** width:
                return bytes([kind << 5 | code]) + number.to_bytes(width, "big")
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, bytes):
        return head(2, len(value)) + value
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    return head(5, len(value)) + b"".join(cbor(key) + cbor(item) for key, item in value.items())


class Authenticator:
    """Holds one passkey. `flags` and `count` are what it says of itself; a test may change them."""

    PRESENT, VERIFIED, NEW = 1, 4, 64

    def __init__(self, origin, kind="ES256"):
        self.origin, self.kind = origin, kind
        self.flags, self.count = self.PRESENT | self.VERIFIED, 0
        self.id, self.person = os.urandom(32), None
        if kind == "RS256":
            self.key = rsa.generate_private_key(65537, 2048)
        else:
            self.key = ec.generate_private_key(ec.SECP256R1())

    def client_data(self, kind, options, **more):
        return json.dumps({"type": kind, "challenge": options["challenge"], "origin": self.origin,
                           "crossOrigin": False, **more}).encode()

    def data(self, site, flags, rest=b""):
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + struct.pack(">I", self.count) + rest

    def public(self):
        numbers = self.key.public_key().public_numbers()
        if self.kind == "RS256":
            return {1: 3, 3: -257, -1: numbers.n.to_bytes(256, "big"), -2: b"\1\0\1"}
        return {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}

    def sign(self, message):
        if self.kind == "RS256":
            return self.key.sign(message, padding.PKCS1v15(), hashes.SHA256())
        return self.key.sign(message, ec.ECDSA(hashes.SHA256()))

    def create(self, options, site=None, **client):
        """What `navigator.credentials.create` answers, as JSON."""
        self.person = options["user"]["id"]
        new = bytes(16) + struct.pack(">H", len(self.id)) + self.id + cbor(self.public())
        data = self.data(site or options["rp"]["id"], self.flags | self.NEW, new)
        return {"id": encode(self.id), "rawId": encode(self.id), "type": "public-key", "clientExtensionResults": {},
                "authenticatorAttachment": "platform",
                "response": {"clientDataJSON": encode(self.client_data("webauthn.create", options, **client)),
                             "attestationObject": encode(cbor({"fmt": "none", "attStmt": {}, "authData": data})),
                             "transports": ["internal"]}}

    def get(self, options, site=None, **client):
        """What `navigator.credentials.get` answers, as JSON."""
        self.count += 1
        words = self.client_data("webauthn.get", options, **client)
        data = self.data(site or options["rpId"], self.flags)
        signature = self.sign(data + hashlib.sha256(words).digest())
        return {"id": encode(self.id), "rawId": encode(self.id), "type": "public-key", "clientExtensionResults": {},
                "response": {"clientDataJSON": encode(words), "authenticatorData": encode(data),
                             "signature": encode(signature), "userHandle": self.person}}
