import Cryptography
import Foundation
import JSON
import Testing

/// `Tests/Vectors/passkeys/vectors.json`: what authenticators send, as Python's libraries make it.
private func vectors(_ name: String) throws -> [JSONValue] {
    let file = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Vectors/passkeys/vectors.json")
    return try JSONValue(parsing: Array(Data(contentsOf: file)))[name]?.array ?? []
}

@Suite("Passkeys (WebAuthn level 2)") struct PasskeyTests {
    private func outcome(_ work: () throws(PasskeyFault) -> Bool) -> String {
        do { return try work() ? "taken" : "noKey" } catch { return "\(error)" }
    }

    @Test("a new passkey is taken or refused as an independent implementation expects it")
    func registrations() throws {
        let cases = try vectors("registrations")
        #expect(cases.count > 30)
        for vector in cases {
            let found = outcome { () throws(PasskeyFault) in
                let made = try AttestationObject(vector.bytes("attestationObject")).authenticator
                try made.check(site: vector.text("site"))
                guard let credential = made.credential else { return false }
                _ = try PasskeyPublicKey(cose: credential.publicKey)
                return true
            }
            #expect(found == vector.text("expect"), "\(vector.text("name"))")
        }
    }

    @Test("a proof of a passkey is taken or refused as an independent implementation expects it")
    func assertions() throws {
        let cases = try vectors("assertions")
        #expect(cases.count > 25)
        for vector in cases {
            let found = outcome { () throws(PasskeyFault) in
                let proof = try PasskeyAssertion(
                    authenticatorData: vector.bytes("authenticatorData"), clientData: vector.bytes("clientData"),
                    signature: vector.bytes("signature"))
                try proof.check(
                    site: vector.text("site"), signedBy: try PasskeyPublicKey(cose: vector.bytes("publicKey")))
                return true
            }
            #expect(found == vector.text("expect"), "\(vector.text("name"))")
        }
    }

    @Test("whatever byte of a new passkey is cut off or changed, it is read or refused, and never more than it is")
    func mutations() throws {
        let good = try #require(try vectors("registrations").first).bytes("attestationObject")
        for end in good.indices { #expect(throws: PasskeyFault.self) { try AttestationObject(Array(good[..<end])) } }
        for index in good.indices {
            for change: UInt8 in [0x01, 0x20, 0x80, 0xFF] {
                var bytes = good
                bytes[index] ^= change
                guard let made = try? AttestationObject(bytes), let credential = made.authenticator.credential else {
                    continue
                }
                #expect(credential.id.count + credential.publicKey.count < bytes.count)
            }
        }
    }

    @Test(
        "a count has to rise, unless the authenticator does not count",
        arguments: [(1, 0, true), (0, 0, true), (5, 4, true), (4, 4, false), (3, 4, false), (0, 4, false)]
            as [(UInt32, UInt32, Bool)])
    func counts(count: UInt32, last: UInt32, isRight: Bool) {
        #expect(PasskeyAssertion.mayFollow(count, after: last) == isRight)
    }
}
