import Accounts
import LedgerCore
import Testing

@Suite struct AccountRulesTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)

    private func account(_ number: UInt128, _ name: String, owner: Bool = false) throws -> Account {
        Account(id: AccountID(bits: number), name: try AccountName(name), isOwner: owner, createdAt: now)
    }

    @Test(
        "a name that can not be one is refused with what to do",
        arguments: [
            ("", "name-empty"), ("  \n ", "name-empty"), (String(repeating: "a", count: 65), "name-too-long"),
            ("An\u{7}na", "name-not-printable"), ("An\nna", "name-not-printable"),
            ("An\u{200B}na", "name-not-printable"), ("\u{202E}anna", "name-not-printable"),
        ])
    func refusedNames(typed: String, code: String) {
        let refusal = #expect(throws: InputRefusal.self) { try AccountName(typed) }
        #expect(refusal?.code.rawValue == code)
        #expect(refusal?.field == "name")
    }

    @Test("names are kept as typed, without the white space around them, and compare ignoring case and composition")
    func equalNames() throws {
        #expect(try AccountName("  Anna B.\t").text == "Anna B.")
        #expect(try AccountName("ANNA") == AccountName("anna"))
        #expect(try AccountName("Zo\u{EB}") == AccountName("ZOE\u{308}"))
        #expect(try AccountName("Zoe") != AccountName("Zoë"))
        #expect(try AccountName(String(repeating: "é", count: 64)).text.count == 64)
        #expect(try AccountName("علی\u{200C}رضا").text.unicodeScalars.count == 7)
    }

    @Test(
        "a password must be long enough, not endless, and not the name",
        arguments: [
            ("1234567", "password-too-short"), ("", "password-too-short"),
            (String(repeating: "é", count: 513), "password-too-long"), ("Anna Bauer", "password-is-name"),
        ])
    func refusedPasswords(password: String, code: String) throws {
        let name = try AccountName("anna bauer")
        let refusal = #expect(throws: InputRefusal.self) { try PasswordRule.check(password, for: name) }
        #expect(refusal?.code.rawValue == code)
        #expect(refusal?.field == "password")
    }

    @Test("any password of at least eight characters is welcome", arguments: ["12345678", "çç çç çç", "        x"])
    func goodPasswords(password: String) throws {
        try PasswordRule.check(password, for: AccountName("anna"))
        #expect(PasswordRule.couldBe(password))
        #expect(!PasswordRule.couldBe(String(repeating: "x", count: 1025)))
    }

    @Test("only an owner looks after accounts, and the last one stays")
    func ownership() throws {
        let anna = try account(1, "Anna", owner: true)
        let ben = try account(2, "Ben")
        let cleo = try account(3, "Cleo", owner: true)
        try Ownership.check(anna)
        #expect(throws: Denial.ownerOnly) { try Ownership.check(ben) }
        #expect(throws: Denial.lastOwner) { try Ownership.removable(anna.id, among: [anna, ben]) }
        #expect(try Ownership.removable(anna.id, among: [anna, ben, cleo]) == anna)
        #expect(try Ownership.removable(ben.id, among: [anna, ben]) == ben)
        #expect(throws: Denial.notFound(.account)) { try Ownership.removable(AccountID(bits: 9), among: [anna, ben]) }
        #expect(throws: Denial.nameTaken) { try Ownership.checkFree(AccountName("BEN"), among: [anna, ben]) }
        try Ownership.checkFree(AccountName("Cleo"), among: [anna, ben])
    }

    @Test("a device's name is kept without the white space around it, and is 1 to 64 printable characters")
    func deviceNames() throws {
        #expect(try Device.checkedName(" Anna's phone ") == "Anna's phone")
        for typed in ["", " ", String(repeating: "x", count: 65), "a\u{0}b"] {
            let refusal = #expect(throws: InputRefusal.self) { try Device.checkedName(typed, field: "name") }
            #expect(refusal?.field == "name")
        }
    }

    @Test("every denial has the status of its kind, and only throttling says when to come back")
    func denials() {
        let all: [(Denial, Int)] = [
            (.signInNeeded, 401), (.wrongNameOrPassword, 401), (.wrongPassword, 403), (.wrongSetupCode, 403),
            (.ownerOnly, 403), (.notFound(.ledger), 404), (.notFound(.token), 404), (.alreadySetUp, 409),
            (.nameTaken, 409), (.lastOwner, 409), (.tooManyAttempts(retryAfterSeconds: 7), 429),
        ]
        for (denial, status) in all {
            #expect(denial.status == status)
            #expect(denial.retryAfterSeconds == (status == 429 ? 7 : nil))
            #expect(denial.message.hasSuffix("."))
        }
        #expect(Set(all.map(\.0.code)).count == all.count)
        #expect(Denial.notFound(.ledger).code == "ledger-not-found")
    }
}
