import Cryptography
import JSON
import Testing

@Suite struct DigestTests {
    @Test("hashes are those of other libraries")
    func hashes() throws {
        let cases = try CryptoVectors.cases("hashes")
        #expect(cases.count == 6)
        for vector in cases {
            #expect(SHA256.hash(vector.bytes("message")) == vector.bytes("sha256"))
        }
    }

    @Test("keyed hashes and derived keys are those of other libraries")
    func keyed() throws {
        let cases = try CryptoVectors.cases("keyed")
        #expect(cases.count == 6)
        for vector in cases {
            let text = vector.text("text")
            #expect(HMAC.sha256(Array(text.utf8), key: try vector.key()) == vector.bytes("hmac"))
            #expect(try vector.key().derived(label: text).bytes == vector.bytes("derived"))
        }
    }

    @Test("equality of secrets is equality")
    func equality() {
        let bytes = randomBytes(40)
        #expect(constantTimeEqual(bytes, Array(bytes)))
        #expect(constantTimeEqual([], []))
        #expect(!constantTimeEqual(bytes, Array(bytes.dropLast())))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(!constantTimeEqual(bytes, other))
        }
    }

    @Test("random bytes do not repeat and every value turns up")
    func random() {
        #expect(Set((0..<1000).map { _ in randomBytes(16) }).count == 1000)
        #expect(Set(randomBytes(10_000)).count == 256)
        #expect(randomBytes(0).isEmpty)
    }
}

@Suite struct SymmetricKeyTests {
    @Test("a key has 32 bytes, and gives them back")
    func bytes() {
        for count in [0, 16, 31, 33, 64] { #expect(SymmetricKey(bytes: [UInt8](repeating: 1, count: count)) == nil) }
        let bytes = randomBytes(32)
        #expect(SymmetricKey(bytes: bytes)?.bytes == bytes)
        #expect(SymmetricKey(bytes: bytes) == SymmetricKey(bytes: bytes))
        #expect(SymmetricKey.random() != SymmetricKey.random())
    }

    @Test("a key that gets into a log or a debugger shows its fingerprint alone")
    func description() {
        let key = SymmetricKey(bytes: [UInt8](repeating: 0xAB, count: 32))!
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), "\([key])", dumped] {
            #expect(!text.lowercased().contains("abab") && !text.contains("171"))
        }
        #expect("\(key)" == "key \(key.fingerprint)")
        #expect(key.fingerprint.utf8.count == 32)
    }

    @Test("keys derived for different purposes are different")
    func derived() {
        let key = SymmetricKey.random()
        #expect(key.derived(label: "a") == key.derived(label: "a"))
        #expect(key.derived(label: "a") != key.derived(label: "b"))
        #expect(key.derived(label: "a") != key)
    }
}
