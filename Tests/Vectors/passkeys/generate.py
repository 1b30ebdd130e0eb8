"""Writes vectors.json: what authenticators send, made by cbor2 and cryptography, and what is to become of it.

Run with `pip install cbor2 cryptography`; the keys are new each time."""
import hashlib
import json
import struct
from pathlib import Path

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa

SITE = "money.home.example"
UP, UV, BE, BS, AT, ED = 1, 4, 8, 16, 64, 128


def encode(value):
    return cbor2.dumps(value, canonical=True)


def fixed(number, length=32):
    return number.to_bytes(length, "big")


def elliptic(curve=ec.SECP256R1()):
    key = ec.generate_private_key(curve)
    point = key.public_key().public_numbers()
    return key, {1: 2, 3: -7, -1: 1, -2: fixed(point.x, curve.key_size // 8), -3: fixed(point.y, curve.key_size // 8)}


def rsa_key(bits=2048):
    key = rsa.generate_private_key(65537, bits)
    numbers = key.public_key().public_numbers()
    return key, {1: 3, 3: -257, -1: fixed(numbers.n, bits // 8), -2: b"\1\0\1"}


def data(flags=UP | UV, count=1, site=SITE, rest=b""):
    return hashlib.sha256(site.encode()).digest() + bytes([flags]) + struct.pack(">I", count) + rest


def credential(cose, id_=bytes(range(32))):
    return bytes(16) + struct.pack(">H", len(id_)) + id_ + (cose if isinstance(cose, bytes) else encode(cose))


def sign(key, message):
    if isinstance(key, rsa.RSAPrivateKey):
        return key.sign(message, padding.PKCS1v15(), hashes.SHA256())
    return key.sign(message, ec.ECDSA(hashes.SHA256()))


def registration(name, expect, object_=None, **members):
    return {"name": name, "site": SITE, "expect": expect,
            "attestationObject": (object_ if object_ is not None else encode(members)).hex()}


def registrations():
    _, es = elliptic()
    _, rs = rsa_key()
    made = UP | UV | AT
    good = {"fmt": "none", "attStmt": {}}
    whole = lambda cose, flags=made, **more: {**good, "authData": data(flags, rest=credential(cose, **more))}
    yield registration("ES256", "taken", **whole(es))
    yield registration("RS256", "taken", **whole(rs))
    yield registration("a key that is kept by a cloud", "taken", **whole(es, made | BE | BS))
    yield registration("a name of 1023 bytes", "taken", **whole(es, id_=bytes(1023)))
    yield registration("a self attestation is not looked at", "taken", **{**whole(es), "fmt": "packed", "attStmt": {"alg": -7, "sig": b"x"}})
    extended = data(made | ED, rest=credential(es) + encode({"credProtect": 2}))
    yield registration("with extensions", "taken", **{**good, "authData": extended})
    yield registration("a name of 1024 bytes", "malformed", **whole(es, id_=bytes(1024)))
    yield registration("no name", "malformed", **whole(es, id_=b""))
    yield registration("nobody verified", "personNotVerified", **whole(es, UP | AT))
    yield registration("nobody present", "personNotVerified", **whole(es, UV | AT))
    yield registration("another site", "otherSite", **{**good, "authData": data(made, site="evil.example", rest=credential(es))})
    yield registration("no key", "noKey", **{**good, "authData": data()})
    yield registration("extensions that are announced and missing", "malformed", **{**good, "authData": data(made | ED, rest=credential(es))})
    yield registration("extensions that are not announced", "malformed", **{**good, "authData": data(made, rest=credential(es) + encode({"a": 1}))})
    yield registration("cut authenticator data", "malformed", **{**good, "authData": data()[:36]})
    yield registration("without a statement", "malformed", fmt="none", authData=data(made, rest=credential(es)))
    yield registration("something after it", "malformed", encode({**whole(es)}) + b"\0")
    yield registration("cut", "malformed", encode({**whole(es)})[:-1])
    yield registration("nothing", "malformed", b"")
    yield registration("a list", "malformed", encode([1, 2]))
    yield registration("of unknown length", "malformed", b"\xbf" + encode({**whole(es)})[1:] + b"\xff")
    yield registration("a name twice", "malformed", b"\xa4" + encode({**whole(es)})[1:] + encode("fmt") + encode("none"))
    yield registration("nested deeper than four", "malformed", **{**whole(es), "attStmt": {"a": [[[[1]]]]}})
    yield registration("a tag", "malformed", **{**whole(es), "attStmt": {"a": cbor2.CBORTag(1, 1)}})
    yield registration("a floating-point number", "malformed", **{**whole(es), "attStmt": {"a": 1.5}})
    yield registration("a length longer than everything", "malformed", b"\xa1\x63fmt\x7b\xff\xff\xff\xff\xff\xff\xff\xff")
    long = encode({**whole(es)}).replace(b"\x64none", b"\x78\x04none")
    yield registration("a length that is written too long", "malformed", long)
    off = {**es, -3: fixed(int.from_bytes(es[-3], "big") ^ 1)}
    yield registration("a point that is not on the curve", "unsupportedKey", **whole(off))
    yield registration("an elliptic key of another curve", "unsupportedKey", **whole({**elliptic(ec.SECP384R1())[1], 3: -35, -1: 2}))
    yield registration("P-384 that says it is P-256", "unsupportedKey", **whole(elliptic(ec.SECP384R1())[1]))
    yield registration("EdDSA", "unsupportedKey", **whole({1: 1, 3: -8, -1: 6, -2: bytes(32)}))
    yield registration("ES256 with a private part", "unsupportedKey", **whole({**es, -4: bytes(32)}))
    yield registration("RSA of 1024 bits", "unsupportedKey", **whole(rsa_key(1024)[1]))
    yield registration("RSA with the exponent 1", "unsupportedKey", **whole({**rs, -2: b"\1"}))
    yield registration("RSA with an even exponent", "unsupportedKey", **whole({**rs, -2: b"\1\0\0"}))
    yield registration("an RSA key that says ES256", "unsupportedKey", **whole({**rs, 3: -7}))
    yield registration("an elliptic key that says RS256", "unsupportedKey", **whole({**es, 3: -257}))


def assertion(name, expect, key, cose, authenticator, client=b"{}", signature=None):
    signature = sign(key, authenticator + hashlib.sha256(client).digest()) if signature is None else signature
    return {"name": name, "site": SITE, "expect": expect, "publicKey": encode(cose).hex(),
            "authenticatorData": authenticator.hex(), "clientData": client.hex(), "signature": signature.hex()}


def assertions():
    for name, (key, cose) in {"ES256": elliptic(), "RS256": rsa_key(), "RS256 of 4096 bits": rsa_key(4096)}.items():
        yield assertion(name, "taken", key, cose, data(count=7))
        yield assertion(name + ", nobody verified", "personNotVerified", key, cose, data(UP))
        yield assertion(name + ", another site", "otherSite", key, cose, data(site="evil.example"))
        yield assertion(name + ", a signature of something else", "wrongSignature", key, cose, data(), signature=sign(key, b"x"))
        yield assertion(name + ", no signature", "wrongSignature", key, cose, data(), signature=b"")
        good = sign(key, data() + hashlib.sha256(b"{}").digest())
        yield assertion(name + ", a byte too many", "wrongSignature", key, cose, data(), signature=good + b"\0")
        flipped = good[:-1] + bytes([good[-1] ^ 1])
        yield assertion(name + ", a bit changed", "wrongSignature", key, cose, data(), signature=flipped)
        yield assertion(name + ", the count changed", "wrongSignature", key, cose, data(count=2), signature=good)
        yield assertion(name + ", other words of the browser", "wrongSignature", key, cose, data(), b"{ }", good)
    other = elliptic()
    yield assertion("another key", "wrongSignature", elliptic()[0], other[1], data())
    key, cose = elliptic()
    yield assertion("with extensions", "taken", key, cose, data(UP | UV | ED, rest=encode({"uvm": [[1, 2, 3]]})))
    yield assertion("something after it", "malformed", key, cose, data(rest=b"\0"))
    yield assertion("cut", "malformed", key, cose, data()[:20])


vectors = {"registrations": list(registrations()), "assertions": list(assertions())}
(Path(__file__).parent / "vectors.json").write_text(json.dumps(vectors, indent=1) + "\n")
