import Cryptography
import JSON
import Testing

@Suite struct SealingTests {
    let key = SymmetricKey(bytes: Array(0..<32))!

    @Test("what is sealed opens again, also when empty", arguments: [0, 1, 15, 16, 17, 1000, 70_000])
    func roundTrip(length: Int) throws {
        let plain = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let sealed = Sealing.seal(plain, key: key)
        #expect(sealed.count == length + 28)
        #expect(try Sealing.open(sealed, key: key) == plain)
    }

    @Test("NIST's cases and what another library sealed open, with their associated data")
    func vectors() throws {
        let cases = try CryptoVectors.cases("sealings")
        #expect(cases.count == 13)
        for vector in cases {
            let sealed = vector.bytes("sealed")
            let data = vector.bytes("data")
            #expect(try Sealing.open(sealed, key: vector.key(), associatedData: data) == vector.bytes("plaintext"))
        }
    }

    @Test("every sealing has its own nonce")
    func freshNonce() {
        let nonces = Set((0..<1000).map { _ in Array(Sealing.seal([1], key: key).prefix(12)) })
        #expect(nonces.count == 1000)
    }

    @Test("a change of any bit is noticed")
    func tampering() {
        let sealed = Sealing.seal(Array("sixteen bytes of text".utf8), key: key, associatedData: [9])
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: OpeningError.notAuthentic) { try Sealing.open(changed, key: key, associatedData: [9]) }
        }
    }

    @Test("a cut or lengthened text is noticed")
    func length() {
        let sealed = Sealing.seal(Array("text".utf8), key: key)
        for count in 0..<28 {
            #expect(throws: OpeningError.tooShort) { try Sealing.open(Array(sealed.prefix(count)), key: key) }
        }
        for count in 28..<sealed.count {
            #expect(throws: OpeningError.notAuthentic) { try Sealing.open(Array(sealed.prefix(count)), key: key) }
        }
        #expect(throws: OpeningError.notAuthentic) { try Sealing.open(sealed + [0], key: key) }
    }

    @Test("another key or another place does not open it")
    func wrongKey() throws {
        let sealed = Sealing.seal([1, 2, 3], key: key, associatedData: [1])
        #expect(throws: OpeningError.notAuthentic) { try Sealing.open(sealed, key: .random(), associatedData: [1]) }
        #expect(throws: OpeningError.notAuthentic) { try Sealing.open(sealed, key: key, associatedData: [2]) }
        #expect(throws: OpeningError.notAuthentic) { try Sealing.open(sealed, key: key) }
        #expect(try Sealing.open(sealed, key: key, associatedData: [1]) == [1, 2, 3])
    }

    @Test("many tasks seal and open with one key at once")
    func concurrency() async {
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<16 {
                group.addTask { [key] in
                    (0..<200).allSatisfy { round in
                        let plain = [UInt8](repeating: UInt8(task), count: round)
                        return (try? Sealing.open(Sealing.seal(plain, key: key), key: key)) == plain
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
