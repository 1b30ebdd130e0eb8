/// What a new password must be: long enough to resist guessing, short enough to hash. No composition rules: length is
/// what counts (NIST SP 800-63B §5.1.1).
package enum PasswordRule {
    package static let fewestCharacters = 8
    package static let mostBytes = 1024

    package static func check(_ password: String, for name: AccountName) throws(InputRefusal) {
        guard password.unicodeScalars.count >= fewestCharacters else {
            throw InputRefusal(
                .passwordTooShort, field: "password",
                "Choose a password of at least \(fewestCharacters) characters.")
        }
        guard password.utf8.count <= mostBytes else {
            throw InputRefusal(
                .passwordTooLong, field: "password",
                "Choose a password of at most \(mostBytes) bytes.")
        }
        guard password.lowercased() != name.key else {
            throw InputRefusal(
                .passwordIsName, field: "password",
                "Choose a password other than the account's name.")
        }
    }

    /// A password that no account can have needs no hashing to be wrong.
    package static func couldBe(_ password: String) -> Bool {
        !password.isEmpty && password.utf8.count <= mostBytes
    }
}
