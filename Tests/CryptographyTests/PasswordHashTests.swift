import Cryptography
import JSON
import Testing

@Suite struct PasswordHashTests {
    private static let cheap = PasswordHash.Cost(logN: 4, r: 1, p: 1)

    @Test("hashes made by another library match their passwords and no others")
    func vectors() throws {
        let cases = try CryptoVectors.cases("passwords")
        #expect(cases.count == 5)
        for vector in cases {
            let hash = try #require(PasswordHash(text: vector.text("text")))
            #expect(hash.text == vector.text("text"))
            #expect(hash.matches(vector.text("password")))
            #expect(!hash.matches(vector.text("password") + " "))
        }
    }

    @Test("a new hash has its own salt, today's costs and survives being written down")
    func new() throws {
        let hash = PasswordHash("correct horse")
        #expect(hash.matches("correct horse"))
        #expect(!hash.matches("Correct horse") && !hash.matches(""))
        #expect(hash.text.hasPrefix("$scrypt$ln=15,r=8,p=1$"))
        #expect(try #require(PasswordHash(text: hash.text)) == hash)
        #expect(PasswordHash("a", cost: Self.cheap).text != PasswordHash("a", cost: Self.cheap).text)
    }

    @Test("nobody's hash matches nothing and looks like any other")
    func decoy() {
        #expect(!PasswordHash.decoy.matches(""))
        #expect(PasswordHash.decoy.text.hasPrefix("$scrypt$ln=15,r=8,p=1$"))
    }

    @Test("it prints nothing of itself")
    func description() {
        #expect("\(PasswordHash("a", cost: Self.cheap))" == "password hash")
    }

    @Test("a text that is not ours, or asks for unbearable costs, is no hash")
    func malformed() {
        let salt = Base64.encodeURL([UInt8](repeating: 1, count: 16))
        let digest = Base64.encodeURL([UInt8](repeating: 2, count: 32))
        func text(_ costs: String) -> String { "$scrypt$\(costs)$\(salt)$\(digest)" }
        #expect(PasswordHash(text: text("ln=10,r=8,p=1")) != nil)
        for bad in [
            "", "$", "$scrypt$ln=10,r=8,p=1$\(salt)", "x" + text("ln=10,r=8,p=1"), text("ln=10,r=8,p=1") + "$",
            "$argon2$ln=10,r=8,p=1$\(salt)$\(digest)", "$scrypt$ln=10,r=8,p=1$\(digest)$\(digest)",
            "$scrypt$ln=10,r=8,p=1$\(salt)$\(salt)", "$scrypt$ln=10,r=8,p=1$\(salt)$\(digest)=",
            text("ln=0,r=8,p=1"), text("ln=21,r=8,p=1"), text("ln=63,r=8,p=1"), text("ln=20,r=8,p=1"),
            text("ln=10,r=0,p=1"), text("ln=10,r=8,p=0"), text("ln=10,r=8,p=5"), text("ln=-1,r=8,p=1"),
            text("ln=010,r=8,p=1"), text("ln=+10,r=8,p=1"), text("ln=10,r=8"), text("r=8,ln=10,p=1"),
            text("ln=10,r=8,p=1,x=2"), text("ln=99999999999999999999,r=8,p=1"),
        ] {
            #expect(PasswordHash(text: bad) == nil, "\(bad)")
        }
    }
}
