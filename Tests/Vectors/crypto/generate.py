#!/usr/bin/env python3
"""Writes vectors.json beside this file: what Python's own libraries say about sealing, hashes, passwords and join codes.

The published answers (NIST's GCM test cases 13, 14 and 16, RFC 7914 section 12, RFC 4231 case 2) are asserted before any
other is drawn. Needs the package `cryptography`. The random numbers are seeded: running it again changes nothing.
"""
import base64
import hashlib
import hmac
import json
import random
from pathlib import Path

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

draw = random.Random(2026)


def sealed(key, nonce, plaintext, data):
    text = nonce + AESGCM(key).encrypt(nonce, plaintext, data)
    return {"key": key.hex(), "plaintext": plaintext.hex(), "data": data.hex(), "sealed": text.hex()}


def published_sealings():
    key = bytes.fromhex("feffe9928665731c6d6a8f9467308308" * 2)
    plaintext = bytes.fromhex(
        "d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72"
        "1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39")
    data = bytes.fromhex("feedfacedeadbeeffeedfacedeadbeefabaddad2")
    cases = [
        (sealed(bytes(32), bytes(12), b"", b""), "530f8afbc74536b9a963b4f1c4cb738b"),
        (sealed(bytes(32), bytes(12), bytes(16), b""),
         "cea7403d4d606b6e074ec5d3baf39d18d0d1c8a799996bf0265b98b5d48ab919"),
        (sealed(key, bytes.fromhex("cafebabefacedbaddecaf888"), plaintext, data),
         "522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa"
         "8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662" "76fc6ece0f4e1768cddf8853bb2d551b"),
    ]
    for case, answer in cases:
        assert case["sealed"][24:] == answer
    return [case for case, _ in cases]


def sealings():
    lengths = [0, 1, 15, 16, 17, 31, 32, 33, 255, 1000]
    return published_sealings() + [
        sealed(draw.randbytes(32), draw.randbytes(12), draw.randbytes(n), draw.randbytes(n % 5 * 7)) for n in lengths
    ]


def hashes():
    messages = [b"", b"abc", b"a" * 55, b"a" * 64, bytes(range(256)), draw.randbytes(5000)]
    return [{"message": m.hex(), "sha256": hashlib.sha256(m).hexdigest()} for m in messages]


def hkdf(key, label):
    extracted = hmac.digest(bytes(32), key, "sha256")
    return hmac.digest(extracted, label.encode() + b"\1", "sha256")


def keyed():
    assert hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256").hex() == (
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    keys = [bytes(32), draw.randbytes(32)]
    return [
        {"key": key.hex(), "text": text, "hmac": hmac.digest(key, text.encode(), "sha256").hex(),
         "derived": hkdf(key, text).hex()} for key in keys for text in ["", "names", "ünï"]
    ]


def plain64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def password(text, salt, log_n, r, p):
    digest = hashlib.scrypt(text.encode(), salt=salt, n=1 << log_n, r=r, p=p, dklen=32, maxmem=1 << 28)
    return {"password": text, "text": f"$scrypt$ln={log_n},r={r},p={p}${plain64(salt)}${plain64(digest)}"}


def passwords():
    answer = hashlib.scrypt(b"password", salt=b"NaCl", n=1024, r=8, p=16, dklen=64)
    assert answer.hex().startswith("fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162")
    costs = [(10, 8, 1), (14, 8, 1), (15, 8, 1), (12, 16, 2), (1, 1, 1)]
    texts = ["correct horse", "", "pässwörd 🍕", "a" * 200, "\0"]
    return [password(text, draw.randbytes(16), *cost) for text, cost in zip(texts, costs)]


def join_codes():
    keys = [bytes(32), b"\xff" * 32, bytes(range(32)), *(draw.randbytes(32) for _ in range(5))]
    return [
        {"key": key.hex(), "fingerprint": hashlib.sha256(key).hexdigest()[:32],
         "code": f"SC1.{plain64(key)}.{hashlib.sha256(key).hexdigest()[:4]}"} for key in keys
    ]


vectors = {
    "sealings": sealings(), "hashes": hashes(), "keyed": keyed(), "passwords": passwords(), "joinCodes": join_codes(),
}
Path(__file__).with_name("vectors.json").write_text(json.dumps(vectors, indent=1, ensure_ascii=False) + "\n")
