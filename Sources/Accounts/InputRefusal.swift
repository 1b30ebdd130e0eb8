/// Why a name, a password or an expiry can not be taken: a stable code, the field as the API names it, and one sentence
/// that says what to do. Answered like the ledger's `Refusal`.
package struct InputRefusal: Error, Hashable, Sendable {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        case nameEmpty = "name-empty"
        case nameTooLong = "name-too-long"
        case nameNotPrintable = "name-not-printable"
        case deviceNameUnusable = "device-name-unusable"
        case passwordTooShort = "password-too-short"
        case passwordTooLong = "password-too-long"
        case passwordIsName = "password-is-name"
        case expiryInThePast = "expiry-in-the-past"
    }

    package let code: Code
    package let field: String
    package let message: String

    package init(_ code: Code, field: String, _ message: String) {
        self.code = code
        self.field = field
        self.message = message
    }
}
