import Accounts
import LedgerCore
import Testing

@Suite struct CredentialTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let day: Int64 = 86_400_000

    private func later(_ days: Int64) -> Instant { Instant(milliseconds: now.milliseconds + days * day) }

    private var session: Credential {
        .session(id: CredentialID(bits: 1), device: DeviceID(bits: 2), secretHash: [1, 2, 3], at: now)
    }

    @Test("a session ends 180 days after it was last used")
    func sliding() throws {
        #expect(session.isValid(at: later(179)))
        #expect(!session.isValid(at: later(180)))
        #expect(session.renewed(at: later(180)) == nil)
        let renewed = try #require(session.renewed(at: later(100)))
        #expect(renewed.isValid(at: later(279)))
        #expect(!renewed.isValid(at: later(280)))
        #expect(renewed.id == session.id && renewed.device == session.device && renewed.createdAt == now)
    }

    @Test("a session is not written again more than once a day")
    func renewalIsRare() {
        #expect(session.renewed(at: now) == nil)
        #expect(session.renewed(at: Instant(milliseconds: now.milliseconds + day - 1)) == nil)
        #expect(session.renewed(at: later(1)) != nil)
    }

    @Test("a token lasts until its expiry, for good without one, and never slides")
    func tokens() throws {
        let id = CredentialID(bits: 1)
        let lasting = try Credential.token(
            id: id, device: DeviceID(bits: 2), secretHash: [], at: now, expiresAt: nil)
        #expect(lasting.isValid(at: later(100_000)))
        let short = try Credential.token(
            id: id, device: DeviceID(bits: 2), secretHash: [], at: now, expiresAt: later(1))
        #expect(short.isValid(at: Instant(milliseconds: now.milliseconds + day - 1)))
        #expect(!short.isValid(at: later(1)))
        #expect(short.renewed(at: now) == nil)
        let refusal = #expect(throws: InputRefusal.self) {
            try Credential.token(id: id, device: DeviceID(bits: 2), secretHash: [], at: now, expiresAt: now)
        }
        #expect(refusal?.code == .expiryInThePast)
    }
}

@Suite struct SetupCodeTests {
    private let random: [UInt8] = [0xAB, 0xCD, 0xEF, 0x01, 0x23, 0x45, 0x67]

    @Test("a set-up code is read as printed, in lower case, without dashes, and with look-alikes")
    func readsAsPrinted() throws {
        let code = try #require(SetupCode(random: random))
        let text = code.description
        #expect(text.count == 11)
        #expect(code.matches(text))
        #expect(code.matches(text.lowercased()))
        #expect(code.matches(" " + text.filter { $0 != "-" } + " "))
        let zeros = try #require(SetupCode(random: [UInt8](repeating: 0, count: 7)))
        #expect(zeros.matches("OOOOO-ooooo"))
        let ones = try #require(SetupCode(random: [0, 0b10, 0x10, 0x84, 0x21, 0x08, 0x42]))
        #expect(ones.description.allSatisfy { "0123456789ABCDEFGHJKMNPQRSTVWXYZ-".contains($0) })
    }

    @Test("nothing else is the code: not a part, not a repetition, not nothing")
    func refusesOthers() throws {
        let code = try #require(SetupCode(random: random))
        let text = code.description
        let first = text.first == "0" ? "1" : "0"
        let wrong = [
            "", "-", String(text.dropLast()), text + "0", text + text, first + text.dropFirst(), "ééééé",
            String(repeating: " ", count: 64) + text,
        ]
        for typed in wrong { #expect(!code.matches(typed)) }
        let other = try #require(SetupCode(random: [0xAB, 0xCD, 0xEF, 0x01, 0x23, 0x45, 0x68]))
        #expect(!code.matches(other.description))
    }

    @Test("too few random bytes make no code")
    func needsRandomness() {
        #expect(SetupCode(random: [1, 2, 3, 4, 5, 6]) == nil)
    }
}
